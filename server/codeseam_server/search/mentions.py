"""What chunks speak of: whatever a chunk calls, inherits or tests, its name stands there.

Many a question describes one place and is answered by what that uses, or by what uses that. So an
answer is looked at twice: a chunk counts for more where the best of the first look speak of what it
defines, and where it speaks of what they define.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import ChunkRow
from codeseam_indexer.words import forms_of
from codeseam_server.search.families import FLOAT

SPEAKERS = 12
"""Chunks that the others are compared with, the best of the first look."""
COMPARED = 60
"""Chunks that are compared with them, the best of the first look."""
_FADES = 2.0
"""How far below the best a chunk says e times less."""
_SHORTEST = 3
"""A name of fewer letters is more often that of something else."""


@dataclass(frozen=True, slots=True)
class Index:
    """What must be asked of the index.

    Attributes:
        held: words and ids of chunks -> which of the words stand in which of the chunks.
        rarity: words -> their inverse document frequency.
        most: what that is of a word that stands nowhere.
    """

    held: Callable[[Sequence[str], Sequence[int]], tuple[NDArray[np.int64], NDArray[np.int64]]]
    rarity: Callable[[Collection[str]], Mapping[str, float]]
    most: float


class Mentions(NamedTuple):
    """How much chunks have to do with the best, by what they speak of.

    Attributes:
        mentioned: how much the best speak of what each defines.
        mentions: how much each speaks of what the best define.
    """

    mentioned: FLOAT
    mentions: FLOAT


def mentions(
    rows: Sequence[ChunkRow], order: Sequence[tuple[int, float]], index: Index
) -> Mentions:
    """Compare chunks with the best of them.

    Args:
        rows: the chunks.
        order: their places and scores, the best first.
        index: tells which words they hold.
    """
    places = [at for at, _ in order[:COMPARED]]
    compared = [rows[at] for at in places]
    words = [_name(row.symbol, row.symbol_kind) for row in compared]
    loud = [math.exp((score - order[0][1]) / _FADES) for _, score in order[:SPEAKERS]]
    heard: defaultdict[str, float] = defaultdict(float)
    for name, at in _spoken(dict.fromkeys(words), compared[:SPEAKERS], words, index):
        heard[name] += loud[at]
    told: dict[str, float] = {}
    for word, value in zip(words, loud, strict=False):  # the best of a name counts
        if word:
            told.setdefault(word, value)
    rare = index.rarity({*heard, *told})
    said = np.zeros(len(compared))
    for name, at in _spoken(told, compared, words, index):
        said[at] += told[name] * rare[name]
    both = np.zeros((2, len(rows)))
    both[0, places] = [heard[word] * rare[word] if word in heard else 0.0 for word in words]
    both[1, places] = said
    return Mentions(*np.log1p(both / index.most))


def _spoken(
    names: Iterable[str], speakers: Sequence[ChunkRow], words: Sequence[str], index: Index
) -> Iterator[tuple[str, int]]:
    """Give which names stand in which chunks that have another name themselves."""
    sought = list(filter(None, names))
    named, where = index.held(sought, [row.id for row in speakers])
    for name, at in zip(named.tolist(), where.tolist(), strict=True):
        if words[at] != sought[name]:
            yield sought[name], at


@lru_cache(maxsize=1 << 15)
def _name(symbol: str, kind: str | None) -> str:
    """The word under which the index has the name of what a chunk defines, "" for no such name.

    A constructor is called by the name of its class.
    """
    scope, _, name = symbol.rpartition(".")
    if scope and kind == "constructor":
        name = scope.rpartition(".")[2]
    return forms_of[name][0] if len(name) >= _SHORTEST else ""
