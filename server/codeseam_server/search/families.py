"""Sets of words that also know the words of one family: validate, validation, validator."""

from collections.abc import Iterable

KIN = 0.7
"""What a word is worth that shares only its beginning with one that was asked for."""
_HEAD = 5
"""The beginning that the words of a family share; a word of four letters may be all of it."""


class Words:
    """Stems that can be asked for exactly and by their beginning, in constant time."""

    __slots__ = ("_heads", "exact")

    def __init__(self, words: Iterable[str]) -> None:
        self.exact = frozenset(words)
        heads: set[str] = set()
        for word in self.exact:
            if len(word) >= 4:
                heads.add(word[:_HEAD])
                heads.add(word[:4] + "*")
        self._heads = frozenset(heads)

    def worth(self, word: str) -> float:
        """1 where the word is there, less where one of its family is, else 0."""
        if word in self.exact:
            return 1.0
        size = len(word)
        if size < 4:
            return 0.0
        heads = self._heads
        if size == 4:
            return KIN if word + "*" in heads else 0.0
        return KIN if word[:_HEAD] in heads or word[:4] in heads else 0.0
