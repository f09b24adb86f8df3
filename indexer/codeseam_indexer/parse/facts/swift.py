"""Swift as facts: extensions, optional bindings, trailing closures, names that need no import."""

from tree_sitter import Node

from codeseam_indexer.facts import LABELS, TRAILING
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

CONSTRUCTOR = "init"
_TYPES = frozenset({
    "user_type", "optional_type", "array_type", "dictionary_type", "function_type", "tuple_type",
    "opaque_type", "existential_type", "protocol_composition_type", "metatype",
})  # fmt: skip


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if low.text(node.child_by_field_name("declaration_kind")) == "extension":
        low.open(node, "block")
        low.owners[index] = low.type(name)
        low.flag(index, "own", "extension")
        return
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    low.open(node, "class", name)
    if node.type == "protocol_declaration":
        low.flag(index, "interface")
    parameters = roles.first(node, "type_parameters")
    for part in parameters.named_children if parameters is not None else ():
        bound = part.child_by_field_name("name")
        type_ = low.type(bound) if bound is not None else -1
        low.bind(low.text(roles.first(part, "type_identifier")), "type", part, type=type_)
    for part in node.named_children:
        base = (
            part.child_by_field_name("inherits_from")
            if part.type == "inheritance_specifier"
            else None
        )
        if base is not None:
            low.bases[index].append(low.type(base))
            roles.refer(low, "inherit", base)


def _extended(low: Lowering) -> int:
    """The type that the extension around extends, -1 outside one."""
    at = low.scope
    while at > 0 and low.kinds[at] == "block":
        if "extension" in low.flags[at]:
            return low.owners[at]
        at = low.parents[at]
    return -1


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    owner = _extended(low)
    if name is not None and owner < 0:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    if owner > 0:
        low.owners[index] = owner
    if node.child_by_field_name("body") is None:
        low.flag(index, "abstract")
    if "static" in low.text(roles.first(node, "modifiers")).split():
        low.flag(index, "static")
    parameters = roles.first(node, "type_parameters")
    for part in parameters.named_children if parameters is not None else ():
        bound = part.child_by_field_name("name")
        type_ = low.type(bound) if bound is not None else -1
        low.bind(low.text(roles.first(part, "type_identifier")), "type", part, type=type_)
    labels: list[str] = []
    for part in node.children:
        if part.type == "parameter":
            labels.append(_parameter(low, part, index))
        elif part.type == "=" and low.bindings and low.bindings[-1].scope == index:
            low.bindings[-1] = low.bindings[-1]._replace(value=low.make("lit", "default"))
    low.flag(index, LABELS + ",".join(labels))
    returned = [c for c in node.children_by_field_name("name") if c.type in _TYPES]
    if returned:
        low.returns[index] = low.type(returned[-1])


def _parameter(low: Lowering, node: Node, index: int) -> str:
    """Bind a parameter; gives the label of its arguments."""
    names = node.children_by_field_name("name")
    types = [c for c in names if c.type in _TYPES]
    name = next((c for c in names if c.type == "simple_identifier"), None)
    if any(c.type == "..." for c in node.children):
        low.flag(index, "variadic")
    if name is not None:
        low.bind(low.text(name), "param", name, type=low.type(types[0]) if types else -1)
    return low.text(node.child_by_field_name("external_name") or name)


def _property(low: Lowering, node: Node) -> None:
    outer = low.kinds[low.around("class", "function")]
    kind = "field" if outer == "class" else "local"
    name: Node | None = None
    declared, computed = -1, node.child_by_field_name("computed_value")
    for number, part in enumerate(node.children):
        field = node.field_name_for_child(number)
        if field == "name" and part.type == "pattern":
            name, declared = part.child_by_field_name("bound_identifier"), -1
            following = [c for c in node.children[number + 1 :] if c.is_named]
            if following and following[0].type == "type_annotation":
                declared = low.type(following[0].child_by_field_name("name"))
            value = next((c for c in following if c.type != "type_annotation"), None)
            given = low.expr(value) if value is not None and computed is None else -1
            if name is not None and _extended(low) < 0:
                low.bind(
                    low.text(name), kind, part, type=declared, value=given, end=kind == "local"
                )
    if computed is not None:
        owner = _extended(low)
        index = low.open(computed, "function", name)
        low.flag(index, "property")
        low.returns[index] = declared
        if owner > 0:
            low.owners[index] = owner


def _bound(low: Lowering, node: Node) -> None:
    """``if let x = y`` and ``guard let x = y else``."""
    if node.type == "if_statement":
        low.open(node, "block")
    parts = node.children
    for number, part in enumerate(parts):
        if node.field_name_for_child(number) == "bound_identifier":
            value = next((c for c in parts[number + 1 :] if c.is_named), None)
            given = (
                low.expr(value)
                if value is not None and value.type != "statements"
                else low.name(low.text(part))
            )
            low.bind(low.text(part), "local", part, value=given, end=True)


def _for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    item = node.child_by_field_name("item")
    name = item.child_by_field_name("bound_identifier") if item is not None else None
    if name is not None:
        source = low.expr(node.child_by_field_name("collection"))
        low.bind(
            low.text(name), "local", name, value=low.make("elem", "", source) if source else -1
        )


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    type_ = node.child_by_field_name("type")
    listed = roles.first(type_, "lambda_function_type_parameters")
    names = (
        [p.child_by_field_name("name") for p in listed.named_children] if listed is not None else []
    )
    for number, name in enumerate(names):
        if name is not None:
            low.bind(low.text(name), "param", name, value=_context(low, node, number))
    if not names:
        for number in range(2):
            low.bind(f"${number}", "param", node, value=_context(low, node, number))
    body = roles.first(node, "statements")
    if body is not None and body.named_child_count == 1:
        low.values[index].append(low.expr(body.named_children[0]))


def _context(low: Lowering, node: Node, number: int) -> int:
    """What is passed to a parameter of a closure, by the call that it is given to."""
    holder = node.parent
    while holder is not None and holder.type in {"value_argument", "value_arguments"}:
        holder = holder.parent
    call = holder.parent if holder is not None and holder.type == "call_suffix" else None
    if holder is None or call is None or call.type != "call_expression":
        return -1
    parts = _arguments(call)
    at = next((i for i, p in enumerate(parts) if p.start_byte <= node.start_byte < p.end_byte), 0)
    return low.make("param", f"{at}.{number}", low.expr(roles.child(call, "#0")))


def _arguments(node: Node) -> list[Node]:
    """The values of a call's arguments, the closures behind it included."""
    suffix = roles.first(node, "call_suffix", "constructor_suffix")
    given = roles.first(suffix, "value_arguments")
    parts = (
        [p.child_by_field_name("value") or p for p in given.named_children]
        if given is not None
        else []
    )
    return [
        *parts,
        *(
            c
            for c in (suffix.named_children if suffix is not None else ())
            if c.type == "lambda_literal"
        ),
    ]


def _callee(low: Lowering, node: Node) -> int:
    made = node.child_by_field_name("constructed_type")
    return low.type(made) if made is not None else low.expr(roles.child(node, "#0"))


def _call_value(low: Lowering, node: Node) -> int:
    return low.make("call", "", _callee(low, node), *[_given(low, a) for a in _arguments(node)])


def _given(low: Lowering, node: Node) -> int:
    """An argument under its label; a closure behind the call may be that of any parameter."""
    holder = node if node.type == "value_argument" else node.parent
    value = low.expr(node)
    if holder is None or holder.type != "value_argument":
        return low.make("kw", TRAILING, value)
    label = roles.first(holder, "value_argument_label")
    return low.make("kw", low.text(roles.child(label, "#0")) if label is not None else "_", value)


def _call(low: Lowering, node: Node) -> None:
    callee = node.child_by_field_name("constructed_type") or roles.child(node, "#0")
    name = low.terminal(callee) if callee is not None else None
    parts = _arguments(node)
    if name is not None:
        low.ref("call", name, _call_value(low, node), len(parts))
    for part in parts:
        roles.read(low, part)


def _member(low: Lowering, node: Node) -> int:
    suffix = node.child_by_field_name("suffix")
    name = suffix.child_by_field_name("suffix") if suffix is not None else None
    return low.get(low.expr(node.child_by_field_name("target")), low.text(name))


def _type(low: Lowering, node: Node) -> int:
    names = [low.text(c) for c in node.named_children if c.type == "type_identifier"]
    base = low.make("self") if names == ["Self"] else low.dotted(".".join(names))
    given = roles.first(node, "type_arguments")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", base, *parts) if parts else base


def _array(low: Lowering, node: Node) -> int:
    return low.make(
        "generic", "", low.make("builtin", "Array"), low.type(node.child_by_field_name("name"))
    )


def _dictionary(low: Lowering, node: Node) -> int:
    parts = [low.type(c) for c in node.named_children if c.type in _TYPES]
    return low.make("generic", "", low.make("builtin", "Dictionary"), *parts)


def _function_type(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("params")
    items = (
        [p.child_by_field_name("name") for p in given.named_children] if given is not None else []
    )
    returned = low.type(node.child_by_field_name("name"))
    return low.make(
        "generic", "", low.make("builtin", "Function"), *[low.type(i) for i in items], returned
    )


def _as(low: Lowering, node: Node) -> int:
    inner = low.type(node.child_by_field_name("name"))
    return low.make("inst", "", inner) if inner else UNKNOWN


def _alias(low: Lowering, node: Node) -> None:
    names = node.children_by_field_name("name")
    if len(names) > 1:
        low.bind(low.text(names[0]), "def", names[0], value=low.type(names[1]))


def _entry(low: Lowering, node: Node) -> None:
    own = low.make("cls", "", low.around("class"))
    for name in node.children_by_field_name("name"):
        low.bind(low.text(name), "field", name, type=own)


def _return(low: Lowering, node: Node) -> None:
    value = node.child_by_field_name("result")
    if value is not None:
        scope = low.around("function")
        if low.returns[scope] < 0:
            roles.given(low, low.expr(value))
        roles.read(low, value)


SWIFT = Table(
    statements={
        "class_declaration": _class,
        "protocol_declaration": _class,
        "function_declaration": _function,
        "protocol_function_declaration": _function,
        "init_declaration": _function,
        "property_declaration": _property,
        "if_statement": _bound,
        "guard_statement": _bound,
        "for_statement": _for,
        "while_statement": roles.block,
        "switch_entry": roles.block,
        "do_statement": roles.block,
        "catch_block": roles.block,
        "lambda_literal": _lambda,
        "typealias_declaration": _alias,
        "enum_entry": _entry,
        "call_expression": _call,
        "constructor_expression": _call,
        "control_transfer_statement": _return,
        "user_type": roles.type_use,
    },
    expressions={
        "simple_identifier": roles.named,
        "navigation_expression": _member,
        "call_expression": _call_value,
        "constructor_expression": _call_value,
        "self_expression": roles.itself,
        "super_expression": roles.base,
        "try_expression": roles.within("expr"),
        "await_expression": roles.within("expr"),
        "as_expression": _as,
        "tuple_expression": roles.within("value"),
        "postfix_expression": roles.within("target"),
        "nil_coalescing_expression": roles.either("value", "if_nil"),
        "ternary_expression": roles.either("if_true", "if_false"),
        "lambda_literal": roles.function_value,
        "line_string_literal": roles.literal("String"),
        "multi_line_string_literal": roles.literal("String"),
        "integer_literal": roles.literal("Int"),
        "real_literal": roles.literal("Double"),
        "boolean_literal": roles.literal("Bool"),
        "nil": roles.literal("nil"),
        "array_literal": roles.elements("list"),
    },
    types={
        "user_type": _type,
        "type_identifier": roles.named,
        "optional_type": roles.type_within("wrapped"),
        "array_type": _array,
        "dictionary_type": _dictionary,
        "function_type": _function_type,
        "opaque_type": roles.type_within("#0"),
        "existential_type": roles.type_within("#0"),
    },
    terminals={
        "simple_identifier": "",
        "type_identifier": "",
        "user_type": "#0",
        "navigation_expression": "suffix",
        "navigation_suffix": "suffix",
    },
    comments=("comment", "multiline_comment"),
)
