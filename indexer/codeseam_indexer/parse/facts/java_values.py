"""What the expressions and the types of Java stand for: members, calls, creations, literals."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import MAX_ARGUMENTS, UNKNOWN, Lowering

METHOD = "()"
"""What distinguishes a method's name from those of fields, variables and types."""


def array_of(low: Lowering, element: int) -> int:
    """The type of arrays of an element."""
    return low.make("generic", "", low.make("builtin", "array"), element)


def new_of(low: Lowering, node: Node) -> int:
    """The creation of an instance, with what its constructor is given."""
    given = node.child_by_field_name("arguments")
    return low.make("new", "", created_type(low, node), *roles.arguments(low, given))


def created_type(low: Lowering, node: Node) -> int:
    """The type that a creation names, inside the instance in front of it where there is one."""
    type_ = node.child_by_field_name("type")
    outer = node.children[0] if node.children else None
    if outer is not None and outer.type != "new" and type_ is not None and outer.is_named:
        return low.get(low.expr(outer), low.text(type_))
    return low.type(type_)


def _created_value(low: Lowering, node: Node) -> int:
    body = next((c for c in node.named_children if c.type == "class_body"), None)
    if body is not None:
        return low.make("new", "", low.make("cls", "", low.reserve(body)))
    return new_of(low, node)


def callee_of(low: Lowering, node: Node) -> int:
    """What a call names: a method of its own class, of another value, of the base."""
    name = low.text(node.child_by_field_name("name")) + METHOD
    target = node.child_by_field_name("object")
    above = any(c.type == "super" for c in node.children)
    if target is None:
        return low.name(name)
    if above and target.type != "super":
        return low.get(low.type(target) or low.expr(target), name)
    return low.get(low.expr(target), name)


def call_value(low: Lowering, node: Node) -> int:
    """The call of a method, with what it is given."""
    given = roles.arguments(low, node.child_by_field_name("arguments"))
    return low.make("call", "", callee_of(low, node), *given[:MAX_ARGUMENTS])


def reference_value(low: Lowering, node: Node) -> int:
    """``value::method`` and ``Type::new``."""
    parts = node.named_children
    target = parts[0] if parts else None
    last = node.children[-1]
    if target is None:
        return UNKNOWN
    of = low.expr(target) or low.type(target)
    return of if last.type == "new" else low.get(of, low.text(last) + METHOD)


_CONSTANTS = {"Integer": "int", "Long": "long", "Double": "double", "Float": "float",
              "Byte": "byte", "Short": "short", "Character": "char"}  # fmt: skip


def _access(low: Lowering, node: Node) -> int:
    field = node.child_by_field_name("field")
    target = node.child_by_field_name("object")
    constant = _CONSTANTS.get(low.text(target))
    if constant is not None:
        return low.make("lit", constant)
    if field is not None and field.type == "this":
        return low.make("inst", "", low.expr(target))
    return low.get(low.expr(target), low.text(field))


def _scoped(low: Lowering, node: Node) -> int:
    parts = [
        low.text(c) for c in node.named_children if c.type in {"identifier", "type_identifier"}
    ]
    inner = next((c for c in node.named_children if c.type in _SCOPED), None)
    if inner is not None and parts:
        return low.get(low.type(inner), parts[-1])
    return low.dotted(".".join(parts))


_SCOPED = frozenset({"scoped_identifier", "scoped_type_identifier", "generic_type"})


def _generic(low: Lowering, node: Node) -> int:
    given = next((c for c in node.named_children if c.type == "type_arguments"), None)
    parts = [low.type(c) for c in roles.listed(given)]
    base = low.type(roles.child(node, "#0"))
    return low.make("generic", "", base, *parts) if parts else base


def _array(low: Lowering, node: Node) -> int:
    return array_of(low, low.type(node.child_by_field_name("element")))


def _new_array(low: Lowering, node: Node) -> int:
    return low.make("inst", "", array_of(low, low.type(node.child_by_field_name("type"))))


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("array")))


_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "instanceof"})


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) in _TESTS:
        return low.make("lit", "boolean")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if any(n is not None and n.type == "string_literal" for n in (left, right)):
        return low.make("binary", "+", low.make("lit", "String"))
    if low.text(node.child_by_field_name("operator")) == "+":
        return low.union([low.expr(left), low.expr(right)])
    return low.expr(left)


def _unary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) == "!":
        return low.make("lit", "boolean")
    return low.expr(node.child_by_field_name("operand"))


def _decimal(low: Lowering, node: Node) -> int:
    return low.make("lit", "long" if low.text(node)[-1] in "lL" else "int")


def _floating(low: Lowering, node: Node) -> int:
    return low.make("lit", "float" if low.text(node)[-1] in "fF" else "double")


def _class_literal(low: Lowering, node: Node) -> int:
    parts = [low.type(roles.child(node, "#0"))]
    return low.make("inst", "", low.make("generic", "", low.make("builtin", "Class"), *parts))


def _wildcard(low: Lowering, node: Node) -> int:
    parts = [c for c in node.named_children if c.type not in {"super", "extends"}]
    return low.type(parts[-1]) if parts else UNKNOWN


EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "this": roles.itself,
    "super": roles.base,
    "field_access": _access,
    "method_invocation": call_value,
    "object_creation_expression": _created_value,
    "array_creation_expression": _new_array,
    "array_access": _item,
    "parenthesized_expression": roles.within("#0"),
    "cast_expression": roles.instance("type"),
    "ternary_expression": roles.either("consequence", "alternative"),
    "assignment_expression": roles.within("right"),
    "lambda_expression": roles.function_value,
    "method_reference": reference_value,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": roles.within("#0"),
    "instanceof_expression": roles.literal("boolean"),
    "class_literal": _class_literal,
    "string_literal": roles.literal("String"),
    "text_block": roles.literal("String"),
    "character_literal": roles.literal("char"),
    "decimal_integer_literal": _decimal,
    "hex_integer_literal": _decimal,
    "binary_integer_literal": _decimal,
    "octal_integer_literal": _decimal,
    "decimal_floating_point_literal": _floating,
    "hex_floating_point_literal": _floating,
    "true": roles.literal("boolean"),
    "false": roles.literal("boolean"),
    "null_literal": roles.literal("null"),
}
TYPES: dict[str, roles.Converter] = {
    "type_identifier": roles.named,
    "scoped_type_identifier": _scoped,
    "scoped_identifier": _scoped,
    "generic_type": _generic,
    "array_type": _array,
    "integral_type": roles.builtin,
    "floating_point_type": roles.builtin,
    "boolean_type": roles.builtin,
    "void_type": roles.builtin,
    "wildcard": _wildcard,
    "annotated_type": roles.type_within("#-1"),
}
