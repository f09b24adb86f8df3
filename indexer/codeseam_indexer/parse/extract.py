"""The generic extractor: the matches of a symbols query -> definitions with their scopes.

The query says what is a definition and how it is called; nesting of byte ranges says whose it is.
Nothing here knows a language by name: what differs is in the row and in the query file.
"""

from collections.abc import Iterable
from typing import Final

import tree_sitter

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.grammars import Pattern, symbol_query
from codeseam_indexer.parse.names import bare_path, follow, split_name
from codeseam_indexer.records import SymbolKind

Captures = dict[str, list[tree_sitter.Node]]
Match = tuple[Pattern, Captures]

TYPES: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type", "scope"})
"""Kinds in which a function is a method."""
FUNCTIONS: Final = frozenset({"function", "method", "constructor", "test", "macro"})
"""Kinds in which a value is local."""
VALUES: Final = frozenset({"variable", "constant", "field", "property"})
"""Kinds that are local inside a function, and so no symbols there."""
_MAX_DEPTH: Final = 64
"""Deeper scopes do not lengthen a qualified name: it would grow with the square of the depth."""


class Definition:
    """What a match says of one definition, before it is a symbol.

    ``start`` and ``end`` are the bytes that nest; ``outer`` is the node with its wrappers;
    ``scopes`` are the parts of the name that are written in front of it. ``outward`` belongs to
    the type around the function it is written in; ``needs_body``: in a function it is no symbol.
    ``head`` and ``last`` are where it begins and ends when siblings of its node belong to it.
    """

    __slots__ = (
        "body",
        "default",
        "doc",
        "end",
        "head",
        "kind",
        "last",
        "name",
        "name_byte",
        "needs_body",
        "node",
        "outer",
        "outward",
        "parent",
        "path",
        "pattern",
        "scopes",
        "section",
        "start",
        "stretches",
    )

    def __init__(self, node: tree_sitter.Node, kind: str, pattern: int) -> None:
        self.node = self.outer = node
        self.kind = kind
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
        self.default = ""
        self.outward = False
        self.needs_body = False
        self.stretches = False


class Marker:
    """A label that sets the visibility of what follows it in its scope (``private:``)."""

    __slots__ = ("end", "start", "word")

    def __init__(self, node: tree_sitter.Node, text: bytes) -> None:
        self.start, self.end = node.start_byte, node.start_byte
        self.word = text.decode("utf-8", "replace").strip(": \n\t").lower()


class Harvest:
    """All that one pass of the query found in one tree."""

    __slots__ = ("broken", "definitions", "imports", "leads", "markers", "root")

    def __init__(self, root: tree_sitter.Node) -> None:
        self.root = root
        self.definitions: list[Definition] = []
        self.imports: list[Match] = []
        self.leads: list[tuple[int, int, bool]] = []
        """Start, end, documents: what stands before a definition and belongs to it."""
        self.markers: list[Marker] = []
        self.broken: list[tree_sitter.Node] = []


def harvest(root: tree_sitter.Node, data: bytes, row: Language) -> Harvest:
    """Run the query of a language once over a tree and sort out what it found."""
    assert row.grammar is not None
    query = symbol_query(row.name, row.grammar)
    found = Harvest(root)
    named: dict[int, Definition] = {}
    wraps: dict[int, tree_sitter.Node] = {}
    docs: dict[int, tree_sitter.Node] = {}
    patterns = query.patterns
    for index, captures in tree_sitter.QueryCursor(query.query).matches(root):
        pattern = patterns[index]
        role = pattern.role
        if role == "comment" or role == "attribute":
            node = captures[role][0]
            found.leads.append((node.start_byte, node.end_byte, role == "comment"))
        elif role == "definition" or role == "scope":
            _define(captures, pattern, index, data, row, named)
        elif role == "wrapped":
            wraps[captures["wrapped"][0].id] = captures["wrapper"][0]
        elif role == "import":
            found.imports.append((pattern, captures))
        elif role == "doc":
            docs[captures["documented"][0].id] = captures["doc"][0]
        elif role == "visibility":
            node = captures["visibility"][0]
            found.markers.append(Marker(node, data[node.start_byte : node.end_byte]))
        elif role == "broken":
            found.broken.append(captures["broken"][0])
    found.leads.sort()
    for definition in named.values():
        definition.doc = docs.get(definition.node.id)
        node = definition.outer
        while (outer := wraps.get(node.id)) is not None:
            definition.outer = node = outer
    found.definitions = _nest(named.values(), found.markers, row, len(data))
    return found


def _define(
    captures: Captures,
    pattern: Pattern,
    index: int,
    data: bytes,
    row: Language,
    named: dict[int, Definition],
) -> None:
    names = captures.get("name")
    if names is None:
        return
    first = names[0]
    name_byte = first.start_byte
    known = named.get(name_byte)
    if known is not None and known.pattern <= index:
        return
    label = pattern.kind or "scope"
    nodes = captures.get(f"definition.{label}") if pattern.kind else captures.get("scope")
    if not nodes:
        return
    definition = Definition(nodes[0], label, index)
    settings = pattern.settings
    if "follow" in settings:
        chain = follow(first, data)
        if chain is None:
            return
        text, name_byte, definition.scopes, callable_ = chain
        if callable_ and (kind := settings.get("callable")):
            definition.kind, definition.needs_body = kind, True
    elif join := settings.get("join"):
        text = "".join(_text(node, data) + join for node in names)
    else:
        text = data[name_byte : names[-1].end_byte].decode("utf-8", "replace")
    if "receiver" in captures:
        definition.scopes = bare_path(_text(captures["receiver"][0], data))
    text, name_byte, scopes = split_name(text, name_byte, label, row)
    if not text:
        return
    definition.scopes += scopes
    if prefix := settings.get("prefix"):
        definition.scopes = (prefix, *definition.scopes)
    if trim := settings.get("trim"):
        text = text.rstrip(trim)
    definition.name, definition.name_byte = text, name_byte
    if "body" in captures:
        definition.body = captures["body"][0].start_byte
    if "outer" in captures:
        definition.outer = captures["outer"][0]
    if "tail" in captures:
        definition.end = definition.last = captures["tail"][-1].end_byte
    if "head" in captures:
        definition.head = captures["head"][0].start_byte
    if "rest" in settings:
        definition.end = len(data)
        definition.stretches = settings["rest"] == "stage"
    if "local" in settings:
        definition.needs_body = True
    definition.default = settings.get("members") or ""
    definition.outward = "outward" in settings
    named[first.start_byte] = definition


def _text(node: tree_sitter.Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


class _Frame:
    """An open scope while the definitions are walked in document order."""

    __slots__ = ("definition", "end", "latest", "path", "section")

    def __init__(self, definition: Definition, path: tuple[str, ...]) -> None:
        self.definition = definition
        self.end = definition.end
        self.path = path
        self.section = definition.default
        self.latest: Definition | None = None


def _nest(
    definitions: Iterable[Definition], markers: list[Marker], row: Language, size: int
) -> list[Definition]:
    """Give each definition its parent, path and kind; drop locals; keep document order."""
    events: list[Definition | Marker] = [*definitions, *markers]
    events.sort(key=lambda event: (event.start, -event.end))
    kept: list[Definition] = []
    stack: list[_Frame] = []
    latest: Definition | None = None
    for event in events:
        _close(event, stack, size)
        if isinstance(event, Marker):
            if stack:
                stack[-1].section = event.word
            continue
        _place(event, stack, row)
        before = stack[-1].latest if stack else latest
        if row.merge and before is not None and _continues(event, before):
            before.last = before.end = event.end
            stack.append(_Frame(before, before.path))
            continue
        if event.kind != "scope":
            kept.append(event)
            if stack:
                stack[-1].latest = event
            else:
                latest = event
        stack.append(_Frame(event, event.path))
    for frame in stack:
        if frame.definition.stretches:
            frame.definition.last = size
    return kept


def _close(event: Definition | Marker, stack: list[_Frame], size: int) -> None:
    """Leave the scopes that end before an event."""
    while stack and stack[-1].end <= event.start:
        stack.pop()
    if isinstance(event, Marker):
        return
    if event.end == size and event.node.end_byte != size:  # a scope up to the next such one
        while stack and stack[-1].definition.node.end_byte != stack[-1].end:
            if stack[-1].definition.stretches:
                stack[-1].definition.last = event.start
            stack.pop()
    while stack and stack[-1].definition.start == event.start and stack[-1].end == event.end:
        stack.pop()  # `a, b = 1, 2`: one node, names side by side


def _continues(event: Definition, before: Definition) -> bool:
    """Is this one more equation of the function before it?"""
    return event.path == before.path and event.kind in FUNCTIONS and before.kind in FUNCTIONS


def _place(event: Definition, stack: list[_Frame], row: Language) -> None:
    """Find whose a definition is, and from that its kind and its path."""
    frame = stack[-1] if stack else None
    if event.outward:
        frame = next((open_ for open_ in reversed(stack) if open_.definition.kind in TYPES), None)
    scope = frame.path if frame else ()
    around = frame.definition if frame else None
    event.section = frame.section if frame else ""
    if around is not None:
        event.parent = around if around.kind != "scope" else around.parent
        if around.kind in FUNCTIONS and (event.kind in VALUES or event.needs_body):
            event.kind = "scope"
        elif event.kind == "function" and around.kind in TYPES:
            event.kind = "method"
    written = event.scopes
    if written and scope:
        for shared in range(min(len(written), len(scope)), 0, -1):
            if scope[-shared:] == written[:shared]:
                written = written[shared:]
                break
    path = scope + written
    if event.kind in {"method", "function"}:
        owner = path[-1] if path else ""
        if event.name in row.constructors and (written or (around and around.kind in TYPES)):
            event.kind = "constructor"
        elif owner == event.name and "{class}" in row.constructors:
            event.kind = "constructor"
    event.path = (*path, event.name) if len(path) < _MAX_DEPTH else path


def kind_of(definition: Definition) -> SymbolKind:
    """The kind as the contract spells it."""
    return definition.kind  # type: ignore[return-value]
