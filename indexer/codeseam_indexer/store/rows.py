"""Reads records of one workspace from the database: plain queries, no state."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Any

from codeseam_indexer.records import (
    ChunkRow,
    Counts,
    Entry,
    FileStat,
    Import,
    SkipReason,
    Symbol,
    SymbolKind,
    SymbolRow,
)
from codeseam_indexer.store.batch import unpack
from codeseam_indexer.store.database import NUMBERS, Database, numbers
from codeseam_indexer.store.kinds import CHUNK_KINDS, SYMBOL_KINDS, VISIBILITIES

_SYMBOL = (
    "SELECT s.id, s.document, s.id - d.first_symbol, d.path, d.language, p.qualified_name,"
    ' s.name, s.qualified_name, s.kind, s.start_line, s.end_line, s.name_line, s."column",'
    " s.signature, s.parent, s.visibility FROM symbol s"
    " JOIN document d ON d.id = s.document"
    " JOIN manifest m ON m.workspace = ?1 AND m.path = d.path AND m.document = d.id"
    " LEFT JOIN symbol p ON p.id = d.first_symbol + s.parent"
)

_COLUMNS = (
    "SELECT c.id, c.document, d.path, d.language, c.start_line, c.end_line, c.kind,"
    " coalesce(s.qualified_name, ''), s.kind, d.tags, d.hash"
)

_CHUNK = (
    f"{_COLUMNS} FROM chunk c JOIN document d ON d.id = c.document"
    " JOIN manifest m ON m.workspace = ?1 AND m.path = d.path AND m.document = d.id"
    " LEFT JOIN symbol s ON s.id = d.first_symbol + c.symbol"
)


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file in the index: what is known of it apart from its symbols and chunks."""

    path: str
    document: int
    hash: bytes
    language: str
    lines: int
    symbols: int
    chunks: int
    notes: tuple[str, ...]
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pending:
    """A document that waits for its vectors."""

    document: int
    path: str
    hash: bytes
    chunks: int


_ENTRY = (
    "SELECT path, size, mtime_ns, ctime_ns, inode, hash, document, reason FROM manifest"
    " WHERE workspace = ?"
)


def manifest(
    db: Database, workspace: int, paths: Collection[str] | None = None
) -> dict[str, Entry]:
    """Read the manifest or some paths of it, skipped ones included."""
    found = db.execute(
        f"{_ENTRY} {_among('path', paths)}",
        (workspace, *_listed(paths)),
    )
    return {row[0]: _entry(row) for row in found}


def manifest_below(db: Database, workspace: int, paths: Collection[str]) -> dict[str, Entry]:
    """Read some paths of the manifest and all that lies below them ("" is everything)."""
    if "" in paths:
        return manifest(db, workspace)
    entries = manifest(db, workspace, [*paths, *(path + "/" for path in paths)])
    for path in paths:
        # "0" is the character after "/".
        below = db.execute(
            f"{_ENTRY} AND path > ? AND path < ?", (workspace, path + "/", path + "0")
        )
        entries |= {row[0]: _entry(row) for row in below}
    return entries


def _entry(row: Any) -> Entry:
    path, size, mtime, ctime, inode, hashed, document, reason = row
    stat = FileStat(size, mtime, ctime, inode & 0xFFFF_FFFF_FFFF_FFFF)
    return Entry(path, stat, hashed, document, SkipReason(reason) if reason else None)


def counts(db: Database, workspace: int, index_bytes: int) -> Counts:
    """Count what a workspace sees."""
    totals: dict[str, int] = {}
    files = symbols = chunks = 0
    for language, number, some_symbols, some_chunks in db.execute(
        "SELECT d.language, count(*), sum(d.symbols), sum(d.chunks) FROM manifest m"
        " JOIN document d ON d.id = m.document WHERE m.workspace = ? GROUP BY d.language"
        " ORDER BY count(*) DESC, d.language",
        (workspace,),
    ):
        totals[language] = number
        files, symbols, chunks = files + number, symbols + some_symbols, chunks + some_chunks
    skipped = dict(
        db.execute(
            "SELECT reason, count(*) FROM manifest WHERE workspace = ? AND document IS NULL"
            " GROUP BY reason ORDER BY reason",
            (workspace,),
        )
    )
    return Counts(files, symbols, chunks, totals, skipped, index_bytes)


def symbols_where(
    db: Database, workspace: int, condition: str, values: Sequence[object], *, docs: bool = True
) -> list[SymbolRow]:
    """Read symbols of the workspace; ``condition`` is SQL of this package after the joins."""
    found = list(db.execute(f"{_SYMBOL} {condition}", (workspace, *values)))
    written = _docstrings(db, {row[1] for row in found}) if docs else {}
    return [
        SymbolRow(
            *row[:5], symbol=_symbol(row[6:], row[2], written.get(row[1])), parent_name=row[5] or ""
        )
        for row in found
    ]


def _symbol(columns: Any, ordinal: int, docs: list[str] | None) -> Symbol:
    name, qualified, kind, start, end, name_line, column, signature, parent, visibility = columns
    return Symbol(
        name, qualified, SYMBOL_KINDS[int(kind)], start, end, name_line, column, signature,
        docs[ordinal] if docs else "", parent, VISIBILITIES[int(visibility)],
    )  # fmt: skip


def _docstrings(db: Database, documents: Collection[int]) -> dict[int, list[str]]:
    found = db.execute(
        "SELECT document, docstrings FROM fact WHERE document IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )
    return {document: unpack(packed) for document, packed in found}


def document_symbols(db: Database, document: int) -> tuple[Symbol, ...]:
    """Read the symbols of one document in order."""
    rows = db.execute(
        "SELECT s.name, s.qualified_name, s.kind, s.start_line, s.end_line, s.name_line,"
        ' s."column", s.signature, s.parent, s.visibility FROM document d'
        " JOIN symbol s ON s.id >= d.first_symbol AND s.id < d.first_symbol + d.symbols"
        " WHERE d.id = ? ORDER BY s.id",
        (document,),
    )
    docs = _docstrings(db, [document]).get(document)
    return tuple(_symbol(row, at, docs) for at, row in enumerate(rows))


def declared(
    db: Database, documents: Collection[int]
) -> dict[int, list[tuple[str, SymbolKind, bool]]]:
    """Read of the symbols of some documents the name, the kind, and whether each is in another."""
    found: dict[int, list[tuple[str, SymbolKind, bool]]] = {document: [] for document in documents}
    rows = db.execute(
        "SELECT d.id, s.name, s.kind, s.parent IS NOT NULL FROM json_each(?) j"
        " CROSS JOIN document d ON d.id = j.value CROSS JOIN symbol s"
        " ON s.id >= d.first_symbol AND s.id < d.first_symbol + d.symbols",
        (json.dumps(list(found)),),
    )
    for document, name, kind, nested in rows:
        found[document].append((name, SYMBOL_KINDS[int(kind)], bool(nested)))
    return found


def chunks(db: Database, ids: Sequence[int]) -> list[ChunkRow]:
    """Read chunks that the workspace is known to have, in the order of ``ids``."""
    if not ids:
        return []
    rows = db.execute(
        f"{_COLUMNS} FROM {NUMBERS}(?) n CROSS JOIN chunk c ON c.id = n.value"
        " CROSS JOIN document d ON d.id = c.document"
        " LEFT JOIN symbol s ON s.id = d.first_symbol + c.symbol",
        (numbers(ids),),
    )
    return [_chunk(row) for row in rows]


def chunks_where(
    db: Database, workspace: int, condition: str, values: Sequence[object]
) -> list[ChunkRow]:
    """Read chunks of the workspace; ``condition`` is SQL of this package after the joins."""
    rows = db.execute(f"{_CHUNK} {condition}", (workspace, *values))
    return [_chunk(row) for row in rows]


def _chunk(row: Any) -> ChunkRow:
    chunk, document, path, language, start, end, kind, symbol, symbol_kind, tags, content = row
    # Many rows are kept, and those of a file have its path in common.
    return ChunkRow(
        chunk, document, intern(path), intern(language), start, end, CHUNK_KINDS[int(kind)], symbol,
        "" if symbol_kind is None else SYMBOL_KINDS[int(symbol_kind)], _tags(tags), content,
    )  # fmt: skip


def imports(packed: bytes) -> tuple[Import, ...]:
    """Unpack the imports of a document."""
    return tuple(
        Import(module, name, alias, line, bool(exported))
        for module, name, alias, line, exported in unpack(packed)
    )


def files(db: Database, workspace: int, paths: Collection[str] | None) -> list[FileRow]:
    """Read what is known of indexed files, all or some, by path."""
    found = db.execute(
        "SELECT d.path, d.id, d.hash, d.language, d.lines, d.symbols, d.chunks, d.notes, d.tags"  # noqa: S608 - our own words
        " FROM manifest m JOIN document d ON d.id = m.document WHERE m.workspace = ?"
        f" {_among('m.path', paths)} ORDER BY m.path",
        (workspace, *_listed(paths)),
    )
    return [FileRow(*row[:7], notes=tuple(json.loads(row[7])), tags=_tags(row[8])) for row in found]


@lru_cache(maxsize=64)
def _tags(written: str) -> frozenset[str]:
    return frozenset(written.split())


def _among(column: str, paths: Collection[str] | None) -> str:
    """Give the SQL that restricts a column to a list bound by ``_listed``, or nothing."""
    return "" if paths is None else f"AND {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - our own words


def _listed(paths: Collection[str] | None) -> tuple[str, ...]:
    return () if paths is None else (json.dumps(list(paths)),)
