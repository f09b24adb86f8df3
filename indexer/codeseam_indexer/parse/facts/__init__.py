"""Lowers a parsed file to the language-neutral facts that the resolver evaluates."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Range, Tree

from codeseam_indexer.facts import COLUMN_BITS, LAST_COLUMN, NO_FACTS, Facts
from codeseam_indexer.parse.facts.lowering import Handler, Lowering, Places
from codeseam_indexer.parse.facts.tables import TABLES, table_of
from codeseam_indexer.parse.grammars import get_language
from codeseam_indexer.parse.lines import Lines
from codeseam_indexer.parse.parser import ParsedFile

__all__ = ["TABLES", "lower"]


class _Search(NamedTuple):
    """What finds the nodes that a table handles.

    Attributes:
        query: a pattern for each kind of them.
        handlers: what to do with a node, by the number of its pattern; None for a comment.
    """

    query: Query
    handlers: tuple[Handler | None, ...]


def lower(parsed: ParsedFile) -> Facts:
    """The facts of a parsed file, ``NO_FACTS`` where no table covers its language.

    The trees of a file share its scope; of each counts what begins in its span of the file.
    """
    symbols = {start: ordinal for ordinal, start in enumerate(parsed.names)}
    low: Lowering | None = None
    comments: list[int] = []
    for part in parsed.parts:
        name, grammar = part.language.name, part.language.grammar
        if grammar is None or name not in TABLES:
            continue
        root, language = part.tree.root_node, get_language(grammar)
        if low is None:
            low = Lowering(table_of(name), part.data, symbols, parsed.source.path)
            low.open(root, "file")
        low.enter(table_of(name), part.data)
        search = _search(language, name)
        low.reparse = _Again(low, language, search).read
        comments += _walk(low, root, search, part.start, part.end)
    if low is None:
        return NO_FACTS
    low.end()
    return low.facts(comments, _places(parsed.lines))


def _walk(low: Lowering, root: Node, search: _Search, start: int, end: int) -> list[int]:
    """Hand the nodes from ``start`` up to ``end`` to their handlers; give the spans of comments.

    Matches come in document order, what is outside first: a pattern ends with its node.
    """
    comments: list[int] = []
    stack = low.stack
    for pattern, captures in QueryCursor(search.query).matches(root):
        (node,) = captures["n"]
        at = node.start_byte
        if not start <= at < end:
            continue
        handle = search.handlers[pattern]
        if handle is None:
            comments += (at, node.end_byte)
            continue
        while stack[-1][1] <= at:
            stack.pop()
        handle(low, node)
    return comments


class _Again:
    """Parses stretches of a file once more, where the grammar has seen nothing but tokens."""

    def __init__(self, low: Lowering, language: Language, search: _Search) -> None:
        self._low = low
        self._search = search
        self._parser = Parser(language)
        # Nodes are told apart by their address, so the trees must live as long as the lowering.
        self._trees: list[Tree] = []

    def read(self, node: Node, inside: bool) -> None:
        """Parse the bytes of a node as a file of its own, at their places."""
        first, last = node.start_point, node.end_point
        start, end = node.start_byte, node.end_byte
        if inside:
            first, last = Point(first[0], first[1] + 1), Point(last[0], max(last[1] - 1, 0))
            start, end = start + 1, max(end - 1, start + 1)
        stretch = Range(first, last, start, end)
        self._parser.included_ranges = [stretch]
        tree = self._parser.parse(self._low.data)
        self._trees.append(tree)
        _walk(self._low, tree.root_node, self._search, start, end)


def _places(lines: Lines) -> Places:
    """Find lines and columns (in bytes) for many offsets at once."""
    starts = np.array([-1, *lines.breaks]) + 1

    def places(offsets: Sequence[int]) -> list[int]:
        at = np.array(offsets, dtype=np.int64)
        line = np.searchsorted(starts, at, "right")
        column = np.minimum(at - starts[line - 1], LAST_COLUMN)
        return (line << COLUMN_BITS | column).tolist()

    return places


@cache
def _search(language: Language, table: str) -> _Search:
    rules = table_of(table)
    found: list[tuple[str, Handler | None]] = []
    found += [(f"({kind}) @n", handler) for kind, handler in rules.statements.items()]
    found += rules.patterns
    found += [(f"({kind}) @n", None) for kind in rules.comments]
    text = "\n".join(pattern for pattern, _ in found)
    return _Search(Query(language, text), tuple(handler for _, handler in found))
