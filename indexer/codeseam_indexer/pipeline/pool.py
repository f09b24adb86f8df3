"""A few worker processes that read files, each killed when one file takes too long."""

import contextlib
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import BinaryIO, Literal, Self, cast

from codeseam_indexer.pipeline.messages import (
    Failed,
    Job,
    Result,
    Start,
    opened,
    receive,
    receive_packed,
    send,
)
from codeseam_indexer.pipeline.processes import begin
from codeseam_indexer.pipeline.worker import main

_BATCH = 16
"""Files a job at most: enough that a worker seldom waits for the next."""

_ROUNDS = 4
"""Jobs that each worker still gets of what is left: the last ones are small, so that all workers
end together, and files stay in order, so that those of a folder lie together in the index."""

_WAKE_SECONDS = 0.1
"""How often deadlines and cancellation are looked at."""

_AHEAD = 32
"""Results that may wait, packed, to be written; beyond that workers pause."""

_START_SECONDS = 60.0
"""Importing the grammars may take long on a cold disk; that is not the first file's fault."""

_PATIENCE = 6
"""By the wall clock a file may take so many times longer than the worker's own time for it: the
machine may be busy, and only a file that waits for something can get there."""

IDLE_SECONDS = 20.0
"""Workers without work for so long are ended; starting them anew takes some 0.3 s."""


_SPENT = getattr(signal, "SIGPROF", 0)
"""What ends a worker whose time for one file is spent."""


class UnavailableError(Exception):
    """No worker can be started here (a sandbox, no memory, too many processes)."""


class _Worker:
    """One process and the thread that talks to it."""

    def __init__(self, start: Start) -> None:
        self.process = begin(main)
        self._stdin = cast(BinaryIO, self.process.stdin)
        self._stdout = cast(BinaryIO, self.process.stdout)
        self.since = 0.0
        self.limit = _START_SECONDS
        self.timed_out = False
        self._start: Start | None = start

    def run(self, job: Job, deliver: Callable[[bytes], None], seconds: float) -> list[str]:
        """Let the process read the files; give those that it did not get to when it died.

        Raises:
            UnavailableError: it died before it was ready.
        """
        waiting = deque(job.paths)
        try:
            self._begin()
            self.since, self.limit = time.monotonic(), seconds
            send(self._stdin, job)
            while waiting:
                result = receive_packed(self._stdout)
                self.since = time.monotonic()
                waiting.popleft()
                deliver(result)
        except (EOFError, OSError):
            self.kill()
        self.since = 0.0
        return list(waiting)

    def _begin(self) -> None:
        if self._start is None:
            return
        self.since, self.limit = time.monotonic(), _START_SECONDS
        try:
            send(self._stdin, self._start)
            receive(self._stdout)
        except (EOFError, OSError) as error:
            raise UnavailableError("a worker process ended before it was ready") from error
        self._start = None

    def kill(self) -> None:
        """End the process now."""
        with contextlib.suppress(OSError):
            self.process.kill()

    def close(self) -> None:
        """End the process; it holds nothing worth an orderly end."""
        self.kill()
        self.process.wait()
        for pipe in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):
                pipe.close()


class Workers:
    """Processes that read files; started when first needed, ended when idle or closed."""

    def __init__(self, start: Start) -> None:
        self._starting = start
        self._count = max(1, start.settings.workers)
        self._seconds = start.settings.parse_seconds * _PATIENCE
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._busy = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def waiting(self) -> list[int]:
        """Give the process ids of the workers that are warm and have nothing to do."""
        with self._lock:
            return [worker.process.pid for worker in self._idle]

    def close(self) -> None:
        """End the processes; the next ``read`` starts new ones."""
        with self._lock:
            workers, self._idle = self._idle, []
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        for worker in workers:
            worker.close()

    def read(
        self,
        kind: Literal["index", "texts"],
        paths: Sequence[str],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[Result]:
        """Read files in any order, one result each; a file that kills its worker is ``Failed``.

        Stops early, without an error, when ``cancelled`` says so.

        Raises:
            UnavailableError: no process can be started; what was not yet given is unread.
        """
        return (one for one in self.stream(kind, paths, cancelled) if one is not None)

    def stream(
        self,
        kind: Literal["index", "texts"],
        paths: Sequence[str],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[Result | None]:
        """Read files as ``read`` does, and give None now and then while there is no result."""
        with self._busy:
            count = min(self._count, -(-len(paths) // _BATCH))
            run = _Run(_jobs(kind, paths, count), self._seconds)
            workers = self._take(count)
            try:
                yield from run.results(workers, self._starting, cancelled)
            finally:
                run.stop()
                self._give_back(run.survivors())

    def _take(self, count: int) -> list[_Worker]:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            taken, self._idle = self._idle[:count], self._idle[count:]
        try:
            while len(taken) < count:
                taken.append(_Worker(self._starting))
        except OSError as error:
            if not taken:
                raise UnavailableError(str(error)) from error
        return taken

    def _give_back(self, workers: list[_Worker]) -> None:
        with self._lock:
            self._idle += workers
            self._timer = threading.Timer(IDLE_SECONDS, self.close)
            self._timer.daemon = True
            self._timer.start()


def _jobs(kind: Literal["index", "texts"], paths: Sequence[str], workers: int) -> Iterator[Job]:
    at = 0
    while at < len(paths):
        share = (len(paths) - at) // (_ROUNDS * workers)
        size = min(_BATCH, max(1, share))
        yield Job(kind, tuple(paths[at : at + size]))
        at += size


class _Run:
    """One call of ``read``: the jobs left, a thread a worker, the results on their way."""

    def __init__(self, jobs: Iterable[Job], seconds: float) -> None:
        self._seconds = seconds
        self._jobs = deque(jobs)
        self._left = sum(len(job.paths) for job in self._jobs)
        self._results: queue.Queue[bytes | Result | BaseException] = queue.Queue(_AHEAD)
        self._stopping = threading.Event()
        self._workers: list[_Worker] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def results(
        self, workers: list[_Worker], start: Start, cancelled: Callable[[], bool]
    ) -> Iterator[Result | None]:
        self._workers = workers
        for at in range(len(workers)):
            thread = threading.Thread(target=self._drive, args=(at, start), daemon=True)
            self._threads.append(thread)
            thread.start()
        while self._left and not cancelled():
            try:
                result = self._results.get(timeout=_WAKE_SECONDS)
            except queue.Empty:
                self._enforce()
                yield None
                continue
            if isinstance(result, BaseException):
                raise result
            self._left -= 1
            yield opened(result) if isinstance(result, bytes) else result

    def stop(self) -> None:
        """End the threads; a worker in the middle of a job is killed: its answers are unread."""
        self._stopping.set()
        if self._left:
            for worker in self._workers:
                worker.kill()
        for thread in self._threads:
            while thread.is_alive():
                with contextlib.suppress(queue.Empty):
                    self._results.get_nowait()
                thread.join(_WAKE_SECONDS)

    def survivors(self) -> list[_Worker]:
        """Give the workers that can be used again; the others are put away."""
        alive = [w for w in self._workers if w.process.poll() is None and not self._left]
        for worker in self._workers:
            if worker not in alive:
                worker.close()
        return alive

    def _enforce(self) -> None:
        now = time.monotonic()
        for worker in self._workers:
            if worker.since and now - worker.since > worker.limit:
                worker.timed_out = True
                worker.kill()

    def _drive(self, at: int, start: Start) -> None:
        """Run jobs on one worker until none is left, replacing the worker when it dies."""
        while not self._stopping.is_set():
            with self._lock:
                if not self._jobs:
                    break
                job = self._jobs.popleft()
            worker = self._workers[at]
            try:
                unread = worker.run(job, self._results.put, self._seconds)
                if unread and not self._stopping.is_set():
                    self._bury(worker, replace(job, paths=tuple(unread)))
                    self._workers[at] = _Worker(start)
            except (OSError, UnavailableError) as error:
                self._results.put(UnavailableError(str(error)))
                return

    def _bury(self, worker: _Worker, unread: Job) -> None:
        """Blame the file that was being read, and put the others of the job back."""
        worker.close()
        guilty, *rest = unread.paths
        if rest:
            with self._lock:
                self._jobs.append(replace(unread, paths=tuple(rest)))
        late = worker.timed_out or worker.process.returncode == -_SPENT
        why = "the parser took too long" if late else "the parser crashed"
        self._results.put(Result(guilty, Failed(why)))
