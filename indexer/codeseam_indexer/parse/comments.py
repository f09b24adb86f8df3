"""What stands in front of a definition and belongs to it, and the text of its documentation.

Comments are looked for where a definition begins instead of being matched all over the file: most
lines of comment are not above a definition, and a match costs more than a look at the line above.
"""

import re
from bisect import bisect_left, bisect_right

import tree_sitter

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.definitions import Harvest, Lead

_FAR = 4000
"""Attributes further away than this many bytes are of something else."""
_MARK = re.compile(rb"[ \t\0]*(///?!?|#+|--+|;+|%+)")
"""What a line that is a comment begins with."""
_BLOCK_ENDS = (b"*/", b"-}", b"*)", b"=#", b"-->", b"]]")
_INLINE = re.compile(rb"//|/\*|#|--|\(\*|\{-|;")
_DIRECTIVE = re.compile(rb"^[ \t]*#", re.MULTILINE)
_APART = re.compile(rb"[ \t\r]*(?:\Z|\n[ \t\r]*(?:\Z|\n|end\b))")
"""What follows a comment that is of nothing below it."""
_NOTHING = "\0"
"""What stands for bytes between the ranges of a part; no other text of a file is read as it."""
_SPACE = b" \t\r\n\f\v\0"
_SHEBANG = b"#!"
_NOT_OF_IT = (b"}", b"{", b"<%")
"""A brace that was blanked, or the tag of a template."""
_NO_PART = re.compile(
    rb"<{7}|={7}|>{7}|\|{7}|[ \t]*#[ \t]*(?:if|el|end|define|undef|include)", re.MULTILINE
)
"""Lines that were blanked and are of nothing below: markers of a conflict, directives."""

_OPENING = re.compile(r"\A\s*(?:/\*[*!]*<?|\(\*+|\{-\s*\|?|--\[=*\[|#=|<!--)")
_CLOSING = re.compile(r"(?:\*+/|\*+\)|-\}|\]=*\]|=#|-->)\s*\Z")
_STRING = re.compile(r"(?:@\w*doc\s*(?:~[sS])?)?(?=\")")
_LINE = re.compile(r"^[ \t]*(?://[/!]*<?|--+(?:[ ]?[|^])?|#+'?|;+|%+|\*(?!\*))[ ]?", re.MULTILINE)
_QUOTES = re.compile(r"\A[A-Za-z]{0,3}(\"\"\"|'''|\"|')(.*)\1\Z", re.DOTALL)
_PRAGMA = re.compile(r"^[ \t]*//(?:[a-z0-9]+:[a-z0-9]|nolint\b|[ ]?\+build\b).*$\n?", re.MULTILINE)
"""``//go:noinline`` is said to a compiler or a linter."""
_RULE = re.compile(r"^[\s=*#/~_+-]{4,}$", re.MULTILINE)
_TAGS = re.compile(r"</?(?:summary|remarks|para)>")
_MAX_DOC = 4000


class Surroundings:
    """The text and tree around the definitions of one part of a file."""

    __slots__ = ("clean", "data", "leads", "limit", "marks", "root", "row", "starts")

    def __init__(self, taken: Harvest, data: bytes, row: Language, clean: bytes = b"") -> None:
        self.root, self.leads, self.limit = taken.root, taken.leads, taken.limit
        self.data, self.row = data, row
        self.clean = clean or data
        self.marks = tuple(mark.encode() for mark in row.doc_marks)
        self.starts = [lead[0] for lead in self.leads]

    def written(self, start: int) -> int:
        """Where a definition begins in the text: what was blanked in front of it belongs to it.

        That is on its line, or a line of its own above.
        """
        data, clean = self.data, self.clean
        if clean is data or not self.row.scrub:
            return start
        while True:
            begin = data.rfind(b"\n", 0, start) + 1
            if clean[begin:start].strip(_SPACE):
                return start
            before = data[begin:start]
            if before.strip(_SPACE):
                return begin + len(before) - len(before.lstrip(_SPACE))
            above = data.rfind(b"\n", 0, max(0, begin - 1)) + 1
            line = data[above:begin]
            hidden = line.strip(_SPACE) and not clean[above:begin].strip(_SPACE)
            brace = line.lstrip(_SPACE).startswith(_NOT_OF_IT) or line.rstrip(_SPACE).endswith(b"{")
            if not hidden or brace or _NO_PART.match(line):
                return start
            start = above + len(line) - len(line.lstrip(_SPACE))

    def shown(self, start: int, end: int) -> int:
        """Where a text ends without the lines at its end that were blanked."""
        if self.clean is self.data:
            return end
        last = start + len(self.clean[start:end].rstrip(_SPACE))
        return last if b"\n" in self.data[last:end] else end

    def attached(self, start: int) -> tuple[int, list[tuple[int, int]]]:
        """Find what stands right before a definition and belongs to it.

        Comments must touch it (no blank line between) and begin their line; attributes may stand
        apart.

        Returns:
            The first byte of the first of them, or ``start``; the spans of those that document.
        """
        documents: list[tuple[int, int]] = []
        data = self.data
        while True:
            found = self._lead(start) if self.leads else None
            if found is not None:
                start, end, documenting = found
                if documenting:
                    documents.append((start, end))
                continue
            above = self._comment(start) if self.row.docs != "inside" else None
            if above is None:
                break
            start = above[0]
            documents.append(above)
        documents.reverse()
        if documents and data.startswith(_SHEBANG, documents[0][0]):
            documents = documents[1:]
        return start, documents

    def _lead(self, start: int) -> Lead | None:
        """The attribute or documenting string right before a byte, if there is one."""
        at = bisect_left(self.starts, start) - 1
        if at < 0:
            return None
        _, end, documenting = self.leads[at]
        if end > start or start - end > _FAR:
            return None
        gap = self.data[end:start]
        if gap.strip(_SPACE) or (documenting and gap.count(b"\n") > 1):
            return None
        return self.leads[at]

    def _comment(self, start: int) -> tuple[int, int] | None:
        """The run of line comments, or the block comment, that ends on the line above a byte."""
        data = self.data
        begin = data.rfind(b"\n", 0, start) + 1
        if begin == 0 or data[begin:start].strip(_SPACE):
            return None
        end = begin - 1
        above = data.rfind(b"\n", 0, end) + 1
        line = data[above:end].rstrip(_SPACE)
        mark = _MARK.match(line)
        if mark is not None:
            first = above + mark.start(1)
            if not self._is_comment(first) or not self._documents(first):
                return None
            return self._run(first, mark[1][:2]), above + len(line)
        if not line.endswith(_BLOCK_ENDS):
            return None
        node = self._node(above + len(line) - 1)
        if node is None or not self._documents(node.start_byte):
            return None
        first = node.start_byte
        own_line = not data[data.rfind(b"\n", 0, first) + 1 : first].strip(_SPACE)
        return (first, above + len(line)) if own_line else None

    def _run(self, first: int, mark: bytes) -> int:
        """Go up over lines that begin with the same mark; give the first byte of the topmost."""
        data = self.data
        while True:
            end = data.rfind(b"\n", 0, first)
            if end < 0:
                return first
            above = data.rfind(b"\n", 0, end) + 1
            found = _MARK.match(data, above, end)
            if found is None or found[1][:2] != mark or not self._documents(found.start(1)):
                return first
            if data.startswith(_SHEBANG, found.start(1)):
                return first
            first = found.start(1)

    def _node(self, byte: int) -> tree_sitter.Node | None:
        """The comment that holds a byte, None where there is none."""
        node = self.root.descendant_for_byte_range(byte, byte + 1)
        found = None
        for _ in range(3):  # a marker inside a doc comment inside a comment
            if node is None:
                break
            if "comment" in node.type or node.type == "haddock":
                found = node
            elif found is not None:
                break
            node = node.parent
        return found

    def _is_comment(self, byte: int) -> bool:
        return self._node(byte) is not None

    def _documents(self, first: int) -> bool:
        return self.row.docs == "above" or self.data.startswith(self.marks, first)

    def trails(self, end: int, comment: tree_sitter.Node) -> bool:
        """Does a comment right behind a definition document it, and not what stands below?"""
        gap = self.data[end : comment.start_byte]
        return gap.count(b"\n") < 2 and _APART.match(self.data, comment.end_byte) is not None

    def text(self, start: int, end: int) -> str:
        """The text from start to end, without what the part was given as no text of its own."""
        return _plain(self.data, start, end)

    def without(self, start: int, end: int) -> str:
        """The text from start to end with comments and attributes between them left out.

        Where conditions stand in it, only the branch that was read is text.
        """
        data = self.data
        conditional = (self.row.repair or "directives" in self.row.scrub) and _DIRECTIVE.search(
            data, start, end
        ) is not None
        source = self.clean if conditional else data
        gaps: list[tuple[int, int]] = []
        low, high = bisect_left(self.starts, start), bisect_right(self.starts, end - 1)
        if low != high:
            gaps += [(first, last) for first, last, _ in self.leads[low:high]]
        at = start
        while (found := _INLINE.search(data, at, end)) is not None:
            at = found.end()
            node = self._node(found.start())
            if node is not None:
                at = max(at, node.end_byte)
                gaps.append((node.start_byte, node.end_byte))
        if not gaps:
            return _plain(source, start, end)
        pieces: list[str] = []
        for first, last in sorted(gaps):
            if first >= start:
                pieces.append(_plain(source, start, first))
            start = max(start, last)
        pieces.append(_plain(source, start, end))
        return "\n".join(pieces)


def _plain(data: bytes, start: int, end: int) -> str:
    text = data[start:end].decode("utf-8", "replace")
    return text.replace(_NOTHING, "") if _NOTHING in text else text


def doc_text(comments: list[str]) -> str:
    """The text of comments without their markers."""
    if not comments:
        return ""
    pieces = [_unmark(comment.rstrip().replace("\r\n", "\n")) for comment in comments]
    return _TAGS.sub("", "\n".join(pieces)).strip()[:_MAX_DOC]


def _unmark(text: str) -> str:
    if found := _STRING.match(text):
        return string_text(text[found.end() :])
    body, blocks = _OPENING.subn("", text, count=1)
    if blocks:
        body = _CLOSING.sub("", body)
    return _dedent(_RULE.sub("", _LINE.sub("", _PRAGMA.sub("", body))))


def string_text(text: str) -> str:
    """The text of a string literal that documents: without quotes, indented as its first line."""
    found = _QUOTES.match(text.strip())
    return _dedent((found[2] if found else text).expandtabs()).strip()[:_MAX_DOC]


def _dedent(text: str) -> str:
    if "\n" not in text:
        return text.strip()
    if "\n " not in text and "\n\t" not in text:
        return text.strip()
    first, *lines = text.split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    margin = min(margins, default=0)
    return "\n".join([first.strip(), *(line[margin:].rstrip() for line in lines)])
