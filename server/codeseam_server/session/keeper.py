"""Keeps a session in step with the disk, in threads of its own, while others ask it."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from codeseam_indexer.errors import CodeseamError
from codeseam_indexer.fresh import Freshness, Suspects
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
        self._freshness = Freshness(workspace, settings)
        self._asking = threading.Lock()
        self._syncing = threading.Lock()
        self._first = threading.Event()
        self._closed = threading.Event()
        self._done = 0
        self._total = 0

    def run(self) -> None:
        """Index the workspace, then take in what changes until ``close``."""
        with self._syncing:
            self._bring_up(None)
            if not self._closed.is_set():
                late = self._freshness.settle(self._session.manifest())
                if late:
                    self._bring_up(late.paths)
                    self._freshness.done(late)
        self._first.set()
        with self._syncing:
            if not self._closed.is_set():
                self._watcher.start()

    def close(self) -> None:
        """Stop indexing and watching and close the index."""
        self._closed.set()
        with self._syncing:
            pass  # the watcher has been started by now, or never will be
        self._watcher.stop()
        with self._syncing, self._asking:
            self._session.close()

    def answer(self, question: Callable[[Session], str]) -> str:
        """The answer to a question, from files as they are now.

        Raises:
            CodeseamError: with a sentence for the user.
        """
        complete = self._first.wait(_FIRST_WAIT)
        with self._asking:
            session = self._session
            session.watching = self._watcher.status if complete else ""
            text = self._ask(question)
            for _ in range(_AGAIN if complete else 0):
                suspects = self._suspects()
                if not suspects:
                    break
                taken = self._take_in(suspects)
                if not taken:  # the answer says so; what is being indexed will set it right
                    session.pending = max(session.pending, len(suspects.paths), 1)
                text = self._ask(question)
                if not taken:
                    break
            return text

    def _ask(self, question: Callable[[Session], str]) -> str:
        self._session.lines.stale.clear()
        self._session.lines.shown.clear()
        return question(self._session)

    def _suspects(self) -> Suspects:
        """What an answer that was just made may have missed on the disk."""
        lines = self._session.lines
        found = self._freshness.check(self._session.manifest(), lines.shown)
        return Suspects(found.paths | lines.stale, everything=found.everything)

    def doing(self) -> str:
        """What a question may be waiting for, in a few words."""
        if self._first.is_set() or not self._total:
            return "answering" if self._first.is_set() else "indexing"
        return f"indexing: {self._done} of {self._total} files"

    def _take_in(self, suspects: Suspects) -> bool:
        """Index what changed under an answer; whether that was done in time."""
        if not self._syncing.acquire(timeout=_BUSY_WAIT):
            return False
        try:
            paths = None if suspects.everything else suspects.paths
            self._session.sync(paths, cancelled=self._closed.is_set)
            self._session.trouble = ""
            self._freshness.done(suspects)
        except CodeseamError as error:
            self._session.trouble = str(error)
            return False
        finally:
            self._syncing.release()
        return True

    def _changed(self, paths: frozenset[str] | None) -> None:
        """What the watcher calls; in its thread."""
        if paths is not None:
            self._freshness.touched(paths)
        with self._syncing:
            self._bring_up(paths)

    def _bring_up(self, paths: frozenset[str] | None) -> None:
        """Index some paths, or all; errors are told with the answers until it works again."""
        if self._closed.is_set():
            return
        try:
            self._session.sync(paths, self._progress, self._closed.is_set)
            self._session.trouble = ""
        except CodeseamError as error:
            self._session.trouble = str(error)
            _log.warning("%s", error)

    def _progress(self, done: int, total: int) -> None:
        self._done, self._total = done, total
