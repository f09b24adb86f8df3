"""What stands in front of a definition and belongs to it, and the text of its documentation."""

import re
from bisect import bisect_left, bisect_right

from codeseam_indexer.languages import Language

Lead = tuple[int, int, bool]
"""First byte, end byte, whether it is a comment (else an attribute)."""

_FAR = 4000
"""Attributes further away than this many bytes are of something else."""
_OPENING = re.compile(r"\A\s*(?:/\*[*!]*|\(\*+|\{-\s*\|?|--\[=*\[|#=|<!--)")
_STRING = re.compile(r"(?:@\w*doc\s*(?:~[sS])?)?(?=\")")
_CLOSING = re.compile(r"(?:\*+/|\*+\)|-\}|\]=*\]|=#|-->)\s*\Z")
_LINE = re.compile(
    r"^[ \t]*(?://[/!]*<?|--+\s?[|^]?|#'?+|;+|%+|\*(?!\*)|\"\"\")[ \t]?", re.MULTILINE
)
_QUOTES = re.compile(r"\A[A-Za-z]{0,3}(\"\"\"|'''|\"|')(.*)\1\Z", re.DOTALL)
_RULE = re.compile(r"^[\s=*#/~_-]{4,}$")
_MAX_DOC = 4000


def attached(
    start: int, leads: list[Lead], starts: list[int], data: bytes, row: Language
) -> tuple[int, list[Lead]]:
    """Find what stands right before a definition and belongs to it.

    Comments must touch it (no blank line between) and begin their line; attributes may stand apart.

    Returns:
        The first byte of the first of them, or ``start``; and those that are comments, in order.
    """
    comments: list[Lead] = []
    at = bisect_left(starts, start) - 1
    while at >= 0:
        lead = leads[at]
        first, end, is_comment = lead
        if end > start or start - end > _FAR or not _joined(lead, start, data):
            break
        if is_comment:
            if not _documents(first, end, data, row):
                break
            comments.append(lead)
        start = first
        at -= 1
    comments.reverse()
    return start, comments


def _joined(lead: Lead, start: int, data: bytes) -> bool:
    first, end, is_comment = lead
    gap = data[end:start]
    if gap.strip():
        return False
    if not is_comment:
        return True
    breaks = gap.count(b"\n") + data[end - 1 : end].count(b"\n")
    return breaks == 1 and not data[data.rfind(b"\n", 0, first) + 1 : first].strip()


def _documents(first: int, end: int, data: bytes, row: Language) -> bool:
    if row.docs == "inside" or data.startswith(b"#!", first):
        return False
    if row.docs == "above":
        return True
    text = data[first : min(end, first + 8)].decode("utf-8", "replace")
    return text.startswith(row.doc_marks)


def doc_text(comments: list[Lead], data: bytes) -> str:
    """The text of a run of comments without their markers."""
    if not comments:
        return ""
    pieces = [
        _unmark(data[first:end].decode("utf-8", "replace").rstrip()) for first, end, _ in comments
    ]
    lines = [line for line in "\n".join(pieces).split("\n") if not _RULE.match(line)]
    return "\n".join(lines).strip()[:_MAX_DOC]


def _unmark(text: str) -> str:
    if found := _STRING.match(text):
        return string_text(text[found.end() :])
    body, blocks = _OPENING.subn("", text, count=1)
    if blocks:
        body = _CLOSING.sub("", body)
    lines = _LINE.sub("", body).split("\n")
    return "\n".join(line.rstrip() for line in _dedent(lines))


def string_text(text: str) -> str:
    """The text of a string literal that documents: without quotes, indented as its first line."""
    found = _QUOTES.match(text.strip())
    lines = (found[2] if found else text).expandtabs().split("\n")
    return "\n".join(line.rstrip() for line in _dedent(lines)).strip()[:_MAX_DOC]


def _dedent(lines: list[str]) -> list[str]:
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    return [lines[0].strip(), *(line[margin:] for line in lines[1:])]


def without(start: int, end: int, leads: list[Lead], starts: list[int], data: bytes) -> bytes:
    """The bytes from start to end with comments and attributes between them left out."""
    low, high = bisect_left(starts, start), bisect_right(starts, end - 1)
    if low == high:
        return data[start:end]
    pieces: list[bytes] = []
    for first, last, _ in leads[low:high]:
        if first >= start:
            pieces.append(data[start:first])
            start = max(start, last)
    pieces.append(data[start:end])
    return b" ".join(pieces)
