"""Tells an answer from the nearest of strangers: every query has a best chunk, not all an answer.

How near a stranger comes depends on the model and on the workspace, so it is measured: questions
about other things than programs are asked of the very index, and what answers a real question is
nearer than nine tenths of them come. ``benchmarks/RESULTS.md`` has the rates of both errors.
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
_MARGIN = 1.1
"""How much nearer than the strangers an answer is."""
_TEXT = 0.9
"""BM25 over the rarity of what was asked, below which words alone do not make an answer."""
_TEXT_ALONE = 0.3
"""The same where there are no vectors to ask."""
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
        if text >= _TEXT or found.files.defines.any():  # a name that the question has
            return False
        if found.best_meaning <= 0.0:
            return text < _TEXT_ALONE
        return found.best_meaning < self._threshold(chunks)

    def _threshold(self, chunks: int) -> float:
        if not self._chunks / _DRIFT <= chunks <= self._chunks * _DRIFT:
            near = [self._nearest(self._embedder.query(text)) for text in _STRANGERS]
            self._level = float(np.quantile(near, _QUANTILE)) * _MARGIN
            self._chunks = chunks
        return self._level
