"""What a search answers with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codeseam_indexer.records import ChunkRow


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that answers the query.

    Attributes:
        path: relative to the workspace.
        start_line: its first line.
        end_line: its last line.
        symbol: qualified name of what it defines or is a piece of, "" for none.
        kind: kind of that symbol by the contract, or the kind of chunk where there is none.
        language: name of the file's language.
        score: comparable within one answer only, always finite; higher is better.
        text: its own lines as they are on disk now, without the last line end.
    """

    path: str
    start_line: int
    end_line: int
    symbol: str
    kind: str
    language: str
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Related:
    """A symbol that stands beside the hits in the call graph.

    ``why`` says how in a few words: "called by Client.send", "calls build_request".
    """

    path: str
    start_line: int
    end_line: int
    symbol: str
    why: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits of a query, best first, and what stands beside them.

    ``weak`` says that even the best hit fits the query so little that it may be a stranger.
    """

    query: str
    hits: tuple[Hit, ...]
    related: tuple[Related, ...] = ()
    weak: bool = False


Reader = Callable[[str, int, int], str | None]
"""Path, first and last line -> the lines as they are on disk, None where they no longer are."""

Neighbours = Callable[[Sequence[ChunkRow]], Sequence[Related]]
"""The chunks of the hits -> what stands beside them in the call graph, nearest first."""
