"""Statements of SQL, whatever dialect -> tables with columns, views, routines, types."""

import re
from collections.abc import Iterator

from codeseam_indexer.parse.items import Item
from codeseam_indexer.records import SymbolKind

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


def statements(data: bytes) -> list[Item]:
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
