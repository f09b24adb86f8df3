"""The definitions of a name with their source, folded where it is long."""

from collections.abc import Sequence

from codeseam_indexer.records import SymbolRow
from codeseam_server.render.pieces import (
    LOCATE,
    ROWS,
    UNDERSTAND,
    answer,
    names,
    not_found,
    quoted,
    signature,
    spot,
)
from codeseam_server.render.source import block
from codeseam_server.session.records import Index, Source
from codeseam_server.symbols.lookup import Lookup


def symbols(lookup: Lookup, sources: Sequence[Source], state: Index) -> str:
    """The definitions of a name, the first in full, the others as far as the budget goes."""
    if not lookup.rows:
        return answer(not_found(lookup), state)
    lines: list[str] = []
    if len(lookup.rows) > 1:
        lines.append(f"{len(lookup.rows)} definitions of {quoted(lookup.query)}")
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
    return answer(lines, state)


def _definition(source: Source, budget: int) -> list[str]:
    row = source.row
    lines = [spot(row)]
    if source.text is None:
        return [*lines, "(the file has changed or is gone; ask again in a moment)"]
    members = _members(source) if len(source.text) > budget else []
    if members:  # of which any can be asked for: the top says what the whole is for
        budget = min(budget - sum(len(line) + 1 for line in members), LOCATE)
    room, tail = max(budget, 400), not members
    lines += block(source.text, row.symbol.start_line, room, row.path, tail=tail)
    lines += members
    if source.callers:
        lines.append(f"called by: {names(source.callers)}")
    if source.callees:
        lines.append(f"calls: {names(source.callees)}")
    return lines


def _members(source: Source) -> list[str]:
    """The members of a class that is too long to show, each a line."""
    rows = [
        f"{row.symbol.start_line}-{row.symbol.end_line} {signature(row)}"
        for row in source.members[:ROWS]
    ]
    more = len(source.members) - len(rows)
    return ["members:", *rows, *([f"… {more} more"] if more > 0 else [])] if rows else []


def _more_rows(rows: Sequence[SymbolRow]) -> list[str]:
    lines = [spot(row) for row in rows[:ROWS]]
    if more := len(rows) - len(lines):
        lines.append(f"… {more} more; narrow with path")
    return lines
