"""Parsing any text: lines, names and spans right, the rest of a broken file kept, time bounded."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.parse import Lines, ParsedFile, decode, parse
from codeseam_indexer.records import SourceFile, Symbol

SAMPLES = Path(__file__).parents[1] / "languages"
SAFE = [row.name for row in LANGUAGES if not row.risky]


def read(text: str, language: str) -> ParsedFile:
    return parse(SourceFile("x", text, b"", language))


def found(text: str, language: str) -> dict[str, Symbol]:
    return {symbol.qualified_name: symbol for symbol in read(text, language).symbols}


def spans(text: str, language: str) -> dict[str, tuple[int, int, int]]:
    return {
        name: (symbol.start_line, symbol.name_line, symbol.end_line)
        for name, symbol in found(text, language).items()
    }


# -------------------------------------------------------------------------------------- decoding


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfdef f(): pass", "def f(): pass"),
        ("é = 1\n".encode("utf-16"), "é = 1\n"),
        ("ab = 1\n".encode("utf-16-le"), "ab = 1\n"),
        ("ab = 1\n".encode("utf-16-be"), "ab = 1\n"),
        (b"/* M\xfcnchen */\nint f;\n", "/* München */\nint f;\n"),
        (b"# -*- coding: koi8-r -*-\n# \xcd\xcf\n", "# -*- coding: koi8-r -*-\n# мо\n"),
        ("日本語 = 1 # ".encode() + b"\xff\n", "日本語 = 1 # \ufffd\n"),
        (b"a\r\nb\rc\x0cd\xe2\x80\xa8e\n", "a\r\nb\rc\x0cd\u2028e\n"),
        (b"", ""),
    ],
)
def test_bytes_become_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@given(st.binary(max_size=400))
def test_decoding_never_raises_and_never_moves_a_line(data: bytes) -> None:
    text = decode(data)
    if data[:2] not in {b"\xff\xfe", b"\xfe\xff"} and b"\0" not in data:
        assert text.count("\n") == data.count(b"\n")


@given(st.text(max_size=200))
def test_a_byte_has_the_line_and_column_of_its_character(text: str) -> None:
    data = text.encode("utf-8", "replace")
    lines = Lines(data)
    assert lines.count == len(data.decode().split("\n")) - (not data or data.endswith(b"\n"))
    byte = 0
    line, column = 1, 0
    for character in data.decode():
        assert (lines.line(byte), lines.column(byte, line)) == (line, column)
        byte += len(character.encode())
        line, column = (line + 1, 0) if character == "\n" else (line, column + 1)


# ---------------------------------------------------------------------------------- odd characters


def test_columns_count_characters() -> None:
    text = 'const s = "→😀中é"; export function after() {}\n'
    symbol = found(text, "typescript")["after"]
    assert text[symbol.column :].startswith("after")


@pytest.mark.parametrize("break_", ["\n", "\r\n"])
def test_line_ends_do_not_shift_lines(break_: str) -> None:
    text = break_.join(["import os", "", "def one():", "    return 1", "", "def two(): pass", ""])
    assert spans(text, "python") == {"one": (3, 3, 4), "two": (6, 6, 6)}


def test_a_lone_carriage_return_ends_a_line_for_the_grammar_alone() -> None:
    text = "// note\rfunction one() {\r  return 1;\r}\rfunction two() {}\r"
    assert spans(text, "javascript") == {"one": (1, 1, 1), "two": (1, 1, 1)}
    assert found(text, "javascript")["two"].column == text.index("two")


@pytest.mark.parametrize("odd", ["\x0c", "\u2028", "\x85", "\x0b", "\0"])
def test_odd_separators_are_not_lines(odd: str) -> None:
    text = f'def one():\n    return "a{odd}b"\n\n\ndef two():\n    return 2\n'
    assert spans(text, "python") == {"one": (1, 1, 2), "two": (5, 5, 6)}


def test_conflict_markers_hide_neither_side_nor_the_rest() -> None:
    text = (
        "class Conflict {\n    int before() { return 1; }\n<<<<<<< HEAD\n"
        "    int middle() { return 2; }\n||||||| base\n=======\n"
        "    int middle(int x) { return x; }\n>>>>>>> topic\n    int after() { return 3; }\n}\n"
    )
    lines = [symbol.name_line for symbol in read(text, "java").symbols]
    assert lines == [1, 2, 4, 7, 9]


def test_a_half_written_file_keeps_the_rest_and_says_what_is_broken() -> None:
    text = "def one():\n    return 1\n\n\ndef broken(a, (:\n\n\ndef two():\n    return 2\n"
    parsed = read(text, "python")
    assert {"one", "two"} <= {symbol.name for symbol in parsed.symbols}
    assert any(first <= 5 <= last for first, last in parsed.broken)
    assert "do not parse" in parsed.notes[0]


# ------------------------------------------------------------------------------------- big inputs


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("(" * 20_000, "python"),
        ("x = " + "[" * 20_000 + "]" * 20_000 + "\ndef after(): pass\n", "python"),
        ("{" * 20_000, "javascript"),
        ("f(() => {" * 3_000 + "})" * 3_000, "javascript"),
        ("function a() {" * 2_000 + "}" * 2_000, "javascript"),
        ("x = '" + "a" * 1_000_000 + "'\ndef after(): pass\n", "python"),
        ("".join(f"function f{i}() {{ return 'é'; }} " for i in range(20_000)), "javascript"),
        ('{"a": ' * 10_000 + "1" + "}" * 10_000, "json"),
        ("# a\n" * 50_000 + "def f(): pass\n", "python"),
        ("// a\n" * 50_000 + "fn f() {}\n", "rust"),
        ("# h\n\n" * 20_000, "markdown"),
        ("```python\ndef f(): pass\n```\n" * 500, "markdown"),
        ("CREATE TABLE t (a int);\n" * 5_000, "sql"),
        ("$$ ( ' " * 5_000, "sql"),
        ("<script>" * 5_000, "html"),
        ("\0" * 100_000, "python"),
    ],
    ids=lambda value: value[:12] if len(value) > 12 else value,
)
def test_a_big_or_deep_file_takes_bounded_time(text: str, language: str) -> None:
    before = time.process_time()
    read(text, language)
    assert time.process_time() - before < 8


def test_what_follows_deep_nesting_is_found() -> None:
    text = "x = " + "[" * 5_000 + "]" * 5_000 + "\ndef after(): pass\n"
    assert spans(text, "python")["after"] == (2, 2, 2)


# ------------------------------------------------------------------------------------- properties


def check(parsed: ParsedFile) -> None:
    """What holds for every file."""
    lines = parsed.source.text.encode("utf-8", "replace").decode().split("\n")
    last = 0
    for index, (symbol, span) in enumerate(zip(parsed.symbols, parsed.spans, strict=True)):
        assert 1 <= symbol.start_line <= symbol.name_line <= len(lines)
        assert symbol.start_line <= symbol.end_line <= len(lines)
        assert "\n" not in symbol.name + symbol.signature + symbol.qualified_name
        assert symbol.qualified_name.endswith(symbol.name) or symbol.qualified_name.count(".") > 60
        assert symbol.parent is None or symbol.parent < index
        assert last <= span[0] < span[1] <= len(parsed.data) or not parsed.data
        last = span[0]
        word = symbol.name.split(":")[0].split()
        if word and "\r" not in word[0]:
            line = lines[symbol.name_line - 1].replace("\r", "\n")
            assert line[symbol.column :].startswith(word[0][:1])
    assert list(parsed.broken) == sorted(parsed.broken)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300), st.sampled_from(SAFE))
def test_any_bytes_parse_in_any_language(data: bytes, language: str) -> None:
    check(read(decode(data), language))


_SAMPLES = {
    name: next((SAMPLES / name).glob("sample.*")).read_bytes() for name in SAFE
}  # read once: the property looks at hundreds of pieces


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(SAFE))
def test_a_sample_cut_and_damaged_still_gives_true_spans(
    data: st.DataObject, language: str
) -> None:
    sample = _SAMPLES[language]
    start = data.draw(st.integers(0, len(sample)))
    end = data.draw(st.integers(start, len(sample)))
    noise = data.draw(st.binary(max_size=8))
    check(read(decode(sample[:start] + noise + sample[start:end]), language))


@pytest.mark.parametrize("name", SAFE)
def test_a_symbols_own_text_parses_to_that_symbol(name: str) -> None:
    parsed = read(decode(_SAMPLES[name]), name)
    check(parsed)


# --------------------------------------------------------------------------------------- embedded


def test_a_notebook_of_one_line_keeps_its_columns() -> None:
    text = (
        '{"cells": [{"cell_type": "code", "source": ["def f():\\n", "    return 1\\n"]}, '
        '{"source": "class A:\\n    pass", "cell_type": "code"}, '
        '{"cell_type": "markdown", "source": ["def no(): pass"]}]}'
    )
    symbols = found(text, "notebook")
    assert set(symbols) == {"f", "A"}
    assert text[symbols["A"].column :].startswith("A")


def test_a_fence_keeps_the_lines_of_its_document() -> None:
    text = "# Use\n\n```js\nfunction f() {\n}\n```\n\n```\ndef no(): pass\n```\n"
    symbols = found(text, "markdown")
    assert set(symbols) == {"Use", "f"}
    assert (symbols["f"].start_line, symbols["f"].end_line) == (4, 5)
    assert symbols["f"].kind == "function"


def test_a_script_element_of_json_is_not_code() -> None:
    assert not found('<script type="application/ld+json">{"a": 1}</script>', "html")


def test_a_half_written_script_of_a_page_keeps_the_rest_and_says_what_is_broken() -> None:
    text = (
        "<template><div v-if></template>\n<script setup>\nfunction a() {\n  if (x) {\n  y();\n}\n"
        "function after() {}\n</script>\n"
    )
    parsed = parse(SourceFile("x.vue", text, b"", "vue"))
    spans = [(s.qualified_name, s.start_line, s.end_line) for s in parsed.symbols]
    assert spans == [("a", 3, 6), ("after", 7, 7)]
    assert parsed.broken == ((4, 4),)


def test_an_example_in_prose_need_not_be_whole() -> None:
    assert not read("# Use\n\n```python\ndef f(a, (:\n```\n", "markdown").broken


def test_a_token_skipped_inside_a_definition_breaks_no_line() -> None:
    parsed = read("int f(void) ODD_MACRO extra { return 1; }\n\nint g(void) { return 2; }\n", "c")
    assert {"f", "g"} <= {symbol.name for symbol in parsed.symbols}


def test_modifiers_in_branches_hide_no_type() -> None:
    text = "#if A\npublic\n#else\ninternal\n#endif\nref partial struct Reader { void M() { } }\n"
    assert set(found(text, "csharp")) == {"Reader", "Reader.M"}


def test_macros_in_front_of_names_hide_no_type() -> None:
    text = (
        "class EXPORTED LOCKABLE Lock : public Base {\n public:\n  void take();\n};\n\n"
        "typedef long (NTAPI *callback)(int);\nint WSAAPI call_it(int a);\n"
    )
    assert {"Lock", "Lock.take", "callback", "call_it"} <= set(found(text, "cpp"))


def test_a_method_called_like_a_test_is_one_only_where_tests_are_looked_for() -> None:
    text = "class {}:\n    def test_client(self):\n        pass\n"
    for path, head, kind in [
        ("lib/app.py", "Flask(App)", "method"),
        ("lib/app.py", "Cases(unittest.TestCase)", "test"),
        ("lib/app.py", "TestFlask", "test"),
        ("tests/app.py", "Flask(App)", "test"),
        ("lib/test_app.py", "Flask(App)", "test"),
    ]:
        parsed = parse(SourceFile(path, text.format(head), b"", "python"))
        assert parsed.symbols[1].kind == kind, (path, head)
