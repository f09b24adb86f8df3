"""Errors cost the lines that cause them: the rest of a class stays in it."""

import time

import pytest

from codeseam_indexer.parse import ParsedFile, parse
from codeseam_indexer.parse.grammars import parses
from codeseam_indexer.parse.mend import culprits, items
from codeseam_indexer.records import SourceFile


def read(text: str, language: str) -> ParsedFile:
    return parse(SourceFile("x", text, b"", language))


def names(text: str, language: str) -> list[str]:
    return [symbol.qualified_name for symbol in read(text, language).symbols]


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        (
            "kotlin",
            "class Depot {\n    fun a() {\n        x()\n    }\n    fun half() {\n        if (x) {\n"
            "            y()\n    }\n    fun b() {}\n}\nfun after() {}\n",
            ["Depot", "Depot.a", "Depot.half", "Depot.b", "after"],
        ),
        (
            "python",
            "class Depot:\n    def a(self):\n        return 1\n    def half(self:\n        x = (1\n"
            "    def b(self):\n        return 2\n    @property\n    def c(self): return 3\n"
            "def after(): pass\n",
            ["Depot", "Depot.a", "Depot.b", "Depot.c", "after"],
        ),
        (
            "java",
            "class Depot {\n  void a() {\n  }\n\n  @Override\n  void half() {\n    int x = ;\n"
            "    call(\n  }\n\n  @Test\n  void b() { }\n}\nclass After { }\n",
            ["Depot", "Depot.a", "Depot.half", "Depot.b", "After"],
        ),
        (
            "typescript",
            "export class Depot {\n  a(): void {}\n  half(x: {\n  b(): number { return 1; }\n}\n"
            "export function after() {}\n",
            ["Depot", "Depot.a", "Depot.b", "after"],
        ),
        (
            "cpp",
            "namespace yard {\n\nclass Depot {\n public:\n  void a() { f(; }\n  void b() {\n"
            "    if (x {\n  }\n  int c();\n};\n\nvoid after() {}\n\n}  // namespace yard\n",
            ["yard", "yard.Depot", "yard.Depot.c", "yard.after"],
        ),
        (
            "ruby",
            "class Depot\n  def a\n    1\n  end\n\n  def half(x,\n  end\n\n  def b\n    2\n"
            "  end\nend\n\ndef after\nend\n",
            ["Depot", "Depot.a", "Depot.b", "after"],
        ),
    ],
)
def test_an_error_in_a_class_costs_no_other_member(
    language: str, text: str, kept: list[str]
) -> None:
    found = names(text, language)
    assert [name for name in kept if name not in found] == []
    assert read(text, language).broken


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        (
            "python",
            "{% if x %}\nimport os\n{% endif %}\nclass {{ name }}Base(object):\n"
            "    {% for f in fs %}\n    {{ f }}: int\n    {% endfor %}\n"
            "    def run(self, {{ args }}): pass\ndef after(): pass\n",
            ["{{ name }}Base", "{{ name }}Base.{{ f }}", "{{ name }}Base.run", "after"],
        ),
        (
            "yaml",
            "{{- if .On }}\nkind: {{ .Kind }}\nspec:\n  {{- include . | nindent 2 }}\n  a: 1\n"
            "{{- end }}\n",
            ["kind", "spec", "spec.a"],
        ),
        (
            "javascript",
            "const config = {\n  <% if (x) { %>\n  key: '<%= value %>',\n  <% } %>\n"
            "  other() { return <%= n %>; },\n};\nfunction after() {}\n",
            ["config", "config.other", "after"],
        ),
    ],
)
def test_the_tags_of_a_template_hide_no_definition(
    language: str, text: str, kept: list[str]
) -> None:
    assert names(text, language) == kept
    assert not read(text, language).broken


def test_a_grammar_that_gives_up_loses_no_more_than_what_it_gave_up_at() -> None:
    parsed = read("name: a\nmulti\n  line: 1\njobs:\n  b: 2\nlast: true\n", "yaml")
    assert [symbol.qualified_name for symbol in parsed.symbols] == [
        "name",
        "jobs",
        "jobs.b",
        "last",
    ]
    assert parsed.broken


def test_a_whole_file_has_no_culprits() -> None:
    def never(text: bytes) -> bool:
        raise AssertionError(text)

    text = b"class A { void f() {} }\n"
    assert culprits(text, [], never) == ([], text)


def test_the_smallest_lines_are_to_blame() -> None:
    text = (
        b"class A {\n  void f() {\n    int a = 1;\n    int = ;\n    int c = 3;\n  }\n  int g;\n}\n"
    )
    assert not parses("java", text)
    found, read = culprits(text, [(0, len(text))], lambda part: parses("java", part))
    assert parses("java", read)
    assert [text[start:end] for start, end in found] == [b"    int = ;\n"]


@pytest.mark.parametrize(
    ("language", "text", "spans"),
    [
        (
            "c",
            "int a(int x) {\n  if (x) {\n  return x;\n}\n\nint b(void) {\n  return 1;\n}\n",
            {"a": (1, 4), "b": (6, 8)},
        ),
        (
            "c",
            "int a(int x) {\n  return x;\n\nint b(void) {\n  return 1;\n}\n",
            {"a": (1, 2), "b": (4, 6)},
        ),
        (
            "go",
            "package a\nfunc a() {\n\tif x {\n\t\ty()\n\nfunc (s *S) b() {\n}\n\ntype T struct{}\n",
            {"S.b": (6, 7), "T": (9, 9)},
        ),
        (
            "java",
            "class A {\n  int a(int x) {\n    if (x) {\n      return x;\n    }\n\n  int b() {\n"
            "    return 1;\n  }\n}\nclass B { void c() {} }\n",
            {"A": (1, 10), "A.a": (2, 5), "A.b": (7, 9), "B": (11, 11), "B.c": (11, 11)},
        ),
        (
            "typescript",
            "class A {\n  a(): void {\n    const x = {\n      y: 1,\n\n"
            "  b(): number { return 1; }\n"
            "}\nconst f = () => {\n  return 1;\n};\n",
            {"A": (1, 7), "A.a": (2, 4), "A.b": (6, 6), "f": (8, 10)},
        ),
        (
            "javascript",
            "class A {\n  x() {}\n\n  a() {\n    foo(\n}\n",
            {"A": (1, 6), "A.x": (2, 2), "A.a": (4, 5)},
        ),
    ],
)
def test_a_scope_without_an_end_takes_nothing_that_follows(
    language: str, text: str, spans: dict[str, tuple[int, int]]
) -> None:
    symbols = read(text, language).symbols
    found = {symbol.qualified_name: (symbol.start_line, symbol.end_line) for symbol in symbols}
    assert {name: found.get(name) for name in spans} == spans


def test_layout_says_what_belongs_together() -> None:
    text = b"class A\n  def f\n    1\n  end\n\n  # ends\n  def g; end\nend\ntop\n"
    outer, last = items(text)
    assert text[outer.start : outer.end].endswith(b"\nend\n")
    assert text[last.start : last.end] == b"top\n"
    first, third = outer.items
    assert text[first.start : first.end] == b"  def f\n    1\n  end\n"
    assert text[third.start : third.end] == b"  def g; end\n"


def test_comments_are_no_items() -> None:
    text = b"a {\n  /* far\n in\n*/\n  b\n}\n"
    (outer,) = items(text)
    assert [text[item.start : item.end] for item in outer.items] == [b"  b\n"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("java", "class A {\n" + "  void f( {\n    int x = (1;\n  }\n" * 10_000 + "}\n"),
        ("python", "class A:\n" + "    def f(self:\n        x = [1\n" * 8_000),
        ("python", "def f(x):\n    if x\n        return x\n" * 8_000),
        ("python", "x = call(1, [\n" * 20_000),
        ("c", "int f(int a) {\n  if (a) {\n  return a;\n}\n" * 8_000),
    ],
    ids=["java", "open definitions", "missing colons", "open brackets", "open scopes"],
)
def test_the_search_for_what_is_broken_is_bounded(language: str, text: str) -> None:
    start = time.process_time()
    parsed = read(text, language)
    assert parsed.symbols or parsed.broken
    assert time.process_time() - start < 20


def test_annotations_hide_no_class_of_kotlin() -> None:
    text = (
        "package a\n\n/** First. */\n@Documented\n@Needs(\n    level = Level.WARNING,\n"
        '    message = "careful" +\n        " (always)"\n)\npublic annotation class One\n\n'
        "@Documented\n@Target(Kind.CLASS)\n@Needs(level = Level.WARNING)\n"
        'public annotation class Two\n\n@A @B("x") class Three { fun f() {} }\n'
    )
    parsed = read(text, "kotlin")
    found = {symbol.qualified_name: symbol for symbol in parsed.symbols}
    assert list(found) == ["One", "Two", "Three", "Three.f"]
    assert (found["One"].start_line, found["One"].end_line) == (3, 10)
    assert found["One"].docstring == "First."
    assert (found["Two"].start_line, found["Two"].end_line) == (12, 15)
    assert not parsed.broken


def test_a_signature_may_follow_one_without_an_end() -> None:
    text = (
        "export interface Use<E> {\n  //// first\n  <A extends E = E>(\n    run: Run<A>[]\n"
        "  ): Base<[E, A]>\n\n  // second\n  <\n    B,\n  >(run: Run<B>): void\n"
        "  <C>(c: C): C[]\n}\n"
        "type After = { name: string }\n"
    )
    parsed = read(text, "typescript")
    assert not parsed.broken
    assert [s.qualified_name for s in parsed.symbols] == ["Use", "After", "After.name"]


def test_a_macro_that_is_given_a_type_takes_no_namespace_with_it() -> None:
    text = (
        'FLAG(int, size, 8, "how many");\nFLAG(unsigned, other,\n     3, "more");\n\n'
        "namespace a {\nvoid f() {}\n}\n"
    )
    parsed = read(text, "cpp")
    assert [s.qualified_name for s in parsed.symbols] == ["a", "a.f"]
