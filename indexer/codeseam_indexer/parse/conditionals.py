"""Lines of a preprocessor that cut a construct in two, as a grammar cannot read them.

A grammar reads every branch of an ``#if`` as whole statements. Where a branch opens a brace that
it does not close, or the condition stands in the middle of a statement, one branch is kept in its
place: then the braces meet those of the other conditions of the same kind. A grammar reads no
``#define`` and no ``#include`` between the items of a list, where they make some of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from codeseam_indexer.parse.blanks import Span, blanked

_TOKEN = re.compile(
    rb"//(?:[^\n\\]|\\\r?\n|\\.)*|/\*.*?\*/"
    rb"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    rb"|^[ \t]*#[ \t]*(?P<directive>\w+)(?:[^\n\\/]|\\\r?\n|\\.|/\*.*?\*/|/(?![/*]))*"
    rb"|(?P<bracket>[{}()])",
    re.DOTALL | re.MULTILINE,
)
_OPENS = frozenset({b"if", b"ifdef", b"ifndef"})
_GOES_ON = frozenset({b"else", b"elif", b"elifdef", b"elifndef"})
_STEP = {b"{": (1, 0), b"}": (-1, 0), b"(": (0, 1), b")": (0, -1)}
_CONDITIONS = _OPENS | _GOES_ON | {b"endif"}
_LIST = re.compile(rb"(?:\benum\b[^;{}()=]*|=\s*)\{")
MAX_BLANKED = 4000
"""Bytes of the branches that would be lost; longer ones are whole programs of their own."""

MAX_WITHIN = 1000
"""Bytes of a condition in the middle of a statement; before a longer one a semicolon is missing."""

_COMPLETE = b";{}:,"
"""What a statement, or an item of a list, ends with."""

Balance = tuple[int, int, int, int]
"""Net braces, the lowest count of them on the way, the same of parentheses."""


@dataclass(slots=True)
class _Branch:
    directive: tuple[int, int]
    start: int
    end: int = 0
    items: list["tuple[int, int] | _Group"] = field(
        default_factory=list["tuple[int, int] | _Group"]
    )


@dataclass(slots=True)
class _Group:
    branches: list[_Branch]
    closing: tuple[int, int] = (0, 0)
    depth: int = 0
    within: bool = False


def join_branches(data: bytes) -> bytes:
    """The text with the conditions blanked that cut constructs in two; no byte moves."""
    if b"#" not in data:
        return data
    blanks = [b for group in _groups(data) for b in _blanks(group)]
    if not blanks:
        return data
    return blanked(data, blanks)


def bare_lists(data: bytes) -> bytes:
    """The text without the directives that stand in lists, but for conditions."""
    if b"#" not in data:
        return data
    spans: list[Span] = []
    at = 0
    while (opening := _LIST.search(data, at)) is not None:
        at, depth = len(data), 1
        for token in _TOKEN.finditer(data, opening.end()):
            depth += _STEP.get(token["bracket"] or b"", (0, 0))[0]
            if depth == 0:
                at = token.end()
                break
            if token["directive"] and token["directive"] not in _CONDITIONS:
                spans.append(token.span())
    return blanked(data, spans)


def _groups(data: bytes) -> list[_Group]:
    """The outermost conditions of a text, each with those inside it."""
    top = _Branch((0, 0), 0)
    stack: list[tuple[_Branch, _Group | None]] = [(top, None)]
    depth = behind = 0
    whole = True
    for token in _TOKEN.finditer(data):
        bracket, directive = token["bracket"], token["directive"]
        branch, group = stack[-1]
        whole = _is_whole(data[behind : token.start()], token[0], whole=whole)
        behind = token.end()
        if bracket:
            step = _STEP[bracket]
            branch.items.append(step)
            depth = max(depth + step[1], 0)
        elif directive in _OPENS:
            inner = _Group([_Branch(token.span(), token.end())], depth=depth, within=not whole)
            branch.items.append(inner)
            stack.append((inner.branches[0], inner))
        elif directive in _GOES_ON and group is not None:
            branch.end = token.start()
            group.within |= not whole
            depth, whole = group.depth, True
            group.branches.append(_Branch(token.span(), token.end()))
            stack[-1] = (group.branches[-1], group)
        elif directive == b"endif" and group is not None:
            branch.end, group.closing = token.start(), token.span()
            group.within |= not whole
            whole = True
            stack.pop()
    return [item for item in top.items if isinstance(item, _Group) and item.closing[1]]


def _is_whole(plain: bytes, token: bytes, *, whole: bool) -> bool:
    """Whether a statement is complete behind some text and the token that follows it."""
    text = plain.rstrip()
    if text and (whole or text.strip() != b":"):  # a colon behind parameters begins a list
        whole = text[-1:] in _COMPLETE
    if token[:1] in _COMPLETE:
        return True
    return False if token[:1] in b"()\"'" else whole


def _balance(branch: _Branch) -> Balance:
    braces = low = parens = least = 0
    for item in branch.items:
        if isinstance(item, _Group):
            net, dip, inner, sag = _balance(item.branches[0])
            low, least = min(low, braces + dip), min(least, parens + sag)
            braces, parens = braces + net, parens + inner
        else:
            braces, parens = braces + item[0], parens + item[1]
            low, least = min(low, braces), min(least, parens)
    return braces, low, parens, least


def _blanks(group: _Group) -> Iterator[tuple[int, int]]:
    """The spans to blank in a condition and in those inside the branches that stay."""
    size = group.closing[1] - group.branches[0].directive[0]
    cuts = group.depth > 0 or any(_balance(b) != (0, 0, 0, 0) for b in group.branches)
    cuts |= group.within and size <= MAX_WITHIN
    lost = sum(b.end - b.start for b in group.branches[1:])
    kept = group.branches
    if cuts and lost <= MAX_BLANKED:
        kept = group.branches[:1]
        yield from (b.directive for b in group.branches)
        yield from ((b.start, b.end) for b in group.branches[1:])
        yield group.closing
    for branch in kept:
        for item in branch.items:
            if isinstance(item, _Group) and item.closing[1]:
                yield from _blanks(item)
