"""How the process ends: at once, from whatever asks for it, with nothing left behind.

Clients send SIGINT, SIGTERM and SIGKILL within half a second, close the pipe, or die. The loop may
be busy and threads may sit in a read that never returns, so the end does not go through them.
"""

import array
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

if sys.platform != "win32":
    import fcntl
    import termios

GRACE = 0.2
"""Seconds for closing the index and ending the workers; Claude Code kills after 0.5."""

PARENT_EVERY = 0.2
"""Seconds between two looks at the parent, where the system does not tell of its end."""


class Leaving:
    """Ends the process once, after ``close`` or after ``GRACE`` seconds, whichever is first."""

    def __init__(self) -> None:
        self.close: Callable[[], None] | None = None
        """Closes what the server holds, as soon as it holds anything."""
        self.listening = False
        """Whether somebody reads stdin, and so sees its end."""
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
            if self.close is not None:
                self.close()
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

    def with_client(self) -> None:
        """End when the client is gone, from now on: while the SDK is loading, nobody reads stdin.

        With status 0 when the parent process ends (a sibling may hold the pipe of a client that
        died) or stdin ends before anything was asked; with 1 when nobody can read the answers.
        """
        if sys.platform == "win32":
            return  # a pipe tells of its end when it is read or written, a parent does not
        parent = os.getppid()
        if parent > 1:
            threading.Thread(target=self._with, args=(parent,), name="parent", daemon=True).start()
        with contextlib.suppress(OSError):  # a closed descriptor is found out by who uses it
            # The SDK will put something else in the place of 0 and 1.
            pipes = os.dup(0), os.dup(1)
            threading.Thread(target=self._pipes, args=pipes, name="pipes", daemon=True).start()

    def _with(self, parent: int) -> None:
        """End with the process that is the parent now."""
        if sys.platform != "win32":
            _until_ended(parent)
            while os.getppid() == parent:
                time.sleep(PARENT_EVERY)
            self.now(0)

    def _pipes(self, source: int, answers: int) -> None:
        """End with the pipe of the answers, or with that of the requests while nobody reads it."""
        if sys.platform == "win32":
            return
        poll = select.poll()
        poll.register(answers, 0)  # its reader gone: an error for a pipe, a hang-up for a socket
        poll.register(source, select.POLLIN)
        while True:
            seen = dict(poll.poll())
            if seen.get(answers, 0) & (select.POLLERR | select.POLLHUP):
                self.now(1)
            for descriptor in seen:
                poll.unregister(descriptor)
            if source in seen:
                # The order matters: who reads has said so before there is nothing left to read.
                if _holds_nothing(source) and not self.listening:
                    self.now(0)
                os.close(source)


def _holds_nothing(pipe: int) -> bool:
    """Whether a pipe or socket that can be read has nothing in it, so that it has ended."""
    if sys.platform == "win32":
        return False
    waiting = array.array("i", [1])
    with contextlib.suppress(OSError):  # neither a pipe nor a socket
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    return waiting[0] == 0


def _until_ended(process: int) -> None:
    """Wait for the end of a process where the system tells of it; else return at once."""
    if sys.platform == "linux" and hasattr(os, "pidfd_open"):
        with contextlib.suppress(OSError):  # an old kernel, or forbidden in a sandbox
            ended = os.pidfd_open(process)
            poll = select.poll()
            poll.register(ended, select.POLLIN)
            if os.getppid() == process:
                poll.poll()
            os.close(ended)
