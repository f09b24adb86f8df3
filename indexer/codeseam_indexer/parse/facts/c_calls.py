"""What the expressions of C and C++ stand for: calls, casts, what smart pointers are made of."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.c_types import (
    constant,
    number,
    primitive,
    text_literal,
)
from codeseam_indexer.parse.facts.declarators import (
    NAMES,
    TYPES,
    last_name,
    terminal,
)
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def read_values(low: Lowering, node: Node | None, number: int = -1) -> None:
    """Record the names that a value passes on, in lists of values too; an argument's number."""
    if node is None:
        return
    if node.type in {"initializer_list", "argument_list"}:
        passed = node.type == "argument_list"
        for position, part in enumerate(node.named_children[:256]):
            inner = part.child_by_field_name("value") if part.type == "initializer_pair" else part
            read_values(low, inner, position if passed else -1)
    elif node.type == "pointer_expression":
        roles.read(low, node.child_by_field_name("argument"), number)
    else:
        roles.read(low, node, number)


def _callee(low: Lowering, node: Node) -> Node | None:
    """The node of the last name of what is called."""
    while node.type in {"parenthesized_expression", "pointer_expression"}:
        inner = node.child_by_field_name("argument") or roles.child(node, "#0")
        if inner is None:
            return None
        node = inner
    if node.type == "field_expression":
        node = node.child_by_field_name("field") or node
    return last_name(node)[0]


def calls(*, whole: bool) -> roles.Handler:
    """Calls; the reference is to the whole call where overloads are told apart."""

    def handle(low: Lowering, node: Node) -> None:
        callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        name = _callee(low, callee) if callee is not None else None
        if name is not None and name.type == "destructor_name" and not low.around("function"):
            return  # ``A::~A() = default;`` parses as what is set to what a call gives
        if callee is not None and name is not None and name.type in NAMES:
            made = _making(low, callee)
            if made:
                expr = low.make("new", "", made, *roles.arguments(low, given))
                target = callee.child_by_field_name("name") or callee
                types = last_name(callee)[0]
                at = _made_node(target) or types
                low.refs.append(
                    roles.use(
                        "new",
                        low.text(terminal(at)),
                        expr,
                        low.scope,
                        low.at(at),
                        roles.count(given),
                    )
                )
            expr = low.expr(callee)
            if whole:
                expr = low.make("call", "", expr, *roles.arguments(low, given))
            low.ref("call", name, expr, roles.count(given))
        read_values(low, given)

    return handle


def _made_node(node: Node) -> Node | None:
    given = node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "template_argument_list"), None
    )
    first = roles.child(given, "#0") if given is not None else None
    type_ = first.child_by_field_name("type") if first is not None else None
    return type_ if type_ is not None and type_.type in TYPES else None


_MAKERS = frozenset({"make_unique", "make_shared"})


def _making(low: Lowering, callee: Node) -> int:
    """The type that ``std::make_unique<T>(…)`` makes, 0 for other calls."""
    template = (
        callee.child_by_field_name("name") if callee.type == "qualified_identifier" else callee
    )
    if template is None or template.type != "template_function":
        return UNKNOWN
    if low.text(template.child_by_field_name("name")) not in _MAKERS:
        return UNKNOWN
    return low.type(_made_node(template))


_CASTS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})


def _call_value(low: Lowering, node: Node) -> int:
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    made = _making(low, callee) if callee is not None else UNKNOWN
    if made:
        return low.make("new", "", made)
    if callee is not None and (
        callee.type in {"primitive_type", "sized_type_specifier"}
        or low.text(callee) in {"unsigned", "signed"}
    ):
        return low.make("lit", primitive(low.text(callee)))
    if callee is not None and callee.type == "template_function":
        name = low.text(callee.child_by_field_name("name"))
        if name in _CASTS:
            return _cast(low, roles.child(callee.child_by_field_name("arguments") or callee, "#0"))
    parts = roles.arguments(low, given)
    text = low.text(callee)
    if text in {"std::move", "std::forward", "move"} and len(parts) == 1:
        return low.make("accessed", "moved", parts[0])
    made = low.expr(callee)
    types = _template_arguments(low, callee) if made and callee is not None else []
    if types:
        made = low.make("generic", "", made, *types)
    return low.make("call", "", made, *parts)


def _template_arguments(low: Lowering, callee: Node) -> list[int]:
    """The types that are given to the template that is called."""
    while callee.type == "qualified_identifier":
        inner = callee.child_by_field_name("name")
        if inner is None:
            return []
        callee = inner
    if callee.type != "template_function":
        return []
    given = callee.child_by_field_name("arguments")
    types = [low.type(c) for c in given.named_children] if given is not None else []
    return types if all(types) else []


def _cast(low: Lowering, type_: Node | None) -> int:
    if type_ is None or type_.type != "type_descriptor":
        return UNKNOWN
    return constant(low, type_, low.make("inst", "", low.type(type_)))


def _member(low: Lowering, node: Node) -> int:
    field = node.child_by_field_name("field")
    last = last_name(field)[0] if field is not None else None
    return low.get(low.expr(node.child_by_field_name("argument")), low.text(last))


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("argument")))


_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) in _TESTS:
        return low.make("lit", "bool")
    return low.expr(node.child_by_field_name("left"))


EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "field_expression": _member,
    "call_expression": _call_value,
    "parenthesized_expression": roles.within("#0"),
    "pointer_expression": roles.within("argument"),
    "subscript_expression": _item,
    "cast_expression": roles.instance("type"),
    "compound_literal_expression": roles.instance("type"),
    "conditional_expression": roles.either("consequence", "alternative"),
    "assignment_expression": roles.within("right"),
    "comma_expression": roles.within("right"),
    "binary_expression": _binary,
    "unary_expression": roles.within("argument"),
    "update_expression": roles.within("argument"),
    "string_literal": text_literal,
    "concatenated_string": text_literal,
    "raw_string_literal": text_literal,
    "number_literal": number,
    "char_literal": roles.literal("char"),
    "true": roles.literal("bool"),
    "false": roles.literal("bool"),
    "null": roles.literal("null"),
    "sizeof_expression": roles.literal("int"),
}
