"""Sets of words that also know the words of one family: validate, validation, validator.

Words are compared by a number of four bytes each, many sets at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from sys import byteorder
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.words import parts, stem

FLOAT = NDArray[np.float64]

KIN = 0.7
"""What a word is worth that shares only its beginning with one that was asked for."""
_MOST_STEMS = 255
_HEAD = 5
"""The beginning that the words of a family share; a word of four letters may be all of it."""


class Words:
    """Stems with the beginnings by which their families are met.

    Attributes:
        exact: the stems.
        numbers: those of the stems, one behind the other.
        heads: those of the beginnings of the stems that have a family.
    """

    __slots__ = ("exact", "heads", "numbers")

    def __init__(self, words: Iterable[str]) -> None:
        self.exact = frozenset(words)
        self.numbers = numbered(self.exact)
        self.heads = b"".join(map(_heads, self.exact))


class Names:
    """The names that a file defines.

    Attributes:
        names: their numbers, one behind the other.
        stems: those of the stems of their parts, likewise.
        sizes: how many of the stems are each name's, a byte each.
    """

    __slots__ = ("names", "sizes", "stems")

    def __init__(self, names: Sequence[str]) -> None:
        stems = [name_stems(name)[: 4 * _MOST_STEMS] for name in names]
        self.names = numbered(names)
        self.stems = b"".join(stems)
        self.sizes = bytes(len(one) // 4 for one in stems)


@lru_cache(maxsize=1 << 15)
def name_stems(name: str) -> bytes:
    """Give the numbers of the stems of the parts of an identifier, each once.

    Without what ``Words`` knows of families: a file has many names, and most are met only here.
    """
    return b"".join(dict.fromkeys(map(_number_of_stem, parts(name))))


@lru_cache(maxsize=1 << 15)
def last_stems(name: str) -> bytes:
    """Give those of the last part of a qualified name."""
    return name_stems(name.rpartition(".")[2])


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

    __slots__ = ("_exact", "_families", "_heads", "_worth", "total", "weights")

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self.total = sum(weights.values()) or 1.0
        self._worth = np.array(list(weights.values()), np.float64)
        self._exact = _Asked(weights)
        self._heads = _Asked(head for word in weights for head in _asked_heads(word))
        self._families = np.zeros((len(self._heads.words), len(weights)), np.bool_)
        for at, word in enumerate(weights):
            for head in _asked_heads(word):
                self._families[self._heads.words[head], at] = True

    def share(self, sets: Sequence[Words]) -> FLOAT:
        """Give for each set the share of the weights whose word is there, kin counted in part."""
        met = self._exact.in_each([words.numbers for words in sets])
        kin = self._heads.in_each([words.heads for words in sets]) @ self._families
        return self._worth_of(np.where(met, 1.0, np.where(kin, KIN, 0.0))) / self.total

    def both_ways(self, sets: Sequence[bytes]) -> FLOAT:
        """Give share of the weights in a set of numbers x share of the set that was asked for."""
        met = self._exact.in_each(sets)
        sizes = np.array([len(numbers) // 4 or 1 for numbers in sets])
        return self._worth_of(met) / self.total * met.sum(axis=1) / sizes

    def met_by(self, word: str) -> float:
        """What a word of elsewhere is worth: 1 where it was asked for, less for one of its kin."""
        if word in self.weights:
            return 1.0
        if len(word) < 4:
            return 0.0
        heads = self._heads.words
        return KIN if word[:_HEAD] in heads or word[:4] + "*" in heads else 0.0

    def best(self, names: Sequence[Names]) -> FLOAT:
        """Give for each file how well the best of its names and the question meet, both ways."""
        numbers = np.frombuffer(b"".join(one.stems for one in names), np.uint32)
        sizes = np.frombuffer(b"".join(one.sizes for one in names), np.uint8)
        hits, words = self._exact.among(numbers)
        at = np.searchsorted(np.cumsum(sizes), hits, side="right")
        rare = np.bincount(at, self._worth[words], sizes.size)
        met = np.flatnonzero(rare)
        shares = rare[met] / self.total * np.bincount(at, minlength=sizes.size)[met] / sizes[met]
        found = np.zeros(len(names))
        ends = np.cumsum([len(one.sizes) for one in names])
        np.maximum.at(found, np.searchsorted(ends, met, side="right"), shares)
        return found

    def _worth_of(self, met: NDArray[np.bool_] | FLOAT) -> FLOAT:
        # Not by ``@``: the threads of BLAS take longer to wake than so small a product takes.
        return np.einsum("ij,j->i", met, self._worth)


class _Asked:
    """Words of a question that are looked for among the numbers of many sets."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = {word: at for at, word in enumerate(dict.fromkeys(words))}
        numbers = np.frombuffer(numbered(self.words), np.uint32)
        self._order = np.argsort(numbers)
        self._sorted = numbers[self._order]

    def in_each(self, sets: Sequence[bytes]) -> NDArray[np.bool_]:
        """Give for each set (a row) which of the words (columns) it has."""
        found = np.zeros((len(sets), len(self.words)), np.bool_)
        if self.words:
            met, words = self.among(np.frombuffer(b"".join(sets), np.uint32))
            ends = np.cumsum([len(one) // 4 for one in sets])
            found[np.searchsorted(ends, met, side="right"), words] = True
        return found

    def among(self, numbers: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Give the places at which numbers are those of the words, and which word at each."""
        if not self.words:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        place = np.minimum(np.searchsorted(self._sorted, numbers), len(self.words) - 1)
        met = np.flatnonzero(self._sorted[place] == numbers)
        return met, self._order[place[met]]


def numbered(words: Iterable[str]) -> bytes:
    """Give the numbers of words, four bytes each, one behind the other."""
    return b"".join(map(_number, words))


@lru_cache(maxsize=1 << 15)
def _number(word: str) -> bytes:
    return crc32(word.encode("utf-8", "surrogatepass")).to_bytes(4, byteorder)


@lru_cache(maxsize=1 << 15)
def _number_of_stem(part: str) -> bytes:
    return _number(stem(part))


@lru_cache(maxsize=1 << 15)
def _heads(word: str) -> bytes:
    """Give the numbers of the beginnings by which the family of a stem is met."""
    return numbered((word[:_HEAD], word[:4] + "*")) if len(word) >= 4 else b""


def _asked_heads(word: str) -> tuple[str, ...]:
    """Give the heads by which the words of one family have each other.

    A word of four letters is met by any that begins with it, and meets one that is its beginning.
    """
    if len(word) < 4:
        return ()
    return (word + "*",) if len(word) == 4 else (word[:_HEAD], word[:4])
