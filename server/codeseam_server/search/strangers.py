"""Tells an answer from the nearest of strangers: every query has a best chunk, not all an answer.

How near a stranger comes depends on the model and on the workspace, so it is measured: questions
about other things than programs are asked of the very index as soon as it is made, and what answers
a real question is nearer than nine tenths of them come; clearly so, where much of the question are
words that stand nowhere in the workspace. ``benchmarks/RESULTS.md`` has the rates of both errors.
"""

import json
from dataclasses import dataclass

import numpy as np

from codeseam_indexer.embed.seam import Embedder
from codeseam_indexer.store import Store
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
"""By how much the index may grow or shrink before strangers are asked again."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The cosine that nine tenths of the strangers stay below, in an index of so many chunks."""

    cosine: float = 0.0
    chunks: int = 0

    def fits(self, chunks: int) -> bool:
        """Whether it is still that of the index, which has so many chunks now."""
        return self.chunks / _DRIFT <= chunks <= self.chunks * _DRIFT


def measure_strangers(store: Store, embedder: Embedder, *, anew: bool = True) -> None:
    """Ask an index about strangers and keep in it how near they come.

    Args:
        store: the index, which can be written.
        embedder: the model that its vectors were made with.
        anew: also where it is known already and the index has about the size that it had.

    Raises:
        StoreError: the index cannot be read or written.
    """
    chunks = store.size()
    if anew or not _kept(store).fits(chunks):
        level = _measured(store, embedder, chunks)
        store.set_meta(_key(store), json.dumps([level.cosine, level.chunks]))


class Strangers:
    """How near strangers come in one workspace."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._level = _Level()

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
        return found.best_meaning < (1 + _UNKNOWN * found.unknown) * self._cosine(chunks)

    def _cosine(self, chunks: int) -> float:
        if not self._level.fits(chunks):
            kept = _kept(self._store)
            fits = kept.fits(chunks)
            self._level = kept if fits else _measured(self._store, self._embedder, chunks)
        return self._level.cosine


def _key(store: Store) -> str:
    return f"strangers {store.root}"  # a file may hold the indexes of several work trees


def _kept(store: Store) -> _Level:
    found = store.meta(_key(store))
    return _Level(*json.loads(found)) if found else _Level()


def _measured(store: Store, embedder: Embedder, chunks: int) -> _Level:
    near = [store.nearest(embedder.query(text), 1) for text in _STRANGERS]
    cosines = [found[0][1] if found else 0.0 for found in near]
    return _Level(float(np.quantile(cosines, _QUANTILE)), chunks)
