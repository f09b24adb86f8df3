"""C# as facts: namespaces, partial classes, properties, extension methods, overloads."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.csharp_values import (
    EXPRESSIONS,
    TYPED,
    TYPES,
    arguments_of,
    call_value,
    given_values,
    new_value,
    wanted,
)
from codeseam_indexer.parse.facts.lowering import Lowering, Table

CONSTRUCTOR = "<init>"
_TYPE_DECLARATIONS = frozenset({
    "class_declaration", "struct_declaration", "interface_declaration", "record_declaration",
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
    if node.type in TYPED:
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
        default = any(c.type == "=" for c in part.children)
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


def _call(low: Lowering, node: Node) -> None:
    callee = node.child_by_field_name("function")
    name = low.terminal(callee) if callee is not None else None
    given = arguments_of(node)
    if name is not None and low.text(name) != "nameof":
        low.ref("call", name, call_value(low, node), roles.count(given))
    _passed(low, given)


def _new(low: Lowering, node: Node) -> None:
    type_ = node.child_by_field_name("type")
    name = low.terminal(type_) if type_ is not None else None
    given = arguments_of(node)
    if name is not None:
        low.ref("new", name, new_value(low, node), roles.count(given))
    elif type_ is None:
        made = low.exprs[wanted(low, node)]
        low.refs.append(
            roles.use(
                "new", made.text, new_value(low, node), low.scope, low.at(node), roles.count(given)
            )
        )
    _passed(low, given)


def _passed(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        roles.read(low, roles.child(part, "#-1"))


def _chained(low: Lowering, node: Node) -> None:
    """``: this(…)`` and ``: base(…)``."""
    given = arguments_of(node)
    word = next((c for c in node.children if c.type in {"this", "base"}), None)
    if word is not None:
        target = low.make("super" if word.type == "base" else "self")
        whole = low.make("call", "", low.get(target, CONSTRUCTOR), *given_values(low, given))
        low.ref("call", word, whole, roles.count(given))


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
    expressions=EXPRESSIONS,
    types=TYPES,
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
