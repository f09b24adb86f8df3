"""Orders the candidates of a question: files, chunks in them, and both laid out as one list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from codeseam_indexer.records import ChunkRow
from codeseam_server.search.candidates import Found
from codeseam_server.search.question import Question
from codeseam_server.search.signals import FILE_SIGNALS, PIECE_SIGNALS, File, Piece, score

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


class Places:
    """The candidates of a question with their places in the search by words."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._text = {chunk: 1 / (1 + rank / 10) for rank, chunk in enumerate(found.text)}

    def pieces(self, path: str) -> Iterator[Piece]:
        """Give the chunks of a file as the signals see them."""
        found, rows = self._found, self._found.rows[path]
        for row in rows:
            text, meaning = found.text.get(row.id, 0.0), found.meaning.get(row.id, 0.0)
            yield Piece(
                asked=found.asked,
                row=row,
                text=text,
                meaning=meaning,
                text_rank=self._text.get(row.id, 0.0),
            )


def rank(found: Found, limit: int) -> list[Ranked]:
    """Give the best chunks, best first."""
    files = rank_files(found.files)
    best = files[0][1] if files else 0.0
    broad = breadth(found.asked.question)
    places = Places(found)
    pieces = [
        piece
        for path, value in files[: max(FILES, limit)]
        for piece in _ranked_pieces(places, path, value - best, broad)
    ]
    return join(spread(pieces, limit + REACH, between(REPEAT, broad)))[:limit]


def between(ends: tuple[float, float], broad: float) -> float:
    """Give the value for a question as broad as this, from those for a detailed and a broad one."""
    return ends[0] + (ends[1] - ends[0]) * broad


def _ranked_pieces(places: Places, path: str, file: float, broad: float) -> list[Ranked]:
    """Score the chunks of a file; the broader the question, the more their file alone decides."""
    scored = [(piece.row, score(PIECE_SIGNALS, piece)) for piece in places.pieces(path)]
    base = between(FILE_WORTH, broad) * file - broad * max(value for _, value in scored)
    return [Ranked(row, base + value) for row, value in scored]


def rank_files(files: Mapping[str, File]) -> list[tuple[str, float]]:
    """Give the paths of the candidates with their scores, best first."""
    scored = [(path, score(FILE_SIGNALS, file)) for path, file in files.items()]
    return sorted(scored, key=lambda item: (-round(item[1], DIGITS), item[0]))


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


def spread(pieces: Sequence[Ranked], limit: int, repeat: float) -> list[Ranked]:
    """List chunks by score, each further one of a file lowered by ``repeat``."""
    order = sorted(pieces, key=_place)
    seen: dict[str, int] = {}
    lowered: list[Ranked] = []
    for piece in order:
        before = seen.get(piece.row.path, 0)
        seen[piece.row.path] = before + 1
        lowered.append(Ranked(piece.row, piece.score - repeat * before))
    lowered.sort(key=_place)
    return lowered[:limit]


def _place(piece: Ranked) -> tuple[float, str, int]:
    """Order by score, then by where it is; sums that differ by their order only are equal."""
    return -round(piece.score, DIGITS), piece.row.path, piece.row.start_line
