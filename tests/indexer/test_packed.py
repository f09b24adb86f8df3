"""Facts as they are stored: what is unpacked, what is not, and what needs wide numbers."""

from codeseam_indexer.facts import NO_FACTS, Expr, Facts, Scope
from codeseam_indexer.packed import Packed, pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import lower
from codeseam_indexer.records import SourceFile

FILE = Scope("file", -1, "", -1, 0, 9, -1, (), -1, (), (), 1)


def test_a_file_is_not_unpacked_to_say_that_it_lacks_a_name() -> None:
    facts = lower(parse(SourceFile("a.py", "def go():\n    pass\n", b"", "python")))
    packed, unpacked = Packed(pack(facts)), Packed(pack(facts))
    assert unpacked.columns
    assert packed.number("gone") == -1
    assert packed.number("go") >= 0
    assert packed.weight < unpacked.weight
    before = packed.weight
    assert packed.whole() == facts
    assert packed.weight > before


def test_only_records_that_are_asked_for_are_made() -> None:
    packed = Packed(pack(lower(parse(SourceFile("a.py", "a.b(c)\nd.e(f)\n", b"", "python")))))
    assert [packed.refs[0].name, packed.refs[1].name] == ["b", "c"]
    assert (len(packed.refs), len(packed.exprs)) == (2, 0)


def test_facts_beyond_the_small_numbers_survive() -> None:
    exprs = tuple(Expr("name", f"n{number}", (number // 2,)) for number in range(70_000))
    facts = Facts(exprs, (FILE._replace(start=1 << 40, end=1 << 41, line=1 << 28),), (), (), ())
    assert Packed(pack(facts)).whole() == facts


def test_texts_with_any_separator_in_them_survive() -> None:
    texts = ["\0", "a\0b", "\1", "", "a", "\ud800", "\n"]
    facts = Facts(tuple(Expr("str", text, ()) for text in texts), (FILE,), (), (), ())
    packed = Packed(pack(facts))
    assert packed.whole() == facts
    assert [packed.exprs[at].text for at in range(7) if packed.number(texts[at]) >= 0] == texts


def test_another_format_has_no_facts() -> None:
    assert Packed(b"x").whole() == NO_FACTS
    assert Packed(b"\xff" * 200).whole() == NO_FACTS
