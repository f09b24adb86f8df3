"""What the expressions and the types of JavaScript and TypeScript stand for."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def _obj(low: Lowering, node: Node) -> int:
    return low.make("obj", "", low.reserve(node))


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) in {"||", "&&", "??"}:
        return roles.either("left", "right")(low, node)
    return low.make("lit", "value")


def _subscript(low: Lowering, node: Node) -> int:
    key = node.child_by_field_name("index")
    known = key is not None and key.type in {"string", "number"}
    text = roles.unquoted(low.text(key)) if known else ""
    return low.make("item", text, low.expr(node.child_by_field_name("object")))


def _cast(low: Lowering, node: Node) -> int:
    kind, known = roles.child(node, "#1"), low.expr(roles.child(node, "#0"))
    if kind is None or low.text(kind) in {"const", "any", "unknown", "never"}:
        return known if low.text(kind) == "const" else low.make("cast", "", known, UNKNOWN)
    return low.make("cast", "", known, low.type(kind))


def _assertion(low: Lowering, node: Node) -> int:
    """``<T>value``; the grammar also takes a generic arrow function for one."""
    value = roles.child(node, "#1")
    if value is not None and value.type == "arrow_function":
        return low.expr(value)
    kind = roles.child(node, "#0")
    inner = roles.child(kind, "#0") if kind is not None else None
    return low.make("inst", "", low.type(inner)) if inner is not None else UNKNOWN


def _generic(low: Lowering, node: Node) -> int:
    base = low.type(node.child_by_field_name("name"))
    given = roles.listed(node.child_by_field_name("type_arguments"))
    return low.make("generic", "", base, *[low.type(c) for c in given])


def _array_type(low: Lowering, node: Node) -> int:
    return low.make("generic", "", low.name("Array"), low.type(roles.child(node, "#0")))


def _union(low: Lowering, node: Node) -> int:
    return low.union([low.type(c) for c in roles.listed(node)])


def _predefined(low: Lowering, node: Node) -> int:
    text = low.text(node)
    return UNKNOWN if text in {"any", "unknown", "object", "never"} else low.make("builtin", text)


def _call_value(low: Lowering, node: Node) -> int:
    function = node.child_by_field_name("function")
    given = node.child_by_field_name("arguments")
    if function is not None and low.text(function) in {"require", "import"} and given is not None:
        source = roles.child(given, "#0")
        if source is not None and source.type == "string":
            return low.make("require", roles.unquoted(low.text(source)))
    if function is not None and low.text(function) == "Object.create" and given is not None:
        return low.expr(roles.child(given, "#0"))  # what it inherits is all that it has at first
    return _CALLED(low, node)


_CALLED = roles.called("function", "arguments")

EXPRESSIONS = {
    "identifier": roles.named,
    "property_identifier": roles.named,
    "shorthand_property_identifier": roles.named,
    "undefined": roles.literal("None"),
    "null": roles.literal("None"),
    "member_expression": roles.member("object", "property"),
    "subscript_expression": _subscript,
    "call_expression": _call_value,
    "new_expression": roles.called("constructor", "arguments", "new"),
    "await_expression": roles.operator("await"),
    "parenthesized_expression": roles.within("#0"),
    "sequence_expression": roles.within("#-1"),
    "ternary_expression": roles.either("consequence", "alternative"),
    "binary_expression": _binary,
    "unary_expression": roles.literal("value"),
    "assignment_expression": roles.within("right"),
    "function_expression": roles.function_value,
    "generator_function": roles.function_value,
    "arrow_function": roles.function_value,
    "class": roles.class_value,
    "object": _obj,
    "array": roles.elements("list"),
    "string": roles.string,
    "template_string": roles.literal("String"),
    "number": roles.literal("Number"),
    "true": roles.literal("Boolean"),
    "false": roles.literal("Boolean"),
    "regex": roles.literal("RegExp"),
    "this": roles.itself,
    "super": roles.base,
    "spread_element": roles.operator("elem"),
}
TYPESCRIPT_EXPRESSIONS = {
    **EXPRESSIONS,
    "non_null_expression": roles.within("#0"),
    "as_expression": _cast,
    "type_assertion": _assertion,
    "satisfies_expression": roles.within("#0"),
    "instantiation_expression": roles.within("#0"),
}
TYPES = {
    "type_annotation": roles.type_within("#0"),
    "type_identifier": roles.named,
    "identifier": roles.named,
    "nested_type_identifier": roles.member("module", "name"),
    "nested_identifier": roles.member("object", "property"),
    "generic_type": _generic,
    "array_type": _array_type,
    "readonly_type": roles.type_within("#0"),
    "parenthesized_type": roles.type_within("#0"),
    "union_type": _union,
    "intersection_type": _union,
    "predefined_type": _predefined,
    "object_type": roles.class_value,
    "function_type": roles.function_value,
    "this_type": roles.itself,
    "this": roles.itself,
    "type_query": roles.operator("typeof"),
    "literal_type": roles.literal("value"),
    "template_literal_type": roles.literal("String"),
    "optional_type": roles.type_within("#0"),
}
