"""Watches a tree on Linux through watchdog's inotify reader, leaving ignored folders out.

watchdog's own observer watches every folder below the root, node_modules included, and keeps quiet
when the limit of the kernel is reached. Events are no more than hints here, so its pairing of moves
and its dispatching are not needed either: one thread, watchdog's reader, calls straight into this
module. The classes used are not part of watchdog's documented interface: with a version that lacks
them importing this module fails with ImportError, and watchdog's own observer is used.
"""

import errno
import itertools
import logging
import os
import threading
from typing import Any

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from codeseam_indexer.watch.target import Target

if not all(hasattr(InotifyFD, verb) for verb in ("add_callback", "remove_callbacks", "join")):
    raise ImportError("this version of watchdog reads inotify in another way")

log = logging.getLogger(__name__)

_ids = itertools.count(1)


class InotifySource:
    """The watches of one workspace; ``start`` sets them, ``stop`` takes them all back.

    Attributes:
        short: how many folders could not be watched since the kernel's limit was reached.
        lost: how often the kernel dropped events.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self._root = os.fsencode(target.root)
        self._id = CallbackId(next(_ids))
        constants = InotifyConstants
        self._mask = Mask(
            constants.IN_CLOSE_WRITE | constants.IN_CREATE | constants.IN_DELETE
            | constants.IN_MOVED_FROM | constants.IN_MOVED_TO | constants.IN_DELETE_SELF
            | constants.IN_DONT_FOLLOW | constants.IN_ONLYDIR
        )  # fmt: skip
        self._lock = threading.Lock()
        self._paths: dict[int, bytes] = {}
        self._watches: dict[bytes, int] = {}
        self._door: int | None = None
        self._stopped = False
        self._reader = InotifyFD()
        self.short = 0
        self.lost = 0

    @property
    def note(self) -> str:
        """What is not as it should be, "" for nothing."""
        if not self.short:
            return ""
        return (
            f"{self.short} folders are not watched: the limit of inotify watches is reached "
            "(raise fs.inotify.max_user_watches); changes there are found by polling"
        )

    @property
    def alive(self) -> bool:
        """Whether the thread that reads events runs."""
        return self._reader.is_alive()

    def folders(self) -> frozenset[bytes] | None:
        """The folders that are watched one by one, as absolute paths."""
        with self._lock:
            return frozenset(self._watches)

    def start(self) -> None:
        """Watch every folder of interest.

        Raises:
            OSError: the root itself cannot be watched.
        """
        self._reader.start()
        if not self._add(self._root):
            raise OSError(errno.ENOSPC, "the limit of inotify watches is reached")
        self._add_below("")
        if self._target.git is not None:
            git = os.fsencode(self._target.git)
            self._add(git)
            self._add(git + b"/info")
        self._listen()

    def stop(self) -> None:
        """Take the watches back and end the thread."""
        self._stopped = True
        if self._target.door is not None:
            self._target.door.close()
        self._reader.stop()
        self._reader.join()

    def _listen(self) -> None:
        """Hear knocks, in one queue with the events; where that fails nobody finds the door.

        Nor is it opened where folders are not watched: the answer would say too much.
        """
        door = self._target.door
        if door is None or self.short:
            return
        try:
            door.open()
            mask = Mask(InotifyConstants.IN_CREATE | InotifyConstants.IN_ONLYDIR)
            path = os.fsencode(door.folder)
            self._door = self._reader.add_callback(path, mask, self, self._id)
        except OSError:
            self._door = None
        if self._door is None or self._door < 0:
            door.close()

    def _add_below(self, start: str) -> None:
        for folder in self._target.folders(start):
            if self._stopped:
                return
            if folder:
                self._add(self._root + b"/" + os.fsencode(folder))

    def _add(self, path: bytes) -> bool:
        with self._lock:
            self._remove([path])
            try:
                watch = self._reader.add_callback(path, self._mask, self, self._id)
            except OSError as error:
                if error.errno in {errno.ENOSPC, errno.ENOMEM, errno.EMFILE}:
                    self.short += 1
                    if self._target.door is not None:
                        self._target.door.close()  # what it would answer is no longer all
                return False
            if watch < 0:  # no permission
                return False
            self._paths[watch] = path
            self._watches[path] = watch
            return True

    def _remove(self, paths: list[bytes]) -> None:
        """Take watches back; the caller holds the lock."""
        for path in paths:
            watch = self._watches.pop(path, None)
            if watch is not None and self._paths.pop(watch, None) is not None:
                self._reader.remove_callbacks([(WatchDescriptor(watch), self._id)])

    def _remove_below(self, path: bytes) -> None:
        prefix = path + b"/"
        with self._lock:
            self._remove(
                [known for known in self._watches if known == path or known.startswith(prefix)]
            )

    # -- called by watchdog's reader thread -------------------------------------------------------

    def on_watch_deleted(self, wd: int) -> None:
        """Forget a watch whose folder is gone."""
        with self._lock:
            path = self._paths.pop(wd, None)
            if path is not None and self._watches.get(path) == wd:
                del self._watches[path]

    def on_queue_overflow(self) -> None:
        """Events were dropped: nothing that is known of the folders can be relied on."""
        self.lost += 1
        self._target.hints.add_all(rules=True)

    def on_event(self, event: Any) -> None:
        """Pass on one event; an error must not end watchdog's thread."""
        try:
            self._pass_on(event)
        except Exception:
            log.exception("An event could not be understood")
            self.on_queue_overflow()

    def _pass_on(self, event: Any) -> None:
        """Tell of one event; a folder that appeared is watched before anybody looks into it."""
        if event.wd == self._door:
            if event.name:
                self._target.hints.knocked(os.fsdecode(event.name))
            return
        with self._lock:
            folder = self._paths.get(event.wd)
        if folder is None or self._stopped:
            return
        if not event.name:
            if event.is_delete_self and folder == self._root:
                self.on_queue_overflow()  # whatever comes back in its place has no watch
            return
        path = folder + b"/" + event.name
        if event.is_directory:
            if event.is_moved_from:
                self._remove_below(path)
            elif event.is_create or event.is_moved_to:
                inner = self._target.relative(os.fsdecode(path))
                if inner:
                    self._add_below(inner)
        self._target.seen(os.fsdecode(path))
