"""Orders the candidates of a question: files, chunks in them, and both laid out as one list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from codeseam_indexer.records import ChunkRow
from codeseam_server.search.candidates import Found
from codeseam_server.search.signals import FILE_SIGNALS, PIECE_SIGNALS, File, Piece, score

REPEAT = 1.0
"""What each chunk of a file that is listed already costs the next one of it."""
FILES = 30
"""Of so many files, the best, chunks are looked at."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk and its score."""

    row: ChunkRow
    score: float


def rank(found: Found, limit: int) -> list[Ranked]:
    """Give the best chunks, best first."""
    files = rank_files(found.files)
    best = files[0][1] if files else 0.0
    pieces = [
        Ranked(piece.row, score(PIECE_SIGNALS, piece))
        for path, value in files[: max(FILES, limit)]
        for piece in pieces_of(found, path, value - best)
    ]
    return spread(pieces, limit)


def rank_files(files: Mapping[str, File]) -> list[tuple[str, float]]:
    """Give the paths of the candidates with their scores, best first."""
    scored = [(path, score(FILE_SIGNALS, file)) for path, file in files.items()]
    return sorted(scored, key=lambda item: (-item[1], item[0]))


def pieces_of(found: Found, path: str, file: float) -> Iterable[Piece]:
    """Give the chunks of a file as the signals see them; ``file`` is what its file scored."""
    rows = found.rows[path]
    text = {row.id: found.text.get(row.id, 0.0) for row in rows}
    meaning = {row.id: found.meaning.get(row.id, 0.0) for row in rows}
    top_text, top_meaning = max(text.values()), max(meaning.values())
    for row in rows:
        yield Piece(
            asked=found.asked,
            row=row,
            file=file,
            text=text[row.id],
            meaning=meaning[row.id],
            best_text=0.0 < text[row.id] == top_text,
            best_meaning=0.0 < meaning[row.id] == top_meaning,
        )


def spread(pieces: Sequence[Ranked], limit: int) -> list[Ranked]:
    """List chunks by score, each further one of a file lowered by ``REPEAT``.

    Within a file the order by score is kept, so a merge of the files' own lists does it.
    """
    order = sorted(pieces, key=lambda p: (-p.score, p.row.path, p.row.start_line))
    seen: dict[str, int] = {}
    lowered: list[Ranked] = []
    for piece in order:
        before = seen.get(piece.row.path, 0)
        seen[piece.row.path] = before + 1
        lowered.append(Ranked(piece.row, piece.score - REPEAT * before))
    lowered.sort(key=lambda p: (-p.score, p.row.path, p.row.start_line))
    return lowered[:limit]
