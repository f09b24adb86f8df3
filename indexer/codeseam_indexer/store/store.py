"""The index of one workspace: every question the rest of codeseam asks of the database."""

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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
from codeseam_indexer.store import changes, rows, text, upkeep, vectors
from codeseam_indexer.store.connection import SCHEMA, Format, Opened
from codeseam_indexer.store.filters import files
from codeseam_indexer.store.handle import verb
from codeseam_indexer.store.location import database_path, remove_others
from codeseam_indexer.store.rows import FileRow, Pending
from codeseam_indexer.store.searching import Searching


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


class Store(Searching):
    """The index of one workspace; safe to share between threads, one verb at a time.

    Every reading verb sees this workspace's manifest and nothing of other work trees. A file that
    was deleted or replaced while open is noticed by the next verb and opened anew (empty, if it
    was deleted), with another ``generation``. Every verb raises ``StoreError`` or a subclass.
    """

    def __init__(self, path: Path, root: Path, wanted: Format, *, write: bool = True) -> None:
        super().__init__(path, root, wanted, write=write)
        self._known = _Known(None, 0, {})

    # ---------------------------------------------------------------- upkeep

    def set_meta(self, key: str, value: str) -> None:
        """Keep a text under a key of the caller's, for the whole repository."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"user.{key}", value))

    @verb
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

        Kept are 14 days' worth, but no more than 1.5 times the chunks in use (at least 10,000).
        Workspaces whose folder has been missing for 7 days are forgotten, and indexes of the
        repository that other versions or models made are deleted after 14 days.
        """
        moment = time.time() if now is None else now
        with self.transaction() as db:
            removed = upkeep.collect(db, self._workspace, int(moment))
        remove_others(self.path, moment)
        self.tidy()
        return removed

    @verb
    def is_overgrown(self) -> bool:
        """Whether so many documents are no longer shown that ``collect`` is worth its time."""
        return upkeep.surplus(self._db) > upkeep.SURPLUS

    def shrink(self) -> None:
        """Give memory back; the manifest is read again by whoever asks for it next."""
        super().shrink()
        self._known = _Known(None, 0, {})

    # ---------------------------------------------------------------- the manifest

    @verb
    def pending(self) -> int:
        """Give the number of files that wait to be read, as the process knows that reads them."""
        found = self._db.one("SELECT pending FROM workspace WHERE id = ?", (self._workspace,))
        return 1 if found is None else int(found)

    @verb
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

    @verb
    def unsettled(self) -> frozenset[str]:
        """Give the indexed paths whose times could not be believed when they were read."""
        found = self._db.execute(
            "SELECT path FROM manifest WHERE workspace = ? AND mtime_ns = -1"
            " AND document IS NOT NULL",
            (self._workspace,),
        )
        return frozenset(row[0] for row in found)

    @verb
    def entry(self, path: str) -> Entry | None:
        """Give one line of the manifest."""
        return self.entries([path]).get(path)

    @verb
    def entries(self, paths: Collection[str]) -> dict[str, Entry]:
        """Give some lines of the manifest; those that are not there are left out."""
        return rows.manifest(self._db, self._workspace, paths)

    @verb
    def entries_below(self, paths: Collection[str]) -> dict[str, Entry]:
        """Give the lines of the manifest for some paths and for all that lies below them."""
        return rows.manifest_below(self._db, self._workspace, paths)

    @verb
    def document(self, path: str, hash: bytes) -> int | None:
        """Give the document of a content of a path, also one that no work tree shows now."""
        found = self._db.one("SELECT id FROM document WHERE path = ? AND hash = ?", (path, hash))
        return None if found is None else int(found)

    @verb
    def known_paths(self) -> set[str]:
        """Give the paths that have any document, of whichever work tree or branch."""
        return {row[0] for row in self._db.execute("SELECT DISTINCT path FROM document")}

    @verb
    def counts(self) -> Counts:
        """Count files, symbols, chunks, languages, skipped files, and bytes on disk."""
        size = sum(
            file.stat().st_size
            for suffix in ("", "-wal")
            if (file := self.path.with_name(self.path.name + suffix)).exists()
        )
        return rows.counts(self._db, self._workspace, size)

    @verb
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

    @verb
    def paths(self, chosen: Filter = Filter()) -> list[str]:  # noqa: B008 - frozen
        """Give the indexed paths in order, those that pass the filter (its kinds left out)."""
        return [path for path, _, _ in files(self._db, self._workspace, chosen)]

    @verb
    def file(self, path: str) -> FileRow | None:
        """Give what is known of an indexed file, None where it is not indexed."""
        found = self.files([path])
        return found[0] if found else None

    @verb
    def files(self, paths: Collection[str] | None = None) -> list[FileRow]:
        """Give what is known of indexed files, all or some, by path."""
        return rows.files(self._db, self._workspace, paths)

    @verb
    def language(self, path: str) -> str:
        """Give the language of an indexed file, "" where it is not indexed."""
        found = self._db.one(
            "SELECT d.language FROM manifest m JOIN document d ON d.id = m.document"
            " WHERE m.workspace = ? AND m.path = ?",
            (self._workspace, path),
        )
        return found or ""

    # ---------------------------------------------------------------- symbols, imports, facts

    @verb
    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """Give the symbols of an indexed file in order of the file; empty where it is not."""
        document = self._document_of(path)
        return () if document is None else rows.document_symbols(self._db, document)

    @verb
    def declared(self, documents: Collection[int]) -> dict[int, list[tuple[str, SymbolKind, bool]]]:
        """Give of the symbols of documents the name, the kind, and whether each is in another."""
        return rows.declared(self._db, documents)

    @verb
    def symbol_rows(self, path: str) -> list[SymbolRow]:
        """Give the symbols of an indexed file as rows, in order of the file."""
        return rows.symbols_where(
            self._db, self._workspace, "WHERE m.path = ?2 ORDER BY s.id", (path,)
        )

    @verb
    def imports(self, path: str) -> tuple[Import, ...]:
        """Give the imports of an indexed file in order; empty where it is not."""
        packed = self._db.one(
            "SELECT f.imports FROM manifest m JOIN fact f ON f.document = m.document"
            " WHERE m.workspace = ? AND m.path = ?",
            (self._workspace, path),
        )
        return rows.imports(packed or b"")

    @verb
    def facts(self, paths: Collection[str]) -> dict[str, bytes]:
        """Give the packed facts of indexed files by path; those not indexed are left out."""
        return dict(
            self._db.execute(
                "SELECT m.path, f.facts FROM manifest m JOIN fact f ON f.document = m.document"
                " WHERE m.workspace = ? AND m.path IN (SELECT value FROM json_each(?))",
                (self._workspace, json.dumps(list(paths))),
            )
        )

    @verb
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

    @verb
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

    @verb
    def _symbols_after(self, last: int, page: int) -> list[SymbolRow]:
        return rows.symbols_where(
            self._db, self._workspace, "WHERE s.id > ?2 ORDER BY s.id LIMIT ?3", (last, page)
        )

    def _document_of(self, path: str) -> int | None:
        return self._db.one(
            "SELECT document FROM manifest WHERE workspace = ? AND path = ?",
            (self._workspace, path),
        )

    # ---------------------------------------------------------------- chunks

    @verb
    def chunks(self, ids: Sequence[int]) -> list[ChunkRow]:
        """Give chunks in the order of ``ids``; those that are not this workspace's are left out."""
        return rows.chunks(self._db, self.own(ids))

    @verb
    def chunks_of(self, path: str) -> list[ChunkRow]:
        """Give the chunks of an indexed file in order of the file."""
        return rows.chunks_where(
            self._db,
            self._workspace,
            "WHERE m.path = ?2 AND c.id >= d.first_chunk AND c.id < d.first_chunk + d.chunks"
            " ORDER BY c.id",
            (path,),
        )

    @verb
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

    @verb
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

    @verb
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

    @verb
    def pending_count(self) -> int:
        """Count the documents of this workspace that wait for their vectors."""
        return int(
            self._db.one(
                "SELECT count(*) FROM document d JOIN manifest m ON m.workspace = ?"
                " AND m.path = d.path AND m.document = d.id WHERE NOT d.embedded",
                (self._workspace,),
            )
        )
