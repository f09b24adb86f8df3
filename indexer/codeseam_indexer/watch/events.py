"""Watches a tree with watchdog's own observer, where inotify.py cannot be used."""

import logging
import os

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from codeseam_indexer.watch.target import Target

_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileClosedEvent, FileModifiedEvent, FileMovedEvent, FileDeletedEvent,
    DirCreatedEvent, DirMovedEvent, DirDeletedEvent,
]  # fmt: skip
"""No opened and closed-without-writing ones: reading a file must not look like changing it."""


class _Handler(FileSystemEventHandler):
    def __init__(self, target: Target) -> None:
        super().__init__()
        self._target = target

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            if path:
                self._target.seen(os.fsdecode(path))


class _Overflow(logging.Handler):
    """Hears watchdog say that events were lost, which it says nowhere but in its log."""

    def __init__(self, target: Target) -> None:
        super().__init__(logging.WARNING)
        self._target = target

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._target.hints.add_all(rules=True)


class ObserverSource:
    """The events that the operating system gives for a whole tree."""

    note = ""
    lost = 0

    def __init__(self, target: Target) -> None:
        self._target = target
        self._observer = Observer()
        self._log = _Overflow(target)

    def start(self) -> None:
        """Watch the tree.

        Raises:
            OSError: the operating system cannot watch it.
        """
        logging.getLogger("watchdog").addHandler(self._log)
        handler = _Handler(self._target)
        self._observer.schedule(
            handler, os.fspath(self._target.root), recursive=True, event_filter=_EVENTS
        )
        git = self._target.git
        if git is not None and not git.is_relative_to(self._target.root):
            self._observer.schedule(handler, os.fspath(git), event_filter=_EVENTS)
        self._observer.start()

    @property
    def alive(self) -> bool:
        """Whether its threads run."""
        return self._observer.is_alive() and all(
            emitter.is_alive() for emitter in self._observer.emitters
        )

    def folders(self) -> frozenset[bytes] | None:
        """None: the tree is watched as a whole."""
        return None

    def stop(self) -> None:
        """Stop watching and end the threads."""
        logging.getLogger("watchdog").removeHandler(self._log)
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join()
