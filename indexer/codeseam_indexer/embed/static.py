"""The built-in model: a table of word vectors, summed; numpy alone, no network, no start-up cost.

A text is the sum of its words' rows, each weighted by 1 + log(how often it occurs), scaled to unit
length. Rows are kept in 4 or 8 bits with one float scale each and read through a memory map, so
that a process pays for the rows it touches. ``training/`` makes the files and says from what.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed.tokenizer import Tokenizer, count_parts
from codeseam_indexer.embed.vectors import unit
from codeseam_indexer.errors import ModelError

BUILT_IN = Path(__file__).parent / "model"

MAX_PARTS = 4_000
"""Parts of a text beyond these change its sum no more; a minified line would cost seconds."""

BATCH = 256
"""Texts pooled at a time: about 25 MB of rows at 100 parts a text."""

_LOG = (1 + np.log(np.arange(1, 513, dtype=np.float32))).astype(np.float32)
_ADVICE = "reinstall codeseam, or choose another model with --model"


@dataclass(frozen=True, slots=True)
class _Card:
    """What ``model.json`` says: the model's id, its shape and the checksums of its files."""

    id: str
    dimensions: int
    bits: int
    sha256: dict[str, str]


def is_static(folder: Path) -> bool:
    """Does ``folder`` hold a table in the format of the built-in model?"""
    return (folder / "model.json").is_file() and (folder / "vocab.txt").is_file()


class StaticEmbedder:
    """An ``Embedder`` over the table in ``folder``.

    Raises:
        ModelError: a file is missing or is not the one that the checksum was made of.
    """

    def __init__(self, folder: Path = BUILT_IN) -> None:
        card = _card(folder)
        for name, expected in card.sha256.items():
            _check(folder / name, expected)
        vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        self._table, self._scales = _arrays(folder, card, len(vocabulary))
        self._bits = card.bits
        self._tokenizer = Tokenizer(vocabulary)
        self.dimensions = card.dimensions
        combined = hashlib.sha256("".join(sorted(card.sha256.values())).encode()).hexdigest()
        self.name = f"{card.id}@{combined[:12]}"
        # Where a text has no words: away from the most frequent ones, so that nothing is near it.
        common = np.arange(min(1024, len(vocabulary)))
        blank = -(self._rows(common) * self._scales[common, None]).sum(axis=0)
        self._blank = unit(blank[None, :])[0]

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of ``texts``, float32 of shape (texts, dimensions)."""
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            part = texts[start : start + BATCH]
            vectors[start : start + len(part)] = self._pool(part)
        return vectors

    def query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a question, float32 of shape (dimensions,): as any text's."""
        return self._pool([text])[0]

    def count(self, text: str) -> int:
        """The number of word parts of ``text``."""
        return count_parts(text)

    def _pool(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = [self._tokenizer.rows(text, MAX_PARTS) for text in texts]
        of_text = np.repeat(np.arange(len(texts)), list(map(len, found)))
        # One number for a text and a row: to sort them counts how often each row is in each text.
        keys, times = np.unique(
            of_text * len(self._scales) + np.concatenate(found), return_counts=True
        )
        of_text, rows = np.divmod(keys, len(self._scales))
        weights = _LOG[np.minimum(times, len(_LOG)) - 1] * self._scales[rows]
        distinct, at = np.unique(rows, return_inverse=True)
        values = self._rows(distinct)
        sums = np.zeros((len(texts), self.dimensions), np.float32)
        ends = np.searchsorted(of_text, np.arange(len(texts) + 1)).tolist()
        for number, (begin, end) in enumerate(pairwise(ends)):
            sums[number] = weights[begin:end] @ values[at[begin:end]]
        return unit(sums, self._blank)

    def _rows(self, numbers: NDArray[np.int64]) -> NDArray[np.float32]:
        """Rows of the table as float32, not yet scaled."""
        packed = self._table[numbers]
        if self._bits == 8:
            return packed.astype(np.float32)
        # Two values a byte, low half first, each stored with 8 added.
        low, high = packed & 15, packed >> 4
        both = np.stack([low, high], axis=2).reshape(len(numbers), -1)
        return both.astype(np.float32) - np.float32(8)


def _card(folder: Path) -> _Card:
    path = folder / "model.json"
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        card = cast("dict[str, Any]", raw)
        return _Card(
            id=str(card["id"]),
            dimensions=int(card["dimensions"]),
            bits=int(card["bits"]),
            sha256={str(k): str(v) for k, v in cast("dict[str, Any]", card["sha256"]).items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"the model description {path} cannot be read: {_ADVICE}"
        raise ModelError(message) from error


def _check(path: Path, expected: str) -> None:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        message = f"the model file {path} cannot be read: {_ADVICE}"
        raise ModelError(message) from error
    if found != expected:
        message = f"the model file {path} is damaged (its checksum differs): {_ADVICE}"
        raise ModelError(message)


def _arrays(folder: Path, card: _Card, words: int) -> tuple[NDArray[Any], NDArray[np.float32]]:
    try:
        table = np.load(folder / "table.npy", mmap_mode="r", allow_pickle=False)
        scales = np.load(folder / "scales.npy", allow_pickle=False)
    except (OSError, ValueError) as error:
        message = f"the model in {folder} cannot be read: {_ADVICE}"
        raise ModelError(message) from error
    kinds = {8: np.int8, 4: np.uint8}
    width = card.dimensions * card.bits // 8
    fits = table.shape == (words, width) and scales.shape == (words,)
    if not fits or table.dtype != kinds.get(card.bits):
        message = f"the model in {folder} does not have the shape it says: {_ADVICE}"
        raise ModelError(message)
    return table, scales.astype(np.float32)
