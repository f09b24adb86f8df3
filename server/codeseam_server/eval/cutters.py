"""The ways to cut a file that are compared: codeseam's own, and the baselines it must beat.

All count with the same ruler and get the same budget. The baselines know no symbols: their header
is the path alone.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal, get_args

from tree_sitter import Node

from codeseam_indexer.chunk import ChunkOptions, chunk
from codeseam_indexer.chunk.spans import Ruler
from codeseam_indexer.parse import ParsedFile
from codeseam_indexer.pipeline import Cut
from codeseam_indexer.records import Chunk

Chunker = Literal["ast", "fixed", "lines", "file", "cast"]

CHUNKERS: tuple[Chunker, ...] = get_args(Chunker)
"""Whole definitions; windows of the token budget; windows of 40 lines; whole files; cAST."""

OVERLAP = 64
"""Tokens that a window of ``fixed`` repeats of the one before, at least, snapped to lines."""

WINDOW = 40
"""Lines of a window of ``lines``."""

Span = tuple[int, int]


def cutter(name: Chunker, options: ChunkOptions) -> Cut:
    """Give the function that cuts a file so."""
    if name == "ast":
        return lambda parsed: chunk(parsed, options)
    spans = _SPANS[name]
    return lambda parsed: _chunks(parsed, options, spans)


def _chunks(
    parsed: ParsedFile,
    options: ChunkOptions,
    spans: "Callable[[ParsedFile, Ruler, int, float], Iterable[Span]]",
) -> Iterator[Chunk]:
    lines = parsed.source.text.split("\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        return
    ruler = Ruler(lines, parsed.data, options.count)
    header = parsed.source.path if options.header else ""
    for first, last in spans(parsed, ruler, len(lines), options.max_tokens):
        tokens = round(ruler.size(first, last) + ruler.text(header))
        text = "\n".join(lines[first - 1 : last])
        yield Chunk(first, last, "lines", None, (), text, header, tokens)


def _fixed(_parsed: ParsedFile, ruler: Ruler, count: int, budget: float) -> Iterator[Span]:
    """Windows as large as the budget allows, each begun ``OVERLAP`` before the last one's end."""
    first = 1
    while True:
        last = first
        while last < count and ruler.size(first, last + 1) <= budget:
            last += 1
        yield first, last
        if last >= count:
            return
        following = last + 1
        while following > first + 1 and ruler.size(following, last) < OVERLAP:
            following -= 1
        # A line longer than the overlap is not repeated: the window would not move on.
        first = following if ruler.size(following, last) < budget / 2 else last + 1


def _lines(_parsed: ParsedFile, _ruler: Ruler, count: int, _budget: float) -> Iterator[Span]:
    for first in range(1, count + 1, WINDOW):
        yield first, min(count, first + WINDOW - 1)


def _file(_parsed: ParsedFile, _ruler: Ruler, count: int, _budget: float) -> Iterator[Span]:
    yield 1, count


def _cast(parsed: ParsedFile, ruler: Ruler, count: int, budget: float) -> Iterator[Span]:
    """Split then merge along the syntax tree, after cAST (arXiv 2506.15655), snapped to lines.

    A node that fits is joined to its left neighbour while both fit; one that does not is split
    into its children, likewise.
    """
    if parsed.tree is None:
        yield from _without_overlap(ruler, count, budget)
        return
    spans = _merged(parsed.tree.root_node, ruler, budget)
    cursor = 1
    for at, (_, last) in enumerate(spans):
        end = count if at == len(spans) - 1 else min(last, count)
        if end >= cursor:  # nodes that share a line go with the first of them
            yield cursor, end
            cursor = end + 1
    if cursor <= count:
        yield cursor, count


def _merged(node: Node, ruler: Ruler, budget: float, depth: int = 0) -> list[Span]:
    out: list[Span] = []
    for child in node.children:
        span = child.start_point.row + 1, _last_row(child)
        if ruler.size(*span) > budget and child.children and depth < 40:
            out += _merged(child, ruler, budget, depth + 1)
        elif out and ruler.size(out[-1][0], span[1]) <= budget:
            out[-1] = (out[-1][0], max(out[-1][1], span[1]))
        else:
            out.append(span)
    return out


def _last_row(node: Node) -> int:
    """The last line that a node has a character on, 1-based."""
    end = node.end_point
    return max(node.start_point.row + 1, end.row + 1 if end.column else end.row)


def _without_overlap(ruler: Ruler, count: int, budget: float) -> Iterator[Span]:
    first = 1
    for line in range(2, count + 1):
        if ruler.size(first, line) > budget:
            yield first, line - 1
            first = line
    yield first, count


_SPANS: dict[str, Callable[[ParsedFile, Ruler, int, float], Iterable[Span]]] = {
    "fixed": _fixed,
    "lines": _lines,
    "file": _file,
    "cast": _cast,
}


def without_header(cut: Cut) -> Cut:
    """Give the same pieces with nothing said before their lines."""
    return lambda parsed: (replace(piece, header="") for piece in cut(parsed))
