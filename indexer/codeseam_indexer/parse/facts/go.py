"""Go as facts: receivers own methods, embedded fields are bases, results are tuples."""

import re

from tree_sitter import Node

from codeseam_indexer.facts import BindingKind
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

_VERSION = re.compile(r"^v\d+$|\.v\d+$")


def _package(low: Lowering, node: Node) -> None:
    low.package = low.text(roles.child(node, "#0"))


def _import(low: Lowering, node: Node) -> None:
    path = roles.unquoted(low.text(node.child_by_field_name("path")))
    name = node.child_by_field_name("name")
    value = low.make("module", path)
    if name is None:
        parts = [p for p in path.split("/") if not _VERSION.fullmatch(p)] or [path]
        low.bind(_VERSION.sub("", parts[-1]), "import", node, value=value, scope=0)
    elif name.type == "dot":
        low.bind("*", "import", node, value=value, scope=0)
    elif name.type == "package_identifier":
        low.bind(low.text(name), "import", name, value=value, scope=0)


def _type_spec(low: Lowering, node: Node) -> None:
    name, declared = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or declared is None:
        return
    if node.type == "type_alias":
        low.bind(low.text(name), "local", name, value=low.type(declared))
        return
    index = low.reserve(node)
    low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    outer = low.type(declared) if declared.type not in _BODIES else UNKNOWN
    low.open(node, "class", name)
    if declared.type == "interface_type":
        low.flag(index, "interface")
    if outer:
        low.bases[index].append(outer)
    _type_parameters(low, node)


_BODIES = frozenset({"struct_type", "interface_type"})


def _anonymous_struct(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is None or parent.type != "type_spec":
        low.open(node, "class")


def _type_parameters(low: Lowering, node: Node) -> None:
    given = node.child_by_field_name("type_parameters")
    for part in given.named_children if given is not None else ():
        kind = low.type(roles.child(part, "#-1"))
        for name in part.children_by_field_name("name"):
            low.bind(low.text(name), "type", name, type=kind)


def _field(low: Lowering, node: Node) -> None:
    declared = node.child_by_field_name("type")
    kind = low.type(declared)
    names = node.children_by_field_name("name")
    for name in names:
        low.bind(low.text(name), "field", name, type=kind)
    if not names and declared is not None:
        low.bases[low.around("class")].append(kind)
        last = low.terminal(declared)
        if last is not None:
            low.bind(low.text(last), "field", last, type=kind)
            low.ref("inherit", last, kind)


def _embedded(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is not None and parent.type == "interface_type":
        low.bases[low.around("class")].append(low.type(roles.child(node, "#0")))


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    receiver = node.child_by_field_name("receiver")
    if name is not None and receiver is None:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", low.reserve(node)))
    owner = -1
    held = roles.child(receiver, "#0") if receiver is not None else None
    if held is not None:
        owner = low.type(held.child_by_field_name("type"))
    scope = low.open(node, "function", name)
    low.owners[scope] = owner
    if held is not None:
        for called in held.children_by_field_name("name"):
            low.bind(low.text(called), "local", called, value=low.make("self"))
            low.self_names[scope] = low.text(called)
        _receiver_parameters(low, held, owner)
    _signature(low, node, scope)


def _receiver_parameters(low: Lowering, held: Node, owner: int) -> None:
    """The type parameters that a receiver names: ``(s *Stack[T])``."""
    kind = held.child_by_field_name("type")
    while kind is not None and kind.type in {"pointer_type", "parenthesized_type"}:
        kind = roles.child(kind, "#0")
    given = kind.child_by_field_name("type_arguments") if kind is not None else None
    base = low.exprs[owner].parts[0] if low.exprs[owner].op == "generic" else owner
    for number, part in enumerate(given.named_children if given is not None else ()):
        low.bind(low.text(part), "type", part, value=low.make("typevar", str(number), base))


def _signature(low: Lowering, node: Node, scope: int) -> None:
    _type_parameters(low, node)
    parameters = node.child_by_field_name("parameters")
    for part in parameters.named_children if parameters is not None else ():
        kind = low.type(part.child_by_field_name("type"))
        if part.type == "variadic_parameter_declaration":
            kind = low.make("generic", "", low.make("builtin", "slice"), kind)
        names = part.children_by_field_name("name")
        for name in names:
            low.bind(low.text(name), "param", name, type=kind)
        if not names and part.type != "comment":
            low.bind("_", "param", part, type=kind)
    result = node.child_by_field_name("result")
    if result is not None and result.type == "parameter_list":
        low.returns[scope] = _results(low, result)
    elif result is not None:
        low.returns[scope] = low.type(result)


def _results(low: Lowering, node: Node) -> int:
    kinds: list[int] = []
    for part in node.named_children:
        kind = low.type(part.child_by_field_name("type"))
        names = part.children_by_field_name("name")
        for name in names:
            low.bind(low.text(name), "local", name, type=kind)
        kinds += [kind] * max(len(names), 1)
    if len(kinds) == 1:
        return kinds[0]
    return low.make("tuple", "", *[low.make("inst", "", k) if k else UNKNOWN for k in kinds])


def _method_elem(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", low.reserve(node)))
        scope = low.open(node, "function", name)
        low.flag(scope, "abstract")
        _signature(low, node, scope)


def _literal_function(low: Lowering, node: Node) -> None:
    scope = low.open(node, "function")
    if node.type == "function_type":
        low.flag(scope, "signature")
    _signature(low, node, scope)


def _short(low: Lowering, node: Node) -> None:
    _assign(low, node, "local")


def _assignment(low: Lowering, node: Node) -> None:
    _assign(low, node, "assigned")


def _assign(low: Lowering, node: Node, kind: BindingKind) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    targets, values = left.named_children, right.named_children
    for number, target in enumerate(targets):
        if target.type == "identifier" and low.text(target) != "_":
            value = _value_at(low, values, number, len(targets))
            low.bind(low.text(target), kind, node, value=value, end=True)
    for value in values:
        roles.read(low, value)


def _value_at(low: Lowering, values: list[Node], number: int, wanted: int) -> int:
    if len(values) == wanted:
        return low.expr(values[number])
    if len(values) != 1:
        return UNKNOWN
    value = low.expr(values[0])
    if values[0].type == "call_expression":
        return low.make("item", str(number), value)
    return value if number == 0 else low.make("lit", "bool")


def _var(low: Lowering, node: Node) -> None:
    declared = node.child_by_field_name("type")
    kind = low.type(declared) if declared is not None else -1
    given = node.child_by_field_name("value")
    values = given.named_children if given is not None else []
    names = node.children_by_field_name("name")
    for number, name in enumerate(names):
        value = _value_at(low, values, number, len(names)) if values else -1
        low.bind(low.text(name), "local", node, type=kind, value=value, end=True)
    for value in values:
        roles.read(low, value)


def _range(low: Lowering, node: Node) -> None:
    left = node.child_by_field_name("left")
    source = low.expr(node.child_by_field_name("right"))
    for number, target in enumerate(left.named_children if left is not None else ()):
        op = "elem" if number else "key"
        if target.type == "identifier":
            low.bind(low.text(target), "local", target, value=low.make(op, "", source))


def _type_case(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    parent = node.parent
    alias = parent.child_by_field_name("alias") if parent is not None else None
    name = roles.child(alias, "#0") if alias is not None else None
    if name is not None:
        kinds = [low.type(c) for c in node.children_by_field_name("type")]
        low.bind(low.text(name), "local", node, type=low.union(kinds))


def _receive(low: Lowering, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    target = roles.child(left, "#0") if left is not None else None
    if target is not None and target.type == "identifier":
        low.bind(low.text(target), "local", target, value=low.expr(right))


def _call(low: Lowering, node: Node) -> None:
    function = node.child_by_field_name("function")
    if function is None or low.text(function) not in _BUILTINS:
        _CALLS(low, node)
    else:
        roles.passed(low, node.child_by_field_name("arguments"))


_CALLS = roles.calls("function", "arguments")
_CALLED = roles.called("function", "arguments")
_BUILTINS = frozenset({"make", "new", "len", "cap", "append", "panic", "delete", "close", "copy"})


def _call_value(low: Lowering, node: Node) -> int:
    function = low.text(node.child_by_field_name("function"))
    given = node.child_by_field_name("arguments")
    if function in {"make", "new"} and given is not None:
        inner = low.type(roles.child(given, "#0"))
        return low.make("inst", "", inner) if inner else UNKNOWN
    return _CALLED(low, node)


def _conversion(low: Lowering, node: Node) -> None:
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type == "generic_type":
        roles.refer(low, "call", kind, 1)


def _conversion_value(low: Lowering, node: Node) -> int:
    return low.make("call", "", low.type(node.child_by_field_name("type")))


def _keyed(low: Lowering, node: Node) -> None:
    value = node.child_by_field_name("value") or roles.child(node, "#1")
    if value is not None and value.type == "literal_element":
        value = roles.child(value, "#0")
    roles.read(low, value)


def _generic(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("type_arguments")
    parts = given.named_children if given is not None else []
    base = low.type(node.child_by_field_name("type"))
    return low.make("generic", "", base, *[low.type(p) for p in parts])


def _collection(name: str, *fields: str):
    def convert(low: Lowering, node: Node) -> int:
        parts = [low.type(roles.child(node, f)) for f in fields]
        return low.make("generic", "", low.make("builtin", name), *parts)

    return convert


def _index(low: Lowering, node: Node) -> int:
    operand = low.expr(node.child_by_field_name("operand"))
    return low.make("item", "", operand) if operand else UNKNOWN


def _unary(low: Lowering, node: Node) -> int:
    operand = low.expr(node.child_by_field_name("operand"))
    if low.text(node.child_by_field_name("operator")) == "<-":
        return low.make("elem", "", operand) if operand else UNKNOWN
    return operand


GO = Table(
    statements={
        "package_clause": _package,
        "import_spec": _import,
        "type_spec": _type_spec,
        "type_alias": _type_spec,
        "struct_type": _anonymous_struct,
        "field_declaration": _field,
        "type_elem": _embedded,
        "function_declaration": _function,
        "method_declaration": _function,
        "method_elem": _method_elem,
        "func_literal": _literal_function,
        "function_type": _literal_function,
        "short_var_declaration": _short,
        "assignment_statement": _assignment,
        "var_spec": _var,
        "const_spec": _var,
        "range_clause": _range,
        "type_case": _type_case,
        "receive_statement": _receive,
        "call_expression": _call,
        "type_conversion_expression": _conversion,
        "keyed_element": _keyed,
        "return_statement": roles.returns,
        "block": roles.block,
        "if_statement": roles.block,
        "for_statement": roles.block,
        "type_switch_statement": roles.block,
        "expression_switch_statement": roles.block,
        "expression_case": roles.block,
        "communication_case": roles.block,
    },
    expressions={
        "identifier": roles.named,
        "field_identifier": roles.named,
        "package_identifier": roles.named,
        "type_identifier": roles.named,
        "selector_expression": roles.member("operand", "field"),
        "call_expression": _call_value,
        "type_conversion_expression": _conversion_value,
        "composite_literal": roles.instance("type"),
        "unary_expression": _unary,
        "parenthesized_expression": roles.within("#0"),
        "type_assertion_expression": roles.instance("type"),
        "index_expression": _index,
        "slice_expression": roles.within("operand"),
        "func_literal": roles.function_value,
        "expression_list": roles.elements("tuple"),
        "literal_element": roles.within("#0"),
        "interpreted_string_literal": roles.literal("string"),
        "raw_string_literal": roles.literal("string"),
        "int_literal": roles.literal("int"),
        "float_literal": roles.literal("float64"),
        "binary_expression": roles.literal("value"),
        "nil": roles.literal("None"),
        "true": roles.literal("bool"),
        "false": roles.literal("bool"),
    },
    types={
        "pointer_type": roles.type_within("#0"),
        "parenthesized_type": roles.type_within("#0"),
        "qualified_type": roles.member("package", "name"),
        "generic_type": _generic,
        "slice_type": _collection("slice", "element"),
        "array_type": _collection("slice", "element"),
        "implicit_length_array_type": _collection("slice", "element"),
        "map_type": _collection("map", "key", "value"),
        "channel_type": _collection("chan", "value"),
        "function_type": roles.function_value,
        "struct_type": roles.class_value,
        "type_elem": roles.type_within("#0"),
        "type_constraint": roles.type_within("#0"),
    },
    terminals={
        "identifier": "",
        "field_identifier": "",
        "type_identifier": "",
        "selector_expression": "field",
        "qualified_type": "name",
        "parenthesized_expression": "#0",
        "pointer_type": "#0",
        "generic_type": "type",
        "index_expression": "operand",
    },
)
