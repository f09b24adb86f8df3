"""The call graph around a symbol: who calls it, what it calls, where it is used."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from codeseam_indexer.credentials import mask
from codeseam_server.render.pages import Row, paged, section
from codeseam_server.render.pieces import LOCATE, answer, masked, not_found, place, plural, targets
from codeseam_server.render.safe import one_line
from codeseam_server.session.records import Index
from codeseam_server.symbols.edges import Affected, Callees, Callers, Edge, Place, References
from codeseam_server.symbols.lookup import Lookup

_CODE = 90
"""Characters of the line of a call."""

_AROUND = 250
"""Characters of what says that a list goes on."""

_NAMES = 12
"""Names or line numbers in one row."""

_DOUBTFUL = 10
"""Rows of a section on the first page that may have nothing to do with the symbol: of a common
word there are hundreds."""

_UNKNOWN = "receiver of unknown type"
_MENTIONED = "mentioned only"

Code = Callable[[str, int], str]
"""Path and line -> that line of source, "" where it cannot be read."""


def callers(
    lookup: Lookup,
    found: Callers,
    state: Index,
    code: Code = lambda _path, _line: "",
    page: int = 1,
) -> str:
    """Who calls a symbol: proved, possible with the reason, both with the line; textual."""
    if not found.target:
        return answer(not_found(lookup), state)
    first = (
        f"{len(found.proved)} proved and {len(found.possible)} possible"
        f" {plural(len(found.possible), 'call')} of {targets(found.target)}"
        f"; {_complete(found.complete, found.missing)}"
    )
    proved = [Row(_edge(edge), path=edge.path) for edge in found.proved]
    possible = ((f"{_edge(edge)} ({edge.reason})", edge.path) for edge in found.possible)

    rows = [*proved, *section("possible", possible), *_unknown(found.unknown)]
    rows += _textual(found.textual)
    deep = any(edge.depth > 1 for edge in found.proved)
    seen = sum(len(row.text) + 1 for row in proved) <= _room(first)
    ends = [
        f"{what}: {', '.join(map(one_line, names[:_NAMES]))}{_more(names)}"
        for what, names in (("tests that reach it", found.tests), ("begins at", found.entries))
        if names and (deep or not seen)  # else the list below says it
    ]
    code_of = _lines([*found.proved, *found.possible, *found.unknown], code)
    lines = paged(rows, page, _room(first, *ends), code_of, _looked_over(rows))
    return answer([first, *ends, *lines, *masked(lines)], state)


def affected(
    found: Affected,
    state: Index,
    code: Code = lambda _path, _line: "",
    page: int = 1,
) -> str:
    """What edits may have broken: calls from other files, and imports of what is gone."""
    files = len(found.changed)
    first = (
        f"{files} {plural(files, 'file')} changed: {len(found.callers)} proved"
        f" {plural(len(found.callers), 'call')} from other files of {len(found.symbols)}"
        f" {plural(len(found.symbols), 'symbol')}, {len(found.lost)}"
        f" {plural(len(found.lost), 'import')} of what is not there"
    )
    lost = [f"{place(one.path, one.line)} {one_line(one.name)}" for one in found.lost]
    rows = [
        *section("imports of what is not there", ((row, "") for row in lost)),
        *section("calls", ((_edge(edge), edge.path) for edge in found.callers)),
    ]

    calls = _lines(found.callers, code)
    lines = paged(rows, page, _room(first), lambda at: calls(at - len(lost)))
    return answer([first, *lines, *masked(lines)], state)


def callees(lookup: Lookup, found: Callees, state: Index, page: int = 1) -> str:
    """What a symbol calls, each with the place of its definition."""
    if not found.source:
        return answer(not_found(lookup), state)
    count = len(found.proved)
    first = f"{targets(found.source)} calls {count} {plural(count, 'symbol')} for sure"
    rows = [Row(_callee(edge), path=edge.path) for edge in found.proved]
    possible = ((f"{_callee(edge)} ({edge.reason})", edge.path) for edge in found.possible)
    rows += section("possible", possible)
    outside = sorted({one_line(call.name) for call in found.unresolved})
    rows += section("not in this workspace", ((names, "") for names in _wrapped(outside)))
    return answer([first, *paged(rows, page, _room(first))], state)


def references(lookup: Lookup, found: References, state: Index, page: int = 1) -> str:
    """Every use of a symbol, by kind."""
    if not found.target:
        return answer(not_found(lookup), state)
    count = len(found.uses)
    kinds = Counter(use.kind for use in found.uses)
    by_kind = f" ({', '.join(f'{kind} {n}' for kind, n in kinds.most_common())})"
    first = (
        f"{count} {plural(count, 'use')}{by_kind if len(kinds) > 1 else ''}"
        f" of {targets(found.target)}; {_complete(found.complete, found.missing)}"
    )
    rows = [
        Row(f"{place(use.path, use.line)} {use.kind} in {one_line(use.symbol)}", path=use.path)
        for use in found.uses
    ]
    rows += [*_unknown(found.unknown), *_textual(found.textual)]
    return answer([first, *paged(rows, page, _room(first), most=_looked_over(rows))], state)


def _room(*lines: str) -> int:
    """Characters of the first page of a list below these lines."""
    return max(LOCATE - _AROUND - sum(map(len, lines)), LOCATE // 2)


def _lines(edges: Sequence[Edge | Place], code: Code) -> Callable[[int], str]:
    """The line of source of each of the first rows, which are those of ``edges``."""

    def line(at: int) -> str:
        if not 0 <= at < len(edges):
            return ""
        shown = one_line(mask(code(edges[at].path, edges[at].line))[0].strip())
        return f": {shown if len(shown) <= _CODE else shown[: _CODE - 1] + '…'}" if shown else ""

    return line


def _way(edge: Edge) -> str:
    return f" via {' > '.join(map(one_line, edge.via))}" if edge.via else ""


def _edge(edge: Edge) -> str:
    return f"{place(edge.path, edge.line)} {one_line(edge.symbol)}{_way(edge)}"


def _callee(edge: Edge) -> str:
    where = f"{one_line(edge.symbol)} ({place(edge.path, edge.line)})"
    return f"{where} at line {edge.site.line}{_way(edge)}"


def _textual(places: Sequence[Place]) -> list[Row]:
    """Lines that only mention a name, a row for each file: with many, a grep shows them better."""
    by_file: dict[str, list[str]] = {}
    for mention in places:
        by_file.setdefault(mention.path, []).append(str(mention.line))
    return [
        Row(f"{one_line(path)}: {', '.join(lines[:_NAMES])}{_more(lines)}", _MENTIONED, path)
        for path, lines in by_file.items()
    ]


def _unknown(places: Sequence[Place]) -> list[Row]:
    """Uses of the name that no type decides: the reader can."""
    return section(_UNKNOWN, ((place(one.path, one.line), one.path) for one in places))


def _looked_over(rows: Sequence[Row]) -> int:
    """Rows of a first page: all that is said for sure, then a few of each kind of doubt."""
    count = Counter(row.section for row in rows)
    sure = len(rows) - count[_UNKNOWN] - count[_MENTIONED]
    if count[_UNKNOWN] > _DOUBTFUL:
        return sure + _DOUBTFUL
    return sure + count[_UNKNOWN] + _DOUBTFUL


def _more(names: Sequence[str]) -> str:
    return f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    """Words in rows of a few."""
    for at in range(0, len(words), _NAMES):
        yield ", ".join(words[at : at + _NAMES])


def _complete(complete: bool, missing: Sequence[str]) -> str:
    if complete:
        return "complete"
    return f"not complete: {one_line(missing[0])}" if missing else "not complete"
