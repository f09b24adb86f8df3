"""The words of chunks, inverted: for each word the chunks that hold it, ranked by BM25.

A row of ``posting`` has the chunks of one word in one block of 4,096 chunk ids, two bytes each: 12
bits of the id and 4 of how much the word weighs there. So a batch of files changes few rows, rows
of one batch lie side by side, and a query is a handful of lookups and one pass of numpy: 1 ms for
20,000 postings, where FTS5 takes 7 (it walks the positions of every match and sorts them all) and
keeps twice the bytes. A common word has its chunks in further rows of its own, each with those of
256 ids: of a row that is longer than a quarter of a page SQLite puts the rest into pages that are
filled by half.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import Bags
from codeseam_indexer.store.database import NUMBERS, Database, numbers

_BLOCK_BITS = 12
BLOCK = 1 << _BLOCK_BITS
"""Chunk ids a row stands for."""

_COMMON = 128
"""Chunks of one batch from which on a word has them in further rows."""
_PART_BITS = 8
"""Chunk ids that such a row stands for."""
_PART = "\x01"
"""What stands in the key of such a row between the word and its number; in no word."""
_OF_WORD = "p.block = n.value AND p.word >= w.value AND p.word < w.value || char(2)"
"""Finds all rows of a word in a block."""

_LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 21, 28, 42)
"""The weights that 4 bits tell apart; BM25 saturates, so that high ones hardly differ."""
_LEVEL = np.array(
    [min(range(len(_LEVELS)), key=lambda at: abs(_LEVELS[at] - weight)) for weight in range(256)],
    np.uint16,
)
_VALUES = np.array(_LEVELS, np.float32)

_LENGTHS = ""
"""The word whose row holds the number of words of each chunk of the block, two bytes each."""
_LONGEST = 0xFFFF

_K1 = 1.2
_B = 0.75
"""The usual constants of BM25 (Robertson and Zaragoza 2009)."""
_LEAST_IDF = 1e-6
"""Of a word that is in more than half of all chunks; so that no match counts against one."""


class Lengths(NamedTuple):
    """The lengths of the live chunks of an index, as BM25 sees them.

    Attributes:
        norms: by chunk id what is added to a weight for the length of the chunk.
        chunks: how many there are.
    """

    norms: NDArray[np.float32]
    chunks: int


class Blocks(NamedTuple):
    """The blocks of an index, as one workspace sees them.

    Attributes:
        words: of each chunk, the live and the others, how many words it has.
        mixed: the numbers of the blocks that have chunks of other work trees, or of branches left.
        pure: those of the others.
    """

    words: NDArray[np.uint16]
    mixed: NDArray[np.int64]
    pure: NDArray[np.int64]


class Gains(NamedTuple):
    """The postings of some words.

    Attributes:
        words: how many words.
        owners: of each posting the number of its word.
        ids: the chunk.
        values: what the word adds to the BM25 of the chunk.
    """

    words: int
    owners: NDArray[np.int64]
    ids: NDArray[np.int64]
    values: NDArray[np.float64]


class Writer:
    """Gathers the words of new chunks and writes them at the end of a batch."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Block] = {}

    def add(self, first: int, bags: Bags) -> None:
        """Note the words of chunks with consecutive ids."""
        chunks, words = np.arange(first, first + len(bags.sizes)), bags.words.split()
        begins = np.concatenate(([0], np.cumsum(bags.sizes)))
        packed = np.repeat(chunks % BLOCK << 4, bags.sizes).astype(np.uint16)
        packed |= _LEVEL[bags.weights]
        for number in range(first // BLOCK, -(-(first + len(chunks)) // BLOCK)):
            block = self._blocks.get(number)
            if block is None:
                block = self._blocks[number] = _Block()
            low, high = np.searchsorted(chunks, (number * BLOCK, (number + 1) * BLOCK)).tolist()
            inside = slice(begins[low], begins[high])
            block.add(words, bags.places[inside], packed[inside])
            block.lengths[chunks[low:high] % BLOCK] = np.minimum(bags.lengths[low:high], _LONGEST)

    def finish(self, db: Database) -> None:
        """Write what was gathered; inside the transaction."""
        for number, block in sorted(self._blocks.items()):
            db.executemany(
                # SQLite joins bytes as text without a look at them.
                "INSERT INTO posting VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
                " SET chunks = CAST(chunks || excluded.chunks AS BLOB)",
                ((number, word, chunks) for word, chunks in block.postings()),
            )
            lengths = _read_lengths(db, number)
            _write(db, number, _LENGTHS, np.where(block.lengths < 0, lengths, block.lengths))


class _Block:
    """New chunks of one block: a number for each word, and what is noted of it chunk by chunk."""

    def __init__(self) -> None:
        self.lengths = np.full(BLOCK, -1)
        """The number of words of each chunk, -1 of those that are not new."""
        self._numbers: defaultdict[str, int] = defaultdict()
        # A word that is not there yet gets the next number, in C.
        self._numbers.default_factory = self._numbers.__len__
        self._words: list[NDArray[np.int32]] = []
        self._packed: list[NDArray[np.uint16]] = []

    def add(
        self, words: Sequence[str], places: NDArray[np.uint32], packed: NDArray[np.uint16]
    ) -> None:
        """Note postings as they are kept, each with the place of its word among ``words``."""
        numbers = np.fromiter(map(self._numbers.__getitem__, words), np.int32, len(words))
        self._words.append(numbers[places])
        self._packed.append(packed)

    def postings(self) -> Iterator[tuple[str, bytes]]:
        """Give each key of the block, in order, with its chunks as ``posting`` keeps them."""
        self._numbers.default_factory = None  # it holds the numbers: a cycle
        words = np.concatenate(self._words)
        order = np.argsort(words, kind="stable")
        packed = np.concatenate(self._packed)[order].astype("<u2").tobytes()
        ends = np.cumsum(np.bincount(words, minlength=len(self._numbers))) * 2
        starts = [0, *ends.tolist()]
        for word in sorted(self._numbers):
            number = self._numbers[word]
            chunks = packed[starts[number] : starts[number + 1]]
            if len(chunks) > 2 * _COMMON:
                yield from _parted(word, np.frombuffer(chunks, "<u2"))
            elif chunks:  # all chunks of the word may lie in another block
                yield word, chunks


def _parted(word: str, packed: NDArray[np.uint16]) -> Iterator[tuple[str, bytes]]:
    parts = packed >> (4 + _PART_BITS)
    for part in range(1 << (_BLOCK_BITS - _PART_BITS)):
        inside = packed[parts == part]
        if inside.size:
            yield f"{word}{_PART}{part:x}", inside.tobytes()


def remove(db: Database, ranges: Iterable[tuple[int, int]]) -> None:
    """Take chunks out, given by ranges of ids with both ends in, so that the ids can be reused."""
    dead: dict[int, NDArray[np.bool_]] = {}
    for first, last in ranges:
        for block in range(first // BLOCK, last // BLOCK + 1):
            mask = dead.setdefault(block, np.zeros(BLOCK, np.bool_))
            mask[max(0, first - block * BLOCK) : max(0, last + 1 - block * BLOCK)] = True
    for block, mask in dead.items():
        _remove_from(db, block, mask)


def _remove_from(db: Database, block: int, dead: NDArray[np.bool_]) -> None:
    rows = list(
        db.execute(
            "SELECT word, chunks FROM posting WHERE block = ? AND word <> ?", (block, _LENGTHS)
        )
    )
    for word, chunks in rows:
        packed = np.frombuffer(chunks, "<u2")
        kept = ~dead[packed >> 4]
        if kept.all():
            continue
        if kept.any():
            _write(db, block, word, packed[kept])
        else:
            db.execute("DELETE FROM posting WHERE block = ? AND word = ?", (block, word))
    lengths = _read_lengths(db, block)
    lengths[dead] = 0
    _write(db, block, _LENGTHS, lengths)


def _read_lengths(db: Database, block: int) -> NDArray[np.uint16]:
    found = db.one("SELECT chunks FROM posting WHERE block = ? AND word = ?", (block, _LENGTHS))
    return np.frombuffer(found or bytes(2 * BLOCK), "<u2").copy()


def _write(db: Database, block: int, word: str, values: NDArray[np.uint16]) -> None:
    db.execute(
        "INSERT OR REPLACE INTO posting VALUES (?, ?, ?)",
        (block, word, values.astype("<u2").tobytes()),
    )


def blocks(db: Database, live: NDArray[np.bool_]) -> Blocks:
    """Read what the blocks hold, a whole number of them."""
    words = _all_lengths(db, live.size)
    mixed = ((words > 0) & ~live).reshape(-1, BLOCK).any(axis=1)
    return Blocks(words, np.flatnonzero(mixed), np.flatnonzero(~mixed))


def lengths(found: Blocks, live: NDArray[np.bool_]) -> Lengths:
    """Give what BM25 needs of the live chunks."""
    words = np.where(live, found.words, np.float32(0))
    count = int(np.count_nonzero(words))
    average = float(words.sum(dtype=np.float64)) / count if count else 1.0
    return Lengths(np.float32(_K1) * (1 - _B + np.float32(_B / average) * words), count)


def _all_lengths(db: Database, size: int) -> NDArray[np.uint16]:
    """Read the number of words of each chunk below an id, the live and the others."""
    found = np.zeros((size // BLOCK, BLOCK), np.uint16)
    for block, chunks in db.execute(
        f"SELECT p.block, p.chunks FROM {NUMBERS}(?) n CROSS JOIN posting p"  # noqa: S608 - a constant
        " ON p.block = n.value AND p.word = ?",
        (numbers(range(len(found))), _LENGTHS),
    ):
        found[block] = np.frombuffer(chunks, "<u2")
    return found.reshape(-1)


def frequencies(
    db: Database, words: Sequence[str], live: NDArray[np.bool_], among: Blocks
) -> dict[str, int]:
    """Count the live chunks that hold each word; absent: none.

    Chunks of other work trees and of branches left behind stand in the same rows, and must not
    make a word common here. Of a block that has none of them the size of the row is enough.
    """
    owners, ids, _ = _read(db, words, among.mixed)
    counts = np.bincount(owners[live[ids]], minlength=len(words))
    if among.pure.size:
        for word, size in db.execute(
            f"SELECT w.key, sum(length(p.chunks)) FROM json_each(?) w CROSS JOIN {NUMBERS}(?) n"  # noqa: S608
            f" CROSS JOIN posting p ON {_OF_WORD} GROUP BY w.key",
            (json.dumps(list(words)), numbers(among.pure)),
        ):
            counts[word] += size // 2
    return {word: count for word, count in zip(words, counts.tolist(), strict=True) if count}


def gains(db: Database, counts: Mapping[str, int], lengths: Lengths) -> Gains:
    """Read the postings of words and what each adds to BM25.

    Args:
        db: the connection.
        counts: the words, with the number of chunks that hold each.
        lengths: of the chunks.
    """
    rarity = np.array(
        [
            max(_LEAST_IDF, math.log((lengths.chunks - count + 0.5) / (count + 0.5)))
            for count in counts.values()
        ],
        np.float32,
    )
    owners, ids, packed = _read(db, list(counts), np.arange(lengths.norms.size // BLOCK))
    weight = _VALUES[packed & 15]
    values = rarity[owners] * weight * (_K1 + 1) / (weight + lengths.norms[ids])
    return Gains(len(counts), owners, ids, values.astype(np.float64))


def ranked(found: Gains, limit: int, allowed: NDArray[np.bool_]) -> list[tuple[int, float]]:
    """Give the best allowed chunks that hold any of the words with their BM25, the best first.

    Args:
        found: the postings of the words.
        limit: how many.
        allowed: by chunk id.
    """
    inside = allowed[found.ids]
    ids = found.ids[inside]
    if not ids.size:
        return []
    scores = np.bincount(ids, found.values[inside])
    most = min(limit, ids.size) * found.words
    if ids.size > most:  # a chunk stands here once for each of its words
        ids = ids[np.argpartition(scores[ids], -most)[-most:]]
    ids = np.sort(ids)
    ids = ids[np.flatnonzero(np.diff(ids, prepend=-1))]  # a tenth of the time of ``np.unique``
    order = ids[np.lexsort((ids, -scores[ids]))[:limit]]
    return list(zip(order.tolist(), scores[order].tolist(), strict=True))


def pooled(found: Gains, ranges: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Give for each range of chunks the BM25 of each word in the best chunk for it, added up.

    Args:
        found: the postings of the words.
        ranges: the first id and the number of chunks.
    """
    size = max((first + count for first, count in ranges), default=0)
    range_of = np.full(max(size, found.ids.max(initial=-1) + 1), -1, np.int32)
    for at, (first, count) in enumerate(ranges):
        range_of[first : first + count] = at
    place = range_of[found.ids]
    inside = np.flatnonzero(place >= 0)
    best = np.zeros(len(ranges) * found.words)
    at = place[inside] * found.words + found.owners[inside]
    np.maximum.at(best, at, found.values[inside])
    return best.reshape(len(ranges), found.words).sum(axis=1)


def held(
    db: Database, words: Sequence[str], ids: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find which words stand in which of some chunks.

    Returns:
        Of each word in each chunk that holds it the place among ``words``, and among ``ids``.
    """
    order = np.argsort(ids)
    sought = ids[order]
    owners, found, _ = _read(db, words, np.array(sorted({*(sought // BLOCK).tolist()}), np.int64))
    place = np.minimum(np.searchsorted(sought, found), max(0, len(sought) - 1))
    inside = np.flatnonzero(sought[place] == found) if len(sought) else place
    return owners[inside], order[place[inside]]


def _read(
    db: Database, words: Sequence[str], blocks: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint16]]:
    """Read the postings of words in some blocks.

    Returns:
        Of each posting the place of its word among ``words``, the chunk, and how it is stored.
    """
    rows: list[tuple[int, int, bytes]] = []
    if blocks.size and words:
        sql = (
            f"SELECT w.key, n.value, p.chunks FROM {NUMBERS}(?) n CROSS JOIN json_each(?) w"  # noqa: S608 - a constant
            f" CROSS JOIN posting p ON {_OF_WORD}"
        )
        rows = list(db.execute(sql, (numbers(blocks), json.dumps(list(words)))))
    sizes = [len(row[2]) // 2 for row in rows]
    packed = np.frombuffer(b"".join(row[2] for row in rows), "<u2")
    owners = np.repeat(np.array([row[0] for row in rows], np.int64), sizes)
    ids = np.repeat(np.array([row[1] * BLOCK for row in rows], np.int64), sizes) + (packed >> 4)
    return owners, ids, packed
