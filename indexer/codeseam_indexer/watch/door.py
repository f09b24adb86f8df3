"""Lets any process ask the watching one to take in at once what it has heard of.

Events wait a moment for more of their kind, and a save that nobody looks for is found only by its
event. A knock is a file that is made in a folder which the watcher watches with the workspace: the
kernel tells of it after all that happened before, so when the file has been taken away again, what
was saved before the knock is in the index. The folder is there only while somebody listens.
"""

import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

_LOOK_SECONDS = 0.0005

_AGAIN_SECONDS = 2.0
"""After a knock that was not answered in time (much is being indexed) none is tried for so long."""


class Door:
    """Both sides of a folder in which knocks are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._again = 0.0
        self._count = 0

    def knock(self, seconds: float) -> bool:
        """Ask, and wait for the answer; whether it came within so many seconds."""
        now = time.monotonic()
        if now < self._again:
            return False
        self._count += 1
        path = self.folder / f"{os.getpid()}-{self._count}"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError:
            return False
        while os.path.lexists(path):
            if time.monotonic() - now > seconds:
                self._again = time.monotonic() + _AGAIN_SECONDS
                _remove(path)
                return False
            time.sleep(_LOOK_SECONDS)
        return self.folder.is_dir()  # else it was not answered: nobody listens any more

    def open(self) -> None:
        """Begin to listen.

        Raises:
            OSError: the folder cannot be made.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self.answer(self._waiting())

    def answer(self, names: Iterable[str]) -> None:
        """Say that all that happened before these knocks has been taken in."""
        for name in names:
            _remove(self.folder / name)

    def close(self) -> None:
        """Listen no more; whoever waits is let go, to look for itself."""
        shut = self.folder.with_name(f"{self.folder.name}-{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.rename(shut)
            for path in shut.iterdir():
                _remove(path)
            shut.rmdir()

    def _waiting(self) -> list[str]:
        try:
            return [path.name for path in self.folder.iterdir()]
        except OSError:
            return []


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
