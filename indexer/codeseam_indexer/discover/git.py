"""Asks git about a workspace, without letting the workspace run or fetch anything through it.

A repository may be hostile: its config can name programs (hooks, fsmonitor, filters, remotes). None
of the commands used here needs one, and each is switched off all the same. git's own refusal of a
repository that belongs to somebody else is respected; the caller then walks.
"""

import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

TIMEOUT_SECONDS = 10.0
"""A listing takes 0.2 s per 100,000 files; past this the walk is the safer way."""

_SAFE = (
    "--no-pager", "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}", "-c", "core.quotePath=false",
    "-c", "core.untrackedCache=false", "-c", "core.preloadIndex=false",
    "-c", "safe.bareRepository=explicit", "-c", "protocol.allow=never", "-c", "diff.external=",
    "-c", "submodule.recurse=false", "-c", "diff.ignoreSubmodules=all",
)  # fmt: skip


LITERAL = ("--literal-pathspecs",)
"""The option of commands that are given paths: a path may look like a pattern."""


class GitError(Exception):
    """git is missing, refuses the folder, or took too long; for this package alone."""


def _environment() -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env.update(
        GIT_OPTIONAL_LOCKS="0",
        GIT_TERMINAL_PROMPT="0",
        GIT_NO_LAZY_FETCH="1",
        GIT_ALLOW_PROTOCOL="none",  # stronger than any protocol.*.allow of the repository
        GIT_NO_REPLACE_OBJECTS="1",
        GIT_ATTR_NOSYSTEM="1",
        LC_ALL="C",
    )
    return env


def git(
    folder: Path, *arguments: str, options: Sequence[str] = (), timeout: float = TIMEOUT_SECONDS
) -> bytes:
    """Run git in ``folder`` and return what it printed.

    Raises:
        GitError: it could not be run, failed, or took longer than ``timeout`` seconds.
    """
    try:
        done = subprocess.run(  # noqa: S603 - fixed arguments, no shell
            ["git", *_SAFE, *options, *arguments],  # noqa: S607 - whichever git the user has
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        raise GitError(f"git took more than {timeout:g} s") from None
    except (OSError, ValueError) as error:
        raise GitError(f"git cannot be run: {error}") from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(lines[0].removeprefix("fatal: ") if lines else "git failed")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Listed:
    """A path that git lists.

    Attributes:
        path: as the file system spells it, relative to the folder asked about.
        tracked: whether it is in git's index.
        module: whether it is a submodule.
        nested: whether it is an untracked repository, of which git lists the folder alone.
    """

    path: str
    tracked: bool
    module: bool = False
    nested: bool = False


def listing(folder: Path, below: Iterable[str] = ()) -> list[Listed]:
    """List what git holds to be the files of ``folder``: tracked or untracked, never ignored.

    Tracked files are listed although they may be deleted. ``below`` restricts the list to these
    paths and what lies below them.

    Raises:
        GitError: ``folder`` is in no work tree that git accepts.
    """
    wanted = ["--", *below]
    out = git(
        folder,
        "ls-files",
        "-z",
        "-t",
        "-s",
        "-c",
        "-o",
        "--exclude-standard",
        *wanted,
        options=LITERAL,
    )
    result: list[Listed] = []
    seen: set[str] = set()
    for record in out.split(b"\0"):
        if not record:
            continue
        tag, _, rest = record.partition(b" ")
        tracked = tag != b"?"
        mode = b""
        if tracked:
            entry, _, rest = rest.partition(b"\t")
            mode = entry[:6]
        path = os.fsdecode(rest)
        nested = path.endswith("/")
        path = path.rstrip("/")
        if path in seen or not path or ".." in path.split("/"):
            continue  # a conflict lists a path once a side; ".." is outside
        seen.add(path)
        result.append(Listed(path, tracked, mode == b"160000", nested))
    return result


def filters_off(folder: Path) -> list[str]:
    """The options that switch off every filter program that the config of ``folder`` names."""
    try:
        names = git(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\..*")
    except GitError:  # also where there is none
        return []
    options: list[str] = []
    for driver in {name.rpartition(b".")[0] for name in names.split(b"\0") if name}:
        text = os.fsdecode(driver)
        for key, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")):
            options += ["-c", f"{text}.{key}={value}"]
    return options


def ignored_from_above(folder: Path) -> bool:
    """Whether the repository around ``folder`` ignores it as a whole.

    Raises:
        GitError: it is in no work tree that git accepts.
    """
    prefix = git(folder, "rev-parse", "--show-prefix").removesuffix(b"\n")
    if not prefix:
        return False
    try:
        git(folder, "check-ignore", "-q", ".")
    except GitError:  # status 1: not ignored
        return False
    return not git(folder, "ls-files", "-z")
