"""Blanking parts of a text: every byte stays in its place, and so do the lines."""

import re
from collections.abc import Iterable

Span = tuple[int, int]
"""First byte and the byte behind the last."""

_NO_BREAK = re.compile(rb"[^\r\n]")


def hidden(text: bytes) -> bytes:
    """Blanks and line breaks in place of a text."""
    return _NO_BREAK.sub(b" ", text)


def blank(found: re.Match[bytes]) -> bytes:
    """Blank what the groups of a match hold and keep the rest."""
    text = bytearray(found[0])
    for group in range(1, len(found.regs)):
        start, end = found.span(group)
        if start >= 0:
            start, end = start - found.start(), end - found.start()
            text[start:end] = hidden(bytes(text[start:end]))
    return bytes(text)


def blanked(data: bytes, spans: Iterable[Span]) -> bytes:
    """Blank some spans of a text."""
    text = bytearray(data)
    for start, end in spans:
        text[start:end] = hidden(data[start:end])
    return bytes(text)
