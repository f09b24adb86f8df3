"""What the directives of C and C++ say: macros and headers."""

import re

from tree_sitter import Node

from codeseam_indexer.facts import INCLUDED, OPENED
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import Lowering

MAX_MACRO = 4000
"""Longer macro bodies are tables, not code."""
_CALL_IN_MACRO = re.compile(r"(?<![\w.>])([A-Za-z_]\w*)\s*\(")
_PASSED = re.compile(r"(?:([A-Za-z_]\w*)\s*(?=\())?\(?\s*([A-Za-z_]\w*)\s*\)?")
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_OPENED = re.compile(r"(?:\b(inline)\s+)?\bnamespace\s+(\w+)\s*\{")


def macro(low: Lowering, node: Node) -> None:
    """``#define``: another name, a function, or what opens a namespace."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    body = low.text(value).strip()
    if name is None or not body or len(body) > MAX_MACRO:
        return
    if node.type == "preproc_def":
        if _PLAIN_NAME.fullmatch(body):
            low.bind(low.text(name), "def", name, value=low.name(body), scope=0)
        _opened(low, node, body)
        return
    index = low.reserve(node)
    low.bind(low.text(name), "def", name, value=low.make("fn", "", index), scope=0)
    low.open(node, "function", name)
    low.flag(index, "macro", "variadic")
    given = node.child_by_field_name("parameters")
    own = {low.text(p) for p in given.named_children} if given is not None else set[str]()
    _passes_on(low, index, own, body, name)
    found = dict.fromkeys(m[1] for m in _CALL_IN_MACRO.finditer(body))
    for word in found:
        if word not in own and value is not None:
            low.refs.append(roles.use("read", word, low.name(word), index, low.at(value)))


def _passes_on(low: Lowering, index: int, own: set[str], body: str, at: Node) -> None:
    """``#define TEXT(x) x`` gives what it is given, ``#define T(x) TEXT(x)`` what that does."""
    found = _PASSED.fullmatch(body)
    if found is None or len(own) != 1 or found[2] not in own:
        return
    low.bind(found[2], "type", at)
    low.bind(found[2], "param", at, type=low.name(found[2]))
    value = low.name(found[2])
    low.values[index].append(low.make("call", "", low.name(found[1]), value) if found[1] else value)


def made_by_macro(node: Node) -> Node | None:
    """The macro call that a block is the body of: ``TEST_CASE_METHOD(Fixture, "name") {``."""
    before = node.prev_named_sibling
    if before is None or before.type != "expression_statement" or before.child_count > 2:
        return None
    made = roles.child(before, "#0")
    end = before.children[-1]
    closed = end.type == ";" and not end.is_missing
    return made if made is not None and made.type == "call_expression" and not closed else None


def include(low: Lowering, node: Node) -> None:
    """``#include``: which headers a file reads."""
    path = node.child_by_field_name("path")
    if path is not None and path.type in {"string_literal", "system_lib_string"}:
        text = low.text(path).strip('<>"')
        low.bind(INCLUDED, "def", node, value=low.make("str", text), scope=0)


def _opened(low: Lowering, node: Node, body: str) -> None:
    """``#define BEGIN namespace a {``: what stands behind its use is in a namespace unseen."""
    path: list[str] = []
    for inline, part in _OPENED.findall(body):
        if not inline:
            path.append(part)
            value = low.make("module", ".".join(path))
            low.bind(part, "def", node, value=value, scope=0)
            named = low.make("str", low.text(node.child_by_field_name("name")))
            low.bind(f"{OPENED}{part}", "def", node, value=named, scope=0)
