"""A lock of the operating system on a file: it dies with the process that holds it."""

import errno
import glob
import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_POLL_SECONDS = 0.02

_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)


class NoLocksError(OSError):
    """The file system has no locks."""


class FileLock:
    """An exclusive lock between processes; free again the moment its holder is gone.

    The file stays where it is: removing it would let two processes lock two files of one name.
    Not for threads: each holder needs an instance of its own.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        """Whether this instance holds the lock."""
        return self._handle is not None

    @property
    def valid(self) -> bool:
        """Whether it is held, and the file that others would lock is the same."""
        if self._handle is None:
            return False
        try:
            mine, there = os.fstat(self._handle), self.path.stat()
        except OSError:
            return False
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)

    def acquire(self, timeout: float = 0.0) -> bool:
        """Take the lock, waiting up to ``timeout`` seconds; say whether it is held now.

        Raises:
            NoLocksError: the file system has no locks.
            OSError: the file cannot be made (a read-only folder).
        """
        if self._handle is not None:
            return True
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            if not _lock_within(handle, timeout):
                os.close(handle)
                return False
        except NoLocksError:
            os.close(handle)
            raise
        self._handle = handle
        return True

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.release()


def in_use(database: Path) -> bool:
    """Whether a process leads that has this database."""
    for file in database.parent.glob(f"{glob.escape(database.name)}-writer-*"):
        with FileLock(file) as lock:
            if not lock.acquire():
                return True
    return False


def _lock_within(handle: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not _try_lock(handle):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            raise NoLocksError(error.errno, error.strerror) from error
        return False
    return True
