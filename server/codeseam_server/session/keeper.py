"""Keeps a session in step with the disk, in threads of its own, while others ask it."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from codeseam_indexer.errors import CodeseamError
from codeseam_indexer.settings import Settings
from codeseam_indexer.watch import Watcher
from codeseam_server.session.session import Session

_FIRST_WAIT = 3.0
"""Seconds that a question waits for the first index: a small one is complete by then."""

_AGAIN = 3
"""How often an answer is made anew because a file changed under it."""

_BUSY_WAIT = 0.3
"""Seconds that an answer waits for an index that is being written to take in one more file."""

_log = logging.getLogger(__name__)


class Keeper:
    """A session that is indexed and watched in the background.

    ``run`` belongs to one thread; ``answer`` may be called from any, one answer is made at a time.
    """

    def __init__(self, workspace: Path, settings: Settings) -> None:
        self._session = Session(workspace, settings)
        self._session.store.writer_lock.acquire()
        self._watcher = Watcher(workspace, self._changed, settings)
        self._asking = threading.Lock()
        self._syncing = threading.Lock()
        self._first = threading.Event()
        self._closed = threading.Event()
        self._done = 0
        self._total = 0

    def run(self) -> None:
        """Index the workspace, then take in what changes until ``close``."""
        self._sync(None)
        self._first.set()
        if not self._closed.is_set():
            self._watcher.start()

    def close(self) -> None:
        """Stop indexing and watching and close the index."""
        self._closed.set()
        self._watcher.stop()
        with self._syncing:
            self._session.close()

    def answer(self, question: Callable[[Session], str]) -> str:
        """The answer to a question, from files as they are now.

        Raises:
            CodeseamError: with a sentence for the user.
        """
        self._first.wait(_FIRST_WAIT)
        with self._asking:
            self._session.watching = self._watcher.status if self._first.is_set() else ""
            stale = self._session.lines.stale
            stale.clear()
            text = question(self._session)
            for _ in range(_AGAIN):
                if not stale or not self._take_in(frozenset(stale)):
                    break
                stale.clear()
                text = question(self._session)
            return text

    def doing(self) -> str:
        """What a question may be waiting for, in a few words."""
        if self._first.is_set() or not self._total:
            return "answering" if self._first.is_set() else "indexing"
        return f"indexing: {self._done} of {self._total} files"

    def _take_in(self, paths: frozenset[str]) -> bool:
        """Index some files that changed under an answer; whether that was done in time."""
        if not self._syncing.acquire(timeout=_BUSY_WAIT):
            return False
        try:
            self._session.sync(paths, cancelled=self._closed.is_set)
        except CodeseamError as error:
            self._session.trouble = str(error)
            return False
        finally:
            self._syncing.release()
        return True

    def _changed(self, paths: frozenset[str] | None) -> None:
        """What the watcher calls; in its thread."""
        self._sync(paths)

    def _sync(self, paths: frozenset[str] | None) -> None:
        with self._syncing:
            if self._closed.is_set():
                return
            try:
                self._session.sync(paths, self._progress, self._closed.is_set)
                self._session.trouble = ""
            except CodeseamError as error:
                # The next change or the next question tries again; answers say it meanwhile.
                self._session.trouble = str(error)
                _log.warning("%s", error)

    def _progress(self, done: int, total: int) -> None:
        self._done, self._total = done, total
