"""The paths and names of an index, kept in memory until the index changes."""

from bisect import bisect_left
from pathlib import Path

from codeseam_indexer.discover import inside
from codeseam_indexer.errors import UsageError
from codeseam_indexer.records import SymbolRow
from codeseam_indexer.store import Store

_ALL = 1_000_000
"""No name has so many definitions; a lookup answers with every one of them."""


class Catalog:
    """What a lookup asks again and again of one workspace's index."""

    def __init__(self, store: Store, workspace: Path) -> None:
        self.store = store
        self.workspace = workspace
        self._generation = -1
        self._paths: tuple[str, ...] = ()
        self._names: tuple[str, ...] | None = None
        self._by_file_name: dict[str, list[str]] | None = None

    def _refresh(self) -> None:
        generation = self.store.generation()
        if generation != self._generation:
            entries = self.store.manifest().items()
            self._paths = tuple(sorted(p for p, entry in entries if entry.document is not None))
            self._names = self._by_file_name = None
            self._generation = generation

    def rest(self) -> None:
        """Forget what is read again when somebody asks."""
        self._names = self._by_file_name = None

    def paths(self) -> tuple[str, ...]:
        """The indexed files, sorted."""
        self._refresh()
        return self._paths

    def names(self) -> tuple[str, ...]:
        """The bare names of all symbols, sorted, each once."""
        self._refresh()
        if self._names is None:
            self._names = tuple(sorted(self.store.symbol_names()))
        return self._names

    def files(self, text: str) -> list[str]:
        """The indexed files that ``text`` can name: exactly it, else all that end in it."""
        try:
            path = inside(self.workspace, text)
        except UsageError:
            return []
        known = self.paths()
        at = bisect_left(known, path)
        if at < len(known) and known[at] == path:
            return [path]
        last = path.rsplit("/", 1)[-1]
        return [p for p in self._called(last) if p.endswith("/" + path)]

    def _called(self, name: str) -> list[str]:
        if self._by_file_name is None:
            self._by_file_name = {}
            for path in self._paths:
                self._by_file_name.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return self._by_file_name.get(name, [])

    def below(self, folder: str) -> list[str]:
        """The indexed files below a folder ("" is the workspace), sorted."""
        known = self.paths()
        if not folder:
            return list(known)
        start = bisect_left(known, folder + "/")
        end = bisect_left(known, folder + "0", start)  # "0" is the character after "/"
        return list(known[start:end])

    def named(self, name: str) -> list[SymbolRow]:
        """All symbols with exactly this bare name."""
        return self.store.symbols_named(name, limit=_ALL)
