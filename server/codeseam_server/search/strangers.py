"""Tells an answer from the nearest of strangers: every query has a best chunk, not all an answer.

How near a stranger comes depends on the model and on the workspace, so it is measured: questions
about other things than programs are asked of the very index, and what answers a real question is
nearer than nine tenths of them come; clearly so, where much of the question are words that stand
nowhere in the workspace. ``benchmarks/RESULTS.md`` has the rates of both errors.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed.seam import Embedder
from codeseam_server.search.candidates import Found

_STRANGERS = (
    "how to bake sourdough bread with rye flour",
    "cheap flights from Berlin to Lisbon in May",
    "symptoms of vitamin D deficiency in adults",
    "who won the football world cup in 1998",
    "recipe for lemon meringue pie with almonds",
    "how long do tortoises sleep in winter",
    "mortgage interest rates for a second house",
    "watering tomatoes and peppers on a balcony",
    "best walking boots for muddy mountain paths",
    "when did the Roman empire lose Britain",
    "blood pressure of a healthy old man",
    "songs by the Beatles about the sea",
    "how to repair a leaking kitchen tap",
    "names for a black cat with white paws",
    "teaching children to swim in the river",
    "the plot of an opera by Verdi in one sentence",
)
_QUANTILE = 0.9
_UNKNOWN = 0.8
"""How much nearer an answer is where no word of the question stands anywhere in the workspace."""
_TEXT = 1.2
"""BM25 over the rarity of what was asked, from which known words alone make an answer."""
_TEXT_ALONE = 0.3
"""The same, below which there is no answer where there are no vectors."""
_DRIFT = 1.25
"""By how much the index may grow before strangers are asked again."""

Nearest = Callable[[NDArray[np.float32]], float]
"""A vector -> the cosine of the chunk that is nearest to it in the whole workspace."""


class Strangers:
    """How near strangers come in one workspace; asked only when an answer is in doubt."""

    def __init__(self, embedder: Embedder, nearest: Nearest) -> None:
        self._embedder = embedder
        self._nearest = nearest
        self._level = 0.0
        self._chunks = 0

    def weak(self, found: Found, chunks: int) -> bool:
        """Whether the best of what was found fits no better than a stranger would.

        Args:
            found: the candidates of the question.
            chunks: size of the workspace.
        """
        text = found.best_text / found.asked.wanted.total
        if found.files.defines.any() or (text >= _TEXT and not found.unknown):
            return False  # a name that the question has is defined, or all its words are here
        if found.best_meaning <= 0.0:
            return text < _TEXT_ALONE
        return found.best_meaning < (1 + _UNKNOWN * found.unknown) * self._stranger(chunks)

    def _stranger(self, chunks: int) -> float:
        """Give the cosine that nine tenths of the strangers stay below."""
        if not self._chunks / _DRIFT <= chunks <= self._chunks * _DRIFT:
            near = [self._nearest(self._embedder.query(text)) for text in _STRANGERS]
            self._level = float(np.quantile(near, _QUANTILE))
            self._chunks = chunks
        return self._level
