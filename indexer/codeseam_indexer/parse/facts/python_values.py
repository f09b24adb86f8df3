"""What the expressions and the types of Python stand for: displays, calls, quoted types."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def _generic(low: Lowering, node: Node) -> int:
    children = [c for c in node.named_children if not c.is_extra]
    if not children:
        return UNKNOWN
    given = children[1:]
    if node.type == "generic_type":
        given = children[1].named_children if len(children) > 1 else []
    return low.make("generic", "", low.type(children[0]), *[low.type(c) for c in given])


def _subscript(low: Lowering, node: Node) -> int:
    key = roles.child(node, "#1")
    if key is not None and key.type == "slice":
        return low.expr(node.child_by_field_name("value"))
    number = low.text(key) if key is not None and key.type in {"string", "integer"} else ""
    value = low.expr(node.child_by_field_name("value"))
    return low.make("item", roles.unquoted(number), value, low.expr(key))


def _quoted(low: Lowering, node: Node) -> int:
    """A type in quotes: parsed by hand, which covers names, members and simple generics."""
    text = roles.unquoted(low.text(node))
    parts = [p.strip() for p in text.split("|")]
    return low.union([_written(low, p) for p in parts])


def _written(low: Lowering, text: str) -> int:
    head, bracket, rest = text.partition("[")
    if not head.replace(".", "").replace("_", "").isalnum():
        return UNKNOWN
    base = low.dotted(head)
    if not bracket:
        return base
    given = [_written(low, p.strip()) for p in rest.rstrip("]").split(",")]
    return low.make("generic", "", base, *given)


def _assigned(low: Lowering, node: Node) -> int:
    return low.expr(node.child_by_field_name("right"))


def _keyword(low: Lowering, node: Node) -> int:
    name = low.text(node.child_by_field_name("name"))
    return low.make("kw", name, low.expr(node.child_by_field_name("value")))


def _dict(low: Lowering, node: Node) -> int:
    parts: list[int] = []
    for pair in node.named_children[:64]:
        if pair.type == "pair":
            key = pair.child_by_field_name("key")
            text = ""
            if key is not None and key.type in {"string", "integer"}:
                text = roles.unquoted(low.text(key))
            parts.append(low.make("kw", text, low.expr(pair.child_by_field_name("value"))))
            roles.read(low, pair.child_by_field_name("value"))
        elif pair.type == "dictionary_splat":
            parts.append(low.make("spread", "", low.expr(roles.child(pair, "#0"))))
    return low.make("dict", "", *parts)


def _list(low: Lowering, node: Node) -> int:
    for part in node.named_children[:64]:
        roles.read(low, part)
    return roles.elements("tuple" if node.type in _TUPLES else "list")(low, node)


_SEQUENCES = frozenset({"list", "tuple", "list_comprehension"})
_TUPLES = frozenset({"tuple", "expression_list", "pattern_list"})


def _comprehended(low: Lowering, node: Node) -> int:
    """The element's names are those of the comprehension, so it is evaluated in its scope."""
    element = node.child_by_field_name("body")
    paired = element is not None and element.type == "pair"
    body = low.expr(element.child_by_field_name("value") if element and paired else element)
    value = low.make("within", str(low.reserve(node)), body)
    return (
        low.make("dict", "", low.make("kw", "", value)) if paired else low.make("list", "", value)
    )


def _spread(low: Lowering, node: Node) -> int:
    return low.make("spread", "", low.expr(roles.child(node, "#0")))


def _operator(low: Lowering, node: Node) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and {left.type, right.type} & _SEQUENCES:
        return low.union([low.expr(left), low.expr(right)])
    left = low.expr(left)
    return low.make("binary", low.text(node.child_by_field_name("operator")), left)


def _call(low: Lowering, node: Node) -> int:
    callee = node.child_by_field_name("function")
    function = low.text(callee) if callee is not None and callee.type == "identifier" else ""
    if function == "super":
        return low.make("super")
    given = node.child_by_field_name("arguments")
    if function == "type" and roles.count(given) == 1:
        return low.make("class of", "", *roles.arguments(low, given))
    if function == "getattr":
        return _looked_up(low, node, roles.listed(given))
    return _CALLED(low, node)


def _looked_up(low: Lowering, node: Node, given: list[Node]) -> int:
    """``getattr``: a member where its name is written out."""
    if len(given) < 2 or given[1].type != "string" or "{" in low.text(given[1]):
        return _CALLED(low, node)
    found = low.get(low.expr(given[0]), roles.unquoted(low.text(given[1])))
    return low.union([found, *(low.expr(default) for default in given[2:])])


_CALLED = roles.called("function", "arguments")

EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "attribute": roles.member("object", "attribute"),
    "call": _call,
    "await": roles.operator("await"),
    "subscript": _subscript,
    "parenthesized_expression": roles.within("#0"),
    "conditional_expression": roles.either("#0", "#2"),
    "boolean_operator": roles.either("left", "right"),
    "named_expression": roles.within("value"),
    "assignment": _assigned,
    "lambda": roles.function_value,
    "string": roles.string,
    "concatenated_string": roles.literal("str"),
    "integer": roles.literal("int"),
    "float": roles.literal("float"),
    "true": roles.literal("bool"),
    "false": roles.literal("bool"),
    "none": roles.literal("None"),
    "comparison_operator": roles.literal("bool"),
    "not_operator": roles.literal("bool"),
    "list": _list,
    "set": _list,
    "tuple": _list,
    "expression_list": _list,
    "dictionary": _dict,
    "list_comprehension": _comprehended,
    "set_comprehension": _comprehended,
    "generator_expression": _comprehended,
    "dictionary_comprehension": _comprehended,
    "list_splat": _spread,
    "binary_operator": _operator,
    "keyword_argument": _keyword,
    "yield": roles.literal("yield"),
    "as_pattern": roles.within("#0"),
}
TYPES: dict[str, roles.Converter] = {
    "type": roles.type_within("#0"),
    "generic_type": _generic,
    "subscript": _generic,
    "union_type": roles.any_type,
    "binary_operator": roles.any_type,
    "tuple": roles.any_type,
    "string": _quoted,
    "none": roles.literal("None"),
    "list": roles.elements("list"),
}
