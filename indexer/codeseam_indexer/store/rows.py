"""Reads records of one workspace from the database: plain queries, no state."""

import json
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from codeseam_indexer.records import (
    ChunkRow,
    Counts,
    Entry,
    FileStat,
    Import,
    SkipReason,
    Symbol,
    SymbolRow,
)
from codeseam_indexer.store.database import Database

_SYMBOL = (
    "SELECT s.id, s.document, s.id - d.first_symbol, d.path, d.language, s.name, s.qualified_name,"
    ' s.kind, s.start_line, s.end_line, s.name_line, s."column", s.signature, s.docstring,'
    " s.parent, s.visibility, p.qualified_name FROM symbol s"
    " JOIN document d ON d.id = s.document"
    " JOIN manifest m ON m.workspace = ?1 AND m.path = d.path AND m.document = d.id"
    " LEFT JOIN symbol p ON p.id = d.first_symbol + s.parent"
)

_CHUNK = (
    "SELECT c.id, c.document, d.path, d.language, c.start_line, c.end_line, c.kind,"
    " coalesce(s.qualified_name, ''), coalesce(s.kind, ''), d.tags FROM chunk c"
    " JOIN document d ON d.id = c.document"
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


def manifest(
    db: Database, workspace: int, paths: Collection[str] | None = None
) -> dict[str, Entry]:
    """Read the manifest or some paths of it, skipped ones included."""
    rows = db.execute(
        "SELECT path, size, mtime_ns, ctime_ns, inode, hash, document, reason FROM manifest"  # noqa: S608 - our own words
        f" WHERE workspace = ? {_among('path', paths)}",
        (workspace, *_listed(paths)),
    )
    return {
        path: Entry(
            path,
            FileStat(size, mtime, ctime, inode & 0xFFFF_FFFF_FFFF_FFFF),
            hashed,
            document,
            SkipReason(reason) if reason else None,
        )
        for path, size, mtime, ctime, inode, hashed, document, reason in rows
    }


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
    db: Database, workspace: int, condition: str, values: Sequence[object]
) -> list[SymbolRow]:
    """Read symbols of the workspace; ``condition`` is SQL of this package after the joins."""
    rows = db.execute(f"{_SYMBOL} {condition}", (workspace, *values))
    return [_symbol_row(row) for row in rows]


def _symbol_row(row: Any) -> SymbolRow:
    return SymbolRow(row[0], row[1], row[2], row[3], row[4], Symbol(*row[5:16]), row[16] or "")


def document_symbols(db: Database, document: int) -> tuple[Symbol, ...]:
    """Read the symbols of one document in order."""
    rows = db.execute(
        "SELECT s.name, s.qualified_name, s.kind, s.start_line, s.end_line, s.name_line,"
        ' s."column", s.signature, s.docstring, s.parent, s.visibility FROM document d'
        " JOIN symbol s ON s.id >= d.first_symbol AND s.id < d.first_symbol + d.symbols"
        " WHERE d.id = ? ORDER BY s.id",
        (document,),
    )
    return tuple(Symbol(*row) for row in rows)


def chunks_where(
    db: Database, workspace: int, condition: str, values: Sequence[object]
) -> list[ChunkRow]:
    """Read chunks of the workspace; ``condition`` is SQL of this package after the joins."""
    rows = db.execute(f"{_CHUNK} {condition}", (workspace, *values))
    return [ChunkRow(*row[:9], tags=frozenset(row[9].split())) for row in rows]


def imports(packed: bytes) -> tuple[Import, ...]:
    """Unpack the imports of a document."""
    if not packed:
        return ()
    return tuple(
        Import(module, name, alias, line, bool(exported))
        for module, name, alias, line, exported in json.loads(zlib.decompress(packed))
    )


def files(db: Database, workspace: int, paths: Collection[str] | None) -> list[FileRow]:
    """Read what is known of indexed files, all or some, by path."""
    found = db.execute(
        "SELECT d.path, d.id, d.hash, d.language, d.lines, d.symbols, d.chunks, d.notes, d.tags"  # noqa: S608 - our own words
        " FROM manifest m JOIN document d ON d.id = m.document WHERE m.workspace = ?"
        f" {_among('m.path', paths)} ORDER BY m.path",
        (workspace, *_listed(paths)),
    )
    return [
        FileRow(*row[:7], notes=tuple(json.loads(row[7])), tags=frozenset(row[8].split()))
        for row in found
    ]


def _among(column: str, paths: Collection[str] | None) -> str:
    """Give the SQL that restricts a column to a list bound by ``_listed``, or nothing."""
    return "" if paths is None else f"AND {column} IN (SELECT value FROM json_each(?))"  # noqa: S608


def _listed(paths: Collection[str] | None) -> tuple[str, ...]:
    return () if paths is None else (json.dumps(list(paths)),)
