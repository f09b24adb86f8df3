"""Tags of a template in a file of another language: read as a name, or left out."""

import re

from codeseam_indexer.parse.blanks import hidden

_TAG = re.compile(
    rb"\{%.{0,2000}?%\}|\{#.{0,2000}?#\}|\{\{\{?.{0,2000}?\}\}\}?|<%.{0,2000}?%>", re.DOTALL
)
_VALUE = re.compile(rb"(?:\{\{\{?|<%=)[-~&]?\s*[^\s#/^!>-]")
"""A tag that stands for a text; others choose and repeat what is between them."""
_MARKS = (b"{%", b"{{", b"<%")


def untagged(data: bytes) -> bytes:
    """The text with a name for each tag that gives one and blanks for the others."""
    return _TAG.sub(_plain, data) if any(mark in data for mark in _MARKS) else data


def _plain(found: re.Match[bytes]) -> bytes:
    text, data = found[0], found.string
    line = data.rfind(b"\n", 0, found.start()) + 1
    end = data.find(b"\n", found.end())
    around = data[line : found.start()] + data[found.end() : end if end >= 0 else len(data)]
    if b"\n" in text or not around.strip() or not _VALUE.match(text):
        return hidden(text)
    return b"x" * len(text)
