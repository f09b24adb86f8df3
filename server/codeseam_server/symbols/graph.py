"""Callers, callees and uses of symbols of the index, resolved when they are asked for."""

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager

from codeseam_indexer.records import ChunkRow, SymbolRow
from codeseam_indexer.resolve import (
    CALLS,
    Found,
    Graph,
    Modules,
    Target,
    Variable,
    find_imports,
    find_uses,
    find_variable_uses,
    lost_imports,
    variable_at,
)
from codeseam_indexer.store import Store
from codeseam_server.symbols.certificate import missing_from, unwritten_calls
from codeseam_server.symbols.edges import (
    Affected,
    Callees,
    Callers,
    Edge,
    Neighbour,
    Place,
    References,
    Unresolved,
)
from codeseam_server.symbols.kept import Kept
from codeseam_server.symbols.ordering import in_order, nearest
from codeseam_server.symbols.source import (
    KEPT_BYTES,
    Files,
    StoreFacts,
    Text,
    without_collector,
)
from codeseam_server.symbols.walk import MAX_REACHED, Walk, name_of

MAX_DEPTH = 12

_USES = frozenset({"call", "new", "implicit", "decorator", "inherit", "type", "read", "write"})
_REMEMBERED = 20_000
"""Places in the answers kept for one state of the index: agents ask again for a symbol."""

_BESIDE = 8
_LOOKED_AT = 3


class SymbolGraph:
    """The call graph of one workspace; nothing of it is stored, so nothing can be stale.

    Args:
        store: the index.
        text: gives the text of a file, None where it has not the hash that was indexed.
    """

    def __init__(self, store: Store, text: Text) -> None:
        self._store = store
        self._text = text
        self._files = Files(store)
        self._kept = Kept()
        self._generation = -1
        self._graph: Graph | None = None
        self._known: dict[tuple[tuple[tuple[str, int], ...], int], Callers] = {}
        self._places = 0

    def rest(self) -> None:
        """Forget what is read again when somebody asks."""
        self._drop()
        self._kept = Kept()
        self._forget()

    def _forget(self) -> None:
        """Forget the answers."""
        self._known.clear()
        self._places = 0

    # ---- questions

    def callers(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callers:
        """Who calls these definitions; through others too where ``depth`` is above 1."""
        with self._asked() as walk:
            key = (tuple((row.path, row.ordinal) for row in rows), depth)
            if key not in self._known:
                found = self._callers(walk, rows, depth)
                places = len(found.textual) + len(found.unknown) + len(found.proved)
                if self._places + places > _REMEMBERED:
                    self._forget()
                self._places += places
                self._known[key] = found
            return self._known[key]

    def _callers(self, walk: Walk, rows: Sequence[SymbolRow], depth: int) -> Callers:
        graph = walk.graph
        targets = list(self._targets(graph, rows))
        found = find_uses(graph, targets, CALLS)
        near = frozenset(row.path for row in rows)
        proved = in_order(walk.edges_of(found.proved), near)
        possible = in_order(walk.edges_of(found.possible), near)
        further, entries = (), ()
        if depth > 1:
            further, entries = walk.beyond(targets, proved, min(depth, MAX_DEPTH))
        missing = (
            *missing_from(found, rows, len(targets), self._files.unseen),
            *unwritten_calls(rows, walk.graph.source.text),
        )
        return Callers(
            target=tuple(rows),
            proved=(*proved, *in_order(further, near)),
            possible=tuple(possible),
            textual=_places(found),
            complete=not missing,
            searched=found.files,
            missing=missing,
            unknown=_unknown(found),
            entries=entries,
        )

    def holds_function(self, row: SymbolRow) -> bool:
        """Whether a definition is a function, whatever its kind: a property of a function type."""
        with self._asked() as walk:
            unit = walk.graph.unit(row.path)
        scope = unit.by_symbol.get(row.ordinal, -1) if unit is not None else -1
        return unit is not None and scope >= 0 and unit.facts.scopes[scope].kind == "function"

    def callees(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callees:
        """What these definitions call; what that calls too where ``depth`` is above 1."""
        with self._asked() as walk:
            return self._callees(walk, rows, depth)

    def _callees(self, walk: Walk, rows: Sequence[SymbolRow], depth: int) -> Callees:
        graph = walk.graph
        proved: list[Edge] = []
        possible: list[Edge] = []
        unresolved: list[Unresolved] = []
        level = [(t, ()) for t in self._targets(graph, rows)]
        seen = {target for target, _ in level}
        for distance in range(1, min(depth, MAX_DEPTH) + 1):
            following: list[tuple[Target, tuple[str, ...]]] = []
            for target, via in level:
                step = walk.called(target, distance, via)
                proved += step[0]
                possible += step[1]
                unresolved += step[2] if distance == 1 else []
                name = name_of(walk.symbol(target)[0])
                for callee in step[3]:
                    if callee not in seen and len(seen) < MAX_REACHED:
                        seen.add(callee)
                        following.append((callee, (*via, name) if distance > 1 else (name,)))
            level = following
        return Callees(
            tuple(rows),
            tuple(nearest(proved)),
            tuple(nearest(possible)),
            tuple(dict.fromkeys(unresolved)),
        )

    def references(self, rows: Sequence[SymbolRow]) -> References:
        """Every use of these definitions, with its kind."""
        with self._asked() as walk:
            return self._references(walk, rows)

    def _references(self, walk: Walk, rows: Sequence[SymbolRow]) -> References:
        graph = walk.graph
        targets = list(self._targets(graph, rows))
        variables = list(self._variables(graph, rows))
        found = find_uses(graph, targets, _USES)
        uses = [walk.use(use) for use in (*found.proved, *found.possible)]
        uses += [walk.use(use, "import") for use in find_imports(graph, targets)]
        textual = list(_places(found))
        for variable in variables:
            known = find_variable_uses(graph, variable)
            uses += [walk.use(use) for use in known.found]
            textual += [Place(path, line) for path, line in known.unexplained]
        covered = len(targets) + len(variables)
        missing = list(missing_from(found, rows, covered, self._files.unseen))
        if len(textual) > len(found.unexplained):
            missing.append(f"the name occurs on {len(textual)} lines that the graph cannot explain")
        uses.sort(key=lambda u: (u.path in self._files.tests, u.path, u.line, u.kind))
        return References(
            target=tuple(rows),
            uses=tuple(dict.fromkeys(uses)),
            textual=tuple(dict.fromkeys(textual)),
            complete=not missing,
            missing=tuple(missing),
            unknown=_unknown(found),
        )

    def affected(self, paths: Collection[str]) -> Affected:
        """What edits of some files may have broken outside them.

        That is who calls what the files define, and what other files import of them although they
        do not define it any more.
        """
        with self._asked() as walk:
            return self._affected(walk, paths)

    def _affected(self, walk: Walk, paths: Collection[str]) -> Affected:
        graph = walk.graph
        changed = frozenset(paths)
        callers: dict[tuple[str, str, int], Edge] = {}
        reached: list[SymbolRow] = []
        for path in sorted(changed):
            for row in self._store.symbol_rows(path):
                targets = list(self._targets(graph, [row]))
                found = find_uses(graph, targets, CALLS, textual=False) if targets else None
                outside = [u for u in found.proved if u.path not in changed] if found else []
                reached += [row] if outside else []
                for use in outside:
                    edge = walk.edge(use, via=(row.symbol.qualified_name,))
                    callers.setdefault((edge.path, edge.symbol, edge.line), edge)
        lost = [
            Unresolved(name, path, line)
            for path, line, name in lost_imports(graph, changed)
        ]  # fmt: skip
        return Affected(
            tuple(sorted(changed)), tuple(reached),
            tuple(in_order(callers.values(), changed)), tuple(lost),
        )  # fmt: skip

    def neighbours(self, chunks: Sequence[ChunkRow]) -> tuple[Neighbour, ...]:
        """What the first chunks of an answer call, nearest first; quick, so callees only."""
        with self._asked() as walk:
            return self._neighbours(walk, chunks)

    def _neighbours(self, walk: Walk, chunks: Sequence[ChunkRow]) -> tuple[Neighbour, ...]:
        found: dict[tuple[str, int], Neighbour] = {}
        shown = {(c.path, c.start_line) for c in chunks}
        for chunk in chunks[:_LOOKED_AT]:
            for target, name in walk.called_in(chunk):
                symbol, _ = walk.symbol(target)
                if symbol is None or (target.path, symbol.start_line) in shown:
                    continue
                inside = target.path == chunk.path and (
                    chunk.start_line <= symbol.name_line <= chunk.end_line
                )
                if not inside:
                    found.setdefault(
                        (target.path, symbol.start_line),
                        Neighbour(
                            target.path, symbol.start_line, symbol.end_line,
                            symbol.qualified_name, f"called by {name}",
                        ),
                    )  # fmt: skip
                if len(found) >= _BESIDE:
                    return tuple(found.values())
        return tuple(found.values())

    # ---- one state of the index

    @contextmanager
    def _asked(self) -> Generator[Walk, None, None]:
        """The graph of the state at hand for one question; after it only so much is kept."""
        with without_collector():
            graph = self._fresh()
            yield Walk(graph, self._files.tests)
            self._trim(graph)

    def _fresh(self) -> Graph:
        generation = self._store.generation()
        if self._graph is None or generation != self._generation:
            written = self._files.refresh()
            source = StoreFacts(self._store, self._files, self._text, self._kept)
            modules = self._modules(source, written)
            self._drop()
            self._graph = Graph(source, self._kept.units, modules)
            self._generation = generation
            self._forget()
        return self._graph

    def _drop(self) -> None:
        """Take leave of a state: it holds cycles, which would stay until somebody collects them."""
        if self._graph is not None:
            self._graph.forget()
        self._graph = None

    def _trim(self, graph: Graph) -> None:
        """Forget the files that questions have not used for longest, once they take much."""
        if self._kept.due:
            graph.let_go(self._kept.let_go(KEPT_BYTES))

    def _modules(self, source: StoreFacts, written: Collection[str]) -> Modules:
        """The modules of the files; an edit of one that says nothing of them leaves them."""
        paths = self._files.languages.keys()
        known = self._graph.modules if self._graph is not None else None
        if known is not None and known.paths == paths and known.read.isdisjoint(written):
            return known
        return Modules(paths, source.text)

    def _targets(self, graph: Graph, rows: Iterable[SymbolRow]) -> Iterator[Target]:
        for row in rows:
            unit = graph.unit(row.path)
            scope = unit.by_symbol.get(row.ordinal) if unit is not None else None
            if scope is not None:
                yield Target(row.path, scope)

    def _variables(self, graph: Graph, rows: Iterable[SymbolRow]) -> Iterator[Variable]:
        for row in rows:
            unit = graph.unit(row.path)
            if unit is not None and row.ordinal not in unit.by_symbol:
                found = variable_at(graph, row.path, row.symbol.name_line, row.symbol.name)
                if found is not None:
                    yield found


def _places(found: Found) -> tuple[Place, ...]:
    return tuple(Place(path, line) for path, line in found.unexplained)


def _unknown(found: Found) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(Place(use.path, use.line) for use in found.unresolved))
