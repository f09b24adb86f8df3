"""Definitions as speakers of a language see them, written in less usual ways: kind, name, lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.parse import ParsedFile, parse
from codeseam_indexer.parse.cython import untyped
from codeseam_indexer.records import SourceFile, Symbol


def read(text: str, language: str) -> ParsedFile:
    return parse(SourceFile("x", text, b"", language))


def found(text: str, language: str) -> dict[str, Symbol]:
    return {symbol.qualified_name: symbol for symbol in read(text, language).symbols}


def kinds(text: str, language: str) -> list[str]:
    return [f"{symbol.kind} {symbol.qualified_name}" for symbol in read(text, language).symbols]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("python", "square = lambda v: v * v\n", ["function square"]),
        ("python", "class A:\n    f = lambda self: 1\n", ["class A", "method A.f"]),
        ("python", 'Point = namedtuple("Point", "x y")\n', ["class Point"]),
        ("python", 'Hue = enum.Enum("Hue", "RED GREEN")\n', ["enum Hue"]),
        ("python", "class Hue(IntEnum):\n    RED = 1\n", ["enum Hue", "constant Hue.RED"]),
        ("typescript", "const A = memo(forwardRef((p, r) => null));\n", ["function A"]),
        ("typescript", "export const { a, b: c } = make();\n", ["constant a", "constant c"]),
        (
            "javascript",
            "wrap(async function named(x) {});\nouter[key] = function other() {};\n",
            ["function named", "function other"],
        ),
        ("javascript", "const f = function own() {};\n", ["function f"]),
        ("javascript", "this.Made = class Made {};\n", ["class Made"]),
        ("typescript", "const n = list.map((x) => x + 1);\n", ["constant n"]),
        ("cpp", "class MY_EXPORT [[nodiscard]] Lock : Base {};\n", ["class Lock"]),
        ("cpp", "namespace a {\nint f();\nMY_NAMESPACE_END\n}\n", ["namespace a", "function a.f"]),
        ("cpp", "enum E {\n  ONE,\n\n  // last\n  LAST\n};\n",
         ["enum E", "constant E.ONE", "constant E.LAST"]),
        (
            "go",
            'package a\nfunc TestA(t *testing.T) {\n\tt.Run("one", func(t *testing.T) {})\n'
            "\tt.Run(name, func(t *testing.T) {})\n}\n"
            'func b() { pool.Run("no", func(w *work.Item) {}) }\n',
            ["test TestA", "test TestA.one", "function b"],
        ),
        ("go", "package a\ntype S struct {\n\t*b.T\n\tU[int]\n\t_ int\n}\nvar _ I = S{}\n",
         ["struct S", "field S.T", "field S.U"]),
        ("lua", "M.f = opts.f or function(x) end\n", ["function M.f"]),
        ("go", "package a\nconst One, Two = 1, 2\n", ["constant One", "constant Two"]),
        (
            "rust",
            "cfg_net! {\n    impl Tcp {\n        fn m(&self) {}\n    }\n}\n",
            ["method Tcp.m"],
        ),
        ("rust", "pub trait Both = A<u8> + Send;\nstruct After;\n", ["type Both", "struct After"]),
        (
            "rust",
            "macro one($x:expr) { $x }\npub macro two {\n    ($y:expr) => { $y },\n}\n"
            "fn after() {}\n",
            ["macro one", "macro two", "function after"],
        ),
        (
            "rust",
            "bitflags! {\n    struct Raw: u8 {\n        const A=1;\n        const B\n"
            "            = f();\n    }\n    impl Other: u8 {\n        const C = 2;\n    }\n}\n"
            "fn f() {}\n",
            ["struct Raw", "constant Raw.A", "constant Raw.B", "constant Other.C", "function f"],
        ),
        (
            "rust",
            "cfg_if! {\n    if #[cfg(unix)] {\n        fn a() { if x { y } else { z } }\n"
            "    } else {\n        fn b() {}\n    }\n}\n",
            ["function a", "function b"],
        ),
        ("rust", "lazy_static! {\n    static ref LAZY: u8 = 1;\n}\n", ["variable LAZY"]),
        ("rust", "impl Tr for (Left, Right) { fn m(&self) {} }\n", ["method Left.m"]),
        ("rust", "impl Tr for dyn Any + Send { fn m(&self) {} }\n", ["method Any.m"]),
        ("c", "UNUSED(static int f(int a)) {\n  return a;\n}\n", ["function f"]),
        (
            "c",
            "static struct { int a; } table[] = {{1}};\n",
            ["variable table", "field table.a"],
        ),
        ("c", "TEST(suite, name) {\n}\n", ["test suite.name"]),
        (
            "c",
            "void f(int x) {\n  if (x) {\n#ifdef A\n    if (y) {\n#endif\n    g();\n  }\n"
            "#ifdef A\n  }\n#endif\n}\nvoid after(void) {}\n",
            ["function f", "function after"],
        ),
        (
            "c",
            'typedef enum {\n#define X(n) n,\n#include "all.h"\n#undef X\n} kind;\nint after;\n',
            ["enum kind", "variable after"],
        ),
        ("cpp", "auto twice = [](int x) { return 2 * x; };\n", ["function twice"]),
        (
            "cpp",
            "struct S {\n  void lock() X_LOCK_FUNCTION() {}\n  int g(T* my_nonnull t);\n};\n",
            ["struct S", "method S.lock", "method S.g"],
        ),
        ("cpp", "constexpr Int::operator float() const {}\n", ["method Int.operator float"]),
        (
            "objc",
            "typedef NS_ENUM(NSInteger, Kind) {\n  KindA,\n};\n@implementation Foo\n"
            "static void help(void) {}\n- (void)act {}\n@end\n",
            ["enum Kind", "constant Kind.KindA", "class Foo", "function help", "method Foo.act"],
        ),
        ("ruby", "def obj.single; end\n", ["method obj.single"]),
        ("ruby", "class A\n  X, Y = 1, 2\nend\n", ["class A", "constant A.X", "constant A.Y"]),
        ("ruby", "Pair = Struct.new(:l)\n", ["class Pair", "property Pair.l"]),
        ("ruby", "namespace :db do\n  task migrate: [:env] do end\nend\n", ["method db.migrate"]),
        ("php", "<?php\n$twice = fn($x) => 2 * $x;\n", ["function twice"]),
        ("php", "<?php class T { #[Test] function works() {} }\n", ["class T", "test T.works"]),
        ("java", "/** M. */\nopen module com.a {\n  requires b;\n}\n", ["module com.a"]),
        ("java", "int n = 0;\nvoid main() {}\n", ["variable n", "method main"]),
        ("kotlin", "fun String?.shout() {}\n", ["method String.shout"]),
        (
            "scala",
            "case class P(x: Int)\nclass Q(val y: Int, z: Int)\n",
            ["class P", "field P.x", "class Q", "field Q.y"],
        ),
        ("scala", "class A(x: Int) { def this() = this(1) }\n", ["class A", "constructor A.this"]),
        ("lua", 'local Base = class("Base")\nM.LIMIT = 3\n', ["class Base", "variable M.LIMIT"]),
        ("elixir", "defmodule A do\n  @limit 3\nend\n", ["module A", "constant A.limit"]),
        (
            "haskell",
            "module M where\ndata T = Int :+: Int\ndata G a where\n  G1 :: Int -> G Int\n",
            ["type T", "constant T.:+:", "type G", "constant G.G1"],
        ),
        ("dart", "class A { const A(this.x); }\n", ["class A", "constructor A.A"]),
        ("dart", "typedef int Compare(int a);\n", ["type Compare"]),
        (
            "julia",
            "mutable struct S\n  x\n  y::Int\nend\nfunction Base.:+(a, b) end\n-(a::S) = 1\n"
            "@enum Hue RED GREEN\n",
            ["struct S", "field S.x", "field S.y", "function Base.+", "function -", "enum Hue",
             "constant Hue.RED", "constant Hue.GREEN"],
        ),
        (
            "r",
            'Acc <- setRefClass("Acc", methods = list(dep = function(x) 1))\n',
            ["class Acc", "method Acc.dep"],
        ),
    ],
)  # fmt: skip
def test_a_definition_is_found_as_what_it_is(language: str, text: str, expected: list[str]) -> None:
    assert kinds(text, language) == expected


def test_each_binding_of_ocaml_has_its_words_and_its_documentation() -> None:
    symbols = found("(** A. *)\nlet rec a x = b x\n(** B. *)\nand b x = a x\n", "ocaml")
    assert [(s.start_line, s.end_line, s.docstring) for s in symbols.values()] == [
        (1, 2, "A."),
        (3, 4, "B."),
    ]
    assert [s.signature for s in symbols.values()] == ["let rec a x", "and b x"]


def test_visibility_ends_with_its_block() -> None:
    text = (
        "class A\n  class << self\n    private\n\n    def hidden; end\n  end\n\n"
        "  def shown; end\n\n  private\n\n  def last; end\nend\n"
    )
    symbols = found(text, "ruby")
    assert [symbols[f"A.{name}"].visibility for name in ("hidden", "shown", "last")] == [
        "private",
        "public",
        "private",
    ]


def test_both_accessors_belong_to_a_property() -> None:
    text = "class A {\n    var x: Int = 0\n        get() = field\n        set(v) { field = v }\n}\n"
    assert found(text, "kotlin")["A.x"].end_line == 4


def test_a_macro_in_front_of_a_function_hides_no_comment() -> None:
    text = (
        "// One.\nPURE_FUNCTION inline int one(int a) { return a; }\n\n"
        '// Two.\nDEPRECATED("gone")\nint two(int a);\n'
    )
    symbols = found(text, "cpp")
    assert [(s.start_line, s.end_line, s.docstring) for s in symbols.values()] == [
        (1, 2, "One."),
        (4, 6, "Two."),
    ]
    assert symbols["two"].signature == 'DEPRECATED("gone") int two(int a)'


def test_the_members_of_a_type_are_left_out_of_the_signature_of_what_is_of_it() -> None:
    symbols = found("typedef struct node {\n  int a;\n} node_t, *node_p;\n", "c")
    assert symbols["node_t"].signature == "typedef struct node { … } node_t, *node_p"
    assert symbols["node"].signature == "typedef struct node"


def test_cython_is_read_without_its_types() -> None:
    text = (
        "from libc.stdlib cimport malloc\n"
        "cdef class Parser(Base):\n"
        '    """Reads."""\n'
        "    cdef readonly int a\n"
        "    def __cinit__(self, int a, list b=None):\n"
        "        cdef char* at = <char*>malloc(a)\n"
        "        self.a = a\n"
        "    cdef inline int _step(self,\n"
        "                          const char* at) except -1:\n"
        "        return 1\n"
        "cpdef list parts(object x):\n"
        "    return []\n"
    )
    parsed = read(text, "python")
    spans = [(s.kind, s.qualified_name, s.start_line, s.end_line) for s in parsed.symbols]
    assert spans == [
        ("class", "Parser", 2, 10),
        ("constructor", "Parser.__cinit__", 5, 7),
        ("method", "Parser._step", 8, 10),
        ("function", "parts", 11, 12),
    ]
    assert parsed.symbols[0].docstring == "Reads."
    assert parsed.symbols[2].signature == "cdef inline int _step(self, const char* at) except -1"
    assert [(i.module, i.name) for i in parsed.imports] == [("libc.stdlib", "malloc")]
    assert not parsed.broken


def test_what_cython_declares_without_a_body_is_a_definition() -> None:
    text = (
        'cdef extern from "a.h":\n    enum hue:\n        RED\n    int find(char *text, int n)\n\n'
        "cpdef void mask(bytes data)\ncdef class A:\n    cdef int _step(self) except -1\n"
        "    cdef free(self)\ndef plain(): pass\n"
    )
    parsed = read(text, "python")
    assert [(s.qualified_name, s.name_line, s.signature) for s in parsed.symbols] == [
        ("find", 4, "int find(char *text, int n)"),
        ("mask", 6, "cpdef void mask(bytes data)"),
        ("A", 7, "cdef class A"),
        ("A._step", 8, "cdef int _step(self) except -1"),
        ("A.free", 9, "cdef free(self)"),
        ("plain", 10, "def plain()"),
    ]
    assert not parsed.broken


@given(
    st.lists(
        st.sampled_from(
            ["cdef extern from 'a.h':", "    enum a:", "    struct b:", "cdef int f(int a)",
             "cdef f()", "    int g() nogil", "cpdef list h(x) except *:", "cdef int a, b",
             "ctypedef int t", "cdef class A:", "    def m(self, int a=1): return <int>a",
             "from a cimport b", "x = 1"]
        )
    )
)  # fmt: skip
def test_no_byte_of_cython_moves(lines: list[str]) -> None:
    source = "\n".join(lines).encode()
    read_as = untyped(source)
    assert [len(line) for line in read_as.split(b"\n")] == [
        len(line) for line in source.split(b"\n")
    ]


def test_what_an_import_hides_is_not_imported() -> None:
    imports = read("module M where\nimport Q hiding (z)\nimport R (a)\n", "haskell").imports
    assert [(i.module, i.name) for i in imports] == [("Q", ""), ("R", "a")]
