"""Functions of JavaScript and TypeScript as facts: parameters, patterns, contextual types."""

from tree_sitter import Node

from codeseam_indexer.facts import BindingKind
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def declared_function(low: Lowering, node: Node) -> None:
    """A function that is declared by name."""
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function", name)
    low.flag(scope, "this")
    _body(low, node, scope)


def function_value(low: Lowering, node: Node) -> None:
    """A function that is a value, under the name of what it is assigned to."""
    own = node.child_by_field_name("name")
    title, owner = title_of(low, node)
    scope = low.open(node, "function", title if title is not None else own)
    if node.type != "arrow_function":
        low.flag(scope, "this")
        low.owners[scope] = owner
    if own is not None:
        low.bind(low.text(own), "def", own, value=low.make("fn", "", scope), scope=scope)
    _body(low, node, scope)


def title_of(low: Lowering, node: Node) -> tuple[Node | None, int]:  # noqa: PLR0911 - one a place
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
    type_parameters(low, node)
    single = node.child_by_field_name("parameter")
    if single is not None:
        _parameter_target(low, single, 0, node, -1, -1)
    parameters = node.child_by_field_name("parameters")
    for number, part in enumerate(roles.listed(parameters)):
        _parameter(low, part, number, node)
    body = node.child_by_field_name("body")
    if node.type == "arrow_function" and body is not None and body.type != "statement_block":
        low.values[scope].append(low.expr(body))
        roles.read(low, body)


def type_parameters(low: Lowering, node: Node) -> None:
    """Bind the type parameters of a function or a class with their bounds."""
    for part in roles.listed(node.child_by_field_name("type_parameters")):
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
            bind_pattern(low, inner, low.make("inst", "", kind) if kind > 0 else UNKNOWN, "param")
        return
    if target.type != "this":
        _parameter_target(low, target, number, function, kind, value)


def _parameter_target(  # noqa: PLR0913, PLR0917 - a parameter has as many sides
    low: Lowering, target: Node, number: int, function: Node, kind: int, value: int
) -> None:
    if kind < 0:
        passed = _passed_to(low, function, number)
        if passed:  # what is said outside: a parameter may have the name of what it is passed to
            outside = low.make("within", str(low.parents[low.scope]), passed)
            value = low.union([max(value, 0), outside])
    if target.type == "identifier":
        low.bind(low.text(target), "param", target, type=kind, value=value)
    else:
        source = low.make("inst", "", kind) if kind > 0 else max(value, 0)
        bind_pattern(low, target, source, "param")


def _passed_to(low: Lowering, function: Node, number: int) -> int:
    """What the place of a function literal says of its parameter: the call, the declared type."""
    given = function.parent
    call = given.parent if given is not None and given.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if given is not None and callee is not None:
        at = next((i for i, c in enumerate(roles.listed(given)) if c.id == function.id), 0)
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
        at = next((i for i, c in enumerate(roles.listed(parent)) if c.id == node.id), 0)
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


def bind_pattern(
    low: Lowering, node: Node, value: int, kind: BindingKind, after: Node | None = None
) -> None:
    """Bind the names of a pattern, to the parts of a value that they stand for."""
    form = node.type
    if form in {"identifier", "shorthand_property_identifier_pattern"}:
        _bind_name(low, node, value, kind, after)
    elif form == "array_pattern":
        for number, part in enumerate(roles.listed(node)):
            inner = low.make("item", str(number), value) if value > 0 else UNKNOWN
            bind_pattern(low, part, inner, kind, after)
    elif form == "object_pattern":
        for part in roles.listed(node):
            bind_pattern(low, part, value, kind, after)
    elif form == "pair_pattern":
        key, inside = node.child_by_field_name("key"), node.child_by_field_name("value")
        if inside is not None:
            got = low.get(value, low.text(key)) if value > 0 else UNKNOWN
            bind_pattern(low, inside, got, kind, after)
    elif form in _AROUND_PATTERN:
        left = roles.child(node, _AROUND_PATTERN[form])
        if left is not None:
            bind_pattern(low, left, value, kind, after)


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


def method(low: Lowering, node: Node) -> None:
    """A method or accessor of a class or an object."""
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


def call_signature(low: Lowering, node: Node) -> None:
    """The signature of instances that are called themselves."""
    low.bind("()", "def", node, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function")
    _body(low, node, scope)


def function_type(low: Lowering, node: Node) -> None:
    """A type of functions, under the name of the property that has it."""
    holder = node.parent.parent if node.parent is not None else None
    title = None
    if holder is not None and holder.type == "property_signature":
        title = holder.child_by_field_name("name")
    scope = low.open(node, "function", title)
    if title is None:
        low.flag(scope, "signature")
    _body(low, node, scope)
