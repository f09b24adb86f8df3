"""What decides which files belong to a workspace: ignore files, git's HEAD, index and settings."""

import os
import time
from pathlib import Path

from codeseam_indexer.discover import git_folder, rule_files
from codeseam_indexer.fresh.times import settled, stat_of
from codeseam_indexer.records import FileStat


class Rules:
    """Remembers the stats of these files, and which of them have changed since."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._ignore: dict[str, FileStat | None] = {}
        self._git: dict[str, FileStat | None] = {}
        self._ignore_now: dict[str, FileStat | None] = {}
        self._git_now: dict[str, FileStat | None] = {}
        self._index = ""
        self._began = time.time_ns()
        self._listed = False

    @property
    def by_git(self) -> bool:
        """Whether the workspace is in a work tree of git."""
        return bool(self._index)

    @property
    def new(self) -> bool:
        """Whether an ignore file appeared that was not there when its folder was listed."""
        return None in self._ignore.values()

    def find_git(self) -> None:
        """Look for git's files, and remember those that were not known."""
        folder = git_folder(self._root)
        self._index = os.fspath(folder / "index") if folder is not None else ""
        if folder is not None:
            for path in (folder / "index", *rule_files(self._root)):
                self._git.setdefault(os.fspath(path), stat_of(os.fspath(path)))

    def met(self, path: str) -> None:
        """Remember an ignore file; one that nobody can have read for the index is a new one."""
        if path in self._ignore:
            return
        now = stat_of(path)
        old = now is not None and settled(now.mtime_ns, now.ctime_ns, self._began)
        self._ignore[path] = now if old and not self._listed else None

    def listed(self) -> None:
        """Say that all folders were listed once: ignore files that are met from now on are new."""
        self._listed = True

    def moved(self, *, settled: bool) -> tuple[bool, bool]:
        """Whether git's index, and whether HEAD or an ignore file, changed since the last look.

        With ``settled`` a repository that was made since is a change, too.
        """
        self._git_now = {path: stat_of(path) for path in self._git}
        self._ignore_now = {path: stat_of(path) for path in self._ignore}
        moved = {path for path, now in self._git_now.items() if now != self._git[path]}
        index_moved = self._index in moved
        if index_moved:
            self._git[self._index] = self._git_now[self._index]
        born = settled and not self._git and os.path.lexists(self._root / ".git")
        if born:
            self.find_git()
            self._git_now = dict(self._git)
        return index_moved, born or bool(moved - {self._index}) or self._ignore_now != self._ignore

    def doubt(self) -> None:
        """Everything is in question: what ignore files are known counts as looked at."""
        for path, known in self._ignore.items():
            self._ignore_now.setdefault(path, known or stat_of(path))

    def accept(self) -> None:
        """Take for known what the last look saw: what changed since then is to be seen again."""
        self._git.update(self._git_now)
        self._ignore = {path: status for path, status in self._ignore_now.items() if status}
