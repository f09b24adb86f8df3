"""C++ as facts: namespaces, templates, lambdas, construction in its several forms."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.c_calls import EXPRESSIONS, calls, read_values
from codeseam_indexer.parse.facts.c_family import STATEMENTS, classes, parameters
from codeseam_indexer.parse.facts.c_types import (
    TYPE_EXPRESSIONS,
    constant,
    declared_type,
    tagged,
)
from codeseam_indexer.parse.facts.declarators import (
    TYPES,
    last_name,
    qualifier,
    read_declarator,
    taken_apart,
    terminal,
)
from codeseam_indexer.parse.facts.lowering import Lowering, Table


def _lambda(low: Lowering, node: Node) -> None:
    captures = node.child_by_field_name("captures")
    outer = low.scope
    index = low.open(node, "function")
    for part in captures.named_children if captures is not None else ():
        name = part.child_by_field_name("left")
        if part.type == "lambda_capture_initializer" and name is not None:
            value = low.expr(part.child_by_field_name("right"))
            low.bind(low.text(name), "local", name, value=value or -1, home=outer)
    declarator = node.child_by_field_name("declarator")
    if declarator is not None:
        parameters(low, declarator.child_by_field_name("parameters"), index)


def _alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        value = low.type(node.child_by_field_name("type"))
        low.bind(low.text(name), "def", name, value=value)


def _range_for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    declared = read_declarator(node.child_by_field_name("declarator"))
    source = low.expr(node.child_by_field_name("right"))
    parts = taken_apart(node.child_by_field_name("declarator"))
    for number, part in enumerate(parts if source else ()):
        value = low.make("part", str(number), low.make("elem", "", source))
        low.bind(low.text(part), "local", part, value=value)
    if declared.name is not None and not parts:
        value = constant(low, node, low.make("elem", "", source) if source else -1)
        low.bind(
            low.text(declared.name),
            "local",
            declared.name,
            type=declared_type(low, node, declared),
            value=value,
        )


def _catch(low: Lowering, node: Node) -> None:
    index = low.open(node, "block")
    parameters(low, node.child_by_field_name("parameters"), index)


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


def _new(low: Lowering, node: Node) -> None:
    type_, given = node.child_by_field_name("type"), node.child_by_field_name("arguments")
    # ``new Type*[n]`` makes pointers, which the grammar does not know.
    pointed = (
        type_ is not None and low.data[type_.end_byte : type_.end_byte + 8].lstrip()[:1] == b"*"
    )
    if type_ is not None and type_.type in TYPES and not pointed:
        at = terminal(type_)
        low.refs.append(
            roles.use(
                "new", low.text(at), low.expr(node), low.scope, low.at(at), roles.count(given)
            )
        )
    read_values(low, given)


def _new_value(low: Lowering, node: Node) -> int:
    given = roles.arguments(low, node.child_by_field_name("arguments"))
    return low.make("new", "", low.type(node.child_by_field_name("type")), *given)


def _compound(low: Lowering, node: Node) -> None:
    type_, given = node.child_by_field_name("type"), node.child_by_field_name("value")
    if type_ is not None and type_.type in TYPES:
        at = terminal(type_)
        whole = low.make("new", "", low.type(type_), *roles.arguments(low, given))
        low.refs.append(
            roles.use("new", low.text(at), whole, low.scope, low.at(at), roles.count(given))
        )
    read_values(low, given)


def _qualified(low: Lowering, node: Node) -> int:
    last, before = last_name(node)
    if last.type == "template_type":
        given = low.type(last)
        last = last.child_by_field_name("name") or last
        if before:
            base = low.get(qualifier(low, before), low.text(last))
            node_ = low.exprs[given]
            return low.make("generic", "", base, *node_.parts[1:])
        return given
    owner = qualifier(low, before, given=True)
    return low.get(owner, low.text(last)) if owner else low.make("global", low.text(last))


def _template_value(low: Lowering, node: Node) -> int:
    return low.name(low.text(node.child_by_field_name("name")))


def _generic(low: Lowering, node: Node) -> int:
    given = node.child_by_field_name("arguments")
    parts = [low.type(c) for c in given.named_children] if given is not None else []
    return low.make("generic", "", low.type(node.child_by_field_name("name")), *parts)


def _arrow(low: Lowering, node: Node) -> int:
    """``a->b`` and ``a.b``: the first may go through an operator of the value."""
    field = node.child_by_field_name("field")
    name = low.text(last_name(field)[0]) if field is not None else ""
    target = low.expr(node.child_by_field_name("argument"))
    through = any(c.type == "->" for c in node.children)
    if through and target and low.exprs[target].op != "self":
        target = low.make("accessed", "arrow", target)
    return low.get(target, name)


def _pointed(low: Lowering, node: Node) -> int:
    """``*a`` may go through an operator of the value, ``&a`` does not."""
    target = low.expr(node.child_by_field_name("argument"))
    if not target or low.exprs[target].op == "self":
        return target
    through = "deref" if any(c.type == "*" for c in node.children) else "address"
    return low.make("accessed", through, target)


CPP = Table(
    statements=STATEMENTS
    | {
        "call_expression": calls(whole=True),
        "class_specifier": classes,
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
    expressions=EXPRESSIONS
    | {
        "this": roles.itself,
        "field_expression": _arrow,
        "pointer_expression": _pointed,
        "qualified_identifier": _qualified,
        "template_function": _template_value,
        "new_expression": _new_value,
        "lambda_expression": roles.function_value,
        "nullptr": roles.literal("null"),
    },
    types=TYPE_EXPRESSIONS
    | {
        "class_specifier": tagged,
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
