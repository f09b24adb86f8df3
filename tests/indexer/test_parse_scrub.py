"""What keeps a grammar from reading a file is out of its way, and all else stays where it is."""

import pytest

from codeseam_indexer.parse import parse
from codeseam_indexer.records import SourceFile


def symbols(language: str, text: str) -> dict[str, tuple[str, int, int]]:
    """Kind, first and last line of each symbol, by its qualified name and, for twins, its line."""
    parsed = parse(SourceFile("x", text, b"", language))
    found: dict[str, tuple[str, int, int]] = {}
    for one in parsed.symbols:
        name = one.qualified_name
        found[f"{name}:{one.name_line}" if name in found else name] = (
            one.kind,
            one.start_line,
            one.end_line,
        )
    return found


def test_a_test_of_bats_holds_its_body() -> None:
    text = "@test \"adds {two}\" {\n  run add\n}\n\n@test 'it works' {\n  helper() { :; }\n}\n"
    assert symbols("bash", text) == {
        "adds {two}": ("test", 1, 3),
        "it works": ("test", 5, 7),
        "it works.helper": ("function", 6, 6),
    }


def test_members_of_an_extension_block_are_of_the_class_around_it() -> None:
    text = (
        "static class E\n{\n    extension<T>(IEnumerable<T> source) where T : class\n    {\n"
        "        public bool Empty => true;\n    }\n    extension((int a, int b))\n    {\n"
        "        public static int Sum() => 1;\n    }\n    static int extension(int x) => x;\n}\n"
    )
    assert symbols("csharp", text) == {
        "E": ("class", 1, 12),
        "E.Empty": ("property", 5, 5),
        "E.Sum": ("method", 9, 9),
        "E.extension": ("method", 11, 11),
    }


def test_heads_in_the_branches_of_a_condition_are_one_method() -> None:
    text = (
        "class A {\n#if DEBUG\n  void M() {\n#else\n  void M(int a) {\n#endif\n  }\n"
        "  void After() {}\n}\n"
    )
    assert symbols("csharp", text) == {
        "A": ("class", 1, 9),
        "A.M": ("method", 3, 7),
        "A.After": ("method", 8, 8),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "class A { class B { fun c() { } } }\nclass D",
            {
                "A": ("class", 1, 1),
                "A.B": ("class", 1, 1),
                "A.B.c": ("method", 1, 1),
                "D": ("class", 2, 2),
            },
        ),
        (
            "class A(x: B) : B by x {\n    val c by lazy { 1 }\n}\nval d by lazy { 2 }",
            {"A": ("class", 1, 3), "A.c": ("property", 2, 2), "d": ("property", 4, 4)},
        ),
        (
            "context(log: Log)\nfun a() {}\nfun context(x: Int) {}",
            {"a": ("function", 1, 2), "context": ("function", 3, 3)},
        ),
    ],
)  # fmt: skip
def test_kotlin_is_read_where_its_grammar_is_not_sure(
    text: str, expected: dict[str, tuple[str, int, int]]
) -> None:
    assert symbols("kotlin", text) == expected


def test_a_group_is_a_message_in_a_message() -> None:
    text = "message A {\n  repeated group Hit = 1 {\n    required string url = 2;\n  }\n}\n"
    assert symbols("proto", text) == {
        "A": ("struct", 1, 5),
        "A.Hit": ("struct", 2, 4),
        "A.Hit.url": ("field", 3, 3),
    }


def test_every_branch_of_a_preprocessor_is_read() -> None:
    haskell = "a :: Int\na = 1\n#if X\nb :: Int\nb = 1\n#else\nb :: Word\nb = 2\n#endif\nc = 3\n"
    assert symbols("haskell", haskell) == {
        "a": ("function", 1, 2),
        "b": ("function", 4, 5),
        "b:7": ("function", 7, 8),
        "c": ("function", 10, 10),
    }
    swift = "protocol P {\n  #if X\n  func a()\n  #endif\n  func b()\n}\n"
    assert symbols("swift", swift) == {
        "P": ("interface", 1, 6),
        "P.a": ("method", 3, 3),
        "P.b": ("method", 5, 5),
    }


def test_sides_of_a_conflict_that_open_something_are_read_once() -> None:
    text = (
        "class A\n<<<<<<< ours\n  def one(x)\n||||||| base\n  def zero\n=======\n  def two(y)\n"
        ">>>>>>> theirs\n    1\n  end\n\n  def after\n  end\nend\n"
    )
    assert symbols("ruby", text) == {
        "A": ("class", 1, 14),
        "A.one": ("method", 3, 10),
        "A.after": ("method", 12, 13),
    }
    text = (
        'block "a" {\n<<<<<<< ours\n  b {\n=======\n  c {\n>>>>>>> theirs\n  }\n}\nblock "d" {}\n'
    )
    assert symbols("hcl", text) == {"block.a": ("block", 1, 8), "block.d": ("block", 9, 9)}


def test_members_of_a_type_that_a_function_makes_are_members() -> None:
    text = (
        "pub fn List(comptime T: type) type {\n    return struct {\n        items: []T,\n"
        "        pub fn get(self: @This()) T {}\n    };\n}\n"
    )
    assert symbols("zig", text) == {
        "List": ("function", 1, 6),
        "List.items": ("field", 3, 3),
        "List.get": ("method", 4, 4),
    }


def test_macros_before_and_behind_a_declaration_hide_no_scope() -> None:
    text = """namespace lib {
class View {
 public:
  LIB_CONSTEXPR LIB_INLINE auto size() const LIB_NOEXCEPT -> int { return 1; }
  LIB_CONSTEXPR View(int size) noexcept
      : size_(size) {}
  LIB_CONSTEXPR20 ~View() = default;
  virtual LIB_CONSTEXPR20 void grow(int size) = 0;
  template <typename T, LIB_ENABLE_IF(!std::is_same<T, char>::value ||
                                      std::is_same<T, int>::value)>
  LIB_INLINE auto map(T value) -> T { return value; }
  bool empty() const LIB_NOEXCEPT;
};
LIB_FN std::string LIB_CALL text(const View& view) { return {}; }
int last() { return (int) LIB_MOST; }
}
"""
    assert set(symbols("cpp", text)) == {
        "lib", "lib.View", "lib.View.size", "lib.View.View", "lib.View.~View", "lib.View.grow",
        "lib.View.map", "lib.View.empty", "lib.text", "lib.last",
    }  # fmt: skip


def test_a_macro_that_opens_a_namespace_may_stand_behind_a_directive() -> None:
    text = "#if LIB_THROWS\nLIB_BEGIN_SPACE\nnamespace detail {\nint f() { return 1; }\n}\n#endif\n"
    assert set(symbols("cpp", text)) == {"detail", "detail.f"}
