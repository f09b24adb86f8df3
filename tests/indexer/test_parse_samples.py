"""Golden samples: one file a language, with the symbols and imports that its speakers see in it.

``python tests/indexer/test_parse_samples.py NAME`` prints what is found in a sample.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from codeseam_indexer.languages import LANGUAGES, Language
from codeseam_indexer.parse import ParsedFile, decode, parse
from codeseam_indexer.parse.scrub import scrub
from codeseam_indexer.records import SourceFile, Symbol

SAMPLES = Path(__file__).parents[1] / "languages"


def written(parsed: ParsedFile) -> str:
    """One line a symbol and an import, as expected.txt has them."""
    rows: list[str] = []
    for symbol in parsed.symbols:
        span = f"{symbol.start_line}-{symbol.end_line} {symbol.name_line}:{symbol.column}"
        row = f"{span} {symbol.kind} {symbol.qualified_name} | {symbol.signature}"
        if symbol.visibility:
            row += f" | {symbol.visibility}"
        if symbol.docstring:
            row += f" | {symbol.docstring!r}"
        rows.append(row)
    for found in parsed.imports:
        row = f"{found.line} import {found.module!r}"
        row += f" name {found.name!r}" if found.name else ""
        row += f" as {found.alias!r}" if found.alias else ""
        rows.append(row + (" exported" if found.exported else ""))
    rows += [f"broken {first}-{last}" for first, last in parsed.broken]
    return "\n".join(rows) + "\n"


def read(name: str) -> ParsedFile:
    (path,) = (SAMPLES / name).glob("sample.*")
    return parse(SourceFile(path.name, decode(path.read_bytes()), b"", name))


@pytest.mark.parametrize("name", [row.name for row in LANGUAGES])
def test_a_sample_gives_what_is_expected(name: str) -> None:
    expected = (SAMPLES / name / "expected.txt").read_text(encoding="utf-8")
    assert written(read(name)) == expected


@pytest.mark.parametrize("name", [row.name for row in LANGUAGES])
def test_every_name_is_where_its_symbol_says(name: str) -> None:
    parsed = read(name)
    lines = parsed.source.text.split("\n")
    for symbol, byte in zip(parsed.symbols, parsed.names, strict=True):
        first = symbol.name.split(":")[0].split(" ")[0]
        assert lines[symbol.name_line - 1][symbol.column :].startswith(first)
        assert symbol.start_line <= symbol.name_line <= symbol.end_line
        assert parsed.lines.line(byte) == symbol.name_line


def _frames(text: str, symbols: Sequence[Symbol], ordinal: int) -> Iterator[str]:
    """The text with nothing but one symbol in what is around it: four readings of "around".

    The lines of every symbol that is neither around it nor inside it are blank; or every line is
    but its own and the heads and last lines of what is around it; or these and the members before
    it, which some languages have to begin with, outside of all others the one it goes on with.
    """
    symbol = symbols[ordinal]
    own = range(symbol.start_line, symbol.end_line + 1)
    around = set(_ancestors(symbols, ordinal))
    blank = {
        number
        for other, one in enumerate(symbols)
        if other not in around and ordinal not in {other, *_ancestors(symbols, other)}
        for number in range(one.start_line, one.end_line + 1)
    } - set(own)
    kept = set(own)
    for other in around:
        one = symbols[other]
        first = min(child.start_line for child in symbols if child.parent == other)
        kept |= {*range(one.start_line, max(first, one.name_line + 1)), one.end_line}
    lines = list(enumerate(text.split("\n"), 1))
    yield "\n".join("" if number in blank else line for number, line in lines)
    # A semicolon may end what stands before, as the list of constants in an enum of Java.
    yield "\n".join(";" * line.endswith(";") if number in blank else line for number, line in lines)
    yield "\n".join(line if number in kept else "" for number, line in lines)
    for one in (ordinal, *around):
        parent = symbols[one].parent
        before = [other for other in range(one) if symbols[other].parent == parent]
        for other in before[-1:] if parent is None else before:
            kept |= {*range(symbols[other].start_line, symbols[other].end_line + 1)}
    yield "\n".join(line if number in kept else "" for number, line in lines)


def _ancestors(symbols: Sequence[Symbol], ordinal: int) -> Iterator[int]:
    parent = symbols[ordinal].parent
    while parent is not None:
        yield parent
        parent = symbols[parent].parent


@pytest.mark.parametrize(
    "name",
    [row.name for row in LANGUAGES if row.grammar and not row.embeds],
)
def test_the_text_of_a_symbol_parses_back_to_it(name: str) -> None:
    source = read(name).source
    text = source.text
    symbols = read(name).symbols
    lost = [
        symbol
        for ordinal, symbol in enumerate(symbols)
        if not any(
            (again.name, again.name_line, again.column)
            == (symbol.name, symbol.name_line, symbol.column)
            and again.start_line <= symbol.start_line
            and again.end_line >= symbol.end_line
            for alone in _frames(text, symbols, ordinal)
            for again in parse(replace(source, text=alone)).symbols
        )
    ]
    assert lost == []


def _name(row: Language) -> str:
    return row.name


@pytest.mark.parametrize("row", [row for row in LANGUAGES if row.scrub or row.repair], ids=_name)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_what_a_grammar_is_given_has_every_byte_in_its_place(
    row: Language, data: DataObject
) -> None:
    (path,) = (SAMPLES / row.name).glob("sample.*")
    lines = path.read_bytes().replace(b"\r", b"").split(b"\n")
    some = data.draw(st.lists(st.sampled_from(lines), max_size=30))
    source = b"\n".join(some)
    given_ = scrub(source, (*row.scrub, *row.repair))
    assert [len(line) for line in given_.split(b"\n")] == [len(line) for line in some or [b""]]


if __name__ == "__main__":
    sys.stdout.write(written(read(sys.argv[1])))
