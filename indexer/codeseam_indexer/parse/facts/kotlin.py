"""Kotlin as facts: top-level functions, extensions, companions, constructors in the head."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

METHOD = "()"
CONSTRUCTOR = "<init>"
_TYPE_NODES = frozenset({"user_type", "nullable_type", "function_type", "parenthesized_type"})


def _first(node: Node | None, *kinds: str) -> Node | None:
    return (
        next((c for c in node.named_children if c.type in kinds), None)
        if node is not None
        else None
    )


def _package(low: Lowering, node: Node) -> None:
    low.package = low.text(_first(node, "identifier"))


def _import(low: Lowering, node: Node) -> None:
    path = low.text(_first(node, "identifier"))
    alias = _first(node, "import_alias")
    if _first(node, "wildcard_import") is not None:
        low.bind("*", "import", node, value=low.make("module", path))
        return
    owner, _, name = path.rpartition(".")
    module = low.make("module", owner)
    called = (
        low.text(_first(alias, "type_identifier", "simple_identifier"))
        if alias is not None
        else name
    )
    for suffix in ("", METHOD):
        low.bind(called + suffix, "import", node, value=low.make("from", name + suffix, module))


def _class(low: Lowering, node: Node) -> None:
    name = _first(node, "type_identifier", "simple_identifier")
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
    _type_parameters(low, _first(node, "type_parameters"))
    _primary(low, _first(node, "primary_constructor"), index)
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
        name = _first(part, "simple_identifier")
        if part.type == "class_parameter" and name is not None:
            type_ = low.type(_first(part, *_TYPE_NODES))
            value = low.make("lit", "default") if any(c.type == "=" for c in part.children) else -1
            low.bind(low.text(name), "param", name, type=type_, value=value)
            low.bind(low.text(name), "field", name, type=type_, scope=index)
    low.stack.pop()


def _base(low: Lowering, node: Node, index: int) -> None:
    call = _first(node, "constructor_invocation")
    type_ = _first(call or node, "user_type")
    if type_ is None:
        return
    low.bases[index].append(low.type(type_))
    name = low.terminal(type_)
    if name is not None:
        low.ref("inherit", name, low.type(type_))
        if call is not None:
            given = _first(call, "value_arguments")
            whole = low.make("new", "", low.type(type_), *_given(low, given))
            low.ref("new", name, whole, roles.count(given))


def _type_parameters(low: Lowering, node: Node | None) -> None:
    for part in node.named_children if node is not None else ():
        name = _first(part, "type_identifier")
        bound = _first(part, *_TYPE_NODES)
        type_ = low.type(bound) if bound is not None else -1
        low.bind(low.text(name), "type", part, type=type_)


def _function(low: Lowering, node: Node) -> None:
    name = _first(node, "simple_identifier")
    receiver = node.child_by_field_name("receiver")
    index = low.reserve(node)
    if name is not None and receiver is None:
        low.bind(low.text(name) + METHOD, "def", name, value=low.make("fn", "", index))
    owner = low.type(_first(receiver, *_TYPE_NODES)) if receiver is not None else -1
    low.open(node, "function", name)
    body = _first(node, "function_body")
    if body is None:
        low.flag(index, "abstract")
    if owner > 0:
        low.owners[index] = owner
    _type_parameters(low, _first(node, "type_parameters"))
    _parameters(low, _first(node, "function_value_parameters"), index)
    seen = False
    for part in node.named_children:
        if part.type == "function_value_parameters":
            seen = True
        elif seen and part.type in _TYPE_NODES:
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
            name = _first(part, "simple_identifier")
            type_ = low.type(_first(part, *_TYPE_NODES))
            low.bind(low.text(name), "param", part, type=type_)
            last = len(low.bindings) - 1
        elif part.type == "=" and last >= 0:
            low.bindings[last] = low.bindings[last]._replace(value=low.make("lit", "default"))


def _constructor(low: Lowering, node: Node) -> None:
    index = low.reserve(node)
    low.bind(CONSTRUCTOR, "def", node, value=low.make("fn", "", index))
    low.open(node, "function")
    _parameters(low, _first(node, "function_value_parameters"), index)
    call = _first(node, "constructor_delegation_call")
    if call is not None:
        word = next((c for c in call.children if c.type in {"this", "super"}), None)
        given = _first(call, "value_arguments")
        if word is not None:
            target = low.make("super" if word.type == "super" else "self")
            whole = low.make("call", "", low.get(target, CONSTRUCTOR), *_given(low, given))
            low.ref("call", word, whole, roles.count(given))


def _property(low: Lowering, node: Node) -> None:
    kind = "field" if low.kinds[low.around("class", "function")] == "class" else "local"
    if low.scope == 0:
        kind = "var"
    one, many = _first(node, "variable_declaration"), _first(node, "multi_variable_declaration")
    value = next(
        (c for c in reversed(node.named_children) if c.type in low.table.expressions), None
    )
    getter = _first(node, "getter")
    given = low.expr(value) if value is not None and value.type not in _TYPE_NODES else -1
    if given < 0 and getter is not None:
        body = _first(getter, "function_body")
        given = low.expr(roles.child(body, "#0")) if body is not None else -1
    if one is not None:
        name = _first(one, "simple_identifier")
        written = _first(one, *_TYPE_NODES)
        type_ = low.type(written) if written is not None else -1
        low.bind(low.text(name), kind, one, type=type_, value=given, end=kind == "local")
    for part in many.named_children if many is not None else ():
        low.bind(low.text(_first(part, "simple_identifier")), kind, part, end=True)
    roles.read(low, value)


def _for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    variable = _first(node, "variable_declaration")
    source = node.named_children[1] if node.named_child_count > 1 else None
    if variable is not None and source is not None:
        written = _first(variable, *_TYPE_NODES)
        type_ = low.type(written) if written is not None else -1
        value = low.make("elem", "", low.expr(source))
        low.bind(
            low.text(_first(variable, "simple_identifier")),
            "local",
            variable,
            type=type_,
            value=value,
        )


def _catch(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    low.bind(
        low.text(_first(node, "simple_identifier")),
        "local",
        node,
        type=low.type(_first(node, "user_type")),
    )


def _narrowed(low: Lowering, node: Node) -> None:
    """A branch in which a test has shown the type of a name."""
    low.open(node, "block")
    parent = node.parent
    condition = parent.child_by_field_name("condition") if parent is not None else None
    if parent is not None and parent.type == "when_entry":
        subject = _first(parent.parent, "when_subject")
        test = _first(_first(parent, "when_condition"), "type_test")
        name = _first(subject, "simple_identifier")
        if test is not None and name is not None:
            low.bind(low.text(name), "narrowed", node, type=low.type(_first(test, *_TYPE_NODES)))
    elif condition is not None and condition.type == "check_expression":
        name, type_ = _first(condition, "simple_identifier"), _first(condition, *_TYPE_NODES)
        if (
            name is not None
            and type_ is not None
            and parent is not None
            and parent.child_by_field_name("consequence") == node
        ):
            low.bind(low.text(name), "narrowed", node, type=low.type(type_))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = _first(node, "lambda_parameters")
    names = (
        [_first(p, "simple_identifier") for p in given.named_children] if given is not None else []
    )
    for number, name in enumerate(names):
        if name is not None:
            low.bind(low.text(name), "param", name, value=_context(low, node, number))
    if given is None:
        low.bind("it", "param", node, value=_context(low, node, 0))
    body = _first(node, "statements")
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
    arguments = _arguments(holder)
    at = next(
        (i for i, a in enumerate(arguments) if a.start_byte <= node.start_byte < a.end_byte), 0
    )
    return low.make("param", f"{at}.{number}", _callee(low, call))


def _arguments(suffix: Node | None) -> list[Node]:
    """The arguments of a call, the lambda behind it included."""
    given = _first(suffix, "value_arguments")
    parts = [roles.child(p, "#-1") or p for p in given.named_children] if given is not None else []
    lambda_ = _first(suffix, "annotated_lambda")
    return [
        *parts,
        *((_first(lambda_, "lambda_literal") or lambda_,) if lambda_ is not None else ()),
    ]


def _given(low: Lowering, node: Node | None) -> list[int]:
    parts = node.named_children if node is not None else []
    return [low.expr(roles.child(p, "#-1")) for p in parts]


def _callee(low: Lowering, node: Node) -> int:
    callee = roles.child(node, "#0")
    if callee is None:
        return UNKNOWN
    if callee.type == "simple_identifier":
        return low.name(low.text(callee) + METHOD)
    if callee.type == "navigation_expression":
        name = _first(_first(callee, "navigation_suffix"), "simple_identifier")
        return low.get(low.expr(roles.child(callee, "#0")), low.text(name) + METHOD)
    return low.expr(callee)


def _call_value(low: Lowering, node: Node) -> int:
    suffix = _first(node, "call_suffix")
    parts = [low.expr(a) for a in _arguments(suffix)]
    callee = roles.child(node, "#0")
    name = _name_of(callee)
    if name is not None and low.text(name)[:1].isupper():
        # A name with a capital is a class, but may be a function that is called like one.
        return low.make("call", "", low.union([low.expr(callee), _callee(low, node)]), *parts)
    return low.make("call", "", _callee(low, node), *parts)


def _name_of(callee: Node | None) -> Node | None:
    if callee is not None and callee.type == "navigation_expression":
        return _first(_first(callee, "navigation_suffix"), "simple_identifier")
    return callee if callee is not None and callee.type == "simple_identifier" else None


def _call(low: Lowering, node: Node) -> None:
    name = _name_of(roles.child(node, "#0"))
    suffix = _first(node, "call_suffix")
    if name is not None:
        low.ref("call", name, _call_value(low, node), len(_arguments(suffix)))
    for argument in _arguments(suffix):
        roles.read(low, argument)


def _member(low: Lowering, node: Node) -> int:
    name = _first(_first(node, "navigation_suffix"), "simple_identifier")
    return low.get(low.expr(roles.child(node, "#0")), low.text(name))


def _type(low: Lowering, node: Node) -> int:
    names = [c for c in node.named_children if c.type == "type_identifier"]
    base = low.dotted(".".join(low.text(n) for n in names))
    given = _first(node, "type_arguments")
    parts = (
        [low.type(_first(p, *_TYPE_NODES)) for p in given.named_children]
        if given is not None
        else []
    )
    return low.make("generic", "", base, *parts) if parts else base


def _function_type(low: Lowering, node: Node) -> int:
    given = _first(node, "function_type_parameters")
    parts = (
        [low.type(p) for p in given.named_children if p.type in _TYPE_NODES]
        if given is not None
        else []
    )
    returned = low.type(node.named_children[-1]) if node.named_children else UNKNOWN
    return low.make("generic", "", low.make("builtin", "Function"), *parts, returned)


def _alias(low: Lowering, node: Node) -> None:
    name = _first(node, "type_identifier")
    low.bind(low.text(name), "def", node, value=low.type(_first(node, *_TYPE_NODES)))


def _entry(low: Lowering, node: Node) -> None:
    name = _first(node, "simple_identifier")
    own = low.make("cls", "", low.around("class"))
    low.bind(low.text(name), "field", node, type=own)


def _as(low: Lowering, node: Node) -> int:
    inner = low.type(node.named_children[-1])
    return low.make("inst", "", inner) if inner else UNKNOWN


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(roles.child(node, "#0")))


def _reference(low: Lowering, node: Node) -> None:
    parts = node.named_children
    if parts:
        name = low.text(parts[-1]) + METHOD
        expr = low.name(name) if len(parts) == 1 else low.get(low.name(low.text(parts[0])), name)
        low.ref("read", parts[-1], expr)


def _self(low: Lowering, node: Node) -> int:
    return low.make("self")


def _super(low: Lowering, node: Node) -> int:
    return low.make("super")


def _fn(low: Lowering, node: Node) -> int:
    return low.make("fn", "", low.reserve(node))


def _object(low: Lowering, node: Node) -> None:
    index = low.open(node, "class")
    for part in node.named_children:
        if part.type == "delegation_specifier":
            _base(low, part, index)


def _object_value(low: Lowering, node: Node) -> int:
    return low.make("inst", "", low.make("cls", "", low.reserve(node)))


def _return(low: Lowering, node: Node) -> None:
    if node.children and node.children[0].type.startswith("return"):
        value = roles.child(node, "#0")
        scope = low.around("function")
        if value is not None and value.type != "label":
            low.values[scope].append(low.expr(value))
            roles.read(low, value)


def _typed(low: Lowering, node: Node) -> None:
    name = low.terminal(node)
    if name is not None:
        low.ref("type", name, low.type(node))


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
        "jump_expression": _return,
        "user_type": _typed,
    },
    expressions={
        "simple_identifier": roles.named,
        "navigation_expression": _member,
        "call_expression": _call_value,
        "indexing_expression": _item,
        "postfix_expression": roles.within("#0"),
        "parenthesized_expression": roles.within("#0"),
        "as_expression": _as,
        "elvis_expression": roles.either("#0", "#1"),
        "lambda_literal": _fn,
        "object_literal": _object_value,
        "this_expression": _self,
        "super_expression": _super,
        "additive_expression": roles.within("#0"),
        "comparison_expression": roles.literal("Boolean"),
        "equality_expression": roles.literal("Boolean"),
        "string_literal": roles.literal("String"),
        "integer_literal": roles.literal("Int"),
        "long_literal": roles.literal("Long"),
        "real_literal": roles.literal("Double"),
        "boolean_literal": roles.literal("Boolean"),
        "character_literal": roles.literal("Char"),
        "null": roles.literal("null"),
    },
    types={
        "user_type": _type,
        "nullable_type": roles.type_within("#0"),
        "parenthesized_type": roles.type_within("#0"),
        "function_type": _function_type,
        "type_identifier": roles.named,
    },
    terminals={
        "simple_identifier": "",
        "type_identifier": "",
        "user_type": "#0",
        "nullable_type": "#0",
    },
    comments=("line_comment", "multiline_comment"),
)
