"""Imports and exports of JavaScript and TypeScript: named, whole, by default, passed on."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def imports(low: Lowering, node: Node) -> None:
    """Bind the names that an ``import`` brings into its file."""
    source = node.child_by_field_name("source")
    if source is None:
        return
    module = low.make("module", roles.unquoted(low.text(source)))
    for clause in node.named_children:
        if clause.type == "import_clause":
            _import_clause(low, clause, module)


def _import_clause(low: Lowering, node: Node, module: int) -> None:
    for part in node.named_children:
        if part.type == "identifier":
            low.bind(low.text(part), "import", part, value=low.make("from", "default", module))
        elif part.type == "namespace_import":
            name = roles.child(part, "#0")
            if name is not None:
                low.bind(low.text(name), "import", name, value=module)
        elif part.type == "named_imports":
            for one in roles.listed(part):
                name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
                at = alias if alias is not None else name
                if at is not None:
                    value = low.make("from", roles.unquoted(low.text(name)), module)
                    low.bind(low.text(at), "import", at, value=value)


def exports(low: Lowering, node: Node) -> None:
    """Bind what an ``export`` gives under another name than its own, or from another module."""
    source = node.child_by_field_name("source")
    module = UNKNOWN
    if source is not None:
        module = low.make("module", roles.unquoted(low.text(source)))
    if any(c.type == "default" for c in node.children):
        value = node.child_by_field_name("value") or node.child_by_field_name("declaration")
        low.bind("default", "import", node, value=_default(low, value), scope=0)
        roles.read(low, value)
        return
    for part in node.children:
        if part.type == "*" and module:
            low.bind("*", "import", node, value=module)
        elif part.type == "namespace_export":
            name = roles.child(part, "#0")
            if name is not None:
                low.bind(low.text(name), "import", name, value=module)
        elif part.type == "export_clause":
            _export_clause(low, part, module)


def _default(low: Lowering, value: Node | None) -> int:
    if value is None:
        return UNKNOWN
    if value.type in _DEFAULTS:
        name = value.child_by_field_name("name")
        if name is not None:
            return low.name(low.text(name))
        op = "cls" if value.type.endswith(("class", "class_declaration")) else "fn"
        return low.make(op, "", low.reserve(value))
    return low.expr(value)


_DEFAULTS = frozenset({
    "function_declaration", "generator_function_declaration", "class_declaration", "class",
    "function_expression", "abstract_class_declaration",
})  # fmt: skip


def _export_clause(low: Lowering, node: Node, module: int) -> None:
    for one in roles.listed(node):
        name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
        at = alias if alias is not None else name
        if name is None or at is None:
            continue
        text, known = roles.unquoted(low.text(name)), roles.unquoted(low.text(at))
        if module:
            low.bind(known, "import", at, value=low.make("from", text, module))
        elif text != known:
            low.bind(known, "import", at, value=low.name(text))
