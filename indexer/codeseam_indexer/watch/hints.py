"""Collects hints that files may have changed until it is quiet enough to act on them."""

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass

MOST_PATHS = 1000
"""With more changed paths than this looking at everything is cheaper than looking at each."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What may have changed.

    Attributes:
        paths: files, or folders with all that is below them, relative to the workspace; None:
            anything.
        rules: whether an ignore file or what git tracks may be among it.
        knocks: who waits for it to be taken in.
    """

    paths: frozenset[str] | None
    rules: bool = False
    knocks: tuple[str, ...] = ()


class Hints:
    """The hints of all sources, given out in batches.

    A batch is ready once nothing came in for ``quiet`` seconds, or ``ceiling`` seconds after its
    first hint while hints keep coming.
    """

    def __init__(self, quiet: float, ceiling: float) -> None:
        self._quiet = quiet
        self._ceiling = ceiling
        self._changed = threading.Condition()
        self._paths: set[str] = set()
        self._all = False
        self._rules = False
        self._knocks: list[str] = []
        self._first = self._last = 0.0
        self._woken = False
        self._closed = False

    def add(self, paths: Collection[str]) -> None:
        """Say that these files, or these folders and all in them, may have changed."""
        with self._changed:
            if not self._all:
                self._paths.update(paths)
                if len(self._paths) > MOST_PATHS:
                    self._all = True
                    self._paths.clear()
            self._touch()

    def add_all(self, *, rules: bool = False) -> None:
        """Say that anything may have changed; with ``rules`` also what belongs to the workspace."""
        with self._changed:
            self._all = True
            self._rules = self._rules or rules
            self._paths.clear()
            self._touch()

    def knocked(self, name: str) -> None:
        """Give out at once, to somebody who waits for it, what there is, even if it is nothing."""
        with self._changed:
            self._knocks.append(name)
            self._changed.notify_all()

    def wake(self) -> None:
        """End a wait early."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """End all waits, now and later."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether no more batch is given out."""
        return self._closed

    def _touch(self) -> None:
        self._last = time.monotonic()
        if not self._first:
            self._first = self._last
            self._changed.notify_all()  # later hints only move the deadline, which is looked up

    def next(self, timeout: float) -> Batch | None:
        """Wait for a batch; None after ``timeout`` seconds without one, when woken, or closed."""
        end = time.monotonic() + timeout
        with self._changed:
            while not self._closed and not self._woken:
                now = time.monotonic()
                if self._knocks:
                    return self._take()
                if self._first:
                    due = min(self._last + self._quiet, self._first + self._ceiling)
                    if now >= due:
                        return self._take()
                    self._changed.wait(due - now)
                elif now >= end:
                    break
                else:
                    self._changed.wait(end - now)
            self._woken = False
            return None

    def _take(self) -> Batch:
        paths = None if self._all else frozenset(self._paths)
        batch = Batch(paths, self._rules, tuple(self._knocks))
        self._knocks.clear()
        self._paths.clear()
        self._all = self._rules = False
        self._first = 0.0
        return batch
