"""Finds the files of a workspace: what git lists, or a walk that obeys the same rules."""

import os
import stat
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover.git import GitError, Listed, git, ignored_from_above, listing
from codeseam_indexer.discover.names import STORES, is_data, skipped_by_name, vendored_folder
from codeseam_indexer.discover.paths import is_utf8, shown
from codeseam_indexer.discover.patterns import IgnoreFile
from codeseam_indexer.discover.rules import Level, read_rules, repository_above, root_level
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import FileStat, Found, Skipped, SkipReason
from codeseam_indexer.settings import Settings

_MOUNT_POINT = 0xA0000003
"""Reparse tag of a Windows junction, which is a link in all but name."""

_MAX_BELOW = 200
"""More paths than this are looked for in one full listing."""

_NO_RULES = IgnoreFile(b"")


@dataclass(frozen=True, slots=True)
class Discovery:
    """What is in a workspace.

    Attributes:
        found: the files to index, sorted by path; their content may still turn out to be binary,
            generated, minified or a key when it is read.
        skipped: what is left out and why; a folder that is left out as a whole ends in "/".
        folders: the folders, "" for the root, that were looked into.
        by_git: whether git listed them; else they were walked.
    """

    found: tuple[Found, ...]
    skipped: tuple[Skipped, ...]
    folders: frozenset[str] = frozenset()
    by_git: bool = False


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
class _Folder:
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
        self.folders: dict[str, _Folder | None] = {}
        self._tracked: set[str] | None = None
        self.takes_back = False
        self.taken_back: set[str] = set()
        self.found: dict[str, Found] = {}
        self.skipped: dict[str, Skipped] = {}

    # -- folders ----------------------------------------------------------------------------------

    def open_root(self, level: Level, *, by_git: bool) -> _Folder:
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
        folder = _Folder(
            "", entries, self._with_rules(level, entries, by_git=by_git), False, by_git
        )
        self.folders[""] = folder
        return folder

    def folder(self, path: str) -> _Folder | None:
        """The folder at ``path``; None where it, or one above it, is no part of the workspace."""
        if path in self.folders:
            return self.folders[path]
        above, _, name = path.rpartition("/")
        parent = self.folder(above)
        opened = self._open(parent, name) if parent is not None else None
        self.folders[path] = opened
        return opened

    def _open(self, parent: _Folder, name: str) -> _Folder | None:
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
        return _Folder(path, entries, level, wanted, parent.by_git)

    def _ignored_by_git(self, parent: _Folder, path: str, raw: bytes) -> bool:
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

    def _is_tracked(self, path: str, parent: _Folder) -> bool:
        """Whether git tracks a file in or below the folder."""
        if not parent.by_git:
            return path in self._has_tracked
        if self._tracked is not None:
            return path in self._tracked
        try:
            at, name = Path(self._root) / parent.path, path.rpartition("/")[2]
            return bool(git(at, "ls-files", "-z", "--", name))
        except GitError:
            return False

    # -- files ------------------------------------------------------------------------------------

    def file(self, path: str) -> None:
        """Sort a path that is a candidate into the found and the skipped ones."""
        above, _, name = path.rpartition("/")
        folder = self.folder(above)
        if folder is not None:
            self.file_in(folder, name)

    def file_in(self, folder: _Folder, name: str) -> None:
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
            self._tracked = (self._tracked or set()) | _ancestors(tracked)
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
            listed = listing(top, _outer(top, wanted))
        except GitError:
            folder.by_git = False
            folder.level = self._with_rules(folder.level, folder.entries, by_git=False)
            self.walk(folder, below)
            return
        folder.by_git = True
        self.take(listed, path + "/", below)

    def walk(self, start: _Folder, below: Collection[str] = ()) -> None:
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

    def _repository_in_walk(self, folder: _Folder, below: Collection[str]) -> None:
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

    def result(self, *, by_git: bool) -> Discovery:
        """Put together what was sorted."""
        folders = frozenset(path for path, folder in self.folders.items() if folder is not None)
        return Discovery(
            tuple(self.found[path] for path in sorted(self.found)),
            tuple(self.skipped[path] for path in sorted(self.skipped)),
            folders,
            by_git,
        )


def _relative_to(root: Path, folder: Path) -> str:
    """Where a folder lies below the root, "" where it does not."""
    for top in (root, Path(os.path.realpath(root))):
        for inner in (folder, Path(os.path.realpath(folder))):
            if inner != top and inner.is_relative_to(top):
                return inner.relative_to(top).as_posix()
    return ""


def visible_folders(
    root: Path, settings: Settings, start: str = "", tracked: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the folders at and below ``start`` in which a file of the workspace may appear.

    Ignored and vendored folders are left out, unless they are among ``tracked`` (what
    ``tracked_folders`` gave); so are linked worktrees. Each folder is opened afresh, parents before
    what is in them.
    """
    scan = Scan(root, settings, tracked)
    try:
        scan.open_root(root_level(root), by_git=False)
    except WorkspaceError:
        return
    first = scan.folder(start)
    waiting = [first] if first is not None else []
    while waiting:
        folder = waiting.pop()
        yield folder.path
        for name, entry in folder.entries.items():
            if not is_real_folder(entry):
                continue
            inner = scan.folder(f"{folder.path}/{name}" if folder.path else name)
            if inner is None:
                continue
            git_entry = inner.entries.get(".git")
            if git_entry is None or inner.wanted or not is_worktree(git_entry.path):
                waiting.append(inner)


def tracked_folders(root: Path) -> frozenset[str]:
    """The folders in which git tracks a file, at any depth; none where git does not answer."""
    try:
        out = git(root, "ls-files", "-z")
    except GitError:
        return frozenset()
    return frozenset(_ancestors([os.fsdecode(path) for path in out.split(b"\0") if path]))


def _only_own(level: Level | None) -> Level | None:
    if level is None:
        return None
    return Level(level.base, _NO_RULES, level.own, _only_own(level.up))


def _ancestors(paths: Collection[str]) -> set[str]:
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
        with open(git_entry, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123
            parts = file.read(4096).strip().replace("\\", "/").split("/")
    except OSError:
        return False
    return len(parts) > 1 and parts[-2] == "worktrees"


def _from_git(root: Path, below: Collection[str]) -> list[Listed] | None:
    """What git lists, or None where the workspace is to be walked."""
    top = repository_above(root)
    if top is None:
        return None
    try:
        if top != root and ignored_from_above(root):
            return None
        return listing(root, _outer(root, below))
    except GitError:
        return None


def _outer(root: Path, below: Collection[str]) -> list[str]:
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


def discover(root: Path, settings: Settings, below: Collection[str] | None = None) -> Discovery:
    """Find the files of a workspace, without opening any.

    Args:
        root: the workspace; it may be a link to a folder.
        settings: sizes from which files are left out.
        below: restrict the answer to these paths and what lies below them, each relative to the
            workspace. A path that does not come back is no part of the workspace (any more).

    Raises:
        WorkspaceError: the workspace is missing or cannot be read.
    """
    if below is not None:
        if not below:
            return Discovery((), ())
        if len(below) > _MAX_BELOW:
            return _only(discover(root, settings), below)
    wanted = () if below is None else tuple(dict.fromkeys(below))
    root = Path(os.path.abspath(root))  # noqa: PTH100 - resolve() would replace a link by its target
    scan = Scan(root, settings)
    listed = _from_git(root, wanted)
    if listed is None:
        top = repository_above(root)
        outside = top is not None and top != root and _git_ignores(root)
        level = Level(b"", _NO_RULES, _NO_RULES) if outside else root_level(root)
        scan.walk(scan.open_root(level, by_git=False), wanted)
    else:
        scan.open_root(Level(b"", _NO_RULES, _NO_RULES), by_git=True)
        scan.take(listed, "", wanted)
        if scan.takes_back:
            walked = Scan(root, settings)
            walked.walk(walked.open_root(root_level(root), by_git=False), wanted)
            scan.add_taken_back(walked)
    return scan.result(by_git=listed is not None)


def _git_ignores(root: Path) -> bool:
    try:
        return ignored_from_above(root)
    except GitError:
        return False


def _only(whole: Discovery, below: Collection[str]) -> Discovery:
    exact = set(below)

    def asked(path: str) -> bool:
        path = path.rstrip("/")
        return path in exact or any(path.startswith(p + "/") for p in prefixes) or "" in exact

    prefixes = tuple(p for p in exact if p in whole.folders)
    return Discovery(
        tuple(item for item in whole.found if asked(item.path)),
        tuple(item for item in whole.skipped if asked(item.path)),
        whole.folders,
        whole.by_git,
    )
