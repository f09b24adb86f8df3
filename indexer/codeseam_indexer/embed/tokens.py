"""A static model in model2vec's format: a table of token vectors beside a tokenizer."""

import hashlib
import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed.vectors import unit
from codeseam_indexer.errors import ModelError

_KINDS = {"F32": np.float32, "F16": np.float16, "I8": np.int8, "F64": np.float64, "I64": np.int64}
_TABLES = ("embeddings", "embedding.weight", "embeddings.weight")


def is_token_table(folder: Path) -> bool:
    """Does ``folder`` hold a table of token vectors, and no network to run?"""
    has_files = (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file()
    return has_files and not any(folder.glob("**/*.onnx"))


class TokenTableEmbedder:
    """An ``Embedder`` that takes the mean of a text's token vectors.

    Raises:
        ModelError: the files of ``folder`` are not such a model.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "model.safetensors"
        try:
            tensors = _tensors(path)
            tokenizers = importlib.import_module("tokenizers")
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The tokenizer's library raises plain Exception for a file that it cannot read.
        except Exception as error:
            message = f"the model in {folder} cannot be read: copy all its files anew"
            raise ModelError(message) from error
        table = next((tensors[name] for name in _TABLES if name in tensors), None)
        if table is None or table.ndim != 2:
            message = f"{path} holds no table of token vectors: give --model another folder"
            raise ModelError(message)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._table = table
        self._weights = tensors.get("weights")
        self._mapping = tensors.get("mapping")
        self.dimensions = int(table.shape[1])
        self.name = f"{folder.name}@{_hash(path, folder / 'tokenizer.json')}"

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of ``texts``, float32 of shape (texts, dimensions)."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        encodings = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        for number, encoding in enumerate(encodings):
            ids = np.asarray(encoding.ids, np.int64)
            if not len(ids):
                continue
            rows = self._table[self._mapping[ids] if self._mapping is not None else ids]
            rows = rows.astype(np.float32)
            if self._weights is not None:
                rows *= self._weights[ids].astype(np.float32)[:, None]
            vectors[number] = rows.mean(axis=0)
        return unit(vectors)

    def query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a question, float32 of shape (dimensions,): as any text's."""
        return self.passages([text])[0]

    def count(self, text: str) -> int:
        """Tokens of ``text`` by the model's own tokenizer."""
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)


def _tensors(path: Path) -> dict[str, NDArray[Any]]:
    """The tensors of a safetensors file, mapped into memory; the format is a header and bytes."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        if size > 1 << 20:
            message = "the header is larger than any table's"
            raise ValueError(message)
        raw: Any = json.loads(file.read(size))
    header = cast("dict[str, dict[str, Any]]", raw)
    data = np.memmap(path, mode="r", offset=8 + size)
    found: dict[str, NDArray[Any]] = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        part = data[begin:end].view(_KINDS[about["dtype"]])
        found[name] = part.reshape(about["shape"])
    return found


def _hash(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:12]
