"""Merge conflicts: a file with two versions of some of its lines.

Both are read, so that what either defines is found. Where they open or close something, the second
would be read inside the first, and all behind it would be lost: then only the first is read.
"""

import re
from collections.abc import Iterator

from codeseam_indexer.parse.blanks import Span, blanked

_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t].*)?\r?$", re.MULTILINE)
_OPENS = re.compile(rb"[(\[{]")
_CLOSES = re.compile(rb"[)\]}]")
_BLOCK = re.compile(
    rb"^[ \t]*(?:(?:private|protected|public|local|mutable)[ \t]+)*"
    rb"(?:def[a-z]*|class|module|if|unless|while|until|case|begin|for|function|struct|macro"
    rb"|let|try|quote)\b"
    rb"|\bdo\b[ \t]*(?:\|[^|\n]*\||\w+)?[ \t]*\r?$|[=(,][ \t]*function\b",
    re.MULTILINE,
)
_END = re.compile(rb"\bend\b")
_END_LINE = re.compile(rb"^[ \t]*end\b", re.MULTILINE)


def undivided(data: bytes) -> bytes:
    """Blank the markers of conflicts, what both sides come from, and sides that cannot be read."""
    if b"<<<<<<<" not in data or b">>>>>>>" not in data:
        return data
    return blanked(blanked(data, _unread(data)), (found.span() for found in _MARKER.finditer(data)))


def _unread(data: bytes) -> Iterator[Span]:
    words = _END_LINE.search(data) is not None
    ours = base = theirs = -1
    for found in _MARKER.finditer(data):
        mark, (start, end) = found[0][:1], found.span()
        if mark == b"<":
            ours, base, theirs = end, -1, -1
        elif ours < 0:
            continue
        elif mark == b"|" and theirs < 0:
            base = start
        elif mark == b"=" and theirs < 0:
            theirs = end
            yield (base if base >= 0 else start), start
        elif mark == b">" and theirs >= 0:
            sides = data[ours : base if base >= 0 else theirs], data[theirs:start]
            if any(_leaves_open(side, words=words) for side in sides):
                yield theirs, start
            ours = -1


def _leaves_open(side: bytes, *, words: bool) -> bool:
    """Does it open what it does not close, or the other way round?"""
    if len(_OPENS.findall(side)) != len(_CLOSES.findall(side)):
        return True
    return words and len(_BLOCK.findall(side)) != len(_END.findall(side))
