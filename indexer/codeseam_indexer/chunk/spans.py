"""Cuts the lines of one file into spans along its symbols and its syntax tree.

Split-then-merge after cAST (arXiv 2506.15655), with the symbols of the file above the tree: a
definition that fits the budget is never cut, whatever its neighbours are.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice

import numpy as np
from tree_sitter import Node

from codeseam_indexer.parse import ParsedFile
from codeseam_indexer.records import ChunkKind, Symbol

CHARACTERS_PER_TOKEN = 5.5
"""Non-blank characters to a token of the built-in model: 4.8 to 6.5 over 20 languages."""
WHOLE = 2
"""How often the limit a routine may hold and stay whole: half of one seldom answers a question."""
MAX_DEPTH = 40
"""How deep a statement is followed before its lines are cut: expressions nest without bound."""

_ROUTINES = frozenset(("function", "method", "constructor", "macro", "test"))
_FIELDS = frozenset(("field", "constant", "variable", "property"))
_COMMENTS = ("//", "# ", "##", "--", "/*", "* ", "*/", ";;", "%%")
"""What a line of a comment begins with, in most languages; a ``#include`` is none."""
_CLOSERS = frozenset("})];,. \t\r")


@dataclass(frozen=True, slots=True)
class Span:
    """Whole lines, 1-based and inclusive, and what they are to the symbol around them."""

    start: int
    end: int
    kind: ChunkKind
    symbol: int | None
    whole: bool = False
    """Whether it is all of a definition, or several small ones side by side."""


class Ruler:
    """Sizes of runs of lines in tokens; each line is counted once, runs are differences."""

    def __init__(self, lines: Sequence[str], data: bytes, count: Callable[[str], int] | None):
        self._count = count
        if count is not None:
            self._sums = [0.0, *accumulate(float(count(line)) for line in lines)]
            return
        octets = np.frombuffer(data, dtype=np.uint8)
        seen = np.concatenate(([0], np.cumsum(octets > 32)))
        ends = np.append(np.flatnonzero(octets == 10) + 1, len(octets))[: len(lines)]
        self._sums = [0.0, *(seen[ends] / CHARACTERS_PER_TOKEN).tolist()]

    def size(self, start: int, end: int) -> float:
        """Tokens of lines ``start`` to ``end``, 1-based and inclusive."""
        return self._sums[end] - self._sums[start - 1]

    def text(self, text: str) -> float:
        """Tokens of a text that is not of the file."""
        if self._count is not None:
            return self._count(text)
        return (len(text) - text.count(" ") - text.count("\n")) / CHARACTERS_PER_TOKEN


class Cutter:
    r"""The plan of one file: where its lines are cut.

    Args:
        parsed: the file.
        lines: its lines without their ``\n``.
        ruler: sizes of runs of its lines.
        limit: tokens a chunk may hold; a routine is cut from ``WHOLE`` times as many on.
        merge: tokens up to which small neighbours are put together.
    """

    def __init__(
        self, parsed: ParsedFile, lines: Sequence[str], ruler: Ruler, limit: float, merge: float
    ) -> None:
        self._parsed = parsed
        self._lines = lines
        self._size = ruler.size
        self._limit = limit
        self._merge = min(merge, limit)
        self._prose = parsed.language.prose
        self._members: dict[int | None, list[int]] = {}
        for index, symbol in enumerate(parsed.symbols):
            self._members.setdefault(self._around(symbol), []).append(index)

    def spans(self) -> Iterator[Span]:
        """Yield the spans of the file in order; they tile it."""
        if self._lines:
            root = self._parsed.tree.root_node if self._parsed.tree is not None else None
            yield from self._region(1, len(self._lines), None, root)

    def _around(self, symbol: Symbol) -> int | None:
        """Give the innermost scope of a symbol whose lines hold its lines.

        ``namespace App;`` is a scope of all that follows and ends on its own line.
        """
        scope = symbol.parent
        while scope is not None:
            outer = self._parsed.symbols[scope]
            if outer.start_line <= symbol.start_line and symbol.end_line <= outer.end_line:
                break
            scope = outer.parent
        return scope

    # ---------------------------------------------------------------- along the symbols
    def _region(self, start: int, end: int, owner: int | None, node: Node | None) -> list[Span]:
        """Cut the lines of a definition too big (or of the file) at the definitions in it."""
        out: list[Span] = []
        cursor = start
        for member in self._members.get(owner, ()):
            symbol = self._parsed.symbols[member]
            first, last = max(symbol.start_line, cursor), min(symbol.end_line, end)
            if first > last:
                continue
            first = self._with_comment(first, cursor)
            if first > cursor:
                out += self._loose(cursor, first - 1, owner, node, first=cursor == start)
            out += self._definition(first, last, member)
            cursor = last + 1
        if cursor <= end:
            out += self._loose(cursor, end, owner, node, first=cursor == start)
        return self._join(out, owner)

    def _with_comment(self, start: int, least: int) -> int:
        """Give the first line of the comment that stands directly above a line, or the line."""
        while start > least and self._lines[start - 2].lstrip().startswith(_COMMENTS):
            start -= 1
        return start

    def _definition(self, start: int, end: int, index: int) -> list[Span]:
        symbol = self._parsed.symbols[index]
        # A namespace is only a wrapper: what is in it stands side by side as in a file.
        limit = self._limit * (WHOLE if symbol.kind in _ROUTINES else 1)
        if symbol.kind != "namespace" and self._size(start, end) <= limit:
            return [Span(start, end, "prose" if self._prose else "definition", index, whole=True)]
        return self._region(start, end, index, self._parsed.nodes[index])

    def _loose(
        self, start: int, end: int, owner: int | None, node: Node | None, *, first: bool
    ) -> list[Span]:
        """Cut what lies between definitions, at statements where it is too big."""
        kind = self._kind(start, end, owner)
        if kind == "part" and first and owner in self._members and not self._in_routine(owner):
            kind = "header"
        pieces = self._statements(start, end, node if kind != "lines" else None)
        return [
            Span(s, e, "part" if kind == "header" and i else kind, owner)
            for i, (s, e) in enumerate(pieces)
        ]

    def _kind(self, start: int, end: int, owner: int | None) -> ChunkKind:
        if self._prose:
            return "prose"
        if self._parsed.tree is None or any(
            first <= start and end <= last for first, last in self._parsed.broken
        ):
            return "lines"
        if owner is None or self._parsed.symbols[owner].kind == "namespace":
            return "module"
        return "part"

    def _in_routine(self, owner: int | None) -> bool:
        return owner is not None and self._parsed.symbols[owner].kind in _ROUTINES

    # ---------------------------------------------------------------- merging
    def _join(self, spans: list[Span], owner: int | None) -> list[Span]:
        """Put small neighbours together, left to right."""
        # The pieces of a routine belong together as far as the budget goes.
        room = self._limit if self._in_routine(owner) else self._merge
        out: list[Span] = []
        for span in spans:
            if out and self._belong(out[-1], span, room):
                out[-1] = self._joined(out[-1], span)
            else:
                out.append(span)
        return out

    def _belong(self, left: Span, right: Span, room: float) -> bool:
        if self._closes(right):
            return True
        size = self._size(left.start, right.end)
        if left.kind == "header" and right.symbol is not None:
            fields = not right.whole or self._parsed.symbols[right.symbol].kind in _FIELDS
            return fields and size <= self._limit
        return size <= room or (size <= self._limit and self._leads(left, right))

    def _closes(self, span: Span) -> bool:
        """Whether nothing but blank lines and closing brackets stands there."""
        if span.whole or span.end - span.start > 8:
            return False
        return all(_CLOSERS.issuperset(line) for line in self._lines[span.start - 1 : span.end])

    def _leads(self, left: Span, right: Span) -> bool:
        """Whether a few loose lines directly above a definition only open it."""
        return not left.whole and right.whole and left.end - left.start < 2

    def _joined(self, left: Span, right: Span) -> Span:
        if left.kind == "header" or self._closes(right):
            return replace(left, end=right.end)
        best = max(left, right, key=lambda s: (s.whole, s.end - s.start))
        return replace(best, start=left.start, end=right.end)

    # ---------------------------------------------------------------- along the tree
    def _statements(
        self, start: int, end: int, node: Node | None, depth: int = 0
    ) -> list[tuple[int, int]]:
        """Cut lines that are too many at the nodes below ``node``, else anywhere."""
        total = self._size(start, end)
        if total <= self._limit:
            return [(start, end)]
        if node is None or node.type == "ERROR" or depth > MAX_DEPTH or not node.child_count:
            return self._by_lines(start, end)
        # Even pieces rather than full ones and a crumb.
        aim = min(self._limit, 1.15 * total / -(-total // self._limit))
        out: list[tuple[int, int]] = []
        for first, last, child in _atoms(node, start, end):
            if self._size(first, last) > self._limit:
                pieces = self._statements(first, last, child, depth + 1)
            else:
                pieces = [(first, last)]
            if out and self._size(out[-1][0], pieces[0][1]) <= aim:
                pieces[0] = (out.pop()[0], pieces[0][1])
            out += pieces
        return out

    def _by_lines(self, start: int, end: int) -> list[tuple[int, int]]:
        """Cut lines so that each piece fits; a blank or less indented line begins a piece."""
        out: list[tuple[int, int]] = []
        while start <= end:
            last = start
            while last < end and self._size(start, last + 1) <= self._limit:
                last += 1
            if last < end:
                last = self._good_end(start, last)
            out.append((start, last))
            start = last + 1
        return out

    def _good_end(self, start: int, last: int) -> int:
        """The best line to end a piece at, among the second half of those that fit."""
        choices = range(last, start + (last - start) // 2, -1)

        def worth(line: int) -> tuple[bool, int]:
            below = self._lines[line]
            return (not self._lines[line - 1].strip(), len(below.lstrip()) - len(below))

        return max(choices, key=worth, default=last)


def _atoms(node: Node, start: int, end: int) -> list[tuple[int, int, Node]]:
    """Tile the lines ``start`` to ``end`` with the children of a node.

    Children that share a line are one atom, with the longest of them as its node; a comment
    belongs to what stands below it, blank lines to what stands above.
    """
    out: list[tuple[int, int, Node]] = []
    lead: int | None = None
    children = node.children
    for child in islice(children, bisect_left(children, start, key=_last_line), None):
        first, last = child.start_point.row + 1, _last_line(child)
        if first > end:
            break
        first, last = max(first, start), min(last, end)
        if out and first <= out[-1][1]:
            before = out[-1]
            longer = child if last - first > before[1] - before[0] else before[2]
            out[-1] = (before[0], max(before[1], last), longer)
        elif "comment" in child.type:
            lead = first if lead is None else lead
        else:
            out.append((first if lead is None else lead, last, child))
            lead = None
    if not out:
        return [(start, end, node.children[-1])]
    edges = [start, *(first for first, _, _ in out[1:]), end + 1]
    return [(a, b - 1, child) for a, b, (_, _, child) in zip(edges, edges[1:], out, strict=False)]


def _last_line(node: Node) -> int:
    end = node.end_point
    return end.row + 1 if end.column or end.row == node.start_point.row else end.row
