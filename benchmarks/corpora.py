"""Labelled questions and the indexes of the repositories they are about, for the other scripts."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.pipeline import sync
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store

Target = tuple[str, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question and where its answers stand: path, and lines where they are known."""

    text: str
    category: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A repository with its questions and its index."""

    name: str
    language: str
    root: Path
    store: Store
    embedder: Embedder
    questions: tuple[Labelled, ...]


def same_path(one: str, other: str) -> bool:
    """Whether two paths are one, seen from different folders."""
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def corpora(
    sets: Path, folder: Path, cache: Path, *, model: str = "", index: bool = True
) -> Iterator[Corpus]:
    """Yield the repositories of a set, each indexed (or as it was indexed before) in ``cache``.

    Args:
        sets: has ``corpora.json`` and ``labels/``, as ``score.py`` reads them.
        folder: has the repositories.
        cache: where the indexes are kept.
        model: the embedding model.
        index: whether to bring the indexes up to date.
    """
    settings = Settings(cache_dir=cache, model=model)
    embedder = open_embedder(model)
    for entry, root in roots(sets, folder):
        store = open_store(
            cache, root, model=embedder.name, dimensions=embedder.dimensions, write=index
        )
        if index:
            sync(store, root, settings, embedder)
        asked = tuple(questions(sets, entry["name"]))
        yield Corpus(entry["name"], entry["language"], root, store, embedder, asked)
        store.close()


def roots(sets: Path, folder: Path) -> Iterator[tuple[dict[str, str], Path]]:
    """Yield the rows of ``corpora.json`` with the folders to index; one that is missing is told."""
    for entry in json.loads((sets / "corpora.json").read_text("utf-8")):
        root = folder / entry["name"] / (entry["root"] or "")
        if root.is_dir():
            yield entry, root
        else:
            print(f"not there: {root}", file=sys.stderr)


def questions(sets: Path, name: str) -> Iterator[Labelled]:
    """Yield the labelled questions about one repository."""
    file = sets / "labels" / f"{name}.json"
    for entry in json.loads(file.read_text("utf-8")) if file.exists() else ():
        targets = [_target(raw) for raw in (*entry["relevant"], *entry.get("secondary", ()))]
        yield Labelled(entry["query"], entry.get("category", "semantic"), tuple(targets))


def _target(raw: str | dict[str, object]) -> Target:
    if isinstance(raw, str):
        return raw, None, None
    return str(raw["path"]), _line(raw.get("start_line")), _line(raw.get("end_line"))


def _line(value: object) -> int | None:
    return value if isinstance(value, int) else None
