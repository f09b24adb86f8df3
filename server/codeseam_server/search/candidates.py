"""Gathers what may answer a question: by words, by meaning, and by name."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed.seam import Embedder
from codeseam_indexer.records import ChunkRow, Filter
from codeseam_indexer.store import Store
from codeseam_server.search.families import FLOAT
from codeseam_server.search.mentions import Index
from codeseam_server.search.profile import Profiles, defining
from codeseam_server.search.question import Question, rarity
from codeseam_server.search.signals import Asked, Files, Pieces, asked

DEPTH = 200
"""Chunks taken from each of the two searches; the file that was meant is among them in 99 %."""
TOP = 50
"""Among how many of each search the chunks of a file are counted."""
NAMED = 20
"""Definitions of a name in the question that are taken in whatever the searches say."""
_ROWS = 50_000
"""Chunks whose rows are remembered while nothing changes."""


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates of one question.

    Attributes:
        asked: the question and the rarity of its words.
        paths: those of the files, in order.
        files: the files as the signals see them, in that order.
        chunks: all their chunks as the signals see them, by path and line.
        best_text: the best BM25 itself, 0 where no word is found.
        best_meaning: the best cosine itself, 0 where there are no vectors.
        unknown: share of the question's rarity in words that stand nowhere in the workspace.
        index: tells what the chunks speak of.
    """

    asked: Asked
    paths: Sequence[str]
    files: Files
    chunks: Pieces
    best_text: float
    best_meaning: float
    unknown: float
    index: Index

    def pieces(self, files: NDArray[np.int64]) -> Pieces:
        """Give the chunks of some of the files, by path and line."""
        every = self.chunks
        at = np.flatnonzero(np.isin(every.file, files))
        rows = [every.rows[place] for place in at.tolist()]
        columns = every.file[at], every.text[at], every.meaning[at], every.text_rank[at]
        return Pieces(every.asked, rows, *columns, every.mentioned[at], every.mentions[at])


class _Hits:
    """What one search found, by the places of the chunks among the candidates.

    Attributes:
        best: the best score, 0 where nothing was found.
        scores: of each candidate over the best of all, 0 where it was not found.
    """

    def __init__(self, found: Sequence[tuple[int, float]], places: Mapping[int, int]) -> None:
        known = [(places[chunk], score) for chunk, score in found if chunk in places]
        at = np.array([place for place, _ in known], np.int64)
        scores = np.array([score for _, score in known], np.float64)
        # Equals by where they are: their ids say in what order files happened to be saved.
        order = np.lexsort((at, -scores))
        self.best = float(scores[order[0]]) if known else 0.0
        self.scores = np.zeros(len(places))
        self.scores[at] = _over_most(scores)
        self._order = at[order] if self.best > 0 else at[:0]

    def tops(self, file: NDArray[np.int64], files: int) -> NDArray[np.int64]:
        """Count the chunks of each file among the best."""
        return np.bincount(file[self._order[:TOP]], minlength=files)

    def ranks(self) -> FLOAT:
        """Give 1 for the best chunk, a half for the eleventh and so on, 0 for what is not found."""
        found = np.zeros(self.scores.size)
        found[self._order] = 1 / (1 + np.arange(self._order.size) / 10)
        return found


class Candidates:
    """Looks for questions in one store; what it remembers is dropped when the index changes.

    Attributes:
        chunks: number of chunks of the workspace when it was last asked.
    """

    def __init__(
        self, store: Store, embedder: Embedder, *, by_words: bool = True, by_meaning: bool = True
    ) -> None:
        self._depth_of_text = DEPTH if by_words else 0
        self._by_meaning = by_meaning
        self._store = store
        self._embedder = embedder
        self._profiles = Profiles(store)
        self._generation = -1
        self.chunks = 0
        self._rows: dict[int, ChunkRow] = {}
        self._rarity: dict[str, float] = {}

    def of(self, question: Question, chosen: Filter) -> Found:
        """Gather the candidates of a question inside what was chosen.

        They are of one state of the index where this is inside a snapshot of it.
        """
        self._refresh()
        text = self._store.matching(question.words, self._depth_of_text, chosen)
        vector = self._vector(question)
        near = [] if vector is None else self._store.nearest(vector, DEPTH, chosen)
        rare = self._rarity_of(question.stems)
        about = asked(question, {word: rare[word] for word in question.stems})
        ids = dict.fromkeys((*(i for i, _ in text), *(i for i, _ in near)))
        rows = self._read([*ids, *self._named(question, chosen, ids)])
        rows.sort(key=lambda row: (row.path, row.start_line))
        places = {row.id: at for at, row in enumerate(rows)}
        by_words, by_meaning = _Hits(text, places), _Hits(near, places)
        files = {path: at for at, path in enumerate(dict.fromkeys(row.path for row in rows))}
        pieces = Pieces(
            asked=about,
            rows=rows,
            file=np.array([files[row.path] for row in rows], np.int64),
            text=by_words.scores,
            meaning=by_meaning.scores,
            text_rank=by_words.ranks(),
            mentioned=np.zeros(len(rows)),
            mentions=np.zeros(len(rows)),
        )
        return Found(
            asked=about,
            paths=tuple(files),
            files=self._files(pieces, vector, by_words, by_meaning),
            chunks=pieces,
            best_text=by_words.best,
            best_meaning=by_meaning.best,
            unknown=self._unknown(about),
            index=Index(self._store.held, self._rarity_of, math.log(2 + 2 * self.chunks)),
        )

    def rest(self) -> None:
        """Forget what is read again when somebody asks."""
        self._generation = -1
        self._rows.clear()
        self._rarity.clear()
        self._profiles = Profiles(self._store)

    def _refresh(self) -> None:
        generation = self._store.generation()
        if generation != self._generation:
            self._generation = generation
            self.chunks = self._store.size()
            self._rows.clear()
            self._rarity.clear()

    def _vector(self, question: Question) -> NDArray[np.float32] | None:
        if not question.stems or not self._by_meaning:
            return None
        return self._embedder.query(question.text)

    def _named(self, question: Question, chosen: Filter, known: Mapping[int, None]) -> list[int]:
        """Find the chunks that define what the question names, where the searches miss them."""
        if not question.symbol:
            return []
        paths = None if chosen == Filter() else set(self._store.paths(chosen))
        found: dict[int, None] = {}  # one chunk may define several
        for name in sorted(question.names):
            for symbol in self._store.symbols_named(name, NAMED, docs=False):
                if chosen.kinds and symbol.symbol.kind not in chosen.kinds:
                    continue
                if paths is not None and symbol.path not in paths:
                    continue
                row = self._store.chunk_at(symbol.path, symbol.symbol.name_line)
                if row is not None and row.id not in known:
                    found[row.id] = None
        return list(found)[:NAMED]

    def _read(self, ids: Sequence[int]) -> list[ChunkRow]:
        missing = [chunk for chunk in ids if chunk not in self._rows]
        if len(self._rows) > _ROWS:
            self._rows.clear()
            missing = list(ids)
        for row in self._store.chunks(missing) if missing else ():
            self._rows[row.id] = row
        return [self._rows[chunk] for chunk in ids if chunk in self._rows]

    def _files(
        self,
        pieces: Pieces,
        vector: NDArray[np.float32] | None,
        text: _Hits,
        near: _Hits,
    ) -> Files:
        """Compare the files that chunks are of with a question."""
        about, documents = pieces.asked, list(dict.fromkeys(row.document for row in pieces.rows))
        profiles = self._profiles.of(pieces.rows)
        count = len(documents)
        meaning = np.zeros(count)
        np.maximum.at(meaning, pieces.file, near.scores)
        words = gists = np.zeros(count)
        if self._depth_of_text:
            words = self._store.covering(about.question.words, documents)
        if vector is not None:
            gists = self._store.gists(documents, vector).astype(np.float64)
        stem = about.wanted.share([profile.place.stem for profile in profiles])
        met = [profiles[at].place.stem for at in np.flatnonzero(stem).tolist()]
        return Files(
            asked=about,
            profiles=profiles,
            words=_over_most(words),
            gist=_over_most(gists),
            meaning=meaning,
            text_top=text.tops(pieces.file, count),
            meaning_top=near.tops(pieces.file, count),
            symbol=about.wanted.best([profile.names for profile in profiles]),
            defines=defining(profiles, about.question.names, about.wanted),
            stem=stem,
            rarity=self._rarity_of({word for words in met for word in words.exact}),
        )

    def _unknown(self, about: Asked) -> float:
        weights = about.wanted.weights
        known = self._store.frequencies(tuple(weights))
        return sum(rare for word, rare in weights.items() if word not in known) / about.wanted.total

    def _rarity_of(self, words: Collection[str]) -> Mapping[str, float]:
        """Give how rare words are in the index; remembered while nothing changes."""
        missing = tuple(word for word in words if word not in self._rarity)
        if missing:
            counts = self._store.frequencies(missing)
            self._rarity.update(rarity(missing, counts, self.chunks))
        return self._rarity


def _over_most(values: FLOAT) -> FLOAT:
    """Give each value over the largest."""
    most = values.max(initial=0.0)
    # A word that the model does not know is near to nothing: over a best cosine of hardly more
    # than 0, those below 0 would count for more than all that is known of a place.
    return np.maximum(values, 0.0) / most if most > 0 else np.zeros_like(values)
