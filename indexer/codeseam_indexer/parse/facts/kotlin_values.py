"""What the expressions and the types of Kotlin stand for: members, calls, function types."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering

METHOD = "()"
_MAKE_COLLECTIONS = frozenset({
    "listOf", "mutableListOf", "arrayListOf", "setOf", "mutableSetOf", "listOfNotNull", "arrayOf",
    "sequenceOf", "flowOf", "hashSetOf", "linkedSetOf",
})  # fmt: skip
_PASS_RECEIVER = frozenset({"let", "also", "takeIf", "takeUnless"})
_PASS_ELEMENTS = frozenset({
    "forEach", "map", "mapNotNull", "filter", "filterNot", "any", "all", "none", "first", "last",
    "firstOrNull", "lastOrNull", "find", "single", "singleOrNull", "count", "sumOf", "maxOf",
    "minOf", "maxByOrNull", "minByOrNull", "sortedBy", "sortedByDescending", "groupBy",
    "associateBy", "associateWith", "flatMap", "partition", "takeWhile", "dropWhile", "onEach",
    "distinctBy", "joinToString", "removeAll", "removeIf", "collect",
})  # fmt: skip
TYPE_NODES = frozenset({"user_type", "nullable_type", "function_type", "parenthesized_type"})


def arguments_of(suffix: Node | None) -> list[Node]:
    """The arguments of a call, the lambda behind it included."""
    given = roles.first(suffix, "value_arguments")
    parts = [roles.child(p, "#-1") or p for p in given.named_children] if given is not None else []
    lambda_ = roles.first(suffix, "annotated_lambda")
    return [
        *parts,
        *((roles.first(lambda_, "lambda_literal") or lambda_,) if lambda_ is not None else ()),
    ]


def callee_of(low: Lowering, node: Node) -> int:
    """What a call names: a function, or a member of a value."""
    callee = roles.child(node, "#0")
    if callee is None:
        return UNKNOWN
    if callee.type == "simple_identifier":
        return low.name(low.text(callee) + METHOD)
    if callee.type == "navigation_expression":
        name = roles.first(roles.first(callee, "navigation_suffix"), "simple_identifier")
        return low.get(low.expr(roles.child(callee, "#0")), low.text(name) + METHOD)
    return low.expr(callee)


def call_value(low: Lowering, node: Node) -> int:
    """A call with what it is given: of a function, or of the constructor of a class."""
    suffix = roles.first(node, "call_suffix")
    parts = [low.expr(a) for a in arguments_of(suffix)]
    callee = roles.child(node, "#0")
    name = name_of(callee)
    if callee is not None and low.text(callee) in _MAKE_COLLECTIONS:
        return _collection(low, roles.first(suffix, "type_arguments"), parts)
    if name is not None and low.text(name)[:1].isupper():
        # A name with a capital is a class, but may be a function that is called like one.
        return low.make("call", "", low.union([low.expr(callee), callee_of(low, node)]), *parts)
    return low.make("call", "", callee_of(low, node), *parts)


def _collection(low: Lowering, types: Node | None, parts: list[int]) -> int:
    """``listOf(a, b)`` and ``mutableListOf<Item>()``."""
    given = types.named_children if types is not None else []
    if not given:
        return low.make("list", "", *parts)
    held = [low.type(roles.first(part, *TYPE_NODES)) for part in given]
    return low.make("inst", "", low.make("generic", "", low.make("builtin", "List"), *held))


def passed_to(low: Lowering, call: Node) -> int:
    """What a function of the standard library passes to the lambda behind it, by its name."""
    callee = roles.child(call, "#0")
    name = low.text(name_of(callee))
    if callee is None or callee.type != "navigation_expression":
        return UNKNOWN
    if name in _PASS_RECEIVER:
        return low.expr(roles.child(callee, "#0"))
    if name in _PASS_ELEMENTS:
        return low.make("elem", "", low.expr(roles.child(callee, "#0")))
    return UNKNOWN


def name_of(callee: Node | None) -> Node | None:
    """The node of the last name of what is called."""
    if callee is not None and callee.type == "navigation_expression":
        return roles.first(roles.first(callee, "navigation_suffix"), "simple_identifier")
    return callee if callee is not None and callee.type == "simple_identifier" else None


def _member(low: Lowering, node: Node) -> int:
    name = roles.first(roles.first(node, "navigation_suffix"), "simple_identifier")
    return low.get(low.expr(roles.child(node, "#0")), low.text(name))


def _type(low: Lowering, node: Node) -> int:
    names = [c for c in node.named_children if c.type == "type_identifier"]
    base = low.dotted(".".join(low.text(n) for n in names))
    given = roles.first(node, "type_arguments")
    parts = (
        [low.type(roles.first(p, *TYPE_NODES)) for p in given.named_children]
        if given is not None
        else []
    )
    return low.make("generic", "", base, *parts) if parts else base


def _function_type(low: Lowering, node: Node) -> int:
    given = roles.first(node, "function_type_parameters")
    parts = (
        [low.type(p) for p in given.named_children if p.type in TYPE_NODES]
        if given is not None
        else []
    )
    returned = low.type(node.named_children[-1]) if node.named_children else UNKNOWN
    return low.make("generic", "", low.make("builtin", "Function"), *parts, returned)


def _as(low: Lowering, node: Node) -> int:
    inner = low.type(node.named_children[-1])
    return low.make("inst", "", inner) if inner else UNKNOWN


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(roles.child(node, "#0")))


def infix_value(low: Lowering, node: Node) -> int:
    """``left name right``, which calls a member or an extension of the left side."""
    left, name, *right = node.named_children
    callee = low.get(low.expr(left), low.text(name) + METHOD)
    return low.make("call", "", callee, *map(low.expr, right[:1]))


def _itself(low: Lowering, node: Node) -> int:
    """``this``, or that of a class around which ``this@Outer`` names."""
    label = low.text(roles.first(node, "type_identifier"))
    if label[:1].isupper():
        return low.make("inst", "", low.name(label))
    return low.make("self") if not label else UNKNOWN


def _object_value(low: Lowering, node: Node) -> int:
    return low.make("inst", "", low.make("cls", "", low.reserve(node)))


EXPRESSIONS: dict[str, roles.Converter] = {
    "simple_identifier": roles.named,
    "navigation_expression": _member,
    "call_expression": call_value,
    "indexing_expression": _item,
    "postfix_expression": roles.within("#0"),
    "parenthesized_expression": roles.within("#0"),
    "as_expression": _as,
    "elvis_expression": roles.either("#0", "#1"),
    "lambda_literal": roles.function_value,
    "object_literal": _object_value,
    "infix_expression": infix_value,
    "this_expression": _itself,
    "super_expression": roles.base,
    "additive_expression": roles.within("#0"),
    "comparison_expression": roles.literal("Boolean"),
    "equality_expression": roles.literal("Boolean"),
    "string_literal": roles.literal("String"),
    "integer_literal": roles.literal("Int"),
    "long_literal": roles.literal("Long"),
    "real_literal": roles.literal("Double"),
    "boolean_literal": roles.literal("Boolean"),
    "character_literal": roles.literal("Char"),
    "null": roles.literal("null"),
}
TYPES: dict[str, roles.Converter] = {
    "user_type": _type,
    "nullable_type": roles.type_within("#0"),
    "parenthesized_type": roles.type_within("#0"),
    "function_type": _function_type,
    "type_identifier": roles.named,
}
