"""The index of one workspace: every question the rest of codeseam asks of the database."""

import functools
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import apsw
import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import (
    ChunkRow,
    Counts,
    Entry,
    Filter,
    Import,
    SkipReason,
    Symbol,
    SymbolKind,
    SymbolRow,
)
from codeseam_indexer.store import changes, postings, rows, text, upkeep, vectors
from codeseam_indexer.store.connection import SCHEMA, Format, Opened
from codeseam_indexer.store.filters import allowed_mask, files
from codeseam_indexer.store.handle import Handle
from codeseam_indexer.store.location import database_path, remove_others
from codeseam_indexer.store.rows import FileRow, Pending

_COUNTS = 50_000
"""Words whose frequencies are remembered."""

_MASKS = 8
"""Filters whose masks are remembered: one byte a chunk each."""

P = ParamSpec("P")
R = TypeVar("R")


def open_store(  # noqa: PLR0913 - the settings of an index
    folder: Path,
    workspace: Path,
    *,
    model: str,
    dimensions: int,
    write: bool = True,
    backend: str = "",
    readers: str = "",
) -> "Store":
    """Open the index of the repository of ``workspace``, making or rebuilding it where needed.

    Args:
        folder: the cache folder.
        workspace: the root of the work tree whose files are indexed.
        model: fingerprint of the embedding model; an index of another model is rebuilt.
        dimensions: length of its vectors.
        write: False promises not to write.
        backend: "vec0" or "numpy" for the sign bits; "" takes the best there is.
        readers: a fingerprint of what reads the files; other readers, models and table layouts
            have another file, "" for one file whoever made it.

    Raises:
        NewerError: a newer codeseam wrote the file.
        ReadOnlyError: nothing is there and nothing can be written.
        DiskFullError: no room is left.
        StoreError: it cannot be opened for another reason.
    """
    wanted = Format(model, dimensions, backend or vectors.best_backend())
    makers = f"{SCHEMA} {readers} {wanted}" if readers else ""
    return Store(database_path(folder, workspace, makers), workspace.resolve(), wanted, write=write)


@dataclass(frozen=True, slots=True)
class _Known:
    """The manifest as it was read: from which open file, up to which line of the log."""

    opened: Opened | None
    last: int
    entries: Mapping[str, Entry]


def _verb(
    method: Callable[Concatenate["Store", P], R],
) -> Callable[Concatenate["Store", P], R]:
    """Let a verb run alone on the open file; a damaged file is set aside and the verb run again."""

    @functools.wraps(method)
    def call(self: "Store", *args: P.args, **kwargs: P.kwargs) -> R:
        with self.guarded():
            try:
                return method(self, *args, **kwargs)
            except (apsw.CorruptError, apsw.NotADBError):
                self.recover()
                return method(self, *args, **kwargs)

    return call


class Store(Handle):
    """The index of one workspace; safe to share between threads, one verb at a time.

    Every reading verb sees this workspace's manifest and nothing of other work trees. A file that
    was deleted or replaced while open is noticed by the next verb and opened anew (empty, if it
    was deleted), with another ``generation``. Every verb raises ``StoreError`` or a subclass.
    """

    def __init__(self, path: Path, root: Path, wanted: Format, *, write: bool = True) -> None:
        super().__init__(path, root, wanted, write=write)
        self._known = _Known(None, 0, {})
        self._masks: OrderedDict[tuple[int, Filter], NDArray[np.bool_]] = OrderedDict()
        self._counts: dict[str, int] = {}
        self._counted = -1
        self._signs: tuple[int, vectors.SignBits] | None = None
        self._measured: tuple[int, postings.Lengths] | None = None

    # ---------------------------------------------------------------- upkeep

    def set_meta(self, key: str, value: str) -> None:
        """Keep a text under a key of the caller's, for the whole repository."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"user.{key}", value))

    @_verb
    def meta(self, key: str) -> str:
        """Give the text kept under a key, "" for none."""
        found = self._db.one("SELECT value FROM meta WHERE key = ?", (f"user.{key}",))
        return "" if found is None else str(found)

    def clear(self) -> None:
        """Forget all documents and manifests, for instance when files are read differently now."""
        with self.transaction() as db:
            upkeep.clear(db)

    def collect(self, now: float | None = None) -> int:
        """Delete documents that no work tree shows, the old and the too many; give how many.

        Kept are 14 days' worth, but no more than 1.5 times those in use (at least 2,000).
        Workspaces whose folder has been missing for 7 days are forgotten, and indexes of the
        repository that other versions or models made are deleted after 14 days.
        """
        moment = time.time() if now is None else now
        with self.transaction() as db:
            removed = upkeep.collect(db, self._workspace, int(moment))
        remove_others(self.path, moment)
        self.tidy()
        return removed

    # ---------------------------------------------------------------- the manifest

    @_verb
    def generation(self) -> int:
        """Give a number that changes whenever an answer of this workspace could; some 10 µs."""
        return int(
            self._db.one("SELECT generation FROM workspace WHERE id = ?", (self._workspace,)) or 0
        )

    @_verb
    def pending(self) -> int:
        """Give the number of files that wait to be read, as the process knows that reads them."""
        found = self._db.one("SELECT pending FROM workspace WHERE id = ?", (self._workspace,))
        return 1 if found is None else int(found)

    @_verb
    def manifest(self) -> Mapping[str, Entry]:
        """Give every path of the workspace as it was last seen, skipped ones included.

        It is kept in memory, and only what was written since is read again: a state that was given
        stays as it is, and the entries that two states share are the same objects.
        """
        known, last = self._known, changes.last(self._db)
        written = None
        if known.opened is self._opened:
            written = changes.since(self._db, self._workspace, known.last)
        if written is None:
            entries = rows.manifest(self._db, self._workspace)
        elif written:
            entries = dict(known.entries)
            for path in written:
                entries.pop(path, None)
            entries |= rows.manifest(self._db, self._workspace, written)
        else:
            entries = known.entries
        self._known = _Known(self._opened, last, entries)
        return entries

    @_verb
    def entry(self, path: str) -> Entry | None:
        """Give one line of the manifest."""
        return self.entries([path]).get(path)

    @_verb
    def entries(self, paths: Collection[str]) -> dict[str, Entry]:
        """Give some lines of the manifest; those that are not there are left out."""
        return rows.manifest(self._db, self._workspace, paths)

    @_verb
    def entries_below(self, paths: Collection[str]) -> dict[str, Entry]:
        """Give the lines of the manifest for some paths and for all that lies below them."""
        return rows.manifest_below(self._db, self._workspace, paths)

    @_verb
    def document(self, path: str, hash: bytes) -> int | None:
        """Give the document of a content of a path, also one that no work tree shows now."""
        found = self._db.one("SELECT id FROM document WHERE path = ? AND hash = ?", (path, hash))
        return None if found is None else int(found)

    @_verb
    def known_paths(self) -> set[str]:
        """Give the paths that have any document, of whichever work tree or branch."""
        return {row[0] for row in self._db.execute("SELECT DISTINCT path FROM document")}

    @_verb
    def size(self) -> int:
        """Count the chunks of the workspace."""
        return int(np.count_nonzero(self._allowed(Filter())))

    @_verb
    def counts(self) -> Counts:
        """Count files, symbols, chunks, languages, skipped files, and bytes on disk."""
        size = sum(
            file.stat().st_size
            for suffix in ("", "-wal")
            if (file := self.path.with_name(self.path.name + suffix)).exists()
        )
        return rows.counts(self._db, self._workspace, size)

    @_verb
    def skipped(self) -> list[tuple[str, SkipReason]]:
        """Give the paths that are not in the index and why, by path."""
        return [
            (path, SkipReason(reason))
            for path, reason in self._db.execute(
                "SELECT path, reason FROM manifest WHERE workspace = ? AND document IS NULL"
                " ORDER BY path",
                (self._workspace,),
            )
        ]

    @_verb
    def paths(self, chosen: Filter = Filter()) -> list[str]:  # noqa: B008 - frozen
        """Give the indexed paths in order, those that pass the filter (its kinds left out)."""
        return [path for path, _, _ in files(self._db, self._workspace, chosen)]

    @_verb
    def file(self, path: str) -> FileRow | None:
        """Give what is known of an indexed file, None where it is not indexed."""
        found = self.files([path])
        return found[0] if found else None

    @_verb
    def files(self, paths: Collection[str] | None = None) -> list[FileRow]:
        """Give what is known of indexed files, all or some, by path."""
        return rows.files(self._db, self._workspace, paths)

    @_verb
    def language(self, path: str) -> str:
        """Give the language of an indexed file, "" where it is not indexed."""
        found = self._db.one(
            "SELECT d.language FROM manifest m JOIN document d ON d.id = m.document"
            " WHERE m.workspace = ? AND m.path = ?",
            (self._workspace, path),
        )
        return found or ""

    # ---------------------------------------------------------------- symbols, imports, facts

    @_verb
    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """Give the symbols of an indexed file in order of the file; empty where it is not."""
        document = self._document_of(path)
        return () if document is None else rows.document_symbols(self._db, document)

    @_verb
    def declared(self, documents: Collection[int]) -> dict[int, list[tuple[str, SymbolKind, bool]]]:
        """Give of the symbols of documents the name, the kind, and whether each is in another."""
        return rows.declared(self._db, documents)

    @_verb
    def symbol_rows(self, path: str) -> list[SymbolRow]:
        """Give the symbols of an indexed file as rows, in order of the file."""
        return rows.symbols_where(
            self._db, self._workspace, "WHERE m.path = ?2 ORDER BY s.id", (path,)
        )

    @_verb
    def imports(self, path: str) -> tuple[Import, ...]:
        """Give the imports of an indexed file in order; empty where it is not."""
        packed = self._db.one(
            "SELECT f.imports FROM manifest m JOIN fact f ON f.document = m.document"
            " WHERE m.workspace = ? AND m.path = ?",
            (self._workspace, path),
        )
        return rows.imports(packed or b"")

    @_verb
    def facts(self, paths: Collection[str]) -> dict[str, bytes]:
        """Give the packed facts of indexed files by path; those not indexed are left out."""
        return dict(
            self._db.execute(
                "SELECT m.path, f.facts FROM manifest m JOIN fact f ON f.document = m.document"
                " WHERE m.workspace = ? AND m.path IN (SELECT value FROM json_each(?))",
                (self._workspace, json.dumps(list(paths))),
            )
        )

    @_verb
    def symbols_named(self, name: str, limit: int = 1000, *, docs: bool = True) -> list[SymbolRow]:
        """Give the symbols with exactly this bare name, by path and line.

        Without ``docs`` their docstrings are left empty, which is much faster for common names.
        """
        return rows.symbols_where(
            self._db,
            self._workspace,
            "WHERE s.name = ?2 ORDER BY m.path, s.id LIMIT ?3",
            (name, limit),
            docs=docs,
        )

    @_verb
    def symbol_names(self) -> set[str]:
        """Give every bare name of a symbol, for suggestions."""
        return {
            row[0]
            for row in self._db.execute(
                "SELECT DISTINCT s.name FROM symbol s JOIN manifest m"
                " ON m.document = s.document AND m.workspace = ?",
                (self._workspace,),
            )
        }

    def all_symbols(self, page: int = 5000) -> Iterator[SymbolRow]:
        """Give every symbol by id, read in pages so that nothing is held for long."""
        last = -1
        while found := self._symbols_after(last, page):
            yield from found
            last = found[-1].id

    @_verb
    def _symbols_after(self, last: int, page: int) -> list[SymbolRow]:
        return rows.symbols_where(
            self._db, self._workspace, "WHERE s.id > ?2 ORDER BY s.id LIMIT ?3", (last, page)
        )

    def _document_of(self, path: str) -> int | None:
        return self._db.one(
            "SELECT document FROM manifest WHERE workspace = ? AND path = ?",
            (self._workspace, path),
        )

    # ---------------------------------------------------------------- chunks and search

    @_verb
    def chunks(self, ids: Sequence[int]) -> list[ChunkRow]:
        """Give chunks in the order of ``ids``; those that are not this workspace's are left out."""
        found = rows.chunks_where(
            self._db,
            self._workspace,
            "WHERE c.id IN (SELECT value FROM json_each(?2))",
            (json.dumps([int(chunk) for chunk in ids]),),
        )
        by_id = {row.id: row for row in found}
        return [by_id[chunk] for chunk in ids if chunk in by_id]

    @_verb
    def chunks_of(self, path: str) -> list[ChunkRow]:
        """Give the chunks of an indexed file in order of the file."""
        return rows.chunks_where(
            self._db,
            self._workspace,
            "WHERE m.path = ?2 AND c.id >= d.first_chunk AND c.id < d.first_chunk + d.chunks"
            " ORDER BY c.id",
            (path,),
        )

    @_verb
    def chunk_at(self, path: str, line: int) -> ChunkRow | None:
        """Give the chunk of an indexed file whose own span holds a line."""
        found = rows.chunks_where(
            self._db,
            self._workspace,
            "WHERE m.path = ?2 AND c.id >= d.first_chunk AND c.id < d.first_chunk + d.chunks"
            " AND c.start_line <= ?3 AND c.end_line >= ?3 ORDER BY c.id LIMIT 1",
            (path, line),
        )
        return found[0] if found else None

    @_verb
    def nearest(
        self,
        vector: NDArray[np.float32],
        limit: int,
        chosen: Filter = Filter(),  # noqa: B008 - frozen
    ) -> list[tuple[int, float]]:
        """Give the allowed chunks nearest to a vector with their cosine, the nearest first.

        Candidates are found by the signs of the components and ranked by int8 values, whose cosine
        is within 0.01 of the float one. Any limit is safe; 0 and less give nothing.
        """
        query = np.asarray(vector, np.float32)
        if limit <= 0 or not self._is_comparable(query):
            return []
        allowed = self._allowed(chosen, embedded=True)
        ids = vectors.candidates(self._sign_bits(), query, allowed, min(limit, int(allowed.size)))
        return vectors.score(self._values(ids), query, limit)

    @_verb
    def gists(self, documents: Sequence[int], vector: NDArray[np.float32]) -> dict[int, float]:
        """Give the cosine of documents as a whole, the mean of their chunks, with a vector.

        Those that wait for their vectors are absent.
        """
        query = np.asarray(vector, np.float32)
        if not self._is_comparable(query):
            return {}
        found = list(
            self._db.execute(
                "SELECT document, value FROM gist WHERE document IN"
                " (SELECT value FROM json_each(?))",
                (json.dumps(list(documents)),),
            )
        )
        return dict(vectors.score(found, query, len(found)))

    def _is_comparable(self, query: NDArray[np.float32]) -> bool:
        return query.shape == (self._wanted.dimensions,) and bool(np.isfinite(query).all())

    def _sign_bits(self) -> vectors.SignBits:
        generation = self.generation()
        if self._signs is None or self._signs[0] != generation:
            blocks = vectors.BACKENDS[self.backend].blocks(self._db)
            self._signs = (generation, vectors.read_signs(blocks, self._wanted.dimensions))
        return self._signs[1]

    def _values(self, ids: NDArray[np.int64]) -> list[tuple[int, bytes]]:
        return list(
            self._db.execute(
                "SELECT chunk, value FROM vector WHERE chunk IN (SELECT value FROM json_each(?))",
                (json.dumps(ids.tolist()),),
            )
        )

    @_verb
    def matching(
        self,
        words: Sequence[str],
        limit: int,
        chosen: Filter = Filter(),  # noqa: B008 - frozen
    ) -> list[tuple[int, float]]:
        """Give the allowed chunks that hold any of the words with their BM25, the best first.

        Args:
            words: as ``split_words`` gives them; what is no such word stands nowhere, so any text
                is safe. The commonest are left out where the search would take too long.
            limit: how many; 0 and less give nothing.
            chosen: what the chunks are restricted to.

        Returns:
            Chunk ids with a positive score, larger is better.
        """
        allowed = self._allowed(chosen)
        counts = self._affordable(words)
        if limit <= 0 or not counts:
            return []
        return postings.ranked(
            self._db, counts, min(limit, int(allowed.size)), allowed, self._lengths()
        )

    @_verb
    def covering(self, words: Sequence[str], documents: Sequence[int]) -> dict[int, float]:
        """Give for documents the BM25 of each word in the chunk that is best for it, added up.

        So a document that has the words in different places counts as one that has them in one.
        """
        counts = self._affordable(words)
        found = list(
            self._db.execute(
                "SELECT id, first_chunk, first_chunk + chunks - 1 FROM document"
                " WHERE id IN (SELECT value FROM json_each(?)) AND chunks ORDER BY first_chunk",
                (json.dumps(list(documents)),),
            )
        )
        if not counts or not found:
            return {}
        ranges = [(first, last) for _, first, last in found]
        sums = postings.pooled(self._db, counts, ranges, self._lengths())
        return {row[0]: value for row, value in zip(found, sums, strict=True)}

    def _affordable(self, words: Sequence[str]) -> dict[str, int]:
        """Give the words that stand somewhere and can be looked for in time, and in how many."""
        counts = self._frequencies(words)
        chosen = text.affordable(counts, text.budget_for(self._lengths()[1])) if counts else ()
        return {word: counts[word] for word in chosen}

    def _lengths(self) -> postings.Lengths:
        generation = self.generation()
        if self._measured is None or self._measured[0] != generation:
            self._measured = generation, postings.lengths(self._db, self._allowed(Filter()))
        return self._measured[1]

    @_verb
    def frequencies(self, words: Collection[str]) -> dict[str, int]:
        """Give in how many chunks of the workspace each word stands; absent: in none.

        Words are those that ``split_words`` gives: what is split again may lose its end twice.
        """
        return self._frequencies(words)

    def _frequencies(self, words: Collection[str]) -> dict[str, int]:
        generation = self.generation()
        if self._counted != generation or len(self._counts) > _COUNTS:
            self._counts, self._counted = {}, generation
        missing = [word for word in dict.fromkeys(words) if word not in self._counts]
        if missing:
            found = postings.frequencies(self._db, missing, self._allowed(Filter()))
            self._counts.update((word, found.get(word, 0)) for word in missing)
        return {word: self._counts[word] for word in words if self._counts[word]}

    @_verb
    def mentioning(self, name: str) -> list[str]:
        """Give every indexed path whose text contains the identifier(s) of ``name``, case told.

        Exhaustive: a name without letters or digits (an operator) gives every path.
        """
        documents = text.mentions(self._db, name)
        if documents is None:
            return self.paths()
        return [
            row[0]
            for row in self._db.execute(
                "SELECT path FROM manifest WHERE workspace = ? AND document IN"
                " (SELECT value FROM json_each(?)) ORDER BY path",
                (self._workspace, json.dumps(documents)),
            )
        ]

    @_verb
    def pending_vectors(self, limit: int = 100) -> list[Pending]:
        """Give documents of this workspace that wait for their vectors, at most ``limit``."""
        return [
            Pending(*row)
            for row in self._db.execute(
                "SELECT d.id, d.path, d.hash, d.chunks FROM document d JOIN manifest m"
                " ON m.workspace = ? AND m.path = d.path AND m.document = d.id"
                " WHERE NOT d.embedded ORDER BY d.id LIMIT ?",
                (self._workspace, limit),
            )
        ]

    @_verb
    def pending_count(self) -> int:
        """Count the documents of this workspace that wait for their vectors."""
        return int(
            self._db.one(
                "SELECT count(*) FROM document d JOIN manifest m ON m.workspace = ?"
                " AND m.path = d.path AND m.document = d.id WHERE NOT d.embedded",
                (self._workspace,),
            )
        )

    def _allowed(self, chosen: Filter, *, embedded: bool = False) -> NDArray[np.bool_]:
        key = (self.generation(), chosen)
        mask = self._masks.get(key)
        if mask is None:
            mask = allowed_mask(self._db, self._workspace, chosen)
            while len(self._masks) >= _MASKS:
                self._masks.popitem(last=False)
            self._masks[key] = mask
        if not embedded:
            return mask
        pending = list(
            self._db.execute("SELECT first_chunk, chunks FROM document WHERE NOT embedded")
        )
        if pending:
            # A reused chunk id still has the sign bits of the chunk that was there before.
            mask = mask.copy()
            for first, count in pending:
                mask[first : first + count] = False
        return mask
