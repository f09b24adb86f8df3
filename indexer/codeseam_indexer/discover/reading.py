"""Reads one file of a workspace: a regular file, through no link, once, and never a secret."""

import hashlib
import os
import stat
from pathlib import Path

from codeseam_indexer.discover.contents import skipped_by_content
from codeseam_indexer.discover.names import is_data, skipped_by_name
from codeseam_indexer.discover.paths import is_utf8, shown
from codeseam_indexer.discover.rules import wanted_back
from codeseam_indexer.discover.tree import file_stat
from codeseam_indexer.languages import detect
from codeseam_indexer.parse import decode
from codeseam_indexer.records import FileStat, Skipped, SkipReason, SourceFile
from codeseam_indexer.settings import MAX_DATA_BYTES, MAX_FILE_BYTES, Settings

HASH_BYTES = 16

_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)  # fmt: skip
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)
_BY_HANDLE = os.open in os.supports_dir_fd
_TRIES = 3
"""A file that is being written is read again this often, in the hope of a quiet moment."""


class _Refused(Exception):  # noqa: N818 - a signal inside this module
    def __init__(self, reason: SkipReason, status: FileStat | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


def content_hash(data: bytes) -> bytes:
    """The hash that names a content: BLAKE2b, 16 bytes."""
    return hashlib.blake2b(data, digest_size=HASH_BYTES).digest()


def _open_below(root: Path, path: str) -> int:
    """Open ``path`` going through real folders only; the caller closes it."""
    parts = path.split("/")
    if not _BY_HANDLE:
        at = os.fspath(root)
        for part in parts:
            at = f"{at}/{part}"
            status = os.lstat(at)
            if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0):
                raise _Refused(SkipReason.LINK)
        return os.open(at, _FLAGS)
    folder = os.open(root, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))  # the root may be a link
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER_FLAGS, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FLAGS, dir_fd=folder)
    finally:
        os.close(folder)


def _opened(root: Path, path: str) -> int:
    if not path or any(part in {"", ".", ".."} for part in path.split("/")) or "\0" in path:
        raise _Refused(SkipReason.MISSING)
    try:
        return _open_below(root, path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _Refused(_seen(root, path, SkipReason.MISSING)) from error
    except OSError as error:
        raise _Refused(_seen(root, path, SkipReason.UNREADABLE)) from error


def _seen(root: Path, path: str, otherwise: SkipReason) -> SkipReason:
    """What a path that could not be opened is, as far as that can be told without opening it."""
    at = os.fspath(root)
    mode = 0
    for part in path.split("/"):
        at = f"{at}/{part}"
        try:
            mode = os.lstat(at).st_mode
        except OSError:
            return otherwise
        if stat.S_ISLNK(mode):
            return SkipReason.LINK
    return otherwise if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else SkipReason.NOT_REGULAR


def read_bytes(root: Path, path: str, limit: int = MAX_FILE_BYTES) -> tuple[bytes, FileStat] | None:
    """Read a regular file of the workspace, or None where there is none, or none to be read.

    Args:
        root: the workspace.
        path: relative to it.
        limit: a larger file is not read.
    """
    try:
        return _read(root, path, limit)
    except _Refused:
        return None


def _read(root: Path, path: str, limit: int) -> tuple[bytes, FileStat]:
    handle = _opened(root, path)
    try:
        return _read_open(handle, limit)
    finally:
        os.close(handle)


def _read_open(handle: int, limit: int) -> tuple[bytes, FileStat]:
    data, before = b"", file_stat(os.fstat(handle))
    for _ in range(_TRIES):
        status = os.fstat(handle)
        before = file_stat(status)
        if stat.S_ISDIR(status.st_mode):
            raise _Refused(SkipReason.MISSING)
        if not stat.S_ISREG(status.st_mode):
            raise _Refused(SkipReason.NOT_REGULAR, before)
        if status.st_size > limit:
            raise _Refused(SkipReason.TOO_LARGE, before)
        try:
            data = _whole(handle, limit)
        except OSError as error:
            raise _Refused(SkipReason.UNREADABLE, before) from error
        if file_stat(os.fstat(handle)) == before and len(data) == before.size:
            break
    if len(data) > limit:
        raise _Refused(SkipReason.TOO_LARGE, before)
    # Where it never held still the older stat goes with it: the next look will see a change.
    return data, before


def _whole(handle: int, limit: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts: list[bytes] = []
    left = limit + 1
    while left > 0 and (part := os.read(handle, min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def read_file(
    root: Path, path: str, settings: Settings | None = None
) -> tuple[SourceFile | Skipped, FileStat | None]:
    """Read a file of the workspace, with what the file system said of it when it was read.

    The path must be one that ``discover`` found: ignore rules are not asked again. A skipped file
    without a stat is not there (``SkipReason.MISSING``) or could not be looked at.
    """
    largest = settings.max_file_bytes if settings else MAX_FILE_BYTES
    most_data = settings.max_data_bytes if settings else MAX_DATA_BYTES
    name = path.rpartition("/")[2]
    status: FileStat | None = None
    try:
        if not is_utf8(path):
            raise _Refused(SkipReason.EMPTY_NAME)
        by_name = skipped_by_name(name)
        if by_name is not None and not _taken_back(root, path, by_name):
            raise _Refused(by_name)
        data, status = _read(root, path, largest)
        if is_data(name) and len(data) > most_data and not wanted_back(root, path):
            raise _Refused(SkipReason.TOO_LARGE, status)
        reason = skipped_by_content(name, data)
        if reason is not None and not _taken_back(root, path, reason):
            raise _Refused(reason, status)
    except _Refused as refused:
        status = refused.status or status or _stat(root, path, refused.reason)
        return Skipped(shown(path), refused.reason, status), status
    text = decode(data)
    language = detect(path, text, lambda: _beside(root, path))
    return SourceFile(path, text, content_hash(data), language), status


def _beside(root: Path, path: str) -> list[str]:
    """The names in the folder of a file; none where it cannot be read."""
    try:
        return [entry.name for entry in (root / path).parent.iterdir()]
    except (OSError, ValueError):
        return []


def _taken_back(root: Path, path: str, reason: SkipReason) -> bool:
    never = {SkipReason.SECRET, SkipReason.BINARY}
    return reason not in never and wanted_back(root, path)


def _stat(root: Path, path: str, reason: SkipReason) -> FileStat | None:
    if reason is SkipReason.MISSING:
        return None
    try:
        return file_stat(os.lstat(root / path))
    except (OSError, ValueError):
        return None


def read_source(root: Path, path: str, settings: Settings | None = None) -> SourceFile | Skipped:
    """Read a file that ``discover`` found; ``read_file`` gives its stat too."""
    return read_file(root, path, settings)[0]
