"""Watches a workspace and calls back with what may have changed; the callback looks for itself."""

import logging
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from codeseam_indexer.discover import discover, tracked_folders
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import FileStat
from codeseam_indexer.settings import Settings
from codeseam_indexer.watch.door import Door
from codeseam_indexer.watch.events import ObserverSource
from codeseam_indexer.watch.hints import Batch, Hints
from codeseam_indexer.watch.mounts import silent_mount
from codeseam_indexer.watch.target import Target

log = logging.getLogger(__name__)

QUIET_SECONDS = 0.05
"""A save is complete when nothing follows for so long: half of what a save may take to be found."""

CEILING_SECONDS = 1.5
"""While saves keep coming, what is there is indexed this often."""

TICK_SECONDS = 2.0
"""How often the root is looked at: a deleted or replaced root gives no events."""

POLL_SECONDS = 2.0
POLL_SHARE = 0.02
"""Polling takes at most this share of one core: a scan of s seconds is repeated after 50 s."""

BACKSTOP_SECONDS = 600.0
BACKSTOP_SHARE = 0.0005
"""A full look now and then catches what events missed, at this share of one core at most."""

GIT_BUSY_SECONDS = 5.0
"""How long a git command that holds the index is waited for: half a checkout is no state."""


_GIT_FOLDERS = 2
"""Folders of git's own that are watched beside those of the workspace."""


class Source(Protocol):
    """Something that fills the hints of a target, from threads of its own.

    Attributes:
        lost: how often events were dropped since it was started.
    """

    lost: int

    @property
    def note(self) -> str:
        """What it cannot do, "" for nothing."""
        ...

    @property
    def alive(self) -> bool:
        """Whether its threads run, once it was started."""
        ...

    def folders(self) -> frozenset[bytes] | None:
        """The folders that are watched one by one; None where a tree is watched as a whole."""
        ...

    def start(self) -> None:
        """Begin; raises OSError where it cannot."""
        ...

    def stop(self) -> None:
        """End, with all its threads."""
        ...


def native_source(target: Target) -> Source:
    """The source of events of this operating system."""
    try:  # here, because on other systems and with other versions of watchdog it cannot be imported
        from codeseam_indexer.watch.inotify import InotifySource  # noqa: PLC0415
    except (ImportError, OSError):
        return ObserverSource(target)
    return InotifySource(target)


class Watcher:
    """Calls ``on_change`` in a thread of its own whenever files of a workspace may have changed.

    ``on_change`` is given a set of paths relative to the workspace: files that were created,
    changed or deleted, and folders of which all that is below may be; or None: anything may have
    changed, look at everything. It comes first with None, once watching has begun, and then

    - 50 ms after a lone save, at least every 1.5 s while saves keep coming;
    - with None after an ignore file, git's HEAD or index changed, after lost events, after more
      than 1,000 paths, when the root was deleted, replaced or came back, and every ten minutes or
      more (less often where a look at everything is expensive).

    Events are hints only. The next call comes only after the last has returned; an error in it is
    logged and does not end the watching. Whoever knocks at ``door`` is answered once the callback
    has returned for all that happened before; only where inotify is used.

    Attributes:
        source: what gives the events, None while there is nothing to give them.
    """

    def __init__(
        self,
        root: Path,
        on_change: Callable[[frozenset[str] | None], None],
        settings: Settings,
        *,
        source: Callable[[Target], Source] = native_source,
        door: Door | None = None,
    ) -> None:
        self._root = root
        self._door = door
        self._on_change = on_change
        self._settings = settings
        self._new_source = source
        self.source: Source | None = None
        self._hints = Hints(QUIET_SECONDS, CEILING_SECONDS)
        self._thread = threading.Thread(target=self._run, name="codeseam-watch", daemon=True)
        self._watching = threading.Event()
        self._target: Target | None = None
        self._identity: tuple[int, int] | None = None
        self._poll: _Poll | None = None
        self._status = "starting"
        self._backstop = BACKSTOP_SECONDS
        self._last_full = time.monotonic()

    @property
    def status(self) -> str:
        """How changes are noticed, in words for ``status``."""
        return self._status

    @property
    def events(self) -> bool:
        """Whether the operating system reports every change, so that silence means no change."""
        return self._watching.is_set() and self._poll is None

    def start(self) -> None:
        """Begin to watch, in the background."""
        self._thread.start()

    def wait(self, timeout: float) -> bool:
        """Wait until watching, or polling, has begun; whether it has."""
        return self._watching.wait(timeout)

    def stop(self) -> None:
        """End the watching; waits for a callback that is running."""
        self._hints.close()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def __enter__(self) -> "Watcher":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._open()
            self._hints.add_all()
            while not self._hints.closed:
                batch = self._hints.next(self._pause())
                if self._hints.closed:
                    break
                if batch is not None:
                    self._deliver(batch)
                self._tend()
        except Exception:  # the top of a thread
            self._status = "not watching: an error ended it; changes are found when asked about"
            log.exception("The watcher ended")
        finally:
            self._close()
            self._watching.clear()

    def _pause(self) -> float:
        return min(TICK_SECONDS, self._poll.due_in()) if self._poll else TICK_SECONDS

    def _deliver(self, batch: Batch) -> None:
        if batch.rules:
            self._wait_for_git()
            if self._rules_moved():
                self._close()
                self._open()
        began = time.monotonic()
        try:
            if batch.paths is None or batch.paths:
                self._on_change(batch.paths)
        except Exception:  # the callback's errors must not end the watching
            log.exception("What has changed could not be looked at")
        if self._door is not None:
            self._door.answer(batch.knocks)
        if batch.paths is None:
            self._last_full = time.monotonic()
            took = self._last_full - began
            self._backstop = max(BACKSTOP_SECONDS, took / BACKSTOP_SHARE)

    def _wait_for_git(self) -> None:
        """Let a git command that is rewriting the work tree finish."""
        git = self._target.git if self._target else None
        end = time.monotonic() + GIT_BUSY_SECONDS
        while git is not None and (git / "index.lock").exists() and time.monotonic() < end:
            if self._hints.closed:
                return
            time.sleep(0.02)

    def _rules_moved(self) -> bool:
        """Whether other folders are to be watched than when watching began."""
        target, source = self._target, self.source
        if target is None or source is None or source.lost:
            return True
        watched = source.folders()
        if watched is None:
            return False
        if target.git is not None and tracked_folders(target.root) != target.tracked:
            return True
        wanted = {os.fsencode(target.root / folder) for folder in target.folders()}
        return not wanted <= watched or len(watched) > len(wanted) + _GIT_FOLDERS

    def _tend(self) -> None:
        """Do what is to be done from time to time."""
        dead = self.source is not None and not self.source.alive
        if dead or self._identity != _identity(self._root):
            self._close()
            self._open()
            self._hints.add_all()
        if self.source is not None and self.source.note and self._poll is None:
            self._fall_back(self.source.note)
            self._hints.add_all()
        if self._poll is not None and self._poll.due_in() <= 0:
            found = self._poll.look()
            if found:
                self._hints.add(found)
        if time.monotonic() - self._last_full > self._backstop:
            self._last_full = time.monotonic()
            self._hints.add_all()

    def _open(self) -> None:
        self._identity = _identity(self._root)
        self._poll = None
        if self._identity is None:
            self._status = "not watching: the workspace is not there"
            self._watching.set()
            return
        self._target = Target.open(self._root, self._settings, self._hints, self._door)
        kind = silent_mount(self._target.root)
        if self._settings.watch == "poll":
            self._fall_back("as CODESEAM_WATCH says")
        elif kind:
            self._fall_back(f"{kind} gives no events")
        else:
            self._listen(self._target)
        self._watching.set()

    def _listen(self, target: Target) -> None:
        source: Source | None = None
        try:
            source = self._new_source(target)
            source.start()
        except OSError as error:
            if source is not None:
                source.stop()
            self._fall_back(f"the operating system gives no events ({error.strerror or error})")
            return
        self.source = source
        self._status = "watching"
        if source.note:
            self._fall_back(source.note)

    def _fall_back(self, why: str) -> None:
        self._poll = _Poll(self._root, self._settings)
        self._poll.look()  # the full look that follows sees what changed before
        self._status = f"polling: {why}"

    def _close(self) -> None:
        source, self.source = self.source, None
        if source is not None:
            source.stop()


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        status = root.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


class _Poll:
    """Finds changes by looking at every file, as rarely as its own cost demands."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._root = root
        self._settings = settings
        self._seen: dict[str, FileStat | None] | None = None
        self._due = time.monotonic()

    def due_in(self) -> float:
        """Seconds until the next look."""
        return self._due - time.monotonic()

    def look(self) -> set[str]:
        """The paths that differ from the last look."""
        began = time.thread_time()
        try:
            now = discover(self._root, self._settings)
        except WorkspaceError:
            found: dict[str, FileStat | None] = {}
        else:
            found = {item.path: item.stat for item in now.found}
            found.update((item.path, item.stat) for item in now.skipped)
        cost = time.thread_time() - began
        self._due = time.monotonic() + max(POLL_SECONDS, cost / POLL_SHARE)
        before, self._seen = self._seen, found
        if before is None:
            return set()
        return {
            path for path in before.keys() | found.keys() if before.get(path) != found.get(path)
            or (path in before) != (path in found)
        }  # fmt: skip
