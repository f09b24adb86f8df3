"""The files of git's own that decide which files belong to a workspace, and what they decide."""

import contextlib
import os
from pathlib import Path

from codeseam_indexer.discover.changes import git_folder
from codeseam_indexer.discover.git import GitError, git
from codeseam_indexer.discover.tree import ancestors


def rule_files(root: Path) -> tuple[Path, ...]:
    """HEAD, the excludes and the configuration of the repository, and the user's; () outside git.

    They need not be there. A linked work tree has the excludes of the repository it belongs to.
    """
    folder = git_folder(root)
    if folder is None:
        return ()
    common = folder
    with contextlib.suppress(OSError):  # only a linked work tree has one
        common = folder / (folder / "commondir").read_text("utf-8", "surrogateescape").strip()
    try:
        named = git(root, "config", "-z", "--type=path", "--get", "core.excludesFile")
        user = root / os.fsdecode(named.rstrip(b"\0"))
    except GitError:  # also where none is named
        user = Path("~/.config/git/ignore").expanduser()
    return (
        folder / "HEAD", common / "info" / "exclude", common / "config", user,
        Path("~/.gitconfig").expanduser(),
    )  # fmt: skip


def tracked_folders(root: Path) -> frozenset[str]:
    """The folders in which git tracks a file, at any depth; none where git does not answer."""
    return frozenset(ancestors(_listed(root)))


def tracked_though_ignored(root: Path) -> frozenset[str]:
    """The files that git tracks although a rule ignores them; none where git does not answer."""
    return frozenset(_listed(root, "--cached", "--ignored", "--exclude-standard"))


def _listed(root: Path, *options: str) -> list[str]:
    try:
        out = git(root, "ls-files", "-z", *options)
    except GitError:
        return []
    return [os.fsdecode(path) for path in out.split(b"\0") if path]
