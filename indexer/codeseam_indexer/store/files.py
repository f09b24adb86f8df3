"""The files of a database on disk: whether somebody else had a hand in them."""

import contextlib
import hashlib
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.store.location import on_network

_LOG, _SHARED, _NOTE = "-wal", "-shm", "-seal"

_WRITING = "writing"

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a database that is open.

    While a connection is open SQLite neither deletes nor replaces one of them, so that another
    one of the same name was put there by somebody else.

    Attributes:
        database: device and inode of the file itself, None where it is not there.
        beside: those of its log and of the memory that its connections share, where it has them.
        stamp: its size and time, where it is written only through a log.
    """

    database: Identity | None
    beside: tuple[Identity | None, ...] = ()
    stamp: tuple[int, int] = (0, 0)


def look(path: Path, *, logged: bool) -> Files:
    """Look what is there; only which file the database is where it has no log."""
    try:
        stat = path.stat()
    except OSError:
        return Files(None)
    database = stat.st_dev, stat.st_ino
    if not logged:
        return Files(database)
    beside = _identity(_beside(path, _LOG)), _identity(_beside(path, _SHARED))
    return Files(database, beside, (stat.st_size, stat.st_mtime_ns))


def has_log(path: Path) -> bool:
    """Whether the database is written through a log beside it, once it is open.

    That needs memory which its readers share: one host only.
    """
    return not on_network(path)


# The note beside a database says in which state it was left: closed in order, open, or being
# written, which happens when its log is written back. Under the lock for opening it.


def note_open(path: Path) -> None:
    """Note that the file as it is now is in use, and is written by nobody without a note."""
    _write(path, _open(path))


def note_writing(path: Path) -> None:
    """Note that the file is being written."""
    _write(path, _WRITING)


def seal(path: Path) -> bool:
    """Note that a file without a log was closed in order, so that it opens unchecked."""
    with contextlib.suppress(FileNotFoundError):
        if not _beside(path, _LOG).exists():
            _write(path, _stamp(path))
            return True
    return False


def sealed(path: Path) -> bool:
    """Whether the file is as it was when it was closed in order."""
    with contextlib.suppress(OSError):
        return _read(path) == _stamp(path)
    return False


def tampered(path: Path) -> str:
    """Say what somebody did to a file that is or was in use, in a few words; "" for nothing.

    A log belongs to one file: read through it, a copy that is older gives a mixture that looks
    sound, and a file whose log is gone may have half of what was written last.
    """
    note = _read(path)
    while note.startswith("open "):
        if note == _open(path):
            lost = has_log(path) and not _beside(path, _LOG).exists()
            return "has lost its log" if lost else ""
        before, note = note, _read(path)
        if before == note:
            return "is not the file that was in use"
    return ""


def remove_companions(path: Path) -> None:
    """Delete what lies beside a database that is gone: its log would be replayed into the next."""
    for suffix in (_LOG, _SHARED, "-journal", _NOTE):
        with contextlib.suppress(FileNotFoundError):
            _beside(path, suffix).unlink()


def beside(path: Path, root: Path, role: str) -> Path:
    """Give a name beside the database that belongs to one of its work trees."""
    name = hashlib.blake2b(str(root).encode("utf-8", "surrogateescape"), digest_size=8)
    return path.with_name(f"{path.name}-{role}-{name.hexdigest()}")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _identity(path: Path) -> Identity | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _open(path: Path) -> str:
    now = look(path, logged=has_log(path))
    return "open {} {} {} {}".format(*(now.database or (0, 0)), *now.stamp)


def _stamp(path: Path) -> str:
    stat = path.stat()
    return f"{stat.st_size} {stat.st_mtime_ns}"


def _read(path: Path) -> str:
    try:
        return _beside(path, _NOTE).read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _write(path: Path, note: str) -> None:
    with contextlib.suppress(OSError):
        if _read(path) != note:
            _beside(path, _NOTE).write_text(note, "ascii")
