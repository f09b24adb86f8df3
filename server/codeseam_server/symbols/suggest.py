"""The nearest real names to one that does not exist."""

from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher

from codeseam_indexer.words import split_words
from codeseam_server.symbols import names
from codeseam_server.symbols.catalog import Catalog

_MOST = 5
"""More suggestions are a search result, not a correction."""

_LIKENESS = 0.7
"""Below this ratio of equal characters two names only share letters by chance."""


def suggest(
    catalog: Catalog, query: str, allowed: Callable[[str], bool] = lambda _path: True
) -> tuple[str, ...]:
    """Qualified names near ``query``: members of its scope, then spellings, then shared words."""
    found: dict[str, None] = {}
    barest = [*names.spellings(query), ""][-2:][0]
    for name in _candidates(catalog, barest):
        for row in catalog.store.symbols_named(name, limit=50):
            if allowed(row.path):
                found.setdefault(row.symbol.qualified_name)
        if len(found) >= 4 * _MOST:
            break
    scope = [part.casefold() for part in names.parts(query)[:-1]]
    order = sorted(found, key=lambda name: not _shares(name, scope)) if scope else list(found)
    return tuple(order[:_MOST])


def _shares(qualified: str, scope: list[str]) -> bool:
    return any(part.casefold() in scope for part in names.parts(qualified)[:-1])


def _candidates(catalog: Catalog, text: str) -> Iterator[str]:
    """Bare names that exist, the likeliest first."""
    parts = names.parts(text)
    if not parts:
        return
    known = catalog.names()
    *scopes, last = parts
    if scopes:
        yield from _near(last, _members(catalog, scopes[-1]))
    yield from _near(last, known)
    yield from (part for part in reversed(scopes) if catalog.store.symbols_named(part, limit=1))
    yield from _sharing_words(text, known)


def _members(catalog: Catalog, scope: str) -> list[str]:
    """The names right inside the symbols called ``scope``."""
    out: dict[str, None] = {}
    for row in catalog.store.symbols_named(scope, limit=20):
        for symbol in catalog.store.symbols(row.path):
            if symbol.parent == row.ordinal:
                out.setdefault(symbol.name)
    return list(out)


def _fold(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _near(name: str, known: Iterable[str]) -> list[str]:
    """Names that differ in case or underscores, hold or are held by it, or are spelt alike."""
    wanted = _fold(name)
    if not wanted:
        return []
    scored: list[tuple[float, int, str]] = []
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    for other in known:
        folded = _fold(other)
        apart = abs(len(folded) - len(wanted))
        if folded == wanted:
            scored.append((0.0, 0, other))
        elif len(wanted) > 2 and wanted in folded:
            scored.append((1.0, apart, other))
        elif (apart <= 3 and folded[:1] == wanted[:1]) or folded[-3:] == wanted[-3:]:
            matcher.set_seq1(folded)
            if matcher.real_quick_ratio() >= _LIKENESS and matcher.quick_ratio() >= _LIKENESS:
                ratio = matcher.ratio()
                if ratio >= _LIKENESS:
                    scored.append((0.5 if ratio > 0.85 else 2.0 - ratio, apart, other))
    return [other for _, _, other in sorted(scored)[: 2 * _MOST]]


def _sharing_words(text: str, known: Iterable[str]) -> list[str]:
    """Names that share most of their words with the text; for a question asked as a name."""
    wanted = frozenset(word for word in split_words(text) if len(word) > 2)
    if not wanted:
        return []
    scored: list[tuple[int, int, str]] = []
    for other in known:
        own = frozenset(split_words(other))
        if common := len(own & wanted):
            scored.append((-common, len(own), other))
    return [other for _, _, other in sorted(scored)[: 2 * _MOST]]
