"""Python as facts: ``self`` is the first parameter, blocks hide nothing, decorators wrap."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import python_targets, roles
from codeseam_indexer.parse.facts.lowering import Lowering, Table
from codeseam_indexer.parse.facts.python_values import (
    EXPRESSIONS,
    TYPES,
)

_FLAGS = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "overload": "overload",
    "abstractmethod": "abstract",
    "setter": "setter",
    "deleter": "setter",
    "fixture": "fixture",
    "contextmanager": "context",
    "asynccontextmanager": "context",
}


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    wrapped = low.reserve(node)
    flags = ["async"] if node.children and node.children[0].type == "async" else []
    value = low.make("fn", "", wrapped)
    parent = node.parent
    if parent is not None and parent.type == "decorated_definition":
        applied: list[int] = []
        for decorator in parent.named_children:
            if decorator.type == "decorator":
                inner = roles.child(decorator, "#0")
                applied.append(low.expr(inner))
                flags += _decorator_flags(low, inner)
        value = low.make("decorated", "", value, *applied)
    in_class = low.kinds[low.around("class", "function")] == "class"
    if name is not None:
        low.bind(low.text(name), "def", name, value=value)
    outer = low.scope
    scope = low.open(node, "function", name)
    low.flag(scope, *flags)
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        low.returns[scope] = low.type(returned)
    _parameters(low, node.child_by_field_name("parameters"), scope, method=in_class, outer=outer)


def _decorator_flags(low: Lowering, node: Node | None) -> list[str]:
    if node is None:
        return []
    if node.type == "call":
        node = node.child_by_field_name("function")
    last = low.text(node).rpartition(".")[2]
    flag = _FLAGS.get(last)
    return [flag] if flag else []


def _parameters(
    low: Lowering, node: Node | None, scope: int, *, method: bool, outer: int = 0
) -> None:
    if node is None:
        return
    first = method and "static" not in low.flags[scope]
    for parameter in node.named_children:
        name, type_, default = _parameter(parameter)
        if name is None:
            continue
        kind = low.type(type_) if type_ is not None else -1
        value = low.expr(default) if default is not None else -1
        text = low.text(name)
        starred = name.parent
        if starred is not None and starred.type == "list_splat_pattern":
            kind, value = -1, low.make("list", "", low.make("inst", "", max(kind, 0)))
        elif starred is not None and starred.type == "dictionary_splat_pattern":
            kind, value = -1, low.make("lit", "dict")
        elif first:
            low.self_names[scope] = text
            value = low.make("selftype" if _by_class(low, scope) else "self")
            first = False
        low.bind(text, "param", name, type=kind, value=value)
        if default is not None:
            roles.read(low, default)


def _by_class(low: Lowering, scope: int) -> bool:
    return "classmethod" in low.flags[scope] or low.heads[scope][0] in {
        "__new__",
        "__init_subclass__",
        "__class_getitem__",
    }


def _parameter(node: Node) -> tuple[Node | None, Node | None, Node | None]:
    name: Node | None = node
    if node.type in {"default_parameter", "typed_default_parameter"}:
        name = node.child_by_field_name("name")
    elif node.type == "typed_parameter":
        name = roles.child(node, "#0")
    if name is not None and name.type in {"list_splat_pattern", "dictionary_splat_pattern"}:
        name = roles.child(name, "#0")
    if name is None or name.type != "identifier":
        return None, None, None
    return name, node.child_by_field_name("type"), node.child_by_field_name("value")


def _lambda(low: Lowering, node: Node) -> None:
    scope = low.open(node, "function")
    _parameters(low, node.child_by_field_name("parameters"), scope, method=False)
    low.values[scope].append(low.expr(node.child_by_field_name("body")))


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    bases = node.child_by_field_name("superclasses")
    listed: list[int] = []
    for base in bases.named_children if bases is not None else ():
        if base.type not in {"keyword_argument", "comment"}:
            listed.append(low.type(base))
            roles.refer(low, "inherit", base)
    low.open(node, "class", name)
    low.bases[index].extend(listed)


def _import(low: Lowering, node: Node) -> None:
    for part in node.named_children:
        if part.type == "aliased_import":
            path, alias = part.child_by_field_name("name"), part.child_by_field_name("alias")
            if alias is not None:
                low.bind(low.text(alias), "import", alias, value=low.make("module", low.text(path)))
        elif part.type == "dotted_name":
            first = low.text(part).partition(".")[0]
            low.bind(first, "import", part, value=low.make("module", first))


def _import_from(low: Lowering, node: Node) -> None:
    source = node.child_by_field_name("module_name")
    module = low.make("module", low.text(source))
    for part in node.named_children:
        if source is not None and part.id == source.id:
            continue
        if part.type == "wildcard_import":
            low.bind("*", "import", part, value=module)
        elif part.type == "aliased_import":
            name, alias = part.child_by_field_name("name"), part.child_by_field_name("alias")
            if alias is not None:
                value = low.make("from", low.text(name), module)
                low.bind(low.text(alias), "import", alias, value=value)
        elif part.type == "dotted_name":
            text = low.text(part)
            low.bind(text, "import", part, value=low.make("from", text, module))


def _branch(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    parent = node.parent
    condition = parent.child_by_field_name("condition") if parent is not None else None
    if condition is not None:
        _narrow(low, condition)


def _narrow(low: Lowering, node: Node) -> None:
    if node.type in {"boolean_operator", "parenthesized_expression"}:
        if node.type == "boolean_operator" and any(c.type == "or" for c in node.children):
            return
        for part in node.named_children:
            _narrow(low, part)
    elif node.type == "call" and low.text(node.child_by_field_name("function")) == "isinstance":
        given = node.child_by_field_name("arguments")
        parts = given.named_children if given is not None else []
        if len(parts) == 2 and parts[0].type == "identifier":
            kind = low.type(parts[1])
            low.bind(low.text(parts[0]), "narrowed", parts[0], type=kind)


def _assert(low: Lowering, node: Node) -> None:
    condition = roles.child(node, "#0")
    if condition is not None:
        _narrow(low, condition)


def _decorator(low: Lowering, node: Node) -> None:
    inner = roles.child(node, "#0")
    if inner is not None and inner.type != "call":
        roles.refer(low, "decorator", inner)


def _yield(low: Lowering, node: Node) -> None:
    scope = low.around("function")
    low.flag(scope, "generator")
    value = roles.child(node, "#0")
    if value is not None:
        given = low.expr(value)
        delegated = any(part.type == "from" for part in node.children)
        low.values[scope].append(low.make("elem", "", given) if delegated else given)


def _declared(low: Lowering, node: Node) -> None:
    """``global x`` and ``nonlocal x``: the name is that of the scope outside."""
    function = low.around("function")
    where = 0
    if node.type == "nonlocal_statement":
        where = low.around("function", scope=low.parents[function])
    for name in node.named_children:
        text = low.text(name)
        low.outer_names[function, text] = where
        value = low.make("within", str(where), low.name(text))
        low.bind(text, "local", name, value=value, scope=function)


def _with(low: Lowering, node: Node) -> None:
    value = roles.child(node, "#0")
    if value is not None and value.type == "as_pattern":
        value = roles.child(value, "#0")
    if value is not None:
        target = low.expr(value)
        for method in ("__enter__", "__exit__"):
            low.ref("implicit", value, low.get(target, method), 0, text=method)


def _typed(low: Lowering, node: Node) -> None:
    """A type annotation: the names in it are used as types."""
    inner = roles.child(node, "#0")
    if inner is not None and inner.type in low.table.terminals:
        name = low.terminal(inner)
        if name is not None:
            low.ref("type", name, low.type(inner))


PYTHON = Table(
    statements={
        "function_definition": _function,
        "lambda": _lambda,
        "class_definition": _class,
        "assignment": python_targets.assignment,
        "named_expression": python_targets.named,
        "for_statement": python_targets.loop,
        "for_in_clause": python_targets.loop,
        "list_comprehension": roles.block,
        "set_comprehension": roles.block,
        "dictionary_comprehension": roles.block,
        "generator_expression": roles.block,
        "as_pattern": python_targets.as_pattern,
        "except_clause": roles.block,
        "import_statement": _import,
        "import_from_statement": _import_from,
        "call": python_targets.call,
        "decorator": _decorator,
        "return_statement": roles.returns,
        "yield": _yield,
        "global_statement": _declared,
        "nonlocal_statement": _declared,
        "with_item": _with,
        "assert_statement": _assert,
        "type": _typed,
    },
    patterns=(
        (
            "[(if_statement consequence: (block) @n) (elif_clause consequence: (block) @n)"
            " (while_statement body: (block) @n)]",
            _branch,
        ),
        (
            "[(else_clause body: (block) @n) (for_statement body: (block) @n)"
            " (try_statement body: (block) @n) (case_clause consequence: (block) @n)]",
            roles.block,
        ),
    ),
    expressions=EXPRESSIONS,
    types=TYPES,
    terminals={"identifier": "", "attribute": "attribute"},
)
