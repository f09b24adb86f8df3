"""The answer to a question: places, each with its first lines as far as the budget goes."""

from collections.abc import Sequence

from codeseam_server.render.pieces import LOCATE, answer, aside, masked, place, plural, quoted, span
from codeseam_server.render.safe import one_line
from codeseam_server.render.source import head
from codeseam_server.search.records import Answer, Hit
from codeseam_server.session.records import Index

_SNIPPET = 10
"""Lines shown of a place; enough for a signature and what follows it."""

_FEW = 2
"""Lines shown of a place for which there is little room left."""


def search(found: Answer, state: Index, note: str = "") -> str:
    """The places that answer a query, each with its first lines as far as the budget goes."""
    if not found.hits:
        lines = [f"Nothing found for {quoted(found.query)}. {note}".rstrip()]
        return answer(lines, state)
    count = len(found.hits)
    first = "Only distant matches" if found.weak else f"{count} {plural(count, 'place')}"
    lines = [f"{first} for {quoted(found.query)}{aside(note)}"]
    titles = [_title(at, hit) for at, hit in enumerate(found.hits, 1)]
    beside = [
        f"{place(item.path, item.start_line)} {one_line(item.symbol)}: {one_line(item.why)}"
        for item in found.related[:5]
    ]
    budget = max(LOCATE, 90 * count) - sum(map(len, titles)) - sum(map(len, beside))
    for title, shown in zip(titles, _snippets(found.hits, budget), strict=True):
        lines += [title, *shown]
    if beside:
        lines += ["related:", *beside]
    lines += masked(lines)
    return answer(lines, state)


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
    return f"{at}. {span(hit.path, hit.start_line, hit.end_line)}{name}"
