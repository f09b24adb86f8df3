"""Whose a definition is: nesting of byte ranges gives each its parent, path and kind."""

from collections.abc import Iterable
from typing import Final

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.definitions import (
    FUNCTIONS,
    SPACES,
    TYPES,
    VALUES,
    Definition,
    Marker,
)

_MAX_DEPTH: Final = 64
"""Deeper scopes do not lengthen a qualified name: it would grow with the square of the depth."""


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


def nest(
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
    elif event.kind == "field" and kind_around in {"", *SPACES}:
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
