"""Merge conflicts: a file with two versions of some of its lines.

Both are read, so that what either defines is found. Where they open or close something, the second
would be read inside the first, and all behind it would be lost: then only the first is read.
"""

import re
from collections.abc import Iterator

from codeseam_indexer.parse.blanks import Span, blanked

_CONFLICT = re.compile(
    rb"^<{7}[^\n]*\n(?P<ours>.*?)(?:^\|{7}[^\n]*\n(?P<base>.*?))?"
    rb"^={7}[ \t\r]*\n(?P<theirs>.*?)^>{7}[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
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
    for conflict in _CONFLICT.finditer(data):
        yield conflict.span("base")
        if _leaves_open(conflict["ours"], words=words) or _leaves_open(
            conflict["theirs"], words=words
        ):
            yield conflict.span("theirs")


def _leaves_open(side: bytes, *, words: bool) -> bool:
    """Does it open what it does not close, or the other way round?"""
    if len(_OPENS.findall(side)) != len(_CLOSES.findall(side)):
        return True
    return words and len(_BLOCK.findall(side)) != len(_END.findall(side))
