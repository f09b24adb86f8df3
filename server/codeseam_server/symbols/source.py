"""The index as the resolver sees it: facts, symbols and text of the files of one workspace."""

import gc
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from codeseam_indexer.facts import Facts, unpack
from codeseam_indexer.records import Entry, Symbol
from codeseam_indexer.store import Store

KEPT_TEXT = 48 << 20
"""Characters of source kept in memory between two questions about one state of the index."""

KEPT_FACTS = 20_000
"""Files whose facts stay unpacked: they are found by content, so that an edit drops only one."""


class StoreFacts:
    """Reads one state of the index; made anew when the index has changed.

    ``facts`` are kept by content in ``cache``, which outlives the state.
    """

    def __init__(
        self,
        store: Store,
        text: Callable[[str], str | None],
        cache: "OrderedDict[tuple[str, bytes], Facts]",
    ) -> None:
        self._store = store
        self._read = text
        self._cache = cache
        self._entries: dict[str, Entry] = {
            path: entry for path, entry in store.manifest().items() if entry.document is not None
        }
        self._paths = sorted(self._entries)
        self._languages: dict[str, str] = {}
        self._symbols: dict[str, Sequence[Symbol]] = {}
        self._mentions: dict[str, Sequence[str]] = {}
        self._texts: dict[str, str | None] = {}
        self._size = 0

    def paths(self) -> Sequence[str]:
        """All indexed files, sorted."""
        return self._paths

    def language(self, path: str) -> str:
        """The language of a file, "" where it is not indexed."""
        if not self._languages:
            self._languages = {row.path: row.language for row in self._store.files()}
        return self._languages.get(path, "")

    def facts(self, path: str) -> Facts:
        """The facts of a file, ``NO_FACTS`` where it has none."""
        entry = self._entries.get(path)
        if entry is None:
            return unpack(b"")
        key = (path, entry.hash)
        known = self._cache.get(key)
        if known is None:
            known = self._cache[key] = unpack(self._store.facts([path]).get(path, b""))
            while len(self._cache) > KEPT_FACTS:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return known

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The symbols of a file in document order."""
        if path not in self._symbols:
            self._symbols[path] = self._store.symbols(path)
        return self._symbols[path]

    def mentioning(self, name: str) -> Sequence[str]:
        """Every indexed file whose text contains the identifier."""
        if name not in self._mentions:
            self._mentions[name] = self._store.mentioning(name) if name else ()
        return self._mentions[name]

    def text(self, path: str) -> str | None:
        """The text of a file, None where it is no longer what was indexed."""
        if path in self._texts:
            return self._texts[path]
        found = self._read(path) if path in self._entries else None
        if self._size < KEPT_TEXT:
            self._texts[path] = found
            self._size += len(found or "")
        return found


@contextmanager
def without_collector() -> Generator[None, None, None]:
    """Build many records without the collector, which would walk them all again every few files.

    Facts and what is looked up in them hold no cycles: they go when nothing refers to them.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
