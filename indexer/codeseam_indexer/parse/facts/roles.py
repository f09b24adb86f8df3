"""The roles that node types play in most languages: names, members, calls, literals, blocks."""

from collections.abc import Callable
from functools import cache
from operator import methodcaller

from tree_sitter import Node

from codeseam_indexer.facts import Ref, RefKind
from codeseam_indexer.parse.facts.lowering import (
    MAX_ARGUMENTS,
    UNKNOWN,
    Converter,
    Handler,
    Lowering,
    named,
)

__all__ = ["named"]

MAX_STRING = 80
"""Longer strings name no module and no key."""

_QUOTES = "\"'`"


def member(target: str, name: str) -> Converter:
    """Access to a member, by the fields of the object and of the name."""
    object_of, name_of = finder(target), finder(name)

    def convert(low: Lowering, node: Node) -> int:
        return low.get(low.expr(object_of(node)), low.text(name_of(node)))

    return convert


def within(where: str) -> Converter:
    """A wrapper that means what its field means; "#0" is its first named child."""
    inner = finder(where)

    def convert(low: Lowering, node: Node) -> int:
        return low.expr(inner(node))

    return convert


def type_within(where: str) -> Converter:
    """The same for a type."""
    inner = finder(where)

    def convert(low: Lowering, node: Node) -> int:
        return low.type(inner(node))

    return convert


def instance(where: str) -> Converter:
    """A value of the type in a field: a cast, a composite literal."""

    def convert(low: Lowering, node: Node) -> int:
        inner = low.type(child(node, where))
        return low.make("inst", "", inner) if inner else UNKNOWN

    return convert


def function_value(low: Lowering, node: Node) -> int:
    """A function without a name, or a type of functions."""
    return low.make("fn", "", low.reserve(node))


def class_value(low: Lowering, node: Node) -> int:
    """A class or type without a name."""
    return low.make("cls", "", low.reserve(node))


def itself(low: Lowering, node: Node) -> int:
    """The instance whose method it is."""
    return low.make("self")


def base(low: Lowering, node: Node) -> int:
    """The same instance, as one of its base."""
    return low.make("super")


def builtin(low: Lowering, node: Node) -> int:
    """A type that the language itself has."""
    return low.make("builtin", low.text(node))


def any_type(low: Lowering, node: Node) -> int:
    """Any of the types inside."""
    return low.union([low.type(c) for c in node.named_children])


def literal(kind: str) -> Converter:
    """A literal of a built-in type."""

    def convert(low: Lowering, node: Node) -> int:
        return low.make("lit", kind)

    return convert


def string(low: Lowering, node: Node) -> int:
    """A string, with its text where that is short and plain."""
    if node.end_byte - node.start_byte > MAX_STRING:
        return low.make("lit", "str")
    return low.make("str", unquoted(low.text(node)))


def unquoted(text: str) -> str:
    """A string literal without its prefix and quotes."""
    bare = text.lstrip("rRbBuUfF#")
    if bare[:1] not in _QUOTES or not bare:
        return text
    text = bare
    for quotes in ('"""', "'''"):
        if text.startswith(quotes):
            return text.strip(quotes)
    return text[1:-1] if len(text) > 1 and text[0] in _QUOTES and text[-1] == text[0] else text


def operator(name: str) -> Converter:
    """An operator on the only or first operand: ``await``, ``elem``."""

    def convert(low: Lowering, node: Node) -> int:
        inner = low.expr(child(node, "#0"))
        return low.make(name, "", inner) if inner else UNKNOWN

    return convert


def either(*fields: str) -> Converter:
    """Any of several fields: a conditional, ``a or b``."""
    found = [finder(field) for field in fields]

    def convert(low: Lowering, node: Node) -> int:
        return low.union([low.expr(find(node)) for find in found])

    return convert


def elements(op: str) -> Converter:
    """A display of elements."""

    def convert(low: Lowering, node: Node) -> int:
        parts = [low.expr(c) for c in node.named_children[:MAX_ARGUMENTS] if not c.is_extra]
        return low.make(op, "", *parts)

    return convert


def child(node: Node, where: str) -> Node | None:
    """The child in a field; "#2" is the third named one, "#-1" the last."""
    return finder(where)(node)


@cache
def finder(where: str) -> Callable[[Node], Node | None]:
    """What ``child`` gives, for a place that is asked for often; a field is looked up in C."""
    if where[0] != "#":
        return methodcaller("child_by_field_name", where)
    at = int(where[1:])

    def find(node: Node) -> Node | None:
        children = listed(node)
        return children[at] if -len(children) <= at < len(children) else None

    return find


def first(node: Node | None, *kinds: str) -> Node | None:
    """The first named child of one of some kinds."""
    return None if node is None else next((c for c in node.named_children if c.type in kinds), None)


def listed(node: Node | None) -> list[Node]:
    """The named children of a node, comments left out."""
    return [] if node is None else [c for c in node.named_children if not c.is_extra]


def arguments(low: Lowering, node: Node | None) -> list[int]:
    """The expressions of a call's arguments."""
    if node is None:
        return []
    return [low.expr(c) for c in node.named_children[:MAX_ARGUMENTS] if not c.is_extra]


def count(node: Node | None) -> int:
    """How many arguments a call has, -1 where it cannot be said."""
    return -1 if node is None else len(listed(node))


def called(function: str, args: str, op: str = "call") -> Converter:
    """The value of a call."""
    callee_of, given_of = finder(function), finder(args)

    def convert(low: Lowering, node: Node) -> int:
        callee = callee_of(node)
        of = low.type(callee) if op == "new" else low.expr(callee)
        return low.make(op, "", of, *arguments(low, given_of(node)))

    return convert


def calls(function: str, args: str, op: str = "call") -> Handler:
    """A call as a reference, and the names that are passed to it."""
    callee_of, given_of = finder(function), finder(args)

    def handle(low: Lowering, node: Node) -> None:
        callee = callee_of(node)
        given = given_of(node)
        values = listed(given)
        if callee is not None:
            number = -1 if given is None else len(values)
            refer(low, "new" if op == "new" else "call", callee, number)
        _pass(low, values)

    return handle


def refer(low: Lowering, kind: RefKind, callee: Node, number: int = -1) -> None:
    """Record the use of a callee by its last name."""
    name = low.terminal(callee)
    expr = low.type(callee) if kind in {"new", "inherit", "type"} else low.expr(callee)
    if name is not None:
        low.ref(kind, name, expr, number)
    elif expr:
        low.refs.append(use("call", "", expr, low.scope, low.at(callee), number))


def use(  # noqa: PLR0913, PLR0917 - the fields of a record
    kind: RefKind, name: str, expr: int, scope: int, at: int, number: int = -1
) -> Ref:
    """A reference, where the name has no node of its own."""
    return Ref(kind, name, expr, scope, at, number)


def passed(low: Lowering, node: Node | None) -> None:
    """Record names and members that are passed on as values."""
    _pass(low, listed(node))


def _pass(low: Lowering, values: list[Node]) -> None:
    terminals = low.table.terminals
    for number, value in enumerate(values[:MAX_ARGUMENTS]):
        kind = value.type
        if kind in terminals:
            _read(low, value, kind, number)
        elif kind in _KEYWORDS:
            label = low.text(value.child_by_field_name("name"))
            read(low, value.child_by_field_name("value"), number, label)


_KEYWORDS = frozenset({"keyword_argument", "pair", "argument", "value_argument", "assignment"})


def read(low: Lowering, value: Node | None, number: int = -1, label: str = "") -> None:
    """Record the use of a name or member as a value, where it may be a function.

    An argument has its number, and is the entry of its label if it has one.
    """
    if value is not None and (kind := value.type) in low.table.terminals:
        _read(low, value, kind, number, label)


def _read(low: Lowering, value: Node, kind: str, number: int = -1, label: str = "") -> None:
    plain = not low.table.terminals[kind] and low.table.expressions.get(kind) is named
    name = value if plain else low.terminal(value)
    if name is not None:
        expr = low.expr(value)
        low.ref("read", name, low.make("kw", label, expr) if label else expr, number)


def type_use(low: Lowering, node: Node) -> None:
    """Record the use of a type by its last name."""
    name = low.terminal(node)
    if name is not None:
        low.ref("type", name, low.type(node))


def block(low: Lowering, node: Node) -> None:
    """A branch or a loop body."""
    low.open(node, "block")


def returns(low: Lowering, node: Node) -> None:
    """A return statement: its value is one of the function's."""
    value = child(node, "#0")
    if value is not None:
        given(low, low.expr(value))
        read(low, value)


def given(low: Lowering, value: int) -> None:
    """Record what a function gives back, as the names in the block at hand stand for."""
    function = low.around("function")
    if value and low.scope != function:
        value = low.make("within", str(low.scope), value)
    low.values[function].append(value)
