"""Bigger models by choice, through fastembed: from its cache on disk or from a folder, never more.

fastembed takes 0.6 s and 60 MB to import, so that happens in here when such a model is asked for.
It is told to look on disk alone: a hub that cannot be reached would hold a start up for 39 s.
"""

import contextlib
import hashlib
import importlib
import json
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.embed import families
from codeseam_indexer.embed.vectors import unit
from codeseam_indexer.errors import ModelError

BATCH = 8
"""Passages at a time: larger batches cost gigabytes for nothing on a processor."""

THREADS = 4
"""More threads than this spin against each other for the short texts that chunks are."""

_SAMPLE = 1 << 20

_registered: dict[str, str] = {}
_registering = threading.Lock()


def library() -> Any:
    """fastembed, with its log silenced: it writes to stderr what an error says already.

    Raises:
        ModelError: it is not installed or does not load.
    """
    try:
        found = importlib.import_module("fastembed")
    except ImportError as error:
        message = f"fastembed cannot be loaded ({error}): install it, or use the built-in model"
        raise ModelError(message) from error
    with contextlib.suppress(ImportError):  # one without loguru has nothing to silence
        importlib.import_module("loguru").logger.disable("fastembed")
    return found


class OnnxEmbedder:
    """An ``Embedder`` over a ``TextEmbedding`` of fastembed that is loaded.

    Args:
        model: the name that says which family it is of.
        text_embedding: fastembed's object.
        folder: where its files are, for the fingerprint; None where that is not known.
    """

    def __init__(self, model: str, text_embedding: Any, folder: Path | None) -> None:
        self._model = text_embedding
        self._prefixes = families.prefixes(model)
        tokenizer: Any = getattr(getattr(text_embedding, "model", None), "tokenizer", None)
        self._split = _is_wordpiece(tokenizer)
        self._counter = _uncut(tokenizer)
        self.dimensions = len(next(iter(text_embedding.embed(["dimension"]))))
        marks = [self._prefixes.query, self._prefixes.passage, str(self._split)]
        self.name = f"{model}@{_fingerprint(folder, marks)}"

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of ``texts``, float32 of shape (texts, dimensions)."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        # A batch is padded to its longest text: neighbours in length waste least.
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        shown = [self._prefixes.passage + self._words(texts[number]) for number in order]
        found = cast("Iterable[NDArray[Any]]", self._model.passage_embed(shown, batch_size=BATCH))
        for number, vector in zip(order, found, strict=True):
            vectors[number] = vector
        return unit(vectors)

    def query(self, text: str) -> NDArray[np.float32]:
        """The unit vector of a question, float32 of shape (dimensions,)."""
        shown = self._prefixes.query + self._words(text)
        vector = np.asarray(next(iter(self._model.query_embed([shown]))), np.float32)
        return unit(vector[None, :])[0]

    def count(self, text: str) -> int:
        """Tokens of ``text`` by the model's own tokenizer, as it will see it, without its cut."""
        words = self._words(text)
        if self._counter is None:
            return len(words) // 4
        return len(self._counter.encode(words, add_special_tokens=False).ids)

    def _words(self, text: str) -> str:
        return families.split_identifiers(text) if self._split else text


def open_named(name: str, models: Path, threads: int) -> OnnxEmbedder:
    """The model that fastembed knows as ``name``, from the folder ``models`` on this machine.

    Raises:
        ModelError: fastembed does not know it, or it has not been pulled.
    """
    found = described(name)
    try:
        loaded = library().TextEmbedding(
            found["model"], cache_dir=str(models), threads=threads, local_files_only=True
        )
    # fastembed lets whatever its libraries raise through: ValueError, OSError, those of
    # onnxruntime and of the tokenizer; each means that what is on disk is no usable model.
    except Exception as error:
        message = (
            f"the model {name} is not on this machine: run `codeseam model pull {name}` once with "
            "a network, or give --model the folder of a copy"
        )
        raise ModelError(message) from error
    return OnnxEmbedder(str(found["model"]), loaded, _folder_of(loaded))


def open_folder(folder: Path, threads: int) -> OnnxEmbedder:
    """The model whose ONNX file and tokenizer are in ``folder``.

    Raises:
        ModelError: a file is missing or cannot be used.
    """
    model_file = _onnx_file(folder)
    for needed in ("tokenizer.json", "tokenizer_config.json"):
        if not (folder / needed).is_file():
            message = f"{folder} has no {needed}: copy all files of the model into it"
            raise ModelError(message)
    fastembed = library()
    try:
        name = _register(fastembed, folder, model_file)
        loaded = fastembed.TextEmbedding(name, specific_model_path=str(folder), threads=threads)
        return OnnxEmbedder(folder.name, loaded, folder)
    except ModelError:
        raise
    except Exception as error:
        message = f"the model in {folder} cannot be used ({_line(error)}): copy it anew"
        raise ModelError(message) from error


def described(name: str) -> dict[str, Any]:
    """What fastembed says of a model: its ``model``, ``dim``, ``sources``, ``size_in_GB``.

    Raises:
        ModelError: it knows no model of that name.
    """
    for model in cast("list[dict[str, Any]]", library().TextEmbedding.list_supported_models()):
        if str(model["model"]).lower() == name.lower():
            return model
    message = f"{name} is neither a folder nor a model: `codeseam model list` names them all"
    raise ModelError(message)


def _onnx_file(folder: Path) -> str:
    names = ("model_quantized.onnx", "model_int8.onnx", "model_optimized.onnx", "model.onnx")
    for place in ("", "onnx/"):
        for name in names:
            if (folder / place / name).is_file():
                return place + name
    found = sorted(path.name for path in folder.glob("*.onnx"))
    if not found:
        message = f"{folder} holds no model that codeseam can read: neither ONNX nor a static table"
        raise ModelError(message)
    return found[0]


def _register(fastembed: Any, folder: Path, model_file: str) -> str:
    """Tell fastembed of a folder, once: it refuses a name that it knows already."""
    key = str(folder.resolve())
    description: Any = importlib.import_module("fastembed.common.model_description")
    with _registering:
        if key not in _registered:
            name = f"codeseam-local/{hashlib.sha256(key.encode()).hexdigest()[:16]}"
            fastembed.TextEmbedding.add_custom_model(
                model=name,
                pooling=_pooling(description.PoolingType, folder),
                normalization=True,
                # Must name something; a local path is used before it is looked at.
                sources=description.ModelSource(hf="codeseam/local"),
                dim=_hidden_size(folder),
                model_file=model_file,
            )
            _registered[key] = name
        return _registered[key]


def _pooling(kinds: Any, folder: Path) -> Any:
    settings = _json(folder / "1_Pooling" / "config.json")
    if settings.get("pooling_mode_cls_token"):
        return kinds.CLS
    if not settings and families.pools_first_token(folder.name):
        return kinds.CLS
    return kinds.MEAN


def _hidden_size(folder: Path) -> int:
    settings = _json(folder / "config.json")
    size = settings.get("hidden_size", settings.get("n_embd", 384))
    return size if isinstance(size, int) else 384


def _json(path: Path) -> dict[str, Any]:
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", raw) if isinstance(raw, dict) else {}


def _folder_of(text_embedding: Any) -> Path | None:
    inner: Any = getattr(text_embedding, "model", None)
    folder: Any = getattr(inner, "_model_dir", None)
    return Path(folder) if folder else None


def _fingerprint(folder: Path | None, marks: Iterable[str]) -> str:
    """A hash of a model's files: whole for small ones, both ends and the size for large ones."""
    digest = hashlib.sha256("\0".join(marks).encode())
    paths = sorted(folder.rglob("*")) if folder else []
    for path in paths:
        if path.suffix not in {".onnx", ".json", ".safetensors", ".txt", ".onnx_data"}:
            continue
        size = path.stat().st_size
        digest.update(f"{path.name}\0{size}\0".encode())
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE))
            file.seek(max(_SAMPLE, size - _SAMPLE))
            digest.update(file.read(_SAMPLE))
    return digest.hexdigest()[:12]


def _is_wordpiece(tokenizer: Any) -> bool:
    return type(getattr(tokenizer, "model", None)).__name__ == "WordPiece"


def _uncut(tokenizer: Any) -> Any:
    """A copy of a tokenizer that neither truncates nor pads; None where there is none."""
    if tokenizer is None:
        return None
    copy: Any = importlib.import_module("tokenizers").Tokenizer.from_str(tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    return copy


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:160]
