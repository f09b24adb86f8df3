"""C# as facts: namespaces, partial classes, properties, extension methods, overloads."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

CONSTRUCTOR = "<init>"
_TYPE_DECLARATIONS = frozenset({
    "class_declaration", "struct_declaration", "interface_declaration", "record_declaration",
})  # fmt: skip
_TYPED = frozenset({
    "identifier", "generic_name", "qualified_name", "nullable_type", "array_type",
    "predefined_type", "tuple_type",
})  # fmt: skip


def _using(low: Lowering, node: Node) -> None:
    alias = node.child_by_field_name("name")
    target = roles.child(node, "#-1")
    text = low.text(target)
    space, _, name = text.rpartition(".")
    member = low.make("from", name, low.make("module", space)) if space else low.name(name)
    if alias is not None:
        low.bind(low.text(alias), "import", node, value=member)
    elif any(c.type == "static" for c in node.children):
        low.bind("*", "import", node, value=member)
    else:
        low.bind("*", "import", node, value=low.make("module", text))


def _file_namespace(low: Lowering, node: Node) -> None:
    low.package = low.text(node.child_by_field_name("name"))


def _namespace(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    low.open(node, "namespace", name)


def _modifiers(low: Lowering, node: Node, index: int) -> None:
    words = {low.text(c) for c in node.children if c.type == "modifier"}
    low.flag(index, *sorted(words & {"static", "abstract", "partial", "async"}))


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    low.open(node, "class", name)
    _modifiers(low, node, index)
    if node.type == "interface_declaration":
        low.flag(index, "interface")
    for part in node.named_children:
        if part.type == "type_parameter_list":
            _type_parameters(low, part)
        elif part.type == "base_list":
            for base in part.named_children:
                _base(low, base, index)
        elif part.type == "parameter_list":
            for field in part.named_children:
                given = field.child_by_field_name("name")
                if given is not None:
                    type_ = low.type(field.child_by_field_name("type"))
                    low.bind(low.text(given), "field", given, type=type_)


def _base(low: Lowering, node: Node, index: int) -> None:
    if node.type == "primary_constructor_base_type":
        node = roles.child(node, "#0") or node
    if node.type in _TYPED:
        low.bases[index].append(low.type(node))
        roles.refer(low, "inherit", node)


def _type_parameters(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        name = part.child_by_field_name("name")
        if name is not None:
            low.bind(low.text(name), "type", name)


def _method(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        constructs = node.type == "constructor_declaration"
        key = CONSTRUCTOR if constructs else low.text(name)
        low.bind(key, "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    _modifiers(low, node, index)
    if node.child_by_field_name("body") is None:
        low.flag(index, "abstract")
    _type_parameters(low, node.child_by_field_name("type_parameters"))
    returned = node.child_by_field_name("returns") or node.child_by_field_name("type")
    if returned is not None:
        low.returns[index] = low.type(returned)
    _parameters(low, node.child_by_field_name("parameters"), index)


def _parameters(low: Lowering, node: Node | None, index: int) -> None:
    if node is None:
        return
    for part in node.named_children:
        name = part.child_by_field_name("name")
        if part.type != "parameter" or name is None:
            continue
        type_ = low.type(part.child_by_field_name("type"))
        if any(low.text(c) == "this" for c in part.children if c.type == "modifier"):
            low.owners[index] = type_
            low.bind(low.text(name), "local", name, type=type_)
            continue
        default = any(c.type == "=" for c in part.children) or len(part.named_children) > 2
        value = low.make("lit", "int") if default else -1
        low.bind(low.text(name), "param", name, type=type_, value=value)
    last = node.child_by_field_name("name")
    if last is not None:
        low.flag(index, "variadic")
        low.bind(low.text(last), "param", last, type=low.type(node.child_by_field_name("type")))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = node.child_by_field_name("parameters")
    names: list[tuple[Node, int]] = []
    if given is not None and given.type == "parameter_list":
        for part in given.named_children:
            name, type_ = part.child_by_field_name("name"), part.child_by_field_name("type")
            if name is not None:
                names.append((name, low.type(type_) if type_ is not None else -1))
    elif given is not None:
        names.append((given, -1))
    for number, (name, type_) in enumerate(names):
        value = -1 if type_ > 0 else _context(low, node, number)
        low.bind(low.text(name), "param", name, type=type_, value=value)
    body = node.child_by_field_name("body")
    if body is not None and body.type != "block":
        low.values[index].append(low.expr(body))


def _context(low: Lowering, node: Node, number: int) -> int:
    """What is passed to a parameter of a lambda, by what the lambda is passed to."""
    argument = node.parent
    given = argument.parent if argument is not None else None
    call = given.parent if given is not None else None
    if argument is None or given is None or call is None or call.type != "invocation_expression":
        return -1
    at = [c.id for c in given.named_children].index(argument.id)
    return low.make("param", f"{at}.{number}", low.expr(call.child_by_field_name("function")))


def _property(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "field", name, type=low.type(node.child_by_field_name("type")))
    low.open(node, "function", name)
    low.flag(low.scope, "accessor")


def _fields(low: Lowering, node: Node) -> None:
    parent = node.parent
    kind = "local" if parent is None or "field" not in parent.type else "field"
    written = node.child_by_field_name("type")
    type_ = -1 if written is None or written.type == "implicit_type" else low.type(written)
    for part in node.named_children:
        if part.type == "variable_declarator":
            name = part.child_by_field_name("name")
            value = part.named_children[-1] if part.named_child_count > 1 else None
            given = low.expr(value) if value is not None else -1
            if name is not None:
                low.bind(low.text(name), kind, name, type=type_, value=given)
            roles.read(low, value)


def _foreach(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    name, written = node.child_by_field_name("left"), node.child_by_field_name("type")
    if name is not None and name.type == "identifier":
        type_ = -1 if written is None or written.type == "implicit_type" else low.type(written)
        value = low.make("elem", "", low.expr(node.child_by_field_name("right")))
        low.bind(low.text(name), "local", name, type=type_, value=value)


def _declared(low: Lowering, node: Node) -> None:
    """A pattern or a catch that names a value of a type."""
    name, type_ = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is not None:
        low.bind(low.text(name), "local", name, type=low.type(type_))


def _enum(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    low.open(node, "class", name)


def _enum_member(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        own = low.make("cls", "", low.around("class"))
        low.bind(low.text(name), "field", name, type=own)


def _given(low: Lowering, node: Node | None) -> list[int]:
    parts = node.named_children if node is not None else []
    return [low.expr(roles.child(p, "#-1") if p.type == "argument" else p) for p in parts]


def _arguments(node: Node) -> Node | None:
    return node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "argument_list"), None
    )


def _call_value(low: Lowering, node: Node) -> int:
    callee = low.expr(node.child_by_field_name("function"))
    return low.make("call", "", callee, *_given(low, _arguments(node)))


def _new_value(low: Lowering, node: Node) -> int:
    type_ = node.child_by_field_name("type")
    made = low.type(type_) if type_ is not None else _wanted(low, node)
    return low.make("new", "", made, *_given(low, _arguments(node)))


def _wanted(low: Lowering, node: Node) -> int:
    """The type that ``new(…)`` makes, by the declaration that it initialises."""
    parent = node.parent
    holder = parent.parent if parent is not None else None
    for candidate in (holder, parent):
        type_ = candidate.child_by_field_name("type") if candidate is not None else None
        if type_ is not None and type_.type in _TYPED:
            return low.type(type_)
    return UNKNOWN


def _call(low: Lowering, node: Node) -> None:
    callee = node.child_by_field_name("function")
    name = low.terminal(callee) if callee is not None else None
    given = _arguments(node)
    if name is not None and low.text(name) != "nameof":
        low.ref("call", name, _call_value(low, node), roles.count(given))
    _passed(low, given)


def _new(low: Lowering, node: Node) -> None:
    type_ = node.child_by_field_name("type")
    name = low.terminal(type_) if type_ is not None else None
    given = _arguments(node)
    if name is not None:
        low.ref("new", name, _new_value(low, node), roles.count(given))
    elif type_ is None:
        made = low.exprs[_wanted(low, node)]
        low.refs.append(
            roles.use(
                "new", made.text, _new_value(low, node), low.scope, low.at(node), roles.count(given)
            )
        )
    _passed(low, given)


def _passed(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        roles.read(low, roles.child(part, "#-1"))


def _chained(low: Lowering, node: Node) -> None:
    """``: this(…)`` and ``: base(…)``."""
    given = _arguments(node)
    word = next((c for c in node.children if c.type in {"this", "base"}), None)
    if word is not None:
        target = low.make("super" if word.type == "base" else "self")
        whole = low.make("call", "", low.get(target, CONSTRUCTOR), *_given(low, given))
        low.ref("call", word, whole, roles.count(given))


def _member(low: Lowering, node: Node) -> int:
    name = node.child_by_field_name("name")
    if name is not None and name.type == "generic_name":
        name = roles.child(name, "#0")
    return low.get(low.expr(node.child_by_field_name("expression")), low.text(name))


def _conditional(low: Lowering, node: Node) -> int:
    inner = roles.child(node, "#-1")
    target = low.expr(node.child_by_field_name("condition"))
    if inner is not None and inner.type == "member_binding_expression":
        name = inner.child_by_field_name("name")
        if name is not None and name.type == "generic_name":
            name = roles.child(name, "#0")
        return low.get(target, low.text(name))
    return UNKNOWN


def _generic(low: Lowering, node: Node) -> int:
    given = roles.child(node, "#1")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", low.name(low.text(roles.child(node, "#0"))), *parts)


def _generic_value(low: Lowering, node: Node) -> int:
    return low.name(low.text(roles.child(node, "#0")))


def _qualified(low: Lowering, node: Node) -> int:
    name = node.child_by_field_name("name")
    text = low.text(
        roles.child(name, "#0") if name is not None and name.type == "generic_name" else name
    )
    return low.get(low.type(node.child_by_field_name("qualifier")), text)


def _array(low: Lowering, node: Node) -> int:
    element = low.type(node.child_by_field_name("type"))
    return low.make("generic", "", low.make("builtin", "array"), element)


def _primitive(low: Lowering, node: Node) -> int:
    return low.make("builtin", low.text(node))


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("expression")))


def _self(low: Lowering, node: Node) -> int:
    return low.make("self")


def _base_value(low: Lowering, node: Node) -> int:
    return low.make("super")


def _fn(low: Lowering, node: Node) -> int:
    return low.make("fn", "", low.reserve(node))


def _binary(low: Lowering, node: Node) -> int:
    operator = low.text(node.child_by_field_name("operator"))
    if operator in {"==", "!=", "<", ">", "<=", ">=", "&&", "||"}:
        return low.make("lit", "bool")
    left, right = (
        low.expr(node.child_by_field_name("left")),
        low.expr(node.child_by_field_name("right")),
    )
    return low.union([left, right]) if operator in {"+", "??"} else left


def _as(low: Lowering, node: Node) -> int:
    inner = low.type(node.child_by_field_name("right"))
    return low.make("inst", "", inner) if inner else UNKNOWN


def _arrow(low: Lowering, node: Node) -> None:
    parent = node.parent
    value = roles.child(node, "#0")
    if parent is not None and value is not None:
        low.values[low.around("function")].append(low.expr(value))
        roles.read(low, value)


CSHARP = Table(
    statements={
        "using_directive": _using,
        "file_scoped_namespace_declaration": _file_namespace,
        "namespace_declaration": _namespace,
        **dict.fromkeys(_TYPE_DECLARATIONS, _class),
        "enum_declaration": _enum,
        "enum_member_declaration": _enum_member,
        "method_declaration": _method,
        "constructor_declaration": _method,
        "local_function_statement": _method,
        "property_declaration": _property,
        "lambda_expression": _lambda,
        "variable_declaration": _fields,
        "foreach_statement": _foreach,
        "declaration_pattern": _declared,
        "declaration_expression": _declared,
        "catch_declaration": _declared,
        "invocation_expression": _call,
        "object_creation_expression": _new,
        "implicit_object_creation_expression": _new,
        "constructor_initializer": _chained,
        "return_statement": roles.returns,
        "arrow_expression_clause": _arrow,
        "block": roles.block,
        "for_statement": roles.block,
        "using_statement": roles.block,
        "catch_clause": roles.block,
        "switch_section": roles.block,
        "if_statement": roles.block,
    },
    expressions={
        "identifier": roles.named,
        "generic_name": _generic_value,
        "member_access_expression": _member,
        "conditional_access_expression": _conditional,
        "invocation_expression": _call_value,
        "object_creation_expression": _new_value,
        "implicit_object_creation_expression": _new_value,
        "element_access_expression": _item,
        "parenthesized_expression": roles.within("#0"),
        "cast_expression": roles.instance("type"),
        "as_expression": _as,
        "await_expression": roles.within("#0"),
        "conditional_expression": roles.either("consequence", "alternative"),
        "assignment_expression": roles.within("right"),
        "postfix_unary_expression": roles.within("#0"),
        "lambda_expression": _fn,
        "this": _self,
        "base": _base_value,
        "binary_expression": _binary,
        "string_literal": roles.literal("string"),
        "verbatim_string_literal": roles.literal("string"),
        "raw_string_literal": roles.literal("string"),
        "interpolated_string_expression": roles.literal("string"),
        "integer_literal": roles.literal("int"),
        "real_literal": roles.literal("double"),
        "boolean_literal": roles.literal("bool"),
        "character_literal": roles.literal("char"),
        "null_literal": roles.literal("null"),
    },
    types={
        "identifier": roles.named,
        "generic_name": _generic,
        "qualified_name": _qualified,
        "nullable_type": roles.type_within("type"),
        "array_type": _array,
        "predefined_type": _primitive,
    },
    terminals={
        "identifier": "",
        "generic_name": "#0",
        "qualified_name": "name",
        "nullable_type": "type",
        "member_access_expression": "name",
        "conditional_access_expression": "#-1",
        "member_binding_expression": "name",
    },
)
