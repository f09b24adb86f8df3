"""What one pass of a symbols query finds in a tree: definitions and what says something of them."""

from typing import Final, cast

import tree_sitter

from codeseam_indexer.parse.grammars import Pattern
from codeseam_indexer.records import SymbolKind

Captures = dict[str, list[tree_sitter.Node]]
Match = tuple[Pattern, Captures]
Lead = tuple[int, int, bool]
"""First byte, end byte, whether it documents (else an attribute): what stands in front of a
definition and belongs to it."""

TYPES: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type", "scope"})
"""Kinds in which a function is a method."""
FUNCTIONS: Final = frozenset({"function", "method", "constructor", "test", "macro"})
"""Kinds in which a value is local."""
VALUES: Final = frozenset({"variable", "constant", "field", "property"})
"""Kinds that are local inside a function, and so no symbols there."""
SPACES: Final = frozenset({"namespace", "module"})
"""Kinds in which a field is a variable."""


class Definition:
    """What a match says of one definition, before it is a symbol.

    ``start`` and ``end`` are the bytes that nest; ``outer`` is the node with its wrappers;
    ``scopes`` are the parts of the name that are written in front of it. ``outward``: it belongs
    to the "type" around the function it is written in, or to the "file"; ``needs_body``: in a
    function it is no symbol.
    ``outside``: a function whose scopes are written before its name, most likely a method;
    ``section`` is the visibility of members that follow, ``hidden`` that of the section it is in;
    ``head`` and ``last`` are where it begins and ends when siblings of its node belong to it.
    """

    __slots__ = (
        "body",
        "doc",
        "end",
        "head",
        "hidden",
        "kind",
        "last",
        "name",
        "name_byte",
        "needs_body",
        "node",
        "outer",
        "outside",
        "outward",
        "parent",
        "path",
        "pattern",
        "scopes",
        "section",
        "start",
        "stretches",
    )

    def __init__(self, node: tree_sitter.Node, pattern: Pattern) -> None:
        self.node = self.outer = node
        self.kind = pattern.kind
        self.pattern = pattern
        self.start, self.end = node.start_byte, node.end_byte
        self.head, self.last = self.start, self.end
        self.name, self.name_byte = "", self.start
        self.scopes: tuple[str, ...] = ()
        self.body = -1
        self.doc: tree_sitter.Node | None = None
        self.path: tuple[str, ...] = ()
        self.parent: Definition | None = None
        self.section = ""
        self.hidden = ""
        self.outward = ""
        self.outside = False
        self.needs_body = False
        self.stretches = False


class Marker:
    """A label that sets the visibility of what follows it in its block (``private:``)."""

    __slots__ = ("end", "start", "word")

    def __init__(self, node: tree_sitter.Node, text: bytes) -> None:
        around = node.parent
        self.start = node.start_byte
        self.end = around.end_byte if around is not None else self.start
        self.word = text.decode("utf-8", "replace").strip(": \n\t").lower()


class Harvest:
    """All that one pass of the query found in one tree."""

    __slots__ = ("broken", "definitions", "imports", "leads", "limit", "markers", "root")

    def __init__(self, root: tree_sitter.Node, limit: int) -> None:
        self.root, self.limit = root, limit
        self.definitions: list[Definition] = []
        self.imports: list[Match] = []
        self.leads: list[Lead] = []
        self.markers: list[Marker] = []
        self.broken: list[tree_sitter.Node] = []


def kind_of(definition: Definition) -> SymbolKind:
    """The kind as the contract spells it; a test holds the queries to it."""
    return cast("SymbolKind", definition.kind)
