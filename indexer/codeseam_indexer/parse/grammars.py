"""The one place that knows where grammars and queries come from."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

import tree_sitter
import tree_sitter_language_pack

from codeseam_indexer.languages import query_text

_ADJUSTS = re.compile(r"@(?:outer|tail|head)\b")
_ROLE = re.compile(
    r"@(definition\.\w+|scope|import|wrapped|doc|comment|attribute|visibility|broken|misread)"
)


@cache
def get_language(grammar: str) -> tree_sitter.Language:
    """Load a grammar by the name it has in tree-sitter-language-pack; it comes from disk alone.

    Raises:
        LookupError: there is no such grammar.
    """
    return tree_sitter_language_pack.get_language(cast("Any", grammar))


class Pattern:
    """What a pattern of a symbols query is for, read from its own text once.

    Attributes:
        index: its place in the file.
        role: "definition", "scope", "import", "wrapped", "doc", "comment", "attribute",
            "visibility", "broken", "misread".
        capture: the name of the capture that is the definition.
        kind: the kind of a definition, "scope" for a scope.
        settings: what ``#set!`` says in it.
        adjusts: it has settings or captures that few patterns have.
    """

    __slots__ = ("adjusts", "capture", "index", "kind", "role", "settings")

    def __init__(self, index: int, text: str, settings: dict[str, str | None]) -> None:
        found = _ROLE.search(text)
        self.index = index
        self.capture = found[1] if found else ""
        self.role, _, kind = self.capture.partition(".")
        self.kind = kind or "scope"
        self.settings = settings
        self.adjusts = bool(settings) or _ADJUSTS.search(text) is not None


class SymbolQuery:
    """The symbols half of a language's query file, compiled, with the role of each pattern."""

    __slots__ = ("patterns", "query")

    def __init__(self, grammar: str, text: str) -> None:
        self.query = tree_sitter.Query(get_language(grammar), text)
        source = text.encode()
        query = self.query
        self.patterns = tuple(
            Pattern(
                i,
                source[query.start_byte_for_pattern(i) : query.end_byte_for_pattern(i)].decode(),
                query.pattern_settings(i),
            )
            for i in range(query.pattern_count)
        )


@cache
def symbol_query(name: str, grammar: str) -> SymbolQuery:
    """Compile the symbols half of ``<name>.scm``; broken regions are matched in every language.

    A query lives as long as the process: tree-sitter 0.26.1 damages the heap when it frees one
    with both settings and predicates.

    Raises:
        tree_sitter.QueryError: query and grammar do not fit together.
    """
    return SymbolQuery(grammar, query_text(name) + "\n(ERROR) @broken\n")


@cache
def parser(grammar: str) -> tree_sitter.Parser:
    """A parser of its grammar; it is not shared between threads, since only workers parse."""
    return tree_sitter.Parser(get_language(grammar))


def parses(grammar: str, data: bytes) -> bool:
    """Does a text parse without an error?"""
    return not parser(grammar).parse(data).root_node.has_error


_MADE_UP = 50
"""Braces that a grammar makes up are looked at; where there are more, the file is of no use."""


def _faulty(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The nodes that hold an error, in document order: few, and each says whether to go on."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.has_error:
            yield node
            pending += reversed(node.children)


def errors(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The regions of a tree that its grammar could not read, outer ones first."""
    return [node for node in _faulty(root) if node.is_error]


def unclosed(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The scopes without an end: their brace is one that the grammar made up."""
    found = islice((node for node in _faulty(root) if node.is_missing), _MADE_UP)
    scopes = [node.parent for node in found if node.type == "}"]
    return [scope for scope in scopes if scope is not None]


@cache
def _of_role(name: str, grammar: str, role: str) -> tree_sitter.Query | None:
    """The patterns of a language's query that have one role; none of one that does not fit."""
    try:
        query = symbol_query(name, grammar)
    except tree_sitter.QueryError:
        return None
    text = query_text(name).encode()
    wanted = [pattern.index for pattern in query.patterns if pattern.role == role]
    if not wanted:
        return None
    spans = [
        slice(query.query.start_byte_for_pattern(i), query.query.end_byte_for_pattern(i))
        for i in wanted
    ]
    return tree_sitter.Query(
        get_language(grammar), "\n".join(text[span].decode() for span in spans)
    )


def misread(root: tree_sitter.Node, name: str, grammar: str) -> list[tree_sitter.Node]:
    """The nodes that the grammar read as something else, without an error."""
    return _captured(root, _of_role(name, grammar, "misread"), "misread")


def attributes(root: tree_sitter.Node, name: str, grammar: str) -> list[tree_sitter.Node]:
    """The attributes in a tree."""
    return _captured(root, _of_role(name, grammar, "attribute"), "attribute")


def _captured(
    root: tree_sitter.Node, query: tree_sitter.Query | None, name: str
) -> list[tree_sitter.Node]:
    if query is None:
        return []
    return tree_sitter.QueryCursor(query).captures(root).get(name, [])
