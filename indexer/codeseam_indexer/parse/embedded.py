"""Other languages inside a file: scripts of a page, cells of a notebook, fences of a document.

Each is read in place: the parser is given the file's own bytes and the ranges that are its, so that
every offset is one of the host's.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from codeseam_indexer.languages import Language, language


@dataclass(frozen=True, slots=True)
class Guest:
    """A language inside another: its row, its ranges (bytes), and the text they count in."""

    language: Language
    ranges: tuple[tuple[int, int], ...]
    data: bytes


_ELEMENT = re.compile(
    rb"<!--.*?(?:-->|\Z)|<(script|style)((?:\s[^<>]*?(?:\"[^\"]*\"|'[^']*')?[^<>]*?)?)>(.*?)(?=</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_LANG = re.compile(rb"\b(?:lang|type)\s*=\s*[\"']?([\w/+.-]+)")
_FRONT = re.compile(rb"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_WORDS = {
    "": "javascript", "module": "javascript", "text/javascript": "javascript", "js": "javascript",
    "jsx": "javascript", "application/javascript": "javascript", "text/babel": "javascript",
    "text/jsx": "javascript", "ts": "typescript", "typescript": "typescript", "tsx": "tsx",
    "text/typescript": "typescript", "babel": "javascript",
}  # fmt: skip
_FENCE = re.compile(
    rb"^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})[ \t]*\{?[.]?([\w+#.-]*)[^\n`]*\n"
    rb"(.*?)(?:^[ \t>]*\2[`~]*[ \t]*\r?$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_PROMPT = re.compile(rb"[ \t]*(?:>>>|[.]{3})[ ]?")
_QUOTE = re.compile(rb"[ ]{0,3}>[ ]?")
_ALIASES = {
    "py": "python", "python3": "python", "pycon": "python", "js": "javascript", "jsx": "javascript",
    "ts": "typescript", "sh": "bash", "shell": "bash", "zsh": "bash", "console": "text",
    "c++": "cpp", "cc": "cpp", "cxx": "cpp", "h": "c", "hpp": "cpp", "cs": "csharp", "c#": "csharp",
    "rb": "ruby", "rs": "rust", "kt": "kotlin", "ex": "elixir", "exs": "elixir", "hs": "haskell",
    "ml": "ocaml", "jl": "julia", "golang": "go", "objective-c": "objc", "objectivec": "objc",
    "terraform": "hcl", "tf": "hcl", "protobuf": "proto", "gql": "graphql", "node": "javascript",
    "mjs": "javascript", "pwsh": "text", "docker": "text", "yml": "text", "yaml": "text",
    "json": "text", "toml": "text", "html": "text", "css": "text", "make": "text",
}  # fmt: skip


def _elements(data: bytes) -> Iterator[Guest]:
    """Scripts of a page; styles hold nothing that is called."""
    if (front := _FRONT.match(data)) is not None:  # the script of an Astro component
        yield Guest(language("typescript"), ((front.start(1), front.end(1)),), data)
    for found in _ELEMENT.finditer(data):
        if found[1] is None or found[1].lower() != b"script" or not found[3].strip():
            continue
        kind = _LANG.search(found[2])
        word = kind[1].decode("ascii", "replace").lower() if kind else ""
        name = _WORDS.get(word, "")
        if name:
            yield Guest(language(name), ((found.start(3), found.end(3)),), data)


def _fences(data: bytes) -> Iterator[Guest]:
    """Code fences whose info string names a language with a grammar."""
    text = bytearray(data)
    guests: list[tuple[Language, tuple[tuple[int, int], ...]]] = []
    for found in _FENCE.finditer(data):
        word = found[3].decode("utf-8", "replace").lower()
        row = language(_ALIASES.get(word, word))
        if row.grammar is None or row.risky or row.embeds or not found[4].strip():
            continue
        margin = _margin(found)
        ranges = tuple(_inside(data, found, margin)) if margin else (found.span(4),)
        at = found.start(4)
        for start, end in ranges:
            text[at:start] = bytes(start - at)
            at = end
        guests.append((row, ranges))
    plain = bytes(text)
    for row, ranges in guests:
        yield Guest(row, ranges, plain)


def _margin(fence: re.Match[bytes]) -> re.Pattern[bytes] | None:
    """What stands in front of the code on the lines of a fence in a quote, a list or a session."""
    if fence[4].lstrip().startswith(b">>>"):
        return _PROMPT
    if b">" in fence[1]:
        return _QUOTE
    return re.compile(rb"[ \t]{0,%d}" % len(fence[1])) if fence[1] else None


def _inside(
    data: bytes, fence: re.Match[bytes], margin: re.Pattern[bytes]
) -> Iterator[tuple[int, int]]:
    """The lines of a fence behind their margins; a line without one is none of the code."""
    start, last = fence.span(4)
    while start < last:
        end = data.find(b"\n", start, last) + 1 or last
        if (found := margin.match(data, start, end)) is not None:
            yield found.end(), end
        start = end


_KEY = re.compile(rb'"(cell_type|source|language|name|kernelspec|language_info|input)"\s*:\s*')
_CELL = re.compile(rb'"cell_type"\s*:\s*"(\w+)"')
_SOURCE = re.compile(rb'"(?:source|input)"\s*:\s*(?=\[|")')
_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_END_OF_LIST = re.compile(rb"[\s,]*")
_KERNEL = re.compile(rb'"(?:language|name)"\s*:\s*"([A-Za-z+#]+)')
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"f": b"\f"}
_MAGIC = re.compile(rb"^[ \t]*[%!?]")
_FOREIGN = re.compile(
    rb"(?:\[\s*)?\"\s*%%(?!(?:time|timeit|capture|prun|memit|mprun|lprun|px|debug|cython)\b)\w"
)
"""A cell that is handed to another program: of its own language is what is only run otherwise."""


def _cells(data: bytes) -> Iterator[Guest]:
    """Code cells of a notebook: the JSON around and inside their lines is no text.

    All cells are one text, as they are one program; escapes shrink in place, which keeps offsets.
    """
    buffer = bytearray(len(data))
    ranges: list[tuple[int, int]] = []
    cells = [(found.start(), found[1]) for found in _CELL.finditer(data)]
    for found in _SOURCE.finditer(data):
        if _FOREIGN.match(data, found.end()):
            continue
        if _kind_at(found.start(), cells, data) == b"code":
            ranges += _source(data, found.end(), buffer)
    row = language(_kernel(data))
    if row.grammar is not None and not row.risky and ranges:
        yield Guest(row, tuple(ranges), bytes(buffer))


def _kind_at(at: int, cells: list[tuple[int, bytes]], data: bytes) -> bytes:
    """The type of the cell around a source; keys of a cell come in either order."""
    before = [cell for cell in cells if cell[0] < at]
    after = [cell for cell in cells if cell[0] > at]
    if before and not _SOURCE.search(data, before[-1][0], at):
        return before[-1][1]
    return after[0][1] if after else b""


def _kernel(data: bytes) -> str:
    at = max(data.find(b'"kernelspec"'), data.find(b'"language_info"'))
    found = _KERNEL.search(data, at) if at >= 0 else None
    name = found[1].decode("ascii").lower() if found else "python"
    return _ALIASES.get(name, name.rstrip("0123456789"))


def _source(data: bytes, at: int, buffer: bytearray) -> Iterator[tuple[int, int]]:
    """Copy the strings of one cell into the buffer, unescaped; give the ranges they take."""
    if data[at : at + 1] == b"[":
        at = _END_OF_LIST.match(data, at + 1).end()  # type: ignore[union-attr]
        many = True
    else:
        many = False
    last: tuple[int, int] | None = None
    while (found := _STRING.match(data, at)) is not None:
        for start, text in _unescaped(found[1], found.start(1)):
            if text:
                buffer[start : start + len(text)] = text
                last = (start, start + len(text))
                yield last
        at = _END_OF_LIST.match(data, found.end()).end()  # type: ignore[union-attr]
        if not many:
            break
    if last is not None and last[1] < len(data):  # a cell ends its last line
        buffer[last[1]] = 10
        yield last[1], last[1] + 1


def _unescaped(text: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Pieces of a JSON string without its escapes, each at an offset where it fits."""
    if _MAGIC.match(text):  # %magic and !shell lines are not of the language
        text, start = (b"\\n", start + len(text) - 2) if text.endswith(b"\\n") else (b"", start)
    done = 0
    for found in _ESCAPE.finditer(text):
        yield start + done, text[done : found.start()]
        done = found.end()
        if found[1] is not None:
            code = int(found[1], 16)
            made = b"?" if 0xD800 <= code < 0xE000 else chr(code).encode()
        else:
            made = _PLAIN.get(found[2], found[2])
        yield start + done - len(made), made
    yield start + done, text[done:]


STRATEGIES: dict[str, Callable[[bytes], Iterator[Guest]]] = {
    "elements": _elements,
    "fences": _fences,
    "cells": _cells,
}
"""Named in the rows of the languages that hold others."""
