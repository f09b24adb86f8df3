"""What a declarator of C or C++ declares, and the parts of a qualified name."""

from typing import NamedTuple

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering

CONSTRUCTOR = "<init>"
_WRAPPED = frozenset({
    "pointer_declarator", "reference_declarator", "parenthesized_declarator", "array_declarator",
    "init_declarator", "attributed_declarator", "function_declarator",
    "abstract_pointer_declarator", "structured_binding_declarator",
})  # fmt: skip
NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "qualified_identifier", "operator_name",
    "destructor_name", "template_function", "operator_cast",
})  # fmt: skip
CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})


class Declared(NamedTuple):
    """What a declarator declares: its name, its parameters if a function, and how it is wrapped."""

    name: Node | None
    function: Node | None
    pointer: bool
    array: bool


def read_declarator(node: Node | None) -> Declared:
    """What a declarator declares."""
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
            return Declared(read_declarator(node).name, None, pointer=True, array=array)
        node = node.child_by_field_name("declarator") or roles.child(node, "#0")
    return Declared(
        node if node is not None and node.type in NAMES else None, function, pointer, array
    )


def taken_apart(node: Node | None) -> list[Node]:
    """The names to which the parts of a value are given: ``auto& [a, b]``."""
    while node is not None and node.type in _WRAPPED:
        if node.type == "structured_binding_declarator":
            return node.named_children
        node = node.child_by_field_name("declarator") or roles.child(node, "#0")
    return []


def has_function(node: Node) -> bool:
    """Whether a declarator has to do with a function: a pointer to one, say."""
    return node.type == "function_declarator" or any(has_function(c) for c in node.named_children)


def words(node: Node) -> set[str]:
    """The storage classes and the like of a declaration."""
    return {
        (c.text or b"").decode("utf-8", "replace") for c in node.children
        if c.type in {"storage_class_specifier", "virtual_specifier", "virtual"}
    }  # fmt: skip


def last_name(node: Node) -> tuple[Node, list[Node]]:
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


def qualifier(low: Lowering, parts: list[Node], *, given: bool = False) -> int:
    """The expression of the parts before the last name of a qualified one.

    With ``given`` their template arguments count: they are no parameters of a definition.
    """
    expr = UNKNOWN
    for part in parts:
        text = bare(low, part)
        expr = low.get(expr, text) if expr else low.make("outer", text)
        if given and part.type == "template_type":
            arguments = part.child_by_field_name("arguments")
            types = [low.type(c) for c in arguments.named_children] if arguments else []
            expr = low.make("generic", "", expr, *types)
    return expr


def bare(low: Lowering, node: Node) -> str:
    """A name without its template arguments."""
    return low.text(node.child_by_field_name("name") if node.type == "template_type" else node)


def terminal(node: Node) -> Node:
    """The node of the last name of a type."""
    name = last_name(node)[0]
    return (name.child_by_field_name("name") or name) if name.type == "template_type" else name
