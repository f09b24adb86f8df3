"""A process that reads files: it may be killed at any moment, and ends with its parent's pipe."""

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from codeseam_indexer.discover import read_file
from codeseam_indexer.embed import open_embedder
from codeseam_indexer.pipeline.compose import Embed, embedded_texts, index_one
from codeseam_indexer.pipeline.messages import (
    READY,
    Failed,
    Job,
    Result,
    Start,
    Texts,
    receive,
    send,
)
from codeseam_indexer.records import FileStat, Skipped, SourceFile
from codeseam_indexer.settings import Settings

if sys.platform != "win32":
    import resource


RACY_NS = 2_000_000_000
"""A file changed this shortly before it was read may change again within the same time stamp."""


_OBJECTS = 200_000
"""New objects after which the collector looks for cycles."""

_OBJECTS_OF_A_WORKER = 2_000_000
"""The same in a worker: the objects of a large file are many, and reading it leaves no cycle."""


def main() -> None:
    """Answer the jobs that come on standard input until it ends."""
    # What a library prints must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # Ctrl-C goes to the whole group; the parent decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError):
        _serve(os.fdopen(0, "rb"), answers)
    # No clean-up: native threads of a library must not hold up the end.
    os._exit(0)


def _serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    start: Start = receive(jobs)
    _limit_memory(start.settings.worker_bytes)
    embed = _embed(start) if start.embed else None
    collect_seldom(_OBJECTS_OF_A_WORKER)
    send(answers, READY)
    while True:
        job: Job = receive(jobs)
        for path in job.paths:
            with _limited(start.settings.parse_seconds):
                result = read_one(start, job.kind, path, embed)
            send(answers, result)


@contextlib.contextmanager
def _limited(seconds: float) -> Generator[None]:
    """Let the system end this process after so many seconds of its own work on one file.

    A grammar that hangs does so in C, where no handler in Python would run. Time that other
    processes take is not counted, so that a busy machine makes no file look bad.
    """
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _embed(start: Start) -> Embed:
    return open_embedder(start.settings.model, settings=start.settings).passages


def read_one(start: Start, kind: str, path: str, embed: Embed | None) -> Result:
    """Read one file and make of it what the job asks for."""
    source, stat = read_settled(Path(start.root), path, start.settings)
    if isinstance(source, Skipped):
        return Result(path, source, stat)
    try:
        if kind == "texts":
            return Result(path, Texts(source.hash, embedded_texts(source)), stat)
        return Result(path, index_one(source, embed), stat)
    except MemoryError:
        return Result(path, Failed("the parser needed too much memory"), stat)
    except RecursionError:
        return Result(path, Failed("it is nested too deeply"), stat)


def read_settled(
    root: Path, path: str, settings: Settings
) -> tuple[SourceFile | Skipped, FileStat | None]:
    """Read a file with the stat to remember: one that no later stat equals if it may yet change.

    After git's rule for racy entries: a write within the same tick of the clock as the read
    leaves size and times as they are, so that only another read can tell.
    """
    now = time.time_ns()
    source, stat = read_file(root, path, settings)
    if stat is None:
        return source, None
    recent = abs(now - stat.mtime_ns) < RACY_NS or abs(now - stat.ctime_ns) < RACY_NS
    return source, replace(stat, mtime_ns=-1) if recent else stat


def collect_seldom(objects: int = _OBJECTS) -> None:
    """Trees, symbols, manifests are many objects and no cycles: to look for some costs a fifth."""
    gc.freeze()
    gc.set_threshold(objects)


def _limit_memory(size: int) -> None:
    """Bound the memory of this process, where the system can, above what it uses already."""
    if sys.platform != "linux":
        return
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    limit = pages * resource.getpagesize() + size
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
