"""The folders of a workspace as they were listed: whose times changed is listed anew."""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover import IGNORE_NAMES, Looker, is_real_folder
from codeseam_indexer.fresh.rules import Rules
from codeseam_indexer.fresh.times import moved_on, settled
from codeseam_indexer.records import Entry, SkipReason
from codeseam_indexer.settings import Settings

NO_STAT = frozenset({SkipReason.EMPTY_NAME})
"""Skipped paths that are escaped, and cannot be looked at under the name they are listed with."""


_GIT = frozenset({".git", ".git/"})


@dataclass(slots=True)
class _Seen:
    """A folder as it was listed: its times, whether they were fresh then, and its names.

    The names are one text, a NUL between two: sets of them would be half of what a server keeps.
    Those of folders end in a slash; what is neither file nor folder is left out, since a file may
    take its place.
    """

    times: tuple[int, int]
    racy: bool
    names: str


class Folders:
    """Says what was created, deleted or renamed in folders, by a manifest.

    ``out`` is everywhere the set to which suspected paths are added.
    """

    def __init__(self, root: Path, settings: Settings, rules: Rules) -> None:
        self._root = root
        self._base = os.fspath(root)
        self._settings = settings
        self._rules = rules
        self._tracked: frozenset[str] = frozenset()
        self._known: dict[str, _Seen] = {}
        self._round: list[str] = []

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, path: str) -> bool:
        return path in self._known

    def clear(self) -> None:
        """Forget all: others may belong to the workspace now."""
        self._known.clear()

    def settle(self, manifest: Mapping[str, Entry], out: set[str]) -> None:
        """List every folder.

        Raises:
            WorkspaceError: the workspace cannot be read.
        """
        self._known.clear()
        looker = Looker(self._root, self._settings, self._tracked)
        self._look_below(looker, "", manifest, out)
        self._rules.listed()

    def track(self, tracked: frozenset[str]) -> None:
        """Say in which folders git tracks files, ignored or not."""
        self._tracked = tracked

    def check(self, manifest: Mapping[str, Entry], out: set[str], chosen: Iterable[str]) -> None:
        """List the folders among ``chosen`` that changed, or whose times cannot be believed yet.

        Raises:
            WorkspaceError: the workspace cannot be read.
        """
        changed = self._changed(chosen)
        if not changed:
            return
        looker = Looker(self._root, self._settings, self._tracked)
        for path in changed:
            if path in self._known:
                self._look_below(looker, path, manifest, out)

    def next(self, near: Iterable[str], most: int) -> Iterable[str]:
        """Choose the folders to look at: those of these files, and the next ``most`` of all."""
        if len(self._known) <= most:
            return list(self._known)
        first = {path.rpartition("/")[0] for path in near}
        if not self._round:
            self._round = list(self._known)
        now = self._round[-most:]
        del self._round[-most:]
        return [path for path in first.union(now) if path in self._known]

    def _changed(self, chosen: Iterable[str]) -> list[str]:
        base, changed = self._base + "/", list[str]()
        for path in chosen:
            seen = self._known[path]
            try:
                now = os.lstat(base + path)
            except OSError:
                changed.append(path)
                continue
            if seen.racy or seen.times != (now.st_mtime_ns, now.st_ctime_ns):
                changed.append(path)
        return changed

    def _look_below(
        self, looker: Looker, start: str, manifest: Mapping[str, Entry], out: set[str]
    ) -> None:
        """List a folder, and those below it that were not known."""
        waiting = [start]
        while waiting:
            path = waiting.pop()
            inner = self._look(looker, path, manifest, out)
            waiting.extend(folder for folder in inner if folder not in self._known)

    def _look(
        self, looker: Looker, path: str, manifest: Mapping[str, Entry], out: set[str]
    ) -> list[str]:
        """List one folder and compare it with the manifest; the folders in it."""
        began = time.time_ns()
        try:
            status = os.lstat(f"{self._base}/{path}")
        except OSError:
            self._drop(path, out)
            return []
        times = status.st_mtime_ns, status.st_ctime_ns
        listed = looker.folder(path)
        if listed is None:
            self._drop(path, out)
            return []
        old = self._known.get(path)
        racy = not settled(*times, began)
        here = {name: None for entry in listed.entries.values() if (name := _name(entry))}
        self._known[path] = _Seen(times, racy, "\0".join(here))
        names = set(old.names.split("\0")) if old is not None else None
        prefix = f"{path}/" if path else ""
        for name in (names or set[str]()) - here.keys() - {""}:
            child = prefix + name.rstrip("/")
            if child in manifest:
                out.add(child)
            if child in self._known:
                self._drop(child, out)
        if path and names is not None and bool(names & _GIT) != bool(here.keys() & _GIT):
            out.add(path)  # it became a repository of its own, or is none any more
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
            if child in self._known:
                self._drop(child, out)
                out.add(child)
            if name in IGNORE_NAMES:
                self._rules.met(entry.path)
            if known is not None:
                if known.reason not in NO_STAT and moved_on(entry.path, known.stat):
                    out.add(child)
            elif (names is None or name not in names) and looker.is_file(path, name):
                out.add(child)
        return folders

    def _drop(self, path: str, out: set[str]) -> None:
        """Forget a folder that is gone or no longer belongs to the workspace."""
        out.add(path)
        prefix = path + "/"
        for known in [k for k in self._known if k == path or k.startswith(prefix)]:
            del self._known[known]


def _name(entry: "os.DirEntry[str]") -> str:
    """How an entry is remembered; a file or link by its name, a folder with a slash."""
    if entry.is_dir(follow_symlinks=False):
        return entry.name + "/"
    return entry.name if entry.is_symlink() or entry.is_file() else ""
