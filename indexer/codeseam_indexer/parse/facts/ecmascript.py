"""JavaScript and TypeScript as facts: classes, objects, prototypes, what is assigned to members."""

from tree_sitter import Node

from codeseam_indexer.facts import BindingKind
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.ecmascript_functions import (
    bind_pattern,
    call_signature,
    declared_function,
    function_type,
    function_value,
    method,
    title_of,
    type_parameters,
)
from codeseam_indexer.parse.facts.ecmascript_modules import (
    exports,
    imports,
)
from codeseam_indexer.parse.facts.ecmascript_values import (
    EXPRESSIONS,
    TYPES,
    TYPESCRIPT_EXPRESSIONS,
)
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Handler, Lowering, Table

_MIXINS = frozenset({
    "assign", "mixin", "mixins", "extend", "merge", "inherits", "setPrototypeOf",
    "defineProperties", "applyMixins",
})  # fmt: skip


def _declarator(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    parent = node.parent
    kind: BindingKind = "local"
    if parent is not None and parent.type == "variable_declaration":
        kind = "var"
    given, declared = node.child_by_field_name("value"), node.child_by_field_name("type")
    value = low.expr(given) if given is not None else -1
    type_ = low.type(declared) if declared is not None else -1
    if name.type == "identifier":
        scope = low.around("function", "file", "namespace") if kind == "var" else None
        low.bind(low.text(name), kind, node, type=type_, value=value, scope=scope, end=True)
    else:
        source = value if type_ < 0 else low.make("inst", "", type_)
        bind_pattern(low, name, max(source, 0), kind, node)
    roles.read(low, given)


def _assignment(low: Lowering, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None:
        return
    value = low.expr(right)
    if left.type == "identifier":
        low.bind(low.text(left), "assigned", node, value=value, end=True)
    elif left.type == "member_expression":
        target, name = left.child_by_field_name("object"), left.child_by_field_name("property")
        if target is not None and name is not None:
            _assign_member(low, target, name, value)
    elif left.type == "subscript_expression":
        key = left.child_by_field_name("index")
        if key is not None and key.type == "string":
            target = low.expr(left.child_by_field_name("object"))
            low.expando(target, roles.unquoted(low.text(key)), value, key)
    roles.read(low, right)


def _assign_member(low: Lowering, target: Node, name: Node, value: int) -> None:
    if target.type == "this":
        at = low.scope
        while at > 0 and low.kinds[at] != "class" and "this" not in low.flags[at]:
            at = low.parents[at]
        owner = low.parents[at] if "this" in low.flags[at] else at
        if low.kinds[owner] == "class":
            low.bind(low.text(name), "attribute", name, value=value, scope=owner)
            return
    low.expando(low.expr(target), low.text(name), value, name)


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    title = name if name is not None else title_of(low, node)[0]
    if name is not None and node.type != "class":
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    bases: list[int] = []
    for part in node.named_children:
        if part.type in {"class_heritage", "extends_type_clause", "extends_clause"}:
            bases += _bases(low, part)
    low.open(node, "class", title)
    low.bases[index].extend(bases)
    if name is not None and node.type == "class":
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    type_parameters(low, node)
    if node.type == "interface_declaration":
        low.flag(index, "interface")


def _bases(low: Lowering, node: Node) -> list[int]:
    found: list[int] = []
    for part in node.named_children:
        if part.type in {"extends_clause", "implements_clause"}:
            found += _bases(low, part)
        elif part.type != "type_arguments" and not part.is_extra:
            base = low.type(part)
            given = part.next_named_sibling
            if given is not None and given.type == "type_arguments":
                base = low.make("generic", "", base, *[low.type(c) for c in roles.listed(given)])
            found.append(base)
            inner = part.child_by_field_name("name") if part.type == "generic_type" else part
            if inner is not None:
                roles.refer(low, "inherit", inner)
    return found


def _field(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("property") or node.child_by_field_name("name")
    if name is None:
        return
    given, declared = node.child_by_field_name("value"), node.child_by_field_name("type")
    value = low.expr(given) if given is not None else -1
    kind = low.type(declared) if declared is not None else -1
    low.bind(roles.unquoted(low.text(name)), "field", name, type=kind, value=value)
    roles.read(low, given)


def _object(low: Lowering, node: Node) -> None:
    scope = low.open(node, "object")
    outer = low.parents[scope]
    for part in roles.listed(node):
        if part.type == "pair":
            key, value = part.child_by_field_name("key"), part.child_by_field_name("value")
            if key is not None and value is not None:
                text = roles.unquoted(low.text(key))
                low.bind(text, "field", key, value=low.expr(value), home=outer)
                roles.read(low, value)
        elif part.type == "shorthand_property_identifier":
            text = low.text(part)
            low.bind(text, "field", part, value=low.name(text), home=outer)
            low.refs.append(roles.use("read", text, low.name(text), outer, low.at(part)))
        elif part.type == "spread_element":
            inner = roles.child(part, "#0")
            low.bind("*", "field", part, value=low.expr(inner), home=outer)


_CALL = roles.calls("function", "arguments")


def _call(low: Lowering, node: Node) -> None:
    function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is not None and function.type == "super":
        constructor = low.get(low.make("super"), "constructor")
        low.ref("call", function, constructor, roles.count(given))
        roles.passed(low, given)
        return
    _CALL(low, node)
    if function is None or given is None:
        return
    last = low.terminal(function)
    parts = roles.listed(given)
    if last is not None and low.text(last) in _MIXINS and len(parts) > 1:
        target = low.expr(parts[0])
        for part in parts[1:4]:
            low.expando(target, "*", low.expr(part), node)


def _jsx(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None and (name.type == "member_expression" or low.text(name)[:1].isupper()):
        roles.refer(low, "call", name)


def _for_in(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is not None:
        source = low.expr(right)
        value = low.make("elem", "", source) if low.text(operator) == "of" else UNKNOWN
        bind_pattern(low, left, value, "local")


def _catch(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    parameter = node.child_by_field_name("parameter")
    if parameter is not None:
        bind_pattern(low, parameter, UNKNOWN, "local")


def _alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        value = low.type(node.child_by_field_name("value"))
        low.bind(low.text(name), "local", name, value=value)


def _enum(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    value = low.make("cls", "", index)
    if name is not None:
        low.bind(low.text(name), "def", name, value=value)
    low.open(node, "class", name)
    for part in roles.listed(node.child_by_field_name("body")):
        low.bind(low.text(part).partition("=")[0].strip(), "field", part, type=value)


def _namespace(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None and name.type != "string":
        low.bind(low.text(name), "def", name, value=low.make("obj", "", index))
        low.open(node, "namespace", name)


def _block(low: Lowering, node: Node) -> None:
    # What stands in the braces of a namespace are its members.
    if node.parent is None or node.parent.type not in {"internal_module", "module"}:
        roles.block(low, node)


def _decorator(low: Lowering, node: Node) -> None:
    inner = roles.child(node, "#0")
    if inner is not None and inner.type != "call_expression":
        roles.refer(low, "decorator", inner)


def _type_use(low: Lowering, node: Node) -> None:
    inner = roles.child(node, "#0")
    if inner is not None and inner.type == "type_identifier":
        low.ref("type", inner, low.type(inner))


def _object_type(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is None or parent.type != "interface_declaration":
        low.open(node, "class")


_STATEMENTS: dict[str, Handler] = {
    "function_declaration": declared_function,
    "generator_function_declaration": declared_function,
    "function_expression": function_value,
    "generator_function": function_value,
    "arrow_function": function_value,
    "variable_declarator": _declarator,
    "assignment_expression": _assignment,
    "class_declaration": _class,
    "class": _class,
    "method_definition": method,
    "object": _object,
    "import_statement": imports,
    "export_statement": exports,
    "call_expression": _call,
    "new_expression": roles.calls("constructor", "arguments", "new"),
    "return_statement": roles.returns,
    "for_in_statement": _for_in,
    "for_statement": roles.block,
    "catch_clause": _catch,
    "statement_block": _block,
    "decorator": _decorator,
}
_JSX: dict[str, Handler] = {
    "jsx_opening_element": _jsx,
    "jsx_self_closing_element": _jsx,
}
_TYPED: dict[str, Handler] = {
    "public_field_definition": _field,
    "abstract_class_declaration": _class,
    "interface_declaration": _class,
    "object_type": _object_type,
    "property_signature": _field,
    "method_signature": method,
    "abstract_method_signature": method,
    "function_signature": declared_function,
    "call_signature": call_signature,
    "function_type": function_type,
    "type_alias_declaration": _alias,
    "enum_declaration": _enum,
    "internal_module": _namespace,
    "module": _namespace,
    "type_annotation": _type_use,
}
_TERMINALS = {
    "identifier": "",
    "property_identifier": "",
    "private_property_identifier": "",
    "member_expression": "property",
    "super": "",
    "parenthesized_expression": "#0",
    "non_null_expression": "#0",
    "instantiation_expression": "#0",
    "nested_identifier": "property",
}
_TYPE_TERMINALS = {
    "type_identifier": "",
    "generic_type": "name",
    "nested_type_identifier": "name",
}

JAVASCRIPT = Table(
    statements={**_STATEMENTS, **_JSX, "field_definition": _field},
    expressions=EXPRESSIONS,
    terminals={k: v for k, v in _TERMINALS.items() if k not in {"non_null_expression"}},
)
TYPESCRIPT = Table(
    statements={**_STATEMENTS, **_TYPED},
    expressions=TYPESCRIPT_EXPRESSIONS,
    types=TYPES,
    terminals={**_TERMINALS, **_TYPE_TERMINALS},
)
TSX = Table(
    statements={**_STATEMENTS, **_TYPED, **_JSX},
    expressions=TYPESCRIPT_EXPRESSIONS,
    types=TYPES,
    terminals={**_TERMINALS, **_TYPE_TERMINALS},
)
