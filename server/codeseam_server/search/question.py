"""Reads a query: its words, the names in it, and what it asks for."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from codeseam_indexer.words import parts, split_words, stem, written_words
from codeseam_server.search.places import asked

MAX_CHARACTERS = 10_000
"""What is read of a query; nobody types more, and a pasted file is told by its beginning."""
MAX_WORDS = 48
"""Words that are looked for; the rarest of a longer query."""

_SMALL_WORDS = (
    "a", "about", "after", "all", "an", "and", "any", "are", "as", "at", "be", "been", "before",
    "being", "between", "both", "but", "by", "can", "could", "did", "do", "does", "during",
    "each", "for", "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it",
    "its", "may", "me", "more", "most", "my", "not", "of", "on", "one", "only", "or", "other",
    "our", "over", "per", "same", "she", "should", "so", "some", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "through", "to", "under",
    "up", "use", "used", "uses", "using", "via", "was", "we", "were", "what", "when", "where",
    "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within",
    "without", "would", "you", "your",
)  # fmt: skip
_STOP = frozenset(map(stem, _SMALL_WORDS))
_CODE = re.compile(r"[^\W\d]\w*(?:(?:::|\.|->|#)[^\W\d]\w*)*")
_TIES = re.compile(r"::|->|[.#]")
_CASED = re.compile(r"[a-z][A-Z]|_|^[A-Z]{2,}[a-z]|[a-z]\d|^[A-Z][a-z]+$")


@dataclass(frozen=True, slots=True)
class Question:
    """A query as it is compared with the index.

    Attributes:
        text: as it was asked, cut.
        words: what full-text search looks for: words as written and their stems.
        stems: the stems of its parts without those that say nothing, in order.
        names: identifiers in it as written, without their scopes.
        scoped: those of ``names`` that were written with a scope, as ``scope.name``.
        symbol: whether it is nothing but a name.
        asks: sorts of places that it asks for.
    """

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    names: frozenset[str]
    scoped: frozenset[str]
    symbol: bool
    asks: frozenset[str]


def read(text: str) -> Question:
    """Read a query; any text is safe."""
    text = text[:MAX_CHARACTERS]
    words = list(dict.fromkeys(split_words(text)))
    found = list(dict.fromkeys(stem(part) for word in written_words(text) for part in parts(word)))
    bare = text.strip()
    symbol = bool(bare) and not re.search(r"\s", bare)
    names, scoped = _names(bare, symbol=symbol)
    return Question(
        text=text,
        words=_looked_for(text) or tuple(words),
        stems=tuple(word for word in found if word not in _STOP) or tuple(found),
        names=names,
        scoped=scoped,
        symbol=symbol,
        asks=asked(text),
    )


def _looked_for(text: str) -> tuple[str, ...]:
    """Give stems, and beside them as written what has several parts.

    The index has each word in both forms; looking for a plain word in both would double the work.
    """
    found: dict[str, None] = {}
    for word in written_words(text):
        pieces = [stem(part) for part in parts(word)]
        if len(pieces) != 1:
            found[word.lower()] = None
        found.update((piece, None) for piece in pieces if piece not in _STOP)
    return tuple(found)


def _names(text: str, *, symbol: bool) -> tuple[frozenset[str], frozenset[str]]:
    """Find what is written like an identifier; where the query is one word, that word."""
    names: set[str] = set()
    scoped: set[str] = set()
    for match in _CODE.finditer(text):
        *scopes, name = _TIES.split(match.group())
        if symbol or scopes or _CASED.search(name):
            names.add(name)
        if scopes:
            scoped.add(f"{scopes[-1]}.{name}")
    return frozenset(names), frozenset(scoped)


def rarity(stems: tuple[str, ...], counts: Mapping[str, int], total: int) -> dict[str, float]:
    """Give the inverse document frequency of each stem, as BM25 has it; never negative."""
    return {
        word: math.log(1 + (total - seen + 0.5) / (seen + 0.5))
        for word in stems
        for seen in (min(total, counts.get(word, 0)),)
    }
