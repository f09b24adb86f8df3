"""Java as facts: methods have a name space of their own (``name()``), overloads go by arguments."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import MAX_ARGUMENTS, UNKNOWN, Lowering, Table

METHOD = "()"
"""What distinguishes a method's name from those of fields, variables and types."""

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
        for part in _listed(node.child_by_field_name("parameters")):
            field = part.child_by_field_name("name")
            if field is not None:
                low.bind(low.text(field), "field", field, type=_declared(low, part))


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
    for part in _listed(node):
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


def _listed(node: Node | None) -> list[Node]:
    return [] if node is None else [c for c in node.named_children if not c.is_extra]


def _declared(low: Lowering, node: Node) -> int:
    """The type of a declaration, -1 where it is inferred."""
    type_ = node.child_by_field_name("type")
    if type_ is None or low.text(type_) == "var":
        return -1
    dimensions = node.child_by_field_name("dimensions")
    return _array_of(low, low.type(type_)) if dimensions is not None else low.type(type_)


def _array_of(low: Lowering, element: int) -> int:
    return low.make("generic", "", low.make("builtin", "array"), element)


def _parameters(low: Lowering, node: Node | None, index: int) -> None:
    for part in _listed(node):
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
                low.bind(low.text(name), "param", name, type=_array_of(low, low.type(types[0])))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    given = node.child_by_field_name("parameters")
    if given is not None and given.type == "formal_parameters":
        _parameters(low, given, index)
    else:
        names = [given] if given is not None and given.type == "identifier" else _listed(given)
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
    at = [c.id for c in _listed(parent)].index(node.id)
    return low.make("param", f"{at}.{number}", _callee(low, call))


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
            declared = _array_of(low, declared)
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
            low.text(name), "local", name, type=low.union([low.type(t) for t in _listed(types)])
        )


def _instanceof(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "local", name, type=low.type(node.child_by_field_name("right")))


def _type_pattern(low: Lowering, node: Node) -> None:
    parts = _listed(node)
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
        low.ref("new", name, _new_of(low, node), roles.count(given))
    roles.passed(low, given)


def _anonymous(low: Lowering, node: Node) -> None:
    """The body of an anonymous class, whose base is what is created."""
    parent = node.parent
    if parent is not None and parent.type == "object_creation_expression":
        index = low.open(node, "class")
        low.bases[index].append(_created_type(low, parent))


def _new_of(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("arguments")
    return low.make("new", "", _created_type(low, node), *roles.arguments(low, given))


def _created_type(low: Lowering, node: Node) -> int:
    type_ = node.child_by_field_name("type")
    outer = node.children[0] if node.children else None
    if outer is not None and outer.type != "new" and type_ is not None and outer.is_named:
        return low.get(low.expr(outer), low.text(type_))
    return low.type(type_)


def _created_value(low: Lowering, node: Node) -> int:
    body = next((c for c in node.named_children if c.type == "class_body"), None)
    if body is not None:
        return low.make("new", "", low.make("cls", "", low.reserve(body)))
    return _new_of(low, node)


def _callee(low: Lowering, node: Node) -> int:
    name = low.text(node.child_by_field_name("name")) + METHOD
    target = node.child_by_field_name("object")
    above = any(c.type == "super" for c in node.children)
    if target is None:
        return low.name(name)
    if above and target.type != "super":
        return low.get(low.type(target) or low.expr(target), name)
    return low.get(low.expr(target), name)


def _call_value(low: Lowering, node: Node) -> int:
    given = roles.arguments(low, node.child_by_field_name("arguments"))
    return low.make("call", "", _callee(low, node), *given[:MAX_ARGUMENTS])


def _call(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    given = node.child_by_field_name("arguments")
    if name is not None:
        low.ref("call", name, _call_value(low, node), roles.count(given))
    roles.passed(low, given)


def _other_constructor(low: Lowering, node: Node) -> None:
    which = node.child_by_field_name("constructor")
    given = node.child_by_field_name("arguments")
    if which is not None:
        callee = low.get(low.make("super" if which.type == "super" else "self"), CONSTRUCTOR)
        whole = low.make("call", "", callee, *roles.arguments(low, given))
        low.ref("call", which, whole, roles.count(given))
    roles.passed(low, given)


def _reference_value(low: Lowering, node: Node) -> int:
    parts = node.named_children
    target = parts[0] if parts else None
    last = node.children[-1]
    if target is None:
        return UNKNOWN
    of = low.expr(target) or low.type(target)
    return of if last.type == "new" else low.get(of, low.text(last) + METHOD)


def _reference(low: Lowering, node: Node) -> None:
    last = node.children[-1]
    if last.type == "identifier":
        low.ref("read", last, _reference_value(low, node))
    elif last.type == "new" and node.named_children:
        name = low.terminal(node.named_children[0])
        if name is not None:
            low.ref("read", name, low.type(node.named_children[0]))


_CONSTANTS = {"Integer": "int", "Long": "long", "Double": "double", "Float": "float",
              "Byte": "byte", "Short": "short", "Character": "char"}  # fmt: skip


def _access(low: Lowering, node: Node) -> int:
    field = node.child_by_field_name("field")
    target = node.child_by_field_name("object")
    constant = _CONSTANTS.get(low.text(target))
    if constant is not None:
        return low.make("lit", constant)
    if field is not None and field.type == "this":
        return low.make("inst", "", low.expr(target))
    return low.get(low.expr(target), low.text(field))


def _scoped(low: Lowering, node: Node) -> int:
    parts = [
        low.text(c) for c in node.named_children if c.type in {"identifier", "type_identifier"}
    ]
    inner = next((c for c in node.named_children if c.type in _SCOPED), None)
    if inner is not None and parts:
        return low.get(low.type(inner), parts[-1])
    return low.dotted(".".join(parts))


_SCOPED = frozenset({"scoped_identifier", "scoped_type_identifier", "generic_type"})


def _generic(low: Lowering, node: Node) -> int:
    given = next((c for c in node.named_children if c.type == "type_arguments"), None)
    parts = [low.type(c) for c in _listed(given)]
    base = low.type(roles.child(node, "#0"))
    return low.make("generic", "", base, *parts) if parts else base


def _array(low: Lowering, node: Node) -> int:
    return _array_of(low, low.type(node.child_by_field_name("element")))


def _new_array(low: Lowering, node: Node) -> int:
    return low.make("inst", "", _array_of(low, low.type(node.child_by_field_name("type"))))


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("array")))


def _primitive(low: Lowering, node: Node) -> int:
    return low.make("builtin", low.text(node))


_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "instanceof"})


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) in _TESTS:
        return low.make("lit", "boolean")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if any(n is not None and n.type == "string_literal" for n in (left, right)):
        return low.make("lit", "String")
    if low.text(node.child_by_field_name("operator")) == "+":
        return low.union([low.expr(left), low.expr(right)])
    return low.expr(left)


def _unary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) == "!":
        return low.make("lit", "boolean")
    return low.expr(node.child_by_field_name("operand"))


def _decimal(low: Lowering, node: Node) -> int:
    return low.make("lit", "long" if low.text(node)[-1] in "lL" else "int")


def _floating(low: Lowering, node: Node) -> int:
    return low.make("lit", "float" if low.text(node)[-1] in "fF" else "double")


def _self(low: Lowering, node: Node) -> int:
    return low.make("self")


def _super(low: Lowering, node: Node) -> int:
    return low.make("super")


def _class_literal(low: Lowering, node: Node) -> int:
    parts = [low.type(roles.child(node, "#0"))]
    return low.make("inst", "", low.make("generic", "", low.make("builtin", "Class"), *parts))


def _lambda_value(low: Lowering, node: Node) -> int:
    return low.make("fn", "", low.reserve(node))


def _wildcard(low: Lowering, node: Node) -> int:
    parts = [c for c in node.named_children if c.type not in {"super", "extends"}]
    return low.type(parts[-1]) if parts else UNKNOWN


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
    expressions={
        "identifier": roles.named,
        "this": _self,
        "super": _super,
        "field_access": _access,
        "method_invocation": _call_value,
        "object_creation_expression": _created_value,
        "array_creation_expression": _new_array,
        "array_access": _item,
        "parenthesized_expression": roles.within("#0"),
        "cast_expression": roles.instance("type"),
        "ternary_expression": roles.either("consequence", "alternative"),
        "assignment_expression": roles.within("right"),
        "lambda_expression": _lambda_value,
        "method_reference": _reference_value,
        "binary_expression": _binary,
        "unary_expression": _unary,
        "update_expression": roles.within("#0"),
        "instanceof_expression": roles.literal("boolean"),
        "class_literal": _class_literal,
        "string_literal": roles.literal("String"),
        "text_block": roles.literal("String"),
        "character_literal": roles.literal("char"),
        "decimal_integer_literal": _decimal,
        "hex_integer_literal": _decimal,
        "binary_integer_literal": _decimal,
        "octal_integer_literal": _decimal,
        "decimal_floating_point_literal": _floating,
        "hex_floating_point_literal": _floating,
        "true": roles.literal("boolean"),
        "false": roles.literal("boolean"),
        "null_literal": roles.literal("null"),
    },
    types={
        "type_identifier": roles.named,
        "scoped_type_identifier": _scoped,
        "scoped_identifier": _scoped,
        "generic_type": _generic,
        "array_type": _array,
        "integral_type": _primitive,
        "floating_point_type": _primitive,
        "boolean_type": _primitive,
        "void_type": _primitive,
        "wildcard": _wildcard,
        "annotated_type": roles.type_within("#-1"),
    },
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
