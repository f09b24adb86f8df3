"""Finds chunks by words and by vectors; what it reads for that is kept until the index changes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import Filter
from codeseam_indexer.store import postings, text, vectors
from codeseam_indexer.store.connection import Format
from codeseam_indexer.store.database import NUMBERS, numbers
from codeseam_indexer.store.filters import allowed_mask
from codeseam_indexer.store.handle import Handle, verb
from codeseam_indexer.store.values import Values

_COUNTS = 50_000
"""Words whose frequencies are kept."""

_MASKS = 8
"""Filters whose masks are kept: one byte a chunk each."""


@dataclass(slots=True)
class _State:
    """What was read of the index in one state.

    Attributes:
        generation: the number of the state.
        masks: by filter, and whether only of chunks with vectors, which chunks are allowed.
        counts: in how many chunks words stand.
        signs: the sign bits.
        values: the vectors of chunks.
        gists: those of documents.
        blocks: where chunks stand that are not this workspace's.
        lengths: what BM25 needs of the chunks.
        ranges: the first chunk of documents, and how many they have.
        asked: the words of the last question, and their postings.
    """

    generation: int
    values: Values
    gists: Values
    masks: dict[tuple[Filter, bool], NDArray[np.bool_]] = field(
        default_factory=dict[tuple[Filter, bool], NDArray[np.bool_]]
    )
    counts: dict[str, int] = field(default_factory=dict[str, int])
    signs: vectors.SignBits | None = None
    blocks: postings.Blocks | None = None
    lengths: postings.Lengths | None = None
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    asked: tuple[tuple[str, ...], postings.Gains] | None = None


class Searching(Handle):
    """The verbs that search the chunks of one workspace."""

    def __init__(self, path: Path, root: Path, wanted: Format, *, write: bool = True) -> None:
        super().__init__(path, root, wanted, write=write)
        self._kept = self._blank(-1)

    def shrink(self) -> None:
        """Forget also what searches keep: they read it again."""
        super().shrink()
        with self.guarded():
            self._kept = self._blank(-1)

    def _blank(self, generation: int) -> _State:
        size = self._wanted.dimensions
        values, gists = Values("vector", "chunk", size), Values("gist", "document", size)
        return _State(generation, values, gists)

    @verb
    def generation(self) -> int:
        """Give a number that changes whenever an answer of this workspace could; some 10 µs."""
        return int(
            self._db.one("SELECT generation FROM workspace WHERE id = ?", (self._workspace,)) or 0
        )

    @verb
    def size(self) -> int:
        """Count the chunks of the workspace."""
        return int(np.count_nonzero(self._allowed(self._state(), Filter())))

    def own(self, ids: Sequence[int]) -> list[int]:
        """Leave out the chunks that are not the workspace's, or are not there; inside a verb."""
        live = self._allowed(self._state(), Filter())
        size = live.size
        return [chunk for chunk in ids if 0 <= chunk < size and live[chunk]]

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
        state = self._state()
        allowed = self._allowed(state, chosen, embedded=True)
        if state.signs is None:
            blocks = vectors.BACKENDS[self.backend].blocks(self._db)
            state.signs = vectors.read_signs(blocks, self._wanted.dimensions)
        ids = vectors.candidates(state.signs, query, allowed, min(limit, int(allowed.size)))
        cosines = vectors.cosines(state.values.of(self._db, ids), query)
        order = np.lexsort((ids, -cosines))[:limit]
        return list(zip(ids[order].tolist(), cosines[order].tolist(), strict=True))

    @verb
    def gists(self, documents: Sequence[int], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give the cosine of documents as a whole, the mean of their chunks, with a vector.

        It is 0 for those that wait for their vectors.
        """
        query = np.asarray(vector, np.float32)
        if not self._is_comparable(query):
            return np.zeros(len(documents), np.float32)
        return vectors.cosines(self._state().gists.of(self._db, documents), query)

    def _is_comparable(self, query: NDArray[np.float32]) -> bool:
        return query.shape == (self._wanted.dimensions,) and bool(np.isfinite(query).all())

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
        state = self._state()
        if limit <= 0:
            return []
        return postings.ranked(self._gains(state, words), limit, self._allowed(state, chosen))

    @verb
    def covering(self, words: Sequence[str], documents: Sequence[int]) -> NDArray[np.float64]:
        """Give for documents the BM25 of each word in the chunk that is best for it, added up.

        So a document that has the words in different places counts as one that has them in one.
        """
        state = self._state()
        missing = [document for document in documents if document not in state.ranges]
        if missing:
            found = self._db.execute(
                f"SELECT d.id, d.first_chunk, d.chunks FROM {NUMBERS}(?) n CROSS JOIN document d"  # noqa: S608 - a constant
                " ON d.id = n.value",
                (numbers(missing),),
            )
            state.ranges |= {document: (first, count) for document, first, count in found}
        ranges = [state.ranges.get(document, (0, 0)) for document in documents]
        return postings.pooled(self._gains(state, words), ranges)

    def _gains(self, state: _State, words: Sequence[str]) -> postings.Gains:
        """Read what words add to BM25: those that stand somewhere and can be looked for in time."""
        asked = tuple(words)
        if state.asked is None or state.asked[0] != asked:
            counts, lengths = self._frequencies(state, words), self._lengths(state)
            chosen = text.affordable(counts, text.budget_for(lengths.chunks)) if counts else ()
            found = postings.gains(self._db, {word: counts[word] for word in chosen}, lengths)
            state.asked = asked, found
        return state.asked[1]

    def _lengths(self, state: _State) -> postings.Lengths:
        if state.lengths is None:
            state.lengths = postings.lengths(self._blocks(state), self._allowed(state, Filter()))
        return state.lengths

    def _blocks(self, state: _State) -> postings.Blocks:
        if state.blocks is None:
            state.blocks = postings.blocks(self._db, self._allowed(state, Filter()))
        return state.blocks

    @verb
    def frequencies(self, words: Collection[str]) -> dict[str, int]:
        """Give in how many chunks of the workspace each word stands; absent: in none.

        Words are those that ``split_words`` gives: what is split again may lose its end twice.
        """
        return self._frequencies(self._state(), words)

    @verb
    def held(
        self, words: Sequence[str], chunks: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find which words stand in which of some chunks of the workspace.

        Args:
            words: as ``split_words`` gives them.
            chunks: ids.

        Returns:
            Of each word in each chunk that holds it the place among ``words``, and among
            ``chunks``.
        """
        return postings.held(self._db, words, np.array(chunks, np.int64))

    def _frequencies(self, state: _State, words: Collection[str]) -> dict[str, int]:
        if len(state.counts) > _COUNTS:
            state.counts.clear()
        missing = [word for word in dict.fromkeys(words) if word not in state.counts]
        if missing:
            live, blocks = self._allowed(state, Filter()), self._blocks(state)
            found = postings.frequencies(self._db, missing, live, blocks)
            state.counts.update((word, found.get(word, 0)) for word in missing)
        return {word: state.counts[word] for word in words if state.counts[word]}

    def _state(self) -> _State:
        """Give what is kept; it is forgotten when the index has changed."""
        generation = self.generation()
        if self._kept.generation != generation:
            self._kept = self._blank(generation)
        return self._kept

    def _allowed(
        self, state: _State, chosen: Filter, *, embedded: bool = False
    ) -> NDArray[np.bool_]:
        mask = state.masks.get((chosen, embedded))
        if mask is None:
            if embedded:
                mask = self._with_vectors(self._allowed(state, chosen))
            else:
                mask = allowed_mask(self._db, self._workspace, chosen)
            while len(state.masks) >= _MASKS:
                del state.masks[next(iter(state.masks))]
            state.masks[chosen, embedded] = mask
        return mask

    def _with_vectors(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Leave out the chunks that wait for their vectors.

        A reused chunk id still has the sign bits of the chunk that was there before.
        """
        pending = self._db.execute("SELECT first_chunk, chunks FROM document WHERE NOT embedded")
        for at, (first, count) in enumerate(pending):
            mask = mask if at else mask.copy()
            mask[first : first + count] = False
        return mask
