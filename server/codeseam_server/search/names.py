"""The names that files define, by number, so that a question is compared with each name once."""

from array import array
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.words import parts, stem
from codeseam_server.search.families import Wanted

NO_NAME = 0
"""The number of the empty name, which is worth nothing to any question."""


class Vocabulary:
    """Names, each with a number and the stems of its parts."""

    def __init__(self) -> None:
        self._numbers = {"": NO_NAME}
        self._sizes = array("i", (1,))
        self._having: dict[str, array[int]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def take(self, names: Iterable[str]) -> list[int]:
        """Give the numbers of names, taking in those that are new."""
        numbers = self._numbers
        for name in (names := tuple(names)):
            if name not in numbers:
                number = numbers[name] = len(numbers)
                words = frozenset(map(stem, parts(name)))
                self._sizes.append(len(words) or 1)
                for word in words:
                    if word not in self._having:
                        self._having[word] = array("i")
                    self._having[word].append(number)
        return [numbers[name] for name in names]

    def known(self, names: Iterable[str]) -> list[int]:
        """Give the numbers of those names that were taken in."""
        return [number for name in names if (number := self._numbers.get(name, NO_NAME))]

    def shares(self, wanted: Wanted) -> NDArray[np.float64]:
        """Give for each name, by number, how well question and name meet.

        That is the share of the question in the name x the share of the name that was asked for.
        """
        met = np.zeros(len(self._numbers))
        words = np.zeros(len(self._numbers))
        for word, rare in wanted.weights.items():
            having = np.frombuffer(self._having.get(word, array("i")), np.intc)
            met[having] += rare
            words[having] += 1
        return met * words / np.frombuffer(self._sizes, np.intc) / wanted.total
