"""Labels for free: what a definition says of itself is the question, once it is hidden from view.

After the docstring variant of RepoEval: the first paragraph asks, the definition answers, and no
documentation of any definition is in the index, so that it is code that must be found.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from codeseam_indexer.parse import parse
from codeseam_indexer.records import SourceFile, Symbol
from codeseam_server.eval.resolve import Question, Target

SAYS = (
    "The questions are the workspace's own documentation, hidden from the index: this shows how "
    "well code is found by what its authors say it does, and compares chunkers and set-ups on this "
    "code; it does not show how well questions are answered that users put in words of their own, "
    "that span several places, or that documentation answers."
)
"""What figures from such questions show and do not show."""

_ASKABLE = frozenset(
    ("function", "method", "constructor", "class", "interface", "struct", "trait", "enum", "macro")
)
_WORD = re.compile(r"[^\W_]+")
_END = re.compile(r"(?<=.)\n\s*\n|\n\s*[@:]\w")
_FEWEST_WORDS = 4
_MOST_WORDS = 60
_FEWEST_LINES = 3
"""A definition shorter than this without its documentation is found or not by chance."""


@dataclass(frozen=True, slots=True)
class Hiding:
    """A file with its documentation hidden, and what that documentation asks for."""

    source: SourceFile
    questions: tuple[Question, ...]


def hide(source: SourceFile) -> SourceFile:
    """Blank the documentation of every definition; no line moves."""
    return _hiding(source).source


def questions(sources: Iterator[SourceFile]) -> list[Question]:
    """Give every question that the documentation of some files asks, each text once.

    What several definitions say alike tells none of them and is left out.
    """
    found = [one for source in sources for one in _hiding(source).questions]
    times = Counter(_said(one.query) for one in found)
    return [one for one in found if times[_said(one.query)] == 1]


def sample(found: Sequence[Question], size: int, seed: int) -> list[Question]:
    """Give ``size`` of the questions, or all; the same for the same seed and workspace."""
    order = sorted(found, key=lambda one: (one.targets[0].path, one.targets[0].spans))
    if len(order) <= size:
        return order
    return random.Random(seed).sample(order, size)  # noqa: S311 - no secret


def _hiding(source: SourceFile) -> Hiding:
    parsed = parse(source)
    if parsed.language.prose or parsed.tree is None:
        return Hiding(source, ())
    lines = source.text.split("\n")
    asked: list[Question] = []
    for symbol in parsed.symbols:
        if symbol.kind not in _ASKABLE or not symbol.docstring:
            continue
        place = _place(lines, symbol)
        if place is None:
            continue
        _blank(lines, *place)
        query = _first_paragraph(symbol.docstring)
        if _asks(query) and _left(symbol, place) >= _FEWEST_LINES:
            span = (_begin(symbol, place), symbol.end_line)
            asked.append(Question(query, (Target(source.path, (span,)),), source.language))
    return Hiding(replace(source, text="\n".join(lines)), tuple(asked))


Point = tuple[int, int]
"""Index of a line and column on it."""


def _place(lines: Sequence[str], symbol: Symbol) -> tuple[Point, Point] | None:
    """Find where the documentation stands among a symbol's lines: its words, one after another.

    Its markers differ between languages and are no words. None where the words do not stand so.
    """
    wanted = _WORD.findall(symbol.docstring)
    if not wanted:
        return None
    have: list[tuple[str, Point, Point]] = []
    for at in range(symbol.start_line - 1, min(symbol.end_line, len(lines))):
        have += [(m[0], (at, m.start()), (at, m.end())) for m in _WORD.finditer(lines[at])]
    words = [word for word, _, _ in have]
    for first in range(len(words) - len(wanted) + 1):
        if words[first] == wanted[0] and words[first : first + len(wanted)] == wanted:
            return have[first][1], have[first + len(wanted) - 1][2]
    return None


def _blank(lines: list[str], start: Point, end: Point) -> None:
    for at in range(start[0], end[0] + 1):
        line = lines[at]
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else len(line)
        lines[at] = f"{line[:first]}{' ' * (last - first)}{line[last:]}"


def _begin(symbol: Symbol, place: tuple[Point, Point]) -> int:
    """First line of the definition itself: what stands above its name and is hidden is none."""
    above = place[1][0] + 1 < symbol.name_line
    return min(place[1][0] + 2, symbol.name_line) if above else symbol.start_line


def _left(symbol: Symbol, place: tuple[Point, Point]) -> int:
    """Lines of a definition without its documentation."""
    return symbol.end_line - symbol.start_line + 1 - (place[1][0] - place[0][0] + 1)


def _first_paragraph(text: str) -> str:
    """The text up to an empty line or a tag (``@param``, ``:param``), on one line."""
    return " ".join(_END.split(f"\n{text.strip()}", maxsplit=1)[0].split())


def _asks(query: str) -> bool:
    return _FEWEST_WORDS <= len(_WORD.findall(query)) <= _MOST_WORDS


def _said(query: str) -> str:
    return " ".join(_WORD.findall(query.lower()))
