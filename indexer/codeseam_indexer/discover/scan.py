"""Finds the files of a workspace: what git lists, or a walk that obeys the same rules."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.discover.git import GitError, Listed, ignored_from_above, listing
from codeseam_indexer.discover.patterns import IgnoreFile
from codeseam_indexer.discover.rules import Level, repository_above, root_level
from codeseam_indexer.discover.tree import (
    Folder,
    Scan,
    as_listed,
    is_real_folder,
    is_worktree,
)
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import Found, Skipped
from codeseam_indexer.settings import Settings

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


def _from_git(root: Path, below: Collection[str]) -> list[Listed] | None:
    """What git lists, or None where the workspace is to be walked."""
    top = repository_above(root)
    if top is None:
        return None
    try:
        if top != root and ignored_from_above(root):
            return None
        return listing(root, as_listed(root, below))
    except GitError:
        return None


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
        for path in wanted:  # git may list nothing of a folder whose rules take files back
            scan.folder(path)
        scan.take(listed, "", wanted)
        if scan.takes_back:
            walked = Scan(root, settings)
            walked.walk(walked.open_root(root_level(root), by_git=False), wanted)
            scan.add_taken_back(walked)
    return _result(scan, by_git=listed is not None)


def _result(scan: Scan, *, by_git: bool) -> Discovery:
    folders = frozenset(path for path, folder in scan.folders.items() if folder is not None)
    return Discovery(
        tuple(scan.found[path] for path in sorted(scan.found)),
        tuple(scan.skipped[path] for path in sorted(scan.skipped)),
        folders,
        by_git,
    )


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


def visible_folders(
    root: Path, settings: Settings, start: str = "", tracked: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the folders at and below ``start`` in which a file of the workspace may appear.

    Ignored and vendored folders are left out, unless they are among ``tracked`` (what
    ``tracked_folders`` gave); so are linked worktrees. Each folder is opened afresh, parents before
    what is in them.
    """
    try:
        looker = Looker(root, settings, tracked)
    except WorkspaceError:
        return
    waiting = [start] if looker.folder(start) is not None else []
    while waiting:
        path = waiting.pop()
        yield path
        for name, entry in looker.entries(path):
            inner = f"{path}/{name}" if path else name
            if is_real_folder(entry) and looker.belongs(inner):
                waiting.append(inner)


class Looker:
    """Looks into single folders by the rules of a walk; it opens each folder once and keeps it.

    Raises:
        WorkspaceError: the workspace cannot be read.
    """

    def __init__(self, root: Path, settings: Settings, tracked: frozenset[str]) -> None:
        self._scan = Scan(root, settings, tracked)
        self._scan.open_root(root_level(root), by_git=False)

    def folder(self, path: str) -> Folder | None:
        """The folder at a path, None where it is no part of the workspace."""
        return self._scan.folder(path)

    def entries(self, path: str) -> "list[tuple[str, os.DirEntry[str]]]":
        """The names and entries of a folder; none of one that is no part of the workspace."""
        folder = self._scan.folder(path)
        return list(folder.entries.items()) if folder is not None else []

    def belongs(self, path: str) -> bool:
        """Whether a folder is part of the workspace, and no worktree of its own."""
        folder = self._scan.folder(path)
        if folder is None:
            return False
        git_entry = folder.entries.get(".git")
        return git_entry is None or folder.wanted or not path or not is_worktree(git_entry.path)

    def is_file(self, path: str, name: str) -> bool:
        """Whether an entry of a folder is a file to index, as far as its name and size tell."""
        folder = self._scan.folder(path)
        if folder is None:
            return False
        self._scan.file_in(folder, name)
        return (f"{path}/{name}" if path else name) in self._scan.found
