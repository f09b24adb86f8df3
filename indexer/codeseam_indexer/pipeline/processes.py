"""How a worker process begins: as a copy of this process where that is safe, else from nothing.

A copy has all imports behind it, which take longer than a small workspace does. It is only made of
a process with one thread, since the locks that other threads hold would never be released in it,
and only on Linux: the libraries of macOS do not bear it.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

if sys.platform == "linux":
    import fcntl

_PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {} import main; main()"
"""What a process that begins from nothing runs; it finds the packages where its parent did."""

PROGRAM = _PROGRAM.format("codeseam_indexer.pipeline.worker")
"""That of a worker."""


def begin(main: Callable[[], None]) -> "subprocess.Popen[bytes] | Copy":
    """Begin a process that runs ``main``, as ``PROGRAM`` does.

    Raises:
        OSError: the system has no room for one more.
    """
    return Copy(main) if is_alone() else spawn()


def is_alone() -> bool:
    """Whether this process may be copied: on Linux, with one thread, native ones included."""
    if sys.platform != "linux":
        return False
    try:
        return len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


def spawn(module: str = "") -> subprocess.Popen[bytes]:
    """Start the ``main`` of a module, or a worker: in it nothing is found in the current folder."""
    program = _PROGRAM.format(module) if module else PROGRAM
    places = json.dumps([place for place in sys.path if place])
    # A thread pool in each worker would only get in the way of the other workers.
    single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return subprocess.Popen(  # noqa: S603 - ourselves
        [sys.executable, "-P", "-c", program, places],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **single},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


class Copy:
    """A copy of this process that runs a function and ends."""

    def __init__(self, main: Callable[[], None]) -> None:
        jobs, to_jobs = os.pipe()
        from_answers, answers = os.pipe()
        self.returncode: int | None = None
        self._asking = threading.Lock()
        self.pid = os.fork()
        if not self.pid:
            _run(main, jobs, answers)
        os.close(jobs)
        os.close(answers)
        self.stdin = os.fdopen(to_jobs, "wb")
        self.stdout = os.fdopen(from_answers, "rb")

    def poll(self) -> int | None:
        """Give its exit status, None while it runs."""
        with self._asking:
            return self._ask(os.WNOHANG)

    def wait(self) -> int | None:
        """Wait for its end."""
        with self._asking:
            return self._ask(0)

    def kill(self) -> None:
        """End it now."""
        with self._asking:
            if self._ask(os.WNOHANG) is None:
                os.kill(self.pid, signal.SIGKILL)

    def _ask(self, how: int) -> int | None:
        """Take its exit status, once: afterwards its number may be another's."""
        if self.returncode is None:
            found, status = os.waitpid(self.pid, how)
            if found:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _run(main: Callable[[], None], jobs: int, answers: int) -> NoReturn:
    """Be the copy: with these pipes as its input and output, and nothing else that was open."""
    try:
        # Whoever closed its standard streams may have pipes there now.
        jobs, answers = fcntl.fcntl(jobs, fcntl.F_DUPFD, 3), fcntl.fcntl(answers, fcntl.F_DUPFD, 3)
        os.dup2(jobs, 0)
        os.dup2(answers, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        main()
    finally:
        os._exit(1)
