"""The lines of a text that cause an error: it is read without them, and the rest keeps its place.

A grammar that loses its way inside a class takes the class and all behind it for one error. Layout
says what belongs together where the grammar cannot: a line, the deeper lines below it and the line
that closes them are one item. Each item is tried alone, inside the first and last lines of those
around it; one that does not parse is searched for the smallest items in it that are to blame. Those
are blanked; a scope whose end is missing gets one in the blanks that follow it. The cost is that of
reading what is broken once for each level of it.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from codeseam_indexer.parse.blanks import Span, blanked

_JOINS = re.compile(
    rb"[)\]}{]|(?:end|fi|done|esac|else|elif|elsif|elseif|then|do|rescue|ensure|except|finally|catch"
    rb"|until|while|where|in|with)\b"
)
"""A line at the margin of an item that begins so goes on with it."""
_TRANSPARENT = re.compile(rb"#|//|--|(?!(?:try|else|finally|except)\b)[A-Za-z_]\w*:\s*\Z")
"""Directives, comments and labels stand at any margin and belong to what they stand in."""
_REMARK = re.compile(rb"/\*|\(\*|\{-|--\[=*\[|\"\"\"|'{3}")
_REMARK_ENDS = {b"/*": b"*/", b"(*": b"*)", b"{-": b"-}", b"--": b"]]"}
_OPENS = re.compile(rb"[\[({][ \t]*(?://[^\n]*)?\s*\Z")
_CLOSERS = frozenset({b")", b"]", b"}"})
_PAIRS = {b"(": 41, b"[": 93, b"{": 125}
_BRACKET = re.compile(rb"[()\[\]{}]")
_BLANKS = re.compile(rb"(?:[ \t]*\r?\n)*([ \t]*)")
"""Those before what follows an item."""
_LINE = re.compile(rb"([ \t]*)(\S[^\n]*)?(?:\n|\Z)")
_TAB = 8
_TOGETHER = 4
"""How many items that follow each other are tried as one (an annotation and what it is of)."""
_FEW = 300
"""Bytes of an item that is tried so."""
_DEEP = 12
_HEAD = 8
"""How many items may be the head of one."""
_TRIES = 2000
_AGAIN = 12
_SMALL = 100_000
_MOST = 2_000_000
"""So many times the size of a file, and so many bytes, are read at most in the search."""


@dataclass(slots=True)
class Item:
    """A line with what layout puts below it: the spans of its own lines, and the items in them."""

    indent: int
    own: list[Span]
    items: "list[Item]" = field(default_factory=list["Item"])

    @property
    def start(self) -> int:
        """Its first byte."""
        return self.own[0][0]

    @property
    def end(self) -> int:
        """The byte behind its last."""
        last = self.own[-1][1]
        return max(last, self.items[-1].end) if self.items else last


def culprits(
    data: bytes, broken: list[Span], reads: Callable[[bytes], bool]
) -> tuple[list[Span], bytes]:
    """Find the smallest parts of a text without which it reads; give them, and the text that does.

    What is not closed gets its brackets where there are blanks for them; its first line is given.

    Args:
        data: the text.
        broken: where its errors are, in order.
        reads: says whether a text parses without an error.
    """
    search = _Search(data, reads)
    search.search(_touched(items(data), broken), _nothing)
    text = bytearray(blanked(data, search.found))
    for at, brackets in search.closed:
        text[at : at + len(brackets)] = brackets
    return [*search.found, *search.open], bytes(text)


def items(data: bytes) -> list[Item]:
    """Read the layout of a text: items at its margin, with those below them."""
    root = Item(-1, [(0, 0)])
    open_ = [root]
    for start, end, indent, text in _lines(data):
        while open_[-1].indent > indent:
            open_.pop()
        last = open_[-1]
        if last.indent == indent:
            if _JOINS.match(text) and _unbalanced(data, last, text):
                last.own.append((start, end))
                continue
            open_.pop()
        item = Item(indent, [(start, end)])
        open_[-1].items.append(item)
        open_.append(item)
    return root.items


def _lines(data: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """Give first byte, end, indent and text of each line of code that is not blank."""
    hidden, goes_on = 0, False
    for found in _LINE.finditer(data):
        text = found[2]
        if text is None or found.start() < hidden:
            continue
        if goes_on or _TRANSPARENT.match(text):
            goes_on = text.rstrip().endswith(b"\\")
            continue
        if (remark := _REMARK.match(text)) is not None:
            start = found.start(2) + len(remark[0])
            mark = _REMARK_ENDS.get(remark[0][:2], remark[0])
            close = data.find(mark, start)
            if close >= 0:
                hidden = close + len(mark)
                continue
        yield found.start(), found.end(), len(found[1].expandtabs(_TAB)), text


def _unbalanced(data: bytes, item: Item, text: bytes) -> bool:
    """Does an item wait for the line that would close it? One that opens no bracket may."""
    if text[:1] not in b")]}":
        return True
    own = b"".join(data[start:end] for start, end in item.own)
    opened = sum(own.count(mark) for mark in (b"(", b"[", b"{"))
    return opened > sum(own.count(mark) for mark in (b")", b"]", b"}"))


def _touched(found: list[Item], broken: list[Span]) -> list[Item]:
    """The items that one of the spans, which come in order, lies in or reaches into."""
    apart: list[Span] = []
    for start, end in broken:
        if apart and start <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(end, apart[-1][1])
        else:
            apart.append((start, end))
    ends = [end for _, end in apart]
    first = [bisect_right(ends, item.start) for item in found]
    return [
        item
        for item, at in zip(found, first, strict=True)
        if at < len(apart) and apart[at][0] < item.end
    ]


class _Search:
    """The search in one text, and what it may still cost."""

    def __init__(self, data: bytes, reads: Callable[[bytes], bool]) -> None:
        self.data, self._reads = data, reads
        self.found: list[Span] = []
        self.open: list[Span] = []
        self.closed: list[tuple[int, bytes]] = []
        self.tries = _TRIES
        self.budget = min(_AGAIN * len(data), 2 * len(data) + _MOST) + _SMALL

    def reads(self, text: bytes) -> bool:
        """Does a text parse? What is not tried any more is taken to."""
        self.tries -= 1
        self.budget -= len(text)
        return self.tries < 0 or self.budget < 0 or self._reads(text)

    def search(self, items: list[Item], around: "_Around", depth: int = 0) -> None:
        """Blame what of the items that follow each other does not read."""
        closing = [index for index, item in enumerate(items) if self._first(item) in _CLOSERS]
        at = 0
        while at < len(items):
            closes = bool(closing) and closing[-1] > at
            at += self._group(items[at : at + _TOGETHER], around, depth, closes=closes)

    def _group(self, items: list[Item], around: "_Around", depth: int, *, closes: bool) -> int:
        """Try an item, where it is short with those behind it too; say how many are done with.

        The last of those that read but for what is in it is to blame. ``closes``: further on a
        line at the same margin closes something.
        """
        first = items[0]
        above, below = around(first.start)
        for count, last in enumerate(items if first.end - first.start <= _FEW else items[:1], 1):
            before = self.data[first.start : last.start]
            if self.reads(above + before + self.data[last.start : last.end] + below):
                return count
            if depth < _DEEP and self._inside(last, above + before, below, depth):
                return count
        if not self._opens(first, above, below, closes=closes):
            self.found.append((first.start, first.end))
        return 1

    def _inside(self, item: Item, above: bytes, below: bytes, depth: int) -> bool:
        """Search in an item, if it reads without what is in it but for its first lines.

        Those are the parameters where they end in the bracket that opens its body.
        """
        brackets = self._unclosed(item)
        below = brackets + b"\n" + below if brackets else below
        for kept in range(min(_HEAD, len(item.items))):
            head = item.items[kept - 1].end if kept else item.start
            if not self.reads(above + b"".join(self._own(item, head, item.end)) + below):
                continue

            def around(byte: int, head: int = head) -> tuple[bytes, bytes]:
                before, after = self._own(item, head, byte)
                return above + before, after + below

            self.search(item.items[kept:], around, depth + 1)
            if brackets:
                self._close(item, brackets)
            return True
        return False

    def _unclosed(self, item: Item) -> bytes:
        """The brackets that close what the lines of an item itself leave open."""
        if len(item.own) > 1:
            return b""
        open_: list[int] = []
        for bracket in _BRACKET.findall(self.data[slice(*item.own[0])]):
            if bracket in _PAIRS:
                open_.append(_PAIRS[bracket])
            elif open_:
                open_.pop()
        return bytes(reversed(open_))

    def _close(self, item: Item, brackets: bytes) -> None:
        """Put brackets before what follows an item, or where its last line was to blame."""
        margin = _BLANKS.match(self.data, item.end)
        at, room = margin.span(1) if margin is not None else (item.end, item.end)
        if self.closed and self.closed[-1][0] >= at:  # those of what is inside stand there
            at = self.closed[-1][0] + len(self.closed[-1][1])
        if room - at < len(brackets):
            start, end = self.found[-1] if self.found else (0, 0)
            text = self.data[start:end].strip()
            if end != item.end or b"\n" in text or len(text) < len(brackets):
                return
            at = self.data.index(text, start)
        self.open.append(item.own[0])
        self.closed.append((at, brackets))

    def _opens(self, item: Item, above: bytes, below: bytes, *, closes: bool) -> bool:
        """Is it a bracket of a scope whose lines stand at the same margin?"""
        if item.items or len(item.own) > 1:
            return False
        text = self.data[slice(*item.own[0])]
        if self._first(item) in _CLOSERS:
            return True
        opens = closes and _OPENS.search(text) is not None
        return opens and self.reads(above + text + b"}\n" + below)

    def _first(self, item: Item) -> bytes:
        """The first letter of an item."""
        return self.data[slice(*item.own[0])].lstrip()[:1]

    def _own(self, item: Item, head: int, byte: int) -> tuple[bytes, bytes]:
        """All of the item up to ``head``, then its own lines: those before a byte, and the rest."""
        before = [self.data[start:end] for start, end in item.own if head <= start < byte]
        after = [self.data[start:end] for start, end in item.own if start >= max(head, byte)]
        return self.data[item.start : head] + b"".join(before), b"".join(after)


_Around = Callable[[int], tuple[bytes, bytes]]
"""What an item at a byte stands between."""


def _nothing(byte: int) -> tuple[bytes, bytes]:
    del byte
    return b"", b""
