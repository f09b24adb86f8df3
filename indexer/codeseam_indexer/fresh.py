"""Says before an answer which files most likely changed since they were indexed.

The watcher may be late, may have missed an event, or may not run in this process. So before an
answer leaves, ``Freshness.check`` looks at the disk itself:

- at each file of the answer, and at its content too as long as the clock could hide an edit;
- at each known folder, whose times change when something in it is created, deleted or renamed;
  of more than 1,000 folders at those of the answer and of late changes, and at others in turn;
- at the files that changed lately, at the ignore files, and at git's HEAD and index;
- at some hundreds of other files, all of them in a small workspace, in turn in a larger one.

What it cannot see at once is an edit in place, in a larger workspace, of a file that is neither in
the answer nor among those that changed lately: the watcher tells of it before, and ``verify``,
which costs a stat of every file and folder, sees it too. Use::

    freshness = Freshness(root, settings)
    suspects = freshness.check(manifest, shown)  # before an answer, once the index was complete
    sync(..., paths=None if suspects.everything else suspects.paths)
    freshness.done(suspects)                     # after the sync; then compute the answer anew

With 5,000 files in 500 folders a check takes 1.6 ms of CPU, ``verify`` 18 ms, the first check 40 ms
(benchmarks/freshness.py). All methods may be called from several threads.
"""

import os
import stat
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover import (
    IGNORE_NAMES,
    Looker,
    content_hash,
    file_stat,
    git_folder,
    is_real_folder,
    read_bytes,
    tracked_folders,
)
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import Entry, FileStat, SkipReason
from codeseam_indexer.settings import Settings

RACY_NS = 2_000_000_000
"""A time stamp is believed once it is older than this; the coarsest file systems count 2 s."""

_HOT = 256
"""So many files that changed last are looked at for every answer."""

_FOLDERS_A_CHECK = 1000
"""With more folders than this a check looks at the likely ones and takes turns with the others."""

_LOOKS = 1000
"""So many folders and files are looked at in a check, whether anything speaks for a change or not;
each takes some 2.5 µs, most of it in the system."""

_LEAST_FILES = 100
"""So many of them are files."""

_READ_A_CHECK = 32
"""So many of those are read where their times cannot be believed yet."""

_NO_STAT = frozenset({SkipReason.EMPTY_NAME})
"""Skipped paths that are escaped, and cannot be looked at under the name they are listed with."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """What may differ from the index.

    Attributes:
        paths: files, or folders with all that is below them, relative to the workspace.
        everything: what belongs to the workspace may have changed; only a full sync will do.
    """

    paths: frozenset[str] = frozenset()
    everything: bool = False

    def __bool__(self) -> bool:
        return self.everything or bool(self.paths)


@dataclass(slots=True)
class _Seen:
    """A folder as it was listed: its times, whether they were fresh then, and its names.

    The names are one text, a slash between two: sets of them would be half of what a server keeps.
    """

    times: tuple[int, int]
    racy: bool
    names: str


class Freshness:
    """Compares the disk with a manifest, remembering what it saw so that the next look is cheap."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root = Path(os.path.realpath(root))
        self._base = os.fspath(self._root)
        self._settings = settings
        self._lock = threading.Lock()
        self._folders: dict[str, _Seen] = {}
        self._rules: dict[str, FileStat | None] = {}
        self._git: dict[str, FileStat | None] = {}
        self._rules_now: dict[str, FileStat | None] = {}
        self._git_now: dict[str, FileStat | None] = {}
        self._index = ""
        self._tracked: frozenset[str] = frozenset()
        self._hot: OrderedDict[str, None] = OrderedDict()
        self._sure: dict[str, FileStat] = {}
        self._waiting: set[str] = set()
        self._round: list[str] = []
        self._turn: list[str] = []

    # -- the three looks --------------------------------------------------------------------------

    def settle(self, manifest: Mapping[str, Entry]) -> Suspects:
        """Look at every folder and file, and remember the folders for the checks that follow.

        ``check`` does it where it is needed; done beforehand the first answer need not wait for it.
        """
        with self._lock:
            return self._settle(manifest)

    def check(
        self, manifest: Mapping[str, Entry], shown: Iterable[str] = (), *, told: bool = False
    ) -> Suspects:
        """Look at what most likely changed; a workspace that is gone has everything changed.

        Args:
            manifest: every entry of the index, which has been complete once.
            shown: the files that the answer shows; their content is read where times can lie.
            told: whether a watcher has just said all that it knows; fewer files that nothing
                speaks for are looked at then.
        """
        shown = tuple(shown)
        with self._lock:
            return self._look_at(manifest, shown, whole=False, told=told)

    def check_shown(self, manifest: Mapping[str, Entry], shown: Collection[str]) -> Suspects:
        """Look once more at the files that an answer shows, before it leaves."""
        with self._lock:
            return self._found({path for path in shown if self._lies(manifest, path)})

    def verify(self, manifest: Mapping[str, Entry]) -> Suspects:
        """Look at every folder and every file: what ``check`` sees, and edits in place anywhere."""
        with self._lock:
            return self._look_at(manifest, (), whole=True, told=False)

    def done(self, suspects: Suspects) -> None:
        """Say that a sync looked at these suspects: they are given again only when they change."""
        with self._lock:
            self._waiting -= suspects.paths
            for path in suspects.paths:
                self._warm(path)
            if suspects.everything:
                # As they were before the sync: what changed while it ran is to be seen again.
                self._git.update(self._git_now)
                self._rules = {p: status for p, status in self._rules_now.items() if status}
                self._folders.clear()  # other folders may belong to the workspace now
                self._waiting.clear()

    def _settle(self, manifest: Mapping[str, Entry]) -> Suspects:
        self._folders.clear()
        self._watch_git()
        self._tracked = tracked_folders(self._root) if self._index else frozenset()
        out: set[str] = set()
        try:
            looker = Looker(self._root, self._settings, self._tracked)
        except WorkspaceError:
            return self._all()
        self._look_below(looker, "", manifest, out)
        for path, entry in manifest.items():
            if path.rpartition("/")[0] not in self._folders and self._differs(path, entry):
                out.add(path)
        recent = sorted(manifest.values(), key=lambda entry: entry.stat.mtime_ns, reverse=True)
        for entry in reversed(recent[: _HOT // 2]):
            self._warm(entry.path)
        return self._found(out | self._waiting)

    def _look_at(
        self, manifest: Mapping[str, Entry], shown: Collection[str], *, whole: bool, told: bool
    ) -> Suspects:
        index_moved, rules_moved = self._moved()
        if rules_moved:
            return self._all()
        if not self._folders:
            out = set(self._settle(manifest).paths)
        else:
            out = set(self._waiting)
            try:
                self._check_folders(manifest, out, None if whole else shown)
            except WorkspaceError:
                self._folders.clear()
                return self._all()
        if not self._folders or None in self._rules.values():
            return self._all()
        if whole or index_moved:
            out.update(path for path, entry in manifest.items() if self._differs(path, entry))
        else:
            out.update(self._take_turns(manifest, _LEAST_FILES if told else _LOOKS))
        out.update(path for path in self._hot if self._is_stale(manifest, path))
        out.update(path for path in shown if path not in out and self._lies(manifest, path))
        return self._found(out)

    def touched(self, paths: Collection[str]) -> None:
        """Say that these files changed lately, as the watcher saw it."""
        with self._lock:
            for path in paths:
                self._warm(path)

    def hot(self) -> frozenset[str]:
        """The files that are looked at in every check because they changed last."""
        with self._lock:
            return frozenset(self._hot)

    # -- files ------------------------------------------------------------------------------------

    def _found(self, out: set[str]) -> Suspects:
        self._waiting |= out
        for path in out:
            self._warm(path)
        return Suspects(frozenset(out))

    def _warm(self, path: str) -> None:
        self._hot[path] = None
        self._hot.move_to_end(path)
        while len(self._hot) > _HOT:
            self._hot.popitem(last=False)

    def _differs(self, path: str, entry: Entry) -> bool:
        """Whether the stat of a file is not the one it was indexed with."""
        if entry.reason in _NO_STAT or path.endswith("/"):
            return False
        return _moved_on(f"{self._base}/{path}", entry.stat)

    def _take_turns(self, manifest: Mapping[str, Entry], looks: int) -> list[str]:
        """Look at the next files of all; those that differ."""
        if not self._turn:
            self._turn = [path for path in manifest if path not in self._hot]
        count = max(_LEAST_FILES, looks - min(len(self._folders), _FOLDERS_A_CHECK))
        self._turn, now = self._turn[count:], self._turn[:count]
        base, out, unsure = self._base + "/", list[str](), list[str]()
        for path in now:
            entry = manifest.get(path)
            if entry is None or entry.reason in _NO_STAT or path[-1] == "/":
                continue
            if _moved_on(base + path, entry.stat):
                out.append(path)
            elif entry.stat.mtime_ns == -1 and entry.document is not None:
                unsure.append(path)
        unsure = [path for path in unsure if path not in self._sure]
        out += [path for path in unsure[:_READ_A_CHECK] if self._lies(manifest, path)]
        return out

    def _is_stale(self, manifest: Mapping[str, Entry], path: str) -> bool:
        entry = manifest.get(path)
        if entry is None:  # a file that is new is found by its folder
            return False
        if entry.stat.mtime_ns == -1:
            return self._lies(manifest, path)
        return self._differs(path, entry)

    def _lies(self, manifest: Mapping[str, Entry], path: str) -> bool:
        """Whether a file differs in its stat or, while that may hide an edit, in its content."""
        entry = manifest.get(path)
        if entry is None:
            return True
        if self._differs(path, entry):
            return True
        if entry.document is None:
            return False
        now = _stat(f"{self._base}/{path}")
        if now is not None and self._sure.get(path) == now:
            return False
        began = time.time_ns()
        read = read_bytes(self._root, path, self._settings.max_file_bytes)
        if read is None or content_hash(read[0]) != entry.hash:
            return True
        if _settled(read[1].mtime_ns, read[1].ctime_ns, began):
            if len(self._sure) > 10_000:
                self._sure.clear()
            self._sure[path] = read[1]
        return False

    # -- folders ----------------------------------------------------------------------------------

    def _next_folders(self, near: Iterable[str] | None) -> list[str]:
        """The folders to look at: all, or those of these files and the next of the others."""
        if near is None or len(self._folders) <= _FOLDERS_A_CHECK:
            return list(self._folders)
        first = {path.rpartition("/")[0] for path in (*near, *self._hot)}
        if not self._round:
            self._round = list(self._folders)
        self._round, now = self._round[_FOLDERS_A_CHECK:], self._round[:_FOLDERS_A_CHECK]
        return [path for path in first.union(now) if path in self._folders]

    def _times(self, path: str) -> tuple[int, int] | None:
        try:
            status = os.lstat(f"{self._base}/{path}" if path else self._base)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_ctime_ns

    def _check_folders(
        self, manifest: Mapping[str, Entry], out: set[str], near: Iterable[str] | None = None
    ) -> None:
        changed: list[str] = []
        for path in self._next_folders(near):
            seen = self._folders[path]
            if seen.racy or seen.times != self._times(path):
                changed.append(path)
        if not changed:
            return
        looker = Looker(self._root, self._settings, self._tracked)
        for path in changed:
            if path in self._folders:
                self._look_below(looker, path, manifest, out)

    def _look_below(
        self, looker: Looker, start: str, manifest: Mapping[str, Entry], out: set[str]
    ) -> None:
        """List a folder, and those below it that were not known."""
        waiting = [start]
        while waiting:
            path = waiting.pop()
            inner = self._look(looker, path, manifest, out)
            waiting.extend(folder for folder in inner if folder not in self._folders)

    def _look(
        self, looker: Looker, path: str, manifest: Mapping[str, Entry], out: set[str]
    ) -> list[str]:
        """List one folder and compare it with the manifest; the folders in it."""
        began = time.time_ns()
        times = self._times(path)
        listed = looker.folder(path)
        if listed is None or times is None:
            self._drop(path, out)
            return []
        old = self._folders.get(path)
        racy = not _settled(*times, began)
        self._folders[path] = _Seen(times, racy, "/".join(listed.entries))
        names = set(old.names.split("/")) if old is not None else None
        prefix = f"{path}/" if path else ""
        for name in (names or set[str]()) - listed.entries.keys() - {""}:
            child = prefix + name
            if child in manifest:
                out.add(child)
            if child in self._folders:
                self._drop(child, out)
        return self._compare(looker, path, names, manifest, out)

    def _compare(
        self,
        looker: Looker,
        path: str,
        names: set[str] | None,
        manifest: Mapping[str, Entry],
        out: set[str],
    ) -> list[str]:
        folders: list[str] = []
        prefix = f"{path}/" if path else ""
        for name, entry in looker.entries(path):
            child = prefix + name
            known = manifest.get(child)
            if is_real_folder(entry):
                if known is not None:
                    out.add(child)
                if looker.belongs(child):
                    folders.append(child)
                continue
            if child in self._folders:
                self._drop(child, out)
                out.add(child)
            if name in IGNORE_NAMES and entry.path not in self._rules:
                # One that appeared in a known folder changes what belongs to the workspace.
                self._rules[entry.path] = _stat(entry.path) if names is None else None
            if known is not None:
                if known.reason not in _NO_STAT and _moved_on(entry.path, known.stat):
                    out.add(child)
            elif (names is None or name not in names) and looker.is_file(path, name):
                out.add(child)
        return folders

    def _drop(self, path: str, out: set[str]) -> None:
        """Forget a folder that is gone or no longer belongs to the workspace."""
        out.add(path)
        prefix = path + "/"
        for known in [k for k in self._folders if k == path or k.startswith(prefix)]:
            del self._folders[known]

    # -- rules ------------------------------------------------------------------------------------

    def _watch_git(self) -> None:
        folder = git_folder(self._root)
        self._index = os.fspath(folder / "index") if folder is not None else ""
        if folder is not None:
            for path in (folder / "HEAD", folder / "index", folder / "info" / "exclude"):
                self._git.setdefault(os.fspath(path), _stat(os.fspath(path)))

    def _moved(self) -> tuple[bool, bool]:
        """Whether git's index, and whether HEAD or an ignore file, changed since the last look."""
        self._git_now = {path: _stat(path) for path in self._git}
        self._rules_now = {path: _stat(path) for path in self._rules}
        moved = {path for path, now in self._git_now.items() if now != self._git[path]}
        index_moved = self._index in moved
        if index_moved:
            self._git[self._index] = self._git_now[self._index]
        born = bool(self._folders) and not self._git and os.path.lexists(f"{self._base}/.git")
        if born:
            self._watch_git()
            self._git_now = dict(self._git)
        return index_moved, born or bool(moved - {self._index}) or self._rules_now != self._rules

    def _all(self) -> Suspects:
        for path, known in self._rules.items():
            self._rules_now.setdefault(path, known or _stat(path))
        return Suspects(everything=True)


def _stat(path: str) -> FileStat | None:
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return None if stat.S_ISDIR(status.st_mode) else file_stat(status)


def _moved_on(path: str, indexed: FileStat) -> bool:
    """Whether a file is gone or its stat is not the indexed one.

    An indexed time of -1 says that it could not be believed; the rest of the stat has to do.
    """
    try:
        now = os.lstat(path)
    except (OSError, ValueError):
        return True
    return (
        now.st_size != indexed.size
        or now.st_ctime_ns != indexed.ctime_ns
        or now.st_ino != indexed.inode
        or indexed.mtime_ns not in {now.st_mtime_ns, -1}
        or stat.S_ISDIR(now.st_mode)
    )


def _settled(mtime_ns: int, ctime_ns: int, at_ns: int) -> bool:
    """Whether a change after ``at_ns`` must show in these times."""
    # Nobody can set the ctime of POSIX back; on Windows it is the time of creation.
    return at_ns - (mtime_ns if os.name == "nt" else ctime_ns) > RACY_NS
