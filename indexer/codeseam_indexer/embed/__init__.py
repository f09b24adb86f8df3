"""Text -> unit vectors: the built-in static table, or a bigger model by the user's choice."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from codeseam_indexer.embed import download, onnx
from codeseam_indexer.embed.download import Progress
from codeseam_indexer.embed.seam import Embedder
from codeseam_indexer.embed.static import StaticEmbedder, is_static
from codeseam_indexer.embed.tokens import TokenTableEmbedder, is_token_table
from codeseam_indexer.errors import ModelError
from codeseam_indexer.settings import Settings, load

__all__ = [
    "BUILT_IN_NAME",
    "Embedder",
    "ModelInfo",
    "Progress",
    "available_models",
    "open_embedder",
    "pull",
]

BUILT_IN_NAME = "codeseam-static"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that can be chosen.

    Attributes:
        name: what --model takes; "codeseam-static" is the built-in one.
        dimensions: length of its vectors.
        size_bytes: its size on disk, roughly.
        licence: its licence as its makers state it.
        description: one sentence.
        local: it is on this machine.
    """

    name: str
    dimensions: int
    size_bytes: int
    licence: str
    description: str
    local: bool


def open_embedder(model: str = "", *, settings: Settings | None = None) -> Embedder:
    """The model that ``model`` names: "" the built-in one, a folder, or one that fastembed knows.

    Nothing is downloaded and no network is used: ``pull`` does that.

    Raises:
        ModelError: there is no such model on this machine, or it is broken.
    """
    if model in {"", BUILT_IN_NAME}:
        return _built_in()
    folder = Path(model).expanduser()
    if folder.is_dir():
        return _open_folder(folder)
    if folder.is_absolute() or model.startswith((".", "~")):
        message = f"the model folder {model} does not exist: give --model one that does"
        raise ModelError(message)
    chosen = settings or load()
    return onnx.open_named(model, chosen.cache_dir / "models", _threads())


@cache
def _built_in() -> StaticEmbedder:
    """The built-in model, once a process; a worker that is a copy of this one has it too."""
    return StaticEmbedder()


def _open_folder(folder: Path) -> Embedder:
    if is_static(folder):
        return StaticEmbedder(folder)
    if is_token_table(folder):
        return TokenTableEmbedder(folder)
    return onnx.open_folder(folder, _threads())


def available_models(*, settings: Settings | None = None) -> tuple[ModelInfo, ...]:
    """The built-in model, then those that fastembed knows, by size.

    Raises:
        ModelError: fastembed cannot be loaded.
    """
    models = (settings or load()).cache_dir / "models"
    built_in = StaticEmbedder()
    found = [
        ModelInfo(
            name=str(model["model"]),
            dimensions=int(model["dim"]),
            size_bytes=int(float(model.get("size_in_GB") or 0) * 1e9),
            licence=str(model.get("license") or ""),
            description=str(model.get("description") or ""),
            local=_is_local(models, str(model["sources"].get("hf") or "")),
        )
        for model in onnx.library().TextEmbedding.list_supported_models()
        if not str(model["model"]).startswith("codeseam-local/")
    ]
    size = sum(path.stat().st_size for path in (Path(__file__).parent / "model").iterdir())
    first = ModelInfo(
        name=BUILT_IN_NAME,
        dimensions=built_in.dimensions,
        size_bytes=size,
        licence="MIT",
        description="The built-in table of word vectors: no network, about 1,000 times faster.",
        local=True,
    )
    return (first, *sorted(found, key=lambda model: (model.size_bytes, model.name)))


def pull(name: str, progress: Progress | None = None, *, settings: Settings | None = None) -> None:
    """Download the model ``name`` into codeseam's cache folder and see that it loads.

    Args:
        name: one of ``available_models()``.
        progress: called with the bytes that are there and those expected.
        settings: where the cache folder is; the process's own by default.

    Raises:
        ModelError: the name is unknown, the hub cannot be reached, or what came does not load.
    """
    if name in {"", BUILT_IN_NAME}:
        return
    models = (settings or load()).cache_dir / "models"
    download.pull(name, models, progress)
    onnx.open_named(name, models, _threads())


def _is_local(models: Path, source: str) -> bool:
    folder = models / ("models--" + source.replace("/", "--")) / "snapshots"
    return bool(source) and folder.is_dir() and any(folder.iterdir())


def _threads() -> int:
    """One core stays free for the person at the machine; more than four gain nothing."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))
