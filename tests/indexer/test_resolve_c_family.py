"""Who calls whom in C and C++: static functions, headers, macros, namespaces, overloads."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_a_static_function_belongs_to_its_file(proved: Calls) -> None:
    files = {
        "a.c": "static int help(void) { return 1; }\nint a(void) { return help(); }\n",
        "b.c": "static int help(void) { return 2; }\nint b(void) { return help() + a(); }\n",
        "c.c": "int c(void) { return help(); }\n",
    }
    assert proved(files) == {"a -> a.c:1 help", "b -> b.c:1 help", "b -> a.c:2 a"}


def test_static_functions_of_headers_are_seen_everywhere(proved: Calls) -> None:
    files = {
        "u.h": "static inline int up(int x) { return x; }\n",
        "a.c": '#include "u.h"\nint a(void) { return up(1); }\n',
    }
    assert proved(files) == {"a -> u.h:1 up"}


def test_a_prototype_leads_to_the_definition(proved: Calls) -> None:
    files = {
        "u.h": "int up(int x);\n",
        "u.c": '#include "u.h"\nint up(int x) { return x; }\n',
        "a.c": '#include "u.h"\nint a(void) { return up(1); }\n',
    }
    assert proved(files) == {"a -> u.c:2 up"}


def test_definitions_in_the_old_style_and_without_braces_in_order_are_read(proved: Calls) -> None:
    source = "int old(a, b) int a; char *b; { return a; }\nint f(void) { return old(1, 0); }\n"
    assert proved({"a.c": source}) == {"f -> a.c:1 old"}


def test_of_two_programs_each_calls_its_own(proved: Calls) -> None:
    files = {
        "one/main.c": "int run(void);\nint main(void) { return run(); }\n",
        "one/run.c": "int run(void) { return 1; }\n",
        "two/run.c": "int run(void) { return 2; }\n",
    }
    assert proved(files) == {"main -> one/run.c:1 run"}


def test_pointers_call_nothing_but_the_function_they_are_set_to(proved: Calls) -> None:
    source = """typedef int (*fn)(int);
int run(int x) { return x; }
struct ops { int (*run)(int); };
int f(struct ops *o, fn run) { return o->run(1) + run(2); }
int g(void) { fn p = run; return p(1); }
"""
    assert proved({"a.c": source}) == {"g -> a.c:2 run"}


def test_a_renamed_function_is_followed_through_the_macro(proved: Calls) -> None:
    source = (
        "#define grow grow_impl\n"
        "int grow_impl(int x) { return x; }\n"
        "int f(void) { return grow(1); }\n"
    )
    assert proved({"a.c": source}) == {"f -> a.c:2 grow_impl"}


def test_members_declared_in_a_header_lead_to_their_definitions(proved: Calls) -> None:
    files = {
        "a.hpp": (
            "namespace n {\n"
            "class A {\n"
            " public:\n"
            "  A(int x);\n"
            "  int run(int x) const;\n"
            "  B* b_;\n"
            "};\n"
            "class B { public: void go() {} };\n"
            "}\n"
        ),
        "a.cpp": (
            '#include "a.hpp"\n'
            "namespace n {\n"
            "A::A(int x) { run(x); }\n"
            "int A::run(int x) const { b_->go(); return x; }\n"
            "}\n"
        ),
        "main.cpp": (
            '#include "a.hpp"\n'
            "int main() { n::A a(1); a.run(2); auto* p = new n::A(3); p->run(1); }\n"
        ),
    }
    assert proved(files) == {
        "A -> a.cpp:4 run",
        "run -> a.hpp:8 go",
        "main -> a.hpp:2 A",
        "main -> a.cpp:3 A",
        "main -> a.cpp:4 run",
    }


def test_namespaces_keep_functions_of_one_name_apart(proved: Calls) -> None:
    files = {
        "a.cpp": "namespace a { void f() {} void g() { f(); } }\n",
        "b.cpp": (
            "namespace b { void f() {} void g() { f(); } }\n"
            "using namespace a;\n"
            "void h() { a::f(); b::f(); }\n"
        ),
        "c.cpp": "namespace { void f() {} }\nvoid k() { f(); }\n",
    }
    assert proved(files) == {
        "g -> a.cpp:1 f",
        "g -> b.cpp:1 f",
        "h -> a.cpp:1 f",
        "h -> b.cpp:1 f",
        "k -> c.cpp:1 f",
    }


def test_overloads_go_by_number_and_types_of_arguments_in_cpp(proved: Calls) -> None:
    source = """#include <string>
void put(int x) {}
void put(const std::string& s) {}
void put(int x, int y = 1, int z = 2) {}
struct A {};
void put(const A& a) {}
void f(A a) {
  put("s");
  put(1, 2);
  put(a);
}
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:3 put", "f -> a.cpp:4 put", "f -> a.cpp:6 put"}


def test_bases_smart_pointers_and_loops_give_types(proved: Calls) -> None:
    source = """#include <memory>
#include <vector>
class Base {
 public:
  void help() {}
};
class Item : public Base {
 public:
  void go() { help(); }
};
void f(std::unique_ptr<Item> p, const std::vector<Item>& v) {
  p->go();
  for (const auto& i : v) {
    i.help();
  }
  auto q = std::make_unique<Item>();
  q->help();
}
"""
    assert proved({"a.cpp": source}) == {
        "go -> a.cpp:5 help",
        "f -> a.cpp:9 go",
        "f -> a.cpp:5 help",
        "f -> a.cpp:7 Item",
    }


def test_static_members_aliases_and_initialisers_are_followed(proved: Calls) -> None:
    source = """struct Part {
  explicit Part(int x) {}
  static Part make() { return Part(1); }
};
using P = Part;
struct Whole : Part {
  Whole() : Part(2) {}
};
void f() {
  P::make();
}
"""
    assert proved({"a.cpp": source}) == {
        "make -> a.cpp:1 Part",
        "make -> a.cpp:2 Part",
        "Whole -> a.cpp:1 Part",
        "Whole -> a.cpp:2 Part",
        "f -> a.cpp:3 make",
    }


def test_the_standard_library_calls_nothing_of_ours(proved: Calls) -> None:
    source = (
        "#include <vector>\n"
        "int size() { return 1; }\n"
        "int f(std::vector<int> v) { return v.size() + std::size(v); }\n"
    )
    assert proved({"a.cpp": source}) == set()


def test_a_prototype_has_the_callers_of_its_definition(users: Users) -> None:
    files = {
        "u.h": "int up(int x);\n",
        "u.c": '#include "u.h"\nint up(int x) { return x; }\n',
        "a.c": '#include "u.h"\nint a(void) { return up(1); }\n',
    }
    assert users(files, "u.h:1") == users(files, "u.c:2") == {"a.c:2"}


def test_a_function_that_is_only_declared_has_callers_too(users: Users) -> None:
    files = {"u.h": "int up(int x);\n", "a.c": "int a(void) { return up(1); }\n"}
    assert users(files, "u.h:1") == {"a.c:1"}


def test_a_declared_member_has_the_callers_of_its_definition(users: Users) -> None:
    files = {
        "a.hpp": "class A {\n  void run(int x);\n  void run();\n};\n",
        "a.cpp": '#include "a.hpp"\nvoid A::run(int x) {}\nvoid A::run() { run(1); }\n',
    }
    assert users(files, "a.hpp:2") == {"a.cpp:3"}


def test_a_definition_in_the_file_itself_wins(proved: Calls) -> None:
    files = {
        "linux.c": "int wait(void) { return 1; }\nint f(void) { return wait(); }\n",
        "sun.c": "int wait(void) { return 2; }\nint g(void) { return wait(); }\n",
    }
    assert proved(files) == {"f -> linux.c:1 wait", "g -> sun.c:1 wait"}


def test_the_body_of_a_test_macro_sees_the_members_of_its_fixture(proved: Calls) -> None:
    source = """class Fixture : public Test {
 protected:
  void help() {}
};
TEST_F(Fixture, Works) {
  help();
  this->help();
}
TEST(Other, Works) { help(); }
"""
    assert proved({"a.cpp": source}) == {"TEST_F -> a.cpp:3 help"}
