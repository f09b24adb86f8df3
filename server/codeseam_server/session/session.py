"""One workspace open for questions: its index, its model and how fresh both are."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from codeseam_indexer.discover import (
    changed,
    discover,
    head,
    inside,
    nearly_all_left_out,
    shown,
)
from codeseam_indexer.embed import BUILT_IN_NAME, Embedder, open_embedder
from codeseam_indexer.errors import ReadOnlyError, UsageError
from codeseam_indexer.pipeline import (
    Errand,
    Progress,
    SyncReport,
    Workers,
    embed_pending,
    extractor,
    start_of,
    sync,
    sync_apart,
)
from codeseam_indexer.records import ChunkRow, Entry, Filter, Found, SkipReason, SymbolRow
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import FileRow, Store, open_store
from codeseam_server import filters
from codeseam_server.search import Answer, Related, Search, measure_strangers
from codeseam_server.session.lines import Lines
from codeseam_server.session.records import FileOutline, FolderOutline, Index, Source, Status
from codeseam_server.symbols.catalog import Catalog
from codeseam_server.symbols.edges import Affected, Callees, Callers, References
from codeseam_server.symbols.lookup import Lookup, find

if TYPE_CHECKING:
    from codeseam_server.symbols.graph import SymbolGraph

_CONTAINERS = frozenset(
    {"class", "interface", "struct", "enum", "trait", "module", "namespace", "type", "section"}
)
"""Kinds whose members are listed where the whole is too long to show."""

_CALLABLE = frozenset(
    {"function", "method", "constructor", "class", "test", "struct", "enum", "interface", "trait"}
)
"""Kinds of which ``callers --all`` tells the callers."""

_MANY = 1_000
"""With more changed files than this a process that lasts lets another index them: see apart.py."""

_SHOWN = 12
"""Definitions of one name whose source is read for an answer in text."""

_MOST_NAMED = 3
"""With more definitions than this their callers and callees are not named beside the source."""


_LEFT_OUT = (
    "Ignore rules (.gitignore, .codeseamignore) leave out nearly every source file of this"
    " workspace: to have them indexed write a file .codeseamignore at its top with a line such as"
    " !/src/ for each folder, or !/* for all of them."
)

_PLACE = re.compile(r"(:\d+(-\d+)?|#L\d+(-L?\d+)?)$")
"""A line or lines behind the name of a file."""


class Session:
    """Answers about one workspace. For one thread at a time, but ``sync`` may run beside."""

    def __init__(self, workspace: Path, settings: Settings) -> None:
        self.workspace = workspace
        self.settings = settings
        self.embedder: Embedder = open_embedder(settings.model, settings=settings)
        self.store: Store = open_store(
            settings.cache_dir,
            workspace,
            model=self.embedder.name,
            dimensions=self.embedder.dimensions,
            readers=extractor(),
        )
        self._fast = settings.model in ("", BUILT_IN_NAME)
        self._workers = Workers(
            start_of(workspace, settings, self.embedder if self._fast else None)
        )
        self.lines = Lines(self.store, workspace, settings)
        self.pending = 1
        self.as_of = ""
        self.trouble = ""
        self.lasting = False
        self.watching = ""
        self._catalog = Catalog(self.store, workspace)
        self._search = Search(self.store, self.embedder)
        self._counted: tuple[Mapping[str, Entry], Counter[SkipReason | None]] | None = None
        self._left_out: tuple[Mapping[str, Entry], bool] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @cached_property
    def _graph(self) -> "SymbolGraph":
        from codeseam_server.symbols.graph import SymbolGraph  # noqa: PLC0415 - not all ask who calls

        return SymbolGraph(self.store, self.lines.text)

    def close(self) -> None:
        """Close the index and end the processes that read files."""
        self._workers.close()
        self.store.close()

    def rest(self) -> None:
        """Forget what is quickly read again; for a time without questions."""
        self.lines.forget()
        if "_graph" in self.__dict__:  # else nobody has asked who calls
            self._graph.rest()
        self._catalog.rest()
        self._search.rest()
        self._counted = self._left_out = None
        self.store.shrink()

    # ---------------------------------------------------------------- freshness

    def refresh(self, progress: Progress | None = None) -> None:
        """Bring the index up to date with the disk; where it cannot be written, say so later.

        Raises:
            WorkspaceError: the workspace is missing or cannot be read.
            StoreError: there is no index, and none can be made.
        """
        try:
            self.sync(progress=progress)
        except ReadOnlyError as error:
            if not self.store.paths():
                raise
            self.trouble = str(error)
            self.look()

    def sync(
        self,
        paths: Collection[str] | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        most: int | None = None,
    ) -> SyncReport:
        """Bring some paths up to date, or all; vectors of a slow model come after the rest.

        With ``most`` nothing is done where more files than that have changed, and vectors of a slow
        model are left for later.
        """

        def step(done: int, total: int) -> None:
            self.pending = max(total - done, 1)
            if progress is not None:
                progress(done, total)

        fast = self._fast

        def here(most: int | None) -> SyncReport:
            return sync(
                self.store, self.workspace, self.settings, self.embedder if fast else None,
                paths=paths, progress=step, cancelled=cancelled, workers=self._workers, most=most,
            )  # fmt: skip

        apart = self.lasting and paths is None and most is None
        report = here(_MANY if apart else most)
        if apart and report.left:
            errand = Errand(str(self.workspace), self.settings, extractor(), embed=fast)
            report = sync_apart(errand, step, cancelled) or here(None)
        if not fast and most is None:
            embed_pending(
                self.store, self.workspace, self.settings, self.embedder,
                progress=step, cancelled=cancelled,
            )  # fmt: skip
        if not report.cancelled and not report.left:
            if not cancelled() and (fast or most is None):
                whole = report.changed and paths is None
                measure_strangers(self.store, self.embedder, anew=whole)
            self.agree(0)
        return report

    def look(self) -> None:
        """Count what differs between the index and the disk, without changing either."""
        known = self.store.manifest()
        seen = discover(self.workspace, self.settings)
        waiting = sum(_differs(known.get(file.path), file) for file in seen.found)
        self.agree(waiting)

    def agree(self, pending: int) -> None:
        """Say that the index agrees with the disk as it is now, but for so many files."""
        self.pending = pending + (0 if self._fast else self.store.pending_count())
        self.as_of = datetime.now(UTC).isoformat(timespec="seconds")

    def notices(self) -> tuple[str, ...]:
        """Sentences that the user must read: what was rebuilt, what cannot be written."""
        said = [self.trouble, _LEFT_OUT if self._is_left_out() else ""]
        return (*self.store.notices, *filter(None, said))

    def _is_left_out(self) -> bool:
        """Whether ignore rules hide the workspace; looked up once for a state of the manifest."""
        if self.pending:
            return False
        known, indexed = self._counts()
        if self._left_out is None or self._left_out[0] is not known:
            hidden = nearly_all_left_out(self.workspace, known, indexed[None])
            self._left_out = known, hidden
        return self._left_out[1]

    def _counts(self) -> tuple[Mapping[str, Entry], Counter[SkipReason | None]]:
        """The manifest and how many of its paths there are for each reason, None for indexed."""
        entries = self.store.manifest()
        if self._counted is None or self._counted[0] is not entries:
            self._counted = entries, Counter(entry.reason for entry in entries.values())
        return self._counted

    def index(self) -> Index:
        """How complete the index is."""
        reasons = self._counts()[1]
        return Index(
            files=reasons[None],
            pending=self.pending,
            skipped={str(why): reasons[why] for why in sorted(filter(None, reasons))},
            as_of=self.as_of,
            notice=" ".join(self.notices()),
        )

    def status(self) -> Status:
        """What is in the index and what is not."""
        counts = self.store.counts()
        notes = [f"{file.path}: {note}" for file in self.store.files() for note in file.notes]
        return Status(
            workspace=str(self.workspace),
            index=self.index(),
            symbols=counts.symbols,
            chunks=counts.chunks,
            languages=counts.languages,
            skipped_files=tuple(
                (shown(path), str(reason)) for path, reason in self.store.skipped()
            ),
            model=self.embedder.name,
            index_bytes=counts.index_bytes,
            head=head(self.workspace),
            notes=(*([f"changes: {self.watching}"] if self.watching else []), *notes),
        )

    def manifest(self) -> Mapping[str, Entry]:
        """Every path of the workspace as it was last seen."""
        return self.store.manifest()

    # ---------------------------------------------------------------- questions

    def filter(
        self,
        paths: Sequence[str] = (),
        languages: Sequence[str] = (),
        kinds: Sequence[str] = (),
        *,
        changed_only: bool = False,
    ) -> Filter:
        """A filter from the words of a user or an agent.

        Raises:
            UsageError: a word cannot be meant, or git does not know what has changed.
        """
        chosen = filters.build(self.workspace, paths, languages, kinds)
        return replace(chosen, only=changed(self.workspace)) if changed_only else chosen

    def search(self, query: str, *, limit: int, chosen: Filter) -> Answer:
        """The places that answer a question best."""
        return self._search(
            query, limit=limit, chosen=chosen, read=self.lines.span,
            neighbours=self._beside,
        )  # fmt: skip

    def _beside(self, rows: Sequence[ChunkRow]) -> tuple[Related, ...]:
        return tuple(
            Related(one.path, one.start_line, one.end_line, one.symbol, one.why)
            for one in self._graph.neighbours(rows)
        )

    def why_empty(self, chosen: Filter) -> str:
        """What to change in a search that found nothing."""
        if chosen == Filter():
            return "Try other words, or outline for what there is."
        if chosen.paths and not self.store.paths(Filter(paths=chosen.paths)):
            return self._missing(chosen.paths[0], self._catalog.files(chosen.paths[0]))
        if not self.store.paths(replace(chosen, kinds=())):
            return "No indexed file passes the filter; index_status says what is indexed."
        return "Leave out a filter, or try other words."

    def find(self, name: str, paths: Sequence[str] = ()) -> Lookup:
        """What a name stands for, among some files or all."""
        chosen = filters.build(self.workspace, paths)
        if not chosen.paths:
            return find(self._catalog, name)
        allowed = frozenset(self.store.paths(chosen))
        return find(self._catalog, name, allowed.__contains__)

    def sources(self, rows: Sequence[SymbolRow], *, shown_only: bool = True) -> tuple[Source, ...]:
        """Symbols with their lines; for an answer in text, the first ones with what is beside."""
        if not shown_only:
            return tuple(Source(row, self._text(row)) for row in rows)
        beside = len(rows) <= _MOST_NAMED
        return tuple(self._source(row, beside=beside) for row in rows[:_SHOWN])

    def _source(self, row: SymbolRow, *, beside: bool) -> Source:
        members: tuple[SymbolRow, ...] = ()
        if row.symbol.kind in _CONTAINERS:
            inside_file = self.store.symbol_rows(row.path)
            members = tuple(r for r in inside_file if r.symbol.parent == row.ordinal)
        if not beside or row.symbol.kind not in _CALLABLE:
            return Source(row, self._text(row), members)
        callers = self._graph.callers([row], 1).proved
        callees = self._graph.callees([row], 1).proved
        return Source(
            row, self._text(row), members,
            callers=tuple(dict.fromkeys(edge.symbol for edge in callers)),
            callees=tuple(dict.fromkeys(edge.symbol for edge in callees)),
        )  # fmt: skip

    def _text(self, row: SymbolRow) -> str | None:
        return self.lines.span(row.path, row.symbol.start_line, row.symbol.end_line)

    def line(self, path: str, line: int) -> str:
        """One line of an indexed file, "" where the file is not what was indexed."""
        return self.lines.span(path, line, line) or ""

    def callers(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callers:
        """Who calls these definitions."""
        return self._graph.callers(rows, depth)

    def affected(self) -> Affected:
        """What the edits of the work tree may have broken in files that were not edited.

        Raises:
            UsageError: git does not know what has changed.
        """
        return self._graph.affected(changed(self.workspace))

    def all_callers(self) -> Iterator[tuple[Lookup, Callers]]:
        """Who calls each function, method, constructor and class, by path and line."""
        for path in self.store.paths():
            for row in self.store.symbol_rows(path):
                if row.symbol.kind in _CALLABLE or self._graph.holds_function(row):
                    query = f"{row.path}:{row.symbol.qualified_name}"
                    yield Lookup(query, (row,)), self._graph.callers([row], 1)

    def callees(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callees:
        """What these definitions call."""
        return self._graph.callees(rows, depth)

    def references(self, rows: Sequence[SymbolRow]) -> References:
        """Every use of these definitions."""
        return self._graph.references(rows)

    def outline(self, path: str) -> FileOutline | FolderOutline:
        """The symbols of a file, or the files below a folder, or of a glob, with theirs.

        A line behind the name of a file (``a.py:7``) and an ``@`` before it are left out.

        Raises:
            UsageError: nothing of that name is indexed; the message says why or what is near.
        """
        place = inside(self.workspace, path)
        row = self.store.file(place) if place else None
        if row is not None:
            return self._outline(row)
        below = self._catalog.below(place)
        if not below and place:
            plain = _PLACE.sub("", path.strip()).removeprefix("@")
            named = self._catalog.files(plain)
            if len(named) == 1:
                return self.outline(named[0])
            below = self.store.paths(filters.build(self.workspace, [plain]))
            if not below:
                raise UsageError(self._missing(place, named))
        return FolderOutline(place, tuple(map(self._outline, self.store.files(below))))

    def outlines(self) -> Iterator[FileOutline]:
        """Every indexed file with all its symbols."""
        return map(self._outline, self.store.files())

    def _outline(self, row: FileRow) -> FileOutline:
        def read(path: str) -> tuple[SymbolRow, ...]:
            return tuple(self.store.symbol_rows(path)) if row.symbols else ()

        return FileOutline(row.path, row.language, row.lines, read)

    def _missing(self, place: str, named: Sequence[str]) -> str:
        if named:
            return f"{place} is not in the workspace; did you mean {' or '.join(named[:3])}?"
        entry = self.store.entry(place)
        if entry is not None and entry.reason is not None:
            advice = "" if entry.reason == SkipReason.SECRET else "; read it as a file"
            return f"{place} is not indexed ({entry.reason}){advice}."
        if self.find(place).rows:
            return f"{place} is a symbol, which get_symbol shows; give a file or a folder."
        paths = self._catalog.paths()
        alike = [known for known in paths if place.casefold() in known.casefold()]
        if alike:
            return f"{place} is not in the index; did you mean {' or '.join(alike[:3])}?"
        folders = Counter(known.split("/", 1)[0] for known in paths)
        there = ", ".join(name for name, _ in folders.most_common(8))
        return f"{place} is not in the index; at the top there are: {there or 'no files'}."


def _differs(entry: Entry | None, file: Found) -> bool:
    """Whether a file waits to be read; one that was read while it was fresh does not."""
    if entry is None:
        return True
    return entry.stat not in (file.stat, replace(file.stat, mtime_ns=-1))
