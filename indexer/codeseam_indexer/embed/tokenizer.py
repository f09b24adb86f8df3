"""Splits code and prose into the word parts that the built-in table has rows for."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
"""A part of an identifier: ``HTTPServer_v2`` gives HTTP, Server, v, 2; all else separates."""

MEMO_SIZE = 200_000
"""Distinct parts remembered before the memo starts anew: about 30 MB."""


class _Memo(dict[str, tuple[int, ...]]):
    """Part as written -> its rows; a part that is not there yet is worked out and kept.

    A dict with ``__missing__`` keeps the loop over the parts of a text in C.
    """

    def __init__(self, rows: dict[str, int]) -> None:
        super().__init__()
        self._rows = rows
        self._longest = max(map(len, rows), default=0)

    def __missing__(self, part: str) -> tuple[int, ...]:
        word = part.lower()
        row = self._rows.get(word)
        found = (row,) if row is not None else self._pieces(word)
        if len(self) >= MEMO_SIZE:
            self.clear()
        self[part] = found
        return found

    def _pieces(self, word: str) -> tuple[int, ...]:
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
        return tuple(found)


class Tokenizer:
    """Text -> rows of the table, over a vocabulary of lower-case words and pieces of words."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._memo = _Memo({word: row for row, word in enumerate(vocabulary)})

    def rows(self, text: str, limit: int) -> Iterable[int]:
        """The rows of the first ``limit`` parts of ``text``, in order, with repetitions."""
        return chain.from_iterable(map(self._memo.__getitem__, PART.findall(text)[:limit]))


def count_parts(text: str) -> int:
    """The number of word parts of ``text``: what a chunk's budget is counted in.

    Adds up over the nodes of a syntax tree, since no part spans two tokens of a language.
    """
    return len(PART.findall(text))
