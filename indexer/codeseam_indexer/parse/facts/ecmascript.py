"""JavaScript and TypeScript as facts: modules of two kinds, prototypes, contextual types."""

from tree_sitter import Node

from codeseam_indexer.facts import BindingKind
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.ecmascript_modules import (
    exports,
    imports,
)
from codeseam_indexer.parse.facts.ecmascript_values import (
    EXPRESSIONS,
    TYPES,
    TYPESCRIPT_EXPRESSIONS,
    plain,
)
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Handler, Lowering, Table

_MIXINS = frozenset({
    "assign", "mixin", "mixins", "extend", "merge", "inherits", "setPrototypeOf",
    "defineProperties", "applyMixins",
})  # fmt: skip


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function", name)
    low.flag(scope, "this")
    _body(low, node, scope)


def _function_value(low: Lowering, node: Node) -> None:
    own = node.child_by_field_name("name")
    title, owner = _title(low, node)
    scope = low.open(node, "function", title if title is not None else own)
    if node.type != "arrow_function":
        low.flag(scope, "this")
        low.owners[scope] = owner
    if own is not None:
        low.bind(low.text(own), "def", own, value=low.make("fn", "", scope), scope=scope)
    _body(low, node, scope)


def _title(low: Lowering, node: Node) -> tuple[Node | None, int]:  # noqa: PLR0911 - one a place
    """The name under which a function value is known, and the object that it is put into."""
    parent = node.parent
    while parent is not None and parent.type in _WRAPPERS:
        parent = parent.parent
    if parent is None:
        return None, -1
    if parent.type == "variable_declarator":
        name = parent.child_by_field_name("name")
        return (name if name is not None and name.type == "identifier" else None), -1
    if parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        if left is None or left.type == "identifier":
            return left, -1
        if left.type == "member_expression":
            target = left.child_by_field_name("object")
            name = left.child_by_field_name("property")
            if low.text(name) in {"exports", "prototype"}:
                return None, -1
            return name, low.expr(target)
        return None, -1
    if parent.type == "pair":
        return parent.child_by_field_name("key"), -1
    if parent.type in {"field_definition", "public_field_definition"}:
        return parent.child_by_field_name("property") or parent.child_by_field_name("name"), -1
    return None, -1


_WRAPPERS = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "type_assertion"}
)


def _body(low: Lowering, node: Node, scope: int) -> None:
    kinds = {c.type for c in node.children[:4]}
    low.flag(scope, *(f for f in ("async", "static", "abstract") if f in kinds))
    if "*" in kinds:
        low.flag(scope, "generator")
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        low.returns[scope] = low.type(returned)
    _type_parameters(low, node)
    single = node.child_by_field_name("parameter")
    if single is not None:
        _parameter_target(low, single, 0, node, -1, -1)
    parameters = node.child_by_field_name("parameters")
    for number, part in enumerate(plain(parameters)):
        _parameter(low, part, number, node)
    body = node.child_by_field_name("body")
    if node.type == "arrow_function" and body is not None and body.type != "statement_block":
        low.values[scope].append(low.expr(body))
        roles.read(low, body)


def _type_parameters(low: Lowering, node: Node) -> None:
    for part in plain(node.child_by_field_name("type_parameters")):
        name = part.child_by_field_name("name")
        if name is not None:
            bound = part.child_by_field_name("constraint")
            kind = low.type(roles.child(bound, "#0")) if bound is not None else -1
            low.bind(low.text(name), "type", name, type=kind)


def _parameter(low: Lowering, node: Node, number: int, function: Node) -> None:
    kind, value, target = -1, -1, node
    if node.type in {"required_parameter", "optional_parameter"}:
        declared = node.child_by_field_name("type")
        kind = low.type(declared) if declared is not None else -1
        given = node.child_by_field_name("value")
        value = low.expr(given) if given is not None else -1
        pattern = node.child_by_field_name("pattern")
        if pattern is None:
            return
        target = pattern
        if any(c.type in {"accessibility_modifier", "readonly"} for c in node.children):
            owner = low.around("class")
            low.bind(low.text(target), "attribute", target, type=kind, value=value, scope=owner)
    elif node.type == "assignment_pattern":
        given = node.child_by_field_name("right")
        left = node.child_by_field_name("left")
        value = low.expr(given)
        if left is None:
            return
        target = left
    if target.type == "rest_pattern":
        inner = roles.child(target, "#0")
        if inner is not None:
            _bind_pattern(low, inner, low.make("inst", "", kind) if kind > 0 else UNKNOWN, "param")
        return
    if target.type != "this":
        _parameter_target(low, target, number, function, kind, value)


def _parameter_target(  # noqa: PLR0913, PLR0917 - a parameter has as many sides
    low: Lowering, target: Node, number: int, function: Node, kind: int, value: int
) -> None:
    if kind < 0:
        passed = _passed_to(low, function, number)
        value = low.union([max(value, 0), passed]) if passed else value
    if target.type == "identifier":
        low.bind(low.text(target), "param", target, type=kind, value=value)
    else:
        source = low.make("inst", "", kind) if kind > 0 else max(value, 0)
        _bind_pattern(low, target, source, "param")


def _passed_to(low: Lowering, function: Node, number: int) -> int:
    """What the place of a function literal says of its parameter: the call, the declared type."""
    given = function.parent
    call = given.parent if given is not None and given.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if given is not None and callee is not None:
        at = next((i for i, c in enumerate(plain(given)) if c.id == function.id), 0)
        return low.make("param", f"{at}.{number}", low.expr(callee))
    expected = _expected(low, function)
    return low.make("callback", str(number), expected) if expected else UNKNOWN


def _expected(low: Lowering, node: Node, depth: int = 0) -> int:  # noqa: PLR0911 - one a place
    """The type that the place of an expression wants, as a value of it."""
    parent = node.parent
    if parent is None or depth > 6:
        return UNKNOWN
    kind = parent.type
    if kind == "pair":
        key, holder = parent.child_by_field_name("key"), parent.parent
        inner = _expected(low, holder, depth + 1) if holder is not None else UNKNOWN
        return low.get(inner, roles.unquoted(low.text(key))) if inner else UNKNOWN
    if kind == "arguments":
        call = parent.parent
        callee = roles.child(call, "#0") if call is not None else None
        at = next((i for i, c in enumerate(plain(parent)) if c.id == node.id), 0)
        return low.make("argument", str(at), low.expr(callee)) if callee is not None else UNKNOWN
    if kind in _WRAPPERS:
        return _expected(low, parent, depth + 1)
    if kind in _DECLARING:
        declared = parent.child_by_field_name("type")
        return low.make("inst", "", low.type(declared)) if declared is not None else UNKNOWN
    if kind == "assignment_expression":
        return low.expr(parent.child_by_field_name("left"))
    return _expected_result(low, parent, depth)


def _expected_result(low: Lowering, node: Node, depth: int) -> int:
    """The declared result of the function that gives an expression back."""
    function: Node | None = node
    if node.type == "return_statement":
        while function is not None and function.type not in _FUNCTIONS:
            function = function.parent
    elif node.type != "arrow_function":
        return UNKNOWN
    if function is None:
        return UNKNOWN
    declared = function.child_by_field_name("return_type")
    if declared is not None:
        return low.make("inst", "", low.type(declared))
    outer = _expected(low, function, depth + 1)
    return low.make("call", "", outer) if outer else UNKNOWN


_DECLARING = frozenset({"variable_declarator", "public_field_definition", "required_parameter"})
_FUNCTIONS = frozenset({
    "arrow_function", "function_expression", "function_declaration", "method_definition",
    "generator_function", "generator_function_declaration",
})  # fmt: skip


def _bind_pattern(
    low: Lowering, node: Node, value: int, kind: BindingKind, after: Node | None = None
) -> None:
    form = node.type
    if form in {"identifier", "shorthand_property_identifier_pattern"}:
        _bind_name(low, node, value, kind, after)
    elif form == "array_pattern":
        for number, part in enumerate(plain(node)):
            inner = low.make("item", str(number), value) if value > 0 else UNKNOWN
            _bind_pattern(low, part, inner, kind, after)
    elif form == "object_pattern":
        for part in plain(node):
            _bind_pattern(low, part, value, kind, after)
    elif form == "pair_pattern":
        key, inside = node.child_by_field_name("key"), node.child_by_field_name("value")
        if inside is not None:
            got = low.get(value, low.text(key)) if value > 0 else UNKNOWN
            _bind_pattern(low, inside, got, kind, after)
    elif form in _AROUND_PATTERN:
        left = roles.child(node, _AROUND_PATTERN[form])
        if left is not None:
            _bind_pattern(low, left, value, kind, after)


_AROUND_PATTERN = {
    "assignment_pattern": "left",
    "object_assignment_pattern": "left",
    "rest_pattern": "#0",
}


def _bind_name(
    low: Lowering, node: Node, value: int, kind: BindingKind, after: Node | None
) -> None:
    scope = low.around("function", "file", "namespace") if kind == "var" else None
    text = low.text(node)
    if node.type != "identifier":
        value = low.get(value, text) if value > 0 else UNKNOWN
    at = node if after is None else after
    low.bind(text, kind, at, value=value, scope=scope, end=after is not None)


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
        _bind_pattern(low, name, max(source, 0), kind, node)
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
    title = name if name is not None else _title(low, node)[0]
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
    _type_parameters(low, node)
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
                base = low.make("generic", "", base, *[low.type(c) for c in plain(given)])
            found.append(base)
            inner = part.child_by_field_name("name") if part.type == "generic_type" else part
            if inner is not None:
                roles.refer(low, "inherit", inner)
    return found


def _method(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    kinds = {c.type for c in node.children}
    text = roles.unquoted(low.text(name))
    low.bind(text, "def", name, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function", name, text=text)
    low.flag(scope, "this")
    if "get" in kinds:
        low.flag(scope, "property")
    if "set" in kinds:
        low.flag(scope, "setter")
    if "static" in kinds:
        low.flag(scope, "static")
    _body(low, node, scope)


def _call_signature(low: Lowering, node: Node) -> None:
    low.bind("()", "def", node, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function")
    _body(low, node, scope)


def _function_type(low: Lowering, node: Node) -> None:
    holder = node.parent.parent if node.parent is not None else None
    title = None
    if holder is not None and holder.type == "property_signature":
        title = holder.child_by_field_name("name")
    scope = low.open(node, "function", title)
    _body(low, node, scope)


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
    for part in plain(node):
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
    _CALL(low, node)
    function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or given is None:
        return
    last = low.terminal(function)
    parts = plain(given)
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
        _bind_pattern(low, left, value, "local")


def _catch(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    parameter = node.child_by_field_name("parameter")
    if parameter is not None:
        _bind_pattern(low, parameter, UNKNOWN, "local")


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
    for part in plain(node.child_by_field_name("body")):
        low.bind(low.text(part).partition("=")[0].strip(), "field", part, type=value)


def _namespace(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None and name.type != "string":
        low.bind(low.text(name), "def", name, value=low.make("obj", "", index))
        low.open(node, "namespace", name)


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
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "function_expression": _function_value,
    "generator_function": _function_value,
    "arrow_function": _function_value,
    "variable_declarator": _declarator,
    "assignment_expression": _assignment,
    "class_declaration": _class,
    "class": _class,
    "method_definition": _method,
    "object": _object,
    "import_statement": imports,
    "export_statement": exports,
    "call_expression": _call,
    "new_expression": roles.calls("constructor", "arguments", "new"),
    "return_statement": roles.returns,
    "for_in_statement": _for_in,
    "for_statement": roles.block,
    "catch_clause": _catch,
    "statement_block": roles.block,
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
    "method_signature": _method,
    "abstract_method_signature": _method,
    "function_signature": _function,
    "call_signature": _call_signature,
    "function_type": _function_type,
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
