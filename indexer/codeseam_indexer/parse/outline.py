"""Symbols of what is read by lines: headings of prose, statements of SQL."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from codeseam_indexer.records import SymbolKind


@dataclass(frozen=True, slots=True)
class Item:
    """A symbol found in the text, in bytes: its span, its name, how deep it lies.

    An item is inside the nearest one before it with a smaller ``level`` that it does not pass.
    """

    start: int
    end: int
    name: str
    name_byte: int
    kind: SymbolKind
    level: int
    signature: str
    doc: str = ""
    scopes: tuple[str, ...] = ()


_FENCE = re.compile(rb"^[ ]{0,3}(`{3,}|~{3,})")
_ATX = re.compile(rb"^[ ]{0,3}(#{1,6}|={1,6})[ \t]+(.*?)[ \t]*(?:[ \t]#+|[ \t]=+)?[ \t]*\r?$")
_SETEXT = re.compile(rb"^[ ]{0,3}(=+|-{2,})[ \t]*\r?$")
_NO_HEADING = re.compile(rb"^(?:[ ]{4,}|\t|[ ]{0,3}(?:[-*+>|]|\d+[.)])(?:[ \t]|$)|[ ]{0,3}<)")
_ADORNED = re.compile(rb"^([=\-`:.'\"~^_*+#<>!$%&,/;?@\\|])\1{2,}[ \t]*\r?$")
_MATTER = re.compile(rb"\A(?:---|\+\+\+)[ \t]*\r?\n")


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    start = 0
    for line in data.split(b"\n"):
        yield start, line
        start += len(line) + 1


_Heading = tuple[int, int, int, str]
"""First byte, byte of the name, level, name."""


def _headings(data: bytes) -> list[_Heading]:
    """ATX and setext headings outside of code fences and front matter."""
    found: list[_Heading] = []
    fence = b""
    previous: tuple[int, bytes] | None = None
    matter = data[:3].strip() if _MATTER.match(data) else b""
    for start, line in _lines(data):
        if matter:
            if start and line.strip() == matter:
                matter = b""
            continue
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[:1]):
                fence = b""
            continue
        if mark:
            fence, previous = mark[1], None
            continue
        if heading := _ATX.match(line):
            found.append((start, start + heading.start(2), len(heading[1]), _plain(heading[2])))
            previous = None
        elif (under := _SETEXT.match(line)) and previous is not None:
            at, text = previous
            margin = len(text) - len(text.lstrip())
            found.append((at, at + margin, 1 if under[1][:1] == b"=" else 2, _plain(text)))
            previous = None
        elif line.strip() and not _NO_HEADING.match(line):
            previous = previous or (start, line)
        else:
            previous = None
    return [heading for heading in found if heading[3]]


def _underlines(data: bytes) -> list[_Heading]:
    """Headings of reStructuredText: a line of text over a line of marks at least as long."""
    found: list[_Heading] = []
    order: list[bytes] = []
    before: tuple[int, bytes] = (0, b"")
    over, over_start = b"", 0
    for start, line in _lines(data):
        adorned = _ADORNED.match(line)
        text = before[1].strip()
        if adorned and text and not _ADORNED.match(before[1]) and len(line.strip()) >= len(text):
            style = adorned[1] + (b"o" if over == adorned[1] else b"")
            if style not in order:
                order.append(style)
            margin = len(before[1]) - len(before[1].lstrip())
            first = over_start if style.endswith(b"o") else before[0]
            found.append((first, before[0] + margin, order.index(style) + 1, _plain(text)))
            over = b""
            before = (start, b"")
            continue
        if adorned:
            over, over_start = adorned[1], start
        elif not text:
            over = over if _ADORNED.match(before[1]) else b""
        before = (start, line)
    return found


def _plain(text: bytes) -> str:
    return text.decode("utf-8", "replace").strip()


def _sections(found: list[_Heading], size: int) -> list[Item]:
    """Headings -> sections: each reaches to the next heading that is not below it."""
    items: list[Item] = []
    open_: list[tuple[int, int]] = []
    ends = [size] * len(found)
    for index, (start, _, level, _) in enumerate(found):
        while open_ and open_[-1][0] >= level:
            ends[open_.pop()[1]] = start
        open_.append((level, index))
    for (start, byte, level, name), end in zip(found, ends, strict=True):
        items.append(Item(start, end, name, byte, "section", level, name))
    return items


def _markdown(data: bytes) -> list[Item]:
    return _sections(_headings(data), len(data))


def _rst(data: bytes) -> list[Item]:
    return _sections(_underlines(data), len(data))


_NAME = rb'(?:"[^"\n]+"|`[^`\n]+`|\[[^\]\n]+\]|[\w$#@]+)'
_CREATE = re.compile(
    rb"\s*(?:CREATE|ALTER\s+(?=PROC|FUNC|VIEW|TRIGGER))\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:\w+\s*=\s*\S+\s+)*"
    rb"(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|UNIQUE|CLUSTERED|NONCLUSTERED"
    rb"|RECURSIVE|MATERIALIZED|EDITIONABLE|NONEDITIONABLE|FORCE|CONSTRAINT|EVENT|DEFINER|AGGREGATE)\s+)*"
    rb"(TABLE|VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|INDEX|TYPE|DOMAIN|SCHEMA|DATABASE|SEQUENCE|PACKAGE"
    rb"(?:\s+BODY)?|EXTENSION|ROLE|POLICY|MACRO|SYNONYM)\s+"
    rb"(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?"
    rb"((?:" + _NAME + rb"\s*\.\s*)*)(" + _NAME + rb")",
    re.IGNORECASE,
)
_KINDS: dict[bytes, SymbolKind] = {
    b"TABLE": "table", b"VIEW": "view", b"FUNCTION": "function", b"PROCEDURE": "function",
    b"PROC": "function", b"TRIGGER": "function", b"MACRO": "macro", b"TYPE": "type",
    b"DOMAIN": "type", b"SCHEMA": "namespace", b"DATABASE": "namespace", b"PACKAGE": "namespace",
    b"SEQUENCE": "variable",
}  # fmt: skip
_TOKEN = re.compile(
    rb"--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\]|''|\\.)*'?|\"(?:[^\"]|\"\")*\"?|`[^`]*`?"
    rb"|\$(?:[A-Za-z_]\w*)?\$|;|[()]|,|\n[ \t]*(?:GO|/|\\g)[ \t]*(?=\r?\n|\Z)"
    rb"|\n?[ \t]*\bDELIMITER[ \t]+(\S+)|(?<![\w$])[A-Za-z_]\w*|\S",
    re.DOTALL | re.IGNORECASE,
)
_OPENERS = frozenset({b"BEGIN", b"CASE"})
_CLOSERS = frozenset({b"END"})
_CALLABLE = re.compile(rb"FUNCTION|PROC|TRIGGER|PACKAGE", re.IGNORECASE)
_NOT_A_BLOCK = frozenset({b"TRANSACTION", b"TRAN", b"WORK", b";"})
_NO_COLUMN = frozenset({
    b"PRIMARY", b"FOREIGN", b"UNIQUE", b"CHECK", b"CONSTRAINT", b"KEY", b"INDEX", b"EXCLUDE",
    b"LIKE", b"PERIOD", b"FULLTEXT", b"SPATIAL", b"INHERITS", b"PARTITION",
})  # fmt: skip
_COLUMN = re.compile(rb"\s*(" + _NAME + rb")\s+[A-Za-z\"\[]")


def _statements(data: bytes) -> Iterator[tuple[int, int]]:
    """Split SQL into statements: first byte and the byte behind the last.

    Strings, comments, dollar quotes and the BEGIN … END of a routine hide semicolons; ``GO``,
    ``/`` and a declared DELIMITER end a statement too.
    """
    state = _Statement()
    at = 0
    while (token := _TOKEN.search(data, at)) is not None:
        at = token.end()
        text = token[0]
        if text.startswith((b"--", b"/*")):
            continue
        if text.startswith(b"$") and text.endswith(b"$") and len(text) > 1:
            close = data.find(text, at)
            at = len(data) if close < 0 else close + len(text)
            state.seen(token.start(), at)
            continue
        if (span := state.step(token, data)) is not None:
            yield span
        if state.delimiter and data.startswith(state.delimiter, token.start()):
            at = max(at, token.start() + len(state.delimiter))
    if state.start >= 0:
        yield state.start, state.end


class _Statement:
    """The statement that is being read."""

    def __init__(self) -> None:
        self.delimiter = b""
        self.reset()

    def reset(self) -> None:
        """Begin a new one."""
        self.start = self.end = -1
        self.depth = 0
        self.routine: bool | None = None
        self.last = b""

    def seen(self, start: int, end: int) -> None:
        """Take bytes into it."""
        if self.start < 0:
            self.start = start
        self.end = end

    def step(self, token: re.Match[bytes], data: bytes) -> tuple[int, int] | None:
        """Take a token; give the statement's span when this ends it."""
        text = token[0]
        word = text.strip().upper()
        if token[1] is not None:  # DELIMITER //
            self.delimiter = b"" if token[1] == b";" else token[1]
            return self._finish()
        if self.delimiter and data.startswith(self.delimiter, token.start()):
            return self._finish()
        if text.startswith(b"\n") and word in {b"GO", b"/", rb"\G"}:
            return self._finish()
        if text == b";" and not self.delimiter and self.depth == 0:
            self.seen(token.start(), token.end())
            return self._finish()
        self.seen(token.start() + len(text) - len(text.lstrip()), token.end())
        if self.routine is None and word in {b"AS", b"IS", b"BEGIN", b"("}:
            head = data[self.start : token.start()]
            self.routine = bool(_CREATE.match(head) and _CALLABLE.search(head))
        if self.routine:
            self._block(word)
        self.last = word
        return None

    def _block(self, word: bytes) -> None:
        if self.last == b"BEGIN" and word in _NOT_A_BLOCK:
            self.depth = max(0, self.depth - 1)
        if word in _OPENERS and self.last != b"END":
            self.depth += 1
        elif word in _CLOSERS:
            self.depth = max(0, self.depth - 1)
        elif self.last == b"END" and word in {b"IF", b"LOOP", b"WHILE", b"REPEAT", b"FOR"}:
            self.depth += 1  # END IF closes no BEGIN

    def _finish(self) -> tuple[int, int] | None:
        span = (self.start, self.end) if self.start >= 0 else None
        self.reset()
        return span


def _sql(data: bytes) -> list[Item]:
    """Tables with their columns, views, routines, triggers, types, schemas, indexes."""
    items: list[Item] = []
    for start, end in _statements(data):
        found = _CREATE.match(data, start, end)
        if found is None:
            continue
        what = found[1].split()[0].upper()
        name, shift = _unquoted(found[3])
        scopes = tuple(_unquoted(part.strip())[0] for part in found[2].split(b".") if part.strip())
        head = data[start : min(end, start + 2000)].decode("utf-8", "replace")
        kind = _KINDS.get(what, "block")
        first, doc = _comment_above(data, start)
        signature = _signature(head, kind)
        byte = found.start(3) + shift
        items.append(Item(first, end, name, byte, kind, 1, signature, doc, scopes))
        if kind == "table":
            items += _columns(data, found.end(), end)
    return items


def _signature(head: str, kind: str) -> str:
    head = re.sub(r"--[^\n]*", " ", head)
    cut = re.search(r"\b(?:AS|IS|BEGIN)\b|\$\w*\$", head, re.IGNORECASE)
    if kind == "table":
        cut = re.search(r"\(", head)
    text = " ".join((head[: cut.start()] if cut else head).split())
    return text.rstrip(" ;")[:400]


def _unquoted(name: bytes) -> tuple[str, int]:
    quoted = name[:1] in {b'"', b"`", b"["}
    text = name[1:-1] if quoted else name
    return text.decode("utf-8", "replace"), int(quoted)


def _comment_above(data: bytes, start: int) -> tuple[int, str]:
    """The run of ``--`` lines or the block comment right above a statement."""
    lines: list[str] = []
    first = data.rfind(b"\n", 0, start) + 1
    if data[first:start].strip():
        return start, ""
    if first and data[max(0, first - 4) : first].rstrip().endswith(b"*/"):
        opened = data.rfind(b"/*", 0, first)
        text = data[opened + 2 : first].decode("utf-8", "replace").rstrip().removesuffix("*/")
        doc = "\n".join(line.strip(" \t*") for line in text.split("\n")).strip()
        return (start, "") if opened < 0 else (opened, doc)
    while first > 0:
        above = data.rfind(b"\n", 0, first - 1) + 1
        line = data[above : first - 1].strip()
        if not line.startswith(b"--"):
            break
        lines.append(line.lstrip(b"-").strip().decode("utf-8", "replace"))
        first = above
    return (first if lines else start), "\n".join(reversed(lines)).strip()


def _columns(data: bytes, start: int, end: int) -> list[Item]:
    """The columns between the outer parentheses of a CREATE TABLE."""
    items: list[Item] = []
    depth, begin = 0, -1
    for token in _TOKEN.finditer(data, start, end):
        text = token[0]
        if text == b"(":
            depth += 1
            if depth == 1:
                begin = token.end()
        elif depth == 1 and text in {b",", b")"}:
            items += _column(data, begin, token.start())
            begin = token.end()
            if text == b")":
                break
        elif text == b")":
            depth -= 1
    return items


def _column(data: bytes, begin: int, end: int) -> list[Item]:
    while gap := re.compile(rb"\s*(?:--[^\n]*\n|/\*.*?\*/)", re.DOTALL).match(data, begin, end):
        begin = gap.end()
    found = _COLUMN.match(data, begin, end)
    if found is None or found[1].upper() in _NO_COLUMN:
        return []
    name, shift = _unquoted(found[1])
    text = " ".join(data[found.start(1) : end].decode("utf-8", "replace").split())
    last = begin + len(data[begin:end].rstrip())
    return [Item(found.start(1), last, name, found.start(1) + shift, "field", 2, text[:200])]


STRATEGIES: dict[str, Callable[[bytes], list[Item]]] = {
    "headings": _markdown,
    "underlines": _rst,
    "statements": _sql,
}
"""Named in the rows of the languages that are read so."""
