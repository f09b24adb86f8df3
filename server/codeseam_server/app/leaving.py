"""How the process ends: at once, from whatever asks for it, with nothing left behind.

Clients send SIGINT, SIGTERM and SIGKILL within half a second, close the pipe, or die. The loop may
be busy and threads may sit in a read that never returns, so the end does not go through them.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

GRACE = 0.2
"""Seconds for closing the index and ending the workers; Claude Code kills after 0.5."""

PARENT_EVERY = 0.5
"""Seconds between two looks at the parent: a sibling may hold the pipe of a client that died."""


class Leaving:
    """Ends the process once, after ``close`` or after ``GRACE`` seconds, whichever is first."""

    def __init__(self, close: Callable[[], None]) -> None:
        self._close = close
        self._begun = threading.Lock()

    def now(self, status: int) -> NoReturn:
        """End the process with ``status``; a second caller waits for the first to do so."""
        if not self._begun.acquire(blocking=False):
            time.sleep(2 * GRACE)
            os._exit(status)
        late = threading.Timer(GRACE, os._exit, args=(status,))
        late.daemon = True
        late.start()
        with contextlib.suppress(Exception):
            self._close()
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        # Not sys.exit: it would wait for threads and write what is buffered in stdout to the wire.
        os._exit(status)

    def on_signals(self) -> None:
        """End with status 0 on SIGINT, SIGTERM and SIGHUP. Call from the main thread."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                signal.signal(number, self._signalled)

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        # The main thread may hold a lock that closing needs, so another thread does it.
        threading.Thread(target=self.now, args=(0,), daemon=True).start()

    def with_parent(self) -> None:
        """End with status 0 when the parent process is gone."""
        if not hasattr(os, "getppid") or (parent := os.getppid()) <= 1:
            return

        def watch() -> None:
            while os.getppid() == parent:
                time.sleep(PARENT_EVERY)
            self.now(0)

        threading.Thread(target=watch, name="parent", daemon=True).start()
