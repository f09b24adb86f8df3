"""The workbench on which a syntax tree is lowered to facts, the same for all languages.

One query finds the nodes that matter (so that the walk over the tree stays in C); each of them goes
to the handler of its language's table, in document order, with the scopes around it on a stack.
Expressions are converted only where a handler asks for one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from codeseam_indexer.facts import (
    COLUMN_BITS,
    LAST_COLUMN,
    Binding,
    BindingKind,
    Expando,
    Expr,
    Facts,
    Ref,
    RefKind,
    Scope,
    ScopeKind,
    position,
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


class Lowering:
    """Collects the facts of one file while its nodes pass by in document order."""

    def __init__(self, table: Table, data: bytes, symbols: Mapping[int, int], path: str) -> None:
        self.table = table
        self.data = data
        self.symbols = symbols
        self.path = path
        self.package = ""
        self.exprs: list[Expr] = [Expr("unknown", "", ())]
        self.bindings: list[Binding] = []
        self.refs: list[Ref] = []
        self.expandos: list[Expando] = []
        self.kinds: list[ScopeKind] = []
        self.parents: list[int] = []
        self.heads: list[tuple[str, int, int, int, int, int]] = []
        self.owners: list[int] = []
        self.bases: list[list[int]] = []
        self.returns: list[int] = []
        self.values: list[list[int]] = []
        self.flags: list[list[str]] = []
        self.self_names: dict[int, str] = {}
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
        self.table, self.data = table, data
        self.stack[:] = [(0, len(data) + 1)]

    # ---- reading nodes

    def text(self, node: Node | None) -> str:
        """The source text of a node, "" for none."""
        if node is None:
            return ""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def at(self, node: Node) -> int:
        """The position of a node's first character (its column in bytes)."""
        row, column = node.start_point
        return row + 1 << COLUMN_BITS | (column if column < LAST_COLUMN else LAST_COLUMN)

    def behind(self, node: Node) -> int:
        """The position behind a node's last character."""
        row, column = node.end_point
        return position(row + 1, column)

    # ---- expressions

    def make(self, op: str, text: str = "", *parts: int) -> int:
        """The index of an expression, made when it is new."""
        expr = (op, text, parts)
        known = self._interned.get(expr)
        if known is None:
            known = self._interned[expr] = len(self.exprs)
            self.exprs.append(Expr._make(expr))
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
            self.heads.append(("", -1, 0, 0, 0, 0))
            self.owners.append(-1)
            self.bases.append([])
            self.returns.append(-1)
            self.values.append([])
            self.flags.append([])
        return known

    def open(self, node: Node, kind: ScopeKind, name: Node | None = None, *, text: str = "") -> int:
        """Open the scope of a node: what comes before the node's end falls into it."""
        index = self.reserve(node)
        start, end = node.start_point, node.end_point
        named = name if name is not None else node
        self.kinds[index] = kind
        self.parents[index] = self.stack[-1][0] if self.stack else -1
        self.heads[index] = (
            text or (self.text(name) if name is not None else ""),
            self.symbols.get(named.start_byte, -1) if name is not None else -1,
            position(start[0] + 1, start[1]),
            position(end[0] + 1, end[1]),
            named.start_point[0] + 1,
            named.start_byte,
        )
        self.stack.append((index, node.end_byte))
        return index

    def flag(self, scope: int, *flags: str) -> None:
        """Say something of a scope that the language's rules read."""
        self.flags[scope].extend(f for f in flags if f not in self.flags[scope])

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
            self.bindings.append(
                Binding(
                    here if scope is None else scope,
                    name,
                    kind,
                    self.behind(at) if end else self.at(at),
                    type,
                    value,
                    here if home is None else home,
                )
            )

    def expando(self, target: int, name: str, value: int, at: Node) -> None:
        """Record ``target.name = value``."""
        if name:
            self.expandos.append(Expando(target, name, value, self.at(at), self.scope))

    def ref(
        self, kind: RefKind, name: Node, expr: int, arguments: int = -1, text: str = ""
    ) -> None:
        """Record a use; ``name`` is the node of the name that is used."""
        self.refs.append(
            Ref(kind, text or self.text(name), expr, self.stack[-1][0], self.at(name), arguments)
        )

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

    def _given(self, ref: Ref, passed: set[tuple[int, str]]) -> bool:
        """Whether a name that is passed on is a parameter, of which only the caller knows."""
        if self.exprs[ref.expr].op != "name":
            return False
        scope = ref.scope
        while scope > 0:
            if (scope, ref.name) in passed:
                return True
            scope = self.parents[scope]
        return False

    def again(self, node: Node, *, inside: bool = False) -> None:
        """Read a node whose grammar gives only tokens as the code that it looks like.

        With ``inside`` without the brackets around it.
        """
        self._nested += 1
        if self._nested < MAX_AGAIN:
            self.reparse(node, inside)
        self._nested -= 1

    def facts(self, comments: tuple[int, ...]) -> Facts:
        """What was collected."""
        passed = {(b.scope, b.name) for b in self.bindings if b.kind == "param" and b.value < 0}
        refs = tuple(r for r in self.refs if r.kind != "read" or not self._given(r, passed))
        scopes = tuple(
            Scope(
                self.kinds[i],
                self.parents[i] if i else -1,
                head[0],
                head[1],
                head[2],
                head[3],
                self.owners[i],
                tuple(self.bases[i]),
                self.returns[i],
                tuple(dict.fromkeys(self.values[i])),
                tuple(self.flags[i]),
                head[4],
            )
            for i, head in enumerate(self.heads)
        )
        return Facts(
            tuple(self.exprs),
            scopes,
            tuple(self.bindings),
            refs,
            tuple(self.expandos),
            comments,
            self.package,
        )


def _not_again(node: Node, inside: bool) -> None:
    """No grammar is at hand."""


def _numbered(node: Node, how: str) -> Node | None:
    children = node.named_children
    at = int(how[1:])
    return children[at] if -len(children) <= at < len(children) else None


Handler = Callable[[Lowering, Node], None]
Converter = Callable[[Lowering, Node], int]
