"""Gathers what may answer a question: by words, by meaning, and by name."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed.seam import Embedder
from codeseam_indexer.records import ChunkRow, Filter
from codeseam_indexer.store import Store
from codeseam_server.search.profile import Profiles
from codeseam_server.search.question import Question, rarity
from codeseam_server.search.signals import Asked, File, Whole, asked

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
        rows: the chunks of each file, by path.
        files: each file as the signals see it, by path.
        text: chunk id -> BM25 over the best, best first.
        meaning: chunk id -> cosine over the best, best first.
        best_text: the best BM25 itself, 0 where no word is found.
        best_meaning: the best cosine itself, 0 where there are no vectors.
    """

    asked: Asked
    rows: Mapping[str, Sequence[ChunkRow]]
    files: Mapping[str, File]
    text: Mapping[int, float]
    meaning: Mapping[int, float]
    best_text: float
    best_meaning: float


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
        """Gather the candidates of a question inside what was chosen."""
        self._refresh()
        text = self._store.matching(question.words, self._depth_of_text, chosen)
        vector = self._vector(question)
        near = [] if vector is None else self._store.nearest(vector, DEPTH, chosen)
        rare = self._rarity_of(question.stems)
        about = asked(question, {word: rare[word] for word in question.stems})
        ids = dict.fromkeys((*(i for i, _ in text), *(i for i, _ in near)))
        rows = self._read([*ids, *self._named(question, chosen, ids)])
        text, near = _in_order(text, rows), _in_order(near, rows)
        by_words, by_meaning = _over_most(dict(text)), _over_most(dict(near))
        by_path: dict[str, list[ChunkRow]] = {}
        for row in rows:
            by_path.setdefault(row.path, []).append(row)
        return Found(
            asked=about,
            rows=by_path,
            files=self._files(
                about, rows, self._wholes(question, vector, rows), by_words, by_meaning
            ),
            text=by_words,
            meaning=by_meaning,
            best_text=text[0][1] if text else 0.0,
            best_meaning=near[0][1] if near else 0.0,
        )

    def nearest(self, vector: NDArray[np.float32]) -> float:
        """Give the cosine of the chunk of the workspace that is nearest to a vector, 0 for none."""
        found = self._store.nearest(vector, 1)
        return found[0][1] if found else 0.0

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

    def _wholes(
        self, question: Question, vector: NDArray[np.float32] | None, rows: Sequence[ChunkRow]
    ) -> dict[int, Whole]:
        """Compare the documents that chunks are of with a question, each over the best of them."""
        documents = sorted({row.document for row in rows})
        words = self._store.covering(question.words, documents) if self._depth_of_text else {}
        gists = {} if vector is None else self._store.gists(documents, vector)
        words, gists = _over_most(words), _over_most(gists)
        return {at: Whole(words.get(at, 0.0), gists.get(at, 0.0)) for at in documents}

    def _named(self, question: Question, chosen: Filter, known: Mapping[int, None]) -> list[int]:
        """Find the chunks that define what the question names, where the searches miss them."""
        if not question.symbol:
            return []
        paths = None if chosen == Filter() else set(self._store.paths(chosen))
        found: list[int] = []
        for name in sorted(question.names):
            for symbol in self._store.symbols_named(name, NAMED):
                if chosen.kinds and symbol.symbol.kind not in chosen.kinds:
                    continue
                if paths is not None and symbol.path not in paths:
                    continue
                row = self._store.chunk_at(symbol.path, symbol.symbol.name_line)
                if row is not None and row.id not in known:
                    found.append(row.id)
        return found[:NAMED]

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
        about: Asked,
        rows: Sequence[ChunkRow],
        wholes: Mapping[int, Whole],
        text: dict[int, float],
        near: dict[int, float],
    ) -> dict[str, File]:
        profiles = self._profiles.of(rows)
        path_of = {row.id: row.path for row in rows}
        document_of = {row.path: row.document for row in rows}
        text_top = _tops(text, path_of)
        meanings, meaning_top = _bests(near, path_of), _tops(near, path_of)
        stems = [p.place.stem for p in profiles.values() if about.wanted.share(p.place.stem)]
        rare = self._rarity_of({word for stem in stems for word in stem.exact})
        names = about.question.names
        met = self._profiles.meeting(tuple(profiles.values()), about.wanted, names)
        return {
            path: File(
                asked=about,
                profile=profile,
                meaning=meanings.get(path, 0.0),
                text_top=text_top[path],
                meaning_top=meaning_top[path],
                whole=wholes[document_of[path]],
                symbol=symbol,
                defines=defines,
                rarity=rare,
            )
            for (path, profile), (symbol, defines) in zip(profiles.items(), met, strict=True)
        }

    def _rarity_of(self, words: Collection[str]) -> Mapping[str, float]:
        """Give how rare words are in the index; remembered while nothing changes."""
        missing = tuple(word for word in words if word not in self._rarity)
        if missing:
            counts = self._store.frequencies(missing)
            self._rarity.update(rarity(missing, counts, self.chunks))
        return self._rarity


def _in_order(
    found: Sequence[tuple[int, float]], rows: Sequence[ChunkRow]
) -> list[tuple[int, float]]:
    """Order equals by where they are: their ids say in what order files happened to be saved."""
    places = {row.id: (row.path, row.start_line) for row in rows}
    known = [item for item in found if item[0] in places]
    return sorted(known, key=lambda item: (-item[1], places[item[0]]))


def _over_most(values: Mapping[int, float]) -> dict[int, float]:
    """Give each value over the largest, in the same order."""
    most = max(values.values(), default=0.0)
    # A word that the model does not know is near to nothing: over a best cosine of hardly more
    # than 0, those below 0 would count for more than all that is known of a place.
    return {key: max(value, 0.0) / most for key, value in values.items()} if most > 0 else {}


def _bests(found: dict[int, float], path_of: Mapping[int, str]) -> dict[str, float]:
    """Give each file the value of its best chunk; the best come first."""
    return {path_of[chunk]: value for chunk, value in reversed(found.items())}


def _tops(found: dict[int, float], path_of: Mapping[int, str]) -> Counter[str]:
    """Count the chunks of each file among the best, which come first."""
    return Counter(path_of[chunk] for chunk in islice(found, TOP))
