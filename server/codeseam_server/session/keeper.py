"""Keeps a session in step with the disk, in threads of its own, while others ask it.

Of all servers on a workspace one leads, by a lock that dies with its process: it watches and
indexes. The others follow: they look for themselves before each answer, index a few files if need
be, and one of them leads as soon as nobody else does.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from pathlib import Path

from codeseam_indexer.errors import CodeseamError, WorkspaceError
from codeseam_indexer.fresh import Freshness, Suspects
from codeseam_indexer.pipeline import collect_seldom
from codeseam_indexer.settings import Settings
from codeseam_indexer.watch import Door, Watcher
from codeseam_server.session import memory
from codeseam_server.session.session import Session

_FIRST_WAIT = 3.0
"""Seconds that a question waits for the first index: a small one is complete by then."""

_AGAIN = 3
"""How often an answer is made anew because a file changed under it."""

_BUSY_WAIT = 0.3
"""Seconds that an answer waits for an index that is being written to take in one more file."""

_IN_LINE = 64
"""So many changed files are indexed before an answer; more are left to the leader's own thread."""

_WORTH_A_WAIT = 256
"""An answer waits a little while so many files are indexed; with more it says that they wait."""

_KNOCK_WAIT = 0.15
"""Seconds that an answer waits for the leader to take in what it has heard of."""

_KNOCKED_FROM = 800
"""With fewer files than this every one is looked at before an answer, and nobody is asked."""

_ROLE_SECONDS = 1.0
"""How often a follower looks whether somebody leads; a lock is tried in some 20 µs."""

_BEHIND_SECONDS = 5.0
"""A follower that has waited so long for the leader indexes everything itself."""

_STALLED_SECONDS = 20.0
"""A first index that has not moved for so long is made by whoever waits for it: its leader may be
stopped, or out of room."""

_RETRY_SECONDS = 30.0
"""After an error (a full disk) the whole index is tried again after so long."""

_TRIED_SECONDS = 5.0
"""After an error answers are given from what there is for so long, and say so."""

_SETTLED_SECONDS = 2.5
"""By then the times of files that were indexed as they were saved can be believed."""

_IDLE_SECONDS = 30.0
"""After so long without a question or a change the memory that they took is given back."""

_log = logging.getLogger(__name__)


class Keeper:
    """A session that is indexed and watched in the background.

    ``run`` belongs to one thread; ``answer`` may be called from any, one answer is made at a time.

    Attributes:
        session: what is asked.
    """

    def __init__(self, workspace: Path, settings: Settings) -> None:
        memory.one_arena()
        collect_seldom()
        self.session = Session(workspace, settings)
        self.session.lasting = True
        self._store = self.session.store
        self._door = Door(self._store.door)
        self._watcher: Watcher | None = None
        self._freshness = Freshness(workspace, settings)
        self._asking = threading.Lock()
        self._syncing = threading.Lock()
        self._first = threading.Event()
        self._closed = threading.Event()
        self._wake = threading.Event()
        self._rest: Suspects | None = None
        self._behind_since = 0.0
        self._waiting = (-1, 0.0)
        self._failed = 0.0
        self._settled = -1
        self._synced = 0.0
        self._active = time.monotonic()
        self._done = 0
        self._total = 0

    # ---------------------------------------------------------------- the thread of the role

    def run(self) -> None:
        """Lead or follow until ``close``."""
        while not self._closed.is_set():
            try:
                self._take_role()
            except CodeseamError as error:
                if self._closed.is_set():
                    return
                self.session.trouble = str(error)
                _log.warning("%s", error)
            except Exception as error:  # noqa: BLE001 - the top of a thread
                self.session.trouble = (
                    f"Indexing failed inside codeseam ({type(error).__name__}); `codeseam doctor`"
                    " prints what a bug report needs."
                )
                _log.exception("Indexing failed")
                self._first.set()
                self._closed.wait(_RETRY_SECONDS)
            self._rest_a_while()
            self._wake.wait(_ROLE_SECONDS if self._first.is_set() else _ROLE_SECONDS / 10)
            self._wake.clear()

    def _take_role(self) -> None:
        if self._watcher is not None and not self._store.writer_lock.valid:
            self._step_down()  # the index was deleted, and its locks with it
        if not self._store.lead():
            self._follow()
        elif self._watcher is None:
            self._lead()
        else:
            self._tend()
        rest, self._rest = self._rest, None
        if rest is not None and (self._watcher is not None or self._is_behind()):
            with self._syncing:
                self._bring_up(rest)

    def _lead(self) -> None:
        """Index the workspace, and have it watched from now on."""
        with self._syncing:
            self._bring_up(Suspects(everything=True))
            late = self._freshness.settle(self.session.manifest())
            if late:
                self._bring_up(late)
        self._first.set()
        with self._syncing:
            if self._closed.is_set():
                return
            session = self.session
            self._watcher = Watcher(
                session.workspace, self._changed, session.settings, door=self._door
            )
            self._watcher.start()

    def _step_down(self) -> None:
        watcher, self._watcher = self._watcher, None
        if watcher is not None:
            watcher.stop()

    def _follow(self) -> None:
        """Wait for the first index; where nothing can be written nobody will make it."""
        if self._first.is_set():
            return
        if not self._store.writable:
            self.session.look()
        elif left := self._store.pending():
            if not self._is_stalled(left):
                return
            with self._syncing:
                self._bring_up(Suspects(everything=True))
            if self._store.pending():
                return
        self._freshness.settle(self.session.manifest())
        self._first.set()

    def _is_stalled(self, left: int) -> bool:
        """Whether as many files wait for their first index as did long ago."""
        now = time.monotonic()
        if self._waiting[0] != left:
            self._waiting = left, now
        stalled = now - self._waiting[1] > _STALLED_SECONDS
        if stalled:
            self._waiting = left, now
        return stalled

    def _tend(self) -> None:
        """As the leader: finish what was interrupted, and look again at what was too new."""
        now = time.monotonic()
        again = not self.session.trouble or now - self._failed > _RETRY_SECONDS
        if again and self._store.pending():
            with self._syncing:
                if self._store.pending():
                    self._bring_up(Suspects(everything=True))
        if self._settled == self._store.generation() or now - self._synced < _SETTLED_SECONDS:
            return
        with self._syncing:
            racy = self._store.unsettled()
            if racy:
                self._bring_up(Suspects(racy))
            self._settled = self._store.generation()

    def _rest_a_while(self) -> None:
        """Give back what questions and changes took, once after some time without them."""
        if not self._active or time.monotonic() - self._active < _IDLE_SECONDS:
            return
        if self._first.is_set() and self._asking.acquire(blocking=False):
            try:
                self._active = 0.0
                self.session.rest()
                self._freshness.rest()
            finally:
                self._asking.release()
            memory.give_back()

    def close(self) -> None:
        """Stop indexing and watching and close the index."""
        self._closed.set()
        self._wake.set()
        with self._syncing:
            pass  # the watcher has been started by now, or never will be
        self._step_down()
        with self._syncing, self._asking:
            self.session.close()

    # ---------------------------------------------------------------- answers

    def answer(self, question: Callable[[Session], str]) -> str:
        """The answer to a question, from files as they are now.

        Raises:
            CodeseamError: with a sentence for the user.
        """
        complete = self._first.wait(_FIRST_WAIT)
        with self._asking:
            self._active = time.monotonic()
            left = self.look() if complete else 0
            answer = self._ask(question, left)
            for _ in range(_AGAIN if complete else 0):
                suspects = self._under_the_answer(left)
                if not suspects:
                    break
                left = max(self._catch_up(suspects), left)
                answer = self._ask(question, left)
                if left:  # the answer says so; what is being indexed will set it right
                    break
        if isinstance(answer, CodeseamError):
            raise answer
        return answer

    def _ask(self, question: Callable[[Session], str], left: int) -> str | CodeseamError:
        session = self.session
        session.lines.stale.clear()
        session.lines.shown.clear()
        session.watching = self._watching()
        if self._store.writable:
            session.agree(left if self._first.is_set() else max(self._store.pending(), 1))
        elif left:
            session.agree(left)
        try:
            with self._store.snapshot():  # other processes write meanwhile
                return question(session)
        except CodeseamError as error:
            return error

    @property
    def complete(self) -> bool:
        """Whether all files have been looked at once."""
        return self._first.is_set()

    def look(self) -> int:
        """Take in what has changed before an answer; the number of files that could not be."""
        manifest = self.session.manifest()
        told = len(manifest) >= _KNOCKED_FROM and self._door.knock(_KNOCK_WAIT)
        if told:
            manifest = self.session.manifest()
        suspects = self._freshness.check(manifest, told=told)
        if self._store.pending():  # the index was deleted, or much has changed
            suspects = Suspects(suspects.paths, everything=True)
        return self._catch_up(suspects) if suspects else 0

    def _under_the_answer(self, left: int) -> Suspects:
        """What an answer that was just made shows, and the disk no longer has.

        Everything, where the index turned out damaged under it and is empty now.
        """
        lines = self.session.lines
        found = self._freshness.check_shown(self.session.manifest(), lines.shown)
        emptied = not left and self._store.pending() > 0
        return Suspects(found.paths | lines.stale, everything=emptied)

    def _catch_up(self, suspects: Suspects) -> int:
        """Take in what is suspected, waiting a little for whoever is at it; what is left."""
        deadline = time.monotonic() + _FIRST_WAIT
        if self.session.trouble and time.monotonic() - self._failed < _TRIED_SECONDS:
            return max(len(suspects.paths), self._store.pending(), 1)
        while True:
            left = self._take_in(suspects)
            if not left or self.session.trouble:
                return left
            self._rest = suspects
            self._wake.set()
            if left > _WORTH_A_WAIT or time.monotonic() > deadline:
                return left
            self._closed.wait(_BUSY_WAIT / 3)

    def _take_in(self, suspects: Suspects) -> int:
        """Index what changed under an answer; the number of files that are too many for that."""
        if not self._syncing.acquire(timeout=_BUSY_WAIT):
            return max(len(suspects.paths), self._store.pending(), 1)
        try:
            return self._sync(suspects, most=_IN_LINE)
        except CodeseamError as error:
            self._fail(error)
            return max(len(suspects.paths), 1)
        finally:
            self._syncing.release()

    def _fail(self, error: CodeseamError) -> None:
        """Tell an error with the answers; a folder that is gone may be back any moment."""
        self.session.trouble = str(error)
        self._failed = -math.inf if isinstance(error, WorkspaceError) else time.monotonic()

    def _watching(self) -> str:
        if self._watcher is not None:
            return self._watcher.status
        return "another codeseam server indexes this workspace" if self._first.is_set() else ""

    def doing(self) -> str:
        """What a question may be waiting for, in a few words."""
        if self._first.is_set() or not self._total:
            return "answering" if self._first.is_set() else "indexing"
        return f"indexing: {self._done} of {self._total} files"

    # ---------------------------------------------------------------- indexing

    def _changed(self, paths: frozenset[str] | None) -> None:
        """What the watcher calls; in its thread."""
        if paths is None:
            suspects = self._freshness.check(self.session.manifest())
            suspects = Suspects(suspects.paths, everything=True)
        else:
            self._freshness.touched(paths)
            suspects = Suspects(paths)
        with self._syncing:
            self._bring_up(suspects)

    def _bring_up(self, suspects: Suspects) -> None:
        """Index some paths, or all; errors are told with the answers until it works again."""
        if self._closed.is_set():
            return
        self._active = time.monotonic()
        try:
            self._sync(suspects)
        except CodeseamError as error:
            self._fail(error)
            _log.warning("%s", error)

    def _sync(self, suspects: Suspects, most: int | None = None) -> int:
        paths = None if suspects.everything else suspects.paths
        report = self.session.sync(paths, self._progress, self._closed.is_set, most=most)
        if not self._store.pending():  # a little may work while the whole does not
            self.session.trouble = ""
        if report.changed:
            self._synced = self._active = time.monotonic()
        if report.left:
            return report.left
        self._behind_since = 0.0
        if not report.cancelled:
            self._freshness.done(suspects)
        return 0

    def _is_behind(self) -> bool:
        """As a follower: whether the leader has not done for long what has to be done."""
        now = time.monotonic()
        self._behind_since = self._behind_since or now
        return now - self._behind_since > _BEHIND_SECONDS

    def _progress(self, done: int, total: int) -> None:
        self._done, self._total = done, total
