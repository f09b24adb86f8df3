"""PHP as facts: ``$this``, namespaces, traits, promoted parameters, functions apart from types."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import MAX_ARGUMENTS, UNKNOWN, Lowering, Table

METHOD = "()"
_OWN = frozenset({"self", "static", "$this"})


def _dotted(low: Lowering, node: Node | None) -> str:
    return low.text(node).strip("\\").replace("\\", ".")


def _namespace(low: Lowering, node: Node) -> None:
    low.package = _dotted(low, node.child_by_field_name("name"))


def _use(low: Lowering, node: Node) -> None:
    group = node.child_by_field_name("body")
    prefix = ""
    if group is not None:
        prefix = _dotted(
            low, next((c for c in node.named_children if c.type == "namespace_name"), None)
        )
    for part in (group or node).named_children:
        if part.type == "namespace_use_clause":
            path = _dotted(
                low,
                next(
                    (c for c in part.named_children if c.type in {"qualified_name", "name"}), None
                ),
            )
            path = f"{prefix}.{path}" if prefix else path
            owner, _, name = path.rpartition(".")
            alias = low.text(part.child_by_field_name("alias")) or name
            kind = (
                METHOD
                if "function" in {low.text(c) for c in (*part.children, *node.children)}
                else ""
            )
            value = low.make("from", name + kind, low.make("module", owner))
            low.bind(alias + kind, "import", part, value=value)


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    low.open(node, "class", name)
    if node.type == "interface_declaration":
        low.flag(index, "interface")
    for part in node.named_children:
        if part.type in {"base_clause", "class_interface_clause"}:
            _bases(low, part, index)


def _traits(low: Lowering, node: Node) -> None:
    # What a trait defines hides what the class inherits.
    _bases(low, node, low.around("class"), first=True)


def _bases(low: Lowering, node: Node, index: int, *, first: bool = False) -> None:
    listed = [part for part in node.named_children if part.type in {"name", "qualified_name"}]
    types = [low.type(part) for part in listed]
    low.bases[index][:] = [*types, *low.bases[index]] if first else [*low.bases[index], *types]
    for part in listed:
        roles.refer(low, "inherit", part)


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name) + METHOD, "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    if node.type == "method_declaration" and node.child_by_field_name("body") is None:
        low.flag(index, "abstract")
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        low.returns[index] = low.type(returned)
    _parameters(low, node.child_by_field_name("parameters"))
    body = node.child_by_field_name("body")
    if node.type == "arrow_function" and body is not None:
        low.values[index].append(low.expr(body))


def _parameters(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        name = part.child_by_field_name("name")
        written = part.child_by_field_name("type")
        if name is None:
            continue
        type_ = low.type(written) if written is not None else -1
        default = part.child_by_field_name("default_value")
        value = low.expr(default) if default is not None else -1
        if part.type == "variadic_parameter":
            type_ = low.make("generic", "", low.make("builtin", "array"), max(type_, UNKNOWN))
        low.bind(low.text(name), "param", name, type=type_, value=value)
        if part.type == "property_promotion_parameter":
            cls = low.around("class")
            low.bind(low.text(name).lstrip("$"), "field", name, type=type_, scope=cls)


def _property(low: Lowering, node: Node) -> None:
    written = node.child_by_field_name("type")
    type_ = low.type(written) if written is not None else -1
    for part in node.named_children:
        name = part.child_by_field_name("name") if part.type == "property_element" else None
        if name is not None:
            default = part.child_by_field_name("default_value")
            value = low.expr(default) if default is not None and default.type != "null" else -1
            low.bind(low.text(name).lstrip("$"), "field", name, type=type_, value=value)


def _constant(low: Lowering, node: Node) -> None:
    parts = node.named_children
    if len(parts) > 1:
        low.bind(low.text(parts[0]), "field", parts[0], value=low.expr(parts[1]))


def _case(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "field", name, type=low.make("cls", "", low.around("class")))


def _assignment(low: Lowering, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = low.expr(right)
    if left is None:
        return
    if left.type == "variable_name":
        low.bind(low.text(left), "local", node, value=value, end=True)
    elif left.type == "member_access_expression":
        target, name = left.child_by_field_name("object"), left.child_by_field_name("name")
        cls = low.around("class")
        if cls > 0 and low.text(target) == "$this" and name is not None:
            low.bind(low.text(name), "attribute", name, value=value, scope=cls)
    roles.read(low, right)


def _foreach(low: Lowering, node: Node) -> None:
    parts = node.named_children
    if len(parts) > 1:
        target = parts[1].named_children[-1] if parts[1].type == "pair" else parts[1]
        value = low.make("elem", "", low.expr(parts[0])) if low.expr(parts[0]) else -1
        if target.type == "variable_name":
            low.bind(low.text(target), "local", target, value=value)


def _catch(low: Lowering, node: Node) -> None:
    name, types = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is not None and types is not None:
        low.bind(
            low.text(name),
            "local",
            name,
            type=low.union([low.type(t) for t in types.named_children]),
        )


def _branch(low: Lowering, node: Node) -> None:
    """A branch, in which ``instanceof`` has shown the type of a variable."""
    parent = node.parent
    if parent is None or parent.type in _FUNCTIONS:
        return
    low.open(node, "block")
    condition = parent.child_by_field_name("condition")
    test = roles.child(condition, "#0") if condition is not None else None
    if test is not None and low.text(test.child_by_field_name("operator")) == "instanceof":
        left, right = test.child_by_field_name("left"), test.child_by_field_name("right")
        if left is not None and left.type == "variable_name":
            low.flag(low.scope, "own")
            low.bind(low.text(left), "narrowed", node, type=low.type(right))


_FUNCTIONS = frozenset({"method_declaration", "function_definition", "anonymous_function"})


def _given(low: Lowering, node: Node) -> list[int]:
    given = node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "arguments"), None
    )
    parts = given.named_children[:MAX_ARGUMENTS] if given is not None else []
    return [low.expr(roles.child(p, "#-1")) for p in parts]


def _callee(low: Lowering, node: Node) -> int:
    name = node.child_by_field_name("name")
    if node.type == "function_call_expression":
        function = node.child_by_field_name("function")
        if function is None or function.type not in {"name", "qualified_name"}:
            return low.expr(function)
        return _named(low, function, METHOD)
    if name is None or name.type != "name":
        return UNKNOWN
    if node.type == "scoped_call_expression":
        return low.get(_scope(low, node.child_by_field_name("scope")), low.text(name) + METHOD)
    return low.get(low.expr(node.child_by_field_name("object")), low.text(name) + METHOD)


def _scope(low: Lowering, node: Node | None) -> int:
    text = low.text(node)
    if text == "parent":
        return low.make("super")
    if text in {"self", "static"}:
        return low.make("selftype")
    return low.type(node) or low.expr(node)


def _named(low: Lowering, node: Node, suffix: str = "") -> int:
    text = low.text(node)
    path = _dotted(low, node)
    owner, _, name = path.rpartition(".")
    if text.startswith("\\"):
        return low.make("from", name + suffix, low.make("module", owner))
    if owner:
        return low.get(low.dotted(owner), name + suffix)
    return low.name(name + suffix)


def _type_name(low: Lowering, node: Node) -> int:
    if low.text(node) in _OWN:
        return low.make("self")
    if low.text(node) == "parent":
        return low.make("super")
    return _named(low, node)


def _call_value(low: Lowering, node: Node) -> int:
    return low.make("call", "", _callee(low, node), *_given(low, node))


def _call(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name") or node.child_by_field_name("function")
    if name is not None and name.type == "qualified_name":
        name = roles.child(name, "#-1")
    if name is not None and name.type == "name":
        low.ref("call", name, _callee(low, node), len(_given(low, node)))


def _made(node: Node) -> Node | None:
    return next((c for c in node.named_children if c.type in {"name", "qualified_name"}), None)


def _new(low: Lowering, node: Node) -> None:
    name = _made(node)
    if name is not None:
        last = roles.child(name, "#-1") if name.type == "qualified_name" else name
        if last is not None:
            made = low.make("selftype") if low.text(name) in _OWN else low.type(name)
            low.ref("new", last, made, len(_given(low, node)))


def _new_value(low: Lowering, node: Node) -> int:
    anonymous = next((c for c in node.named_children if c.type == "anonymous_class"), None)
    if anonymous is not None:
        return low.make("new", "", low.make("cls", "", low.reserve(anonymous)))
    name = _made(node)
    if low.text(name) == "self":  # whoever inherits the method, "static" is the class of the call
        return low.make("new", "", low.make("selftype"), *_given(low, node))
    if low.text(name) in _OWN:
        return low.make("self")
    return low.make("new", "", low.type(name), *_given(low, node))


def _variable(low: Lowering, node: Node) -> int:
    text = low.text(node)
    return low.make("self") if text == "$this" else low.name(text)


def _member(low: Lowering, node: Node) -> int:
    return low.get(
        low.expr(node.child_by_field_name("object")), low.text(node.child_by_field_name("name"))
    )


def _static_member(low: Lowering, node: Node) -> int:
    scope = node.child_by_field_name("scope") or roles.child(node, "#0")
    name = node.child_by_field_name("name") or roles.child(node, "#-1")
    return low.get(_scope(low, scope), low.text(name).lstrip("$"))


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) == "??":
        return low.union(
            [
                low.expr(node.child_by_field_name("left")),
                low.expr(node.child_by_field_name("right")),
            ]
        )
    return low.make("lit", "scalar")


def _pair(low: Lowering, node: Node) -> None:
    """``[$this, 'name']`` and ``[Some::class, 'name']``, which may be called later."""
    parts = [part for n in node.named_children[:3] if (part := roles.child(n, "#0")) is not None]
    if len(parts) != 2:
        return
    owner, text = parts
    name = roles.child(text, "#0")
    if text.type not in {"string", "encapsed_string"} or name is None:
        return
    if low.text(name).isidentifier() and name.type == "string_content":
        of = owner.named_children[0] if owner.type == "class_constant_access_expression" else None
        target = low.expr(owner) if of is None else _scope(low, of)
        low.ref("read", name, low.get(target, low.text(name) + METHOD))


def _match(low: Lowering, node: Node) -> int:
    body = node.child_by_field_name("body")
    arms = body.named_children if body is not None else []
    return low.union([low.expr(arm.child_by_field_name("return_expression")) for arm in arms])


def _typed(low: Lowering, node: Node) -> None:
    inner = roles.child(node, "#0")
    if inner is not None and inner.type in {"name", "qualified_name"}:
        roles.refer(low, "type", inner)


PHP = Table(
    statements={
        "namespace_definition": _namespace,
        "namespace_use_declaration": _use,
        "class_declaration": _class,
        "interface_declaration": _class,
        "trait_declaration": _class,
        "enum_declaration": _class,
        "anonymous_class": _class,
        "use_declaration": _traits,
        "method_declaration": _function,
        "function_definition": _function,
        "anonymous_function": _function,
        "arrow_function": _function,
        "property_declaration": _property,
        "const_element": _constant,
        "enum_case": _case,
        "assignment_expression": _assignment,
        "foreach_statement": _foreach,
        "catch_clause": _catch,
        "compound_statement": _branch,
        "function_call_expression": _call,
        "member_call_expression": _call,
        "nullsafe_member_call_expression": _call,
        "scoped_call_expression": _call,
        "object_creation_expression": _new,
        "array_creation_expression": _pair,
        "return_statement": roles.returns,
        "named_type": _typed,
    },
    expressions={
        "variable_name": _variable,
        "member_access_expression": _member,
        "nullsafe_member_access_expression": _member,
        "scoped_property_access_expression": _static_member,
        "class_constant_access_expression": _static_member,
        "function_call_expression": _call_value,
        "member_call_expression": _call_value,
        "nullsafe_member_call_expression": _call_value,
        "scoped_call_expression": _call_value,
        "object_creation_expression": _new_value,
        "parenthesized_expression": roles.within("#0"),
        "assignment_expression": roles.within("right"),
        "conditional_expression": roles.either("body", "alternative"),
        "match_expression": _match,
        "clone_expression": roles.within("#0"),
        "anonymous_function": roles.function_value,
        "arrow_function": roles.function_value,
        "binary_expression": _binary,
        "string": roles.literal("string"),
        "encapsed_string": roles.literal("string"),
        "integer": roles.literal("int"),
        "float": roles.literal("float"),
        "boolean": roles.literal("bool"),
        "null": roles.literal("None"),
        "array_creation_expression": roles.literal("array"),
    },
    types={
        "name": _type_name,
        "qualified_name": _type_name,
        "relative_scope": _type_name,
        "named_type": roles.type_within("#0"),
        "optional_type": roles.type_within("#0"),
        "union_type": roles.any_type,
        "intersection_type": roles.any_type,
        "primitive_type": roles.builtin,
    },
    terminals={"name": "", "qualified_name": "#-1", "named_type": "#0"},
)
