"""Lowers a parsed file to the language-neutral facts that the resolver evaluates."""

from collections.abc import Mapping, Sequence
from functools import cache
from operator import itemgetter

from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Range, Tree

from codeseam_indexer.facts import NO_FACTS, Facts, position
from codeseam_indexer.parse.facts.lowering import Handler, Lowering
from codeseam_indexer.parse.facts.tables import TABLES, table_of
from codeseam_indexer.parse.grammars import get_language
from codeseam_indexer.parse.parser import ParsedFile

__all__ = ["TABLES", "lower", "lower_trees"]


def lower(parsed: ParsedFile) -> Facts:
    """The facts of a parsed file, ``NO_FACTS`` where no table covers its language."""
    trees = [
        (part.tree, get_language(part.language.grammar), part.language.name, part.data)
        for part in parsed.parts
        if part.language.grammar is not None and part.language.name in TABLES
    ]
    spans = [
        (part.start, part.end) for part in parsed.parts
        if part.language.grammar is not None and part.language.name in TABLES
    ]  # fmt: skip
    symbols = {start: ordinal for ordinal, start in enumerate(parsed.names)}
    return lower_trees(trees, symbols, parsed.source.path, spans)


def lower_trees(
    trees: Sequence[tuple[Tree, Language, str, bytes]],
    symbols: Mapping[int, int],
    path: str,
    spans: Sequence[tuple[int, int]] = (),
) -> Facts:
    """The facts of the trees of one file, which share its scope.

    Args:
        trees: each with its grammar, the name of one of ``TABLES`` and the bytes that were parsed;
            offsets and lines are those of the file.
        symbols: ordinal of each symbol by the start byte of its name.
        path: of the file, relative to the workspace.
        spans: the bytes from and up to which what begins in each tree counts; all by default.
    """
    low: Lowering | None = None
    comments: list[int] = []
    for number, (tree, language, table, data) in enumerate(trees):
        root = tree.root_node
        if low is None:
            low = Lowering(table_of(table), data, symbols, path)
            low.open(root, "file")
        low.enter(table_of(table), data)
        query, handlers = _query(language, table)
        again = _Again(low, language, query, handlers)
        low.reparse = again.read
        span = spans[number] if spans else (0, len(data) + 1)
        comments += _walk(low, root, query, handlers, span)
    return NO_FACTS if low is None else low.facts(tuple(comments))


_PLACE = itemgetter(0, 1, 2)


def _walk(
    low: Lowering,
    root: Node,
    query: Query,
    handlers: Mapping[str, Handler],
    span: tuple[int, int] | None = None,
) -> list[int]:
    captures = QueryCursor(query).captures(root)
    comments = captures.pop("comment", [])
    # In document order, what is outside first where two nodes have the same place: the order in
    # which captures come is that of their addresses, which differs from run to run.
    marked = [
        (node.start_byte, -node.end_byte, -node.descendant_count, node, handlers[capture])
        for capture, nodes in captures.items()
        for node in nodes
    ]
    if span is not None and span != (0, root.end_byte):
        marked = [m for m in marked if span[0] <= m[0] < span[1]]
        comments = [n for n in comments if span[0] <= n.start_byte < span[1]]
    marked.sort(key=_PLACE)
    stack = low.stack
    for start, _, _, node, handle in marked:
        while stack[-1][1] <= start:
            stack.pop()
        handle(low, node)
    return _spans(comments, low)


class _Again:
    """Parses stretches of a file once more, where the grammar has seen nothing but tokens."""

    def __init__(
        self, low: Lowering, language: Language, query: Query, handlers: Mapping[str, Handler]
    ) -> None:
        self._low = low
        self._query = query
        self._handlers = handlers
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
        _walk(self._low, tree.root_node, self._query, self._handlers)


def _spans(comments: list[Node], low: Lowering) -> list[int]:
    out: list[int] = []
    for node in sorted(comments, key=lambda n: n.start_byte):
        row, column = node.end_point
        out += (low.at(node), position(row + 1, column))
    return out


@cache
def _query(language: Language, table: str) -> tuple[Query, Mapping[str, Handler]]:
    rules = table_of(table)
    parts = [f"({kind}) @{kind}" for kind in rules.statements]
    parts += [f"({kind}) @comment" for kind in rules.comments]
    handlers = dict(rules.statements)
    for number, (pattern, handler) in enumerate(rules.patterns):
        parts.append(pattern.replace("@n", f"@p{number}"))
        handlers[f"p{number}"] = handler
    return Query(language, "\n".join(parts)), handlers
