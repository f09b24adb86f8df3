"""Orders the candidates of a question: files, chunks in them, and both laid out as one list."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import ChunkRow
from codeseam_server.search.candidates import Found
from codeseam_server.search.families import FLOAT
from codeseam_server.search.mentions import mentions
from codeseam_server.search.question import Question
from codeseam_server.search.signals import (
    FILE_SIGNALS,
    PIECE_SIGNALS,
    SECOND_LOOK,
    Pieces,
    score,
)

FILES = 40
"""Of so many files, the best, chunks are looked at."""

_BROAD = 6
_DETAILED = 12
"""Words of a question up to which it asks for a topic, from which on for particular lines."""

FILE_WORTH = (0.42, 1.0)
"""What the score of its file is worth to a chunk where the question is detailed, and broad."""
REPEAT = (0.45, 3.0)
"""What each chunk of a file that is listed already costs the next one of it, likewise."""
JOINED = 35
"""Lines up to which hits that stand side by side in a file are shown as one."""
REACH = 30
"""Of so many chunks, the best, those that stand side by side are joined."""
DIGITS = 6
"""Decimals of a score that tell two apart; the rest depends on the order of its sums."""


def breadth(question: Question) -> float:
    """Tell whether a question is broad (1: a topic, a name), detailed (0), or between.

    Someone who asks for a topic is served by the different files that deal with it; someone who
    describes a detail by the chunks that do what is described, be they all in one file.
    """
    return min(1.0, max(0.0, (_DETAILED - len(question.stems)) / (_DETAILED - _BROAD)))


class Ranked(NamedTuple):
    """A chunk and its score."""

    row: ChunkRow
    score: float


def rank(found: Found, limit: int) -> list[Ranked]:
    """Give the best chunks, best first."""
    if not found.files.profiles:
        return []
    files = score(FILE_SIGNALS, found.files)
    pieces = found.pieces(best_first(files)[: max(FILES, limit)])
    own = score(PIECE_SIGNALS, pieces)
    own += score(SECOND_LOOK, looked_at_again(found, files, pieces, own))
    listed = _listed(found, files, pieces, own)[: limit + REACH]
    return join([Ranked(pieces.rows[at], value) for at, value in listed])[:limit]


def looked_at_again(found: Found, files: FLOAT, pieces: Pieces, own: FLOAT) -> Pieces:
    """Give chunks with what they have to do with the best of them.

    Args:
        found: what they are candidates of.
        files: the score of each file.
        pieces: the chunks.
        own: the score of each chunk by itself.
    """
    order = _listed(found, files, pieces, own)
    return pieces._replace(**mentions(pieces.rows, order, found.index)._asdict())


def _listed(found: Found, files: FLOAT, pieces: Pieces, own: FLOAT) -> list[tuple[int, float]]:
    broad = breadth(found.asked.question)
    scores = mix(files, own, pieces.file, broad)
    return spread(scores, pieces.file, between(REPEAT, broad))


def between(ends: tuple[float, float], broad: float) -> float:
    """Give the value for a question as broad as this, from those for a detailed and a broad one."""
    return ends[0] + (ends[1] - ends[0]) * broad


def mix(files: FLOAT, pieces: FLOAT, file: NDArray[np.int64], broad: float) -> FLOAT:
    """Give the scores of chunks: the broader the question, the more their file alone decides.

    Args:
        files: the score of each file.
        pieces: the score of each chunk by itself.
        file: the place of the file of each chunk.
        broad: how broad the question is.
    """
    best = np.full(files.size, -np.inf)
    np.maximum.at(best, file, pieces)
    base = between(FILE_WORTH, broad) * (files - files.max())
    return base[file] + pieces - broad * best[file]


def best_first(scores: FLOAT) -> NDArray[np.int64]:
    """Give the places of scores, the best first, equals in the order in which they stand."""
    # Sums that differ by their order only are equal.
    return np.argsort(-np.rint(scores * 10**DIGITS), kind="stable")


def spread(scores: FLOAT, file: NDArray[np.int64], repeat: float) -> list[tuple[int, float]]:
    """List chunks by score, each further one of a file lowered by ``repeat``.

    Returns:
        The places of the chunks and their scores, the best first.
    """
    order = best_first(scores)
    grouped = order[np.argsort(file[order], kind="stable")]
    sizes = np.bincount(file)
    before = np.arange(file.size) - (np.cumsum(sizes) - sizes)[file[grouped]]
    lowered = scores.copy()
    lowered[grouped] -= repeat * before
    order = best_first(lowered)
    return list(zip(order.tolist(), lowered[order].tolist(), strict=True))


def join(pieces: Sequence[Ranked]) -> list[Ranked]:
    """Let a chunk that adjoins a better one of its file be shown with it, where both are short.

    What stands side by side and answers the same question is read as one; the place in the list
    that it gives up goes to the next chunk.
    """
    out: list[Ranked] = []
    for place, piece in enumerate(pieces):
        for at, other in enumerate(out if place < REACH else ()):
            if (both := _adjoining(other.row, piece.row)) is not None:
                out[at] = Ranked(both, other.score)
                break
        else:
            out.append(piece)
    return out


def _adjoining(row: ChunkRow, other: ChunkRow) -> ChunkRow | None:
    if row.path != other.path:
        return None
    if other.end_line + 1 != row.start_line and row.end_line + 1 != other.start_line:
        return None
    start, end = min(row.start_line, other.start_line), max(row.end_line, other.end_line)
    return replace(row, start_line=start, end_line=end) if end - start < JOINED else None
