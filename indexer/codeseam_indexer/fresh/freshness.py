"""Looks at the disk before an answer, and says which files most likely changed.

The watcher may be late, may have missed an event, or may not run in this process. So before an
answer leaves, ``Freshness.check`` looks at the disk itself:

- at each file of the answer, and at its content too as long as the clock could hide an edit;
- at each known folder, whose times change when something in it is created, deleted or renamed;
  of more than 1,000 folders at those of the answer and of late changes, and at others in turn;
- at the files that changed lately, at the ignore files, and at git's HEAD and index;
- at some hundreds of other files, all of them in a small workspace, in turn in a larger one.

What it cannot see at once is an edit in place, in a larger workspace, of a file that is neither in
the answer nor among those that changed lately: the watcher tells of it before, and ``verify``,
which costs a stat of every file and folder, sees it too. Where the watcher has just said all that
it knows, fewer folders and files that nothing speaks for take their turn. Use::

    freshness = Freshness(root, settings)
    suspects = freshness.check(manifest, shown)  # before an answer, once the index was complete
    sync(..., paths=None if suspects.everything else suspects.paths)
    freshness.done(suspects)                     # after the sync; then compute the answer anew

With 5,000 files in 500 folders a check takes 1.6 ms of CPU, ``verify`` 18 ms, the first check 40 ms
(benchmarks/freshness.py). All methods may be called from several threads.
"""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover import (
    content_hash,
    read_bytes,
    tracked_folders,
    tracked_though_ignored,
)
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.fresh.folders import NO_STAT, Folders
from codeseam_indexer.fresh.rules import Rules
from codeseam_indexer.fresh.times import moved_on, settled, stat_of
from codeseam_indexer.records import Entry, FileStat
from codeseam_indexer.settings import Settings

_HOT = 256
"""So many files that changed last are looked at for every answer."""

_FOLDERS = 1000
"""With more folders than this a check looks at the likely ones and takes turns with the others."""

_FOLDERS_TOLD = 200
"""So many take their turn where a watcher of them all has just said what it knows."""

_LOOKS = 1000
"""So many folders and files are looked at in a check, whether anything speaks for a change or not;
each takes some 2.5 µs, most of it in the system."""

_LEAST_FILES = 100
"""So many of them are files."""

_READ_A_CHECK = 32
"""So many of those are read where their times cannot be believed yet."""


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


class Freshness:
    """Compares the disk with a manifest, remembering what it saw so that the next look is cheap."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root = Path(os.path.realpath(root))
        self._base = os.fspath(self._root)
        self._settings = settings
        self._lock = threading.Lock()
        self._rules = Rules(self._root)
        self._folders = Folders(self._root, settings, self._rules)
        self._tracked: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()
        self._hot: OrderedDict[str, None] = OrderedDict()
        self._sure: dict[str, FileStat] = {}
        self._waiting: set[str] = set()
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
                self._rules.accept()
                self._folders.clear()  # other folders may belong to the workspace now
                self._waiting.clear()

    def _settle(self, manifest: Mapping[str, Entry]) -> Suspects:
        self._rules.find_git()
        out: set[str] = set()
        try:
            self._track()
            self._folders.settle(manifest, out)
        except WorkspaceError:
            return self._all()
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
        index_moved, rules_moved = self._rules.moved(settled=bool(self._folders))
        if rules_moved:
            return self._all()
        out = self._track() if index_moved else set[str]()
        if not self._folders:
            out |= self._settle(manifest).paths
        else:
            out |= self._waiting
            try:
                self._check_folders(manifest, out, shown, whole=whole, told=told)
            except WorkspaceError:
                self._folders.clear()
                return self._all()
        if not self._folders or self._rules.new:
            return self._all()
        if whole or index_moved:
            out.update(path for path, entry in manifest.items() if self._differs(path, entry))
        else:
            out.update(self._take_turns(manifest, _LEAST_FILES if told else _LOOKS))
        out.update(path for path in self._hot if self._is_stale(manifest, path))
        out.update(path for path in shown if path not in out and self._lies(manifest, path))
        return self._found(out)

    def _track(self) -> set[str]:
        """Ask git what it tracks; what belongs to the workspace for that now, or did before."""
        before = self._tracked
        if self._rules.by_git:
            self._tracked = tracked_folders(self._root), tracked_though_ignored(self._root)
        else:
            self._tracked = frozenset(), frozenset()
        self._folders.track(self._tracked[0])
        return {path for old, new in zip(before, self._tracked, strict=True) for path in old ^ new}

    def _check_folders(
        self,
        manifest: Mapping[str, Entry],
        out: set[str],
        shown: Collection[str],
        *,
        whole: bool,
        told: bool,
    ) -> None:
        most = len(self._folders) if whole else _FOLDERS
        if told and most < len(self._folders):
            most = _FOLDERS_TOLD
        self._folders.check(manifest, out, self._folders.next((*shown, *self._hot), most))

    def rest(self) -> None:
        """Forget what is quickly found again; for a time without questions."""
        with self._lock:
            self._turn = []
            self._sure.clear()

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
        if entry.reason in NO_STAT or path.endswith("/"):
            return False
        return moved_on(f"{self._base}/{path}", entry.stat)

    def _take_turns(self, manifest: Mapping[str, Entry], looks: int) -> list[str]:
        """Look at the next files of all; those that differ."""
        if not self._turn:
            self._turn = [path for path in manifest if path not in self._hot]
        count = max(_LEAST_FILES, looks - min(len(self._folders), _FOLDERS))
        now = self._turn[-count:]
        del self._turn[-count:]
        base, out, unsure = self._base + "/", list[str](), list[str]()
        for path in now:
            entry = manifest.get(path)
            if entry is None or entry.reason in NO_STAT or path[-1] == "/":
                continue
            if moved_on(base + path, entry.stat):
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
        now = stat_of(f"{self._base}/{path}")
        if now is not None and self._sure.get(path) == now:
            return False
        began = time.time_ns()
        read = read_bytes(self._root, path, self._settings.max_file_bytes)
        if read is None or content_hash(read[0]) != entry.hash:
            return True
        if settled(read[1].mtime_ns, read[1].ctime_ns, began):
            if len(self._sure) > 10_000:
                self._sure.clear()
            self._sure[path] = entry.stat if entry.stat == read[1] else read[1]
        return False

    def _all(self) -> Suspects:
        self._rules.doubt()
        return Suspects(everything=True)
