"""What the command line prints: UTF-8 whatever the locale, and a bar on stderr for long work."""

import contextlib
import io
import json
import os
import shutil
import sys
import time
from collections.abc import Mapping
from typing import Any, cast

from codeseam_server.render.safe import json_text, one_line

_BAR_AFTER = 0.4
"""Seconds before a bar appears: shorter work needs none."""

_BAR_EVERY = 0.1
"""Seconds between two drawings of the bar."""


def prepare() -> None:
    """Make stdout and stderr UTF-8; what cannot be written is escaped instead of raised."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            cast("io.TextIOWrapper[io.BufferedWriter]", stream).reconfigure(
                encoding="utf-8", errors="backslashreplace", newline="\n"
            )


def document(value: Mapping[str, Any]) -> None:
    """Print one JSON document on one line."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
    print(json_text(text))


def complain(message: str) -> None:
    """Say one sentence on stderr."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"codeseam: {one_line(' '.join(message.split()))}\n")
        sys.stderr.flush()


def close_quietly() -> None:
    """Let the interpreter end without a word where the reader of stdout has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Bar:
    """A progress bar on stderr, drawn only for a person and only when work takes a while."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._drawn = 0.0
        self._person = sys.stderr.isatty()

    def __call__(self, done: int, total: int, what: str = "indexing") -> None:
        """Show that ``done`` of ``total`` are done."""
        now = time.monotonic()
        if not self._person or now - self._begun < _BAR_AFTER or now - self._drawn < _BAR_EVERY:
            return
        self._drawn = now
        width = max(10, min(40, shutil.get_terminal_size().columns - 40))
        filled = width * done // max(1, total)
        bar = "█" * filled + "░" * (width - filled)
        sys.stderr.write(f"\r{what} {bar} {done}/{total} \x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._drawn = 0.0
