"""Opens the database file: checks it, rebuilds what cannot be used, and words its errors."""

import contextlib
import hashlib
import logging
import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import apsw

from codeseam_indexer.errors import DiskFullError, NewerError, ReadOnlyError, StoreError
from codeseam_indexer.store import files, vectors
from codeseam_indexer.store.database import Database
from codeseam_indexer.store.files import Files
from codeseam_indexer.store.lock import FileLock, NoLocksError, in_use

SCHEMA = 7
"""Raised with every change of the tables; an older file is rebuilt, a newer one refused."""

_APPLICATION = 0x0C5EA401
_BUSY_MS = 15_000
OPENING_SECONDS = 30.0
"""How long one process waits for another that opens or closes the same file."""

_WAL_BYTES = 16 * 1024 * 1024
_CACHE_KB = 12 * 1024
"""Pages that a reader keeps in memory: SQLite's own 2 MB make a query read most from disk, twice
as many make none faster, since vectors of which many are asked for are kept apart."""
_WRITER_CACHE_KB = 24 * 1024
"""The same for the writer: what does not fit is written several times in one batch."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database.

    Attributes:
        db: the connection.
        path: its file.
        files: what lay on disk then, to notice that it was replaced or deleted.
        backend: the name of the table of sign bits.
        writable: False where the file or its folder is read-only.
        notice: one sentence for the user when the old file was set aside, else "".
    """

    db: Database
    path: Path
    files: Files
    backend: str
    writable: bool
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """What the vectors of a database are: a change of it rebuilds the database."""

    model: str
    dimensions: int
    backend: str


class _UnusableError(Exception):
    """The file cannot be used as it is; ``damaged`` where that is not of our making."""

    def __init__(self, reason: str, *, damaged: bool) -> None:
        super().__init__(reason)
        self.damaged = damaged


def open_database(path: Path, wanted: Format, *, replace: bool = True) -> Opened:
    """Open ``path``, making it where it is missing, outdated or damaged.

    Args:
        path: the database file; its folder is made.
        wanted: model, dimensions and back-end of the vectors.
        replace: rebuild a file of another model; otherwise that is an error.

    Raises:
        NewerError: a newer codeseam wrote it.
        ReadOnlyError: it is missing or unusable, and nothing can be written there.
        DiskFullError: no room is left.
        StoreError: it cannot be opened for another reason.
    """
    with translated(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = opening(path)
            if not lock.acquire(OPENING_SECONDS):
                raise StoreError(
                    f"Another process has been opening {path} for {OPENING_SECONDS:.0f} s;"
                    " end it and try again."
                )
        except NoLocksError as error:
            raise StoreError(
                f"The folder {path.parent} is on a file system without locks, which an index needs;"
                " set CODESEAM_CACHE_DIR to a folder on another."
            ) from error
        except OSError as error:
            return _open_frozen(path, wanted, error)
        with lock:
            return _open_or_rebuild(path, wanted, replace=replace)


def opening(path: Path) -> FileLock:
    """Give the lock under which a file is opened, closed or set aside."""
    return FileLock(path.with_name(path.name + "-open"))


def _open_or_rebuild(path: Path, wanted: Format, *, replace: bool) -> Opened:
    notice = ""
    try:
        if path.exists():
            return _open_existing(path, wanted)
    except _UnusableError as error:
        if not error.damaged and not replace:
            raise StoreError(f"{path} {error}; restart codeseam to use it.") from None
        notice = _set_aside(path, str(error), keep=error.damaged)
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.CantOpenError) as error:
        if not isinstance(error, apsw.CantOpenError) or not path.is_file():
            notice = _set_aside(path, "is damaged", keep=True)
        elif not os.access(path.parent, os.W_OK):
            return _open_frozen(path, wanted, error)
        else:
            raise
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        return _open_frozen(path, wanted, error)
    files.remove_companions(path)
    return _create(path, wanted, notice)


def _open_existing(path: Path, wanted: Format) -> Opened:
    if not path.is_file():
        raise _UnusableError("is not a file", damaged=True)
    if tampered := files.tampered(path):
        raise _UnusableError(tampered, damaged=True)
    db = _connect(path)
    try:
        _verify(db, path, wanted)
        writable = _writable(db, path)
    except BaseException:
        db.close()
        raise
    return Opened(db, path, _files_in_use(path, writable=writable), wanted.backend, writable)


def _files_in_use(path: Path, *, writable: bool) -> Files:
    if writable:
        files.note_open(path)
    return files.look(path, logged=writable and files.has_log(path))


def _connect(
    path: Path, flags: int = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
) -> Database:
    db = Database(str(path), flags=flags)
    db.connection.set_busy_timeout(_BUSY_MS)
    db.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
    vectors.load_extension(db)
    return db


def connect_writer(opened: Opened) -> Database:
    """Open a second connection for writing, so that readers never see half a batch."""
    db = _connect(opened.path)
    db.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KB}")
    _tune(db, opened.path)
    return db


def _tune(db: Database, path: Path) -> None:
    journal = "WAL" if files.has_log(path) else "TRUNCATE"
    db.execute(f"PRAGMA journal_mode = {journal}")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
    db.execute("PRAGMA temp_store = MEMORY")


def _writable(db: Database, path: Path) -> bool:
    if not os.access(path, os.W_OK) or db.connection.readonly("main"):
        return False
    _tune(db, path)
    return True


def _open_frozen(path: Path, wanted: Format, cause: Exception) -> Opened:
    """Open a database that cannot be written, as it stands, without a lock or a log."""
    if not path.is_file():
        raise ReadOnlyError(_read_only(path)) from cause
    uri = path.absolute().as_uri() + "?immutable=1"
    db = Database(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    vectors.load_extension(db)
    try:
        _verify(db, path, wanted, sealed=True)
    except (_UnusableError, apsw.Error) as error:
        db.close()
        raise ReadOnlyError(_read_only(path)) from error
    return Opened(db, path, files.look(path, logged=False), wanted.backend, writable=False)


def _verify(db: Database, path: Path, wanted: Format, *, sealed: bool | None = None) -> None:
    """Refuse a file that is not exactly what this version writes.

    Raises:
        NewerError: a newer version wrote it.
        _UnusableError: it must be rebuilt.
    """
    version = int(db.one("PRAGMA user_version"))
    if version > SCHEMA:
        raise NewerError(
            f"{path} was written by a newer codeseam; update this one or delete the file."
        )
    if version != SCHEMA or int(db.one("PRAGMA application_id")) != _APPLICATION:
        raise _UnusableError("was written by an older codeseam", damaged=False)
    meta = dict(db.execute("SELECT key, value FROM meta"))
    if meta.get("schema") != _fingerprint(db):
        raise _UnusableError("has other tables than this codeseam makes", damaged=True)
    found = Format(str(meta.get("model")), int(meta.get("dimensions", 0)), str(meta.get("backend")))
    if found != wanted:
        raise _UnusableError(f"holds vectors of the model {found.model}", damaged=False)
    # A process that leads has checked it.
    if not (files.sealed(path) or in_use(path) if sealed is None else sealed):
        report = db.one("PRAGMA quick_check(1)")
        if report != "ok":
            raise _UnusableError("is damaged", damaged=True)


def _create(path: Path, wanted: Format, notice: str) -> Opened:
    db = _connect(path)
    try:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _tune(db, path)
        with db.connection:
            db.script((resources.files("codeseam_indexer.store") / "schema.sql").read_text("utf-8"))
            vectors.BACKENDS[wanted.backend].create(db, vectors.code_bits(wanted.dimensions))
            db.executemany(
                "INSERT INTO meta VALUES (?, ?)",
                [
                    ("model", wanted.model),
                    ("dimensions", wanted.dimensions),
                    ("backend", wanted.backend),
                    ("next_chunk", 1),
                    ("next_symbol", 1),
                    ("schema", _fingerprint(db)),
                ],
            )
            db.execute(f"PRAGMA application_id = {_APPLICATION}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
    except BaseException:
        db.close()
        raise
    return Opened(db, path, _files_in_use(path, writable=True), wanted.backend, True, notice)


def _fingerprint(db: Database) -> str:
    """Hash the tables as they are, so that a missing one or a foreign column is noticed."""
    rows = list(db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"))
    return hashlib.blake2b(repr(rows).encode(), digest_size=16).hexdigest()


def _set_aside(path: Path, reason: str, *, keep: bool) -> str:
    """Take an unusable file out of the way and give the sentence that tells the user."""
    if not keep:
        path.unlink()
        return f"The index {path} {reason} and is being rebuilt."
    aside = path.with_name(f"{path.stem}.damaged-{time.time_ns():x}")
    for old in path.parent.glob(f"{path.stem}.damaged-*"):
        # One is kept for whoever wants to look at it; more would fill the disk.
        with contextlib.suppress(OSError):
            old.rmdir() if old.is_dir() else old.unlink()
    path.rename(aside)
    notice = f"The index {path} {reason}; it was moved to {aside.name} and is being rebuilt."
    _log.warning(notice)
    return notice


def discard_damaged(opened: Opened) -> None:
    """Set aside a database that turned out damaged in use, if it is still the one in place."""
    with (
        translated(opened.path),
        opening(opened.path) as lock,
    ):
        if lock.acquire(OPENING_SECONDS) and in_place(opened):
            _set_aside(opened.path, "is damaged", keep=True)
            files.remove_companions(opened.path)


def in_place(opened: Opened) -> bool:
    """Whether the file that was opened is still the one of that name."""
    return files.look(opened.path, logged=False).database == opened.files.database


def write_back(db: Database, path: Path, how: str = "PASSIVE") -> None:
    """Write the log back into the file, as far as readers let, unless somebody is opening it.

    Never into a file that somebody else has changed, which would hide that. What is committed
    is safe without it, so that errors do not matter.
    """
    if not files.has_log(path):
        return
    with contextlib.suppress(apsw.Error, OSError), opening(path) as lock:
        if not lock.acquire() or files.tampered(path):
            return
        files.note_writing(path)
        try:
            list(db.execute(f"PRAGMA wal_checkpoint({how})"))
        finally:
            files.note_open(path)


@contextlib.contextmanager
def translated(path: Path) -> Generator[None]:
    """Turn errors of SQLite and the file system into those that a user can act on."""
    try:
        yield
    except apsw.FullError as error:
        raise DiskFullError(
            f"No room is left in {path.parent}; free some and try again."
        ) from error
    except (
        apsw.ReadOnlyError,
        apsw.PermissionsError,
        apsw.CantOpenError,
        PermissionError,
    ) as error:
        raise ReadOnlyError(_read_only(path)) from error
    except apsw.BusyError as error:
        raise StoreError(f"{path} is locked by another process; try again.") from error
    except apsw.IOError as error:
        raise StoreError(f"The disk failed while {path} was used ({error}); check it.") from error
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be used ({error}); delete it to rebuild.") from error
    except OSError as error:
        if error.errno in (28, 122):  # ENOSPC, EDQUOT
            raise DiskFullError(
                f"No room is left in {path.parent}; free some and try again."
            ) from (error)
        if error.errno == 30:  # EROFS
            raise ReadOnlyError(_read_only(path)) from error
        raise StoreError(f"{path} cannot be used: {error.strerror or error}.") from error


def _read_only(path: Path) -> str:
    return (
        f"The index cannot be written, since the folder {path.parent} is read-only;"
        " make it writable or set CODESEAM_CACHE_DIR to one that is."
    )
