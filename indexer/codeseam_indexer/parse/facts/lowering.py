"""The workbench on which a syntax tree is lowered to facts, the same for all languages.

One query finds the nodes that matter (so that the walk over the tree stays in C); each of them goes
to the handler of its language's table, in document order, with the scopes around it on a stack.
Expressions are converted only where a handler asks for one. While the tree is read a position is
the offset of a byte; lines and columns are made of all of them at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from tree_sitter import Node

from codeseam_indexer.facts import (
    Binding,
    BindingKind,
    Expando,
    Expr,
    Facts,
    Ref,
    RefKind,
    Scope,
    ScopeKind,
    line_of,
)

MAX_DEPTH = 48
"""Expressions nested deeper than this (generated code) are unknown: the stack is Python's."""

MAX_AGAIN = 6
"""Macros inside macros that are read again."""

MAX_ARGUMENTS = 32
UNKNOWN = 0


@dataclass(frozen=True, slots=True)
class Table:
    """How a language's node types become facts.

    Attributes:
        statements: what to do with nodes that open a scope, bind or refer, by node type.
        expressions: how a node becomes an expression, by node type; others are unknown.
        types: the same where a type is meant; falls back to ``expressions``.
        patterns: further queries of one capture ``@n`` each, with what to do with its nodes.
        terminals: the field that holds the last name of a compound callee, by node type.
    """

    statements: Mapping[str, "Handler"]
    expressions: Mapping[str, "Converter"]
    types: Mapping[str, "Converter"] = field(default_factory=dict[str, "Converter"])
    patterns: tuple[tuple[str, "Handler"], ...] = ()
    terminals: Mapping[str, str] = field(default_factory=dict[str, str])
    comments: tuple[str, ...] = ("comment",)


_tuple: Any = tuple
_expr: Callable[[tuple[object, ...]], Expr] = partial(_tuple.__new__, Expr)
_binding: Callable[[tuple[object, ...]], Binding] = partial(_tuple.__new__, Binding)
_ref: Callable[[tuple[object, ...]], Ref] = partial(_tuple.__new__, Ref)
"""Make a record of a tuple: a third of what the constructor of a named tuple takes."""

_Placed = TypeVar("_Placed", Binding, Ref, Expando)


class Lowering:
    """Collects the facts of one file while its nodes pass by in document order."""

    def __init__(self, table: Table, data: bytes, symbols: Mapping[int, int], path: str) -> None:
        self.table = table
        self._read(data)
        self.symbols = symbols
        self.path = path
        self.package = ""
        self.exprs: list[Expr] = [Expr("unknown", "", ())]
        self.bindings: list[Binding] = []
        self.refs: list[Ref] = []
        self.expandos: list[Expando] = []
        self.kinds: list[ScopeKind] = []
        self.parents: list[int] = []
        self.heads: list[tuple[str, int, int, int, int]] = []
        self.owners: list[int] = []
        self.bases: list[list[int]] = []
        self.returns: list[int] = []
        self.values: list[list[int]] = []
        self.flags: list[list[str]] = []
        self.self_names: dict[int, str] = {}
        self.outer_names: dict[tuple[int, str], int] = {}
        self.stack: list[tuple[int, int]] = []
        self.reparse: Callable[[Node, bool], None] = _not_again
        self._interned: dict[tuple[str, str, tuple[int, ...]], int] = {self.exprs[0]: 0}
        self._converted: dict[int, int] = {}
        self._converted_types: dict[int, int] = {}
        self._reserved: dict[int, int] = {}
        self._depth = 0
        self._nested = 0

    def enter(self, table: Table, data: bytes) -> None:
        """Go on with another tree of the file."""
        self.table = table
        if data is not self.data:
            self._read(data)
        self.stack[:] = [(0, len(data) + 1)]

    def end(self) -> None:
        """Let go of what reads again, which holds this: a cycle would outlive its file for long."""
        self.reparse = _not_again

    # ---- reading nodes

    def _read(self, data: bytes) -> None:
        self.data = data
        self._text = data.decode("ascii") if data.isascii() else None

    def text(self, node: Node | None) -> str:
        """The source text of a node, "" for none."""
        if node is None:
            return ""
        if self._text is not None:
            return self._text[node.start_byte : node.end_byte]
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def at(self, node: Node) -> int:
        """Where a node begins."""
        return node.start_byte

    # ---- expressions

    def make(self, op: str, text: str = "", *parts: int) -> int:
        """The index of an expression, made when it is new."""
        expr = (op, text, parts)
        known = self._interned.get(expr)
        if known is None:
            known = self._interned[expr] = len(self.exprs)
            self.exprs.append(_expr(expr))
        return known

    def name(self, text: str) -> int:
        """The expression of a plain name."""
        return self.make("name", text) if text else UNKNOWN

    def get(self, target: int, name: str) -> int:
        """The expression of a member."""
        return self.make("get", name, target)

    def dotted(self, text: str, separator: str = ".") -> int:
        """The expression of a path of names."""
        parts = [p for p in text.split(separator) if p]
        expr = self.name(parts[0]) if parts else UNKNOWN
        for part in parts[1:]:
            expr = self.get(expr, part)
        return expr

    def expr(self, node: Node | None) -> int:
        """The expression of a node, ``UNKNOWN`` where the table does not know its type."""
        if node is None:
            return UNKNOWN
        convert = self.table.expressions.get(node.type)
        if convert is named and self._depth <= MAX_DEPTH:  # to remember it would cost more
            return self.name(self.text(node))
        return UNKNOWN if convert is None else self._convert(node, convert, self._converted)

    def type(self, node: Node | None) -> int:
        """The expression of a node that stands for a type."""
        if node is None:
            return UNKNOWN
        kind = node.type
        convert = self.table.types.get(kind) or self.table.expressions.get(kind)
        return UNKNOWN if convert is None else self._convert(node, convert, self._converted_types)

    def _convert(self, node: Node, convert: "Converter", converted: dict[int, int]) -> int:
        if self._depth > MAX_DEPTH:
            return UNKNOWN
        key = node.id
        known = converted.get(key)
        if known is None:
            self._depth += 1
            known = converted[key] = convert(self, node)
            self._depth -= 1
        return known

    def union(self, parts: list[int]) -> int:
        """Any of several expressions."""
        known = [p for p in dict.fromkeys(parts) if p]
        if not known:
            return UNKNOWN
        return known[0] if len(known) == 1 else self.make("union", "", *known)

    # ---- scopes

    @property
    def scope(self) -> int:
        """The innermost scope at the node in hand."""
        return self.stack[-1][0]

    def around(self, *kinds: ScopeKind, scope: int | None = None) -> int:
        """The innermost scope of one of these kinds, the file where there is none."""
        at = self.scope if scope is None else scope
        while at > 0 and self.kinds[at] not in kinds:
            at = self.parents[at]
        return max(at, 0)

    def reserve(self, node: Node) -> int:
        """The index of the scope that a node opens, which may be asked before it is opened."""
        known = self._reserved.get(node.id)
        if known is None:
            known = self._reserved[node.id] = len(self.kinds)
            self.kinds.append("block")
            self.parents.append(0)
            self.heads.append(("", -1, 0, 0, 0))
            self.owners.append(-1)
            self.bases.append([])
            self.returns.append(-1)
            self.values.append([])
            self.flags.append([])
        return known

    def open(self, node: Node, kind: ScopeKind, name: Node | None = None, *, text: str = "") -> int:
        """Open the scope of a node: what comes before the node's end falls into it."""
        index = self.reserve(node)
        named = name if name is not None else node
        self.kinds[index] = kind
        self.parents[index] = self.stack[-1][0] if self.stack else -1
        end, at = node.end_byte, named.start_byte
        self.heads[index] = (
            text or self.text(name),
            self.symbols.get(at, -1) if name is not None else -1,
            node.start_byte,
            end,
            at,
        )
        self.stack.append((index, end))
        return index

    def flag(self, scope: int, *flags: str) -> None:
        """Say something of a scope that the language's rules read."""
        said = self.flags[scope]
        for flag in flags:
            if flag not in said:
                said.append(flag)

    # ---- bindings and references

    def bind(  # noqa: PLR0913 - the fields of a record
        self,
        name: str,
        kind: BindingKind,
        at: Node,
        *,
        type: int = -1,
        value: int = -1,
        scope: int | None = None,
        home: int | None = None,
        end: bool = False,
    ) -> None:
        """Bind a name in a scope (the innermost one), from ``at`` on or from its end on."""
        if name:
            here = self.stack[-1][0]
            row = (
                here if scope is None else scope,
                name,
                kind,
                at.end_byte if end else at.start_byte,
                type,
                value,
                here if home is None else home,
            )
            self.bindings.append(_binding(row))

    def expando(self, target: int, name: str, value: int, at: Node) -> None:
        """Record ``target.name = value``."""
        if name:
            self.expandos.append(Expando(target, name, value, at.start_byte, self.scope))

    def ref(
        self, kind: RefKind, name: Node, expr: int, arguments: int = -1, text: str = ""
    ) -> None:
        """Record a use; ``name`` is the node of the name that is used."""
        row = kind, text or self.text(name), expr, self.stack[-1][0], name.start_byte, arguments
        self.refs.append(_ref(row))

    def terminal(self, node: Node) -> Node | None:
        """The node of the last name of a callee, None where it ends in no name."""
        for _ in range(MAX_DEPTH):
            how = self.table.terminals.get(node.type)
            if how is None:
                return None
            if not how:
                return node
            inner = node.child_by_field_name(how) if how[0] != "#" else _numbered(node, how)
            if inner is None:
                return None
            node = inner
        return None

    def again(self, node: Node, *, inside: bool = False) -> None:
        """Read a node whose grammar gives only tokens as the code that it looks like.

        With ``inside`` without the brackets around it.
        """
        self._nested += 1
        if self._nested < MAX_AGAIN:
            self.reparse(node, inside)
        self._nested -= 1

    def facts(self, comments: Sequence[int], places: "Places") -> Facts:
        """What was collected; ``comments`` are flat pairs of offsets."""
        names, symbols, starts, ends, named = zip(*self.heads, strict=True)
        return Facts(
            tuple(self.exprs),
            tuple(
                map(
                    Scope,
                    self.kinds,
                    [-1, *self.parents[1:]],
                    names,
                    symbols,
                    places(starts),
                    places(ends),
                    self.owners,
                    map(tuple, self.bases),
                    self.returns,
                    [tuple(dict.fromkeys(values)) for values in self.values],
                    map(tuple, self.flags),
                    map(line_of, places(named)),
                )
            ),
            _placed(self.bindings, Binding, places),
            _placed(self.refs, Ref, places),
            _placed(self.expandos, Expando, places),
            tuple(places(comments)),
            self.package,
        )


Places = Callable[[Sequence[int]], list[int]]
"""Offsets of bytes -> positions."""


def _placed(records: Sequence[_Placed], kind: type[_Placed], places: Places) -> tuple[_Placed, ...]:
    """Records with their positions as lines and columns."""
    if not records:
        return ()
    columns: list[Any] = list(zip(*records, strict=True))
    at = kind._fields.index("position")
    columns[at] = places(columns[at])
    return tuple(map(partial(_tuple.__new__, kind), zip(*columns, strict=True)))


def _not_again(node: Node, inside: bool) -> None:
    """No grammar is at hand."""


def _numbered(node: Node, how: str) -> Node | None:
    children = node.named_children
    at = int(how[1:])
    return children[at] if -len(children) <= at < len(children) else None


def named(low: Lowering, node: Node) -> int:
    """An identifier."""
    return low.name(low.text(node))


Handler = Callable[[Lowering, Node], None]
Converter = Callable[[Lowering, Node], int]
