"""Golden samples: one file a language, with the symbols and imports that its speakers see in it.

``python tests/indexer/test_parse_samples.py NAME`` prints what is found in a sample.
"""

import sys
from pathlib import Path

import pytest

from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.parse import ParsedFile, decode, parse
from codeseam_indexer.records import SourceFile

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


if __name__ == "__main__":
    sys.stdout.write(written(read(sys.argv[1])))
