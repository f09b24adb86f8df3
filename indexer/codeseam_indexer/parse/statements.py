"""Statements of SQL, whatever dialect -> tables with columns, views, routines, types."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from codeseam_indexer.parse.items import Item
from codeseam_indexer.records import SymbolKind

_NAME = rb'(?:"[^"\n]+"|`[^`\n]+`|\[[^\]\n]+\]|[\w$#@]+)'
_CREATE = re.compile(
    rb"\s*(?:CREATE|ALTER\s+(?=PROC|FUNC|VIEW|TRIGGER))\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:\w+\s*=\s*\S+\s+)*"
    rb"(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|UNIQUE|CLUSTERED|NONCLUSTERED"
    rb"|RECURSIVE|MATERIALIZED|EDITIONABLE|NONEDITIONABLE|FORCE|CONSTRAINT|DEFINER|PUBLIC|SECURE|TRANSIENT)\s+)*"
    rb"(TABLE|VIEW|(?:AGGREGATE\s+)?FUNCTION|AGGREGATE|PROCEDURE|PROC|(?:EVENT\s+)?TRIGGER|EVENT|INDEX"
    rb"|TYPE(?:\s+BODY)?|DOMAIN|SCHEMA|DATABASE|SEQUENCE|PACKAGE(?:\s+BODY)?|EXTENSION|ROLE|POLICY|MACRO"
    rb"|SYNONYM)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!ON\s)"
    rb"((?:" + _NAME + rb"\s*\.\s*)*)(" + _NAME + rb")",
    re.IGNORECASE,
)
_KINDS: dict[bytes, SymbolKind] = {
    b"TABLE": "table", b"VIEW": "view", b"FUNCTION": "function", b"PROCEDURE": "function",
    b"PROC": "function", b"AGGREGATE": "function", b"TRIGGER": "function", b"EVENT": "function",
    b"MACRO": "macro", b"TYPE": "type",
    b"DOMAIN": "type", b"SCHEMA": "namespace", b"DATABASE": "namespace", b"PACKAGE": "namespace",
    b"SEQUENCE": "variable",
}  # fmt: skip
_TOKEN = re.compile(
    rb"--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\]|''|\\(?:'(?=[\w']))?)*'?|\"(?:[^\"]|\"\")*\"?|`[^`]*`?"
    rb"|\$(?:[A-Za-z_]\w*)?\$|;|[()]|,|\n[ \t]*(?:GO|/|\\g)[ \t]*(?=\r?\n|\Z)"
    rb"|\n?[ \t]*\bDELIMITER[ \t]+(\S+)"
    rb"|(?<![\w$])[nN]?[qQ]'(?:\[.{0,4000}?\]|\{.{0,4000}?\}|\(.{0,4000}?\)|<.{0,4000}?>"
    rb"|([^\s\[{(<]).{0,4000}?\2)'"
    rb"|(?<![\w$])[A-Za-z_]\w*|\S",
    re.DOTALL | re.IGNORECASE,
)
_ANGLES = {b"<": 1, b">": -1}
_OPENERS = frozenset({b"BEGIN", b"CASE"})
_CLOSERS = frozenset({b"END"})
_CALLABLE = re.compile(rb"FUNCTION|PROC|TRIGGER|EVENT|PACKAGE|TYPE\s+BODY", re.IGNORECASE)
_CONTAINER = re.compile(rb"PACKAGE|TYPE\s+BODY", re.IGNORECASE)
_HEADS = frozenset({b"CREATE", b"ALTER", b"DROP", b"GRANT", b"EXEC"})
"""Words that begin no line of another statement."""
_BODY = frozenset({b"AS", b"IS"})
_ROUTINES = frozenset({b"FUNCTION", b"PROCEDURE"})
_ENDED = frozenset({b"IF", b"LOOP", b"WHILE", b"REPEAT", b"FOR"})
_COMPOSITE = re.compile(
    rb"\s+(?:FORCE\s+)?(?:(?:AS|IS)\s+(?:(ENUM)|OBJECT)?|UNDER\s+[\w.$#\"]+)\s*(?=\()",
    re.IGNORECASE,
)
_METHOD = re.compile(
    rb"\s*(?:(?:NOT\s+)?(?:OVERRIDING|FINAL|INSTANTIABLE|MEMBER|STATIC|CONSTRUCTOR|MAP|ORDER)\s+)+"
    rb"(?:FUNCTION|PROCEDURE)\s+(" + _NAME + rb")",
    re.IGNORECASE,
)
_WITH = re.compile(
    rb"(?>\{\{.*?\}\}|\{%.*?%\}|\s)*+WITH\s+(?:RECURSIVE\s+)?", re.IGNORECASE | re.DOTALL
)
_CTE = re.compile(
    rb"\s*(" + _NAME + rb")\s*(?:\([^()]*\)\s*)?AS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?(?=\()",
    re.IGNORECASE,
)
_NOT_A_BLOCK = frozenset({b"TRANSACTION", b"TRAN", b"WORK", b";"})
_NO_COLUMN = frozenset({
    b"PRIMARY", b"FOREIGN", b"UNIQUE", b"CHECK", b"CONSTRAINT", b"KEY", b"INDEX", b"EXCLUDE",
    b"LIKE", b"PERIOD", b"FULLTEXT", b"SPATIAL", b"INHERITS", b"PARTITION", b"MEMBER", b"STATIC",
    b"CONSTRUCTOR", b"PROJECTION",
})  # fmt: skip
_COMMA = re.compile(rb"\s*(?:--[^\n]*\s*)*,(?:\s*--[^\n]*)*")
_COMMENT = re.compile(rb"\s*(?:--[^\n]*\n|/\*.*?\*/)", re.DOTALL)
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


class _Blocks:
    """How deep in BEGIN … END and CASE … END the words of a routine are."""

    def __init__(self) -> None:
        self.depth, self.last = 0, b""

    def step(self, word: bytes) -> None:
        """Take a word in capitals."""
        if self.last == b"BEGIN" and word in _NOT_A_BLOCK:
            self.depth = max(0, self.depth - 1)
        if word in _OPENERS and self.last != b"END":
            self.depth += 1
        elif word in _CLOSERS:
            self.depth = max(0, self.depth - 1)
        elif self.last == b"END" and word in _ENDED:
            self.depth += 1  # END IF closes no BEGIN
        self.last = word


class _Statement:
    """The statement that is being read."""

    def __init__(self) -> None:
        self.delimiter = b""
        self.reset()

    def reset(self) -> None:
        """Begin a new one."""
        self.start = self.end = -1
        self.blocks = _Blocks()
        self.routine: bool | None = None

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
        if word in _HEADS and self._is_new(token, data):
            span = self._finish()
            self.seen(token.start(), token.end())
            return span
        if text == b";" and not self.delimiter and self.blocks.depth == 0:
            self.seen(token.start(), token.end())
            return self._finish()
        self.seen(token.start() + len(text) - len(text.lstrip()), token.end())
        if self.routine is None and word in {b"AS", b"IS", b"BEGIN", b"("}:
            created = _CREATE.match(data[self.start : token.start()])
            self.routine = created is not None and _CALLABLE.search(created[1]) is not None
            if created is not None and word in _BODY and _CONTAINER.search(created[1]):
                self.blocks.depth = 1  # up to its own END
        if self.routine:
            self.blocks.step(word)
        return None

    def _is_new(self, token: re.Match[bytes], data: bytes) -> bool:
        """Does a statement begin at the margin, behind one without a semicolon?"""
        at_margin = data[token.start() - 1 : token.start()] == b"\n"
        return at_margin and self.start >= 0 and not self.routine and not self.delimiter

    def _finish(self) -> tuple[int, int] | None:
        span = (self.start, self.end) if self.start >= 0 else None
        self.reset()
        return span


def statements(data: bytes) -> list[Item]:
    """Tables with their columns, views, routines, triggers, types, schemas, indexes, queries."""
    items: list[Item] = []
    for start, end in _statements(data):
        found = _CREATE.match(data, start, end)
        if found is None:
            items += _queries(data, start, end)
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
        elif _CONTAINER.match(what := found[1]):
            items += _members(data, found.end(), end)
        elif what.upper() == b"TYPE" and (made := _COMPOSITE.match(data, found.end(), end)):
            items += (_labels if made[1] else _columns)(data, made.end(), end)
    return items


def _queries(data: bytes, start: int, end: int) -> list[Item]:
    """The named queries in front of a query: ``WITH a AS (…), b AS (…)``."""
    items: list[Item] = []
    found = _WITH.match(data, start, end)
    while found is not None and (query := _CTE.match(data, found.end(), end)) is not None:
        last = _closing(data, query.end(), end)
        name, shift = _unquoted(query[1])
        text = query[0].decode("utf-8", "replace")
        first = query.start(1)
        items.append(Item(first, last, name, first + shift, "view", 1, _signature(text, "view")))
        found = _COMMA.match(data, last, end)
    return items


def _closing(data: bytes, start: int, end: int) -> int:
    """The byte behind the parenthesis that closes the one at a byte."""
    depth = 0
    for token in _TOKEN.finditer(data, start, end):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return end


def _members(data: bytes, start: int, end: int) -> list[Item]:
    """The routines that a package declares or holds, those inside of others too."""
    items: list[Item] = []
    open_: list[_Routine] = []
    blocks = _Blocks()
    for token in _TOKEN.finditer(data, start, end):
        word = token[0].strip().upper()
        if word.startswith((b"--", b"/*")):
            continue
        outside = blocks.depth == 0
        if outside and word in _ROUTINES and blocks.last != b"END":
            open_.append(_Routine(token.start(), len(open_) + 2))
        elif outside and open_:
            open_[-1].take(token, word)
            if word == b";" and open_[-1].whole:
                items += open_.pop().item(data, token.end())
        blocks.step(word)
    return sorted(items, key=lambda item: item.start)


@dataclass(slots=True)
class _Routine:
    """A routine of a package that is being read."""

    start: int
    level: int
    name: re.Match[bytes] | None = None
    body: int = -1
    begun: bool = False

    @property
    def whole(self) -> bool:
        """Does a semicolon end it: is it only declared, or was its body read?"""
        return self.begun or self.body < 0

    def take(self, token: re.Match[bytes], word: bytes) -> None:
        """Take a token outside of its blocks."""
        if self.name is None:
            self.name = token
        elif word in _BODY and self.body < 0:
            self.body = token.start()
        elif word in _OPENERS:
            self.begun = True

    def item(self, data: bytes, end: int) -> list[Item]:
        """It as a symbol; none where no name follows the word."""
        if self.name is None:
            return []
        first, doc = _comment_above(data, self.start)
        name, shift = _unquoted(self.name[0])
        head = data[self.start : self.body if self.body > 0 else end].decode("utf-8", "replace")
        byte = self.name.start() + shift
        signature = _signature(head, "function")
        return [Item(first, end, name, byte, "function", self.level, signature, doc)]


def _labels(data: bytes, start: int, end: int) -> list[Item]:
    """The values of an enumeration: strings in parentheses."""
    last = _closing(data, start, end)
    return [
        Item(
            *token.span(),
            name,
            token.start() + 1,
            "constant",
            2,
            token[0].decode("utf-8", "replace"),
        )
        for token in _TOKEN.finditer(data, start, last)
        if token[0].startswith(b"'") and (name := token[0].strip(b"'").decode("utf-8", "replace"))
    ]


def _signature(head: str, kind: str) -> str:
    head = re.sub(r"--[^\n]*", " ", head)
    cut = re.search(r"\b(?:AS|IS|BEGIN)\b|\$\w*\$", head, re.IGNORECASE)
    opened = re.search(r"\(", head) if kind in {"table", "type"} else None
    if kind == "table" or (opened and (cut is None or opened.start() < cut.start())):
        cut = opened
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
    depth, angles, begin = 0, 0, -1
    for token in _TOKEN.finditer(data, start, end):
        text = token[0]
        if text == b"(":
            depth += 1
            if depth == 1:
                begin = token.end()
        elif depth == 1 and text in _ANGLES:  # of a type: STRUCT<a INT, b INT>
            angles = max(0, angles + _ANGLES[text])
        elif depth == 1 and (text == b")" or (text == b"," and not angles)):
            angles = 0
            items += _column(data, begin, token.start())
            begin = token.end()
            if text == b")":
                break
        elif text == b")":
            depth -= 1
    return items


def _column(data: bytes, begin: int, end: int) -> list[Item]:
    while gap := _COMMENT.match(data, begin, end):
        begin = gap.end()
    method = _METHOD.match(data, begin, end)
    found = method or _COLUMN.match(data, begin, end)
    if found is None or (method is None and found[1].upper() in _NO_COLUMN):
        return []
    name, shift = _unquoted(found[1])
    first = found.start() + len(found[0]) - len(found[0].lstrip())
    text = " ".join(data[first:end].decode("utf-8", "replace").split())
    last = begin + len(data[begin:end].rstrip())
    kind = "field" if method is None else "method"
    return [Item(first, last, name, found.start(1) + shift, kind, 2, text[:200])]
