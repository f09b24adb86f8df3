"""Rust that its grammar does not know yet, written as what it knows: nothing moves."""

import re

from codeseam_indexer.parse.blanks import blank, hidden
from codeseam_indexer.parse.item_macros import closing

_TRAIT_ALIAS = re.compile(rb"\btrait([ \t]+\w+[^={};]*=)([^;{}]+);")
_MACRO = re.compile(
    rb"(?:^|[{};])[ \t]*(?:pub(?:\([^()\n]*\))?[ \t]+)?"
    rb"(?P<word>macro)[ \t]+\w+(?P<open>[ \t]*[({])",
    re.MULTILINE,
)
_SAFE = re.compile(rb"(?<=[\s{;])(safe)(?=[ \t]+(?:fn|static)\b)")


def older(data: bytes) -> bytes:
    """Give a trait alias as an alias, a ``macro`` as a function without a body.

    Such a function is written nowhere but in a trait or an extern block.
    """
    if b"trait" in data:
        data = _TRAIT_ALIAS.sub(_alias, data)
    if b"safe" in data:
        data = _SAFE.sub(blank, data)
    return _macros(data) if b"macro " in data else data


def _alias(found: re.Match[bytes]) -> bytes:
    bounds = hidden(found[2])
    at = bounds.find(b" ")
    return b"type " + found[1] + bounds[:at] + b"T" + bounds[at + 1 :] + b";"


def _macros(data: bytes) -> bytes:
    text = bytearray(data)
    for found in _MACRO.finditer(data):
        brace = data.find(b"{", found.start("open"))
        end = closing(data, brace + 1) if brace >= 0 else None
        if end is None:
            continue
        start = found.end("open") - 1
        text[found.start("word") : found.end("word")] = b"fn   "
        text[start : end + 1] = b"(" + hidden(data[start + 1 : end - 1]) + b");"
    return bytes(text)
