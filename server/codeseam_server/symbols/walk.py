"""Walks of the call graph: uses and callees as edges, with the symbols at their other ends."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from codeseam_indexer.facts import line_of
from codeseam_indexer.records import ChunkRow, Symbol
from codeseam_indexer.resolve import CALLS, Graph, Target, Use, find_uses
from codeseam_server.symbols import edges
from codeseam_server.symbols.edges import MODULE, Edge, Place, Unresolved, UseKind
from codeseam_server.symbols.ordering import nearest

MAX_REACHED = 2_000
"""Symbols that a transitive answer goes through at most."""
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
_COMMON = 400
"""A name in more files than this is no news beside an answer, and takes long to look up."""


def name_of(symbol: Symbol | None) -> str:
    """The name that an edge shows of a symbol."""
    return MODULE if symbol is None else symbol.qualified_name


class Walk:
    """Walks through one state of a workspace.

    Args:
        graph: of that state.
        tests: the files that are tests.
    """

    def __init__(self, graph: Graph, tests: Collection[str]) -> None:
        self.graph = graph
        self._tests = tests

    def symbol(self, target: Target) -> tuple[Symbol | None, Target]:
        """The symbol around a scope, and the scope that it opens."""
        unit = self.graph.unit(target.path)
        scope = target.scope
        while unit is not None and scope >= 0:
            here = unit.facts.scopes[scope]
            if here.symbol >= 0:
                symbols = self.graph.source.symbols(target.path)
                if here.symbol < len(symbols):
                    return symbols[here.symbol], Target(target.path, scope)
            scope = here.parent
        return None, Target(target.path, 0)

    def edges_of(self, uses: Iterable[Use]) -> list[Edge]:
        """Uses as edges, each caller once a line."""
        found: dict[tuple[str, str, int], Edge] = {}
        for use in uses:
            edge = self.edge(use)
            found.setdefault((edge.path, edge.symbol, edge.line), edge)
        return list(found.values())

    def edge(self, use: Use, depth: int = 1, via: tuple[str, ...] = ()) -> Edge:
        """A use as an edge."""
        symbol, _ = self.symbol(Target(use.path, use.scope))
        return Edge(
            symbol=name_of(symbol),
            path=use.path,
            line=use.line,
            start_line=use.line if symbol is None else symbol.start_line,
            end_line=use.line if symbol is None else symbol.end_line,
            reason=use.why,
            site=Place(use.path, use.line),
            depth=depth,
            via=via,
            test=use.path in self._tests,
        )

    def use(self, use: Use, kind: UseKind | None = None) -> edges.Use:
        """A use as it is answered."""
        symbol, _ = self.symbol(Target(use.path, use.scope))
        known = kind if kind is not None else _KINDS.get(use.kind, "read")
        return edges.Use(use.path, use.line, known, name_of(symbol))

    def beyond(
        self, targets: Sequence[Target], first: Sequence[Edge], depth: int
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
                uses = find_uses(self.graph, [target], CALLS, textual=False).proved
                name = name_of(self.symbol(target)[0])
                if not uses and distance > 1:
                    entries[f"{name} ({target.path})"] = None
                for use in uses:
                    symbol, caller = self.symbol(Target(use.path, use.scope))
                    way = via if distance == 1 else (*via, name)
                    if distance > 1:
                        found.append(self.edge(use, distance, way))
                    if symbol is None:
                        entries[f"{MODULE} ({use.path})"] = None
                    elif caller not in seen and len(seen) < MAX_REACHED:
                        seen.add(caller)
                        following.append((caller, way))
            level = following
        known = {(e.path, e.symbol, e.line) for e in first}
        beyond = [e for e in nearest(found) if (e.path, e.symbol, e.line) not in known]
        return tuple(beyond), tuple(entries)

    def called(
        self, target: Target, depth: int, via: tuple[str, ...]
    ) -> tuple[list[Edge], list[Edge], list[Unresolved], list[Target]]:
        """What a definition calls: proved, possible, unresolved, and the definitions reached."""
        unit = self.graph.unit(target.path)
        proved: list[Edge] = []
        possible: list[Edge] = []
        unresolved: list[Unresolved] = []
        reached: list[Target] = []
        for ref in unit.refs_within(target.scope) if unit is not None else ():
            if unit is None or ref.kind not in CALLS:
                continue
            hit = self.graph.hit(unit, ref)
            site = Place(target.path, line_of(ref.position))
            for callee, why in hit.proved:
                proved += self._callee(callee, why, site, (depth, via))
                reached.append(callee)
            for callee, why in hit.possible:
                possible += self._callee(callee, why, site, (depth, via))
            if not hit.proved and not hit.possible and ref.name:
                unresolved.append(Unresolved(ref.name, site.path, site.line))
        return proved, possible, unresolved, reached

    def _callee(
        self, callee: Target, why: str, site: Place, way: tuple[int, tuple[str, ...]]
    ) -> Iterator[Edge]:
        symbol, opened = self.symbol(callee)
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
                test=callee.path in self._tests,
            )

    def called_in(self, chunk: ChunkRow) -> Iterator[tuple[Target, str]]:
        """What the lines of a chunk call, with the name of the chunk."""
        unit = self.graph.unit(chunk.path)
        if unit is None:
            return
        name = chunk.symbol.rpartition(".")[2] or chunk.path.rpartition("/")[2]
        for ref in unit.refs_between(chunk.start_line, chunk.end_line):
            if ref.kind in CALLS and len(self.graph.source.mentioning(ref.name)) <= _COMMON:
                for target, _ in self.graph.hit(unit, ref).proved:
                    yield target, name
