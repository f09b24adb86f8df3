"""Keeps paths inside the workspace: what a user gives, and what is opened."""

import ntpath
import os
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from codeseam_indexer.errors import OutsideError, UsageError

_DRIVE = re.compile(r"^[A-Za-z]:")


def inside(root: Path, user_path: str) -> str:
    """Turn a path that a user or an agent gave into one relative to the workspace.

    It may be relative or absolute, with ``./`` and ``..``, with backslashes, or a ``file:`` URL; it
    need not exist, and may be a glob. The workspace itself is "". Links are not resolved: nothing
    is ever opened through one.

    Raises:
        OutsideError: it lies outside the workspace.
        UsageError: it is no path.
    """
    if "\0" in user_path:
        raise UsageError(
            "A path cannot contain a NUL character; give one relative to the workspace."
        )
    text = _as_slashes(root, user_path)
    if os.name != "nt" and _DRIVE.match(text) and not (root / text).exists():
        raise _outside(user_path)
    if posixpath.isabs(text) or (os.name == "nt" and _DRIVE.match(text)):
        text = _below(root, text, user_path)
    elif text.startswith("~") and not (root / text.partition("/")[0]).exists():
        raise _outside(user_path)
    clean = posixpath.normpath(text) if text else "."
    if clean == ".." or clean.startswith("../") or posixpath.isabs(clean):
        raise _outside(user_path)
    return "" if clean == "." else clean


def _as_slashes(root: Path, text: str) -> str:
    if text.lower().startswith("file:"):
        parts = urlsplit(text)
        if parts.netloc not in {"", "localhost"}:
            raise _outside(text)
        text = unquote(parts.path)
        if os.name == "nt":
            text = text.lstrip("/")
    if "\\" not in text:
        return text
    # On POSIX a backslash may be part of a name; where no such file exists it is an agent's slash.
    if os.name != "nt" and os.path.lexists(os.path.join(root, text)):  # noqa: PTH118 - no text is tidied
        return text
    return text.replace("\\", "/")


def _below(root: Path, text: str, given: str) -> str:
    """Make an absolute path relative to the root, under either of the root's names."""
    clean = posixpath.normpath(text)
    for top in (os.path.abspath(root), os.path.realpath(root)):  # noqa: PTH100 - texts
        base = top.replace("\\", "/") if os.name == "nt" else top
        if _same(clean, base):
            return "."
        prefix = base.rstrip("/") + "/"
        if _same(clean[: len(prefix)], prefix):
            return clean[len(prefix) :]
    raise _outside(given)


def _same(one: str, other: str) -> bool:
    if os.name == "nt":
        return ntpath.normcase(one) == ntpath.normcase(other)
    return one == other


def _outside(given: str) -> OutsideError:
    shown = given.encode("utf-8", "backslashreplace").decode()
    return OutsideError(f"{shown} is outside the workspace; give a path relative to its root.")


def shown(path: str) -> str:
    r"""The path as valid UTF-8: bytes of a name that are none are escaped (``\xe9``)."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    return path


def is_utf8(path: str) -> bool:
    """Whether a path of the file system can be written as UTF-8."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
