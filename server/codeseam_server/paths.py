"""What a path in a question means: always a place in the workspace, never a look outside."""

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from codeseam_indexer.errors import OutsideError, UsageError
from codeseam_indexer.store.filters import glob_pattern

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def relative(workspace: Path, text: str) -> str:
    """The path that ``text`` means, relative to the workspace, with "/"; "" is the workspace.

    Absolute paths inside the workspace, ``./``, ``..``, backslashes and ``file:`` addresses are
    understood. Nothing on disk is looked at, so an answer tells nothing of what is outside.

    Raises:
        OutsideError: it leaves the workspace.
        UsageError: it cannot be a path at all.
    """
    if "\0" in text:
        raise UsageError("A path cannot contain a NUL character.")
    path = text.strip()
    if path.startswith("file:"):
        path = unquote(urlsplit(path).path)
    if "\\" in path and not (os.sep == "/" and (workspace / path).exists()):
        path = path.replace("\\", "/")
    if path.startswith("~"):
        raise OutsideError(_outside(text))
    if path.startswith("/") or _DRIVE.match(path):
        path = _inside(workspace, path, text)
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                raise OutsideError(_outside(text))
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _inside(workspace: Path, path: str, text: str) -> str:
    """The rest of an absolute path below the workspace, by its name or by its real name."""

    def plain(value: str) -> str:
        return os.path.normcase(os.path.normpath(value)).lstrip(os.sep)  # "//x", "/C:/x" too

    wanted = plain(path)
    for root in (str(workspace), os.path.realpath(workspace)):
        base = plain(root)
        if wanted == base:
            return ""
        if wanted.startswith(base + os.sep):
            return wanted[len(base) + 1 :].replace(os.sep, "/")
    raise OutsideError(_outside(text))


def _outside(text: str) -> str:
    shown = text if len(text) <= 80 else text[:77] + "..."
    return f"{shown!r} is outside the workspace; give a path relative to it, such as src/app.py."


def matcher(wanted: Sequence[str], known: Iterable[str]) -> Callable[[str], bool]:
    """A test of paths: those in ``wanted``, below a folder in it, or matching a glob in it.

    What exists among ``known`` is taken as it stands, whatever characters it has.
    """
    ordered = sorted(known)
    exact = [path for path in wanted if exists(path, ordered)]
    globs = [glob_pattern(path) for path in wanted if path not in exact]

    def matches(path: str) -> bool:
        return any(
            not place or path == place or path.startswith(place + "/") for place in exact
        ) or any(glob.fullmatch(path) is not None for glob in globs)

    return matches if wanted else lambda _path: True


def exists(path: str, ordered: Sequence[str]) -> bool:
    """Whether ``path`` is, or is a folder of, one of the sorted paths."""
    if not path:
        return True
    at = bisect_left(ordered, path)
    if at < len(ordered) and ordered[at] == path:
        return True
    below = bisect_left(ordered, path + "/")
    return below < len(ordered) and ordered[below].startswith(path + "/")


def work_tree(start: Path) -> Path:
    """The git work tree around a folder, else the folder itself."""
    for folder in (start, *start.parents):
        if (folder / ".git").exists():
            return folder
    return start
