"""What questions have read of files, kept in memory until others were asked about more recently."""

from collections.abc import Sequence

from codeseam_indexer.packed import Packed
from codeseam_indexer.records import Symbol
from codeseam_indexer.resolve import Unit

_SELDOM = 16
"""After so many questions that read nothing what they found is weighed all the same."""

_SYMBOL_BYTES = 700
"""What a symbol takes with its documentation, about."""


class Kept:
    """Files with what was read of them, each as it is under a hash of its content.

    Attributes:
        facts: by path the hash, and facts.
        symbols: by path the hash, and symbols in document order.
        texts: by path the hash, and the text.
        units: facts with their look-up tables.
        size: the characters in ``texts``.
    """

    def __init__(self) -> None:
        self.facts: dict[str, tuple[bytes, Packed]] = {}
        self.symbols: dict[str, tuple[bytes, Sequence[Symbol]]] = {}
        self.texts: dict[str, tuple[bytes, str]] = {}
        self.units: dict[str, Unit] = {}
        self.size = 0
        self._used: dict[str, None] = {}
        self._grown = False
        self._turns = 0
        self._weights: dict[str, int] = {}
        self._total = 0

    def use(self, path: str, *, read: bool = False) -> None:
        """Note that a question looks at a file, or has read something of it."""
        self._used[path] = None
        self._grown = self._grown or read

    def keep_text(self, path: str, made: bytes, text: str) -> None:
        """Keep the text of a file."""
        self.size += len(text) - len(self.texts[path][1] if path in self.texts else "")
        self.texts[path] = made, text
        self.use(path, read=True)

    @property
    def due(self) -> bool:
        """Whether it may take more than before: often, or seldom where nothing was read."""
        self._turns += 1
        return self._grown or self._turns % _SELDOM == 0

    def let_go(self, most: int) -> list[str]:
        """Forget the files that were used longest ago, until the rest takes no more than that."""
        self._grown = False
        for path in self._used:
            weight = self._weigh(path)
            self._total += weight - self._weights.pop(path, 0)
            self._weights[path] = weight
        self._used.clear()
        gone: list[str] = []
        for path, weight in self._weights.items():
            if self._total <= most:
                break
            self._total -= weight
            gone.append(path)
        for path in gone:
            del self._weights[path]
            self._forget(path)
        return gone

    def _weigh(self, path: str) -> int:
        unit, facts = self.units.get(path), self.facts.get(path)
        weight = unit.weight if unit is not None else facts[1].weight if facts is not None else 0
        text, symbols = self.texts.get(path), self.symbols.get(path)
        weight += len(text[1]) if text is not None else 0
        return weight + (_SYMBOL_BYTES * len(symbols[1]) if symbols is not None else 0)

    def _forget(self, path: str) -> None:
        if path in self.texts:
            self.size -= len(self.texts.pop(path)[1])
        self.facts.pop(path, None)
        self.symbols.pop(path, None)
        self.units.pop(path, None)
