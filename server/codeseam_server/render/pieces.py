"""The pieces that lines of answers are made of: places, names, counts, what an index lacks."""

from collections.abc import Iterable, Mapping, Sequence

from codeseam_indexer.credentials import MASK
from codeseam_indexer.records import SymbolRow
from codeseam_server.render.safe import one_line
from codeseam_server.session.records import Index
from codeseam_server.symbols.lookup import Lookup

LOCATE = 2_850
"""Characters of an answer to "where": under 1,000 tokens, of which dense code has one in three."""

UNDERSTAND = 10_300
"""Characters of an answer that is to be read instead of the file: under 4,000 tokens."""

ROWS = 60
"""Lines of a list that is to be looked over, some 1,000 tokens."""

_UNREAD = ("too large", "unreadable", "name is not UTF-8")
"""Reasons for which a file that an answer may need is missing."""


def answer(lines: Iterable[str], state: Index) -> str:
    """Lines between what the index lacks now and what it lacks for good."""
    return "\n".join(filter(None, [_partial(state), *lines, *_lacking(state)]))


def _partial(state: Index) -> str:
    """The first line of an answer that more files may change, "" where none are waiting."""
    if not state.pending:
        return ""
    return (
        f"(partial: {state.pending} {plural(state.pending, 'file')} still to be indexed,"
        f" {state.files} done; ask again for the rest)"
    )


def _lacking(state: Index) -> list[str]:
    """The last lines of an answer: what it can never show, and what the user must know."""
    unread = [f"{reason}: {state.skipped[reason]}" for reason in _UNREAD if reason in state.skipped]
    lines = [f"(not indexed: {', '.join(unread)}; index_status lists them)"] if unread else []
    return [*lines, f"({one_line(state.notice)})"] if state.notice else lines


def not_found(lookup: Lookup) -> list[str]:
    """That a name does not exist, and the nearest that do."""
    if lookup.files:
        where = one_line(lookup.files[0])
        what = "folder" if where.endswith("/") else "file"
        return [f"{where} is a {what}; outline shows its symbols, and their names."]
    said = f"No symbol {quoted(lookup.query)}"
    if len(lookup.query.split()) > 2:
        said += "; for a question use semantic_search"
    elif not lookup.suggestions:
        said += ", and none is spelt like it; semantic_search finds by meaning"
    near = ", ".join(one_line(name) for name in lookup.suggestions)
    return [f"{said}. Nearest: {near}" if near else f"{said}."]


def plural(count: int, word: str) -> str:
    """The word, with an s unless there is one."""
    return word if count == 1 else f"{word}s"


def masked(lines: Iterable[str]) -> list[str]:
    """The line that says how many secrets are masked in others."""
    count = sum(line.count(MASK) for line in lines)
    return [f"({count} {plural(count, 'secret')} masked)"] if count else []


def aside(note: str) -> str:
    """A remark in parentheses, "" for none."""
    return f" ({note})" if note else ""


def quoted(text: str) -> str:
    """What was asked for, on one line, cut where it is long."""
    shown = one_line(text)
    return f'"{shown}"' if len(shown) <= 100 else f'"{shown[:97]}…"'


def place(path: str, line: int) -> str:
    """A file and a line."""
    return f"{one_line(path)}:{line}"


def span(path: str, start: int, end: int) -> str:
    """A file and its lines."""
    return place(path, start) if end <= start else f"{place(path, start)}-{end}"


def spot(row: SymbolRow) -> str:
    """A definition: its lines, kind and qualified name."""
    where = span(row.path, row.symbol.start_line, row.symbol.end_line)
    return f"{where} {row.symbol.kind} {one_line(row.symbol.qualified_name)}"


def signature(row: SymbolRow) -> str:
    """How a definition is written, or its kind and name."""
    written = one_line(row.symbol.signature)
    kind = row.symbol.kind
    if not written or row.symbol.name not in row.symbol.signature:
        return f"{kind} {one_line(row.symbol.name)}"
    shown = written if len(written) <= 120 else f"{written[:119]}…"
    return shown if kind in written.partition("(")[0].split() else f"{kind} {shown}"


def names(every: Sequence[str], most: int = 12) -> str:
    """Names on one line, and how many more there are."""
    shown = ", ".join(one_line(name) for name in every[:most])
    return shown + (f", +{len(every) - most} more" if len(every) > most else "")


def counts(by_name: Mapping[str, int]) -> str:
    """Names with their counts, most first."""
    ordered = sorted(by_name.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{one_line(name)} {count}" for name, count in ordered)


def targets(rows: Sequence[SymbolRow], most: int = 4) -> str:
    """The definitions that an answer is about."""
    named = [
        f"{one_line(row.symbol.qualified_name)} ({place(row.path, row.symbol.name_line)})"
        for row in rows[:most]
    ]
    return ", ".join(named) + (f", +{len(rows) - most} more" if len(rows) > most else "")


def within(rows: Iterable[str], budget: int) -> list[str]:
    """The first rows, in at most ``budget`` characters."""
    kept: list[str] = []
    for row in rows:
        budget -= len(row) + 1
        if budget < 0:
            break
        kept.append(row)
    return kept
