"""Splits code and prose into the word parts that the built-in table has rows for."""

import re
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.words import Memo, ascii_words

PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
"""A part of an identifier: ``HTTPServer_v2`` gives HTTP, Server, v, 2; all else separates."""


class Tokenizer:
    """Text -> rows of the table, over a vocabulary of lower-case words and pieces of words."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._rows = {word: row for row, word in enumerate(vocabulary)}
        self._longest = max(map(len, self._rows), default=0)
        self._parts = Memo(self._of_part)
        self._words = Memo(self._of_word)

    def rows(self, text: str, limit: int) -> NDArray[np.int32]:
        """The rows of the first ``limit`` parts of ``text``, in order, with repetitions."""
        # The rows of a word are kept as bytes: nothing is faster than to join those of many.
        if len(text) > limit:
            found = b"".join(map(self._parts.__getitem__, PART.findall(text)[:limit]))
        else:
            found = b"".join(map(self._words.__getitem__, ascii_words(text)))
        return np.frombuffer(found, np.int32)

    def _of_word(self, word: str) -> bytes:
        return b"".join(map(self._parts.__getitem__, PART.findall(word)))

    def _of_part(self, part: str) -> bytes:
        word = part.lower()
        row = self._rows.get(word)
        if row is not None:
            return row.to_bytes(4, sys.byteorder)
        return np.array(self._pieces(word), np.int32).tobytes()

    def _pieces(self, word: str) -> list[int]:
        """Greedy longest match from the left; a letter that starts no piece is passed over."""
        found: list[int] = []
        start = 0
        while start < len(word):
            for end in range(min(len(word), start + self._longest), start, -1):
                row = self._rows.get(word[start:end])
                if row is not None:
                    found.append(row)
                    start = end
                    break
            else:
                start += 1
        return found


def count_parts(text: str) -> int:
    """The number of word parts of ``text``: what a chunk's budget is counted in.

    Adds up over the nodes of a syntax tree, since no part spans two tokens of a language.
    """
    return len(PART.findall(text))
