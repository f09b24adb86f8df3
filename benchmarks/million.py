"""Times questions on an index as large as asked for: one folder's files, repeated under new paths.

    python benchmarks/million.py FOLDER [--chunks 1000000] [--questions 100] [--cache DIR]

Each file is read once and written as often as it takes, so that a million chunks take minutes. The
vectors of a copy are disturbed by noise of a twentieth of their largest component and quantised
anew: copies that are equally near to a question would make it easy. An index that ``--cache`` keeps
from an earlier run is asked as it is. CPU milliseconds of the thread that asks, as on any machine
that is busy with something else.
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from codeseam_indexer.discover import discover, read_file
from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.pipeline.compose import index_one
from codeseam_indexer.records import FileStat, IndexedFile, SourceFile
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store, quantise
from codeseam_server.search import search

_BATCH = 500
_NOISE = 127 / 20
_STAT = FileStat(0, 0, 0, 0)


def main() -> None:
    """Make the index where it is not there yet, ask twice, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=1_000_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--cache", type=Path)
    arguments = parser.parse_args()
    embedder = open_embedder("")
    with tempfile.TemporaryDirectory(prefix="codeseam-million-") as scratch:
        cache = arguments.cache or Path(scratch)
        root = arguments.folder.resolve()
        with open_store(cache, root, model=embedder.name, dimensions=embedder.dimensions) as store:
            if store.size() < arguments.chunks:
                fill(store, list(read(root, cache, embedder)), arguments.chunks)
            ask(store, embedder, arguments.questions)


def read(root: Path, cache: Path, embedder: Embedder) -> Iterator[IndexedFile]:
    """Read the files of a folder as they are indexed."""
    settings = Settings(cache_dir=cache)
    for found in discover(root, settings).found:
        source, _ = read_file(root, found.path, settings)
        if isinstance(source, SourceFile):
            yield index_one(source, embedder.passages)


def fill(store: Store, files: list[IndexedFile], chunks: int) -> None:
    """Write the files again and again until there are so many chunks."""
    noise = np.random.default_rng(0)
    copies = -(-chunks // sum(len(file.chunks) for file in files))
    for copy in range(copies):
        for first in range(0, len(files), _BATCH):
            with store.writing() as batch:
                for file in files[first : first + _BATCH]:
                    path = f"copy{copy}/{file.source.path}"
                    moved = replace(file, source=replace(file.source, path=path))
                    if copy and file.vectors is not None and len(file.vectors.values):
                        values = file.vectors.values.astype(np.float32)
                        values += noise.uniform(-_NOISE, _NOISE, values.shape)
                        moved = replace(moved, vectors=quantise(values))
                    document = batch.put(moved)
                    batch.point(path, _STAT, file.source.hash, document)


def ask(store: Store, embedder: Embedder, count: int) -> None:
    """Ask with the first sentences of what is documented: once as it comes, then all again."""
    documented: list[str] = []
    for symbol in store.all_symbols():
        sentence = symbol.symbol.docstring.strip().split("\n\n")[0].split(". ")[0]
        if 5 <= len(sentence.split()) <= 25:
            documented.append(" ".join(sentence.split()))
        if len(documented) == 20 * count:
            break
    questions = documented[:: max(1, len(documented) // count)][:count] or ["the main loop"]
    print("| chunks | index MB | first time, p50 / p95 | again, p50 / p95 | resident MB |")
    print("|---|---|---|---|---|")
    passes = [[_spent(store, embedder, question) for question in questions] for _ in range(2)]
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"| {store.size():,} | {store.path.stat().st_size / 1e6:,.0f} | "
        + " | ".join(map(_spread, passes))
        + f" | {resident:.0f} at most, with what made the index |"
    )


def _spent(store: Store, embedder: Embedder, question: str) -> float:
    began = time.thread_time()
    search(store, embedder, question)
    return time.thread_time() - began


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{1e3 * statistics.median(ordered):.1f} / {1e3 * late:.1f}"


if __name__ == "__main__":
    main()
