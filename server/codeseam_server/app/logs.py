"""Warnings on stderr, but never so many that an unread pipe blocks the server."""

import logging
import sys

_MOST = 32 * 1024
"""Characters written in the life of a process: half of what a pipe holds that nobody reads."""


class _Bounded(logging.Handler):
    """Writes records to stderr until it has written enough."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._left = _MOST

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, or nothing."""
        text = f"codeseam: {self.format(record)}\n"
        if len(text) > self._left:
            return
        self._left -= len(text)
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._left = 0


def quiet_stderr() -> None:
    """Send what libraries log to a bounded handler; the SDK then adds none of its own."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(_Bounded())
