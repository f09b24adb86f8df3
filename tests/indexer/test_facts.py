"""Facts of a file: they survive packing, and no text makes the lowering fail."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeseam_indexer.facts import NO_FACTS, line_of, position
from codeseam_indexer.languages import LANGUAGES, language
from codeseam_indexer.packed import Packed, pack
from codeseam_indexer.parse import get_language, parse
from codeseam_indexer.parse.facts import TABLES, lower
from codeseam_indexer.records import SourceFile
from codeseam_indexer.resolve.rules import RULES

SOURCE = "class A(B):\n    x: int = 1\n\n    def go(self, n=f):  # go\n        return self.x.y(n)\n"
PIECES = st.sampled_from(
    ["def f(", "class A", ":\n", "{", "}", "(", ")", "=>", "fn ", "impl ", "x.y", "\n", "  ",
     "'", '"', "import ", "from ", "#", "//", "<T>", "=", "return ", "\x00", "é", "func (a *B)",
     "[", "]"]
)  # fmt: skip


def test_every_table_belongs_to_a_language_and_has_rules() -> None:
    assert set(TABLES) <= {row.name for row in LANGUAGES}
    assert set(TABLES) <= set(RULES)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table_fits_its_grammar(name: str) -> None:
    grammar = language(name).grammar
    assert grammar is not None
    assert get_language(grammar).node_kind_count
    lower(parse(SourceFile("a", "x", b"", name)))


def test_facts_survive_packing() -> None:
    facts = lower(parse(SourceFile("a.py", SOURCE, b"", "python")))
    assert Packed(pack(facts)).whole() == facts
    assert {s.name for s in facts.scopes} == {"", "A", "go"}


def test_scopes_know_the_symbols_that_open_them() -> None:
    parsed = parse(SourceFile("a.py", SOURCE, b"", "python"))
    facts = lower(parsed)
    known = {s.name: parsed.symbols[s.symbol].qualified_name for s in facts.scopes if s.symbol >= 0}
    assert known == {"A": "A", "go": "A.go"}


def test_facts_count_lines_as_symbols_do_where_a_carriage_return_stands_alone() -> None:
    parsed = parse(SourceFile("a.py", "x = 1\rclass A:\n    def go(self): ...\n", b"", "python"))
    lines = {scope.name: scope.line for scope in lower(parsed).scopes if scope.name}
    assert lines == {"A": 1, "go": 2}
    assert {symbol.name: symbol.name_line for symbol in parsed.symbols}.items() >= lines.items()


def test_nothing_and_other_formats_are_no_facts() -> None:
    assert Packed(b"").whole() == NO_FACTS
    assert Packed(pack(NO_FACTS)).whole() == NO_FACTS


@given(st.integers(1, 10**6), st.integers(0, 4000))
def test_positions_keep_lines_and_their_order(line: int, column: int) -> None:
    assert line_of(position(line, column)) == line
    assert position(line, column) < position(line + 1, 0)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_no_text_makes_lowering_fail(name: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(st.lists(PIECES, max_size=40))
    def check(pieces: list[str]) -> None:
        facts = lower(parse(SourceFile("a", "".join(pieces), b"", name)))
        assert Packed(pack(facts)).whole() == facts

    check()


def test_deep_nesting_ends_somewhere() -> None:
    text = "x = " + "f(" * 3000 + ")" * 3000 + "\n"
    lower(parse(SourceFile("a.py", text, b"", "python")))


def test_a_call_alone_in_a_branch_has_the_scope_of_the_branch() -> None:
    source = "def f(a):\n    if a:\n        go()\n"
    facts = lower(parse(SourceFile("a.py", source, b"", "python")))
    (call,) = [ref for ref in facts.refs if ref.name == "go"]
    assert facts.scopes[call.scope].kind == "block"


LOWER_SAMPLES = """
import hashlib, sys
from pathlib import Path
from codeseam_indexer.packed import pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import TABLES, lower
from codeseam_indexer.records import SourceFile

junk = [bytearray(n) for n in range(int(sys.argv[2]))]  # moves what is allocated after it
digest = hashlib.sha256()
for folder in sorted(Path(sys.argv[1]).iterdir()):
    if folder.name in TABLES:
        for path in sorted(folder.glob("sample.*")):
            text = path.read_bytes().decode("utf-8", "replace")
            digest.update(pack(lower(parse(SourceFile(path.name, text, b"", folder.name)))))
print(digest.hexdigest())
"""


def test_the_same_text_gives_the_same_facts_in_any_process() -> None:
    samples = Path(__file__).parents[1] / "languages"
    digests = {
        subprocess.run(
            [sys.executable, "-c", LOWER_SAMPLES, samples, str(junk)],
            check=True, capture_output=True, text=True,
        ).stdout
        for junk in (0, 1_000, 3_000)
    }  # fmt: skip
    assert len(digests) == 1
