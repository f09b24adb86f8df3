"""Answers as the compact text that an agent reads; the same index gives the same bytes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from codeseam_indexer.records import SymbolRow
from codeseam_server.render.safe import mask, one_line
from codeseam_server.render.source import block, head
from codeseam_server.search.records import Answer, Hit
from codeseam_server.session.records import FileOutline, FolderOutline, Index, Source, Status
from codeseam_server.symbols.edges import Callees, Callers, Edge, Place, References
from codeseam_server.symbols.lookup import Lookup

LOCATE = 2_900
"""Characters of an answer to "where": under 1,000 tokens at some 3.2 characters a token of code."""

UNDERSTAND = 11_500
"""Characters of an answer that is to be read instead of the file: under 4,000 tokens."""

_SNIPPET = 10
"""Lines shown of a place; enough for a signature and what follows it."""

_FEW = 2
"""Lines shown of a place for which there is little room left."""

_ROWS = 60
"""Lines of a list before it asks to be narrowed."""

_CODED = 30
"""Calls of which the line is shown; with more the list itself is what is wanted."""

_CODE = 90
"""Characters of such a line."""

Code = Callable[[str, int], str]
"""Path and line -> that line of source, "" where it cannot be read."""

_UNREAD = ("too large", "unreadable", "name is not UTF-8")
"""Reasons for which a file that an answer may need is missing."""


def _partial(state: Index) -> str:
    """The first line of an answer that more files may change, "" where none are waiting."""
    if not state.pending:
        return ""
    return (
        f"(partial: {state.pending} {_s(state.pending, 'file')} still to be indexed,"
        f" {state.files} done; ask again for the rest)"
    )


def _lacking(state: Index) -> list[str]:
    """The last lines of an answer: what it can never show, and what the user must know."""
    unread = [f"{reason}: {state.skipped[reason]}" for reason in _UNREAD if reason in state.skipped]
    lines = [f"(not indexed: {', '.join(unread)}; index_status lists them)"] if unread else []
    return [*lines, f"({one_line(state.notice)})"] if state.notice else lines


def search(answer: Answer, state: Index, note: str = "") -> str:
    """The places that answer a query, each with its first lines as far as the budget goes."""
    if not answer.hits:
        lines = [f"Nothing found for {_quoted(answer.query)}. {note}".rstrip()]
        return _join(lines, state)
    count = len(answer.hits)
    first = "Only distant matches" if answer.weak else f"{count} {_s(count, 'place')}"
    lines = [f"{first} for {_quoted(answer.query)}{_aside(note)}"]
    titles = [_title(at, hit) for at, hit in enumerate(answer.hits, 1)]
    beside = [
        f"{_place(item.path, item.start_line)} {one_line(item.symbol)}: {one_line(item.why)}"
        for item in answer.related[:5]
    ]
    budget = max(LOCATE, 90 * count) - sum(map(len, titles)) - sum(map(len, beside))
    for title, shown in zip(titles, _snippets(answer.hits, budget), strict=True):
        lines += [title, *shown]
    if beside:
        lines += ["related:", *beside]
    return _join(lines, state)


def _snippets(hits: Sequence[Hit], budget: int) -> list[list[str]]:
    """The first lines of each hit: a few of all as far as that goes, more of the first ones."""
    few = [head(hit.text, hit.start_line, _FEW, _FEW * 100) for hit in hits]
    later = [sum(len(line) + 1 for line in lines) for lines in few]
    reserved = sum(later)
    chosen: list[list[str]] = []
    for hit, short, size in zip(hits, few, later, strict=True):
        reserved -= size
        left = max(budget - reserved, 0)
        lines = head(hit.text, hit.start_line, _SNIPPET, min(left, 900))
        shown = lines if left >= size else (short if budget >= size else [])
        budget -= sum(len(line) + 1 for line in shown)
        chosen.append(shown)
    return chosen


def _title(at: int, hit: Hit) -> str:
    name = f" {hit.kind} {one_line(hit.symbol)}" if hit.symbol else f" {hit.kind}"
    return f"{at}. {_span(hit.path, hit.start_line, hit.end_line)}{name}"


def symbols(lookup: Lookup, sources: Sequence[Source], state: Index) -> str:
    """The definitions of a name, the first in full, the others as far as the budget goes."""
    if not lookup.rows:
        return _join(not_found(lookup), state)
    lines: list[str] = []
    if len(lookup.rows) > 1:
        lines.append(f"{len(lookup.rows)} definitions of {_quoted(lookup.query)}")
    share = max(UNDERSTAND // max(1, len(sources)), 1_200)
    left = UNDERSTAND
    shown = 0
    for source in sources:
        if left < share // 2 and shown:
            break
        found = _definition(source, min(share, left))
        left -= sum(len(line) + 1 for line in found)
        lines += found
        shown += 1
    lines += _more_rows(lookup.rows[shown:])
    return _join(lines, state)


def _definition(source: Source, budget: int) -> list[str]:
    row = source.row
    symbol = row.symbol
    lines = [f"{_span(row.path, symbol.start_line, symbol.end_line)} {_named(row)}"]
    if source.text is None:
        return [*lines, "(the file has changed or is gone; ask again in a moment)"]
    members = _members(source) if len(source.text) > budget else []
    budget -= sum(len(line) + 1 for line in members)
    name = f"{one_line(row.path)}:{{0}}"
    lines += block(source.text, symbol.start_line, max(budget, 400), f"read {name}-{{1}}")
    lines += members
    if source.callers:
        lines.append(f"called by: {_names(source.callers)}")
    if source.callees:
        lines.append(f"calls: {_names(source.callees)}")
    return lines


def _members(source: Source) -> list[str]:
    """The members of a class that is too long to show, each a line."""
    rows = [
        f"{row.symbol.start_line}-{row.symbol.end_line} {_signature(row)}"
        for row in source.members[:_ROWS]
    ]
    more = len(source.members) - len(rows)
    return ["members:", *rows, *([f"… {more} more"] if more > 0 else [])] if rows else []


def _more_rows(rows: Sequence[SymbolRow]) -> list[str]:
    lines = [
        f"{_span(row.path, row.symbol.start_line, row.symbol.end_line)} {_named(row)}"
        for row in rows[:_ROWS]
    ]
    if more := len(rows) - len(lines):
        lines.append(f"… {more} more; narrow with path")
    return lines


def not_found(lookup: Lookup) -> list[str]:
    """That a name does not exist, and the nearest that do."""
    name = _quoted(lookup.query)
    if lookup.suggestions:
        near = ", ".join(one_line(name) for name in lookup.suggestions)
        return [f"No symbol {name}. Nearest: {near}"]
    if len(lookup.query.split()) > 2:
        return [f"No symbol {name}; for a question use semantic_search."]
    return [f"No symbol {name}, and none is spelt like it; semantic_search finds by meaning."]


def callers(lookup: Lookup, found: Callers, state: Index, code: Code = lambda _p, _l: "") -> str:
    """Who calls a symbol: proved with the line of the call, possible, textual."""
    if not found.target:
        return _join(not_found(lookup), state)
    lines = [
        f"{len(found.proved)} proved and {len(found.possible)} possible"
        f" {_s(len(found.possible), 'call')} of {_targets(found.target)}"
        f"; {_complete(found.complete, found.missing)}"
    ]
    lines += _listed(
        _edge(edge) + (_code(code(edge.path, edge.line)) if at < _CODED else "")
        for at, edge in enumerate(found.proved)
    )
    if found.possible:
        lines += [
            "possible:",
            *_listed(f"{_edge(edge)} ({edge.reason})" for edge in found.possible),
        ]
    lines += _textual(found.textual)
    return _join(lines, state)


def callees(lookup: Lookup, found: Callees, state: Index) -> str:
    """What a symbol calls, each with the place of its definition."""
    if not found.source:
        return _join(not_found(lookup), state)
    count = len(found.proved)
    lines = [f"{_targets(found.source)} calls {count} {_s(count, 'symbol')} for sure"]
    lines += _listed(_callee(edge) for edge in found.proved)
    if found.possible:
        lines += [
            "possible:",
            *_listed(f"{_callee(edge)} ({edge.reason})" for edge in found.possible),
        ]
    if found.unresolved:
        outside = Counter(call.name for call in found.unresolved)
        lines.append(f"not in this workspace: {_names(tuple(sorted(outside)))}")
    return _join(lines, state)


def references(lookup: Lookup, found: References, state: Index) -> str:
    """Every use of a symbol, by kind."""
    if not found.target:
        return _join(not_found(lookup), state)
    count = len(found.uses)
    lines = [
        f"{count} {_s(count, 'use')} of {_targets(found.target)}"
        f"; {_complete(found.complete, found.missing)}"
    ]
    lines += _listed(
        f"{_place(use.path, use.line)} {use.kind} in {one_line(use.symbol)}" for use in found.uses
    )
    lines += _textual(found.textual)
    return _join(lines, state)


def outline(found: FileOutline | FolderOutline, state: Index) -> str:
    """The symbols of a file, or what is in a folder, as deep as the budget allows."""
    lines = _file(found) if isinstance(found, FileOutline) else _folder(found)
    return _join(lines, state)


def _file(found: FileOutline) -> list[str]:
    depths = _depths(found.symbols)
    lines = [
        f"{one_line(found.path)} ({found.language}, {found.lines} lines,"
        f" {len(found.symbols)} {_s(len(found.symbols), 'symbol')})"
    ]
    for deepest in (9, 1, 0):
        rows = [
            f"{'  ' * depth}{row.symbol.start_line}-{row.symbol.end_line} {_signature(row)}"
            for row, depth in zip(found.symbols, depths, strict=True)
            if depth <= deepest
        ]
        if sum(map(len, rows)) <= UNDERSTAND:
            break
    kept = _within(rows, UNDERSTAND)
    if more := len(found.symbols) - len(kept):
        kept.append(f"… {more} more; get_symbol shows any of them")
    return lines + kept


def _depths(rows: Sequence[SymbolRow]) -> list[int]:
    depths: list[int] = []
    for row in rows:
        parent = row.symbol.parent
        depths.append(0 if parent is None or parent >= len(depths) else depths[parent] + 1)
    return depths


def _folder(found: FolderOutline) -> list[str]:
    """Files with their top symbols while they fit, else the folders with their counts."""
    name = one_line(found.path) or "."
    lines = [f"{name} ({len(found.files)} {_s(len(found.files), 'file')})"]
    rows = [_file_line(file) for file in found.files]
    if sum(map(len, rows)) > UNDERSTAND:
        rows = _folder_lines(found)
    kept = _within(rows, UNDERSTAND)
    if more := len(rows) - len(kept):
        kept.append(f"… {more} more; ask for a folder further down")
    return lines + kept


def _file_line(file: FileOutline) -> str:
    top = [row.symbol for row in file.symbols if row.symbol.parent is None]
    names = ", ".join(one_line(symbol.name) for symbol in top[:8])
    more = f", +{len(top) - 8}" if len(top) > 8 else ""
    return (
        f"{one_line(file.path)} ({file.lines}): {names}{more}"
        if top
        else (f"{one_line(file.path)} ({file.lines})")
    )


def _folder_lines(found: FolderOutline) -> list[str]:
    """One line for each file or folder right below, or below that if there is only one."""
    start = len(found.path) + 1 if found.path else 0
    groups: dict[str, list[FileOutline]] = {}
    for file in found.files:
        rest = file.path[start:].split("/")
        groups.setdefault("/".join(rest[:2]) if len(rest) > 2 else rest[0], []).append(file)
    lines: list[str] = []
    for name, files in sorted(groups.items()):
        if len(files) == 1:
            lines.append(_file_line(files[0]))
            continue
        languages = Counter(file.language for file in files)
        most = ", ".join(f"{language} {count}" for language, count in languages.most_common(3))
        lines.append(
            f"{one_line(found.path + '/' if found.path else '')}{one_line(name)}/ ({most})"
        )
    return lines


def status(state: Status) -> str:
    """What is indexed, what waits, what is left out and why."""
    index = state.index
    lines = [
        f"{one_line(state.workspace)}: {index.files} files, {state.symbols} symbols,"
        f" {state.chunks} chunks, {state.index_bytes // 1024} KiB; model {state.model}",
        "up to date" if not index.pending else f"{index.pending} files still to be indexed",
    ]
    if state.languages:
        lines.append(f"languages: {_counts(state.languages)}")
    if index.skipped:
        lines.append(f"left out: {_counts(index.skipped)}")
        lines += _listed(f"{one_line(path)}: {reason}" for path, reason in state.skipped_files)
    lines += [one_line(note) for note in state.notes]
    return "\n".join([*lines, *([f"({one_line(index.notice)})"] if index.notice else [])])


# ---------------------------------------------------------------- pieces of lines


def _join(lines: Iterable[str], state: Index) -> str:
    """An answer between what it lacks now and what it lacks for good."""
    return "\n".join(filter(None, [_partial(state), *lines, *_lacking(state)]))


def _s(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"


def _aside(note: str) -> str:
    return f" ({note})" if note else ""


def _quoted(text: str) -> str:
    shown = one_line(text)
    return f'"{shown}"' if len(shown) <= 100 else f'"{shown[:97]}…"'


def _place(path: str, line: int) -> str:
    return f"{one_line(path)}:{line}"


def _span(path: str, start: int, end: int) -> str:
    return _place(path, start) if end <= start else f"{_place(path, start)}-{end}"


def _named(row: SymbolRow) -> str:
    return f"{row.symbol.kind} {one_line(row.symbol.qualified_name)}"


def _signature(row: SymbolRow) -> str:
    written = one_line(row.symbol.signature)
    kind = row.symbol.kind
    if not written or row.symbol.name not in row.symbol.signature:
        return f"{kind} {one_line(row.symbol.name)}"
    shown = written if len(written) <= 120 else f"{written[:119]}…"
    return shown if kind in written.partition("(")[0].split() else f"{kind} {shown}"


def _names(names: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(one_line(name) for name in names[:most])
    return shown + (f", +{len(names) - most} more" if len(names) > most else "")


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{one_line(name)} {count}" for name, count in ordered)


def _targets(rows: Sequence[SymbolRow], most: int = 4) -> str:
    named = [
        f"{one_line(row.symbol.qualified_name)} ({_place(row.path, row.symbol.name_line)})"
        for row in rows[:most]
    ]
    return ", ".join(named) + (f", +{len(rows) - most} more" if len(rows) > most else "")


def _code(line: str) -> str:
    shown = one_line(mask(line)[0].strip())
    return f": {shown if len(shown) <= _CODE else shown[: _CODE - 1] + '…'}" if shown else ""


def _edge(edge: Edge) -> str:
    way = f" via {' > '.join(map(one_line, edge.via))}" if edge.via else ""
    return f"{_place(edge.path, edge.line)} {one_line(edge.symbol)}{way}"


def _callee(edge: Edge) -> str:
    way = f" via {' > '.join(map(one_line, edge.via))}" if edge.via else ""
    return f"{one_line(edge.symbol)} ({_place(edge.path, edge.line)}) at line {edge.site.line}{way}"


def _textual(places: Sequence[Place]) -> list[str]:
    """Lines that only mention a name, grouped by file."""
    if not places:
        return []
    by_file: dict[str, list[int]] = {}
    for place in places:
        by_file.setdefault(place.path, []).append(place.line)
    rows = [f"{one_line(path)}: {_lines(lines)}" for path, lines in by_file.items()]
    return ["mentioned only:", *_listed(rows, most=20)]


def _lines(numbers: Sequence[int], most: int = 12) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    return shown + (f", +{len(numbers) - most}" if len(numbers) > most else "")


def _complete(complete: bool, missing: Sequence[str]) -> str:
    if complete:
        return "complete"
    return f"not complete: {one_line(missing[0])}" if missing else "not complete"


def _listed(rows: Iterable[str], most: int = _ROWS) -> list[str]:
    every = list(rows)
    kept = _within(every[:most], UNDERSTAND)
    more = len(every) - len(kept)
    return [*kept, f"… {more} more; narrow with path"] if more else kept


def _within(rows: Sequence[str], budget: int) -> list[str]:
    kept: list[str] = []
    for row in rows:
        budget -= len(row) + 1
        if budget < 0:
            break
        kept.append(row)
    return kept
