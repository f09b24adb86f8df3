"""What ranking knows of a file's content, made once for each document."""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.records import ChunkRow
from codeseam_indexer.store import Store
from codeseam_server.search.families import FLOAT, Names, Wanted, name_words, numbered
from codeseam_server.search.places import Place, place, superseding

_CACHED = 10_000
"""Documents remembered, at some 2 kB each."""

_WEIGHT: Mapping[str, float] = {
    "class": 1.0, "struct": 1.0, "interface": 1.0, "trait": 1.0, "enum": 0.9, "type": 0.9,
    "module": 0.8, "function": 0.9, "macro": 0.8, "table": 0.8, "view": 0.8, "method": 0.5,
    "constructor": 0.5, "namespace": 0.4,
}  # fmt: skip
"""How much it says that a file defines a symbol of a name, by kind."""
_OTHER = 0.3
_NESTED = 0.7
"""Share of that where the symbol stands inside another."""

_TYPES = ("interface", "type")
"""Kinds of symbols that say what there is and do nothing."""

_PROSE = frozenset(row.name for row in LANGUAGES if row.prose)
_DATA = _PROSE | {"json", "yaml", "toml", "xml", "ini", "html", "css", "text"}


@dataclass(frozen=True, slots=True)
class Profile:
    """A file as ranking sees it.

    Attributes:
        place: what its path says.
        code: whether it is written in a programming language.
        prose: whether it is written for people.
        types: share of its outermost symbols that are interfaces and types.
        names: the names of its symbols.
        worth: for each how much it says that the file defines it, float64 one behind the other.
    """

    place: Place
    code: bool
    prose: bool
    types: float
    names: Names
    worth: bytes


class Profiles:
    """Profiles of the documents of a store, made when they are first needed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # Not by document: another may have the number of one that is gone, with its index or alone.
        self._known: OrderedDict[tuple[str, bytes], Profile] = OrderedDict()

    def of(self, rows: Iterable[ChunkRow]) -> list[Profile]:
        """Give the profile of each file that the chunks are of, in their order."""
        wanted = {row.document: row for row in rows}
        missing = [row for row in wanted.values() if (row.path, row.hash) not in self._known]
        if missing:
            declared = self._store.declared([row.document for row in missing])
            for row in missing:
                self._known[row.path, row.hash] = self._profile(row, declared[row.document])
        found = [self._known[row.path, row.hash] for row in wanted.values()]
        while len(self._known) > _CACHED:
            self._known.popitem(last=False)
        return found

    def _profile(self, row: ChunkRow, declared: Sequence[tuple[str, str, bool]]) -> Profile:
        where = place(row.path)
        newer = superseding(row.path)
        if newer and self._store.language(newer):
            where = replace(where, sorts=where.sorts | {"compat"})
        worth = [
            _WEIGHT.get(kind, _OTHER) * (_NESTED if nested else 1) for _, kind, nested in declared
        ]
        outer = [kind in _TYPES for _, kind, nested in declared if not nested]
        return Profile(
            place=where,
            code=row.language not in _DATA,
            prose=row.language in _PROSE,
            types=sum(outer) / (len(outer) or 1),
            names=Names([name for name, _, _ in declared]),
            worth=np.array(worth, np.float64).tobytes(),
        )


def defining(profiles: Sequence[Profile], names: Collection[str], wanted: Wanted) -> FLOAT:
    """Give for each file what it is worth that it defines one of the names in a question.

    That is the more, the more of the question the name is: many a question about something else
    has the name of the project in it.
    """
    found = np.zeros(len(profiles))
    if names:
        numbers = np.frombuffer(b"".join(p.names.names for p in profiles), np.uint32)
        worth = np.frombuffer(b"".join(p.worth for p in profiles), np.float64)
        ends = np.cumsum([len(p.names.sizes) for p in profiles])
        shares = wanted.share([name_words(name) for name in names]).tolist()
        for number, share in zip(np.frombuffer(numbered(names), np.uint32), shares, strict=True):
            met = np.flatnonzero(numbers == number)
            file = np.searchsorted(ends, met, side="right")
            np.maximum.at(found, file, worth[met] * share)
    return found
