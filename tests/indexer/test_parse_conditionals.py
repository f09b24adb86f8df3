"""Conditions of a preprocessor that cut constructs in two are joined; all others stay."""

from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.parse.conditionals import bare_lists, join_branches


def test_a_condition_around_whole_statements_stays() -> None:
    source = b"#ifdef A\nint a(void) { return 1; }\n#else\nint a(void) { return 2; }\n#endif\n"
    assert join_branches(source) == source


def test_of_two_heads_of_one_function_the_first_is_kept() -> None:
    source = b"#ifdef A\nint a(int x) {\n#else\nint a(long x) {\n#endif\n  return 1;\n}\n"
    kept = join_branches(source)
    assert kept.split() == b"int a(int x) { return 1; }".split()
    assert kept.count(b"\n") == source.count(b"\n")


def test_braces_of_conditions_of_one_kind_meet_each_other() -> None:
    source = b"int f(int x) {\n#if A\n  if (x) {\n#endif\n  x++;\n#if A\n  }\n#endif\n}\n"
    assert join_branches(source).split() == b"int f(int x) { if (x) { x++; } }".split()


def test_an_else_that_stands_in_a_condition_is_joined() -> None:
    source = b"void f() {\n  if (x) {\n#ifdef A\n  } else if (y) {\n#endif\n  }\n}\n"
    assert b"#" not in join_branches(source)


def test_a_condition_inside_parentheses_is_joined() -> None:
    source = b"int a = f(1,\n#ifdef A\n  2\n#else\n  3\n#endif\n);\n"
    assert join_branches(source).split() == b"int a = f(1, 2 );".split()


def test_a_condition_in_the_middle_of_a_statement_is_joined() -> None:
    source = b"void f() {\n  if (x)\n#ifdef A\n    a();\n#else\n    b();\n#endif\n  else c();\n}\n"
    assert join_branches(source).split() == b"void f() { if (x) a(); else c(); }".split()
    source = b"int f\n#ifdef OLD\n(a) int a;\n#else\n(int a)\n#endif\n{\n}\n"
    assert join_branches(source).split() == b"int f (a) int a; { }".split()


def test_braces_in_strings_comments_and_macros_do_not_count() -> None:
    source = b"#ifdef A\n#define OPEN {\nchar *s = \"{\"; // {\nchar c = '{'; /* { */\n#endif\n"
    assert join_branches(source) == source


def test_a_macro_goes_on_behind_a_comment_in_it() -> None:
    source = b"#if A\n#define M {\n#else\n#define M \\\n  { /* \n */ \\\n  }\n#endif\nint x;\n"
    assert join_branches(source) == source


def test_directives_in_a_list_are_blanked_and_others_stay() -> None:
    listed = b'typedef enum {\n#define X(n) n,\n#include "all.h"\n#undef X\n  LAST\n} kind;\n'
    assert bare_lists(listed).split() == b"typedef enum { LAST } kind;".split()
    table = b"int t[] = {\n#ifdef A\n  {1},\n#endif\n#pragma warning(x)\n};\n#define Y 1\n"
    assert bare_lists(table) == table.replace(b"#pragma warning(x)", b" " * 18)
    body = b"int f() {\n#define X 1\n}\nenum e {\n#define Z 2\n"
    assert bare_lists(body) == body.replace(b"#define Z 2", b" " * 11)


def test_long_branches_are_never_lost() -> None:
    body = b"int y;\n" * 1000
    source = b"#ifdef A\nint a() {\n" + body + b"}}\n#else\n" + body + b"{\n#endif\n"
    assert body in join_branches(source)


@given(
    st.lists(st.sampled_from([b"#if A", b"#else", b"#endif", b"{", b"}", b"(", b")", b"x", b'"']))
)
def test_no_byte_moves_whatever_the_text_is(lines: list[bytes]) -> None:
    source = b"\n".join(lines)
    for joined in (join_branches(source), bare_lists(source)):
        assert len(joined) == len(source)
        assert all(a == b or (b == 32 and a != 10) for a, b in zip(source, joined, strict=True))
