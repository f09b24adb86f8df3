"""The records in which the call graph answers: frozen, flat, ready for JSON and for text."""

from dataclasses import dataclass
from typing import Literal

from codeseam_indexer.records import SymbolRow

UseKind = Literal["call", "import", "inherit", "type", "write", "read", "decorator"]

MODULE = "<module>"
"""The symbol of code outside any definition."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Edge:
    """One call, seen from the asked symbol.

    Attributes:
        symbol: qualified name of the other end: who calls (callers), what is called (callees).
        path: the file of the call (callers) or of the definition (callees).
        line: the line of the call (callers) or of the name of the definition (callees).
        start_line: first line of the other end's own span; the line itself for ``<module>``.
        end_line: its last line.
        reason: for a proved edge the evidence ("import", "receiver type", "same class", …), for a
            possible one why it is not proved.
        depth: 1 for a direct edge, 2 through one other symbol, …
        via: qualified names on the shortest way from the asked symbol, empty for a direct edge.
        site: the place of the call itself (callees: inside the asked symbol or those on the way).
        test: whether the other end is test code.
    """

    symbol: str
    path: str
    line: int
    start_line: int
    end_line: int
    reason: str
    site: Place
    depth: int = 1
    via: tuple[str, ...] = ()
    test: bool = False


@dataclass(frozen=True, slots=True)
class Callers:
    """Who calls some symbols (all the definitions that a query names).

    Attributes:
        target: the definitions asked for.
        proved: calls that surely mean them, as far as types are declared.
        possible: calls that may mean them, each with the reason why that is not proved.
        textual: lines where the name occurs and the graph does not explain it.
        complete: every occurrence of the name is accounted for, so ``proved`` is all there is.
        searched: how many files mention the name.
        missing: sentences that say why it is not complete, empty where it is.
        unknown: uses of the name on receivers of which nothing is known.
        entries: where the ways begin that lead here: callers of callers that nothing calls, of
            those within the depth that was asked for; empty where that is 1.
    """

    target: tuple[SymbolRow, ...]
    proved: tuple[Edge, ...]
    possible: tuple[Edge, ...]
    textual: tuple[Place, ...]
    complete: bool
    searched: int
    missing: tuple[str, ...] = ()
    unknown: tuple[Place, ...] = ()
    entries: tuple[str, ...] = ()

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that reach the symbols, within the depth that was asked for."""
        return tuple(dict.fromkeys(e.symbol for e in self.proved if e.test and e.symbol != MODULE))


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A call whose callee is outside the workspace or unknown."""

    name: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Affected:
    """What the edits of some files may have broken in others.

    Attributes:
        changed: the files that were edited.
        symbols: what they define and other files call.
        callers: those calls, each with the symbol it is of as ``via``.
        lost: imports of names that the files do not define.
    """

    changed: tuple[str, ...]
    symbols: tuple[SymbolRow, ...]
    callers: tuple[Edge, ...]
    lost: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class Callees:
    """What some symbols call."""

    source: tuple[SymbolRow, ...]
    proved: tuple[Edge, ...]
    possible: tuple[Edge, ...]
    unresolved: tuple[Unresolved, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a symbol: its place, its kind and the qualified name of the symbol around it."""

    path: str
    line: int
    kind: UseKind
    symbol: str


@dataclass(frozen=True, slots=True)
class References:
    """All uses of some symbols; ``unknown`` and the rest as in ``Callers``."""

    target: tuple[SymbolRow, ...]
    uses: tuple[Use, ...]
    textual: tuple[Place, ...]
    complete: bool
    missing: tuple[str, ...] = ()
    unknown: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A symbol beside a chunk in the graph, and how: "called by send"."""

    path: str
    start_line: int
    end_line: int
    symbol: str
    why: str
