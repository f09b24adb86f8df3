"""Scala as facts: companions, traits, methods without parentheses, lambdas of several shapes."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

CONSTRUCTOR = "<init>"
_TYPES = frozenset({
    "type_identifier", "generic_type", "stable_type_identifier", "compound_type", "function_type",
    "tuple_type", "projected_type", "annotated_type",
})  # fmt: skip
_PLAIN_POSITIONS = frozenset({
    "block", "arguments", "val_definition", "var_definition", "infix_expression", "template_body",
    "if_expression", "function_definition", "case_clause", "return_expression", "tuple_expression",
})  # fmt: skip


def _package(low: Lowering, node: Node) -> None:
    parts = node.child_by_field_name("name")
    name = ".".join(low.text(c) for c in parts.named_children) if parts is not None else ""
    low.package = f"{low.package}.{name}" if low.package else name


def _import(low: Lowering, node: Node) -> None:
    path = ".".join(low.text(c) for c in node.children_by_field_name("path") if c.type != ".")
    selectors = next((c for c in node.named_children if c.type == "namespace_selectors"), None)
    module = low.make("module", path)
    if any(c.type == "namespace_wildcard" for c in node.named_children):
        low.bind("*", "import", node, value=module)
    elif selectors is None:
        owner, _, name = path.rpartition(".")
        low.bind(name, "import", node, value=low.make("from", name, low.make("module", owner)))
    for part in selectors.named_children if selectors is not None else ():
        if part.type == "namespace_wildcard":
            low.bind("*", "import", node, value=module)
            continue
        name = low.text(part.child_by_field_name("name") or part)
        alias = low.text(part.child_by_field_name("alias")) or name
        low.bind(alias, "import", node, value=low.make("from", name, module))


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    own = low.make("cls", "", index)
    if name is not None:
        single = node.type == "object_definition"
        low.bind(low.text(name), "def", name, value=low.make("inst", "", own) if single else own)
    low.open(node, "class", name)
    if node.type == "trait_definition":
        low.flag(index, "interface")
    _type_parameters(low, node.child_by_field_name("type_parameters"))
    lists = node.children_by_field_name("class_parameters")
    if lists:
        scope = low.open(lists[0], "function")
        low.bind(CONSTRUCTOR, "def", lists[0], value=low.make("fn", "", scope), scope=index)
        for part in (p for one in lists for p in one.named_children):
            _parameter(low, part, index)
        low.stack.pop()
    extends = node.child_by_field_name("extend")
    for part in extends.children_by_field_name("type") if extends is not None else ():
        if part.type in _TYPES:
            low.bases[index].append(low.type(part))
            roles.refer(low, "inherit", part)


def _type_parameters(low: Lowering, node: Node | None) -> None:
    for name in node.children_by_field_name("name") if node is not None else ():
        low.bind(low.text(name), "type", name)


def _parameter(low: Lowering, node: Node, cls: int = -1) -> None:
    name, type_ = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None:
        return
    if type_ is not None and type_.type == "repeated_parameter_type":
        low.flag(low.scope, "variadic")
    default = node.child_by_field_name("default_value")
    value = low.make("lit", "default") if default is not None else -1
    declared = low.type(type_) if type_ is not None else -1
    low.bind(low.text(name), "param", name, type=declared, value=value)
    if cls >= 0:
        low.bind(low.text(name), "field", name, type=declared, scope=cls)


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        key = CONSTRUCTOR if low.text(name) == "this" else low.text(name)
        low.bind(key, "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    if node.type == "function_declaration":
        low.flag(index, "abstract")
    for part in node.children_by_field_name("parameters"):
        if part.type == "type_parameters":
            _type_parameters(low, part)
    # Later lists are most often implicit, so they count for nothing when overloads are told apart.
    for part in [p for p in node.children_by_field_name("parameters") if p.type == "parameters"]:
        for one in part.named_children:
            _parameter(low, one)
    lists = [p for p in node.children_by_field_name("parameters") if p.type == "parameters"]
    if len(lists) != 1:
        low.flag(index, "variadic")
    returned, body = node.child_by_field_name("return_type"), node.child_by_field_name("body")
    if returned is not None:
        low.returns[index] = low.type(returned)
    elif body is not None:
        low.values[index].append(low.expr(body))


def _value(low: Lowering, node: Node) -> None:
    pattern, written = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    given = node.child_by_field_name("value")
    kind = "field" if low.kinds[low.around("class", "function")] == "class" else "local"
    type_ = low.type(written) if written is not None else -1
    value = low.expr(given) if given is not None else -1
    if pattern is not None and pattern.type == "identifier":
        low.bind(low.text(pattern), kind, pattern, type=type_, value=value)
    elif pattern is not None and pattern.type == "tuple_pattern":
        for number, part in enumerate(pattern.named_children):
            if part.type == "identifier":
                item = low.make("item", str(number), value) if value > 0 else -1
                low.bind(low.text(part), kind, part, value=item)


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = node.child_by_field_name("parameters")
    names = [given] if given is not None and given.type == "identifier" else []
    if given is not None and not names:
        names = [p.child_by_field_name("name") or p for p in given.named_children]
    for number, name in enumerate(names):
        holder = name.parent
        written = (
            holder.child_by_field_name("type")
            if holder is not None and holder.type != "lambda_expression"
            else None
        )
        type_ = low.type(written) if written is not None else -1
        low.bind(low.text(name), "param", name, type=type_, value=_context(low, node, number))
    if node.named_children:
        low.values[index].append(low.expr(node.named_children[-1]))


def _context(low: Lowering, node: Node, number: int) -> int:
    """What is passed to a parameter of a lambda, by the call that it is given to."""
    given = node.parent
    while given is not None and given.type == "block":
        node, given = given, given.parent
    call = given.parent if given is not None and given.type == "arguments" else given
    if given is None or call is None or call.type != "call_expression":
        return -1
    at = [c.id for c in given.named_children].index(node.id) if given.type == "arguments" else 0
    return low.make("param", f"{at}.{number}", low.expr(call.child_by_field_name("function")))


def _enumerator(low: Lowering, node: Node) -> None:
    parts = node.named_children
    if len(parts) > 1 and parts[0].type == "identifier":
        source = low.expr(parts[1])
        low.bind(
            low.text(parts[0]),
            "local",
            parts[0],
            value=low.make("elem", "", source) if source else -1,
        )


def _typed_pattern(low: Lowering, node: Node) -> None:
    pattern, type_ = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    if pattern is not None and pattern.type == "identifier":
        low.bind(low.text(pattern), "local", pattern, type=low.type(type_))


def _given(low: Lowering, node: Node) -> list[int]:
    given = node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "arguments"), None
    )
    if given is None:
        return []
    return (
        [low.expr(c) for c in given.named_children]
        if given.type == "arguments"
        else [low.expr(given)]
    )


def _callee(low: Lowering, node: Node) -> int:
    function = node.child_by_field_name("function")
    while function is not None and function.type in {"generic_function", "call_expression"}:
        inner = function.child_by_field_name("function")
        if inner is None or function.type == "call_expression":
            break
        function = inner
    if function is not None and function.type == "identifier":
        text = low.text(function)
        return low.get(low.make("self"), CONSTRUCTOR) if text == "this" else low.name(text)
    if function is not None and function.type == "field_expression":
        return _member(low, function)
    return low.expr(function)


def _call_value(low: Lowering, node: Node) -> int:
    return low.make("call", "", _callee(low, node), *_given(low, node))


def _call(low: Lowering, node: Node) -> None:
    function = node.child_by_field_name("function")
    if function is not None and function.type == "generic_function":
        function = function.child_by_field_name("function")
    name = low.terminal(function) if function is not None else None
    if name is not None:
        given = _given(low, node)
        low.ref("call", name, _call_value(low, node), len(given))


def _called_elsewhere(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return True
    function = parent.child_by_field_name("function")
    return function is not None and function.id == node.id


def _read(low: Lowering, node: Node) -> None:
    """``x.m`` may call a method that has no parentheses."""
    name = node.child_by_field_name("field")
    if name is not None and not _called_elsewhere(node):
        low.ref("call", name, _member(low, node), -1)


def _bare(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is None or parent.type not in _PLAIN_POSITIONS:
        return
    for field in ("name", "pattern", "operator"):
        named = parent.child_by_field_name(field)
        if named is not None and named.id == node.id:
            return
    low.ref("call", node, low.name(low.text(node)), -1)


def _infix(low: Lowering, node: Node) -> None:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type == "identifier":
        expr = low.get(low.expr(node.child_by_field_name("left")), low.text(operator))
        low.ref(
            "call",
            operator,
            low.make("call", "", expr, low.expr(node.child_by_field_name("right"))),
            1,
        )


def _made(node: Node) -> Node | None:
    return next((c for c in node.named_children if c.type in _TYPES), None)


def _new(low: Lowering, node: Node) -> None:
    type_ = _made(node)
    name = low.terminal(type_) if type_ is not None else None
    if name is not None and type_ is not None:
        given = _given(low, node)
        low.ref("new", name, low.make("new", "", low.type(type_), *given), len(given))
    body = next((c for c in node.named_children if c.type == "template_body"), None)
    if body is not None and type_ is not None:
        index = low.open(body, "class")
        low.bases[index].append(low.type(type_))


def _new_value(low: Lowering, node: Node) -> int:
    body = next((c for c in node.named_children if c.type == "template_body"), None)
    if body is not None:
        return low.make("new", "", low.make("cls", "", low.reserve(body)))
    return low.make("new", "", low.type(_made(node)), *_given(low, node))


def _named(low: Lowering, node: Node) -> int:
    text = low.text(node)
    if text in {"this", "super"}:
        return low.make("self" if text == "this" else "super")
    return low.make("valued", "", low.name(text))


def _member(low: Lowering, node: Node) -> int:
    return low.get(
        low.expr(node.child_by_field_name("value")), low.text(node.child_by_field_name("field"))
    )


def _member_value(low: Lowering, node: Node) -> int:
    return low.make("valued", "", _member(low, node))


def _generic(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("type_arguments")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", low.type(node.child_by_field_name("type")), *parts)


def _last(low: Lowering, node: Node) -> int:
    parts = [c for c in node.named_children if not c.is_extra]
    return low.expr(parts[-1]) if parts else UNKNOWN


def _stable(low: Lowering, node: Node) -> int:
    return low.dotted(low.text(node))


def _function_type(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("parameter_types")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    returned = low.type(node.child_by_field_name("return_type"))
    return low.make("generic", "", low.make("builtin", "Function"), *parts, returned)


def _alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.type(node.child_by_field_name("type")))


SCALA = Table(
    statements={
        "package_clause": _package,
        "import_declaration": _import,
        "class_definition": _class,
        "object_definition": _class,
        "trait_definition": _class,
        "function_definition": _function,
        "function_declaration": _function,
        "val_definition": _value,
        "var_definition": _value,
        "val_declaration": _value,
        "lambda_expression": _lambda,
        "enumerator": _enumerator,
        "typed_pattern": _typed_pattern,
        "call_expression": _call,
        "field_expression": _read,
        "identifier": _bare,
        "infix_expression": _infix,
        "instance_expression": _new,
        "type_definition": _alias,
        "block": roles.block,
        "case_clause": roles.block,
        "for_expression": roles.block,
    },
    expressions={
        "identifier": _named,
        "field_expression": _member_value,
        "call_expression": _call_value,
        "generic_function": roles.within("function"),
        "instance_expression": _new_value,
        "parenthesized_expression": roles.within("#0"),
        "block": _last,
        "if_expression": roles.either("consequence", "alternative"),
        "lambda_expression": roles.function_value,
        "string": roles.literal("String"),
        "interpolated_string_expression": roles.literal("String"),
        "integer_literal": roles.literal("Int"),
        "floating_point_literal": roles.literal("Double"),
        "boolean_literal": roles.literal("Boolean"),
        "character_literal": roles.literal("Char"),
        "null_literal": roles.literal("null"),
    },
    types={
        "type_identifier": roles.named,
        "generic_type": _generic,
        "stable_type_identifier": _stable,
        "compound_type": roles.type_within("#0"),
        "annotated_type": roles.type_within("#0"),
        "function_type": _function_type,
        "repeated_parameter_type": roles.type_within("type"),
        "lazy_parameter_type": roles.type_within("type"),
    },
    terminals={
        "identifier": "",
        "type_identifier": "",
        "field_expression": "field",
        "generic_type": "type",
        "stable_type_identifier": "#-1",
        "compound_type": "#0",
    },
    comments=("comment", "block_comment"),
)
