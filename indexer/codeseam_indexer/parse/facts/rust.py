"""Rust as facts: ``use`` trees, ``impl`` blocks as owners, patterns, calls inside macros."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering, Table
from codeseam_indexer.parse.facts.rust_values import (
    EXPRESSIONS,
    TYPES,
    anchor,
)

IMPLEMENTS = "<impl>"
"""The member under which a type is said to implement a trait."""


def _use(low: Lowering, node: Node) -> None:
    argument = node.child_by_field_name("argument")
    if argument is not None:
        _use_tree(low, argument, UNKNOWN, "")


def _use_tree(low: Lowering, node: Node, prefix: int, last: str) -> None:
    kind = node.type
    if kind == "use_list":
        for part in node.named_children:
            _use_tree(low, part, prefix, last)
    elif kind == "scoped_use_list":
        path, listed = node.child_by_field_name("path"), node.child_by_field_name("list")
        inner, name = _joined(low, path, prefix, last)
        if listed is not None:
            _use_tree(low, listed, inner, name)
    elif kind == "use_wildcard":
        inner, _ = _joined(low, roles.child(node, "#0"), prefix, last)
        low.bind("*", "import", node, value=inner)
    elif kind == "use_as_clause":
        value, _ = _joined(low, node.child_by_field_name("path"), prefix, last)
        alias = node.child_by_field_name("alias")
        if alias is not None:
            low.bind(low.text(alias), "import", alias, value=value)
    elif kind in _PATHS:
        value, name = _joined(low, node, prefix, last)
        low.bind(name, "import", node, value=value)


_PATHS = frozenset({"identifier", "scoped_identifier", "self", "crate", "super", "type_identifier"})


def _joined(low: Lowering, node: Node | None, prefix: int, last: str) -> tuple[int, str]:
    """A path below another one, and its last name."""
    if node is None:
        return prefix, last
    if node.type == "scoped_identifier":
        inner, _ = _joined(low, node.child_by_field_name("path"), prefix, last)
        name = low.text(node.child_by_field_name("name"))
        return low.make("from", name, inner), name
    text = low.text(node)
    if prefix:
        return (prefix, last) if text == "self" else (low.make("from", text, prefix), text)
    if node.type in {"crate", "self", "super"}:
        return anchor(low, node), text
    parent = node.parent
    if parent is not None and parent.type == "use_declaration":
        return low.make("module", text), text
    return low.name(text), text


def _mod(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    if node.child_by_field_name("body") is None:
        low.bind(low.text(name), "def", name, value=low.make("module", f"mod {low.text(name)}"))
        return
    low.bind(low.text(name), "def", name, value=low.make("obj", "", low.reserve(node)))
    low.open(node, "namespace", name)


def _type(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    if name is not None:
        low.bind(low.text(name), "def", name, value=low.make("cls", "", index))
    bounds = node.child_by_field_name("bounds")
    bases = [low.type(b) for b in bounds.named_children] if bounds is not None else []
    low.open(node, "class", name)
    low.bases[index].extend(b for b in bases if b)
    if node.type == "trait_item":
        low.flag(index, "interface")
    _type_parameters(low, node)
    body = node.child_by_field_name("body")
    if body is not None and body.type == "ordered_field_declaration_list":
        for number, kind in enumerate(body.children_by_field_name("type")):
            low.bind(str(number), "field", kind, type=low.type(kind))


def _type_parameters(low: Lowering, node: Node) -> None:
    given = node.child_by_field_name("type_parameters")
    for part in given.named_children if given is not None else ():
        name = part.child_by_field_name("name")
        if part.type == "type_parameter" and name is not None:
            bounds = part.child_by_field_name("bounds")
            low.bind(low.text(name), "type", name, type=_bound(low, bounds))


def _bound(low: Lowering, node: Node | None) -> int:
    kinds = [low.type(b) for b in node.named_children] if node is not None else []
    return low.union(kinds) or -1


def _where(low: Lowering, node: Node) -> None:
    left = node.child_by_field_name("left")
    if left is not None and left.type == "type_identifier":
        bound = _bound(low, node.child_by_field_name("bounds"))
        low.bind(low.text(left), "type", left, type=bound)


def _variant(low: Lowering, node: Node) -> None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return
    made = low.make("cls", "", low.around("class"))
    if body is None or body.type != "ordered_field_declaration_list":
        low.bind(low.text(name), "field", name, type=made)
        return
    low.bind(low.text(name), "field", name, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function", name)
    low.returns[scope] = made
    for number, kind in enumerate(body.children_by_field_name("type")):
        low.bind(str(number), "param", kind, type=low.type(kind))


def _field(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        kind = low.type(node.child_by_field_name("type"))
        low.bind(low.text(name), "field", name, type=kind)


def _impl(low: Lowering, node: Node) -> None:
    of, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
    low.open(node, "block")
    low.flag(low.scope, "impl", *(["implements"] if trait is not None else []))
    _type_parameters(low, node)
    low.owners[low.scope] = low.type(of)
    if trait is not None:
        low.expando(low.type(of), IMPLEMENTS, low.type(trait), trait)
        roles.refer(low, "inherit", trait)


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    outer = low.scope
    owner = low.owners[outer] if "impl" in low.flags[outer] else -1
    if name is not None and owner < 0:
        low.bind(low.text(name), "def", name, value=low.make("fn", "", low.reserve(node)))
    scope = low.open(node, "function", name)
    low.owners[scope] = owner
    if "implements" in low.flags[outer]:
        low.flag(scope, "override")
    if node.type == "function_signature_item":
        low.flag(scope, "abstract")
    _type_parameters(low, node)
    parameters = node.child_by_field_name("parameters")
    for part in parameters.named_children if parameters is not None else ():
        if part.type == "self_parameter":
            low.bind("self", "local", part, value=low.make("self"))
        elif part.type == "parameter":
            kind, pattern = part.child_by_field_name("type"), part.child_by_field_name("pattern")
            if pattern is not None:
                _parameter(low, pattern, low.type(kind))
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        low.returns[scope] = low.type(returned)


def _parameter(low: Lowering, pattern: Node, kind: int) -> None:
    name = pattern
    while name.type in {"mut_pattern", "ref_pattern", "reference_pattern"}:
        inner = roles.child(name, "#-1")
        if inner is None:
            return
        name = inner
    if name.type == "identifier":
        low.bind(low.text(name), "param", name, type=kind)
    else:
        low.bind("_", "param", pattern, type=kind)
        _pattern(low, pattern, low.make("inst", "", kind) if kind else UNKNOWN, pattern)


def _closure(low: Lowering, node: Node) -> None:
    scope = low.open(node, "function")
    parameters = node.child_by_field_name("parameters")
    for number, part in enumerate(parameters.named_children if parameters is not None else ()):
        kind, pattern = part.child_by_field_name("type"), part.child_by_field_name("pattern")
        if part.type == "parameter" and pattern is not None:
            _parameter(low, pattern, low.type(kind))
        else:
            value = _passed(low, node, number)
            if part.type == "identifier":
                low.bind(low.text(part), "param", part, value=value)
            else:
                low.bind("_", "param", part, value=value)
                _pattern(low, part, value, part)
    returned = node.child_by_field_name("return_type")
    if returned is not None:
        low.returns[scope] = low.type(returned)
    body = node.child_by_field_name("body")
    if body is not None:
        low.values[scope].append(low.expr(body))


def _passed(low: Lowering, node: Node, number: int) -> int:
    given = node.parent
    call = given.parent if given is not None and given.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if given is None or callee is None:
        return UNKNOWN
    at = next((i for i, c in enumerate(given.named_children) if c.id == node.id), 0)
    return low.make("param", f"{at}.{number}", low.expr(callee))


def _let(low: Lowering, node: Node) -> None:
    pattern, given = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    declared = node.child_by_field_name("type")
    value = low.expr(given) if given is not None else UNKNOWN
    if declared is not None and low.text(declared) != "_":
        value = low.make("inst", "", low.type(declared))
    if pattern is not None:
        _pattern(low, pattern, value, node)
    roles.read(low, given)


def _let_condition(low: Lowering, node: Node) -> None:
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        _pattern(low, pattern, low.expr(node.child_by_field_name("value")), node)


def _for(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        source = low.expr(node.child_by_field_name("value"))
        _pattern(low, pattern, low.make("elem", "", source) if source else UNKNOWN, pattern)


def _arm(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    wrapper = node.child_by_field_name("pattern")
    pattern = roles.child(wrapper, "#0") if wrapper is not None else None
    match = node.parent.parent if node.parent is not None else None
    if pattern is not None and match is not None:
        _pattern(low, pattern, low.expr(match.child_by_field_name("value")), pattern)


def _pattern(low: Lowering, node: Node, value: int, after: Node) -> None:
    """Bind the names of a pattern from ``after`` on."""
    kind = node.type
    if kind in {"identifier", "shorthand_field_identifier"}:
        _pattern_name(low, node, value, after)
    elif kind in _INSIDE:
        for part in node.named_children[-1:]:
            _pattern(low, part, value, after)
    elif kind in {"captured_pattern", "or_pattern"}:
        for part in node.named_children:
            _pattern(low, part, value, after)
    elif kind in {"tuple_struct_pattern", "struct_pattern"}:
        _payload_pattern(low, node, value, after)
    elif kind in {"tuple_pattern", "slice_pattern"}:
        for number, part in enumerate(node.named_children):
            _pattern(low, part, low.make("item", str(number), value) if value else 0, after)


def _pattern_name(low: Lowering, node: Node, value: int, after: Node) -> None:
    text = low.text(node)
    if node.type != "identifier":
        value = low.get(value, text) if value else UNKNOWN
    if not text[:1].isupper():
        low.bind(text, "local", after, value=value, end=True)


def _payload_pattern(low: Lowering, node: Node, value: int, after: Node) -> None:
    of = low.type(node.child_by_field_name("type"))
    made = low.make("inst", "", of) if of else value
    for number, part in enumerate(node.named_children[1:]):
        if node.type == "struct_pattern":
            _field_pattern(low, part, made, after)
        else:
            _pattern(low, part, low.make("unwrap", str(number), value, of), after)


_INSIDE = frozenset({"mut_pattern", "ref_pattern", "reference_pattern", "match_pattern"})


def _field_pattern(low: Lowering, node: Node, value: int, after: Node) -> None:
    name, pattern = node.child_by_field_name("name"), node.child_by_field_name("pattern")
    if name is None:
        return
    if pattern is not None:
        _pattern(low, pattern, low.get(value, low.text(name)), after)
    else:
        _pattern(low, name, value, after)


def _const(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    given, declared = node.child_by_field_name("value"), node.child_by_field_name("type")
    if name is not None:
        kind = low.type(declared) if declared is not None else -1
        value = low.expr(given) if given is not None else -1
        low.bind(low.text(name), "local", name, type=kind, value=value)
    roles.read(low, given)


def _alias(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        low.bind(low.text(name), "local", name, value=low.type(node.child_by_field_name("type")))


def _macro_definition(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        value = low.make("fn", "", low.reserve(node))
        low.bind(f"{low.text(name)}!", "def", name, value=value, scope=0)
        low.open(node, "function", name)


def _macro(low: Lowering, node: Node) -> None:
    """A macro's tokens are read as the tuple, list or block that they look like."""
    name = node.child_by_field_name("macro")
    if name is not None:
        last = low.terminal(name)
        if last is not None:
            text = low.text(last)
            low.ref("call", last, low.name(f"{text}!"))
    outer = node.parent
    if outer is not None and outer.type == "expression_statement":
        outer = outer.parent
    items = outer is not None and outer.type in {"source_file", "declaration_list"}
    for part in node.children:
        if part.type == "token_tree" and _holds_code(low, part):
            # Around items (``cfg_x! { mod a; }``) the braces are no block: names go outside.
            low.again(
                part, inside=items and low.data[part.start_byte : part.start_byte + 1] == b"{"
            )


def _holds_code(low: Lowering, tokens: Node) -> bool:
    """Is there more in brackets than literals? ``panic!("…")`` need not be read again."""
    braces = low.data.startswith(b"{", tokens.start_byte)
    return braces or any(part.type not in _LITERALS for part in tokens.named_children)


_LITERALS = frozenset({
    "string_literal", "raw_string_literal", "char_literal", "integer_literal", "float_literal",
    "boolean_literal", "line_comment", "block_comment",
})  # fmt: skip


_RETURNED = roles.returns
RUST = Table(
    statements={
        "use_declaration": _use,
        "mod_item": _mod,
        "struct_item": _type,
        "union_item": _type,
        "enum_item": _type,
        "trait_item": _type,
        "where_predicate": _where,
        "enum_variant": _variant,
        "field_declaration": _field,
        "impl_item": _impl,
        "function_item": _function,
        "function_signature_item": _function,
        "closure_expression": _closure,
        "let_declaration": _let,
        "let_condition": _let_condition,
        "for_expression": _for,
        "match_arm": _arm,
        "const_item": _const,
        "static_item": _const,
        "type_item": _alias,
        "macro_definition": _macro_definition,
        "macro_invocation": _macro,
        "call_expression": roles.calls("function", "arguments"),
        "return_expression": _RETURNED,
        "block": roles.block,
        "if_expression": roles.block,
        "while_expression": roles.block,
    },
    expressions=EXPRESSIONS,
    types=TYPES,
    terminals={
        "identifier": "",
        "type_identifier": "",
        "field_identifier": "",
        "scoped_identifier": "name",
        "scoped_type_identifier": "name",
        "field_expression": "field",
        "generic_function": "function",
        "generic_type": "type",
    },
    comments=("line_comment", "block_comment"),
)
