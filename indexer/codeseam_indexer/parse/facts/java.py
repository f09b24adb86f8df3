"""Java as facts: methods have a name space of their own (``name()``), overloads go by arguments."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.java_values import (
    EXPRESSIONS,
    METHOD,
    TYPES,
    array_of,
    call_value,
    callee_of,
    created_type,
    new_of,
    reference_value,
)
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

CONSTRUCTOR = "<init>"


def _package(low: Lowering, node: Node) -> None:
    low.package = low.text(roles.child(node, "#-1"))


def _import(low: Lowering, node: Node) -> None:
    path = next(
        (c for c in node.named_children if c.type in {"scoped_identifier", "identifier"}), None
    )
    text = low.text(path)
    static = any(c.type == "static" for c in node.children)
    if any(c.type == "asterisk" for c in node.named_children):
        value = _class_of(low, text) if static else low.make("module", text)
        low.bind("*", "import", node, value=value)
        return
    owner, _, name = text.rpartition(".")
    if static:
        for key in (name, name + METHOD):
            low.bind(key, "import", node, value=low.get(_class_of(low, owner), key))
    else:
        low.bind(name, "import", node, value=low.make("from", name, low.make("module", owner)))


def _class_of(low: Lowering, text: str) -> int:
    owner, _, name = text.rpartition(".")
    return low.make("from", name, low.make("module", owner))


def _flags(low: Lowering, node: Node, index: int) -> None:
    modifiers = next((c for c in node.children if c.type == "modifiers"), None)
    words = {c.type for c in modifiers.children} if modifiers is not None else set[str]()
    low.flag(index, *sorted(words & {"static", "abstract", "private"}))
    if "public" not in words and "interface" not in low.flags[low.around("class", scope=index)]:
        low.flag(index, "hidden")


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    low.open(node, "class", name)
    _flags(low, node, index)
    if node.type in {"interface_declaration", "annotation_type_declaration"}:
        low.flag(index, "interface")
    _type_parameters(low, node.child_by_field_name("type_parameters"))
    for part in node.named_children:
        if part.type in {"superclass", "super_interfaces", "extends_interfaces"}:
            _bases(low, part, index)
    if node.type == "record_declaration":
        _components(low, node)


def _components(low: Lowering, node: Node) -> None:
    """The fields of a record, each with the method that gives it, where none is written."""
    body = node.child_by_field_name("body")
    methods = [c for c in body.named_children if c.type == "method_declaration"] if body else []
    written = {low.text(m.child_by_field_name("name")) for m in methods}
    for part in roles.listed(node.child_by_field_name("parameters")):
        field = part.child_by_field_name("name")
        if field is None:
            continue
        text, kind = low.text(field), _declared(low, part)
        low.bind(text, "field", field, type=kind)
        if text not in written:
            low.bind(f"{text}()", "def", field, value=low.make("fn", "", low.reserve(part)))
            low.returns[low.open(part, "function")] = kind
            low.stack.pop()


def _bases(low: Lowering, node: Node, index: int) -> None:
    for part in node.named_children:
        if part.type == "type_list":
            _bases(low, part, index)
        elif not part.is_extra:
            low.bases[index].append(low.type(part))
            name = low.terminal(part)
            if name is not None:
                low.ref("inherit", name, low.type(part))


def _type_parameters(low: Lowering, node: Node | None) -> None:
    for part in roles.listed(node):
        name = next(
            (c for c in part.named_children if c.type in {"type_identifier", "identifier"}), None
        )
        bound = next((c for c in part.named_children if c.type == "type_bound"), None)
        if name is not None:
            type_ = low.type(roles.child(bound, "#0")) if bound is not None else -1
            low.bind(low.text(name), "type", name, type=type_)


def _method(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name) + METHOD, "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    _flags(low, node, index)
    if node.child_by_field_name("body") is None:
        low.flag(index, "abstract")
    _type_parameters(low, node.child_by_field_name("type_parameters"))
    low.returns[index] = _declared(low, node)
    _parameters(low, node.child_by_field_name("parameters"), index)


def _constructor(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(CONSTRUCTOR, "def", name, value=low.make("fn", "", index))
    low.open(node, "function", name)
    if node.type == "compact_constructor_declaration":
        low.flag(index, "variadic")
    _parameters(low, node.child_by_field_name("parameters"), index)


def _declared(low: Lowering, node: Node) -> int:
    """The type of a declaration, -1 where it is inferred."""
    type_ = node.child_by_field_name("type")
    if type_ is None or low.text(type_) == "var":
        return -1
    dimensions = node.child_by_field_name("dimensions")
    return array_of(low, low.type(type_)) if dimensions is not None else low.type(type_)


def _parameters(low: Lowering, node: Node | None, index: int) -> None:
    for part in roles.listed(node):
        if part.type == "formal_parameter":
            name = part.child_by_field_name("name")
            if name is not None:
                low.bind(low.text(name), "param", name, type=_declared(low, part))
        elif part.type == "spread_parameter":
            low.flag(index, "variadic")
            types = [
                c for c in part.named_children if c.type not in {"modifiers", "variable_declarator"}
            ]
            name = part.named_children[-1].child_by_field_name("name") or part.named_children[-1]
            if types:
                low.bind(low.text(name), "param", name, type=array_of(low, low.type(types[0])))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = node.child_by_field_name("parameters")
    if given is not None and given.type == "formal_parameters":
        _parameters(low, given, index)
    else:
        names = [given] if given is not None and given.type == "identifier" else roles.listed(given)
        for number, name in enumerate(names):
            low.bind(low.text(name), "param", name, value=_context(low, node, number))
    body = node.child_by_field_name("body")
    if body is not None and body.type != "block":
        low.values[index].append(low.expr(body))


def _context(low: Lowering, node: Node, number: int) -> int:
    """What is passed to a parameter of a lambda, by what the lambda is passed to."""
    parent = node.parent
    while parent is not None and parent.type in {"parenthesized_expression", "ternary_expression"}:
        node, parent = parent, parent.parent
    wanted = _wanted(low, parent) if parent is not None else UNKNOWN
    if wanted:
        return low.make("contextual", str(number), wanted)
    call = parent.parent if parent is not None and parent.type == "argument_list" else None
    if parent is None or call is None or call.type != "method_invocation":
        return -1
    at = [c.id for c in roles.listed(parent)].index(node.id)
    return low.make("param", f"{at}.{number}", callee_of(low, call))


def _wanted(low: Lowering, parent: Node) -> int:
    """The type that the place of a lambda asks for."""
    if parent.type == "cast_expression":
        return low.type(parent.child_by_field_name("type"))
    if parent.type == "variable_declarator" and parent.parent is not None:
        return max(_declared(low, parent.parent), UNKNOWN)
    if parent.type == "return_statement":
        return max(low.returns[low.around("function", scope=low.parents[low.scope])], UNKNOWN)
    return UNKNOWN


def _field(low: Lowering, node: Node) -> None:
    kind = "field" if node.type in {"field_declaration", "constant_declaration"} else "local"
    type_ = node.child_by_field_name("type")
    for declarator in node.children_by_field_name("declarator"):
        name = declarator.child_by_field_name("name")
        value = declarator.child_by_field_name("value")
        declared = -1 if low.text(type_) == "var" else low.type(type_)
        if declarator.child_by_field_name("dimensions") is not None:
            declared = array_of(low, declared)
        given = low.expr(value) if value is not None else -1
        if name is not None:
            low.bind(low.text(name), kind, name, type=declared, value=given)
        roles.read(low, value)


def _for_each(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    name = node.child_by_field_name("name")
    source = low.expr(node.child_by_field_name("value"))
    if name is not None:
        value = low.make("elem", "", source) if source else -1
        low.bind(low.text(name), "local", name, type=_declared(low, node), value=value)


def _resource(low: Lowering, node: Node) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and value is not None:
        low.bind(low.text(name), "local", name, type=_declared(low, node), value=low.expr(value))


def _catch(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    types = next((c for c in node.named_children if c.type == "catch_type"), None)
    if name is not None:
        low.bind(
            low.text(name),
            "local",
            name,
            type=low.union([low.type(t) for t in roles.listed(types)]),
        )


def _instanceof(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "local", name, type=low.type(node.child_by_field_name("right")))


def _type_pattern(low: Lowering, node: Node) -> None:
    parts = roles.listed(node)
    if len(parts) > 1:
        low.bind(low.text(parts[-1]), "local", parts[-1], type=low.type(parts[-2]))


def _enum_constant(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    cls = low.around("class")
    body = node.child_by_field_name("body")
    if name is None:
        return
    own = low.make("cls", "", cls)
    whole = low.make("new", "", own, *roles.arguments(low, node.child_by_field_name("arguments")))
    low.bind(low.text(name), "field", name, type=own, scope=cls)
    low.refs.append(roles.use("new", low.heads[cls][0], whole, low.scope, low.at(name), 0))
    if body is not None:
        index = low.open(node, "class")
        low.bases[index].append(own)


def _created(low: Lowering, node: Node) -> None:
    type_ = node.child_by_field_name("type")
    given = node.child_by_field_name("arguments")
    name = low.terminal(type_) if type_ is not None else None
    if name is not None:
        low.ref("new", name, new_of(low, node), roles.count(given))
    roles.passed(low, given)


def _anonymous(low: Lowering, node: Node) -> None:
    """The body of an anonymous class, whose base is what is created."""
    parent = node.parent
    if parent is not None and parent.type == "object_creation_expression":
        index = low.open(node, "class")
        low.bases[index].append(created_type(low, parent))


def _call(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    given = node.child_by_field_name("arguments")
    if name is not None:
        low.ref("call", name, call_value(low, node), roles.count(given))
    roles.passed(low, given)


def _other_constructor(low: Lowering, node: Node) -> None:
    which = node.child_by_field_name("constructor")
    given = node.child_by_field_name("arguments")
    if which is not None:
        callee = low.get(low.make("super" if which.type == "super" else "self"), CONSTRUCTOR)
        whole = low.make("call", "", callee, *roles.arguments(low, given))
        low.ref("call", which, whole, roles.count(given))
    roles.passed(low, given)


def _reference(low: Lowering, node: Node) -> None:
    last = node.children[-1]
    if last.type == "identifier":
        low.ref("read", last, reference_value(low, node))
    elif last.type == "new" and node.named_children:
        name = low.terminal(node.named_children[0])
        if name is not None:
            low.ref("read", name, low.type(node.named_children[0]))


def _typed(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is not None and parent.type in _NAMED_BY_PARENT:
        return
    low.ref("type", node, low.type(node))


_NAMED_BY_PARENT = frozenset(
    {"type_parameter", "superclass", "type_list", "object_creation_expression"}
)


def _annotation(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None and name.type == "identifier":
        low.ref("type", name, low.expr(name))


JAVA = Table(
    statements={
        "package_declaration": _package,
        "import_declaration": _import,
        "class_declaration": _class,
        "interface_declaration": _class,
        "enum_declaration": _class,
        "record_declaration": _class,
        "annotation_type_declaration": _class,
        "class_body": _anonymous,
        "method_declaration": _method,
        "annotation_type_element_declaration": _method,
        "constructor_declaration": _constructor,
        "compact_constructor_declaration": _constructor,
        "lambda_expression": _lambda,
        "field_declaration": _field,
        "constant_declaration": _field,
        "local_variable_declaration": _field,
        "enum_constant": _enum_constant,
        "enhanced_for_statement": _for_each,
        "resource": _resource,
        "catch_formal_parameter": _catch,
        "instanceof_expression": _instanceof,
        "type_pattern": _type_pattern,
        "object_creation_expression": _created,
        "method_invocation": _call,
        "explicit_constructor_invocation": _other_constructor,
        "method_reference": _reference,
        "return_statement": roles.returns,
        "block": roles.block,
        "for_statement": roles.block,
        "try_with_resources_statement": roles.block,
        "catch_clause": roles.block,
        "switch_rule": roles.block,
        "switch_block_statement_group": roles.block,
        "type_identifier": _typed,
        "annotation": _annotation,
        "marker_annotation": _annotation,
    },
    expressions=EXPRESSIONS,
    types=TYPES,
    terminals={
        "identifier": "",
        "type_identifier": "",
        "field_access": "field",
        "scoped_type_identifier": "#-1",
        "scoped_identifier": "#-1",
        "generic_type": "#0",
        "annotated_type": "#-1",
        "array_type": "element",
    },
    comments=("line_comment", "block_comment"),
)
