"""Kotlin as facts: top-level functions, extensions, companions, constructors in the head."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.kotlin_values import (
    EXPRESSIONS,
    METHOD,
    TYPE_NODES,
    TYPES,
    arguments_of,
    call_value,
    callee_of,
    infix_value,
    name_of,
    passed_to,
)
from codeseam_indexer.parse.facts.lowering import Lowering, Table

CONSTRUCTOR = "<init>"


def _package(low: Lowering, node: Node) -> None:
    low.package = low.text(roles.first(node, "identifier"))


def _import(low: Lowering, node: Node) -> None:
    path = low.text(roles.first(node, "identifier"))
    alias = roles.first(node, "import_alias")
    if roles.first(node, "wildcard_import") is not None:
        low.bind("*", "import", node, value=low.make("module", path))
        return
    owner, _, name = path.rpartition(".")
    module = low.make("module", owner)
    called = (
        low.text(roles.first(alias, "type_identifier", "simple_identifier"))
        if alias is not None
        else name
    )
    for suffix in ("", METHOD):
        low.bind(called + suffix, "import", node, value=low.make("from", name + suffix, module))


def _class(low: Lowering, node: Node) -> None:
    name = roles.first(node, "type_identifier", "simple_identifier")
    index = low.reserve(node)
    own = low.make("cls", "", index)
    companion = node.type == "companion_object"
    if name is not None and not companion:
        value = low.make("inst", "", own) if node.type == "object_declaration" else own
        low.bind(low.text(name), "def", name, value=value)
    outer = low.scope
    low.open(node, "class", name)
    if companion:
        low.bases[outer].append(own)
        low.flag(index, "static")
    if any(c.type == "interface" for c in node.children):
        low.flag(index, "interface")
    _type_parameters(low, roles.first(node, "type_parameters"))
    _primary(low, roles.first(node, "primary_constructor"), index)
    for part in node.named_children:
        if part.type == "delegation_specifier":
            _base(low, part, index)


def _primary(low: Lowering, node: Node | None, index: int) -> None:
    """The constructor in the head of a class: its ``val`` parameters are members too."""
    if node is None:
        return
    scope = low.open(node, "function")
    low.flag(scope, "constructor")
    low.bind(CONSTRUCTOR, "def", node, value=low.make("fn", "", scope), scope=index)
    for part in node.named_children:
        name = roles.first(part, "simple_identifier")
        if part.type == "class_parameter" and name is not None:
            type_ = low.type(roles.first(part, *TYPE_NODES))
            value = low.make("lit", "default") if any(c.type == "=" for c in part.children) else -1
            low.bind(low.text(name), "param", name, type=type_, value=value)
            low.bind(low.text(name), "field", name, type=type_, scope=index)
    low.stack.pop()


def _base(low: Lowering, node: Node, index: int) -> None:
    call = roles.first(node, "constructor_invocation")
    type_ = roles.first(call or node, "user_type")
    if type_ is None:
        return
    low.bases[index].append(low.type(type_))
    name = low.terminal(type_)
    if name is not None:
        low.ref("inherit", name, low.type(type_))
        if call is not None:
            given = roles.first(call, "value_arguments")
            whole = low.make("new", "", low.type(type_), *_given(low, given))
            low.ref("new", name, whole, roles.count(given))


def _type_parameters(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        name = roles.first(part, "type_identifier")
        bound = roles.first(part, *TYPE_NODES)
        type_ = low.type(bound) if bound is not None else -1
        low.bind(low.text(name), "type", part, type=type_)


def _function(low: Lowering, node: Node) -> None:
    name = roles.first(node, "simple_identifier")
    receiver = node.child_by_field_name("receiver")
    index = low.reserve(node)
    if name is not None and receiver is None:
        low.bind(low.text(name) + METHOD, "def", name, value=low.make("fn", "", index))
    owner = low.type(roles.first(receiver, *TYPE_NODES)) if receiver is not None else -1
    low.open(node, "function", name)
    body = roles.first(node, "function_body")
    if body is None:
        low.flag(index, "abstract")
    if owner > 0:
        low.owners[index] = owner
    _type_parameters(low, roles.first(node, "type_parameters"))
    _parameters(low, roles.first(node, "function_value_parameters"), index)
    seen = False
    for part in node.named_children:
        if part.type == "function_value_parameters":
            seen = True
        elif seen and part.type in TYPE_NODES:
            low.returns[index] = low.type(part)
    if (
        body is not None
        and body.named_child_count == 1
        and body.named_children[0].type != "statements"
    ):
        low.values[index].append(low.expr(body.named_children[0]))


def _parameters(low: Lowering, node: Node | None, index: int) -> None:
    last = -1
    for part in node.children if node is not None else ():
        if part.type == "parameter_modifiers" and "vararg" in low.text(part):
            low.flag(index, "variadic")
        elif part.type == "parameter":
            name = roles.first(part, "simple_identifier")
            type_ = low.type(roles.first(part, *TYPE_NODES))
            low.bind(low.text(name), "param", part, type=type_)
            last = len(low.bindings) - 1
        elif part.type == "=" and last >= 0:
            low.bindings[last] = low.bindings[last]._replace(value=low.make("lit", "default"))


def _constructor(low: Lowering, node: Node) -> None:
    index = low.reserve(node)
    low.bind(CONSTRUCTOR, "def", node, value=low.make("fn", "", index))
    low.open(node, "function")
    _parameters(low, roles.first(node, "function_value_parameters"), index)
    call = roles.first(node, "constructor_delegation_call")
    if call is not None:
        word = next((c for c in call.children if c.type in {"this", "super"}), None)
        given = roles.first(call, "value_arguments")
        if word is not None:
            target = low.make("super" if word.type == "super" else "self")
            whole = low.make("call", "", low.get(target, CONSTRUCTOR), *_given(low, given))
            low.ref("call", word, whole, roles.count(given))


def _property(low: Lowering, node: Node) -> None:
    kind = "field" if low.kinds[low.around("class", "function")] == "class" else "local"
    if low.scope == 0:
        kind = "var"
    one, many = (
        roles.first(node, "variable_declaration"),
        roles.first(node, "multi_variable_declaration"),
    )
    value = next(
        (c for c in reversed(node.named_children) if c.type in low.table.expressions), None
    )
    getter = roles.first(node, "getter")
    given = low.expr(value) if value is not None and value.type not in TYPE_NODES else -1
    if given < 0 and getter is not None:
        body = roles.first(getter, "function_body")
        given = low.expr(roles.child(body, "#0")) if body is not None else -1
    if one is not None:
        name = roles.first(one, "simple_identifier")
        written = roles.first(one, *TYPE_NODES)
        type_ = low.type(written) if written is not None else -1
        low.bind(low.text(name), kind, one, type=type_, value=given, end=kind == "local")
    for part in many.named_children if many is not None else ():
        low.bind(low.text(roles.first(part, "simple_identifier")), kind, part, end=True)
    roles.read(low, value)


def _for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    variable = roles.first(node, "variable_declaration")
    source = node.named_children[1] if node.named_child_count > 1 else None
    if variable is not None and source is not None:
        written = roles.first(variable, *TYPE_NODES)
        type_ = low.type(written) if written is not None else -1
        value = low.make("elem", "", low.expr(source))
        low.bind(
            low.text(roles.first(variable, "simple_identifier")),
            "local",
            variable,
            type=type_,
            value=value,
        )


def _catch(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    low.bind(
        low.text(roles.first(node, "simple_identifier")),
        "local",
        node,
        type=low.type(roles.first(node, "user_type")),
    )


def _narrowed(low: Lowering, node: Node) -> None:
    """A branch in which a test has shown the type of a name."""
    low.open(node, "block")
    parent = node.parent
    condition = parent.child_by_field_name("condition") if parent is not None else None
    if parent is not None and parent.type == "when_entry":
        subject = roles.first(parent.parent, "when_subject")
        test = roles.first(roles.first(parent, "when_condition"), "type_test")
        name = roles.first(subject, "simple_identifier")
        if test is not None and name is not None:
            low.bind(
                low.text(name), "narrowed", node, type=low.type(roles.first(test, *TYPE_NODES))
            )
    elif condition is not None and condition.type == "check_expression":
        name, type_ = (
            roles.first(condition, "simple_identifier"),
            roles.first(condition, *TYPE_NODES),
        )
        if (
            name is not None
            and type_ is not None
            and parent is not None
            and parent.child_by_field_name("consequence") == node
        ):
            low.bind(low.text(name), "narrowed", node, type=low.type(type_))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = roles.first(node, "lambda_parameters")
    names = (
        [roles.first(p, "simple_identifier") for p in given.named_children]
        if given is not None
        else []
    )
    for number, name in enumerate(names):
        if name is not None:
            low.bind(low.text(name), "param", name, value=_context(low, node, number))
    if given is None:
        low.bind("it", "param", node, value=_context(low, node, 0))
    body = roles.first(node, "statements")
    if body is not None and body.named_child_count:
        low.values[index].append(low.expr(body.named_children[-1]))


def _context(low: Lowering, node: Node, number: int) -> int:
    """What is passed to a parameter of a lambda, by the call behind which it stands."""
    holder = node.parent
    while holder is not None and holder.type in {
        "annotated_lambda",
        "value_argument",
        "value_arguments",
    }:
        holder = holder.parent
    call = holder.parent if holder is not None and holder.type == "call_suffix" else None
    if call is None or holder is None or call.type != "call_expression":
        return -1
    arguments = arguments_of(holder)
    at = next(
        (i for i, a in enumerate(arguments) if a.start_byte <= node.start_byte < a.end_byte), 0
    )
    known = passed_to(low, call) if number == 0 else 0
    if known:
        return known
    return low.make("param", f"{at}.{number}", callee_of(low, call))


def _given(low: Lowering, node: Node | None) -> list[int]:
    parts = node.named_children if node is not None else []
    return [low.expr(roles.child(p, "#-1")) for p in parts]


def _call(low: Lowering, node: Node) -> None:
    name = name_of(roles.child(node, "#0"))
    suffix = roles.first(node, "call_suffix")
    if name is not None:
        low.ref("call", name, call_value(low, node), len(arguments_of(suffix)))
    for argument in arguments_of(suffix):
        roles.read(low, argument)


def _infix(low: Lowering, node: Node) -> None:
    if node.named_child_count > 2:
        low.ref("call", node.named_children[1], infix_value(low, node), 1)


def _alias(low: Lowering, node: Node) -> None:
    name = roles.first(node, "type_identifier")
    low.bind(low.text(name), "def", node, value=low.type(roles.first(node, *TYPE_NODES)))


def _entry(low: Lowering, node: Node) -> None:
    name = roles.first(node, "simple_identifier")
    own = low.make("cls", "", low.around("class"))
    low.bind(low.text(name), "field", node, type=own)


def _reference(low: Lowering, node: Node) -> None:
    parts = node.named_children
    if parts:
        name = low.text(parts[-1]) + METHOD
        expr = low.name(name) if len(parts) == 1 else low.get(low.name(low.text(parts[0])), name)
        low.ref("read", parts[-1], expr)


def _object(low: Lowering, node: Node) -> None:
    index = low.open(node, "class")
    for part in node.named_children:
        if part.type == "delegation_specifier":
            _base(low, part, index)


def _return(low: Lowering, node: Node) -> None:
    if node.children and node.children[0].type.startswith("return"):
        value = roles.child(node, "#0")
        if value is not None and value.type != "label":
            roles.given(low, low.expr(value))
            roles.read(low, value)


KOTLIN = Table(
    statements={
        "package_header": _package,
        "import_header": _import,
        "class_declaration": _class,
        "object_declaration": _class,
        "companion_object": _class,
        "object_literal": _object,
        "function_declaration": _function,
        "secondary_constructor": _constructor,
        "property_declaration": _property,
        "for_statement": _for,
        "catch_block": _catch,
        "control_structure_body": _narrowed,
        "lambda_literal": _lambda,
        "type_alias": _alias,
        "enum_entry": _entry,
        "callable_reference": _reference,
        "call_expression": _call,
        "infix_expression": _infix,
        "jump_expression": _return,
        "user_type": roles.type_use,
    },
    expressions=EXPRESSIONS,
    types=TYPES,
    terminals={
        "simple_identifier": "",
        "type_identifier": "",
        "user_type": "#0",
        "nullable_type": "#0",
    },
    comments=("line_comment", "multiline_comment"),
)
