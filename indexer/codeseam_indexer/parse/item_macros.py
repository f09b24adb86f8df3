"""Macros of Rust around whole items (``cfg_net! { pub fn … }``): the items are read as if bare.

Of those that are of a grammar of their own, what is said often is written as Rust: the constants of
``bitflags``, the branches of ``cfg_if``, the arguments of ``proptest``.
"""

import re

from codeseam_indexer.parse.blanks import Span, blank, blanked, hidden
from codeseam_indexer.parse.grammars import parses

_OPENING = re.compile(
    rb"![ \t]*\{[ \t]*\r?\n"
    rb"(?=\s*(?:pub|fn|async|unsafe|extern|struct|enum|impl|mod|use|static|const|trait|type"
    rb"|if[ \t]+\#\[|//[/!]|\#!?\[))"
)
_NAME = re.compile(rb"[ \t]*(?:\w+::)*(?!macro_rules)\w+\Z")
_TOKEN = re.compile(rb"//[^\n]*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)'|[{}()]", re.DOTALL)
_STATIC_REF = re.compile(rb"\bstatic[ \t]+(ref)\b")
_FLAGS = re.compile(rb"\b(struct|impl)[ \t]+\w+[ \t]*(:[^{};]*)\{")
_FLAG = re.compile(rb"\bconst([ \t]+)(\w+)(\s*)=([^;]+);")
_CONFIGURED = re.compile(rb"\s*if[ \t]+#\[")
_BRANCH = re.compile(rb"\s*(?:else\b\s*)?(?:if\b[^{}]*)?\{")
_PARAMETERS = re.compile(rb"\bfn[ \t]+\w+[ \t]*\(")
_DRAWN = re.compile(rb"\bin\b")


def bare_items(data: bytes) -> bytes:
    """Blank the macro and its braces where what is between them reads as items of Rust."""
    if b"! {" not in data and b"!{" not in data:
        return data
    text = bytearray(data)
    for found in _OPENING.finditer(data):
        line = data.rfind(b"\n", 0, found.start()) + 1
        if not _NAME.match(data[line : found.start()]):
            continue
        start = data.index(b"{", found.start()) + 1
        end = closing(data, start)
        if end is None:
            continue
        inside = _as_rust(data[start:end])
        if parses("rust", inside):
            text[line : end + 1] = hidden(data[line:start]) + inside + b" "
    return bytes(text)


def closing(data: bytes, start: int, pair: bytes = b"{}") -> int | None:
    """The bracket that closes the one in front of a byte."""
    depth = 1
    for found in _TOKEN.finditer(data, start):
        depth += {pair[:1]: 1, pair[1:]: -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    return None


def _as_rust(inside: bytes) -> bytes:
    inside = _STATIC_REF.sub(blank, inside)
    if _CONFIGURED.match(inside):
        inside = _branches(inside)
    for found in _FLAGS.finditer(inside):
        end = closing(inside, found.end())
        if end is not None:
            body = _flags(inside[found.end() : end], in_struct=found[1] == b"struct")
            inside = blanked(inside[: found.end()], [found.span(2)]) + body + inside[end:]
    drawn: list[Span] = []
    for found in _PARAMETERS.finditer(inside):
        end = closing(inside, found.end(), b"()")
        if end is not None and _DRAWN.search(inside, found.end(), end):
            drawn.append((found.end(), end))
    return blanked(inside, drawn)


def _flags(body: bytes, *, in_struct: bool) -> bytes:
    """Constants without a type: in a struct they become fields, told by a word of old Rust."""

    def typed(found: re.Match[bytes]) -> bytes:
        if found[2] == b"_":
            return hidden(found[0])
        word, end = (b"crate", b",") if in_struct else (b"const", b";")
        value = hidden(found[3] + found[4])
        at = value.rfind(b" ")
        return word + found[1] + found[2] + b":" + value[:at] + b"T" + value[at + 1 :] + end

    return _FLAG.sub(typed, body)


def _branches(inside: bytes) -> bytes:
    """``if #[cfg(…)] { … } else { … }`` without its heads and braces."""
    spans: list[Span] = []
    at = 0
    while (found := _BRANCH.match(inside, at)) is not None:
        end = closing(inside, found.end())
        if end is None:
            return inside
        spans += [found.span(), (end, end + 1)]
        at = end + 1
    return blanked(inside, spans)
