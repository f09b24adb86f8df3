"""Finds chunks by words and by vectors; what it reads for that is kept until the index changes."""

import json
from collections import OrderedDict
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import Filter
from codeseam_indexer.store import postings, text, vectors
from codeseam_indexer.store.connection import Format
from codeseam_indexer.store.filters import allowed_mask
from codeseam_indexer.store.handle import Handle, verb

_COUNTS = 50_000
"""Words whose frequencies are remembered."""

_MASKS = 8
"""Filters whose masks are remembered: one byte a chunk each."""


class Searching(Handle):
    """The verbs that search the chunks of one workspace."""

    def __init__(self, path: Path, root: Path, wanted: Format, *, write: bool = True) -> None:
        super().__init__(path, root, wanted, write=write)
        self._masks: OrderedDict[tuple[int, Filter], NDArray[np.bool_]] = OrderedDict()
        self._counts: dict[str, int] = {}
        self._counted = -1
        self._signs: tuple[int, vectors.SignBits] | None = None
        self._measured: tuple[int, postings.Lengths] | None = None

    def shrink(self) -> None:
        """Forget also what searches keep: they read it again."""
        super().shrink()
        with self.guarded():
            self._masks.clear()
            self._counts, self._counted = {}, -1
            self._signs = self._measured = None

    @verb
    def generation(self) -> int:
        """Give a number that changes whenever an answer of this workspace could; some 10 µs."""
        return int(
            self._db.one("SELECT generation FROM workspace WHERE id = ?", (self._workspace,)) or 0
        )

    @verb
    def size(self) -> int:
        """Count the chunks of the workspace."""
        return int(np.count_nonzero(self._allowed(Filter())))

    @verb
    def nearest(
        self,
        vector: NDArray[np.float32],
        limit: int,
        chosen: Filter = Filter(),  # noqa: B008 - frozen
    ) -> list[tuple[int, float]]:
        """Give the allowed chunks nearest to a vector with their cosine, the nearest first.

        Candidates are found by the signs of the components and ranked by int8 values, whose cosine
        is within 0.01 of the float one. Any limit is safe; 0 and less give nothing.
        """
        query = np.asarray(vector, np.float32)
        if limit <= 0 or not self._is_comparable(query):
            return []
        allowed = self._allowed(chosen, embedded=True)
        ids = vectors.candidates(self._sign_bits(), query, allowed, min(limit, int(allowed.size)))
        return vectors.score(self._values(ids), query, limit)

    @verb
    def gists(self, documents: Sequence[int], vector: NDArray[np.float32]) -> dict[int, float]:
        """Give the cosine of documents as a whole, the mean of their chunks, with a vector.

        Those that wait for their vectors are absent.
        """
        query = np.asarray(vector, np.float32)
        if not self._is_comparable(query):
            return {}
        found = list(
            self._db.execute(
                "SELECT document, value FROM gist WHERE document IN"
                " (SELECT value FROM json_each(?))",
                (json.dumps(list(documents)),),
            )
        )
        return dict(vectors.score(found, query, len(found)))

    def _is_comparable(self, query: NDArray[np.float32]) -> bool:
        return query.shape == (self._wanted.dimensions,) and bool(np.isfinite(query).all())

    def _sign_bits(self) -> vectors.SignBits:
        generation = self.generation()
        if self._signs is None or self._signs[0] != generation:
            blocks = vectors.BACKENDS[self.backend].blocks(self._db)
            self._signs = (generation, vectors.read_signs(blocks, self._wanted.dimensions))
        return self._signs[1]

    def _values(self, ids: NDArray[np.int64]) -> list[tuple[int, bytes]]:
        return list(
            self._db.execute(
                "SELECT chunk, value FROM vector WHERE chunk IN (SELECT value FROM json_each(?))",
                (json.dumps(ids.tolist()),),
            )
        )

    @verb
    def matching(
        self,
        words: Sequence[str],
        limit: int,
        chosen: Filter = Filter(),  # noqa: B008 - frozen
    ) -> list[tuple[int, float]]:
        """Give the allowed chunks that hold any of the words with their BM25, the best first.

        Args:
            words: as ``split_words`` gives them; what is no such word stands nowhere, so any text
                is safe. The commonest are left out where the search would take too long.
            limit: how many; 0 and less give nothing.
            chosen: what the chunks are restricted to.

        Returns:
            Chunk ids with a positive score, larger is better.
        """
        allowed = self._allowed(chosen)
        counts = self._affordable(words)
        if limit <= 0 or not counts:
            return []
        return postings.ranked(
            self._db, counts, min(limit, int(allowed.size)), allowed, self._lengths()
        )

    @verb
    def covering(self, words: Sequence[str], documents: Sequence[int]) -> dict[int, float]:
        """Give for documents the BM25 of each word in the chunk that is best for it, added up.

        So a document that has the words in different places counts as one that has them in one.
        """
        counts = self._affordable(words)
        found = list(
            self._db.execute(
                "SELECT id, first_chunk, first_chunk + chunks - 1 FROM document"
                " WHERE id IN (SELECT value FROM json_each(?)) AND chunks ORDER BY first_chunk",
                (json.dumps(list(documents)),),
            )
        )
        if not counts or not found:
            return {}
        ranges = [(first, last) for _, first, last in found]
        sums = postings.pooled(self._db, counts, ranges, self._lengths())
        return {row[0]: value for row, value in zip(found, sums, strict=True)}

    def _affordable(self, words: Sequence[str]) -> dict[str, int]:
        """Give the words that stand somewhere and can be looked for in time, and in how many."""
        counts = self._frequencies(words)
        chosen = text.affordable(counts, text.budget_for(self._lengths()[1])) if counts else ()
        return {word: counts[word] for word in chosen}

    def _lengths(self) -> postings.Lengths:
        generation = self.generation()
        if self._measured is None or self._measured[0] != generation:
            self._measured = generation, postings.lengths(self._db, self._allowed(Filter()))
        return self._measured[1]

    @verb
    def frequencies(self, words: Collection[str]) -> dict[str, int]:
        """Give in how many chunks of the workspace each word stands; absent: in none.

        Words are those that ``split_words`` gives: what is split again may lose its end twice.
        """
        return self._frequencies(words)

    def _frequencies(self, words: Collection[str]) -> dict[str, int]:
        generation = self.generation()
        if self._counted != generation or len(self._counts) > _COUNTS:
            self._counts, self._counted = {}, generation
        missing = [word for word in dict.fromkeys(words) if word not in self._counts]
        if missing:
            found = postings.frequencies(self._db, missing, self._allowed(Filter()))
            self._counts.update((word, found.get(word, 0)) for word in missing)
        return {word: self._counts[word] for word in words if self._counts[word]}

    def _allowed(self, chosen: Filter, *, embedded: bool = False) -> NDArray[np.bool_]:
        key = (self.generation(), chosen)
        mask = self._masks.get(key)
        if mask is None:
            mask = allowed_mask(self._db, self._workspace, chosen)
            while len(self._masks) >= _MASKS:
                self._masks.popitem(last=False)
            self._masks[key] = mask
        if not embedded:
            return mask
        pending = list(
            self._db.execute("SELECT first_chunk, chunks FROM document WHERE NOT embedded")
        )
        if pending:
            # A reused chunk id still has the sign bits of the chunk that was there before.
            mask = mask.copy()
            for first, count in pending:
                mask[first : first + count] = False
        return mask
