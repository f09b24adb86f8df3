"""Callers, callees and uses of symbols of the index, resolved when they are asked for."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from codeseam_indexer.facts import line_of
from codeseam_indexer.records import ChunkRow, Symbol, SymbolRow
from codeseam_indexer.resolve import (
    CALLS,
    Found,
    Graph,
    Modules,
    Target,
    Unit,
    Use,
    Variable,
    find_imports,
    find_uses,
    find_variable_uses,
    lost_imports,
    variable_at,
)
from codeseam_indexer.store import Store
from codeseam_server.symbols import edges
from codeseam_server.symbols.certificate import missing_from
from codeseam_server.symbols.edges import (
    MODULE,
    Affected,
    Callees,
    Callers,
    Edge,
    Neighbour,
    Place,
    References,
    Unresolved,
    UseKind,
)
from codeseam_server.symbols.ordering import in_order, nearest
from codeseam_server.symbols.source import (
    KEPT_BYTES,
    Files,
    Kept,
    StoreFacts,
    Text,
    without_collector,
)

MAX_DEPTH = 12
MAX_REACHED = 2_000
"""Symbols that a transitive answer goes through at most."""

_USES = frozenset({"call", "new", "implicit", "decorator", "inherit", "type", "read", "write"})
_KINDS: dict[str, UseKind] = {
    "call": "call",
    "new": "call",
    "implicit": "call",
    "decorator": "decorator",
    "inherit": "inherit",
    "type": "type",
    "write": "write",
    "import": "import",
}
_REMEMBERED = 20_000
"""Places in the answers kept for one state of the index: agents ask again for a symbol."""

_BESIDE = 8
_LOOKED_AT = 3
_COMMON = 400
"""A name in more files than this is no news beside an answer, and takes long to look up."""


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
        self._facts: Kept = {}
        self._units: dict[str, Unit] = {}
        self._generation = -1
        self._graph: Graph | None = None
        self._known: dict[tuple[tuple[tuple[str, int], ...], int], Callers] = {}
        self._places = 0

    def rest(self) -> None:
        """Forget what is read again when somebody asks."""
        self._graph = None
        self._facts.clear()
        self._units.clear()
        self._forget()

    def _forget(self) -> None:
        """Forget the answers."""
        self._known.clear()
        self._places = 0

    # ---- questions

    @without_collector()
    def callers(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callers:
        """Who calls these definitions; through others too where ``depth`` is above 1."""
        graph = self._fresh()
        key = (tuple((row.path, row.ordinal) for row in rows), depth)
        if key not in self._known:
            found = self._callers(graph, rows, depth)
            places = len(found.textual) + len(found.unknown) + len(found.proved)
            if self._places + places > _REMEMBERED:
                self._forget()
            self._places += places
            self._known[key] = found
            self._trim(graph)
        return self._known[key]

    def _callers(self, graph: Graph, rows: Sequence[SymbolRow], depth: int) -> Callers:
        targets = list(self._targets(graph, rows))
        found = find_uses(graph, targets, CALLS)
        near = frozenset(row.path for row in rows)
        proved = in_order(self._edges(graph, found.proved), near)
        possible = in_order(self._edges(graph, found.possible), near)
        further, entries = (), ()
        if depth > 1:
            further, entries = self._beyond(graph, targets, proved, min(depth, MAX_DEPTH))
        missing = tuple(missing_from(found, rows, len(targets), self._files.unseen))
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
        unit = self._fresh().unit(row.path)
        scope = unit.by_symbol.get(row.ordinal, -1) if unit is not None else -1
        return unit is not None and scope >= 0 and unit.facts.scopes[scope].kind == "function"

    @without_collector()
    def callees(self, rows: Sequence[SymbolRow], depth: int = 1) -> Callees:
        """What these definitions call; what that calls too where ``depth`` is above 1."""
        graph = self._fresh()
        proved: list[Edge] = []
        possible: list[Edge] = []
        unresolved: list[Unresolved] = []
        level = [(t, ()) for t in self._targets(graph, rows)]
        seen = {target for target, _ in level}
        for distance in range(1, min(depth, MAX_DEPTH) + 1):
            following: list[tuple[Target, tuple[str, ...]]] = []
            for target, via in level:
                step = self._called(graph, target, distance, via)
                proved += step[0]
                possible += step[1]
                unresolved += step[2] if distance == 1 else []
                name = _name(self._symbol(graph, target)[0])
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

    @without_collector()
    def references(self, rows: Sequence[SymbolRow]) -> References:
        """Every use of these definitions, with its kind."""
        graph = self._fresh()
        targets = list(self._targets(graph, rows))
        variables = list(self._variables(graph, rows))
        found = find_uses(graph, targets, _USES)
        uses = [self._use(graph, use) for use in (*found.proved, *found.possible)]
        uses += [self._use(graph, use, "import") for use in find_imports(graph, targets)]
        textual = list(_places(found))
        for variable in variables:
            known = find_variable_uses(graph, variable)
            uses += [self._use(graph, use) for use in known.found]
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

    @without_collector()
    def affected(self, paths: Collection[str]) -> Affected:
        """What edits of some files may have broken outside them.

        That is who calls what the files define, and what other files import of them although they
        do not define it any more.
        """
        graph = self._fresh()
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
                    edge = self._edge(graph, use, via=(row.symbol.qualified_name,))
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
        graph = self._fresh()
        found: dict[tuple[str, int], Neighbour] = {}
        shown = {(c.path, c.start_line) for c in chunks}
        for chunk in chunks[:_LOOKED_AT]:
            for target, name in self._called_in(graph, chunk):
                symbol, _ = self._symbol(graph, target)
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

    def _fresh(self) -> Graph:
        generation = self._store.generation()
        if self._graph is None or generation != self._generation:
            written = self._files.refresh()
            source = self._source()
            self._graph = Graph(source, self._units, self._modules(source, written))
            self._generation = generation
            self._forget()
        return self._graph

    def _trim(self, graph: Graph) -> None:
        """Forget what questions have unpacked once it is much; more of it comes from disk soon."""
        if graph.weight > KEPT_BYTES:
            self._facts.clear()
            self._units.clear()
            self._graph = Graph(self._source(), self._units, graph.modules)

    def _source(self) -> StoreFacts:
        return StoreFacts(self._store, self._files, self._text, self._facts)

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

    def _symbol(self, graph: Graph, target: Target) -> tuple[Symbol | None, Target]:
        """The symbol around a scope, and the scope that it opens."""
        unit = graph.unit(target.path)
        scope = target.scope
        while unit is not None and scope >= 0:
            here = unit.facts.scopes[scope]
            if here.symbol >= 0:
                symbols = graph.source.symbols(target.path)
                if here.symbol < len(symbols):
                    return symbols[here.symbol], Target(target.path, scope)
            scope = here.parent
        return None, Target(target.path, 0)

    # ---- edges

    def _edges(self, graph: Graph, uses: Iterable[Use]) -> list[Edge]:
        found: dict[tuple[str, str, int], Edge] = {}
        for use in uses:
            edge = self._edge(graph, use)
            found.setdefault((edge.path, edge.symbol, edge.line), edge)
        return list(found.values())

    def _edge(self, graph: Graph, use: Use, depth: int = 1, via: tuple[str, ...] = ()) -> Edge:
        symbol, _ = self._symbol(graph, Target(use.path, use.scope))
        return Edge(
            symbol=_name(symbol),
            path=use.path,
            line=use.line,
            start_line=use.line if symbol is None else symbol.start_line,
            end_line=use.line if symbol is None else symbol.end_line,
            reason=use.why,
            site=Place(use.path, use.line),
            depth=depth,
            via=via,
            test=use.path in self._files.tests,
        )

    def _use(self, graph: Graph, use: Use, kind: UseKind | None = None) -> edges.Use:
        symbol, _ = self._symbol(graph, Target(use.path, use.scope))
        known = kind if kind is not None else _KINDS.get(use.kind, "read")
        return edges.Use(use.path, use.line, known, _name(symbol))

    def _beyond(
        self, graph: Graph, targets: Sequence[Target], first: Sequence[Edge], depth: int
    ) -> tuple[tuple[Edge, ...], tuple[str, ...]]:
        """The callers of the callers, and those that nothing in the workspace calls.

        Breadth first, so that the way shown is the shortest.
        """
        seen = set(targets)
        level = [(t, ()) for t in targets]
        found: list[Edge] = []
        entries: dict[str, None] = {}
        for distance in range(1, depth + 1):
            following: list[tuple[Target, tuple[str, ...]]] = []
            for target, via in level:
                uses = find_uses(graph, [target], CALLS, textual=False).proved
                name = _name(self._symbol(graph, target)[0])
                if not uses and distance > 1:
                    entries[f"{name} ({target.path})"] = None
                for use in uses:
                    symbol, caller = self._symbol(graph, Target(use.path, use.scope))
                    way = via if distance == 1 else (*via, name)
                    if distance > 1:
                        found.append(self._edge(graph, use, distance, way))
                    if symbol is None:
                        entries[f"{MODULE} ({use.path})"] = None
                    elif caller not in seen and len(seen) < MAX_REACHED:
                        seen.add(caller)
                        following.append((caller, way))
            level = following
        known = {(e.path, e.symbol, e.line) for e in first}
        beyond = [e for e in nearest(found) if (e.path, e.symbol, e.line) not in known]
        return tuple(beyond), tuple(entries)

    def _called(
        self, graph: Graph, target: Target, depth: int, via: tuple[str, ...]
    ) -> tuple[list[Edge], list[Edge], list[Unresolved], list[Target]]:
        unit = graph.unit(target.path)
        proved: list[Edge] = []
        possible: list[Edge] = []
        unresolved: list[Unresolved] = []
        reached: list[Target] = []
        for ref in unit.refs_within(target.scope) if unit is not None else ():
            if unit is None or ref.kind not in CALLS:
                continue
            hit = graph.hit(unit, ref)
            site = Place(target.path, line_of(ref.position))
            for callee, why in hit.proved:
                proved += self._callee(graph, callee, why, site, (depth, via))
                reached.append(callee)
            for callee, why in hit.possible:
                possible += self._callee(graph, callee, why, site, (depth, via))
            if not hit.proved and not hit.possible and ref.name:
                unresolved.append(Unresolved(ref.name, site.path, site.line))
        return proved, possible, unresolved, reached

    def _callee(
        self, graph: Graph, callee: Target, why: str, site: Place, way: tuple[int, tuple[str, ...]]
    ) -> Iterator[Edge]:
        symbol, opened = self._symbol(graph, callee)
        if symbol is not None and opened == callee:
            yield Edge(
                symbol=symbol.qualified_name,
                path=callee.path,
                line=symbol.name_line,
                start_line=symbol.start_line,
                end_line=symbol.end_line,
                reason=why,
                site=site,
                depth=way[0],
                via=way[1],
                test=callee.path in self._files.tests,
            )

    def _called_in(self, graph: Graph, chunk: ChunkRow) -> Iterator[tuple[Target, str]]:
        unit = graph.unit(chunk.path)
        if unit is None:
            return
        name = chunk.symbol.rpartition(".")[2] or chunk.path.rpartition("/")[2]
        for ref in unit.refs_between(chunk.start_line, chunk.end_line):
            if ref.kind in CALLS and len(graph.source.mentioning(ref.name)) <= _COMMON:
                for target, _ in graph.hit(unit, ref).proved:
                    yield target, name


def _name(symbol: Symbol | None) -> str:
    return MODULE if symbol is None else symbol.qualified_name


def _places(found: Found) -> tuple[Place, ...]:
    return tuple(Place(path, line) for path, line in found.unexplained)


def _unknown(found: Found) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(Place(use.path, use.line) for use in found.unresolved))
