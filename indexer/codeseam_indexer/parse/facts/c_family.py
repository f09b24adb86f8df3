"""C and C++ as facts: declarators, macros, namespaces, members that are defined elsewhere."""

import re
from typing import NamedTuple

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table

CONSTRUCTOR = "<init>"
MAX_MACRO = 4000
"""Longer macro bodies are tables, not code."""

_CALL_IN_MACRO = re.compile(r"(?<![\w.>])([A-Za-z_]\w*)\s*\(")
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_WRAPPED = frozenset({
    "pointer_declarator", "reference_declarator", "parenthesized_declarator", "array_declarator",
    "init_declarator", "attributed_declarator", "function_declarator",
    "abstract_pointer_declarator", "structured_binding_declarator",
})  # fmt: skip
_NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name",
    "destructor_name", "template_function", "operator_cast",
})  # fmt: skip
_KEYWORDS = frozenset({"if", "for", "while", "switch", "return", "else", "do", "sizeof"})
_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})


class Declared(NamedTuple):
    """What a declarator declares: its name, its parameters if a function, and how it is wrapped."""

    name: Node | None
    function: Node | None
    pointer: bool
    array: bool


def _declarator(node: Node | None) -> Declared:
    function: Node | None = None
    pointer = array = inner_pointer = False
    while node is not None and node.type in _WRAPPED:
        if node.type == "function_declarator":
            function, inner_pointer = node, False
        elif node.type == "parenthesized_declarator":
            inner_pointer = True
        elif node.type == "array_declarator":
            array = True
        elif node.type != "init_declarator":
            pointer = True
        if inner_pointer and node.type == "pointer_declarator" and function is not None:
            return Declared(_declarator(node).name, None, pointer=True, array=array)
        node = node.child_by_field_name("declarator") or roles.child(node, "#0")
    return Declared(
        node if node is not None and node.type in _NAMES else None, function, pointer, array
    )


def _words(node: Node) -> set[str]:
    return {
        (c.text or b"").decode("utf-8", "replace") for c in node.children
        if c.type in {"storage_class_specifier", "virtual_specifier", "virtual"}
    }  # fmt: skip


def _last(node: Node) -> tuple[Node, list[Node]]:
    """The last name of a qualified one, and the parts before it."""
    before: list[Node] = []
    while node.type in {
        "qualified_identifier",
        "template_function",
        "dependent_name",
        "template_method",
    }:
        scope = node.child_by_field_name("scope")
        inner = node.child_by_field_name("name") or roles.child(node, "#0")
        if scope is not None:
            before.append(scope)
        if inner is None:
            break
        node = inner
    return node, before


def _qualifier(low: Lowering, parts: list[Node]) -> int:
    expr = UNKNOWN
    for part in parts:
        text = _bare(low, part)
        expr = low.get(expr, text) if expr else low.name(text)
    return expr


def _function(low: Lowering, node: Node) -> None:
    declared = _declarator(node.child_by_field_name("declarator"))
    # No function is defined inside another: the grammar lost a brace, in a branch of ``#if``.
    while low.kinds[low.scope] in {"function", "block"}:
        low.stack.pop()
    if declared.name is None or low.text(declared.name) in _KEYWORDS:
        low.open(node, "function")
        return
    name, before = _last(declared.name)
    _open_function(low, node, declared, name, before)
    scope = low.scope
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
    constructs = (
        not typed
        and name.type != "operator_cast"
        and (
            low.heads[around][0] == text
            if in_class
            else bool(before) and _bare(low, before[-1]) == text
        )
    )
    index = low.reserve(node)
    if not before and (typed or in_class):
        key = CONSTRUCTOR if constructs else text
        low.bind(key, "def", name, value=low.make("fn", "", index))
    owner = _qualifier(low, before) if before else -1
    if not typed and not in_class and not before and text.isupper():
        owner = _fixture(low, declared)
    low.open(node, "function", name)
    if constructs:
        low.flag(index, "constructor")
    if owner > 0:
        low.owners[index] = owner
    low.flag(index, *sorted(_words(node) & {"static", "virtual"}))
    if typed:
        low.returns[index] = _returned(low, node, declared)
    if declared.function is not None:
        if any(
            low.text(c) == "const" for c in declared.function.children if c.type == "type_qualifier"
        ):
            low.flag(index, "const")
        _parameters(low, declared.function.child_by_field_name("parameters"), index)


def _fixture(low: Lowering, declared: Declared) -> int:
    """The class whose members the body of a macro sees: ``TEST_F(Fixture, Name) { … }``."""
    given = declared.function.child_by_field_name("parameters") if declared.function else None
    first = roles.child(given, "#0") if given is not None and given.named_child_count else None
    type_ = first.child_by_field_name("type") if first is not None else None
    return low.type(type_) if type_ is not None and type_.type == "type_identifier" else -1


def _bare(low: Lowering, node: Node) -> str:
    return low.text(node.child_by_field_name("name") if node.type == "template_type" else node)


def _returned(low: Lowering, node: Node, declared: Declared) -> int:
    trailing = None
    if declared.function is not None:
        trailing = next(
            (c for c in declared.function.children if c.type == "trailing_return_type"), None
        )
    if trailing is not None:
        return low.type(roles.child(trailing, "#0"))
    return _type(low, node, declared)


def _type(low: Lowering, node: Node, declared: Declared) -> int:
    """The type of a declaration, -1 where it is inferred."""
    type_ = node.child_by_field_name("type")
    if type_ is None or type_.type == "placeholder_type_specifier":
        return -1
    text = low.text(type_)
    if declared.pointer and type_.type == "primitive_type":
        return low.make("builtin", "string" if text == "char" else "pointer")
    found = low.type(type_)
    return low.make("generic", "", low.make("builtin", "array"), found) if declared.array else found


def _parameters(low: Lowering, node: Node | None, index: int) -> None:
    for part in node.named_children if node is not None else ():
        if part.type == "variadic_parameter":
            low.flag(index, "variadic")
        elif part.type == "identifier":
            low.bind(low.text(part), "param", part)
        elif "parameter" in part.type:
            if part.type == "variadic_parameter_declaration":
                low.flag(index, "variadic")
            declared = _declarator(part.child_by_field_name("declarator"))
            if declared.name is None and low.text(part) == "void":
                continue
            default = part.child_by_field_name("default_value")
            name = low.text(declared.name) if declared.name is not None else "_"
            type_ = (
                low.make("builtin", "function") if declared.function else _type(low, part, declared)
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
    last, before = _last(name)
    text = low.text(last)
    expr = low.get(_qualifier(low, before), text) if before else low.name(text)
    if name.type != "field_identifier" or text[:1].isupper():
        whole = low.make("new", "", expr, *roles.arguments(low, given))
        low.ref("new", last, whole, roles.count(given))


def _lambda(low: Lowering, node: Node) -> None:
    index = low.open(node, "function")
    declarator = node.child_by_field_name("declarator")
    if declarator is not None:
        _parameters(low, declarator.child_by_field_name("parameters"), index)


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if node.child_by_field_name("body") is None:
        return
    index = low.reserve(node)
    last = _last(name)[0] if name is not None else None
    if last is not None and last.type == "template_type":
        last = last.child_by_field_name("name")
    if last is not None:
        low.bind(low.text(last), "def", last, value=low.make("cls", "", index))
    clause = next((c for c in node.children if c.type == "base_class_clause"), None)
    bases = [c for c in clause.named_children if c.type in _TYPES] if clause is not None else []
    for base in bases:
        low.refs.append(
            roles.use("inherit", low.text(_terminal(base)), low.type(base), low.scope, low.at(base))
        )
    low.open(node, "class", last)
    low.bases[index].extend(low.type(b) for b in bases)
    parent = node.parent
    if parent is not None and parent.type == "template_declaration":
        _template(low, parent)


_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})


def _terminal(node: Node) -> Node:
    name = _last(node)[0]
    return (name.child_by_field_name("name") or name) if name.type == "template_type" else name


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
        found = _declarator(declarator)
        called = found.function is not None or _has_function(declarator)
        value = low.make("builtin", "function") if called else max(_type(low, node, found), UNKNOWN)
        if found.name is not None:
            low.bind(low.text(found.name), "def", found.name, value=value)


def _has_function(node: Node) -> bool:
    return node.type == "function_declarator" or any(_has_function(c) for c in node.named_children)


def _alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        value = low.type(node.child_by_field_name("type"))
        low.bind(low.text(name), "def", name, value=value)


def _field(low: Lowering, node: Node) -> None:
    """A member: data, or a function that is only declared."""
    for declarator in node.children_by_field_name("declarator"):
        declared = _declarator(declarator)
        if declared.name is None:
            continue
        if declared.function is not None:
            _declaration_of_function(low, node, declared)
        else:
            type_ = (
                low.make("builtin", "function")
                if _has_function(declarator)
                else _type(low, node, declared)
            )
            default = node.child_by_field_name("default_value")
            value = low.expr(default) if default is not None else -1
            low.bind(low.text(declared.name), "field", declared.name, type=type_, value=value)


def _declaration_of_function(low: Lowering, node: Node, declared: Declared) -> None:
    if declared.name is None:
        return
    name, before = _last(declared.name)
    low_stack = len(low.stack)
    _open_function(low, node, declared, name, before)
    low.flag(low.scope, "declaration")
    del low.stack[low_stack:]


def _declaration(low: Lowering, node: Node) -> None:
    in_class = low.kinds[low.around("class", "function", "namespace")] == "class"
    where = low.around("function") > 0
    for declarator in node.children_by_field_name("declarator"):
        declared = _declarator(declarator)
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
        p.type == "parameter_declaration" and p.child_by_field_name("declarator") is None
        and (t := p.child_by_field_name("type")) is not None and t.type == "type_identifier"
        for p in parts
    )  # fmt: skip


def _variable(
    low: Lowering, node: Node, declarator: Node, declared: Declared, *, local: bool
) -> None:
    value = (
        declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
    )
    function = declared.function is None and _has_function(declarator)
    type_ = low.make("builtin", "function") if function else _type(low, node, declared)
    given = low.expr(value) if value is not None and not function else -1
    written = node.child_by_field_name("type")
    if value is not None and value.type in {"argument_list", "initializer_list"} and type_ > 0:
        given = -1
        if written is not None and written.type in _TYPES and not declared.pointer:
            whole = low.make("new", "", type_, *roles.arguments(low, value))
            at = _terminal(written)
            low.refs.append(
                roles.use("new", low.text(at), whole, low.scope, low.at(at), roles.count(value))
            )
    name = declared.name
    if name is not None:
        low.bind(
            low.text(name), "local" if local else "var", name, type=type_, value=given, end=local
        )
    _read_values(low, value)


def _read_values(low: Lowering, node: Node | None) -> None:
    if node is None:
        return
    if node.type in {"initializer_list", "argument_list"}:
        for part in node.named_children[:256]:
            inner = part.child_by_field_name("value") if part.type == "initializer_pair" else part
            _read_values(low, inner)
    elif node.type == "pointer_expression":
        roles.read(low, node.child_by_field_name("argument"))
    else:
        roles.read(low, node)


def _assignment(low: Lowering, node: Node) -> None:
    _read_values(low, node.child_by_field_name("right"))


def _range_for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    declared = _declarator(node.child_by_field_name("declarator"))
    source = low.expr(node.child_by_field_name("right"))
    if declared.name is not None:
        value = low.make("elem", "", source) if source else -1
        low.bind(
            low.text(declared.name),
            "local",
            declared.name,
            type=_type(low, node, declared),
            value=value,
        )


def _catch(low: Lowering, node: Node) -> None:
    index = low.open(node, "block")
    _parameters(low, node.child_by_field_name("parameters"), index)


def _namespace(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    parts = [low.text(c) for c in name.named_children] if name is not None else []
    parts = parts or ([low.text(name)] if name is not None else [])
    inline = any(c.type == "inline" for c in node.children)
    above = _space(low)
    index = low.reserve(node)
    for part in parts if not inline else ():
        here = f"{above}.{part}" if above else part
        value = low.make("module", here)
        low.bind(part, "def", node, value=value)
        above = here
    low.open(node, "namespace", name, text="" if inline else ".".join(parts))
    if not parts:
        low.flag(index, "static")


def _space(low: Lowering) -> str:
    """The names of the namespaces around, joined."""
    parts: list[str] = []
    at = low.scope
    while at > 0:
        if low.kinds[at] == "namespace" and low.heads[at][0]:
            parts.append(low.heads[at][0])
        at = low.parents[at]
    return ".".join(reversed(parts))


def _using(low: Lowering, node: Node) -> None:
    target = roles.child(node, "#0")
    text = low.text(target).replace(" ", "").strip(":").replace("::", ".")
    if any(c.type == "namespace" for c in node.children):
        low.bind("*", "import", node, value=low.make("module", text))
        return
    space, _, name = text.rpartition(".")
    if space:
        low.bind(name, "import", node, value=low.make("from", name, low.make("module", space)))


def _namespace_alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    target = roles.child(node, "#-1")
    if name is not None:
        text = low.text(target).strip(":").replace("::", ".")
        low.bind(low.text(name), "import", node, value=low.make("module", text))


def _macro(low: Lowering, node: Node) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    body = low.text(value).strip()
    if name is None or not body or len(body) > MAX_MACRO:
        return
    if node.type == "preproc_def":
        if _PLAIN_NAME.fullmatch(body):
            low.bind(low.text(name), "def", name, value=low.name(body), scope=0)
        return
    index = low.reserve(node)
    low.bind(low.text(name), "def", name, value=low.make("fn", "", index), scope=0)
    low.open(node, "function", name)
    low.flag(index, "macro", "variadic")
    given = node.child_by_field_name("parameters")
    own = {low.text(p) for p in given.named_children} if given is not None else set[str]()
    found = dict.fromkeys(m[1] for m in _CALL_IN_MACRO.finditer(body))
    for word in found:
        if word not in own and value is not None:
            low.refs.append(roles.use("read", word, low.name(word), index, low.at(value)))


def _callee(low: Lowering, node: Node) -> Node | None:
    """The node of the last name of what is called."""
    while node.type in {"parenthesized_expression", "pointer_expression"}:
        inner = node.child_by_field_name("argument") or roles.child(node, "#0")
        if inner is None:
            return None
        node = inner
    if node.type == "field_expression":
        node = node.child_by_field_name("field") or node
    return _last(node)[0]


def _calls(*, whole: bool) -> roles.Handler:
    def handle(low: Lowering, node: Node) -> None:
        callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        name = _callee(low, callee) if callee is not None else None
        if callee is not None and name is not None and name.type in _NAMES:
            made = _making(low, callee)
            if made:
                expr = low.make("new", "", made, *roles.arguments(low, given))
                target = callee.child_by_field_name("name") or callee
                types = _last(callee)[0]
                at = _made_node(target) or types
                low.refs.append(
                    roles.use(
                        "new",
                        low.text(_terminal(at)),
                        expr,
                        low.scope,
                        low.at(at),
                        roles.count(given),
                    )
                )
            else:
                expr = low.expr(callee)
                if whole:
                    expr = low.make("call", "", expr, *roles.arguments(low, given))
                low.ref("call", name, expr, roles.count(given))
        _read_values(low, given)

    return handle


def _made_node(node: Node) -> Node | None:
    given = node.child_by_field_name("arguments") or next(
        (c for c in node.named_children if c.type == "template_argument_list"), None
    )
    first = roles.child(given, "#0") if given is not None else None
    type_ = first.child_by_field_name("type") if first is not None else None
    return type_ if type_ is not None and type_.type in _TYPES else None


_MAKERS = frozenset({"make_unique", "make_shared"})


def _making(low: Lowering, callee: Node) -> int:
    """The type that ``std::make_unique<T>(…)`` makes, 0 for other calls."""
    template = (
        callee.child_by_field_name("name") if callee.type == "qualified_identifier" else callee
    )
    if template is None or template.type != "template_function":
        return UNKNOWN
    if low.text(template.child_by_field_name("name")) not in _MAKERS:
        return UNKNOWN
    return low.type(_made_node(template))


_CASTS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})


def _call_value(low: Lowering, node: Node) -> int:
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    made = _making(low, callee) if callee is not None else UNKNOWN
    if made:
        return low.make("new", "", made)
    if callee is not None and callee.type == "template_function":
        name = low.text(callee.child_by_field_name("name"))
        inner = _made_node(callee)
        if name in _CASTS:
            return low.make("inst", "", low.type(inner)) if inner is not None else UNKNOWN
    parts = roles.arguments(low, given)
    text = low.text(callee)
    if text in {"std::move", "std::forward", "move"} and len(parts) == 1:
        return parts[0]
    return low.make("call", "", low.expr(callee), *parts)


def _new(low: Lowering, node: Node) -> None:
    type_, given = node.child_by_field_name("type"), node.child_by_field_name("arguments")
    if type_ is not None and type_.type in _TYPES:
        at = _terminal(type_)
        low.refs.append(
            roles.use(
                "new", low.text(at), low.expr(node), low.scope, low.at(at), roles.count(given)
            )
        )
    _read_values(low, given)


def _new_value(low: Lowering, node: Node) -> int:
    given = roles.arguments(low, node.child_by_field_name("arguments"))
    return low.make("new", "", low.type(node.child_by_field_name("type")), *given)


def _compound(low: Lowering, node: Node) -> None:
    type_, given = node.child_by_field_name("type"), node.child_by_field_name("value")
    if type_ is not None and type_.type in _TYPES:
        at = _terminal(type_)
        whole = low.make("new", "", low.type(type_), *roles.arguments(low, given))
        low.refs.append(
            roles.use("new", low.text(at), whole, low.scope, low.at(at), roles.count(given))
        )
    _read_values(low, given)


def _member(low: Lowering, node: Node) -> int:
    field = node.child_by_field_name("field")
    last = _last(field)[0] if field is not None else None
    return low.get(low.expr(node.child_by_field_name("argument")), low.text(last))


def _qualified(low: Lowering, node: Node) -> int:
    last, before = _last(node)
    if last.type == "template_type":
        given = low.type(last)
        last = last.child_by_field_name("name") or last
        if before:
            base = low.get(_qualifier(low, before), low.text(last))
            node_ = low.exprs[given]
            return low.make("generic", "", base, *node_.parts[1:])
        return given
    owner = _qualifier(low, before)
    return low.get(owner, low.text(last)) if owner else low.name(low.text(last))


def _template_value(low: Lowering, node: Node) -> int:
    return low.name(low.text(node.child_by_field_name("name")))


def _generic(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("arguments")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", low.type(node.child_by_field_name("name")), *parts)


def _tagged(low: Lowering, node: Node) -> int:
    if node.child_by_field_name("body") is not None:
        return low.make("cls", "", low.reserve(node))
    return low.type(node.child_by_field_name("name"))


def _primitive(low: Lowering, node: Node) -> int:
    text = low.text(node)
    if "unsigned" in text or "long" in text or "short" in text or text.endswith("_t"):
        return low.make("builtin", "int" if "long" not in text else "long")
    return low.make("builtin", text)


def _self(low: Lowering, node: Node) -> int:
    return low.make("self")


def _lambda_value(low: Lowering, node: Node) -> int:
    return low.make("fn", "", low.reserve(node))


def _item(low: Lowering, node: Node) -> int:
    return low.make("item", "", low.expr(node.child_by_field_name("argument")))


def _number(low: Lowering, node: Node) -> int:
    text = low.text(node)
    return low.make("lit", "double" if "." in text else "int")


_TESTS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _binary(low: Lowering, node: Node) -> int:
    if low.text(node.child_by_field_name("operator")) in _TESTS:
        return low.make("lit", "bool")
    return low.expr(node.child_by_field_name("left"))


def _block(low: Lowering, node: Node) -> None:
    parent = node.parent
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
    *_CLASSES, "type_definition", "alias_declaration", "new_expression", "base_class_clause",
    "type_parameter_declaration", "qualified_identifier", "enum_specifier",
})  # fmt: skip


def _return(low: Lowering, node: Node) -> None:
    value = roles.child(node, "#0")
    scope = low.around("function")
    if value is not None and low.returns[scope] < 0:
        low.values[scope].append(low.expr(value))
    _read_values(low, value)


_STATEMENTS: dict[str, roles.Handler] = {
    "function_definition": _function,
    "struct_specifier": _class,
    "union_specifier": _class,
    "enum_specifier": _enum,
    "type_definition": _typedef,
    "field_declaration": _field,
    "declaration": _declaration,
    "assignment_expression": _assignment,
    "preproc_def": _macro,
    "preproc_function_def": _macro,
    "return_statement": _return,
    "compound_statement": _block,
    "for_statement": roles.block,
    "type_identifier": _typed,
}
_EXPRESSIONS: dict[str, roles.Converter] = {
    "identifier": roles.named,
    "field_expression": _member,
    "call_expression": _call_value,
    "parenthesized_expression": roles.within("#0"),
    "pointer_expression": roles.within("argument"),
    "subscript_expression": _item,
    "cast_expression": roles.instance("type"),
    "compound_literal_expression": roles.instance("type"),
    "conditional_expression": roles.either("consequence", "alternative"),
    "assignment_expression": roles.within("right"),
    "comma_expression": roles.within("right"),
    "binary_expression": _binary,
    "unary_expression": roles.within("argument"),
    "update_expression": roles.within("argument"),
    "string_literal": roles.literal("string"),
    "concatenated_string": roles.literal("string"),
    "raw_string_literal": roles.literal("string"),
    "number_literal": _number,
    "char_literal": roles.literal("char"),
    "true": roles.literal("bool"),
    "false": roles.literal("bool"),
    "null": roles.literal("null"),
    "sizeof_expression": roles.literal("int"),
}
_TYPE_EXPRESSIONS: dict[str, roles.Converter] = {
    "type_identifier": roles.named,
    "struct_specifier": _tagged,
    "union_specifier": _tagged,
    "enum_specifier": _tagged,
    "primitive_type": _primitive,
    "sized_type_specifier": _primitive,
    "type_descriptor": roles.type_within("type"),
}

C = Table(
    statements=_STATEMENTS | {"call_expression": _calls(whole=False)},
    expressions=_EXPRESSIONS,
    types=_TYPE_EXPRESSIONS,
    terminals={
        "identifier": "",
        "field_identifier": "",
        "type_identifier": "",
        "field_expression": "field",
    },
)
CPP = Table(
    statements=_STATEMENTS
    | {
        "call_expression": _calls(whole=True),
        "class_specifier": _class,
        "namespace_definition": _namespace,
        "using_declaration": _using,
        "namespace_alias_definition": _namespace_alias,
        "alias_declaration": _alias,
        "lambda_expression": _lambda,
        "new_expression": _new,
        "compound_literal_expression": _compound,
        "for_range_loop": _range_for,
        "catch_clause": _catch,
        "if_statement": roles.block,
    },
    expressions=_EXPRESSIONS
    | {
        "this": _self,
        "qualified_identifier": _qualified,
        "template_function": _template_value,
        "new_expression": _new_value,
        "lambda_expression": _lambda_value,
        "nullptr": roles.literal("null"),
    },
    types=_TYPE_EXPRESSIONS
    | {
        "class_specifier": _tagged,
        "qualified_identifier": _qualified,
        "template_type": _generic,
    },
    terminals={
        "identifier": "",
        "field_identifier": "",
        "type_identifier": "",
        "namespace_identifier": "",
        "field_expression": "field",
        "qualified_identifier": "name",
        "template_function": "name",
        "template_type": "name",
        "template_method": "name",
        "dependent_name": "#0",
    },
)
