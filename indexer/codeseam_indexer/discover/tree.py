"""The folders of a workspace, opened one by one, and what is sorted into found and skipped."""

import os
import stat
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover.git import LITERAL, GitError, Listed, git, listing
from codeseam_indexer.discover.names import STORES, is_data, skipped_by_name, vendored_folder
from codeseam_indexer.discover.paths import is_utf8, shown
from codeseam_indexer.discover.patterns import IgnoreFile
from codeseam_indexer.discover.rules import Level, read_rules
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import FileStat, Found, Skipped, SkipReason
from codeseam_indexer.settings import Settings

_MOUNT_POINT = 0xA0000003
"""Reparse tag of a Windows junction, which is a link in all but name."""

_NO_RULES = IgnoreFile(b"")


def file_stat(status: os.stat_result) -> FileStat:
    """The part of a stat result that tells one content of a file from another."""
    return FileStat(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def is_real_folder(entry: "os.DirEntry[str]") -> bool:
    """Whether an entry is a folder of its own and no link or junction to one."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    if os.name != "nt":
        return True
    return getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) != _MOUNT_POINT


@dataclass(slots=True)
class Folder:
    """A folder that was opened; ``wanted`` says that ``.codeseamignore`` took it back."""

    path: str
    entries: "dict[str, os.DirEntry[str]]"
    level: Level
    wanted: bool
    by_git: bool


class Scan:
    """One pass over a workspace; it opens each folder once."""

    def __init__(
        self, root: Path, settings: Settings, tracked: frozenset[str] = frozenset()
    ) -> None:
        self._root = os.fspath(root)
        self._has_tracked = tracked
        self._own_cache = _relative_to(root, settings.cache_dir)
        self._settings = settings
        self.folders: dict[str, Folder | None] = {}
        self._tracked: set[str] | None = None
        self.takes_back = False
        self.taken_back: set[str] = set()
        self.found: dict[str, Found] = {}
        self.skipped: dict[str, Skipped] = {}

    # -- folders ----------------------------------------------------------------------------------

    def open_root(self, level: Level, *, by_git: bool) -> Folder:
        """Open the workspace itself.

        Raises:
            WorkspaceError: it is missing, no folder, or cannot be read.
        """
        try:
            entries = self._read("")
        except OSError as error:
            raise WorkspaceError(
                f"The workspace {shown(self._root)} cannot be read ({error.strerror}); "
                "name an existing folder with --workspace."
            ) from None
        folder = Folder("", entries, self._with_rules(level, entries, by_git=by_git), False, by_git)
        self.folders[""] = folder
        return folder

    def folder(self, path: str) -> Folder | None:
        """The folder at ``path``; None where it, or one above it, is no part of the workspace."""
        if path in self.folders:
            return self.folders[path]
        above, _, name = path.rpartition("/")
        parent = self.folder(above)
        opened = self._open(parent, name) if parent is not None else None
        self.folders[path] = opened
        return opened

    def _open(self, parent: Folder, name: str) -> Folder | None:
        entry = parent.entries.get(name)
        path = f"{parent.path}/{name}" if parent.path else name
        if entry is None or name in STORES or path == self._own_cache or not is_real_folder(entry):
            return None
        raw = os.fsencode(name)
        own = parent.level.own_decision(raw, folder=True)
        if own or (own is None and self._ignored_by_git(parent, path, raw)):
            return None
        wanted = parent.wanted or own is False
        try:
            entries = self._read(path)
        except OSError:
            self._skip(path + "/", SkipReason.UNREADABLE)
            return None
        if not wanted:
            inside, beside = entries.keys(), parent.entries.keys()
            reason = vendored_folder(name, inside, beside, tracked=False)
            if reason is not None and self._is_tracked(path, parent):
                reason = vendored_folder(name, inside, beside, tracked=True)
            if reason is not None:
                self._skip(path + "/", reason)
                return None
        if not is_utf8(name):
            self._skip(path + "/", SkipReason.EMPTY_NAME)  # its files are listed beside it
        level = parent.level.down(raw, _NO_RULES, _NO_RULES)
        level = self._with_rules(level, entries, by_git=parent.by_git)
        return Folder(path, entries, level, wanted, parent.by_git)

    def _ignored_by_git(self, parent: Folder, path: str, raw: bytes) -> bool:
        """Whether git's rules leave a folder out that is walked; one with tracked files is not."""
        if parent.by_git or path in self._has_tracked:
            return False
        return bool(parent.level.git_decision(raw, folder=True))

    def _read(self, path: str) -> "dict[str, os.DirEntry[str]]":
        with os.scandir(f"{self._root}/{path}" if path else self._root) as entries:
            return {entry.name: entry for entry in entries}

    def _with_rules(
        self, level: Level, entries: "dict[str, os.DirEntry[str]]", *, by_git: bool
    ) -> Level:
        git_file = None if by_git else entries.get(".gitignore")
        own_file = entries.get(".codeseamignore")
        if git_file is None and own_file is None:
            return level
        own = read_rules(os.fsencode(own_file.path)) if own_file else _NO_RULES
        self.takes_back = self.takes_back or own.negates
        git_rules = read_rules(os.fsencode(git_file.path)) if git_file else _NO_RULES
        return Level(level.base, git_rules, own, level.up)

    def _is_tracked(self, path: str, parent: Folder) -> bool:
        """Whether git tracks a file in or below the folder."""
        if not parent.by_git:
            return path in self._has_tracked
        if self._tracked is not None:
            return path in self._tracked
        try:
            at, name = Path(self._root) / parent.path, path.rpartition("/")[2]
            return bool(git(at, "ls-files", "-z", "--", name, options=LITERAL))
        except GitError:
            return False

    # -- files ------------------------------------------------------------------------------------

    def file(self, path: str) -> None:
        """Sort a path that is a candidate into the found and the skipped ones."""
        above, _, name = path.rpartition("/")
        folder = self.folder(above)
        if folder is not None:
            self.file_in(folder, name)

    def file_in(self, folder: Folder, name: str) -> None:
        """Sort one entry of a folder, unless a rule ignores it."""
        entry = folder.entries.get(name)
        path = f"{folder.path}/{name}" if folder.path else name
        if name == ".git":
            return  # what a worktree or a submodule has in place of the folder
        if entry is None:
            if sys.platform != "darwin" or not os.path.lexists(f"{self._root}/{path}"):
                return  # tracked, but deleted
            # macOS: git spells composed what the disk may hold decomposed.
            self._keep(path, name, os.lstat(f"{self._root}/{path}"), wanted=folder.wanted)
            return
        if entry.is_dir(follow_symlinks=False) and is_real_folder(entry):
            return  # a tracked file that is now a folder: its files are listed themselves
        raw = os.fsencode(name)
        own = folder.level.own_decision(raw, folder=False)
        ignored_by_git = (
            own is None and not folder.by_git and bool(folder.level.git_decision(raw, folder=False))
        )
        if own or ignored_by_git:
            return
        try:
            status = os.lstat(entry.path) if os.name == "nt" else entry.stat(follow_symlinks=False)
        except OSError:
            return
        wanted = folder.wanted or own is False
        if wanted:
            self.taken_back.add(path)
        self._keep(path, name, status, wanted=wanted)

    def _keep(self, path: str, name: str, status: os.stat_result, *, wanted: bool) -> None:
        reason = self._reason(path, name, status, wanted=wanted)
        if reason is None:
            self.found[path] = Found(path, file_stat(status))
        else:
            self._skip(path, reason, file_stat(status))

    def _reason(
        self, path: str, name: str, status: os.stat_result, *, wanted: bool
    ) -> SkipReason | None:
        if not is_utf8(path):
            return SkipReason.EMPTY_NAME
        if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _MOUNT_POINT:
            return SkipReason.LINK
        if not stat.S_ISREG(status.st_mode):
            return SkipReason.NOT_REGULAR
        reason = skipped_by_name(name)
        if reason is not None and not (wanted and reason is not SkipReason.SECRET):
            return reason
        return SkipReason.TOO_LARGE if status.st_size > self.limit(name, wanted=wanted) else None

    def limit(self, name: str, *, wanted: bool) -> int:
        """The size in bytes from which a file of this name is left out."""
        if is_data(name) and not wanted:
            return min(self._settings.max_data_bytes, self._settings.max_file_bytes)
        return self._settings.max_file_bytes

    def _skip(self, path: str, reason: SkipReason, status: FileStat | None = None) -> None:
        self.skipped[path] = Skipped(shown(path), reason, status)

    # -- the two ways -----------------------------------------------------------------------------

    def take(self, listed: list[Listed], prefix: str, below: Collection[str] = ()) -> None:
        """Sort what git listed for the repository at ``prefix`` ("" or ending in "/")."""
        if not below:
            tracked = {prefix + item.path for item in listed if item.tracked}
            self._tracked = (self._tracked or set()) | ancestors(tracked)
        for item in listed:
            path = prefix + item.path
            if item.nested:
                self._nested(path)
            elif item.module:
                self._repository(path, below)
            else:
                self.file(path)

    def _nested(self, path: str) -> None:
        """An untracked repository below one that git lists: another workspace."""
        above, _, name = path.rpartition("/")
        parent = self.folder(above)
        if parent is None or name not in parent.entries:
            return
        own = parent.level.own_decision(os.fsencode(name), folder=True)
        if own:
            return
        if own is False or parent.wanted:
            self._repository(path, ())
        else:
            self._skip(path + "/", SkipReason.NESTED)

    def _repository(self, path: str, below: Collection[str]) -> None:
        """List a repository inside the workspace with its own rules."""
        folder = self.folder(path)
        if folder is None or ".git" not in folder.entries:
            return  # a submodule that is not checked out
        wanted = [p[len(path) + 1 :] for p in below if p.startswith(path + "/")]
        if any(path == p or path.startswith(p + "/") or not p for p in below):
            wanted = []
        top = Path(self._root) / path
        try:
            listed = listing(top, as_listed(top, wanted))
        except GitError:
            folder.by_git = False
            folder.level = self._with_rules(folder.level, folder.entries, by_git=False)
            self.walk(folder, below)
            return
        folder.by_git = True
        self.take(listed, path + "/", below)

    def walk(self, start: Folder, below: Collection[str] = ()) -> None:
        """Walk a folder, or the parts of it that ``below`` names, by its ignore files."""
        waiting = [start]
        while waiting:
            folder = waiting.pop()
            for name, entry in sorted(folder.entries.items()):
                path = f"{folder.path}/{name}" if folder.path else name
                if below and not _touches(path, below):
                    continue
                if not is_real_folder(entry):
                    self.file_in(folder, name)
                    continue
                opened = self.folder(path)
                if opened is None:
                    continue
                if ".git" in opened.entries:
                    self._repository_in_walk(opened, below)
                else:
                    waiting.append(opened)

    def _repository_in_walk(self, folder: Folder, below: Collection[str]) -> None:
        if is_worktree(folder.entries[".git"].path) and not folder.wanted:
            self._skip(folder.path + "/", SkipReason.NESTED)
            return
        # The rules of the folders above it are not those of a repository of its own.
        bare = Level(folder.level.base, _NO_RULES, folder.level.own, _only_own(folder.level.up))
        folder.level = self._with_rules(bare, folder.entries, by_git=False)
        self._repository(folder.path, below)

    def add_taken_back(self, other: "Scan") -> None:
        """Add what ``.codeseamignore`` takes back from git's rules, as a walk has found it."""
        for path in other.taken_back - self.found.keys() - self.skipped.keys():
            if path in other.found:
                self.found[path] = other.found[path]
            elif path in other.skipped:
                self.skipped[path] = other.skipped[path]
        for path, folder in other.folders.items():
            if folder is not None and folder.wanted:
                self.folders.setdefault(path, folder)


def _relative_to(root: Path, folder: Path) -> str:
    """Where a folder lies below the root, "" where it does not."""
    for top in (root, Path(os.path.realpath(root))):
        for inner in (folder, Path(os.path.realpath(folder))):
            if inner != top and inner.is_relative_to(top):
                return inner.relative_to(top).as_posix()
    return ""


def _only_own(level: Level | None) -> Level | None:
    if level is None:
        return None
    return Level(level.base, _NO_RULES, level.own, _only_own(level.up))


def ancestors(paths: Collection[str]) -> set[str]:
    """The folders, at any depth, that the paths lie in; the root is not among them."""
    result: set[str] = set()
    for path in paths:
        while "/" in path:
            path = path.rpartition("/")[0]  # noqa: PLW2901 - climbs
            if path in result:
                break
            result.add(path)
    return result


def _touches(path: str, below: Collection[str]) -> bool:
    """Whether a path leads to one of ``below`` or lies in it."""
    return any(
        not p or path == p or p.startswith(path + "/") or path.startswith(p + "/") for p in below
    )


def is_worktree(git_entry: str) -> bool:
    """Whether a ``.git`` is the file of a linked worktree (a submodule's points to ``modules``)."""
    try:
        if not stat.S_ISREG(os.lstat(git_entry).st_mode):
            return False
        with open(  # noqa: PTH123 - the entry is a text here
            git_entry, encoding="utf-8", errors="surrogateescape"
        ) as file:
            parts = file.read(4096).strip().replace("\\", "/").split("/")
    except OSError:
        return False
    return len(parts) > 1 and parts[-2] == "worktrees"


def as_listed(root: Path, below: Collection[str]) -> list[str]:
    """Cut each path at the first repository on its way: git lists no further than that."""
    result: set[str] = set()
    for path in below:
        if not path:
            return []
        parts = path.split("/")
        cut = len(parts)
        for at in range(1, len(parts)):
            if (root / "/".join(parts[:at]) / ".git").exists():
                cut = at
                break
        result.add("/".join(parts[:cut]))
    return sorted(result)
