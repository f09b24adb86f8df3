"""Brings an index up to date in a process of its own, whose memory goes with it.

What is made of thousands of files passes through the memory of whoever indexes them, and Python
gives a piece of it back only where nothing at all in it is left. A process that stays for days
would keep most of the peak.
"""

import contextlib
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from codeseam_indexer import errors
from codeseam_indexer.embed import open_embedder
from codeseam_indexer.pipeline.messages import receive, send
from codeseam_indexer.pipeline.processes import spawn
from codeseam_indexer.pipeline.update import Progress, SyncReport, sync
from codeseam_indexer.pipeline.worker import collect_seldom
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import open_store

_MODULE = "codeseam_indexer.pipeline.apart"

_LOOK_SECONDS = 0.1
"""How often it is looked whether to stop, while nothing is told."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What the process is to do.

    Attributes:
        root: the workspace.
        settings: where the index lies, the model, the limits.
        readers: as ``open_store`` takes it.
        embed: whether vectors are made with the rest.
    """

    root: str
    settings: Settings
    readers: str
    embed: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """How far it is."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error that a user is meant to read."""

    kind: str
    message: str


def sync_apart(
    errand: Errand, progress: Progress | None, cancelled: Callable[[], bool]
) -> SyncReport | None:
    """Bring a whole workspace up to date as ``sync`` does; None where no process can do it.

    Raises:
        CodeseamError: what ``sync`` raised there.
    """
    try:
        process = spawn(_MODULE)
    except OSError:
        return None
    answers = cast(BinaryIO, process.stdout)
    try:
        with contextlib.suppress(OSError):
            send(cast(BinaryIO, process.stdin), errand)
        return _followed(process, answers, progress, cancelled)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                cast(BinaryIO, pipe).close()


def _followed(
    process: subprocess.Popen[bytes],
    answers: BinaryIO,
    progress: Progress | None,
    cancelled: Callable[[], bool],
) -> SyncReport | None:
    """Pass on what it tells until it is done; kill it once nobody wants that any more."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_LOOK_SECONDS):
            if cancelled():
                process.kill()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        while True:
            told = receive(answers)
            if isinstance(told, SyncReport):
                return told
            if isinstance(told, _Failure):
                raise getattr(errors, told.kind)(told.message)
            if isinstance(told, _Step) and progress is not None:
                progress(told.done, told.total)
    except (EOFError, OSError):
        return SyncReport(cancelled=True) if cancelled() else None
    finally:
        done.set()


def main() -> None:
    """Run the errand that comes on standard input, and end with whoever gave it."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the messages
    errand: Errand = receive(os.fdopen(os.dup(0), "rb", buffering=0))
    collect_seldom()
    try:
        told: object = _run(errand, lambda done, total: send(answers, _Step(done, total)))
    except errors.CodeseamError as error:
        told = _Failure(type(error).__name__, str(error))
    with contextlib.suppress(BrokenPipeError):
        send(answers, told)
    os._exit(0)


def _run(errand: Errand, progress: Progress) -> SyncReport:
    root, settings = Path(errand.root), errand.settings
    embedder = open_embedder(settings.model, settings=settings)
    with open_store(
        settings.cache_dir,
        root,
        model=embedder.name,
        dimensions=embedder.dimensions,
        readers=errand.readers,
    ) as store:
        return sync(
            store,
            root,
            settings,
            embedder if errand.embed else None,
            progress=progress,
            cancelled=_left_alone,
        )


def _left_alone() -> bool:
    """Whether whoever gave the errand is gone: without a thread, so that workers can be copies."""
    if sys.platform == "win32":
        return False  # it is killed with the answers' pipe, at the next step
    return bool(select.select([0], [], [], 0)[0])
