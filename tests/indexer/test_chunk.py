"""Chunks tile the file, keep definitions whole and say what they are."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeseam_indexer.chunk import ChunkOptions, chunk_many, chunk_text
from codeseam_indexer.chunk.spans import WHOLE
from codeseam_indexer.embed import open_embedder
from codeseam_indexer.records import Chunk

PIECES = {
    "a.py": [
        "import os\n",
        "from a.b import c as d\n",
        "x = {\n  1: 2,\n}\n",
        "# Größe 漢字\n",
        "\n",
        "def f(a):\n    '''Doc.'''\n    return a\n",
        "@dec\nclass A(B):\n    '''Über.'''\n    x = 1\n\n    def m(self):\n        return self\n",
        "if x:\n    y = 1\nelse:\n    y = 2\n",
        "def broken(:\n",
        "class E: pass; z = 1\n",
        "    indented\n",
    ],
    "a.ts": [
        "import { a } from './a';\n",
        "export class A<T> {\n  private x = 1;\n  m(): T { return this.x; }\n}\n",
        "const f = async (a) => {\n  await a();\n  for (;;) { break; }\n};\n",
        "/** Doc. */\nfunction g() {\n  return `\n漢 ${1}\n`;\n}\n",
        "}}} {{{\n",
        "\n",
    ],
    "a.md": [
        "# One\n",
        "text\n",
        "\n",
        "## Two 漢\n",
        "- a\n- b\n",
        "```py\ndef f():\n  pass\n```\n",
    ],
    "a.txt": ["one\n", "\n", "zwei drei\n", "   vier\n", "x" * 90 + "\n"],
    "a.json": ["{\n", '"a": [1,\n2],\n', '"b": {"c": null}\n', "}\n"],
}


def words(text: str) -> int:
    return len(text.split())


@st.composite
def files(draw: st.DrawFn) -> tuple[str, str]:
    path = draw(st.sampled_from(sorted(PIECES)))
    text = "".join(draw(st.lists(st.sampled_from(PIECES[path]), max_size=30)))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.booleans()):
        text = text.rstrip("\n")
    return path, text


options = st.builds(
    ChunkOptions,
    max_tokens=st.integers(1, 80),
    merge_tokens=st.integers(0, 80),
    overlap_lines=st.integers(0, 3),
    count=st.sampled_from([None, len, words]),
    header=st.booleans(),
)


def lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def assert_tiles(text: str, chunks: Iterable[Chunk]) -> None:
    chunks = list(chunks)
    lines = lines_of(text)
    spans = [(c.start_line, c.end_line) for c in chunks]
    assert [line for a, b in spans for line in range(a, b + 1)] == list(range(1, len(lines) + 1))
    for c in chunks:
        assert c.text == "\n".join(lines[c.start_line - 1 : c.end_line])


@given(files(), options)
@settings(deadline=None, max_examples=300)
def test_every_line_is_in_exactly_one_chunk(file: tuple[str, str], options: ChunkOptions) -> None:
    path, text = file
    assert_tiles(text, chunk_text(path, text, options))


@given(st.text(max_size=300), st.sampled_from(["a.py", "a.c", "a.md", "a.unknown", "a.vue"]))
@settings(deadline=None)
def test_any_text_is_tiled(text: str, path: str) -> None:
    assert_tiles(text, chunk_text(path, text, ChunkOptions(max_tokens=5)))


@given(files(), st.integers(5, 80))
@settings(deadline=None)
def test_no_chunk_of_several_lines_outgrows_the_budget_by_more_than_what_closes_it(
    file: tuple[str, str], budget: int
) -> None:
    path, text = file
    for c in chunk_text(path, text, ChunkOptions(max_tokens=budget, count=len, header=False)):
        said = [line for line in c.text.split("\n") if set(line) - set("})];,. \t\r")]
        whole = WHOLE if c.symbols and c.kind in ("definition", "prose") else 1
        assert len(said) <= 1 or sum(map(len, said)) <= whole * budget


def test_a_function_of_up_to_twice_the_budget_stays_whole_and_a_class_does_not() -> None:
    body = "".join(f"    number_{n} = {n}\n" for n in range(12))
    options = ChunkOptions(max_tokens=150, count=len, header=False)
    assert len(list(chunk_text("a.py", f"def f():\n{body}", options))) == 1
    assert len(list(chunk_text("a.py", f"def f():\n{body}{body}", options))) > 1
    assert len(list(chunk_text("a.py", f"class C:\n{body}", options))) > 1


@given(files(), options)
@settings(deadline=None)
def test_every_symbol_is_named_by_the_chunk_that_has_its_name(
    file: tuple[str, str], options: ChunkOptions
) -> None:
    path, text = file
    named = [index for c in chunk_text(path, text, options) for index in c.symbols]
    assert sorted(named) == list(range(len(named)))


@pytest.mark.parametrize("path", ["a.py", "a.go", "a.md", "a.txt", "a.json", "noext"])
def test_an_empty_file_has_no_chunk(path: str) -> None:
    assert list(chunk_text(path, "")) == []


def source(methods: int, length: int) -> str:
    body = "".join(f"        total += compute_{k}(value, {k})\n" for k in range(length))
    members = "".join(
        f"    def method_{m}(self, value):\n        total = 0\n{body}        return total\n\n"
        for m in range(methods)
    )
    return (
        "import os\n\n\nclass Machine(Base):\n"
        '    """Turns things."""\n\n    speed: int = 3\n\n' + members
    )


def test_a_definition_that_fits_is_one_chunk_with_its_decorators_and_comment() -> None:
    text = "x = 1\n\n\n# Says hello.\n@app.route('/')\n@cached\ndef hello(name):\n    return name\n"
    last = list(chunk_text("a.py", text, ChunkOptions(merge_tokens=0)))[-1]
    assert last.kind == "definition"
    assert last.text.startswith("# Says hello.\n@app.route")
    assert last.text.endswith("return name")


def test_a_class_too_big_becomes_its_head_and_its_methods() -> None:
    chunks = list(chunk_text("a.py", source(6, 12), ChunkOptions(max_tokens=200)))
    head = next(c for c in chunks if c.kind == "header")
    assert "class Machine(Base):" in head.text
    assert "speed: int = 3" in head.text
    assert "def method_0" not in head.text
    assert "method_5" in head.header
    methods = [c for c in chunks if c.kind == "definition"]
    assert [c.text.strip().splitlines()[0] for c in methods] == [
        f"def method_{m}(self, value):" for m in range(6)
    ]
    assert all("class Machine(Base)" in c.header for c in methods)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.php", "<?php\n\nnamespace App;\n\nclass A {{\n{methods}}}\n"),
        ("a.cs", "namespace App;\n\nclass A {{\n{methods}}}\n"),
        ("b.cs", "namespace App {{\n\nclass A {{\n{methods}}}\n}}\n"),
    ],
)
def test_a_namespace_of_one_line_or_of_a_whole_file_hides_no_definition(
    path: str, text: str
) -> None:
    head = "public function {name}()" if path.endswith(".php") else "public int {name}()"
    methods = "".join(
        f"    {head.format(name=name)}\n    {{\n        return {name};\n    }}\n\n"
        for name in ("one", "two", "three", "four", "five", "six", "seven", "eight")
    )
    found = list(chunk_text(path, text.format(methods=methods), ChunkOptions(24, merge_tokens=0)))
    assert [piece.kind for piece in found].count("definition") == 8
    assert [piece.kind for piece in found].count("header") == 1


def test_a_function_too_big_is_cut_at_statements_and_each_piece_says_of_what_it_is() -> None:
    body = "".join(
        f"    if value == {k}:\n        first_{k}(value)\n        second_{k}(value)\n"
        for k in range(40)
    )
    text = f'def long(value):\n    """Decides what to do."""\n{body}'
    chunks = list(chunk_text("a.py", text, ChunkOptions(max_tokens=100)))
    assert len(chunks) > 3
    for c in chunks[1:]:
        assert c.kind == "part"
        assert "def long(value)" in c.header
        assert "Decides what to do." in c.header
        assert c.text.startswith("    if value")
    sizes = [c.tokens for c in chunks]
    assert max(sizes) < 2.5 * min(sizes)


def test_a_statement_too_big_is_cut_inside() -> None:
    inner = "".join(f"            call_number_{k}(k)\n" for k in range(60))
    text = f"def f(k):\n    while k:\n        with k:\n{inner}    return k\n"
    chunks = list(chunk_text("a.py", text, ChunkOptions(max_tokens=50)))
    assert len(chunks) > 4
    assert {c.symbol for c in chunks} == {0}


def test_small_neighbours_are_put_together_as_far_as_they_may() -> None:
    text = "".join(f"def f{k}():\n    return {k}\n\n\n" for k in range(12))
    apart = list(chunk_text("a.py", text, ChunkOptions(merge_tokens=0)))
    together = list(chunk_text("a.py", text, ChunkOptions(merge_tokens=40)))
    assert len(apart) == 12
    assert len(together) < 12
    assert all(len(c.symbols) >= 1 for c in together)


def test_what_does_not_parse_falls_back_to_lines_and_the_rest_does_not() -> None:
    junk = "".join(f")) ]] {{ %% {k} ((\n" for k in range(80))
    good = "def good(value):\n    return value\n"
    chunks = list(chunk_text("a.py", good + "\n\n" + junk, ChunkOptions(max_tokens=100)))
    assert chunks[0].symbols
    assert chunks[0].text.startswith("def good")


def test_deep_nesting_is_cut_without_end() -> None:
    text = "x = " + "(" * 3000 + "\n1" * 2000 + ")" * 3000 + "\n"
    assert_tiles(text, chunk_text("a.py", text, ChunkOptions(max_tokens=50)))


def test_prose_is_cut_by_section() -> None:
    text = "# Guide\n\nIntro.\n\n## Install\n\n" + "Words of help.\n" * 30
    text += "\n## Use\n\n" + "More words.\n" * 30
    chunks = list(chunk_text("guide.md", text, ChunkOptions(max_tokens=120)))
    assert {c.kind for c in chunks} == {"prose"}
    assert any(c.text.startswith("## Use") for c in chunks)


def test_unknown_text_is_cut_at_blank_lines() -> None:
    paragraph = "some words about a thing\n" * 6
    chunks = list(chunk_text("a.xyz", (paragraph + "\n") * 8, ChunkOptions(max_tokens=40)))
    assert len(chunks) > 4
    assert all(c.text.endswith("\n") for c in chunks[:-1])


def test_the_header_says_where_the_chunk_stands_and_what_it_uses() -> None:
    text = (
        "from billing.money import Money\n\n\n"
        "def first():\n    return 1\n\n\n"
        "def price(order):\n    return Money(order.total)\n\n\n"
        "def last():\n    return 3\n"
    )
    chunks = list(chunk_text("shop/cart.py", text, ChunkOptions(merge_tokens=0)))
    price = next(c for c in chunks if "def price" in c.text)
    assert price.header.split("\n")[0] == "shop/cart.py > price"
    assert "billing.money.Money" in price.header
    assert "first" in price.header
    assert "last" in price.header
    assert price.embedded == f"{price.header}\n{price.text}"


def test_overlap_repeats_lines_in_the_header_and_never_in_the_text() -> None:
    text = "".join(f"line {k}\n" for k in range(40))
    plain = list(chunk_text("a.txt", text, ChunkOptions(max_tokens=20)))
    chunks = list(chunk_text("a.txt", text, ChunkOptions(max_tokens=20, overlap_lines=2)))
    assert [c.text for c in chunks] == [c.text for c in plain]
    for before, after in pairwise(chunks):
        assert before.text.split("\n")[-1] in after.header
        assert after.text.split("\n")[0] in before.header


def test_the_budget_is_counted_by_the_counter_given() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return len(text.split())

    text = "".join(f"alpha beta gamma {k}\n" for k in range(50))
    chunks = list(chunk_text("a.txt", text, ChunkOptions(max_tokens=20, count=count, header=False)))
    assert [c.tokens for c in chunks] == [20] * 10
    # Each line once, the empty headers aside: never a run of lines again.
    assert sum(1 for line in asked if line) == 50


def test_the_estimate_is_near_what_the_built_in_model_counts() -> None:
    text = source(20, 10)
    counted = open_embedder().count(text)
    options = ChunkOptions(max_tokens=10**6, header=False)
    estimated = sum(c.tokens for c in chunk_text("a.py", text, options))
    assert counted / 2 < estimated < counted * 2


def test_chunks_come_lazily() -> None:
    text = "".join(f"def f{k}():\n    return {k}\n\n\n" for k in range(100))
    assert next(chunk_text("a.py", text, ChunkOptions(merge_tokens=0))).start_line == 1


def test_many_files_are_cut_in_order_with_bounded_lookahead_and_progress() -> None:
    taken: list[int] = []
    seen: list[tuple[int, str]] = []

    def endless() -> Iterable[tuple[str, str]]:
        for k in range(1_000_000):
            taken.append(k)
            yield f"f{k}.py", f"def f{k}():\n    return {k}\n"

    made = chunk_many(
        endless(), concurrency=2, progress=lambda done, path: seen.append((done, path))
    )
    first = [next(made) for _ in range(5)]
    assert [path for path, _ in first] == [f"f{k}.py" for k in range(5)]
    assert seen == [(k + 1, f"f{k}.py") for k in range(5)]
    assert len(taken) <= 5 + 2 * 2
