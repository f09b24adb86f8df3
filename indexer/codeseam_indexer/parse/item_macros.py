"""Macros of Rust around whole items (``cfg_net! { pub fn … }``): the items are read as if bare."""

import re

from codeseam_indexer.parse.blanks import Span, blank, blanked
from codeseam_indexer.parse.grammars import parses

_OPENING = re.compile(
    rb"![ \t]*\{[ \t]*\r?\n"
    rb"(?=\s*(?:pub|fn|async|unsafe|extern|struct|enum|impl|mod|use|static|const|trait|type|//[/!]|\#\[))"
)
_NAME = re.compile(rb"[ \t]*(?:\w+::)*(?!macro_rules)\w+\Z")
_BRACE = re.compile(rb"//[^\n]*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\.)'|[{}]", re.DOTALL)
_STATIC_REF = re.compile(rb"\bstatic[ \t]+(ref)\b")


def bare_items(data: bytes) -> bytes:
    """Blank the macro and its braces where what is between them reads as items of Rust."""
    if b"! {" not in data and b"!{" not in data:
        return data
    spans: list[Span] = []
    for found in _OPENING.finditer(data):
        line = data.rfind(b"\n", 0, found.start()) + 1
        if not _NAME.match(data[line : found.start()]):
            continue
        start = data.index(b"{", found.start()) + 1
        end = _closing(data, start)
        if end is None:
            continue
        inside = data[start:end]
        if parses("rust", _STATIC_REF.sub(blank, inside)):
            spans += [(line, start), (end, end + 1)]
            spans += [
                (start + ref.start(1), start + ref.end(1)) for ref in _STATIC_REF.finditer(inside)
            ]
    return blanked(data, spans) if spans else data


def _closing(data: bytes, start: int) -> int | None:
    """The brace that closes the one in front of a byte."""
    depth = 1
    for found in _BRACE.finditer(data, start):
        depth += {b"{": 1, b"}": -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    return None
