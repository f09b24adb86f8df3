"""The index as the resolver sees it: facts, symbols and text of the files of one workspace."""

import gc
import sys
from bisect import bisect_left
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager

from codeseam_indexer.packed import Packed
from codeseam_indexer.records import Entry, SkipReason, Symbol
from codeseam_indexer.store import Store
from codeseam_server.symbols.kept import Kept

_NO_FACTS = Packed(b"")

KEPT_TEXT = 16 << 20
"""Characters of source kept in memory."""

KEPT_BYTES = 56 << 20
"""What files may take in memory between two questions, with their facts and look-up tables."""

_AT_ONCE = 256
"""Files whose facts are read together: who asks for one goes on to those beside it."""

Text = Callable[[str, bytes], str | None]
"""Gives the text of a file, None where it has not the hash."""

_UNSEEN = frozenset(
    {SkipReason.TOO_LARGE, SkipReason.UNREADABLE, SkipReason.GENERATED, SkipReason.MINIFIED}
)
"""Why a file may use a symbol although it is not in the index."""


class Files:
    """What is asked of all files; of one that has not changed it is not read again.

    Attributes:
        entries: the manifest.
        languages: the language of each indexed file, by path.
        tests: the indexed files that are tests.
        unseen: files that may use a symbol although they are not in the index, sorted.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.entries: Mapping[str, Entry] = {}
        self.languages: dict[str, str] = {}
        self.tests: set[str] = set()
        self.unseen: tuple[str, ...] = ()

    def refresh(self) -> set[str]:
        """Take in what was written to the index since; the paths of it."""
        before, now = self.entries, self._store.manifest()
        changed = [path for path, entry in now.items() if before.get(path) is not entry]
        gone = [path for path in before if path not in now]
        written = {*changed, *gone}
        for path in written:
            self.languages.pop(path, None)
            self.tests.discard(path)
        for row in self._store.files(changed if before else None):
            self.languages[row.path] = sys.intern(row.language)
            if "test" in row.tags:
                self.tests.add(row.path)
        self.entries = now
        self.unseen = tuple(sorted(p for p, entry in now.items() if entry.reason in _UNSEEN))
        return written


class StoreFacts:
    """Reads one state of the index; made anew when the index has changed.

    What is read of a file is kept in ``kept``, which outlives the state, for one content of it.
    """

    def __init__(self, store: Store, files: Files, text: Text, kept: Kept) -> None:
        self._store = store
        self._files = files
        self._read = text
        self._kept = kept
        self._paths = sorted(files.languages)
        self._mentions: dict[str, Sequence[str]] = {}
        self._asked: Sequence[str] = ()

    def paths(self) -> Sequence[str]:
        """All indexed files, sorted."""
        return self._paths

    def language(self, path: str) -> str:
        """The language of a file, "" where it is not indexed."""
        return self._files.languages.get(path, "")

    def _made(self, path: str) -> bytes | None:
        """The hash of an indexed file's content, None for other files."""
        entry = self._files.entries.get(path)
        return None if entry is None or entry.document is None else entry.hash

    def facts(self, path: str) -> Packed:
        """The facts of a file, the same object while they are the same."""
        if self._made(path) is None:
            return _NO_FACTS
        if self._is_missing(path):
            self._load(path)
        self._kept.use(path)
        return self._kept.facts[path][1]

    def _is_missing(self, path: str) -> bool:
        known, made = self._kept.facts.get(path), self._made(path)
        return known is None or known[0] != made

    def _load(self, path: str) -> None:
        """Read the facts of a file, and of those after it that were asked for with it."""
        at = bisect_left(self._asked, path)
        listed = at < len(self._asked) and self._asked[at] == path
        beside = {path: None} | dict.fromkeys(self._asked[at : at + _AT_ONCE] if listed else ())
        paths = list(filter(self._is_missing, beside))
        found = self._store.facts(paths)
        for one in paths:
            made = self._made(one)
            if made is not None:
                self._kept.facts[one] = made, Packed(found.get(one, b""))
                self._kept.use(one, read=True)

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The symbols of a file in document order."""
        made, known = self._made(path), self._kept.symbols.get(path)
        if made is None:
            return ()
        if known is None or known[0] != made:
            known = self._kept.symbols[path] = made, self._store.symbols(path)
            self._kept.use(path, read=True)
        return known[1]

    def mentioning(self, name: str) -> Sequence[str]:
        """Every indexed file whose text contains the identifier."""
        if name not in self._mentions:
            self._mentions[name] = self._store.mentioning(name) if name else ()
        self._asked = self._mentions[name]
        return self._asked

    def text(self, path: str) -> str | None:
        """The text of a file, None where it is no longer what was indexed."""
        made, known = self._made(path), self._kept.texts.get(path)
        if made is None:
            return None
        self._kept.use(path)
        if known is not None and known[0] == made:
            return known[1]
        found = self._read(path, made)
        if found is not None and self._kept.size < KEPT_TEXT:
            self._kept.keep_text(path, made, found)
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
