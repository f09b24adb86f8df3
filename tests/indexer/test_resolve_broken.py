"""Whatever a file holds, its facts can be made, kept and resolved."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeseam_indexer.packed import Packed, pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import TABLES, lower
from codeseam_indexer.records import SourceFile

_PIECES = (
    "class A", "struct B {", "fn f(", "func (a *A) f(x int)", "def f(a, b = 1)", "end", "{", "}",
    "(", ")", "<T>", ": Base", "extends A", "new A(1)", "x.y.z()", "a::b", "$this->x", "->", "=",
    ";", ",", "\n", "#if X\n", "#endif\n", "import a.b", "use A\\\\B;", "package a", "namespace n",
    "val x = 1", "return", "if (x)", "for (x : y)", "=>", "it", "super", "this", "@a", '"', "'",
    "[", "]", "int f(int a)", "template <typename T>", "operator+", "~A()", "lambda x: x",
    "match x", "case A", "let x =", "guard let", "extension A", "?.", "!!", "...", "|x|",
    "&mut", "é", "\0",
)  # fmt: skip


@pytest.mark.parametrize("language", sorted(TABLES))
@settings(max_examples=60, deadline=None)
@given(pieces=st.lists(st.sampled_from(_PIECES), max_size=40))
def test_facts_of_any_text_are_made_and_come_back(language: str, pieces: list[str]) -> None:
    facts = lower(parse(SourceFile("a", " ".join(pieces), b"", language)))
    assert Packed(pack(facts)).whole() == facts
