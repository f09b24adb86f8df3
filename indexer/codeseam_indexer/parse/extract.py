"""The generic extractor: the matches of a symbols query -> definitions with their scopes.

The query says what is a definition and how it is called; nesting of byte ranges says whose it is.
Nothing here knows a language by name: what differs is in the row and in the query file.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, cast

import tree_sitter

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.grammars import Pattern, symbol_query
from codeseam_indexer.parse.names import bare_path, follow, split_name
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
_WORD: Final = re.compile(rb"\w+")
_SPACES: Final = frozenset({"namespace", "module"})
_SIGNATURE_ENDS: Final = {"line": b"\n", "brace": b"{"}
"""What ends a signature where no node does."""
_LONGEST_HEAD: Final = 400
"""Bytes of the words in front of a variable that are siblings of it."""
_ENDS_BEFORE: Final = re.compile(rb"[;{}]|//|\*/")
"""What ends something else on the line of a definition."""
_MAX_DEPTH: Final = 64
"""Deeper scopes do not lengthen a qualified name: it would grow with the square of the depth."""


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


def harvest(
    root: tree_sitter.Node,
    data: bytes,
    row: Language,
    limit: int,
    attributes: Iterable[tuple[int, int]] = (),
) -> Harvest:
    """Run the query of a language once over a tree and sort out what begins before ``limit``.

    ``attributes`` are those that the tree does not hold.

    Raises:
        tree_sitter.QueryError: query and grammar do not fit together.
    """
    query = symbol_query(row.name, row.grammar or row.name)
    reader = _Reader(root, data, row, limit)
    reader.found.leads += [(start, end, False) for start, end in attributes]
    patterns, takers = query.patterns, reader.takers
    for index, captures in tree_sitter.QueryCursor(query.query).matches(root):
        pattern = patterns[index]
        taker = takers.get(pattern.role)
        if taker is not None:
            taker(pattern, captures)
    return reader.finish()


class _Reader:
    """Takes the matches of one tree, each by its pattern's role."""

    def __init__(self, root: tree_sitter.Node, data: bytes, row: Language, limit: int) -> None:
        self.data, self.row, self.limit = data, row, limit
        self.found = Harvest(root, limit)
        self.named: dict[int, Definition] = {}
        self.whole: dict[int, int] = {}
        self.wraps: dict[int, tree_sitter.Node] = {}
        self.docs: dict[int, tree_sitter.Node] = {}
        self.takers: dict[str, Callable[[Pattern, Captures], None]] = {
            "definition": self._definition,
            "scope": self._definition,
            "comment": self._lead,
            "attribute": self._lead,
            "wrapped": self._wrapped,
            "import": self._import,
            "doc": self._doc,
            "visibility": self._marker,
            "broken": self._broken,
        }

    def finish(self) -> Harvest:
        """Join what belongs together and nest the definitions."""
        found = self.found
        if self.whole:
            self.named = {
                key: definition
                for key, definition in self.named.items()
                if self.whole.get(definition.node.id, definition.pattern.index)
                >= definition.pattern.index
            }
        found.leads.sort()
        if self.limit < len(self.data):
            self._cut()
        spaces = {d.name for d in self.named.values() if d.kind in _SPACES}
        for definition in self.named.values():
            if definition.outside and definition.scopes[-1] not in spaces:
                definition.kind = "method"
            definition.doc = self.docs.get(definition.node.id)
            node = definition.outer
            while (outer := self.wraps.get(node.id)) is not None:
                definition.outer = node = outer
        found.definitions = _nest(self.named.values(), found.markers, self.row, len(self.data))
        return found

    def _cut(self) -> None:
        """Drop what begins from the limit on, and let nothing reach over it."""
        limit, found = self.limit, self.found
        self.named = {key: d for key, d in self.named.items() if d.start < limit}
        for definition in self.named.values():
            definition.end = min(definition.end, limit)
            definition.last = min(definition.last, limit)
        found.imports = [
            match for match in found.imports if match[1]["import"][0].start_byte < limit
        ]

    def _lead(self, pattern: Pattern, captures: Captures) -> None:
        node = captures[pattern.role][0]
        self.found.leads.append((node.start_byte, node.end_byte, pattern.role == "comment"))

    def _wrapped(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.wraps[captures["wrapped"][0].id] = captures["wrapper"][0]

    def _import(self, pattern: Pattern, captures: Captures) -> None:
        self.found.imports.append((pattern, captures))

    def _doc(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.docs[captures["documented"][0].id] = captures["doc"][0]

    def _marker(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        node = captures["visibility"][0]
        self.found.markers.append(Marker(node, self.data[node.start_byte : node.end_byte]))

    def _broken(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.found.broken.append(captures["broken"][0])

    def _definition(self, pattern: Pattern, captures: Captures) -> None:
        """A name is one symbol: of the patterns that match it, the one written first wins.

        A scope without a name only says that what is in it are members.
        """
        names = captures.get("name")
        if names is None:
            if pattern.kind == "scope":
                scope = Definition(captures["scope"][0], pattern)
                self.named[scope.start] = scope
            return
        key = names[0].start_byte
        known = self.named.get(key)
        if known is not None and known.pattern.index <= pattern.index:
            return
        nodes = captures.get(pattern.capture)
        if not nodes:
            return
        definition = Definition(nodes[0], pattern)
        if self._name(definition, names, captures):
            self.named[key] = definition
            if pattern.adjusts:
                self._adjust(definition, captures)
            elif "body" in captures:
                definition.body = captures["body"][0].start_byte

    def _name(
        self, definition: Definition, names: list[tree_sitter.Node], captures: Captures
    ) -> bool:
        """Find name and scopes; False where what should be a name is none."""
        data, settings = self.data, definition.pattern.settings
        byte = names[0].start_byte
        if "follow" in settings:
            chain = follow(names[0], data)
            if chain is None:
                return False
            text, byte, definition.scopes, callable_ = chain
            definition.outside = bool(definition.scopes) and definition.kind == "function"
            if callable_ and (kind := settings.get("callable")):
                definition.kind, definition.needs_body = kind, True
        elif join := settings.get("join"):
            text = "".join(text_of(node, data) + join for node in names)
        else:
            text = data[byte : names[-1].end_byte].decode("utf-8", "replace")
        if "receiver" in captures:
            definition.scopes = bare_path(text_of(captures["receiver"][0], data))
        if trim := settings.get("trim"):
            byte += len(text) - len(text.lstrip(trim))
            text = text.strip(trim)
        if until := settings.get("until"):
            text = text.partition(until)[0]
        scopes: tuple[str, ...] = ()
        if "literal" not in settings:
            text, byte, scopes = split_name(text, byte, definition.kind, self.row)
        definition.name, definition.name_byte = text, byte
        definition.scopes += scopes
        if definition.kind == "variable" and self._is_constant(definition, captures):
            definition.kind = "constant"
        return bool(text)

    def _is_constant(self, definition: Definition, captures: Captures) -> bool:
        """Say so the words in front of a variable, or the way its name is spelled?"""
        row = self.row
        if row.constant_names:
            return re.fullmatch(row.constant_names, definition.name) is not None
        if not row.constant_words:
            return False
        first = captures["outer"][0] if "outer" in captures else definition.node
        reach = min(definition.name_byte, first.start_byte + 200)
        return not row.constant_words.isdisjoint(_WORD.findall(self.data, first.start_byte, reach))

    def _adjust(self, definition: Definition, captures: Captures) -> None:
        """What few patterns say: siblings that belong to it, settings.

        ``whole``: of all the names that patterns find in its node only this one is its name.
        """
        settings = definition.pattern.settings
        self._join(definition, captures)
        if "signature" in settings:
            end = _SIGNATURE_ENDS[settings["signature"] or "line"]
            definition.body = self.data.find(end, definition.name_byte, definition.end)
        if "rest" in settings:
            definition.end = len(self.data)
            definition.stretches = settings["rest"] == "stage"
        if prefix := settings.get("prefix"):
            definition.scopes = (prefix, *definition.scopes)
        if "whole" in settings:
            node = definition.node.id
            self.whole[node] = min(definition.pattern.index, self.whole.get(node, 1 << 30))
        definition.needs_body = definition.needs_body or "local" in settings
        definition.section = settings.get("members") or ""
        definition.outward = settings.get("outward") or ""

    def _join(self, definition: Definition, captures: Captures) -> None:
        """Join to a definition the siblings of its node that are captured.

        ``head``: or what stands before it on its line, as far as that is no statement of its own.
        """
        if "body" in captures:
            definition.body = captures["body"][0].start_byte
        if "outer" in captures:
            definition.outer = captures["outer"][0]
        if "tail" in captures:
            definition.end = definition.last = captures["tail"][-1].end_byte
        if "head" in captures:
            definition.head = captures["head"][0].start_byte
        elif "head" in definition.pattern.settings:
            start = definition.start
            before = self.data[max(0, start - _LONGEST_HEAD) : start].rpartition(b"\n")
            if (before[1] or start <= _LONGEST_HEAD) and not _ENDS_BEFORE.search(before[2]):
                definition.head = start - len(before[2].lstrip())


def text_of(node: tree_sitter.Node, data: bytes) -> str:
    """The text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


class _Frame:
    """An open scope while the definitions are walked in document order."""

    __slots__ = ("definition", "end", "latest", "marked", "path", "section")

    def __init__(self, definition: Definition, path: tuple[str, ...]) -> None:
        self.definition = definition
        self.end = definition.end
        self.path = path
        self.section = definition.section
        self.marked: list[Marker] = []
        self.latest: Definition | None = None

    def hidden_at(self, byte: int) -> str:
        """The visibility of members without a word of their own from a byte on."""
        while self.marked and self.marked[-1].end <= byte:
            self.marked.pop()
        return self.marked[-1].word if self.marked else self.section


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
                stack[-1].marked.append(event)
            continue
        if stack and 0 <= event.body == stack[-1].definition.body:
            continue  # the function's own name, where another is put before it
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
    """Is this one more equation of the function before it, not a declaration of its twin?"""
    if event.path != before.path or not {event.kind, before.kind} <= FUNCTIONS:
        return False
    return event.body >= 0 or (before.body < 0 and before.last == before.node.end_byte)


def _place(event: Definition, stack: list[_Frame], row: Language) -> None:
    """Find whose a definition is, and from that its kind and its path."""
    frame = stack[-1] if stack else None
    if event.outward == "file":
        frame = None
    elif event.outward:
        frame = next((open_ for open_ in reversed(stack) if open_.definition.kind in TYPES), None)
    scope = frame.path if frame else ()
    around = frame.definition if frame else None
    event.hidden = frame.hidden_at(event.start) if frame else ""
    kind_around = around.kind if around else ""
    if around is not None:
        event.parent = around if kind_around != "scope" else around.parent
    if kind_around in FUNCTIONS and (event.kind in VALUES or event.needs_body):
        event.kind = "scope"
    elif event.kind == "function" and kind_around in TYPES:
        event.kind = "method"
    elif event.kind == "field" and kind_around in {"", *_SPACES}:
        event.kind = "variable"
    path = scope + _beyond(event.scopes, scope)
    if event.kind in {"method", "function"}:
        own = "{class}" if path and path[-1] == event.name else event.name
        if own in row.constructors and (event.scopes or kind_around in TYPES):
            event.kind = "constructor"
    event.path = (*path, event.name) if event.name and len(path) < _MAX_DEPTH else path


def _beyond(written: tuple[str, ...], scope: tuple[str, ...]) -> tuple[str, ...]:
    """The written scopes without those it stands in: ``orbit::Craft`` in orbit adds Craft."""
    if written and scope:
        for shared in range(min(len(written), len(scope)), 0, -1):
            if scope[-shared:] == written[:shared]:
                return written[shared:]
    return written


def kind_of(definition: Definition) -> SymbolKind:
    """The kind as the contract spells it; a test holds the queries to it."""
    return cast("SymbolKind", definition.kind)
