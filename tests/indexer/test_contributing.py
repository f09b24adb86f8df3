"""What CONTRIBUTING says of adding a language is true."""

import re
from pathlib import Path

import tree_sitter

from codeseam_indexer.languages import LANGUAGES, Language
from codeseam_indexer.parse import get_language
from codeseam_indexer.parse.grammars import SymbolQuery

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
SAMPLE = b"""import gleam/io

pub fn greet(name: String) -> String {
  "Hello " <> name
}

pub type Pet {
  Dog(name: String)
  Cat
}
"""


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return str(found)


def test_the_lines_of_an_added_language_are_twenty_at_most() -> None:
    assert len((block("python") + block("scheme")).splitlines()) <= 20


def test_the_row_and_the_query_of_the_example_work() -> None:
    row = eval(block("python"), {"Language": Language})
    assert isinstance(row, Language)
    assert row.name not in {known.name for known in LANGUAGES}
    assert row.grammar is not None
    query = SymbolQuery(row.grammar, block("scheme"))
    tree = tree_sitter.Parser(get_language(row.grammar)).parse(SAMPLE)
    found = [
        (query.patterns[index].kind, captures["name"][0].text)
        for index, captures in tree_sitter.QueryCursor(query.query).matches(tree.root_node)
        if "name" in captures
    ]
    assert found == [
        ("function", b"greet"),
        ("enum", b"Pet"),
        ("constant", b"Dog"),
        ("constant", b"Cat"),
    ]
