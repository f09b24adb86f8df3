"""Long lists cut into pages that add up to the whole, whatever page is asked for first."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from codeseam_server.render.pieces import ROWS, UNDERSTAND, counts

_GROUPS = 6
"""Folders named where a list does not fit on its first page."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list, the section it stands in ("" for the first) and the file it is about."""

    text: str
    section: str = ""
    path: str = ""


def section(name: str, rows: Iterable[tuple[str, str]]) -> list[Row]:
    """Rows of one section from their texts and paths."""
    return [Row(text, name, path) for text, path in rows]


def paged(
    rows: Sequence[Row],
    page: int,
    first: int = UNDERSTAND,
    beside: Callable[[int], str] = lambda _at: "",
    most: int = ROWS,
) -> list[str]:
    """The lines of one page of a list, and how to get the others.

    The first page is short enough to be looked over, the others are as long as an answer may be.

    Args:
        rows: the whole list, sections one after another.
        page: from 1; one that is too high is taken as the last; 0 for the whole list.
        first: characters of the first page.
        beside: what stands behind a row, by its number; shown as far as the page has room.
        most: rows of the first page.
    """
    cuts = [range(len(rows))] if page == 0 else list(_cut(rows, first, min(most, ROWS)))
    if not cuts:
        return []
    at = min(max(page, 1), len(cuts))
    lines: list[str] = []
    if len(cuts) > 1 and at == 1:
        lines += _by_folder(rows)
    size = math.inf if page == 0 else first if at == 1 else UNDERSTAND
    room = size - sum(len(rows[number].text) + 1 for number in cuts[at - 1])
    before = ""
    for number in cuts[at - 1]:
        row = rows[number]
        if row.section != before:
            before = row.section
            lines.append(f"{row.section}:")
        more = beside(number) if room > 0 else ""
        room -= len(more)
        lines.append(row.text + (more if room >= 0 else ""))
    if len(cuts) > 1:
        lines.append(_others(rows, cuts, at, page))
    return lines


def _cut(rows: Sequence[Row], first: int, most: int) -> Iterator[range]:
    start, left = 0, first
    for number, row in enumerate(rows):
        size = len(row.text) + 1
        full = start == 0 and number == most
        if number > start and (full or size > left):
            yield range(start, number)
            start, left = number, UNDERSTAND
        left -= size
    if rows:
        yield range(start, len(rows))


def _others(rows: Sequence[Row], cuts: Sequence[range], at: int, page: int) -> str:
    where = f"page {at} of {len(cuts)}"
    if page > len(cuts):
        where += f", the last; there is no page {page}"
    if at == len(cuts):
        return f"({where})"
    later = Counter(row.section for row in rows[cuts[at - 1].stop :])
    parts = [f"{count} {name}" if name else f"{count}" for name, count in later.items()]
    return f"({where}; {' and '.join(parts)} more: page={at + 1}, or narrow with path)"


def _by_folder(rows: Sequence[Row]) -> list[str]:
    """One line that says where the rows of a long list are, "" where that is one place."""
    paths = [row.path for row in rows if row.path]
    folders = Counter(path.rpartition("/")[0] or "." for path in paths)
    deep = 3
    while len(folders) > _GROUPS and deep:
        folders = Counter("/".join(path.split("/")[:-1][:deep]) or "." for path in paths)
        deep -= 1
    if len(folders) < 2:
        return []
    most = dict(folders.most_common(_GROUPS))
    rest = len(folders) - len(most)
    return [f"by folder: {counts(most)}" + (f", +{rest} folders" if rest > 0 else "")]
