"""Writes one batch: documents, the lines of a workspace's manifest, vectors; one transaction."""

import json
import time
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import FileStat, IndexedFile, SkipReason, Symbol, Vectors
from codeseam_indexer.store import changes, postings
from codeseam_indexer.store.database import Database
from codeseam_indexer.store.filters import LIVE_BLOCK
from codeseam_indexer.store.kinds import CHUNK_KIND, SYMBOL_KIND, VISIBILITY, kind_bits
from codeseam_indexer.store.vectors import Codes


class Batch:
    """What ``Store.writing`` gives: every verb belongs to its one transaction."""

    def __init__(self, db: Database, workspace: int, codes: Codes) -> None:
        self._db = db
        self._workspace = workspace
        self._codes = codes
        self._live: dict[int, NDArray[np.uint8]] = {}
        self._bits: dict[int, bytes] = {}
        self._words = postings.Writer()
        self._written: set[str] = set()
        self._touched = False
        self._embedded = False

    def put(self, file: IndexedFile) -> int:
        """Write a document, unless the same content of the path is there; give its id.

        A document that waits for its vectors takes them from ``file`` if that has them.

        Raises:
            ValueError: vectors, bags and chunks of the file differ in number.
        """
        source = file.source
        known = self._db.one(
            "SELECT id, embedded FROM document WHERE path = ? AND hash = ?",
            (source.path, source.hash),
        )
        if known is not None:
            document, embedded = known
            if not embedded and file.vectors is not None:
                self.vectors(document, file.vectors)
            return document
        bags = len(file.bags.sizes)
        if bags != len(file.chunks):
            raise ValueError(f"{source.path}: {bags} bags, {len(file.chunks)} chunks")
        first_chunk = self._take_chunks(len(file.chunks))
        first_symbol = self._take("next_symbol", len(file.symbols))
        self._db.execute(
            "INSERT INTO document (path, hash, language, lines, first_chunk, chunks, first_symbol,"
            " symbols, embedded, unused, notes, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                source.path,
                source.hash,
                source.language,
                file.lines,
                first_chunk,
                len(file.chunks),
                first_symbol,
                len(file.symbols),
                not file.chunks,
                int(time.time()),
                json.dumps(file.notes),
                " ".join(sorted(file.tags)),
            ),
        )
        document = self._db.last_id()
        self._put_rows(document, file, first_chunk, first_symbol)
        if file.vectors is not None and file.chunks:
            self.vectors(document, file.vectors)
        return document

    def point(self, path: str, stat: FileStat, hash: bytes, document: int) -> None:
        """Let the manifest say that ``path``, as ``stat`` saw it, has the content ``document``."""
        self._entry(path, stat, hash, document, None)

    def skip(self, path: str, stat: FileStat | None, reason: SkipReason) -> None:
        """Let the manifest say that ``path`` stays out, and why."""
        self._entry(path, stat or FileStat(-1, -1, -1, -1), b"", None, reason)

    def forget(self, path: str) -> None:
        """Take ``path`` out of the manifest; its document stays for a while."""
        self._release(path, keep=None)
        self._db.execute(
            "DELETE FROM manifest WHERE workspace = ? AND path = ?", (self._workspace, path)
        )
        self._written.add(path)
        self._touched = True

    def vectors(self, document: int, vectors: Vectors) -> None:
        """Write the vectors of a document's chunks.

        Raises:
            ValueError: there are more or fewer vectors than chunks.
        """
        first, count = self._chunks_of(document)
        if len(vectors.values) != count:
            raise ValueError(f"{len(vectors.values)} vectors for {count} chunks")
        self._db.executemany(
            "INSERT OR REPLACE INTO vector VALUES (?, ?)",
            zip(range(first, first + count), map(bytes, vectors.values), strict=True),
        )
        self._bits.update(zip(range(first, first + count), map(bytes, vectors.signs), strict=True))
        self._db.execute(
            "INSERT OR REPLACE INTO gist VALUES (?, ?)", (document, bytes(vectors.gist))
        )
        self._db.execute("UPDATE document SET embedded = 1 WHERE id = ?", (document,))
        self._embedded = True

    def pending(self, count: int) -> None:
        """Let the index say how many files of the workspace wait; 0 once all were looked at."""
        self._db.execute(
            "UPDATE workspace SET pending = ?1 WHERE id = ?2 AND pending <> ?1",
            (count, self._workspace),
        )

    def finish(self) -> None:
        """Write what was gathered; called by ``Store.writing`` before it commits."""
        self._words.finish(self._db)
        if self._bits:
            self._codes.put(self._db, list(self._bits.items()))
        self._db.executemany(
            "INSERT OR REPLACE INTO live VALUES (?, ?, ?)",
            ((self._workspace, block, bits.tobytes()) for block, bits in self._live.items()),
        )
        if self._written:
            changes.note(self._db, self._workspace, self._written)
        if self._embedded:
            # Other work trees share the document.
            self._db.execute("UPDATE workspace SET generation = generation + 1")
        elif self._touched:
            self._db.execute(
                "UPDATE workspace SET generation = generation + 1 WHERE id = ?", (self._workspace,)
            )

    def _put_rows(
        self, document: int, file: IndexedFile, first_chunk: int, first_symbol: int
    ) -> None:
        self._db.executemany(
            "INSERT INTO symbol VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    first_symbol + at,
                    document,
                    clean(symbol.name),
                    _scope(symbol),
                    SYMBOL_KIND[symbol.kind],
                    symbol.start_line,
                    symbol.end_line,
                    symbol.name_line,
                    symbol.column,
                    clean(symbol.signature),
                    symbol.parent,
                    VISIBILITY[symbol.visibility],
                )
                for at, symbol in enumerate(file.symbols)
            ),
        )
        kinds = [symbol.kind for symbol in file.symbols]
        self._db.executemany(
            "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    first_chunk + at,
                    document,
                    chunk.start_line,
                    chunk.end_line,
                    CHUNK_KIND[chunk.kind],
                    chunk.symbol,
                    kind_bits(
                        kinds[symbol]
                        for symbol in {*chunk.symbols, chunk.symbol}
                        if symbol is not None
                    ),
                )
                for at, chunk in enumerate(file.chunks)
            ),
        )
        self._words.add(first_chunk, file.bags)
        self._db.execute(
            "INSERT INTO mention (rowid, words) VALUES (?, ?)", (document, file.mentions)
        )
        imports = [[i.module, i.name, i.alias, i.line, i.exported] for i in file.imports]
        docs = [clean(symbol.docstring) for symbol in file.symbols]
        self._db.execute(
            "INSERT INTO fact VALUES (?, ?, ?, ?)",
            (document, pack(imports), pack(docs if any(docs) else []), file.facts),
        )

    def _entry(
        self,
        path: str,
        stat: FileStat,
        hash: bytes,
        document: int | None,
        reason: SkipReason | None,
    ) -> None:
        changed = self._release(path, keep=document)
        self._db.execute(
            "INSERT OR REPLACE INTO manifest VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._workspace,
                path,
                stat.size,
                stat.mtime_ns,
                stat.ctime_ns,
                _signed(stat.inode),
                hash,
                document,
                reason,
            ),
        )
        self._written.add(path)
        if document is not None and changed:
            self._db.execute("UPDATE document SET unused = NULL WHERE id = ?", (document,))
            self._set_live(*self._chunks_of(document), value=True)
        self._touched = self._touched or changed

    def _release(self, path: str, *, keep: int | None) -> bool:
        """Hide the document that ``path`` had unless it is ``keep``; say whether that differs."""
        row = self._db.one(
            "SELECT document FROM manifest WHERE workspace = ? AND path = ?",
            (self._workspace, path),
        )
        document = None if row is None else int(row)
        if document is None or document == keep:
            return document != keep or keep is None
        self._set_live(*self._chunks_of(document), value=False)
        self._db.execute(
            "UPDATE document SET unused = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM manifest"
            " WHERE document = ?2 AND workspace <> ?3)",
            (int(time.time()), document, self._workspace),
        )
        return True

    def _set_live(self, first: int, count: int, *, value: bool) -> None:
        at, end = first, first + count
        while at < end:
            block = at // LIVE_BLOCK
            stop = min(end, (block + 1) * LIVE_BLOCK)
            bits = self._live_block(block)
            unpacked = np.unpackbits(bits, bitorder="little")
            unpacked[at - block * LIVE_BLOCK : stop - block * LIVE_BLOCK] = value
            self._live[block] = np.packbits(unpacked, bitorder="little")
            at = stop

    def _live_block(self, block: int) -> NDArray[np.uint8]:
        if block not in self._live:
            found = self._db.one(
                "SELECT bits FROM live WHERE workspace = ? AND block = ?", (self._workspace, block)
            )
            self._live[block] = np.frombuffer(found or bytes(LIVE_BLOCK // 8), np.uint8)
        return self._live[block]

    def _chunks_of(self, document: int) -> tuple[int, int]:
        first, count = self._db.one(
            "SELECT first_chunk, chunks FROM document WHERE id = ?", (document,)
        )
        return first, count

    def _take_chunks(self, count: int) -> int:
        """Give out consecutive chunk ids: the smallest free range that is large enough, else new.

        Vectors of a reused id are overwritten, or hidden until they are (``embedded``).
        """
        if not count:
            return 0
        found = self._db.one(
            "SELECT size, first FROM free_range WHERE size >= ? ORDER BY size, first LIMIT 1",
            (count,),
        )
        if found is None:
            return self._take("next_chunk", count)
        size, first = found
        self._db.execute("DELETE FROM free_range WHERE size = ? AND first = ?", (size, first))
        if size > count:
            self._db.execute("INSERT INTO free_range VALUES (?, ?)", (size - count, first + count))
        return first

    def _take(self, counter: str, count: int) -> int:
        first = int(self._db.one("SELECT value FROM meta WHERE key = ?", (counter,)))
        self._db.execute("UPDATE meta SET value = ? WHERE key = ?", (first + count, counter))
        return first


def remove_documents(db: Database, documents: Iterable[int]) -> int:
    """Delete documents that no manifest names, with all their rows; give how many."""
    removed = 0
    gone: list[tuple[int, int]] = []
    for document in documents:
        first, chunks, symbol, symbols = db.one(
            "SELECT first_chunk, chunks, first_symbol, symbols FROM document WHERE id = ?",
            (document,),
        )
        last = first + chunks - 1
        if chunks:
            gone.append((first, last))
            for table, key in (("chunk", "id"), ("vector", "chunk")):
                db.execute(
                    f"DELETE FROM {table} WHERE {key} BETWEEN ? AND ?",  # noqa: S608 - our names
                    (first, last),
                )
            db.execute("INSERT INTO free_range VALUES (?, ?)", (chunks, first))
        db.execute("DELETE FROM symbol WHERE id BETWEEN ? AND ?", (symbol, symbol + symbols - 1))
        db.execute("DELETE FROM mention WHERE rowid = ?", (document,))
        db.execute("DELETE FROM fact WHERE document = ?", (document,))
        db.execute("DELETE FROM gist WHERE document = ?", (document,))
        db.execute("DELETE FROM document WHERE id = ?", (document,))
        removed += 1
    postings.remove(db, gone)
    return removed


def pack(values: list[Any]) -> bytes:
    """Compress a list of JSON values; an empty one takes no room."""
    return zlib.compress(json.dumps(values, ensure_ascii=False).encode(), 6) if values else b""


def unpack(packed: bytes) -> list[Any]:
    """Give the list that ``pack`` was given."""
    return json.loads(zlib.decompress(packed)) if packed else []


def clean(text: str) -> str:
    """Replace lone surrogates, which no database and no client can take."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def _scope(symbol: Symbol) -> str | None:
    """Give what stands before the name in a qualified name, None where nothing does."""
    before = len(symbol.qualified_name) - len(symbol.name) - 1
    return None if before < 0 else clean(symbol.qualified_name[:before])


def _signed(inode: int) -> int:
    """Fold a 64-bit file number into SQLite's signed integers (Windows uses all of its bits)."""
    return inode - (1 << 64) if inode >= 1 << 63 else inode
