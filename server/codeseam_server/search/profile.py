"""What ranking knows of a file's content, made once for each document."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.records import ChunkRow
from codeseam_indexer.store import Store
from codeseam_server.search.families import Wanted
from codeseam_server.search.names import NO_NAME, Vocabulary
from codeseam_server.search.places import Place, place, superseding

_CACHED = 10_000
"""Documents remembered, at some 2 kB each."""
_NAMES = 100_000
"""Names remembered, at some 200 bytes each, before all is begun anew."""

_WEIGHT: Mapping[str, float] = {
    "class": 1.0, "struct": 1.0, "interface": 1.0, "trait": 1.0, "enum": 0.9, "type": 0.9,
    "module": 0.8, "function": 0.9, "macro": 0.8, "table": 0.8, "view": 0.8, "method": 0.5,
    "constructor": 0.5, "namespace": 0.4,
}  # fmt: skip
"""How much it says that a file defines a symbol of a name, by kind."""
_OTHER = 0.3
_NESTED = 0.7
"""Share of that where the symbol stands inside another."""

_PROSE = frozenset(row.name for row in LANGUAGES if row.prose)
_DATA = _PROSE | {"json", "yaml", "toml", "xml", "ini", "html", "css", "text"}


@dataclass(frozen=True, slots=True)
class Profile:
    """A file as ranking sees it.

    Attributes:
        place: what its path says.
        code: whether it is written in a programming language.
        prose: whether it is written for people.
        names: the numbers of the names of its symbols, that of no name first.
        worth: for each how much it says that the file defines it.
    """

    place: Place
    code: bool
    prose: bool
    names: NDArray[np.int32]
    worth: NDArray[np.float64]


class Profiles:
    """Profiles of the documents of a store, made when they are first needed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Profile] = OrderedDict()
        self._vocabulary = Vocabulary()

    def of(self, rows: Iterable[ChunkRow]) -> dict[str, Profile]:
        """Give the profile of each file that the chunks are of, by path."""
        if len(self._vocabulary) > _NAMES:
            self._known.clear()
            self._vocabulary = Vocabulary()
        wanted = {row.path: row for row in rows}
        missing = [row for row in wanted.values() if row.document not in self._known]
        if missing:
            declared = self._store.declared([row.document for row in missing])
            for row in missing:
                self._known[row.document] = self._profile(row, declared[row.document])
        found = {path: self._known[row.document] for path, row in wanted.items()}
        while len(self._known) > _CACHED:
            self._known.popitem(last=False)
        return found

    def meeting(
        self, profiles: Sequence[Profile], wanted: Wanted, names: Iterable[str]
    ) -> list[tuple[float, float]]:
        """Compare all names of some files with a question.

        Returns:
            For each file how well its best symbol meets the words, and what it is worth that it
            defines one of the names.
        """
        if not profiles:
            return []
        every = np.concatenate([profile.names for profile in profiles])
        worth = np.concatenate([profile.worth for profile in profiles])
        starts = np.cumsum([0, *(profile.names.size for profile in profiles[:-1])])
        asked = self._vocabulary.known(names)
        shares = np.maximum.reduceat(self._vocabulary.shares(wanted)[every], starts)
        defined = np.maximum.reduceat(np.where(np.isin(every, asked), worth, 0.0), starts)
        return list(zip(shares.tolist(), defined.tolist(), strict=True))

    def _profile(self, row: ChunkRow, declared: Sequence[tuple[str, str, bool]]) -> Profile:
        where = place(row.path)
        newer = superseding(row.path)
        if newer and self._store.language(newer):
            where = replace(where, sorts=where.sorts | {"compat"})
        numbers = self._vocabulary.take(name for name, _, _ in declared)
        worth = [
            _WEIGHT.get(kind, _OTHER) * (_NESTED if nested else 1) for _, kind, nested in declared
        ]
        return Profile(
            place=where,
            code=row.language not in _DATA,
            prose=row.language in _PROSE,
            names=np.array([NO_NAME, *numbers], np.int32),
            worth=np.array([0.0, *worth]),
        )
