"""What ranking knows of a file's content, made once for each document."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.records import ChunkRow, Symbol
from codeseam_indexer.store import FileRow, Store
from codeseam_indexer.words import parts, stem
from codeseam_server.search.places import Place, place, superseding

_CACHED = 20_000
"""Documents remembered, at some 10 kB each."""

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
        sizes: for each symbol the number of words in its name.
        having: for each word the symbols that have it in their name.
        names: names as written -> how much it says that they are defined here.
    """

    place: Place
    code: bool
    prose: bool
    sizes: tuple[int, ...]
    having: Mapping[str, tuple[int, ...]]
    names: Mapping[str, float]


class Profiles:
    """Profiles of the documents of a store, made when they are first needed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Profile] = OrderedDict()

    def of(self, rows: Iterable[ChunkRow]) -> dict[str, Profile]:
        """Give the profile of each file that the chunks are of, by path."""
        wanted = {row.path: row.document for row in rows}
        missing = [path for path, document in wanted.items() if document not in self._known]
        for file in self._store.files(missing) if missing else ():
            profile = _profile(file, self._store.symbols(file.path))
            newer = superseding(file.path)
            if newer and self._store.language(newer):
                old = replace(profile.place, sorts=profile.place.sorts | {"compat"})
                profile = replace(profile, place=old)
            self._known[file.document] = profile
        while len(self._known) > _CACHED:
            self._known.popitem(last=False)
        return {path: self._known[d] for path, d in wanted.items() if d in self._known}


def _profile(file: FileRow, symbols: tuple[Symbol, ...]) -> Profile:
    having: dict[str, list[int]] = {}
    names: dict[str, float] = {}
    sizes: list[int] = []
    for index, symbol in enumerate(symbols):
        words = name_words(symbol.name)
        sizes.append(len(words))
        for word in words:
            having.setdefault(word, []).append(index)
        worth = _WEIGHT.get(symbol.kind, _OTHER) * (1 if symbol.parent is None else _NESTED)
        if worth > names.get(symbol.name, 0):
            names[symbol.name] = worth
    return Profile(
        place=place(file.path),
        code=file.language not in _DATA,
        prose=file.language in _PROSE,
        sizes=tuple(sizes),
        having={word: tuple(found) for word, found in having.items()},
        names=names,
    )


def name_words(name: str) -> frozenset[str]:
    """Give the stems of the parts of an identifier."""
    return frozenset(stem(part) for part in parts(name))
