"""What the expressions and the types of Rust stand for: paths, blocks, macros, collections."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def anchor(low: Lowering, node: Node) -> int:
    """``crate``, ``self`` or ``super`` at the head of a path."""
    text = low.text(node)
    inline = low.around("namespace")
    if text == "crate" or not inline:
        return low.make("module", text)
    if text == "self":
        return low.make("obj", "", inline)
    outer = low.around("namespace", scope=low.parents[inline])
    return low.make("obj", "", outer) if outer else low.make("module", "self")


def _call_value(low: Lowering, node: Node) -> int:
    function = node.child_by_field_name("function")
    given = node.child_by_field_name("arguments")
    if function is not None and low.text(function) in {"Some", "Ok"}:
        inner = low.expr(roles.child(given, "#0")) if given is not None else UNKNOWN
        return low.make("wrapped", low.text(function), inner)
    return _CALLED(low, node)


_CALLED = roles.called("function", "arguments")


def _macro_value(low: Lowering, node: Node) -> int:
    name = low.text(node.child_by_field_name("macro"))
    if name == "vec":
        return low.make("list")
    return low.make("lit", "String") if name in {"format", "concat", "stringify"} else UNKNOWN


def _block_value(low: Lowering, node: Node) -> int:
    children = [c for c in node.named_children if not c.is_extra]
    if not children or children[-1].type.endswith(("_statement", "_item", "declaration")):
        last = roles.child(children[-1], "#0") if children else None
        if last is None or children[-1].type != "expression_statement":
            return UNKNOWN
        if last.type not in {"if_expression", "match_expression"}:
            return UNKNOWN
        inner = low.expr(last)
    else:
        inner = low.expr(children[-1])
    return low.make("within", str(low.reserve(node)), inner) if inner else UNKNOWN


def _match_value(low: Lowering, node: Node) -> int:
    body = node.child_by_field_name("body")
    parts: list[int] = []
    for arm in body.named_children if body is not None else ():
        if arm.type == "match_arm":
            value = low.expr(arm.child_by_field_name("value"))
            if value:
                parts.append(low.make("within", str(low.reserve(arm)), value))
    return low.union(parts[:12])


def _path(low: Lowering, node: Node) -> int:
    path = node.child_by_field_name("path")
    name = low.text(node.child_by_field_name("name"))
    if path is None:
        return low.name(name)
    return low.get(low.type(path), name)


def _generic(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("type_arguments")
    parts = [c for c in given.named_children if c.type != "lifetime"] if given is not None else []
    base = low.type(node.child_by_field_name("type"))
    return low.make("generic", "", base, *[low.type(p) for p in parts])


def _collection(low: Lowering, node: Node) -> int:
    inner = low.type(node.child_by_field_name("element"))
    return low.make("generic", "", low.make("builtin", "slice"), inner)


def _tuple_type(low: Lowering, node: Node) -> int:
    kinds = [low.type(c) for c in node.named_children]
    return low.make("tuple", "", *[low.make("inst", "", k) if k else UNKNOWN for k in kinds])


def _self_type(low: Lowering, node: Node) -> int:
    text = low.text(node)
    return low.make("selftype") if text == "Self" else low.name(text)


EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": _self_type,
    "type_identifier": _self_type,
    "self": roles.named,
    "crate": anchor,
    "super": anchor,
    "scoped_identifier": _path,
    "scoped_type_identifier": _path,
    "field_expression": roles.member("value", "field"),
    "call_expression": _call_value,
    "generic_function": roles.within("function"),
    "parenthesized_expression": roles.within("#0"),
    "reference_expression": roles.within("value"),
    "unary_expression": roles.within("#0"),
    "try_expression": roles.operator("try"),
    "await_expression": roles.operator("await"),
    "struct_expression": roles.instance("name"),
    "type_cast_expression": roles.instance("type"),
    "index_expression": roles.operator("elem"),
    "closure_expression": roles.function_value,
    "if_expression": roles.either("consequence", "alternative"),
    "else_clause": roles.within("#0"),
    "match_expression": _match_value,
    "block": _block_value,
    "unsafe_block": roles.within("#0"),
    "macro_invocation": _macro_value,
    "array_expression": roles.elements("list"),
    "tuple_expression": roles.elements("tuple"),
    "string_literal": roles.literal("str"),
    "raw_string_literal": roles.literal("str"),
    "char_literal": roles.literal("char"),
    "integer_literal": roles.literal("i32"),
    "float_literal": roles.literal("f64"),
    "boolean_literal": roles.literal("bool"),
    "binary_expression": roles.literal("value"),
    "return_expression": roles.literal("None"),
    "break_expression": roles.literal("None"),
    "continue_expression": roles.literal("None"),
}
TYPES: dict[str, roles.Converter] = {
    "self": anchor,
    "primitive_type": roles.builtin,
    "generic_type": _generic,
    "generic_type_with_turbofish": _generic,
    "reference_type": roles.type_within("type"),
    "pointer_type": roles.type_within("type"),
    "dynamic_type": roles.type_within("trait"),
    "abstract_type": roles.type_within("trait"),
    "bracketed_type": roles.type_within("#0"),
    "qualified_type": roles.type_within("type"),
    "array_type": _collection,
    "tuple_type": _tuple_type,
    "type_binding": roles.type_within("type"),
    "bounded_type": roles.any_type,
    "higher_ranked_trait_bound": roles.type_within("#-1"),
}
