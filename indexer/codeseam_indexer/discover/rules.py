"""The ignore files of a workspace, level by level: ``.gitignore`` and ``.codeseamignore``."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from codeseam_indexer.discover.patterns import IgnoreFile

GIT_IGNORE = b".gitignore"
OWN_IGNORE = b".codeseamignore"
IGNORE_NAMES = frozenset({".gitignore", ".codeseamignore"})

_MAX_BYTES = 1024 * 1024
_NONE = IgnoreFile(b"")

_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
)  # fmt: skip


def read_rules(path: bytes) -> IgnoreFile:
    """Read an ignore file; one that is missing, a link, no file or too large has no rules."""
    try:
        handle = os.open(path, _FLAGS)
    except OSError:
        return _NONE
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            return _NONE
        return IgnoreFile(os.read(handle, _MAX_BYTES))
    except OSError:
        return _NONE
    finally:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class Level:
    """The rules that hold in one folder: its own ignore files and those of the folders above.

    ``base`` is the path of the folder relative to the place where the chain begins, "" or ending in
    a slash. Rules of codeseam's own file decide before any of git's: they are the more particular.
    """

    base: bytes
    git: IgnoreFile
    own: IgnoreFile
    up: "Level | None" = None
    _chains: tuple[list[tuple[int, IgnoreFile]], list[tuple[int, IgnoreFile]]] = field(
        default_factory=lambda: ([], []), compare=False
    )

    def __post_init__(self) -> None:
        own, git = self._chains
        level: Level | None = self
        while level is not None:
            if level.own:
                own.append((len(level.base), level.own))
            if level.git:
                git.append((len(level.base), level.git))
            level = level.up

    def down(self, name: bytes, git: IgnoreFile, own: IgnoreFile) -> "Level":
        """The level of a folder in this one."""
        return Level(self.base + name + b"/", git, own, self)

    def own_decision(self, name: bytes, *, folder: bool) -> bool | None:
        """What ``.codeseamignore`` says of an entry of this folder."""
        return self._decide(self._chains[0], name, folder=folder)

    def git_decision(self, name: bytes, *, folder: bool) -> bool | None:
        """What git's files say of an entry of this folder."""
        return self._decide(self._chains[1], name, folder=folder)

    def ignored(self, name: bytes, *, folder: bool) -> bool:
        """Whether an entry of this folder is left out."""
        decision = self.own_decision(name, folder=folder)
        if decision is None:
            decision = self.git_decision(name, folder=folder)
        return bool(decision)

    def _decide(
        self, chain: list[tuple[int, IgnoreFile]], name: bytes, *, folder: bool
    ) -> bool | None:
        if not chain:
            return None
        path = self.base + name
        for skip, rules in chain:
            decision = rules.decide(path[skip:], name, folder=folder)
            if decision is not None:
                return decision
        return None


def repository_above(root: Path) -> Path | None:
    """The nearest folder at or above ``root`` that holds a ``.git``."""
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            return folder
    return None


def _exclude_file(top: Path) -> IgnoreFile:
    git = top / ".git"
    if git.is_file():  # a linked worktree or a submodule: its rules are in the common folder
        try:
            text = git.read_text(encoding="utf-8", errors="surrogateescape").strip()
        except OSError:
            return _NONE
        git = top / text.removeprefix("gitdir:").strip()
        common = git / "commondir"
        if common.is_file():
            git = git / common.read_text(encoding="utf-8", errors="surrogateescape").strip()
    return read_rules(os.fsencode(git / "info" / "exclude"))


def root_level(root: Path) -> Level:
    """The level of the workspace's root as the repository around it sees it.

    The root's own ignore files are not read yet; those of the folders above it, up to the top of
    the repository, and ``.git/info/exclude`` hold in it.
    """
    top = repository_above(root)
    if top is None:
        return Level(b"", _NONE, _NONE)
    level = Level(b"", _exclude_file(top), _NONE)
    folder = top
    for part in root.relative_to(top).parts:
        level = Level(level.base, read_rules(os.fsencode(folder / ".gitignore")), _NONE, level)
        level = level.down(os.fsencode(part), _NONE, _NONE)
        folder = folder / part
    return Level(level.base, _NONE, _NONE, level)


def wanted_back(root: Path, path: str) -> bool:
    """Whether a ``.codeseamignore`` takes this path, or a folder it is in, back by a ``!`` rule.

    Asked only of a file that would be left out, so that the ignore files are read when it matters.
    """
    folder, level = root, Level(b"", _NONE, read_rules(os.fsencode(root / ".codeseamignore")))
    *folders, name = path.split("/")
    for part in folders:
        raw = os.fsencode(part)
        if level.own_decision(raw, folder=True) is False:
            return True
        folder = folder / part
        level = level.down(raw, _NONE, read_rules(os.fsencode(folder / ".codeseamignore")))
    return level.own_decision(os.fsencode(name), folder=False) is False
