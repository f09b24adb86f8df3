"""Downloads a model on the user's command: the only code of codeseam that uses a network."""

import importlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codeseam_indexer.embed import onnx
from codeseam_indexer.errors import ModelError

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and those expected (an estimate)."""

REACH_SECONDS = 4.0
"""How long the hub may take to say that it is there."""

POLL_SECONDS = 0.2

_SMALL_FILES = (
    "config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
    "preprocessor_config.json",
)  # fmt: skip


def pull(name: str, models: Path, progress: Progress | None = None) -> None:
    """Download the model that fastembed knows as ``name`` into the folder ``models``.

    What is there already is not fetched again; an interrupted download is taken up.

    Raises:
        ModelError: the name is unknown, the hub cannot be reached, or the disk cannot be written.
    """
    model = onnx.described(name)
    source = str(model["sources"].get("hf") or "")
    if not source:
        message = f"{name} cannot be downloaded: get its files and give --model their folder"
        raise ModelError(message)
    _reach(name, source)
    expected = int(float(model.get("size_in_GB") or 0) * 1e9)
    wanted = [*_SMALL_FILES, str(model["model_file"]), *model.get("additional_files", [])]
    failures: list[Exception] = []

    def download() -> None:
        try:
            models.mkdir(parents=True, exist_ok=True)
            hub().snapshot_download(source, allow_patterns=wanted, cache_dir=str(models))
        # The top of a thread: what goes wrong is told by the one that waits for it.
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    begun = _size(models)
    worker = threading.Thread(target=download, name="codeseam-pull", daemon=True)
    worker.start()
    alive = True
    while alive:
        worker.join(POLL_SECONDS)
        alive = worker.is_alive()  # before the last look, so that it sees the whole
        if progress is not None:
            progress(_size(models) - begun, expected)
    if failures:
        message = f"{name} could not be downloaded ({_line(failures[0])}): run the command again"
        raise ModelError(message) from failures[0]


def hub() -> Any:
    """The hub's client, without progress bars of its own.

    Raises:
        ModelError: it is not installed.
    """
    try:
        found: Any = importlib.import_module("huggingface_hub")
        importlib.import_module("huggingface_hub.utils").disable_progress_bars()
    except ImportError as error:
        message = f"the model hub's client cannot be loaded ({error}): install huggingface-hub"
        raise ModelError(message) from error
    return found


def _reach(name: str, source: str) -> None:
    """Ask the hub for the model, once and briefly: its own retries take most of a minute."""
    failures: list[Exception] = []

    def ask() -> None:
        try:
            hub().HfApi().model_info(source, timeout=REACH_SECONDS)
        # The top of a thread; the name that cannot be resolved and the proxy that refuses are
        # of different libraries' kinds.
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    # A resolver can hang longer than any timeout of the request: the thread is left behind then.
    worker = threading.Thread(target=ask, name="codeseam-reach", daemon=True)
    worker.start()
    worker.join(REACH_SECONDS + 0.5)
    if worker.is_alive() or failures:
        message = (
            f"the model hub cannot be reached for {name}: check the network or its proxy, or copy "
            "the model's folder here and give it to --model"
        )
        raise ModelError(message) from (failures[0] if failures else None)


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            if path.is_file() and not path.is_symlink():
                total += path.stat().st_size
        except OSError:
            continue  # a part that was renamed while we looked
    return total


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:160]
