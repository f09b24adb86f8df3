"""What of a workspace differs from the branch it will be merged into, and where its HEAD is."""

import contextlib
import os
from pathlib import Path

from codeseam_indexer.discover.git import GitError, filters_off, git, listing
from codeseam_indexer.errors import UsageError

_DEFAULT_BRANCHES = tuple(
    f"refs/{where}/{name}"
    for where, names in (
        ("remotes/origin", ("HEAD", "main", "master")),
        ("remotes/upstream", ("HEAD",)),
        ("heads", ("main", "master", "trunk")),
        ("remotes/origin", ("develop", "trunk")),
        ("heads", ("develop",)),
    )
    for name in names
)
_DIFF = (
    "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
    "--ignore-submodules=all", "--no-color", "--relative",
)  # fmt: skip


def changed(root: Path) -> frozenset[str]:
    """The paths that differ from the merge base with the default branch.

    Committed on this branch, staged, edited and untracked ones alike; deleted ones too. On the
    default branch itself, and without any, the base is what its remote has, else HEAD. Paths inside
    a submodule are compared with the commit that the base records for it.

    Raises:
        UsageError: the workspace is no git repository, or git refuses it.
    """
    try:
        git(root, "rev-parse", "--is-inside-work-tree")
    except GitError as error:
        raise UsageError(
            f"What has changed is known only in a git repository that git accepts ({error}); "
            "ask without the restriction to changed files."
        ) from None
    try:
        return frozenset(_differing(root, _base(root)))
    except GitError as error:
        raise UsageError(
            f"git could not say what has changed ({error}); ask again, or without the restriction "
            "to changed files."
        ) from None


def _differing(root: Path, base: str | None) -> set[str]:
    listed = listing(root)
    result = {item.path for item in listed if not item.tracked and not item.nested}
    if base is None:  # no commit yet: everything is new
        return result | {item.path for item in listed if item.tracked and not item.module}
    out = git(root, *_DIFF, base, "--", options=filters_off(root))
    result.update(os.fsdecode(path) for path in out.split(b"\0") if path)
    for item in listed:
        if item.module and (root / item.path / ".git").exists():
            inner = _differing(root / item.path, _recorded(root, base, item.path))
            result.update(f"{item.path}/{path}" for path in inner)
    return result


def _recorded(root: Path, base: str, module: str) -> str:
    """The commit that the base records for a submodule, where the submodule has it; else HEAD."""
    entry = git(root, "ls-tree", "-z", base, "--", module).partition(b"\t")[0].split()
    if len(entry) == 3 and entry[1] == b"commit":
        commit = entry[2].decode()
        try:
            git(root / module, "cat-file", "-e", f"{commit}^{{commit}}")
        except GitError:
            return "HEAD"
        return commit
    return "HEAD"


def _base(root: Path) -> str | None:
    """The commit to compare with; None where there is no commit yet."""
    try:
        here = git(root, "rev-parse", "-q", "--verify", "HEAD^{commit}").strip().decode()
    except GitError:
        return None
    tips = _tips(root)
    for branch in _DEFAULT_BRANCHES:
        if branch not in tips:
            continue
        try:
            return git(root, "merge-base", here, tips[branch]).split()[0].decode()
        except (GitError, IndexError):
            continue  # no common history, or a shallow clone that ends before it
    return here


def _tips(root: Path) -> dict[str, str]:
    """The commits of the branches that may be the default one, in one call."""
    out = git(root, "for-each-ref", "--format=%(refname) %(objectname)", *_DEFAULT_BRANCHES)
    return dict(line.split(" ", 1) for line in out.decode("utf-8", "replace").splitlines())


def git_folder(root: Path) -> Path | None:
    """The folder that holds HEAD and the index of the work tree around ``root``, without git."""
    for folder in (root, *root.parents):
        entry = folder / ".git"
        if entry.is_dir():
            return entry
        if entry.is_file():
            try:
                text = entry.read_text(encoding="utf-8", errors="surrogateescape").strip()
            except OSError:
                return None
            return (folder / text.removeprefix("gitdir:").strip()).absolute()
    return None


def head(root: Path) -> str:
    """The branch and commit of the workspace ("main 1a2b3c4d5e"), "" where it has none.

    Reads two small files; git is not started.
    """
    folder = git_folder(root)
    if folder is None:
        return ""
    try:
        text = _first_line(folder / "HEAD")
    except OSError:
        return ""
    if not text.startswith("ref:"):
        return f"detached {text[:10]}"
    ref = text.removeprefix("ref:").strip()
    branch = ref.removeprefix("refs/heads/")
    commit = _resolve(folder, ref)
    return f"{branch} {commit[:10]}" if commit else f"{branch} (no commit yet)"


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline(4096).strip()


def _resolve(folder: Path, ref: str) -> str:
    if ".." in ref.split("/") or not ref.startswith("refs/"):
        return ""
    common = folder
    with contextlib.suppress(OSError):  # only a linked worktree has one
        common = folder / _first_line(folder / "commondir")
    try:
        return _first_line(common / ref)
    except OSError:
        return _packed(common / "packed-refs", ref)


def _packed(path: Path, ref: str) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                commit, _, name = line.strip().partition(" ")
                if name == ref:
                    return commit
    except OSError:
        return ""
    return ""
