"""Headings of prose: Markdown, reStructuredText and AsciiDoc -> sections."""

import re
from collections.abc import Iterator

from codeseam_indexer.parse.items import Item

_FENCE = re.compile(rb"^[ ]{0,3}(`{3,}|~{3,})")
_ATX = re.compile(rb"^[ ]{0,3}(#{1,6})[ \t]+(.*?)[ \t]*(?:[ \t]#+)?[ \t]*\r?$")
_SETEXT = re.compile(rb"^[ ]{0,3}(=+|-{2,})[ \t]*\r?$")
_NO_HEADING = re.compile(rb"^(?:[ ]{4,}|\t|[ ]{0,3}(?:[-*+>|]|\d+[.)])(?:[ \t]|$)|[ ]{0,3}<)")
_ADORNED = re.compile(rb"^([=\-`:.'\"~^_*+#<>!$%&,/;?@\\|])\1{2,}[ \t]*\r?$")
_TITLE = re.compile(rb"^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*\r?$")
_UNDER = re.compile(rb"^([=\-~^+])\1+[ \t]*\r?$")
_DELIMITER = re.compile(rb"^(?:([/+.=*_-])\1{3,}|--|[|,:!]={3,}|`{3,}(?=\w*[ \t]*\r?$))")
_NO_TITLE = re.compile(rb"^(?:[ \t\[.*|:]|//|$)")
_UNDERS = b"=-~^+"
"""What a title of AsciiDoc is underlined with, the highest first."""
_SHORTEST_UNDERLINE = 4
"""A shorter one underlines a title only when it is as long as that."""
_MATTER = re.compile(rb"\A(?:---|\+\+\+)[ \t]*\r?\n")


_LONGEST = 1000
"""Bytes of a line that are looked at; no heading is longer."""


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    start = 0
    for line in data.split(b"\n"):
        yield start, line[:_LONGEST]
        start += len(line) + 1


_Heading = tuple[int, int, int, str]
"""First byte, byte of the name, level, name."""


def _headings(data: bytes) -> list[_Heading]:
    """ATX and setext headings outside of code fences and front matter."""
    found: list[_Heading] = []
    fence = b""
    previous: tuple[int, bytes] | None = None
    matter = data[:3].strip() if _MATTER.match(data) else b""
    for start, line in _lines(data):
        if matter:
            if start and line.strip() == matter:
                matter = b""
            continue
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[:1]):
                fence = b""
            continue
        if mark:
            fence, previous = mark[1], None
            continue
        if heading := _ATX.match(line):
            found.append((start, start + heading.start(2), len(heading[1]), _plain(heading[2])))
            previous = None
        elif (under := _SETEXT.match(line)) and previous is not None:
            at, text = previous
            margin = len(text) - len(text.lstrip())
            found.append((at, at + margin, 1 if under[1][:1] == b"=" else 2, _plain(text)))
            previous = None
        elif line.strip() and not _NO_HEADING.match(line):
            previous = previous or (start, line)
        else:
            previous = None
    return [heading for heading in found if heading[3]]


def _underlined(data: bytes) -> list[_Heading]:
    """Headings of reStructuredText: a line of text over a line of marks."""
    found: list[_Heading] = []
    order: list[bytes] = []
    before: tuple[int, bytes] = (0, b"")
    over, over_start = b"", 0
    for start, line in _lines(data):
        adorned = _ADORNED.match(line)
        text = before[1].strip()
        if adorned and text and not _ADORNED.match(before[1]) and _underlines(line, text):
            style = adorned[1] + (b"o" if over == adorned[1] else b"")
            if style not in order:
                order.append(style)
            margin = len(before[1]) - len(before[1].lstrip())
            first = over_start if style.endswith(b"o") else before[0]
            found.append((first, before[0] + margin, order.index(style) + 1, _plain(text)))
            over = b""
            before = (start, b"")
            continue
        if adorned:
            over, over_start = adorned[1], start
        elif not text:
            over = over if _ADORNED.match(before[1]) else b""
        before = (start, line)
    return found


def _underlines(marks: bytes, text: bytes) -> bool:
    return len(marks.strip()) >= min(_SHORTEST_UNDERLINE, len(_plain(text)))


def _titles(data: bytes) -> list[_Heading]:
    """Headings of AsciiDoc, of one line or of two, outside of delimited blocks."""
    found: list[_Heading] = []
    block = b""
    previous: tuple[int, bytes] | None = None
    for start, line in _lines(data):
        if block:
            if line.rstrip() == block:
                block = b""
            continue
        if previous is not None and _UNDER.match(line) and _is_as_long(line, previous[1]):
            level = _UNDERS.index(line[:1]) + 1
            at, text = previous
            found.append((at, at, level, _plain(text)))
            previous = None
        elif (mark := _DELIMITER.match(line)) and mark.end() >= len(line.rstrip()) - line.count(
            b"`"
        ):
            block, previous = mark[0], None
        elif heading := _TITLE.match(line):
            found.append((start, start + heading.start(2), len(heading[1]), _plain(heading[2])))
            previous = None
        else:
            previous = (start, line) if previous is None and not _NO_TITLE.match(line) else None
    return found


def _is_as_long(marks: bytes, text: bytes) -> bool:
    return abs(len(marks.rstrip()) - len(_plain(text))) <= 1


def _plain(text: bytes) -> str:
    return text.decode("utf-8", "replace").strip()


def _sections(found: list[_Heading], size: int) -> list[Item]:
    """Headings -> sections: each reaches to the next heading that is not below it."""
    items: list[Item] = []
    open_: list[tuple[int, int]] = []
    ends = [size] * len(found)
    for index, (start, _, level, _) in enumerate(found):
        while open_ and open_[-1][0] >= level:
            ends[open_.pop()[1]] = start
        open_.append((level, index))
    for (start, byte, level, name), end in zip(found, ends, strict=True):
        items.append(Item(start, end, name, byte, "section", level, name))
    return items


def markdown(data: bytes) -> list[Item]:
    """The sections of Markdown."""
    return _sections(_headings(data), len(data))


def underlined(data: bytes) -> list[Item]:
    """The sections of reStructuredText."""
    return _sections(_underlined(data), len(data))


def asciidoc(data: bytes) -> list[Item]:
    """The sections of AsciiDoc."""
    return _sections(_titles(data), len(data))
