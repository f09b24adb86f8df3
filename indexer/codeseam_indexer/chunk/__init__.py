r"""Turns a file into the pieces that are searched: whole definitions where they fit.

>>> from codeseam_indexer.chunk import chunk_text
>>> for piece in chunk_text("greet.py", "def greet(name):\n    return f'Hello {name}'\n"):
...     print(piece.start_line, piece.end_line, piece.kind)
1 2 definition

The pieces of a file tile it: each of its lines is in the own span of exactly one of them. After
cAST (arXiv 2506.15655): a definition that fits the budget is one piece with its decorators and its
doc comment; neighbours of a few lines are put together; a class too big becomes its head
(signature, docstring, fields, the names of its members) and its members; a function too big is cut
at statements, and each piece says in its header which function it is of; imports and loose
statements are pieces of their own; prose is cut by section, unknown text and what does not parse
by lines.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from codeseam_indexer.chunk.header import Headers
from codeseam_indexer.chunk.spans import Cutter, Ruler, Span
from codeseam_indexer.languages import detect
from codeseam_indexer.parse import ParsedFile, parse
from codeseam_indexer.records import Chunk, SourceFile

__all__ = ["ChunkOptions", "chunk", "chunk_many", "chunk_text"]


@dataclass(frozen=True, slots=True)
class ChunkOptions:
    """How a file is cut.

    Attributes:
        max_tokens: what the own lines of a chunk may hold; a longer line is still one chunk, and a
            function or a method of up to twice as much.
        merge_tokens: up to this size small neighbours (definitions, loose statements) are put
            together; 0 keeps each apart, ``max_tokens`` fills the chunks as far as they go.
        overlap_lines: lines above and below its own that are repeated in the header.
        count: tokens of a text by the embedder that will read it; None estimates them from the
            number of characters, which is some hundred times faster. Counted once a line and
            added up, so it must be about additive.
        header: whether to write what a chunk belongs to before its lines.
    """

    max_tokens: int = 376
    merge_tokens: int = 24
    overlap_lines: int = 0
    count: Callable[[str], int] | None = None
    header: bool = True


def chunk(parsed: ParsedFile, options: ChunkOptions = ChunkOptions()) -> Iterator[Chunk]:
    """Cut a parsed file into chunks, in order, one at a time."""
    lines = _lines(parsed.source.text)
    ruler = Ruler(lines, parsed.data, options.count)
    cutter = Cutter(parsed, lines, ruler, options.max_tokens, options.merge_tokens)
    spans = list(cutter.spans())
    headers = Headers(parsed)
    named = _named(parsed, spans)
    for at, span in enumerate(spans):
        text = "\n".join(lines[span.start - 1 : span.end])
        said = ""
        if options.header:
            before = next(reversed(named[at - 1]), None) if at else None
            after = next(iter(named[at + 1]), None) if at + 1 < len(spans) else None
            said = "\n".join(filter(None, headers.lines(span, text, before, after)))
        if options.overlap_lines:
            said = "\n".join(filter(None, (said, _overlap(lines, span, options.overlap_lines))))
        tokens = ruler.size(span.start, span.end) + ruler.text(said)
        yield Chunk(
            start_line=span.start,
            end_line=span.end,
            kind=span.kind,
            symbol=span.symbol,
            symbols=named[at],
            text=text,
            header=said,
            tokens=round(tokens),
        )


def chunk_text(
    path: str,
    text: str,
    options: ChunkOptions = ChunkOptions(),
    *,
    language: str | None = None,
) -> Iterator[Chunk]:
    """Cut a text in memory; its language is told by its path and its first lines.

    Args:
        path: names the text and its language; nothing is read from there.
        text: what is cut.
        options: how it is cut.
        language: the name of a row of ``LANGUAGES`` where the path does not tell.
    """
    name = language or detect(path, text)
    return chunk(parse(SourceFile(path=path, text=text, hash=b"", language=name)), options)


def chunk_many(
    files: Iterable[tuple[str, str]],
    options: ChunkOptions = ChunkOptions(),
    *,
    concurrency: int | None = None,
    progress: Callable[[int, str], None] | None = None,
) -> Iterator[tuple[str, list[Chunk]]]:
    """Cut many texts with a bounded number of threads, in the order given.

    No more than twice ``concurrency`` texts are taken from ``files`` ahead of what was yielded, so
    that it may be endless.

    Args:
        files: pairs of path and text.
        options: how they are cut.
        concurrency: threads at most; by default one a processor.
        progress: called in the caller's thread with the number of texts done and the last path.

    Yields:
        The path and its chunks.
    """
    width = max(1, concurrency or os.cpu_count() or 1)

    def work(path: str, text: str) -> tuple[str, list[Chunk]]:
        return path, list(chunk_text(path, text, options))

    waiting: deque[Future[tuple[str, list[Chunk]]]] = deque()
    done = 0
    with ThreadPoolExecutor(width, thread_name_prefix="chunk") as pool:
        source = iter(files)
        while True:
            while len(waiting) < 2 * width and (item := next(source, None)) is not None:
                waiting.append(pool.submit(work, *item))
            if not waiting:
                return
            path, chunks = waiting.popleft().result()
            done += 1
            if progress is not None:
                progress(done, path)
            yield path, chunks


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _named(parsed: ParsedFile, spans: list[Span]) -> list[tuple[int, ...]]:
    """For each span the symbols whose names lie in it."""
    order = sorted(range(len(parsed.symbols)), key=lambda i: parsed.symbols[i].name_line)
    out: list[tuple[int, ...]] = []
    at = 0
    for span in spans:
        begin = at
        while at < len(order) and parsed.symbols[order[at]].name_line <= span.end:
            at += 1
        out.append(tuple(order[begin:at]))
    return out


def _overlap(lines: list[str], span: Span, most: int) -> str:
    above = lines[max(0, span.start - 1 - most) : span.start - 1]
    return "\n".join((*above, "…", *lines[span.end : span.end + most]))
