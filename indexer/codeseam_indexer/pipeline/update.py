"""Brings the index of a workspace up to date with the disk, in batches that are each complete."""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from codeseam_indexer.discover import Discovery, discover, read_source
from codeseam_indexer.embed import Embedder
from codeseam_indexer.languages import LANGUAGES, possible
from codeseam_indexer.pipeline.compose import Embed, index_lines
from codeseam_indexer.pipeline.messages import Failed, Result, Start
from codeseam_indexer.pipeline.pool import UnavailableError, Workers
from codeseam_indexer.pipeline.version import extractor
from codeseam_indexer.pipeline.worker import read_one, read_settled
from codeseam_indexer.records import (
    Entry,
    FileStat,
    Found,
    IndexedFile,
    Skipped,
    SkipReason,
    SourceFile,
)
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Batch, Store

_log = logging.getLogger(__name__)

_FEW = 8
"""So many small files are read in this process: starting a worker takes longer."""

_SMALL_BYTES = 100_000
"""A file up to this size parses in some 20 ms even where a grammar is slow."""

_BATCH_FILES = 512
_LEAST_SECONDS = 1.0
_MOST_SECONDS = 5.0
"""A transaction ends after so many files, or after as long as all before it took, within these:
searches see how it goes on, and what is written in few pieces lies close together."""
_PAUSE_SECONDS = 0.12
"""Between two transactions: a process that waits to write looks every 0.1 s whether it can."""

_EXTRACTOR = "extractor"

_RISKY = frozenset(row.name for row in LANGUAGES if row.risky)

Progress = Callable[[int, int], None]
"""Called with the files done and the files to do, after each batch."""


@dataclass(slots=True)
class SyncReport:
    """What a sync did.

    Attributes:
        found: files that belong to the index.
        indexed: files that were read and whose documents were made.
        reused: changed files whose content the index had already.
        removed: paths that are no more.
        skipped: files newly left out.
        failed: files whose grammar failed; they are indexed by lines.
        left: changed files that were not read, since they were more than ``most``.
        cancelled: whether it was stopped before its end.
        seconds: how long it took, by the wall clock.
    """

    found: int = 0
    indexed: int = 0
    reused: int = 0
    removed: int = 0
    skipped: int = 0
    failed: int = 0
    left: int = 0
    cancelled: bool = False
    seconds: float = 0.0

    @property
    def changed(self) -> bool:
        """Whether the index differs from before."""
        return bool(self.indexed or self.reused or self.removed or self.skipped)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What differs between the disk and the manifest."""

    gone: list[str]
    skipped: list[Skipped]
    changed: list[Found]
    found: int


def sync(  # noqa: PLR0913 - the seam between the index and all that keeps it fresh
    store: Store,
    root: Path,
    settings: Settings,
    embedder: Embedder | None,
    *,
    paths: Collection[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    workers: Workers | None = None,
    most: int | None = None,
) -> SyncReport:
    """Bring the index up to date, the whole workspace or some paths and what lies below them.

    Killed or cancelled at any moment it loses at most the batch it was at, and the next call goes
    on from there.

    Args:
        store: the index of the workspace.
        root: the workspace.
        settings: limits and the number of workers.
        embedder: makes the vectors with the rest; None leaves them for ``embed_pending``.
        paths: files or folders relative to ``root``; None for all.
        progress: called after each batch.
        cancelled: asked between files; True ends the call after what is read was written.
        workers: warm processes of the caller's; without them some are started where they pay.
        most: leave it to another process where more files than this have changed.

    Raises:
        WorkspaceError: the workspace is missing or cannot be read.
        StoreError: the index cannot be written.
    """
    began = time.monotonic()
    report = SyncReport()
    if paths is None:
        _renew(store)
    # Known before seen: what stays in memory then lies together, and all beside it is given back.
    known = store.manifest() if paths is None else store.entries_below(paths)
    plan = _plan(known, discover(root, settings, paths))
    report.found = plan.found
    if most is not None and len(plan.changed) > most:
        report.left = len(plan.changed)
        return report
    run = _Sync(store, root, settings, embedder, report, whole=paths is None)
    run.remove(plan)
    run.expect(len(plan.changed))
    todo = list(run.reuse(plan.changed, cancelled))
    own = Workers(start_of(root, settings, embedder)) if workers is None else workers
    try:
        run.write(run.read(todo, own, cancelled), len(todo), progress)
    finally:
        if workers is None:
            own.close()
    report.cancelled = cancelled()
    if not report.cancelled:
        run.expect(0)
    if report.changed and (paths is None or store.is_overgrown()):
        store.collect()
    report.seconds = time.monotonic() - began
    return report


def start_of(root: Path, settings: Settings, embedder: Embedder | None) -> Start:
    """Give what ``Workers`` need to know."""
    return Start(str(root), settings, embedder is not None)


def _renew(store: Store) -> None:
    """Drop what another version of the readers made: unchanged files would never be read again."""
    current = extractor()
    if store.meta(_EXTRACTOR) != current:
        if store.known_paths():
            store.clear()
        store.set_meta(_EXTRACTOR, current)


def _plan(known: Mapping[str, Entry], seen: Discovery) -> _Plan:
    changed = [file for file in seen.found if _differs(known.get(file.path), file.stat)]
    skipped = [one for one in seen.skipped if _newly_skipped(known.get(one.path), one)]
    here = {file.path for file in seen.found} | {one.path for one in seen.skipped}
    return _Plan([path for path in known if path not in here], skipped, changed, len(seen.found))


def _differs(entry: Entry | None, stat: FileStat) -> bool:
    return entry is None or entry.stat != stat


def _newly_skipped(entry: Entry | None, one: Skipped) -> bool:
    return entry is None or entry.reason != one.reason


class _Sync:
    """One pass: what it reads with and what it reports."""

    def __init__(  # noqa: PLR0913 - what ``sync`` was given
        self,
        store: Store,
        root: Path,
        settings: Settings,
        embedder: Embedder | None,
        report: SyncReport,
        *,
        whole: bool,
    ) -> None:
        self._store = store
        self._root = root
        self._settings = settings
        self._embedder = embedder
        self._embed: Embed | None = embedder.passages if embedder is not None else None
        self._report = report
        self._whole = whole
        self._left = 0

    def expect(self, count: int) -> None:
        """Let other processes know how many files of the workspace are still to be read."""
        self._left = count
        if self._whole and count != self._store.pending():
            with self._store.writing() as batch:
                batch.pending(count)

    def remove(self, plan: _Plan) -> None:
        """Take out what is gone and note what is left out, in one batch."""
        if not plan.gone and not plan.skipped:
            return
        with self._store.writing() as batch:
            for path in plan.gone:
                batch.forget(path)
            for one in plan.skipped:
                batch.skip(one.path, one.stat, one.reason)
        self._report.removed += len(plan.gone)
        self._report.skipped += len(plan.skipped)

    def reuse(self, changed: list[Found], cancelled: Callable[[], bool]) -> Iterator[str]:
        """Point at documents that are there already; give the paths that must be read."""
        known = self._store.known_paths() if len(changed) > _FEW else None
        at = 0
        while at < len(changed) and not cancelled():
            part = changed[at : at + _BATCH_FILES]
            at += len(part)
            likely = [file for file in part if known is None or file.path in known]
            yield from (file.path for file in part if known is not None and file.path not in known)
            if not likely:
                continue
            found = [(file.path, *self._known(file.path)) for file in likely]
            yield from (path for path, _, _, document in found if document is None)
            same = [row for row in found if row[3] is not None]
            if not same:
                continue
            with self._store.writing() as batch:
                for path, content, stat, document in same:
                    if document is not None:
                        batch.point(path, stat, content, document)
                self._count_down(batch, len(same))
            self._report.reused += len(same)

    def _known(self, path: str) -> tuple[bytes, FileStat, int | None]:
        source, stat = read_settled(self._root, path, self._settings)
        if isinstance(source, Skipped) or stat is None:
            return b"", FileStat(-1, -1, -1, -1), None
        document = self._store.document(path, source.hash)
        return source.hash, stat, document

    def read(
        self, paths: list[str], workers: Workers, cancelled: Callable[[], bool]
    ) -> Iterator[Result | None]:
        """Read files where that is best: a handful of harmless ones here, the others in workers."""
        few = len(paths) <= _FEW and self._settings.workers > 0
        here = [path for path in paths if few and self._harmless(path)] if few else []
        rest = [path for path in paths if path not in set(here)] if here else paths
        yield from self._read_here(here, cancelled)
        if not rest or cancelled():
            return
        left = set(rest)
        try:
            if self._settings.workers <= 0:
                raise UnavailableError
            for result in workers.stream("index", rest, cancelled):
                if result is not None:
                    left.discard(result.path)
                yield result
        except UnavailableError:
            yield from self._read_here([path for path in rest if path in left], cancelled)

    def _harmless(self, path: str) -> bool:
        if not possible(path).isdisjoint(_RISKY):
            source = read_source(self._root, path, self._settings)
            if not isinstance(source, Skipped) and source.language in _RISKY:
                return False
        try:
            return (self._root / path).stat().st_size <= _SMALL_BYTES
        except OSError:
            return True

    def _read_here(self, paths: list[str], cancelled: Callable[[], bool]) -> Iterator[Result]:
        start = start_of(self._root, self._settings, self._embedder)
        for path in paths:
            if cancelled():
                return
            try:
                result = read_one(start, "index", path, self._embed)
            except Exception:  # noqa: BLE001 - a worker would have died of it, and only of this file
                _log.exception("%s could not be read", path)
                _, stat = read_settled(self._root, path, self._settings)
                result = Result(path, Failed("the parser failed"), stat)
            yield result

    def write(
        self, results: Iterator[Result | None], total: int, progress: Progress | None
    ) -> None:
        """Write results as they come, so that none waits in memory, a transaction after another."""
        done, begun = 0, time.monotonic()
        for first in results:
            if first is None:
                continue
            done += self._write_batch(chain([first], results), begun)
            if progress is not None:
                progress(done, total)
            if done < total:
                time.sleep(_PAUSE_SECONDS)
        if progress is not None and not done:
            progress(done, total)

    def _write_batch(self, results: Iterator[Result | None], begun: float) -> int:
        """Write some results, one at least, while others write nothing; how many."""
        since, done = time.monotonic(), 0
        seconds = min(max(since - begun, _LEAST_SECONDS), _MOST_SECONDS)
        with self._store.writing() as batch:
            for result in islice(results, _BATCH_FILES):
                if result is not None:
                    failed = isinstance(result.outcome, Failed)
                    self._write_one(batch, self._by_lines(result) if failed else result)
                    done += 1
                if time.monotonic() - since > seconds:
                    break
            self._count_down(batch, done)
        return done

    def _count_down(self, batch: Batch, count: int) -> None:
        self._left -= count
        if self._whole:  # 0 is said at the end, when nothing can be left
            batch.pending(max(self._left, 1))

    def _write_one(self, batch: Batch, result: Result) -> None:
        outcome, stat = result.outcome, result.stat
        if isinstance(outcome, IndexedFile) and stat is not None:
            document = batch.put(outcome)
            batch.point(result.path, stat, outcome.source.hash, document)
            self._report.indexed += 1
        elif isinstance(outcome, Skipped) and outcome.reason is not SkipReason.MISSING:
            batch.skip(result.path, outcome.stat, outcome.reason)
            self._report.skipped += 1
        else:
            batch.forget(result.path)
            self._report.removed += 1

    def _by_lines(self, result: Result) -> Result:
        """Index a file whose grammar failed without it; it stays so until the file changes."""
        self._report.failed += 1
        source, stat = read_settled(self._root, result.path, self._settings)
        why = result.outcome.why if isinstance(result.outcome, Failed) else ""
        if isinstance(source, SourceFile):
            made = index_lines(source, f"{why}; indexed by lines", self._embed)
            return Result(result.path, made, stat)
        return Result(result.path, source, stat)
