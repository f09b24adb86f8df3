"""What is watched, and what an event at a path means."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover import IGNORE_NAMES, git_folder, tracked_folders, visible_folders
from codeseam_indexer.settings import Settings
from codeseam_indexer.watch.door import Door
from codeseam_indexer.watch.hints import Hints

_GIT_NAMES = frozenset({"HEAD", "index", "info/exclude", "config"})


@dataclass(frozen=True, slots=True)
class Target:
    """A workspace as it was when watching began.

    Attributes:
        root: its real path, with no link in it.
        settings: decide with its ignore files which folders belong to it.
        tracked: the folders in which git tracks files, ignored or not.
        git: the folder that holds HEAD and the index, None outside of git.
        hints: where what happens is told.
        door: where others knock, None where nobody does.
    """

    root: Path
    settings: Settings
    tracked: frozenset[str]
    git: Path | None
    hints: Hints
    door: Door | None = None

    @classmethod
    def open(
        cls, root: Path, settings: Settings, hints: Hints, door: Door | None = None
    ) -> "Target":
        """Look at a workspace, which may be a link."""
        real = Path(os.path.realpath(root))
        git = git_folder(real)
        tracked = tracked_folders(real) if git is not None else frozenset[str]()
        return cls(real, settings, tracked, git, hints, door)

    def folders(self, start: str = "") -> Iterator[str]:
        """The folders at and below ``start`` whose files are of interest."""
        return visible_folders(self.root, self.settings, start, self.tracked)

    def relative(self, path: str) -> str | None:
        """A path of the operating system relative to the root, "" for it; None outside."""
        return _below(os.fspath(self.root), path)

    def seen(self, path: str) -> None:
        """Tell of an event at an absolute path."""
        if self.git is not None:
            inner = _below(os.fspath(self.git), path)
            if inner is not None:
                if inner in _GIT_NAMES:
                    self.hints.add_all(rules=True)
                return
        inner = self.relative(path)
        parts = inner.split("/") if inner is not None else []
        if inner is None or ".git" in parts:
            return
        if parts[-1] in IGNORE_NAMES:
            self.hints.add_all(rules=True)
        else:
            self.hints.add((inner,))


def _below(base: str, path: str) -> str | None:
    """A path relative to a folder, with slashes, "" for the folder itself; None outside it."""
    if path == base:
        return ""
    prefix = base.rstrip(os.sep) + os.sep
    if not path.startswith(prefix):
        return None
    inner = path[len(prefix) :]
    return inner.replace("\\", "/") if os.sep == "\\" else inner
