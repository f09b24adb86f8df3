"""A question and an index -> an answer; what is remembered between questions lives here."""

import weakref
from collections.abc import Sequence

from codeseam_indexer.embed.seam import Embedder
from codeseam_indexer.records import ChunkRow, Filter
from codeseam_indexer.store import Store
from codeseam_server.search.candidates import Candidates
from codeseam_server.search.question import read as read_question
from codeseam_server.search.ranking import Ranked, rank
from codeseam_server.search.records import Answer, Hit, Neighbours, Reader, Related
from codeseam_server.search.strangers import Strangers

MAX_LIMIT = 200
"""Hits of one answer at most: more is not read by anybody."""


class Search:
    """Searches one store; cheap to make, faster the longer it is kept.

    Not safe for two threads at once. What it remembers is dropped when the index changes.

    Args:
        store: the index.
        embedder: the model that its vectors were made with.
        by_words: whether to look for the words of a question; False shows what that is worth.
        by_meaning: whether to look near its vector, likewise.
    """

    def __init__(
        self, store: Store, embedder: Embedder, *, by_words: bool = True, by_meaning: bool = True
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._candidates = Candidates(store, embedder, by_words=by_words, by_meaning=by_meaning)
        self._strangers = Strangers(store, embedder)

    def made_for(self, embedder: Embedder) -> bool:
        """Whether it asks this model."""
        return self._embedder is embedder

    def rest(self) -> None:
        """Forget what is read again when somebody asks."""
        self._candidates.rest()

    def __call__(
        self,
        query: str,
        *,
        limit: int = 10,
        chosen: Filter = Filter(),  # noqa: B008 - frozen
        read: Reader | None = None,
        neighbours: Neighbours | None = None,
    ) -> Answer:
        """Answer a question; see ``search``."""
        question = read_question(query)
        if not question.words or limit <= 0:
            return Answer(query=query, hits=())
        with self._store.snapshot():
            found = self._candidates.of(question, chosen)
            ranked = rank(found, min(limit, MAX_LIMIT))
        hits = tuple(hit for piece in ranked if (hit := _hit(piece, read)) is not None)
        beside = _beside(ranked, neighbours) if hits else ()
        weak = self._strangers.weak(found, self._candidates.chunks)
        return Answer(query=query, hits=hits, related=beside, weak=weak)


_KEPT: weakref.WeakKeyDictionary[Store, Search] = weakref.WeakKeyDictionary()


def search(  # noqa: PLR0913 - one optional thing each
    store: Store,
    embedder: Embedder,
    query: str,
    *,
    limit: int = 10,
    filter: Filter = Filter(),  # noqa: B008 - frozen
    read: Reader | None = None,
    neighbours: Neighbours | None = None,
) -> Answer:
    """Find the chunks of an index that answer a question best.

    Any text is a safe query. A query without a letter or a digit, and a limit below 1, give no
    hits; a limit above ``MAX_LIMIT`` gives that many.

    Args:
        store: the index, as far as it is there.
        embedder: the model that its vectors were made with.
        query: a question in words, a name, or both.
        limit: hits at most.
        filter: what they are restricted to, before anything is ranked.
        read: gives the lines of a file as they are on disk; a chunk whose lines are no longer
            there is left out. Without it the texts are empty.
        neighbours: gives what stands beside the hits in the call graph.

    Raises:
        StoreError: the index cannot be read.
    """
    engine = _KEPT.get(store)
    if engine is None or not engine.made_for(embedder):
        engine = _KEPT[store] = Search(store, embedder)
    return engine(query, limit=limit, chosen=filter, read=read, neighbours=neighbours)


def _hit(piece: Ranked, read: Reader | None) -> Hit | None:
    row = piece.row
    text = "" if read is None else read(row.path, row.start_line, row.end_line)
    if text is None:
        return None
    return Hit(
        path=row.path,
        start_line=row.start_line,
        end_line=row.end_line,
        symbol=row.symbol,
        kind=row.symbol_kind or row.kind,
        language=row.language,
        score=round(piece.score, 4),
        text=text,
    )


def _beside(ranked: Sequence[Ranked], neighbours: Neighbours | None) -> tuple[Related, ...]:
    if neighbours is None:
        return ()
    rows: list[ChunkRow] = [piece.row for piece in ranked]
    return tuple(neighbours(rows))
