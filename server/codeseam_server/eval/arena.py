"""Indexes to ask in: the user's own, or one made for a measurement and thrown away after it."""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from codeseam_indexer.discover import read_file
from codeseam_indexer.embed import Embedder
from codeseam_indexer.packed import pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import lower
from codeseam_indexer.pipeline import Cut, Progress, index_parsed
from codeseam_indexer.records import ChunkRow, FileStat, Filter, IndexedFile, SourceFile
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store
from codeseam_server.eval.measures import DEPTH, Listed, Shown
from codeseam_server.search import Related, Search
from codeseam_server.symbols.graph import SymbolGraph

_BATCH = 64
_OLD_SECONDS = 24 * 3600
_PREFIX = "eval-"

Edit = Callable[[SourceFile], SourceFile]
"""What is done to a file before it is indexed; it keeps the number of its lines."""


@dataclass(frozen=True, slots=True)
class Switches:
    """What an answer is made with; each can be left out to see what it is worth."""

    by_words: bool = True
    by_meaning: bool = True
    graph: bool = True


ALL = Switches()


class Arena:
    """One index with the text of its files, asked with all or some of what search has."""

    def __init__(self, store: Store, embedder: Embedder, text: Callable[[str], str | None]) -> None:
        self.store = store
        self._embedder = embedder
        self._text = text
        self._graph = SymbolGraph(store, lambda path, _: text(path))
        self._searches: dict[Switches, Search] = {}

    def ask(self, query: str, limit: int = DEPTH, switches: Switches = ALL) -> Listed:
        """Answer a query as ``search`` does, in places and their sizes."""
        search = self._searches.get(switches)
        if search is None:
            search = self._searches[switches] = Search(
                self.store, self._embedder,
                by_words=switches.by_words, by_meaning=switches.by_meaning,
            )  # fmt: skip
        beside = self._beside if switches.graph else None
        answer = search(query, limit=limit, chosen=Filter(), read=self.span, neighbours=beside)
        count = self._embedder.count
        return Listed(
            tuple(Shown(h.path, h.start_line, h.end_line, count(h.text)) for h in answer.hits),
            tuple(Shown(r.path, r.start_line, r.end_line) for r in answer.related),
        )

    def span(self, path: str, first: int, last: int) -> str | None:
        """The lines ``first`` to ``last`` of a file."""
        text = self._text(path)
        return None if text is None else "\n".join(text.split("\n")[first - 1 : last])

    def _beside(self, rows: Sequence[ChunkRow]) -> tuple[Related, ...]:
        found = self._graph.neighbours(rows)
        return tuple(Related(n.path, n.start_line, n.end_line, n.symbol, n.why) for n in found)


@dataclass(frozen=True, slots=True)
class Files:
    """The files that an arena is made of.

    Attributes:
        root: the workspace.
        paths: relative to it.
        broken: those whose grammar failed; they are taken as text.
        settings: limits of reading.
        edit: what is done to each before it is indexed.
    """

    root: Path
    paths: Sequence[str]
    broken: Collection[str]
    settings: Settings
    edit: Edit = lambda source: source

    def read(self, path: str) -> tuple[SourceFile, FileStat] | None:
        """A file as it is indexed, None where it is gone."""
        source, stat = read_file(self.root, path, self.settings)
        if stat is None or not isinstance(source, SourceFile):
            return None
        return self.edit(replace(source, language="text") if path in self.broken else source), stat


@contextlib.contextmanager
def arenas(
    files: Files, embedder: Embedder, cuts: Sequence[Cut], progress: Progress | None = None
) -> Generator[list[Arena]]:
    """Index files anew, once for each way to cut them, and take all of it away at the end.

    The indexes lie in the cache folder; the user's own is not touched. Each file is parsed once.
    """
    with contextlib.ExitStack() as closing:
        stores: list[Store] = []
        for _ in cuts:
            folder = closing.enter_context(_folder(files.settings.cache_dir))
            store = open_store(
                folder, files.root, model=embedder.name, dimensions=embedder.dimensions
            )
            closing.callback(store.close)
            stores.append(store)
        _fill(stores, files, embedder, cuts, progress)

        @lru_cache(maxsize=2048)
        def text(path: str) -> str | None:
            read = files.read(path)
            return None if read is None else read[0].text

        yield [Arena(store, embedder, text) for store in stores]


def _fill(
    stores: Sequence[Store],
    files: Files,
    embedder: Embedder,
    cuts: Sequence[Cut],
    progress: Progress | None,
) -> None:
    for at in range(0, len(files.paths) if stores else 0, _BATCH):
        read = [files.read(path) for path in files.paths[at : at + _BATCH]]
        made: list[tuple[FileStat, list[IndexedFile]]] = []
        for source, stat in filter(None, read):
            parsed = parse(source)
            facts = pack(lower(parsed))
            made.append(
                (stat, [index_parsed(parsed, facts, embedder.passages, (), c) for c in cuts])
            )
        for number, store in enumerate(stores):
            with store.writing() as batch:
                for stat, variants in made:
                    file = variants[number]
                    document = batch.put(file)
                    batch.point(file.source.path, stat, file.source.hash, document)
        if progress is not None:
            progress(min(at + _BATCH, len(files.paths)), len(files.paths))


@contextlib.contextmanager
def _folder(cache: Path) -> Generator[Path]:
    """Give a folder for one measurement, and sweep those of measurements that were killed."""
    cache.mkdir(parents=True, exist_ok=True)
    for left in cache.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _OLD_SECONDS:
                shutil.rmtree(left)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=cache))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
