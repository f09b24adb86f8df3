"""One file through all stages: text -> tree -> symbols, chunks, words, vectors, facts. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.chunk import chunk
from codeseam_indexer.credentials import hide
from codeseam_indexer.packed import pack
from codeseam_indexer.parse import ParsedFile, parse
from codeseam_indexer.parse.facts import lower
from codeseam_indexer.pipeline.bags import Fields, fields_of, gathered
from codeseam_indexer.pipeline.tags import tags_of
from codeseam_indexer.records import Chunk, IndexedFile, SourceFile
from codeseam_indexer.store import quantise
from codeseam_indexer.words import written_words

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts -> float32 unit vectors of shape (texts, dimensions)."""

Cut = Callable[[ParsedFile], Iterable[Chunk]]
"""A parsed file -> its chunks, in order."""


def index_one(source: SourceFile, embed: Embed | None = None) -> IndexedFile:
    """Make all that the index keeps of a file.

    Args:
        source: the file as it was read.
        embed: makes the vectors; None leaves them for later.
    """
    parsed = parse(_safe(source))
    return index_parsed(parsed, pack(lower(parsed)), embed, parsed.notes)


def index_lines(source: SourceFile, note: str, embed: Embed | None = None) -> IndexedFile:
    """Make what can be had of a file whose grammar fails: its lines, without symbols."""
    parsed = parse(replace(_safe(source), language="text"))
    made = index_parsed(parsed, b"", embed, (note,))
    return replace(made, source=replace(made.source, language=source.language))


def embedded_texts(source: SourceFile) -> list[str]:
    """Give the texts that stand for the chunks of a file in vector space, in order."""
    return [piece.embedded for piece in chunk(parse(_safe(source)))]


def _safe(source: SourceFile) -> SourceFile:
    """The file without secrets, every place in it the same; nothing of them gets further."""
    return replace(source, text=hide(source.text))


def index_parsed(
    parsed: ParsedFile,
    facts: bytes,
    embed: Embed | None,
    notes: Sequence[str],
    cut: Cut = chunk,
) -> IndexedFile:
    """Make all that the index keeps of a parsed file, cut into chunks by ``cut``."""
    source = parsed.source
    path_words = written_words(source.path)
    chunks: list[Chunk] = []
    fields: list[Fields] = []
    texts: list[str] = []
    for piece in cut(parsed):
        fields.append(fields_of(piece, parsed.symbols, path_words))
        texts.append(piece.embedded)
        # No text is stored; it would only be carried between processes.
        chunks.append(replace(piece, text="", header=""))
    bags, mentions = gathered(fields)
    vectors = quantise(embed(texts)) if embed is not None and texts else None
    return IndexedFile(
        source=replace(source, text=""),
        lines=source.text.count("\n") + (not source.text.endswith("\n") and bool(source.text)),
        symbols=parsed.symbols,
        imports=parsed.imports,
        chunks=tuple(chunks),
        bags=bags,
        vectors=vectors,
        facts=facts,
        notes=tuple(notes),
        tags=tags_of(source.path, parsed.symbols, parsed.imports),
        mentions=mentions,
    )
