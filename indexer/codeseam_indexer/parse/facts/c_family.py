"""C as facts, and what C++ shares with it: declarations, headers, macros, calls."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.c_calls import (
    EXPRESSIONS,
    calls,
    read_values,
)
from codeseam_indexer.parse.facts.c_types import (
    TYPE_EXPRESSIONS,
    constant,
    declared_type,
    returned,
)
from codeseam_indexer.parse.facts.declarators import (
    CLASSES,
    CONSTRUCTOR,
    TYPES,
    Declared,
    bare,
    has_function,
    last_name,
    qualifier,
    read_declarator,
    taken_apart,
    terminal,
    words,
)
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table
from codeseam_indexer.parse.facts.preprocessor import include, macro, made_by_macro

_KEYWORDS = frozenset({"if", "for", "while", "switch", "return", "else", "do", "sizeof"})


def _function(low: Lowering, node: Node) -> None:
    declared = read_declarator(node.child_by_field_name("declarator"))
    # No function is defined inside another: the grammar lost a brace, in a branch of ``#if``.
    while low.kinds[low.scope] in {"function", "block"}:
        low.stack.pop()
    if declared.name is None or low.text(declared.name) in _KEYWORDS:
        low.open(node, "function")
        return
    name, before = last_name(declared.name)
    _open_function(low, node, declared, name, before)
    scope = low.scope
    _own_template(low, node, _is_of_template(before))
    initial = next((c for c in node.children if c.type == "field_initializer_list"), None)
    for part in initial.named_children if initial is not None else ():
        _initializer(low, part)
    if node.child_by_field_name("body") is None and not any(
        c.type == "try_statement" for c in node.children
    ):
        low.flag(scope, "declaration")


def _open_function(
    low: Lowering, node: Node, declared: Declared, name: Node, before: list[Node]
) -> None:
    text = low.text(name)
    around = low.around("class", "function", "namespace")
    in_class = low.kinds[around] == "class"
    typed = node.child_by_field_name("type") is not None
    if in_class:  # no method has the name of its class: what stands before it is a macro
        constructs = low.heads[around][0] == text
    else:
        constructs = not typed and bool(before) and bare(low, before[-1]) == text
    constructs &= name.type != "operator_cast"
    typed &= not constructs
    index = low.reserve(node)
    if not before and (typed or in_class):
        key = CONSTRUCTOR if constructs else text
        low.bind(key, "def", name, value=low.make("fn", "", index), scope=_home(low, node))
    owner = qualifier(low, before) if before else -1
    if not typed and not in_class and not before and text.isupper():
        owner = _fixture(low, declared)
    low.open(node, "function", name)
    if constructs:
        low.flag(index, "constructor")
    if owner > 0:
        low.owners[index] = owner
    low.flag(index, *sorted(words(node) & {"static", "virtual"}))
    if typed:
        low.returns[index] = returned(low, node, declared)
    if declared.function is not None:
        if any(
            low.text(c) == "const" for c in declared.function.children if c.type == "type_qualifier"
        ):
            low.flag(index, "const")
        on = next((c for c in declared.function.children if c.type == "ref_qualifier"), None)
        if on is not None and low.text(on) == "&&":
            low.flag(index, "moved")
        parameters(low, declared.function.child_by_field_name("parameters"), index)


def _home(low: Lowering, node: Node) -> int | None:
    """Where a friend is declared: in the namespace around the class, not in it."""
    parent = node.parent
    if parent is None or parent.type != "friend_declaration":
        return None
    return low.around("namespace")


def _fixture(low: Lowering, declared: Declared) -> int:
    """The class whose members the body of a macro sees: ``TEST_F(Fixture, Name) { … }``."""
    given = declared.function.child_by_field_name("parameters") if declared.function else None
    first = roles.child(given, "#0") if given is not None and given.named_child_count else None
    type_ = first.child_by_field_name("type") if first is not None else None
    return low.type(type_) if type_ is not None and type_.type == "type_identifier" else -1


def parameters(low: Lowering, node: Node | None, index: int) -> None:
    """Bind the parameters of a function in its scope."""
    for part in node.named_children if node is not None else ():
        if part.type == "variadic_parameter":
            low.flag(index, "variadic")
        elif part.type == "identifier":
            low.bind(low.text(part), "param", part)
        elif "parameter" in part.type:
            if part.type == "variadic_parameter_declaration":
                low.flag(index, "variadic")
            declared = read_declarator(part.child_by_field_name("declarator"))
            if declared.name is None and low.text(part) == "void":
                continue
            default = part.child_by_field_name("default_value")
            name = low.text(declared.name) if declared.name is not None else "_"
            type_ = (
                low.make("builtin", "function")
                if declared.function
                else declared_type(low, part, declared)
            )
            value = max(low.expr(default), low.make("lit", "int")) if default is not None else -1
            low.bind(name, "param", declared.name or part, type=type_, value=value)
    if node is not None and any(c.type == "..." for c in node.children):
        low.flag(index, "variadic")


def _initializer(low: Lowering, node: Node) -> None:
    """``Base(x)`` or ``member{x}`` in front of a constructor's body."""
    name = roles.child(node, "#0")
    given = roles.child(node, "#-1")
    if name is None:
        return
    last, before = last_name(name)
    text = low.text(last)
    plain = name.type == "field_identifier"
    expr = low.get(qualifier(low, before), text) if before else low.name(text)
    expr = low.make("made", "", expr) if plain else expr
    whole = low.make("new", "", expr, *roles.arguments(low, given))
    # The constructor of a member is called without its name.
    written = text if not plain or text[:1].isupper() else ""
    low.refs.append(roles.use("new", written, whole, low.scope, low.at(last), roles.count(given)))


def classes(low: Lowering, node: Node) -> None:
    """A class, struct or union that is defined here."""
    name = node.child_by_field_name("name")
    if node.child_by_field_name("body") is None:
        return
    index = low.reserve(node)
    last, before = last_name(name) if name is not None else (None, [])
    if before:
        low.owners[index] = qualifier(low, before)
    if last is not None and last.type == "template_type":
        last = last.child_by_field_name("name")
    if last is not None:
        low.bind(low.text(last), "def", last, value=low.make("cls", "", index))
    clause = next((c for c in node.children if c.type == "base_class_clause"), None)
    bases = [c for c in clause.named_children if c.type in TYPES] if clause is not None else []
    for base in bases:
        low.refs.append(
            roles.use("inherit", low.text(terminal(base)), low.type(base), low.scope, low.at(base))
        )
    low.open(node, "class", last)
    low.bases[index].extend(low.type(b) for b in bases)
    parent = node.parent
    if parent is not None and parent.type == "template_declaration":
        _template(low, parent)


def _is_of_template(before: list[Node]) -> bool:
    """Whether a member stands outside a template, whose parameters come first: ``A<T>::f``."""
    return any(part.type == "template_type" for part in before)


def _own_template(low: Lowering, node: Node, outside: bool) -> None:
    """Bind the type parameters of a function; those of its class stand in front of them."""
    parent = node.parent
    if parent is None or parent.type != "template_declaration":
        return
    above = parent.parent
    given = parent.child_by_field_name("parameters")
    if given is not None and not given.named_child_count:
        low.flag(low.scope, "specialized")
    if not outside or (above is not None and above.type == "template_declaration"):
        _template(low, parent)


def _template(low: Lowering, node: Node) -> None:
    given = node.child_by_field_name("parameters")
    for part in given.named_children if given is not None else ():
        if part.type in {"type_parameter_declaration", "variadic_type_parameter_declaration"}:
            name = roles.child(part, "#0")
            low.bind(low.text(name), "type", part)
        elif part.type == "optional_type_parameter_declaration":
            low.bind(low.text(part.child_by_field_name("name")), "type", part)


def _enum(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if node.child_by_field_name("body") is None:
        return
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    outer = low.scope
    low.open(node, "class", name)
    body = node.child_by_field_name("body")
    for part in body.named_children if body is not None else ():
        constant = part.child_by_field_name("name")
        if constant is not None:
            value = low.make("inst", "", low.make("cls", "", index))
            for scope in (index, outer):
                low.bind(low.text(constant), "field", constant, value=value, scope=scope)


def _typedef(low: Lowering, node: Node) -> None:
    for declarator in node.children_by_field_name("declarator"):
        found = read_declarator(declarator)
        called = found.function is not None or has_function(declarator)
        value = (
            low.make("builtin", "function")
            if called
            else max(declared_type(low, node, found), UNKNOWN)
        )
        if found.name is not None:
            low.bind(low.text(found.name), "def", found.name, value=value)


def _field(low: Lowering, node: Node) -> None:
    """A member: data, or a function that is only declared."""
    for declarator in node.children_by_field_name("declarator"):
        declared = read_declarator(declarator)
        if declared.name is None:
            continue
        if declared.function is not None:
            _declaration_of_function(low, node, declared)
        else:
            type_ = (
                low.make("builtin", "function")
                if has_function(declarator)
                else declared_type(low, node, declared)
            )
            default = node.child_by_field_name("default_value")
            value = low.expr(default) if default is not None else -1
            if default is not None and default.type == "initializer_list" and type_ > 0:
                value = -1
                if default.named_child_count:
                    _constructed(low, node, declared, type_, default)
            low.bind(low.text(declared.name), "field", declared.name, type=type_, value=value)


def _declaration_of_function(low: Lowering, node: Node, declared: Declared) -> None:
    if declared.name is None:
        return
    name, before = last_name(declared.name)
    low_stack = len(low.stack)
    _open_function(low, node, declared, name, before)
    low.flag(low.scope, "declaration")
    _own_template(low, node, _is_of_template(before))
    del low.stack[low_stack:]


def _declaration(low: Lowering, node: Node) -> None:
    in_class = low.kinds[low.around("class", "function", "namespace")] == "class"
    where = low.around("function", "block") > 0
    written = node.child_by_field_name("type")
    if written is not None and written.type == "class_specifier" and not where:
        # ``class EXPORTED Name;`` says that there is a class.
        return
    for declarator in node.children_by_field_name("declarator"):
        declared = read_declarator(declarator)
        if declared.name is None or declared.name.type == "qualified_identifier":
            continue
        if declared.function is not None and not (where and _is_construction(low, declared)):
            if in_class or not where:
                _declaration_of_function(low, node, declared)
            continue
        _variable(low, node, declarator, declared, local=where)


def _is_construction(low: Lowering, declared: Declared) -> bool:
    """``Foo x(y)`` in a body parses as a function; its parameters then have no names."""
    given = declared.function.child_by_field_name("parameters") if declared.function else None
    parts = given.named_children if given is not None else []
    return bool(parts) and all(
        p.type == "parameter_declaration"
        and ((d := p.child_by_field_name("declarator")) is None
             or d.type == "abstract_function_declarator")
        and (t := p.child_by_field_name("type")) is not None
        and t.type in {"type_identifier", "qualified_identifier"}
        for p in parts
    )  # fmt: skip


def _variable(
    low: Lowering, node: Node, declarator: Node, declared: Declared, *, local: bool
) -> None:
    # In a condition the value is that of the declaration: ``if (auto* x = find())``.
    holder = declarator if declarator.type == "init_declarator" else node
    value = holder.child_by_field_name("value")
    function = declared.function is None and has_function(declarator)
    type_ = low.make("builtin", "function") if function else declared_type(low, node, declared)
    given = low.expr(value) if value is not None and not function else -1
    given = constant(low, node, given)
    if value is not None and value.type in {"argument_list", "initializer_list"} and type_ > 0:
        given = -1
        _constructed(low, node, declared, type_, value)
    elif declared.function is not None:
        _constructed(low, node, declared, type_, declared.function)
    parts = taken_apart(declarator)
    for number, part in enumerate(parts):
        piece = low.make("part", str(number), given) if given > 0 else -1
        low.bind(low.text(part), "local", part, value=piece, end=True)
    name = declared.name
    if name is not None and not parts:
        low.bind(
            low.text(name), "local" if local else "var", name, type=type_, value=given, end=local
        )
    read_values(low, value)


def _constructed(low: Lowering, node: Node, declared: Declared, type_: int, given: Node) -> None:
    """``Foo x(y)`` and ``Foo x{y}`` call a constructor, whatever the grammar takes them for."""
    written = node.child_by_field_name("type")
    if written is None or written.type not in TYPES or declared.pointer:
        return
    if given.type == "function_declarator":
        listed = given.child_by_field_name("parameters")
        types = [p.child_by_field_name("type") for p in listed.named_children] if listed else []
        parts = [_as_value(low, t) for t in types if t is not None]
    else:
        parts = roles.arguments(low, given)
    at = terminal(written)
    whole = low.make("new", "", type_, *parts)
    low.refs.append(roles.use("new", low.text(at), whole, low.scope, low.at(at), len(parts)))


def _as_value(low: Lowering, node: Node) -> int:
    """A name that was read as a type."""
    return low.name(low.text(node)) if node.type == "type_identifier" else low.type(node)


def _assignment(low: Lowering, node: Node) -> None:
    read_values(low, node.child_by_field_name("right"))


def _block(low: Lowering, node: Node) -> None:
    parent = node.parent
    made = made_by_macro(node)
    if made is not None and not low.around("function"):
        index = low.open(node, "function")
        given = made.child_by_field_name("arguments")
        first = roles.child(given, "#0") if given is not None else None
        if first is not None and first.type == "identifier":
            low.owners[index] = low.type(first) or low.name(low.text(first))
        return
    if parent is None or parent.type not in {
        "function_definition",
        "lambda_expression",
        "catch_clause",
    }:
        low.open(node, "block")


def _typed(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is not None and parent.type in _NAMED_ELSEWHERE:
        return
    low.ref("type", node, low.type(node))


_NAMED_ELSEWHERE = frozenset({
    *CLASSES, "type_definition", "alias_declaration", "new_expression", "base_class_clause",
    "type_parameter_declaration", "qualified_identifier", "enum_specifier",
})  # fmt: skip


def _return(low: Lowering, node: Node) -> None:
    value = roles.child(node, "#0")
    scope = low.around("function")
    if value is not None and low.returns[scope] < 0:
        roles.given(low, low.expr(value))
    read_values(low, value)


STATEMENTS: dict[str, roles.Handler] = {
    "function_definition": _function,
    "struct_specifier": classes,
    "union_specifier": classes,
    "enum_specifier": _enum,
    "type_definition": _typedef,
    "field_declaration": _field,
    "declaration": _declaration,
    "assignment_expression": _assignment,
    "preproc_def": macro,
    "preproc_function_def": macro,
    "preproc_include": include,
    "return_statement": _return,
    "compound_statement": _block,
    "for_statement": roles.block,
    "type_identifier": _typed,
}
C = Table(
    statements=STATEMENTS | {"call_expression": calls(whole=False)},
    expressions=EXPRESSIONS,
    types=TYPE_EXPRESSIONS,
    terminals={
        "identifier": "",
        "field_identifier": "",
        "type_identifier": "",
        "field_expression": "field",
    },
)
