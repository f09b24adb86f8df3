"""Definitions found in a tree -> symbols with lines, signature, documentation and visibility."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import tree_sitter

from codeseam_indexer.parse.comments import Surroundings, doc_text, string_text
from codeseam_indexer.parse.definitions import FUNCTIONS, VALUES, Definition, Harvest, kind_of
from codeseam_indexer.parse.items import Item
from codeseam_indexer.parse.lines import Lines
from codeseam_indexer.parse.visibility import STRATEGIES, Strategy
from codeseam_indexer.records import Symbol

_SIGNATURE = 400
"""Characters of a signature; the longest that people write are shorter."""
_READ = 4000
"""Bytes that are looked at for it."""
_SHOWN = 100
"""Bytes of a constant's value that are part of its signature."""
_SHORT = VALUES | {"type"}
"""Kinds whose body is part of their signature when it is short."""
_VALUE_FIELDS = ("value", "right", "initializer", "computed_value", "equation", "constructors")
_BLANK = b" \t\r\n\f\v"
_DEFINES = re.compile(r"(?:\s*(?:[{:\\]|[?+!:]?=)|\s+(?:do|where|with))+$")
"""What stands between a signature and the body it is cut at."""
_ENDED = FUNCTIONS | {"class", "module", "struct"}
_ENDS = re.compile(r"[; ]+end$")
"""What stands behind a signature where there is no body."""
_NEAR_END = 20
"""Characters in which that is looked for."""


@dataclass(frozen=True, slots=True)
class Made:
    """A symbol with what later stages need of the tree."""

    symbol: Symbol
    node: tree_sitter.Node | None
    inner: tree_sitter.Node | None
    span: tuple[int, int]
    name_byte: int


def symbols_of(taken: Harvest, around: Surroundings, lines: Lines, offset: int = 0) -> list[Made]:
    """Make the symbols of one tree, in document order; ``offset`` is the index of the first."""
    row = around.row
    strategy = STRATEGIES.get(row.visibility)
    index: dict[int, int] = {}
    made: list[Made] = []
    for definition in taken.definitions:
        index[id(definition)] = offset + len(made)
        parent = index.get(id(definition.parent)) if definition.parent is not None else None
        made.append(_symbol(definition, around, lines, parent, strategy))
    return made


def made_of(items: Sequence[Item], data: bytes, lines: Lines, offset: int) -> list[Made]:
    """Make the symbols of an outline, nested by their levels; the first has index ``offset``."""
    made: list[Made] = []
    stack: list[tuple[Item, int, tuple[str, ...]]] = []
    for item in items:
        while stack and (stack[-1][0].level >= item.level or stack[-1][0].end <= item.start):
            stack.pop()
        path = (*(stack[-1][2] if stack else ()), *item.scopes, item.name)
        parent = stack[-1][1] if stack else None
        stack.append((item, offset + len(made), path))
        end = item.end
        while end > item.start + 1 and data[end - 1] in _BLANK:
            end -= 1
        name_line = lines.line(item.name_byte)
        symbol = Symbol(
            name=item.name,
            qualified_name=".".join(path),
            kind=item.kind,
            start_line=lines.line(item.start),
            end_line=lines.line(max(item.start, end - 1)),
            name_line=name_line,
            column=lines.column(item.name_byte, name_line),
            signature=item.signature,
            docstring=item.doc,
            parent=parent,
        )
        made.append(Made(symbol, None, None, (item.start, end), item.name_byte))
    return made


def in_order(made: list[Made]) -> list[Made]:
    """Bring symbols of several parts into document order, parents first, and renumber parents."""
    order = sorted(range(len(made)), key=lambda i: (made[i].span[0], -made[i].span[1], i))
    if order == list(range(len(made))):
        return made
    place = {old: new for new, old in enumerate(order)}
    return [
        replace(made[i], symbol=replace(made[i].symbol, parent=place[parent]))
        if (parent := made[i].symbol.parent) is not None
        else made[i]
        for i in order
    ]


def _symbol(
    definition: Definition,
    around: Surroundings,
    lines: Lines,
    parent: int | None,
    strategy: Strategy | None,
) -> Made:
    data = around.data
    outer = definition.outer
    first = around.written(min(outer.start_byte, definition.head))
    start, comments = around.attached(first)
    end = min(max(outer.end_byte, definition.last), around.limit)
    while end > start + 1 and data[end - 1] in _BLANK:
        end -= 1
    head = min(first, definition.start)
    name_byte = definition.name_byte
    texts = [around.text(*span) for span in comments]
    if (doc := definition.doc) is None:
        docstring = doc_text(texts)
    elif "comment" in doc.type:
        trails = not texts and around.trails(end, doc)
        docstring = doc_text([around.text(doc.start_byte, doc.end_byte)] if trails else texts)
    else:
        docstring = string_text(around.text(doc.start_byte, doc.end_byte))
    visible = ""
    if strategy is not None:
        before = around.text(max(head, name_byte - _READ), name_byte)
        visible = strategy(definition, before, around.row)
    name_line = lines.line(name_byte)
    symbol = Symbol(
        definition.name,
        ".".join(definition.path),
        kind_of(definition),
        lines.line(start),
        lines.line(end - 1),
        name_line,
        lines.column(name_byte, name_line),
        _signature(definition, head, end, around),
        docstring,
        parent,
        visible,
    )
    return Made(symbol, outer, definition.node, (start, end), name_byte)


def _signature(definition: Definition, head: int, end: int, around: Surroundings) -> str:
    end = min(end, max(definition.outer.end_byte, definition.node.end_byte))
    before = ""
    body = definition.body
    if body < 0:
        field = definition.node.child_by_field_name("body")
        body = field.start_byte if field is not None else -1
    if body < 0 or definition.kind in _SHORT:
        body = _value(definition, body, end, around.data)
    if body <= definition.name_byte or body == end:
        body = end
        if (members := _members(definition, around.data)) is not None:
            before = around.without(head, members.start_byte) + " { … } "
            head = members.end_byte
    cut = around.shown(head, min(body, head + _READ))
    text = _one_line(before + around.without(head, cut))
    if body < end or definition.kind in _ENDED:
        edge = (_DEFINES if body < end else _ENDS).search(text, max(0, len(text) - _NEAR_END))
        text = text[: edge.start()] if edge else text
    text = text.rstrip(" ;,")
    return text if len(text) <= _SIGNATURE else text[: _SIGNATURE - 2].rstrip() + " …"


def _one_line(text: str) -> str:
    """The text on one line; where a line was broken inside brackets, no blank is needed."""
    if "\n" not in text:
        return " ".join(text.split())
    joined = ""
    for piece in text.split("\n"):
        line = " ".join(piece.split())
        if line.startswith((")", "]")):
            joined = joined.rstrip(" ,")
        elif line.startswith(","):
            joined = joined.rstrip()
        elif line and joined and not joined.endswith(("(", "[")):
            joined += " "
        joined += line
    return joined


def _members(definition: Definition, data: bytes) -> tree_sitter.Node | None:
    """The body of a type over several lines that is written before the name of what has it."""
    written = definition.outer.child_by_field_name("type")
    body = written.child_by_field_name("body") if written is not None else None
    if body is None or body.end_byte > definition.name_byte:
        return None
    return body if b"\n" in data[body.start_byte : body.end_byte] else None


def _value(definition: Definition, body: int, end: int, data: bytes) -> int:
    """Where the value of a name begins when it is too long for a signature of one line."""
    if body < 0:
        for name in _VALUE_FIELDS:
            field = definition.node.child_by_field_name(name)
            if field is not None:
                body = field.start_byte
                break
        else:
            return end
    short = end - body <= _SHOWN and b"\n" not in data[body:end]
    return end if short else body
