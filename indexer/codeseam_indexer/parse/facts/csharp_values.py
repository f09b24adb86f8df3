"""What the expressions and the types of C# stand for: members, calls, creations, generics."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering

TYPED = frozenset({
    "identifier", "generic_name", "qualified_name", "nullable_type", "array_type",
    "predefined_type", "tuple_type",
})  # fmt: skip


def given_values(low: Lowering, node: Node | None) -> list[int]:
    """The values of a list of arguments, names left out."""
    parts = node.named_children if node is not None else []
    return [low.expr(roles.child(p, "#-1") if p.type == "argument" else p) for p in parts]


def arguments_of(node: Node) -> Node | None:
    """The list of what a call or a creation is given."""
    return node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "argument_list"), None
    )


def call_value(low: Lowering, node: Node) -> int:
    """A call with what it is given."""
    callee = low.expr(node.child_by_field_name("function"))
    return low.make("call", "", callee, *given_values(low, arguments_of(node)))


def new_value(low: Lowering, node: Node) -> int:
    """A creation, with what its constructor is given."""
    type_ = node.child_by_field_name("type")
    made = low.type(type_) if type_ is not None else wanted(low, node)
    return low.make("new", "", made, *given_values(low, arguments_of(node)))


def wanted(low: Lowering, node: Node) -> int:
    """The type that ``new(…)`` makes, by the declaration that it initialises."""
    parent = node.parent
    holder = parent.parent if parent is not None else None
    for candidate in (holder, parent):
        type_ = candidate.child_by_field_name("type") if candidate is not None else None
        if type_ is not None and type_.type in TYPED:
            return low.type(type_)
    return UNKNOWN


def _member(low: Lowering, node: Node) -> int:
    name = node.child_by_field_name("name")
    if name is not None and name.type == "generic_name":
        name = roles.child(name, "#0")
    return low.get(low.expr(node.child_by_field_name("expression")), low.text(name))


def _conditional(low: Lowering, node: Node) -> int:
    inner = roles.child(node, "#-1")
    target = low.expr(node.child_by_field_name("condition"))
    if inner is not None and inner.type == "member_binding_expression":
        name = inner.child_by_field_name("name")
        if name is not None and name.type == "generic_name":
            name = roles.child(name, "#0")
        return low.get(target, low.text(name))
    return UNKNOWN


def _generic(low: Lowering, node: Node) -> int:
    given = roles.child(node, "#1")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", low.name(low.text(roles.child(node, "#0"))), *parts)


def _generic_value(low: Lowering, node: Node) -> int:
    return low.name(low.text(roles.child(node, "#0")))


def _qualified(low: Lowering, node: Node) -> int:
    name = node.child_by_field_name("name")
    text = low.text(
        roles.child(name, "#0") if name is not None and name.type == "generic_name" else name
    )
    return low.get(low.type(node.child_by_field_name("qualifier")), text)


def _array(low: Lowering, node: Node) -> int:
    element = low.type(node.child_by_field_name("type"))
    return low.make("generic", "", low.make("builtin", "array"), element)


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("expression")))


def _binary(low: Lowering, node: Node) -> int:
    operator = low.text(node.child_by_field_name("operator"))
    if operator in {"==", "!=", "<", ">", "<=", ">=", "&&", "||"}:
        return low.make("lit", "bool")
    left, right = (
        low.expr(node.child_by_field_name("left")),
        low.expr(node.child_by_field_name("right")),
    )
    return low.union([left, right]) if operator in {"+", "??"} else left


def _as(low: Lowering, node: Node) -> int:
    inner = low.type(node.child_by_field_name("right"))
    return low.make("inst", "", inner) if inner else UNKNOWN


def _declaration(low: Lowering, node: Node) -> int:
    """``out int number``: what is declared where it is passed."""
    type_ = node.child_by_field_name("type")
    known = type_ is not None and type_.type != "implicit_type"
    return low.make("inst", "", low.type(type_)) if known else UNKNOWN


EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "generic_name": _generic_value,
    "member_access_expression": _member,
    "conditional_access_expression": _conditional,
    "invocation_expression": call_value,
    "object_creation_expression": new_value,
    "implicit_object_creation_expression": new_value,
    "element_access_expression": _item,
    "parenthesized_expression": roles.within("#0"),
    "cast_expression": roles.instance("type"),
    "as_expression": _as,
    "predefined_type": roles.builtin,
    "declaration_expression": _declaration,
    "checked_expression": roles.within("#0"),
    "ref_expression": roles.within("#0"),
    "await_expression": roles.within("#0"),
    "conditional_expression": roles.either("consequence", "alternative"),
    "assignment_expression": roles.within("right"),
    "postfix_unary_expression": roles.within("#0"),
    "lambda_expression": roles.function_value,
    "this": roles.itself,
    "base": roles.base,
    "binary_expression": _binary,
    "string_literal": roles.literal("string"),
    "verbatim_string_literal": roles.literal("string"),
    "raw_string_literal": roles.literal("string"),
    "interpolated_string_expression": roles.literal("string"),
    "integer_literal": roles.literal("int"),
    "real_literal": roles.literal("double"),
    "boolean_literal": roles.literal("bool"),
    "character_literal": roles.literal("char"),
    "null_literal": roles.literal("null"),
}
TYPES: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "generic_name": _generic,
    "qualified_name": _qualified,
    "nullable_type": roles.type_within("type"),
    "ref_type": roles.type_within("#-1"),
    "scoped_type": roles.type_within("#-1"),
    "array_type": _array,
    "predefined_type": roles.builtin,
}
