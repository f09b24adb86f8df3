"""The generic extractor: the matches of a symbols query -> definitions with their scopes.

The query says what is a definition and how it is called; ``nesting`` says whose it is.
Nothing here knows a language by name: what differs is in the row and in the query file.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

import tree_sitter

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.definitions import (
    SPACES,
    Captures,
    Definition,
    Harvest,
    Marker,
)
from codeseam_indexer.parse.grammars import Pattern, symbol_query
from codeseam_indexer.parse.names import bare_path, follow, split_name
from codeseam_indexer.parse.nesting import nest

_WORD: Final = re.compile(rb"\w+")
_SIGNATURE_ENDS: Final = {"line": b"\n", "brace": b"{"}
"""What ends a signature where no node does."""
_LONGEST_HEAD: Final = 400
"""Bytes of the words in front of a variable that are siblings of it."""
_ENDS_BEFORE: Final = re.compile(rb"[;{}]|//|\*/")
"""What ends something else on the line of a definition."""


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
    patterns = query.patterns
    for index, captures in tree_sitter.QueryCursor(query.query).matches(root):
        pattern = patterns[index]
        taker = _TAKERS.get(pattern.role)
        if taker is not None:
            taker(reader, pattern, captures)
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
        spaces = {d.name for d in self.named.values() if d.kind in SPACES}
        for definition in self.named.values():
            if definition.outside and definition.scopes[-1] not in spaces:
                definition.kind = "method"
            definition.doc = self.docs.get(definition.node.id)
            node = definition.outer
            while (outer := self.wraps.get(node.id)) is not None:
                definition.outer = node = outer
        found.definitions = nest(self.named.values(), found.markers, self.row, len(self.data))
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

    def lead(self, pattern: Pattern, captures: Captures) -> None:
        node = captures[pattern.role][0]
        self.found.leads.append((node.start_byte, node.end_byte, pattern.role == "comment"))

    def wrapped(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.wraps[captures["wrapped"][0].id] = captures["wrapper"][0]

    def imported(self, pattern: Pattern, captures: Captures) -> None:
        self.found.imports.append((pattern, captures))

    def doc(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.docs[captures["documented"][0].id] = captures["doc"][0]

    def marker(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        node = captures["visibility"][0]
        self.found.markers.append(Marker(node, self.data[node.start_byte : node.end_byte]))

    def broken(self, pattern: Pattern, captures: Captures) -> None:
        del pattern
        self.found.broken.append(captures["broken"][0])

    def definition(self, pattern: Pattern, captures: Captures) -> None:
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
            else:
                definition.body = _body(captures)

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
        definition.body = _body(captures)
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


_TAKERS: Final[dict[str, Callable[[_Reader, Pattern, Captures], None]]] = {
    "definition": _Reader.definition,
    "scope": _Reader.definition,
    "comment": _Reader.lead,
    "attribute": _Reader.lead,
    "wrapped": _Reader.wrapped,
    "import": _Reader.imported,
    "doc": _Reader.doc,
    "visibility": _Reader.marker,
    "broken": _Reader.broken,
}
"""What takes the matches of a role. Not of one reader: it would be in a cycle with its methods."""


def _body(captures: Captures) -> int:
    """Where the body of a definition begins, -1 where no pattern says so.

    What it is written in (``bodied``) is asked for it: a query that goes one level less deep into
    values takes less time to compile.
    """
    if "body" in captures:
        return captures["body"][0].start_byte
    if "bodied" in captures:
        body = captures["bodied"][0].child_by_field_name("body")
        return body.start_byte if body is not None else -1
    return -1


def text_of(node: tree_sitter.Node, data: bytes) -> str:
    """The text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")
