"""Holds the open file: one reader, one writer, the workspace's row; recovers from what breaks."""

import contextlib
import functools
import logging
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

import apsw

from codeseam_indexer.errors import ReadOnlyError, StoreError
from codeseam_indexer.store import connection, files, vectors
from codeseam_indexer.store.batch import Batch
from codeseam_indexer.store.connection import Format, Opened, translated
from codeseam_indexer.store.database import Database
from codeseam_indexer.store.files import Files
from codeseam_indexer.store.lock import FileLock

_SEEN_SECONDS = 3600
"""How exactly the last use of a workspace is known; noting it more often would only write."""

_LOG_FRAMES = 1000
"""Pages in the log from which on it is written back; a long one makes reading slow."""

_log = logging.getLogger(__name__)

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Held = TypeVar("_Held", bound="Handle")


def verb(
    method: Callable[Concatenate[_Held, _P], _R],
) -> Callable[Concatenate[_Held, _P], _R]:
    """Let a verb run alone on the open file; a damaged file is set aside and the verb run again."""

    @functools.wraps(method)
    def call(self: _Held, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self.guarded():
            try:
                return method(self, *args, **kwargs)
            except (apsw.CorruptError, apsw.NotADBError):
                self.recover()
                return method(self, *args, **kwargs)

    return call


class Handle:
    """The open index of one workspace, without its questions.

    Attributes:
        path: the database file.
        root: the folder whose files are indexed.
        notices: sentences for the user about files that were set aside.
        writer_lock: held by the one process that watches and indexes.
        door: a folder in which that process listens to the others.
    """

    def __init__(self, path: Path, root: Path, wanted: Format, *, write: bool = True) -> None:
        self.path = path
        self.root = root
        self.notices: list[str] = []
        self.writer_lock = FileLock(files.beside(path, root, "writer"))
        self.door = files.beside(path, root, "door")
        self._wanted = wanted
        self._write = write
        self._lock = threading.RLock()
        self._write_lock = threading.RLock()
        self._depth = 0
        self._writer: Database | None = None
        self._opened: Opened | None = None
        self._closed = False
        self._files = Files(None)
        self._workspace = -1
        with self._lock:
            self._open(replace=True)

    # ---------------------------------------------------------------- life

    @property
    def model(self) -> str:
        """The fingerprint of the model whose vectors are in the index."""
        return self._wanted.model

    @property
    def backend(self) -> str:
        """Where the sign bits are: "vec0" or "numpy"."""
        return self._wanted.backend

    @property
    def writable(self) -> bool:
        """Whether ``writing`` can work: the file is not read-only and writing was asked for."""
        return self._write and self._opened is not None and self._opened.writable

    def lead(self) -> bool:
        """Try to become the one process that watches and indexes; whether this is it now.

        The role ends with ``close`` or with the process. Where nothing can be written nobody has
        it. A lock file that was deleted with the index is locked anew.
        """
        with self.guarded():  # an index that was deleted is there again
            pass
        if self.writer_lock.valid:
            return True
        self.writer_lock.release()
        if not self.writable:
            return False
        try:
            return self.writer_lock.acquire() and self.writer_lock.valid
        except OSError:
            return False

    def close(self) -> None:
        """Close the file; the last process to close it seals it, which spares the next a check."""
        with self._write_lock, self._lock, connection.opening(self.path) as lock:
            if self._opened is not None and self._opened.writable:
                with contextlib.suppress(OSError):  # nothing is there any more
                    lock.acquire(connection.OPENING_SECONDS)
            noted = lock.held and not files.tampered(self.path)
            if noted:
                files.note_writing(self.path)
            self._close_connections()
            if noted and not files.seal(self.path):
                files.note_open(self.path)
            self._opened = None
            self._closed = True
            self.writer_lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def guarded(self) -> Generator[None]:
        """Hold the connection: it is open, on the file that is in place, and nobody else's."""
        with self._lock, translated(self.path):
            if self._depth == 0:
                self._ensure_open()
            yield

    @contextlib.contextmanager
    def snapshot(self) -> Generator[None]:
        """Let all verbs inside see one state of the index, whatever others write meanwhile.

        Other threads' verbs wait for it, so it should be short; nothing may be written inside.
        """
        with self.guarded():
            self._depth += 1
            try:
                if self._depth > 1:
                    yield
                    return
                self._db.execute("BEGIN")
                try:
                    yield
                finally:
                    if self._opened is not None and self._db.connection.in_transaction:
                        self._db.execute("COMMIT")
            finally:
                self._depth -= 1

    def recover(self) -> None:
        """Set aside a file that turned out damaged and begin a new one."""
        opened = self._opened
        self._close_connections()
        self._opened = None
        if opened is not None:
            connection.discard_damaged(opened)
            self.notices.append(f"The index {self.path} was damaged and is being rebuilt.")
        self._open(replace=True)

    @property
    def _db(self) -> Database:
        if self._opened is None:
            raise StoreError(f"The index {self.path} is closed.")
        return self._opened.db

    def _ensure_open(self) -> None:
        if self._closed:
            raise StoreError(f"The index {self.path} is closed.")
        if self._opened is None:  # it could not be opened anew the last time
            self._open_anew()
        known, now = self._files, files.look(self.path, logged=bool(self._files.beside))
        if now == known:
            return
        if now.database == known.database:
            if now.beside != known.beside or files.tampered(self.path):
                _log.warning("the index %s was changed from outside", self.path)
                self.recover()
            else:
                self._files = now
            return
        _log.warning("the index %s was deleted or replaced; opening it anew", self.path)
        self._close_connections()
        self._opened = None
        self._open_anew()

    def _open_anew(self) -> None:
        """Open what is in place now, and have all looked at: a copy may be an old one."""
        # Another process may have rebuilt it for its own model: the two would fight.
        self._open(replace=False)
        if self.writable:
            self._db.execute(
                "UPDATE workspace SET pending = 1 WHERE id = ? AND pending = 0", (self._workspace,)
            )

    def _open(self, *, replace: bool) -> None:
        self._opened = connection.open_database(self.path, self._wanted, replace=replace)
        self._files = self._opened.files
        if self._opened.notice:
            self.notices.append(self._opened.notice)
        with translated(self.path):
            self._workspace = self._register()

    def _register(self) -> int:
        query = "SELECT id, seen FROM workspace WHERE root = ?"
        found = self._db.one(query, (str(self.root),))
        now = int(time.time())
        if not self.writable or (found is not None and now - found[1] < _SEEN_SECONDS):
            return -1 if found is None else found[0]
        # A generation that starts with the clock is never one of an index that was here before.
        self._db.execute(
            "INSERT INTO workspace (root, generation, seen, pending) VALUES (?, ?, ?, 1)"
            " ON CONFLICT (root) DO UPDATE SET seen = excluded.seen",
            (str(self.root), time.time_ns(), now),
        )
        return self._db.one(query, (str(self.root),))[0]

    def _close_connections(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._opened is not None:
            self._opened.db.close()

    # ---------------------------------------------------------------- writing

    @contextlib.contextmanager
    def writing(self) -> Generator[Batch]:
        """Write one batch: all of it is there after the block, or nothing.

        Any process may write; another's batch is waited for up to 15 s. Read what the batch needs
        before it: the verbs of the store show what was there before.

        Raises:
            ReadOnlyError: the file or its folder is read-only, or ``write`` was False.
            DiskFullError: no room is left; nothing of the batch was written.
            StoreError: it cannot be written for another reason.
        """
        with self.transaction() as db:
            batch = Batch(db, self._workspace, vectors.BACKENDS[self.backend])
            yield batch
            batch.finish()

    @contextlib.contextmanager
    def transaction(self) -> Generator[Database]:
        """Give the writing connection inside a transaction of its own."""
        with self._write_lock, translated(self.path):
            db = self._begin()
            try:
                yield db
                db.execute("COMMIT")
            except BaseException as error:
                with contextlib.suppress(apsw.Error):
                    db.execute("ROLLBACK")
                if isinstance(error, (apsw.CorruptError, apsw.NotADBError)):
                    with self._lock:
                        self.recover()
                raise
            if db.frames > _LOG_FRAMES:
                connection.write_back(db, self.path)

    def shrink(self) -> None:
        """Give the memory back in which pages of the file are kept."""
        with self.guarded():
            self._db.execute("PRAGMA shrink_memory")
        with self._write_lock:
            if self._writer is not None:
                self._writer.execute("PRAGMA shrink_memory")

    def tidy(self) -> None:
        """After much was written: give free pages back and empty the log, as far as readers let."""
        with self._write_lock, translated(self.path):
            if self._writer is None:
                return
            with contextlib.suppress(apsw.BusyError):
                list(self._writer.execute("PRAGMA incremental_vacuum(2000)"))
            connection.write_back(self._writer, self.path, "TRUNCATE")

    def _begin(self) -> Database:
        with self._lock:
            self._ensure_open()
            if not self.writable or self._opened is None:
                raise ReadOnlyError(
                    f"The index in {self.path.parent} is read-only here; make the folder writable"
                    " or set CODESEAM_CACHE_DIR."
                )
            if self._writer is None:
                self._writer = connection.connect_writer(self._opened)
            writer = self._writer
        writer.execute("BEGIN IMMEDIATE")
        return writer
