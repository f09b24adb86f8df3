"""One file's text -> its trees, symbols, imports and what of it does not parse."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from codeseam_indexer.languages import Language, language
from codeseam_indexer.parse.blanks import Span, hidden
from codeseam_indexer.parse.comments import Surroundings
from codeseam_indexer.parse.definitions import Harvest
from codeseam_indexer.parse.embedded import STRATEGIES as GUESTS
from codeseam_indexer.parse.embedded import Guest
from codeseam_indexer.parse.extract import harvest
from codeseam_indexer.parse.grammars import get_language, parser
from codeseam_indexer.parse.imports import imports
from codeseam_indexer.parse.lines import Lines
from codeseam_indexer.parse.outline import STRATEGIES as OUTLINES
from codeseam_indexer.parse.recovery import mended, pieces
from codeseam_indexer.parse.scrub import scrub
from codeseam_indexer.parse.symbols import Made, in_order, made_of, symbols_of
from codeseam_indexer.parse.tests import told_tests
from codeseam_indexer.records import Import, SourceFile, Symbol


@dataclass(frozen=True, slots=True)
class Part:
    """One language in a file: its row, its tree, and the text its offsets count in.

    ``data`` is the file's own text, or as long as that with blanks for what is not of this
    language (the quotes and escapes around the lines of a notebook). Of its tree counts only what
    begins from ``start`` up to ``end``: after an error a file is read again from a new beginning.
    ``attributes`` and ``culprits`` were blanked for it: what belongs to the definitions behind, and
    what does not parse. ``clean`` is the text less what keeps the grammar from reading it.
    """

    language: Language
    tree: tree_sitter.Tree
    data: bytes
    start: int
    end: int
    attributes: tuple[Span, ...] = ()
    culprits: tuple[Span, ...] = ()
    clean: bytes = b""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A file that was parsed; see the package's docstring for what each field holds."""

    source: SourceFile
    data: bytes
    language: Language
    lines: Lines
    tree: tree_sitter.Tree | None
    parts: tuple[Part, ...]
    symbols: tuple[Symbol, ...]
    nodes: tuple[tree_sitter.Node | None, ...]
    inner: tuple[tree_sitter.Node | None, ...]
    spans: tuple[tuple[int, int], ...]
    names: tuple[int, ...]
    imports: tuple[Import, ...]
    broken: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()


def parse(source: SourceFile) -> ParsedFile:
    """Parse a file. Never raises, whatever the text is; may take long or hang in a risky grammar.

    A language whose query does not fit its grammar gives no symbols and a note that says so.
    """
    row = language(source.language)
    data = source.text.encode("utf-8", "replace")
    lines = Lines(data)
    harvested = _Harvested(lines, row)
    parts = list(_parts(data, row, lines))
    for part in parts:
        harvested.take(part)
    if row.outline:
        harvested.made += made_of(OUTLINES[row.outline](data), data, lines, len(harvested.made))
    made = in_order(harvested.made)
    broken = _merged(harvested.broken)
    if broken:
        harvested.notes.append(_sentence(broken))
    return ParsedFile(
        source=source,
        data=data,
        language=row,
        lines=lines,
        tree=parts[0].tree if parts and parts[0].language is row else None,
        parts=tuple(parts),
        symbols=told_tests(source.path, row, [one.symbol for one in made]),
        nodes=tuple(one.node for one in made),
        inner=tuple(one.inner for one in made),
        spans=tuple(one.span for one in made),
        names=tuple(one.name_byte for one in made),
        imports=tuple(harvested.imports),
        broken=tuple(broken),
        notes=tuple(harvested.notes),
    )


def _parts(data: bytes, row: Language, lines: Lines) -> Iterator[Part]:
    """Parse the file's own language, then what is embedded in it."""
    if row.grammar is not None:
        yield from _whole(data, data, row, lines)
    if not row.embeds:
        return
    for guest in GUESTS[row.embeds](data):
        if len(guest.ranges) == 1 and not row.prose:  # a script is mended like a file
            yield from _whole(_alone(guest), guest.data, guest.language, lines)
            continue
        tree = _read_ranges(scrub(guest.data), guest.language, guest.ranges, lines)
        yield Part(guest.language, tree, guest.data, 0, len(data))


def _whole(text: bytes, data: bytes, row: Language, lines: Lines) -> Iterator[Part]:
    """Parse a text with what may be needed to read all of it; ``data`` is what stands there."""
    again = mended(scrub(text, row.scrub), row, parser(row.grammar or row.name))

    def read(start: int) -> tree_sitter.Tree:
        return _read_ranges(again.data, row, ((start, len(data)),), lines)

    start = 0
    for tree, end in pieces(again.tree, again.data, read):
        culprits = tuple(span for span in again.culprits if start <= span[0] < end)
        yield Part(row, tree, data, start, end, again.attributes, culprits, again.clean)
        start = end


def _alone(guest: Guest) -> bytes:
    """The text of a guest in its place, with blanks around it."""
    ((start, end),) = guest.ranges
    return hidden(guest.data[:start]) + guest.data[start:end] + hidden(guest.data[end:])


def _read_ranges(
    data: bytes, row: Language, ranges: tuple[tuple[int, int], ...], lines: Lines
) -> tree_sitter.Tree:
    """Parse some ranges of a text as one file."""
    reader = tree_sitter.Parser(
        get_language(row.grammar or row.name),
        included_ranges=[
            tree_sitter.Range(_point(start, lines), _point(end, lines), start, end)
            for start, end in ranges
        ],
    )
    return reader.parse(data)


def _point(byte: int, lines: Lines) -> tuple[int, int]:
    line = lines.line(byte)
    return line - 1, byte - lines.start(line)


class _Harvested:
    """What the parts of one file gave so far."""

    def __init__(self, lines: Lines, host: Language) -> None:
        self.lines, self.host = lines, host
        self.made: list[Made] = []
        self.imports: list[Import] = []
        self.broken: list[tuple[int, int]] = []
        self.notes: list[str] = []

    def take(self, part: Part) -> None:
        """Add a part's symbols, imports and broken regions."""
        row = part.language
        try:
            taken = harvest(part.tree.root_node, part.data, row, part.end, part.attributes)
        except tree_sitter.QueryError as error:
            self.notes.append(f"the query for {row.name} does not fit its grammar: {error}")
            return
        around = Surroundings(taken, part.data, row, part.clean)
        self.made += symbols_of(taken, around, self.lines, len(self.made))
        self.imports += imports(taken.imports, part.data, self.lines, row)
        # An example need not be whole, and a template is of more languages than its markup.
        if not (self.host.prose or (self.host.embeds and row is self.host)):
            self.broken += _broken(taken, self.lines, part.end)
            self.broken += [(self.lines.line(a), self.lines.line(b - 1)) for a, b in part.culprits]


def _broken(taken: Harvest, lines: Lines, limit: int) -> list[tuple[int, int]]:
    """The line ranges of the regions that do not parse.

    A grammar that loses its way at the top wraps all of a file into one error: then the error is
    only what no definition covers.
    """
    covered = [(d.start, d.end) for d in taken.definitions if d.parent is None]
    starts = [start for start, _ in covered]
    ranges: list[tuple[int, int]] = []
    for node in taken.broken:
        start, end = node.start_byte, min(node.end_byte, limit)
        if start >= limit:
            continue
        around = bisect_right(starts, start) - 1
        if around >= 0 and end <= covered[around][1] and _one_line(start, end, lines):
            continue
        low, high = bisect_left(starts, start), bisect_left(starts, end)
        inside = [(a, b) for a, b in covered[low:high] if b <= end]
        for first, last in inside:
            if start < first:
                ranges.append((lines.line(start), lines.line(max(start, first - 1))))
            start = max(start, last)
        if start < end or not inside:
            ranges.append((lines.line(start), lines.line(max(start, end - 1))))
    return ranges


def _one_line(start: int, end: int, lines: Lines) -> bool:
    """A token that the grammar skipped inside a definition, which stands all the same."""
    return lines.line(start) == lines.line(max(start, end - 1))


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _sentence(broken: list[tuple[int, int]]) -> str:
    shown = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in broken[:5])
    more = f" and {len(broken) - 5} more places" if len(broken) > 5 else ""
    return f"lines {shown}{more} do not parse"
