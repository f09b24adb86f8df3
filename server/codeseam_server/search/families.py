"""Sets of words that also know the words of one family: validate, validation, validator."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from codeseam_indexer.words import parts, stem

KIN = 0.7
"""What a word is worth that shares only its beginning with one that was asked for."""
_HEAD = 5
"""The beginning that the words of a family share; a word of four letters may be all of it."""


class Words:
    """Stems with the beginnings by which their families are met.

    Attributes:
        exact: the stems.
        heads: the beginnings of those that have a family.
    """

    __slots__ = ("exact", "heads")

    def __init__(self, words: Iterable[str]) -> None:
        self.exact = frozenset(words)
        heads: set[str] = set()
        for word in self.exact:
            if len(word) >= 4:
                heads.add(word[:_HEAD])
                heads.add(word[:4] + "*")
        self.heads = frozenset(heads)


@lru_cache(maxsize=1 << 15)
def name_words(name: str) -> Words:
    """Give the stems of the parts of an identifier."""
    return Words(map(stem, parts(name)))


class Wanted:
    """The stems of a question with their weights, to be met in many sets of words quickly.

    Attributes:
        weights: the stems and their weights.
        total: sum of the weights, 1 where there is none.
    """

    __slots__ = ("_exact", "_families", "_heads", "total", "weights")

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self.total = sum(weights.values()) or 1.0
        self._exact = frozenset(weights)
        families: dict[str, list[str]] = {}
        for word in weights:
            for head in _asked_heads(word):
                families.setdefault(head, []).append(word)
        self._families = families
        self._heads = frozenset(families)

    def share(self, words: Words) -> float:
        """Share of the weights whose word is there, kin counted in part."""
        met = self._exact & words.exact
        found = 0.0
        for word in met:
            found += self.weights[word]
        heads = self._heads & words.heads
        if heads:
            kin = {word for head in heads for word in self._families[head]} - met
            for word in kin:
                found += KIN * self.weights[word]
        return found / self.total

    def both_ways(self, words: Words) -> float:
        """Share of the weights in some words x share of the words that was asked for."""
        met = [rare for word, rare in self.weights.items() if word in words.exact]
        return sum(met) / self.total * len(met) / (len(words.exact) or 1)

    def met_by(self, word: str) -> float:
        """What a word of elsewhere is worth: 1 where it was asked for, less for one of its kin."""
        if word in self._exact:
            return 1.0
        if len(word) < 4:
            return 0.0
        return KIN if word[:_HEAD] in self._heads or word[:4] + "*" in self._heads else 0.0


def _asked_heads(word: str) -> tuple[str, ...]:
    """Give the heads by which the words of one family have each other.

    A word of four letters is met by any that begins with it, and meets one that is its beginning.
    """
    if len(word) < 4:
        return ()
    return (word + "*",) if len(word) == 4 else (word[:_HEAD], word[:4])
