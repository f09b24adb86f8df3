"""Makes the vectors that were left for later, by an embedder that is too slow to wait for."""

from collections.abc import Callable
from pathlib import Path

from codeseam_indexer.embed import Embedder
from codeseam_indexer.pipeline.messages import Texts
from codeseam_indexer.pipeline.pool import UnavailableError, Workers
from codeseam_indexer.pipeline.update import Progress, start_of
from codeseam_indexer.pipeline.worker import read_one
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Pending, Store, quantise

_DOCUMENTS = 64
"""Documents a round: their texts are in memory together, and one batch is written."""


def embed_pending(  # noqa: PLR0913 - as ``sync``
    store: Store,
    root: Path,
    settings: Settings,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> int:
    """Make the vectors of documents that have none; give the number of documents done.

    Texts are read from disk again, since none are stored; a document whose file has changed since
    waits for the next ``sync``, which replaces it.
    """
    done, total = 0, store.pending_count()
    tried: set[int] = set()
    with Workers(start_of(root, settings, None)) as workers:
        while not cancelled():
            waiting = [
                one
                for one in store.pending_vectors(_DOCUMENTS + len(tried))
                if one.document not in tried
            ][:_DOCUMENTS]
            if not waiting:
                break
            tried |= {one.document for one in waiting}
            done += _embed(store, embedder, waiting, _texts(root, settings, workers, waiting))
            if progress is not None:
                progress(done, total)
    return done


def _texts(
    root: Path, settings: Settings, workers: Workers, waiting: list[Pending]
) -> dict[str, Texts]:
    paths = [one.path for one in waiting]
    try:
        results = list(workers.read("texts", paths))
    except UnavailableError:
        start = start_of(root, settings, None)
        results = [read_one(start, "texts", path, None) for path in paths]
    return {one.path: one.outcome for one in results if isinstance(one.outcome, Texts)}


def _embed(
    store: Store, embedder: Embedder, waiting: list[Pending], texts: dict[str, Texts]
) -> int:
    ready = [
        (one, found.texts)
        for one in waiting
        if (found := texts.get(one.path)) is not None
        and found.hash == one.hash
        and len(found.texts) == one.chunks
    ]
    if not ready:
        return 0
    vectors = embedder.passages([text for _, some in ready for text in some])
    at = 0
    with store.writing() as batch:
        for one, some in ready:
            batch.vectors(one.document, quantise(vectors[at : at + len(some)]))
            at += len(some)
    return len(ready)
