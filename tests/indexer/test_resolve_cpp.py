"""Who calls whom in C++: overloads, constant and moved twins, constructions, operators."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_the_name_of_a_class_is_its_type_inside_its_own_methods(proved: Calls) -> None:
    files = {
        "n.hpp": "struct Node { Node(int x); Node* next(); void up(); int value(); };\n",
        "n.cpp": (
            '#include "n.hpp"\nNode::Node(int x) {}\n'
            "void Node::up() { Node* at = next(); at->value(); }\n"
        ),
    }
    assert proved(files) == {"up -> n.hpp:1 next", "up -> n.hpp:1 value"}


def test_of_constant_twins_the_receiver_tells_which(proved: Calls) -> None:
    source = """struct B { int size(); int size() const; };
struct A { B own; B* far; B& get(); const B& get() const; void f() const; void g(); };
void A::f() const { own.size(); far->size(); get().size(); }
void A::g() { own.size(); get().size(); }
void h(const B& b, B c) { b.size(); c.size(); const auto& d = c; d.size(); }
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:1 size", "f -> a.cpp:2 get", "g -> a.cpp:1 size", "g -> a.cpp:2 get",
        "h -> a.cpp:1 size",
    }  # fmt: skip


def test_constant_twins_that_are_defined_outside_keep_apart(proved: Calls) -> None:
    source = """struct B {
  int size();
  int size() const;
};
int B::size() { return 1; }
int B::size() const { return 2; }
void f(const B& b) { b.size(); }
void g(B& b) { b.size(); }
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:6 size", "g -> a.cpp:5 size"}


def test_what_is_given_away_goes_to_the_twin_that_takes_it_over(proved: Calls) -> None:
    source = """struct V { V(int); };
struct L {
  void add(const V& v);
  void add(V&& v);
};
V make();
V& held();
void f(L& l, V v) { l.add(make()); }
void g(L& l, V v) { l.add(v); }
void h(L& l, V v) { l.add(std::move(v)); }
void i(L& l) { l.add(held()); }
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:4 add", "f -> a.cpp:6 make", "g -> a.cpp:3 add", "h -> a.cpp:4 add",
        "i -> a.cpp:3 add", "i -> a.cpp:7 held",
    }  # fmt: skip


def test_numbers_pointers_and_texts_choose_among_overloads(proved: Calls) -> None:
    source = """void p(int x) {}
void p(unsigned x) {}
void p(double x) {}
void p(const char* x) {}
void p(int* x) {}
void p(bool x) {}
void a(char c) { p(c); }
void b(uint32_t c) { p(c); }
void c(float c) { p(c); }
void d() { p("text"); char buffer[8]; p(buffer); }
void e(int v) { p(&v); }
void f(int* v) { p(*v); }
void g() { p(unsigned(3)); }
"""
    assert proved({"a.cpp": source}) == {
        "a -> a.cpp:1 p", "b -> a.cpp:2 p", "c -> a.cpp:3 p", "d -> a.cpp:4 p", "e -> a.cpp:5 p",
        "f -> a.cpp:1 p", "g -> a.cpp:2 p",
    }  # fmt: skip


def test_a_template_takes_what_no_overload_takes_as_it_is(proved: Calls) -> None:
    source = """struct S {};
void p(const char* x) {}
template <class T> void p(T x) {}
template <> void p<int>(int x) {}
void a() { p("text"); }
void b(S s) { p(s); p(1); }
"""
    assert proved({"a.cpp": source}) == {"a -> a.cpp:2 p", "b -> a.cpp:3 p"}


def test_a_construction_that_reads_as_a_declaration_constructs(proved: Calls) -> None:
    source = """struct S { S(int x) {} S(char* p, int n) {} };
namespace n { int v; }
void f(int x) { S s(x); }
void g(char* b) { S s(b, sizeof(b)); }
void h() { S s(n::v); }
struct H { S s{1}; };
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:1 S", "g -> a.cpp:1 S", "h -> a.cpp:1 S", " -> a.cpp:1 S",
    }  # fmt: skip


def test_operators_maps_and_iterators_give_types(proved: Calls) -> None:
    source = """struct V { int size() { return 1; } };
struct L { V& operator[](int i); V* begin(); V* end(); };
struct P { V* operator->() const; V& operator*() const; };
void f(L l) { l[0].size(); for (auto& v : l) v.size(); }
void g(P p) { p->size(); (*p).size(); }
void h(std::map<int, V> m) { for (auto& kv : m) kv.second.size(); m.find(1)->second.size(); }
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:1 size", "g -> a.cpp:1 size", "h -> a.cpp:1 size",
    }  # fmt: skip


def test_functions_are_found_beside_the_types_of_their_arguments(proved: Calls) -> None:
    source = """namespace n { struct S {}; void show(const S& s) {} }
void f(n::S s) { show(s); }
void g(int s) { show(s); }
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:1 show"}


def test_a_name_for_a_smart_pointer_constructs_nothing_that_it_holds(proved: Calls) -> None:
    source = """struct S { S() {} void run() {} };
using Ptr = std::unique_ptr<S>;
S* make();
void f() { Ptr p(make()); p->run(); }
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:3 make", "f -> a.cpp:1 run"}


def test_a_class_of_another_source_file_is_not_meant(proved: Calls) -> None:
    files = {
        "c.hpp": "struct Order { int cmp() { return 1; } };\n",
        "t.cpp": "struct Order { int cmp() { return 2; } };\n",
        "u.cpp": '#include "c.hpp"\nint f(Order* o) { return o->cmp(); }\n',
    }
    assert proved(files) == {"f -> c.hpp:1 cmp"}


def test_a_type_that_is_ours_in_one_branch_only_proves_nothing(proved: Calls) -> None:
    source = """struct Plain { int load() { return 1; } };
#ifdef SIMPLE
using level = Plain;
#else
using level = std::atomic<int>;
#endif
int f(level l) { return l.load(); }
"""
    assert proved({"a.cpp": source}) == set()


def test_a_class_that_is_an_argument_of_its_own_base_ends(proved: Calls) -> None:
    source = """template <class T> struct Base { T& self(); };
template <class T> struct Deep : Base<Deep<Base<T>>> { void run() {} };
struct A : Base<A> { void run() {} };
void f(A a) { a.self().run(); }
void g(Deep<int> d) { d.self().run(); }
"""
    assert "f -> a.cpp:3 run" in proved({"a.cpp": source})


def test_members_for_what_is_given_away_are_called_on_that(proved: Calls) -> None:
    source = """struct C {
  C(int) {}
  C& wide(int n) & { return *this; }
  C&& wide(int n) && { return 0; }
};
void f(C c) { c.wide(1); }
void g() { C(1).wide(1); }
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:3 wide", "g -> a.cpp:4 wide", "g -> a.cpp:1 C", "g -> a.cpp:2 C",
    }  # fmt: skip


def test_a_maker_of_ones_own_is_called_and_constructs(proved: Calls) -> None:
    source = """struct S { S(int) {} };
namespace own { template <class T> T* make_unique(int n) { return 0; } }
void f() { own::make_unique<S>(1); }
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:1 S", "f -> a.cpp:2 make_unique"}


def test_fields_behind_which_a_macro_names_their_lock_are_fields(proved: Calls) -> None:
    source = """struct V { int size() { return 1; } };
class EXPORTED A;
class A {
  V own_ GUARDED_BY(mutex_);
  V* const far_ GUARDED_BY(mutex_);
  int f() { return own_.size(); }
  int g() { return far_->size(); }
  int h() { return 1; }
};
int i(A* a) { return a->h(); }
"""
    assert proved({"a.cpp": source}) == {"f -> a.cpp:1 size", "g -> a.cpp:1 size", "i -> a.cpp:8 h"}


def test_a_header_that_nobody_includes_defines_nothing_for_others(proved: Calls) -> None:
    files = {
        "real.hpp": "struct Lock { void take() {} };\n",
        "example.hpp": "struct Lock { void take() {} };\n",
        "port.hpp": '#include "real.hpp"\n',
        "u.cpp": '#include "port.hpp"\nvoid f(Lock& l) { l.take(); }\n',
    }
    assert proved(files) == {"f -> real.hpp:1 take"}


def test_each_declared_overload_has_the_callers_of_its_own_definition(users: Users) -> None:
    files = {
        "a.hpp": (
            "class A {\n  int at(int x);\n  int at(int x) const;\n  int at(const char* x);\n};\n"
        ),
        "a.cpp": (
            '#include "a.hpp"\nint A::at(int x) { return 1; }\n'
            "int A::at(int x) const { return 2; }\n"
            "int A::at(const char* x) { return 3; }\n"
            'int f(A& a) { return a.at("x"); }\nint g(const A& a) { return a.at(1); }\n'
        ),
    }
    assert users(files, "a.hpp:2") == set()
    assert users(files, "a.hpp:3") == {"a.cpp:6"}
    assert users(files, "a.hpp:4") == {"a.cpp:5"}


def test_classes_defined_outside_their_class_belong_to_it(proved: Calls) -> None:
    files = {
        "a.h": "namespace n {\nclass Tree {\n public:\n  static Tree* make(int x);\n"
        "  int op();\n private:\n  class State;\n};\n}\n",
        "a.cc": '#include "a.h"\nnamespace n {\nclass Tree::State {\n public:\n  bool push();\n'
        "  Tree* top_;\n};\nbool Tree::State::push() { top_->op(); make(1); return true; }\n"
        "Tree* Tree::make(int x) { return 0; }\n"
        "int Tree::op() { State s; s.push(); return 1; }\n}\n",
    }
    assert proved(files) == {
        "push -> a.cc:10 op",
        "push -> a.cc:9 make",
        "op -> a.cc:8 push",
    }


def test_a_using_declaration_of_a_header_gives_its_name_to_those_who_include_it(
    proved: Calls,
) -> None:
    files = {
        "re.h": "namespace re {\nclass Re {\n public:\n  void match() {}\n};\n}\nusing re::Re;\n",
        "main.cc": '#include "re.h"\nvoid run(const Re& r) { r.match(); }\n',
    }
    assert proved(files) == {"run -> re.h:4 match"}


def test_what_a_macro_gives_tells_no_overloads_apart(proved: Calls, possible: Calls) -> None:
    source = (
        "#define STR(text) WIDE(text)\nclass A {\n public:\n  void child(const char* x) {}\n"
        "  void child(std::string_view x) {}\n};\nvoid run(A a) { a.child(STR(1)); }\n"
    )
    assert proved({"a.cc": source}) == {"run -> a.cc:1 STR"}
    assert possible({"a.cc": source}) == {"run -> a.cc:4 child", "run -> a.cc:5 child"}


def test_a_function_of_deduced_type_gives_back_a_local_of_its_block(proved: Calls) -> None:
    source = (
        "class A {\n public:\n  void go() {}\n};\nauto make() { A a; return a; }\n"
        "void run() { make().go(); }\n"
    )
    assert "run -> a.cc:3 go" in proved({"a.cc": source})


def test_a_cast_to_a_primitive_type_tells_overloads_apart(proved: Calls) -> None:
    source = (
        "void f(unsigned long x) {}\nvoid f(long x) {}\nvoid f(const char* x) {}\n"
        "void run(int v, void* p) {\n  f(static_cast<unsigned long>(v));\n"
        "  f(reinterpret_cast<const char*>(p));\n}\n"
        "void other(int v) { f(static_cast<long>(v)); }\n"
    )
    assert proved({"a.cc": source}) == {
        "run -> a.cc:1 f",
        "run -> a.cc:3 f",
        "other -> a.cc:2 f",
    }


def test_a_class_is_meant_before_a_member_though_a_function_has_its_name(proved: Calls) -> None:
    source = (
        "namespace n {\nclass Tree {\n public:\n  static Tree* parse() { return 0; }\n};\n"
        "class Re {\n public:\n  Tree* Tree() { return 0; }\n  class Set;\n};\n"
        "class Re::Set {\n public:\n  void add();\n};\n"
        "void Re::Set::add() { Tree::parse(); }\n}\n"
    )
    assert proved({"a.cc": source}) == {"add -> a.cc:4 parse"}


def test_a_pointer_with_an_index_is_one_of_what_it_points_to(proved: Calls) -> None:
    source = (
        "struct Item { void set(int x); };\nstruct All {\n  Item* items_;\n"
        "  All() : items_(new Item[3]) {}\n  void run() { items_[1].set(2); }\n};\n"
        "void other(const Item* items) { items[0].set(1); }\n"
    )
    found = proved({"a.cc": source})
    assert {c for c in found if c.endswith("set")} == {"run -> a.cc:1 set", "other -> a.cc:1 set"}


def test_the_arguments_of_a_template_say_what_calling_it_gives(proved: Calls) -> None:
    source = (
        "struct Item { void set(int x); };\n"
        "template <class T> struct Box { T* get(); void put(T x) {} };\n"
        "template <class T> T made(int x);\n"
        "void a() { auto p = std::unique_ptr<Item>(new Item); p->set(1); }\n"
        "void b() { auto p = Box<Item>(3); p.get()->set(1); }\n"
        "void c() { made<Item>(3).set(1); }\n"
        "void d() { auto v = std::vector<Item>(3); v[1].set(2); }\n"
        "void e(Any t) { std::get<Item>(t).set(1); }\n"
    )
    found = proved({"a.cc": source})
    assert {c for c in found if c.endswith("set")} == {f"{f} -> a.cc:1 set" for f in "abcde"}


def test_a_macro_that_gives_what_it_is_given_tells_overloads_apart(proved: Calls) -> None:
    source = (
        "#define WIDE(text) text\n#define STR(text) WIDE(text)\nclass A {\n public:\n"
        "  void child(const char* x) {}\n  void child(int x) {}\n};\n"
        'void run(A a) { a.child(STR("x")); }\nvoid other(A a) { a.child(STR(1)); }\n'
    )
    found = proved({"a.cc": source})
    assert {c for c in found if c.endswith("child")} == {
        "run -> a.cc:5 child",
        "other -> a.cc:6 child",
    }


def test_branches_that_define_a_member_count_with_files_that_do(proved: Calls) -> None:
    files = {
        "p.h": "class Set {\n  int work();\n};\n",
        "p_posix.cc": "#ifdef PPOLL\nint Set::work() { return 1; }\n#else\n"
        "int Set::work() { return 2; }\n#endif\n",
        "p_win32.cc": "int Set::work() { return 3; }\n",
        "use.cc": "void run(Set* s) { s->work(); }\n",
    }
    assert proved(files) == {
        "run -> p_posix.cc:2 work",
        "run -> p_posix.cc:4 work",
        "run -> p_win32.cc:1 work",
    }


def test_a_constructor_makes_its_members_under_their_names(users: Users) -> None:
    files = {
        "t.hpp": "struct List {\n  List(int n);\n  List(const char* t);\n};\nstruct Far {};\n",
        "u.hpp": '#include "t.hpp"\nstruct Use { Use(int n); List a_; List* b_; List& c_; };\n',
        "u.cpp": (
            '#include "u.hpp"\nUse::Use(int n)\n    : a_(n), b_(nullptr),\n      c_(a_) {}\n'
        ),
    }
    assert users(files, "t.hpp:2") == {"u.cpp:3"}
    assert users(files, "t.hpp:3") == set()
    assert users(files, "t.hpp:1") == {"u.cpp:3"}


def test_a_constructor_makes_bases_that_are_written_small(users: Users) -> None:
    source = """struct base { base(int n); };
struct of : base {
  of() : base(1) {}
};
"""
    assert users({"a.cpp": source}, "a.cpp:1") == {"a.cpp:3"}


def test_an_instance_of_the_class_is_copied_whatever_other_constructors_take(
    proved: Calls,
) -> None:
    source = """struct A { A(int n); };
struct B { B(int n); B(const B& other); };
A f(A a) { return A(a); }
B g(B b) { return B(b); }
struct C { A a_; C(const A& a) : a_(a) {} };
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:1 A", "g -> a.cpp:2 B", "C -> a.cpp:1 A",
    }  # fmt: skip


def test_who_makes_instances_under_an_alias_of_a_template_is_found(users: Users) -> None:
    files = {
        "a.hpp": "template <class T> struct it { it(T t); };\nusing ints = it<const int>;\n",
        "b.cpp": '#include "a.hpp"\nvoid f() { ints(1); }\n',
    }
    assert users(files, "a.hpp:1") == {"b.cpp:2"}


def test_a_member_of_a_type_that_is_ours_in_one_branch_is_possibly_made(
    proved: Calls, possible: Calls
) -> None:
    source = """struct none { none(int n); };
#ifdef BARE
using level = none;
#else
using level = std::atomic<int>;
#endif
struct L {
  level level_;
  L() : level_(1) {}
};
"""
    assert proved({"a.cpp": source}) == set()
    assert possible({"a.cpp": source}) == {"L -> a.cpp:1 none"}


def test_a_friend_is_a_function_of_the_namespace_around_its_class(
    proved: Calls, users: Users
) -> None:
    source = """namespace n {
struct Big {
  friend int compare(const Big& a, const Big& b) { return 1; }
  int size() const;
};
int sign(const Big& a) { return compare(a, a); }
}
int other(const n::Big& a) { return compare(a, a); }
"""
    found = {"sign -> a.cpp:3 compare", "other -> a.cpp:3 compare"}
    assert proved({"a.cpp": source}) == found


def test_who_constructs_under_an_alias_of_a_template_is_found(users: Users) -> None:
    source = """template <class T> struct basic {
  basic(T a, T b);
};
using plain = basic<int>;
void f() { plain x(1, 2); }
"""
    assert users({"a.cpp": source}, "a.cpp:2") == {"a.cpp:5"}


def test_a_member_stands_outside_a_class_whose_namespace_the_grammar_lost(users: Users) -> None:
    files = {
        "l.hpp": "namespace n {\nclass Log { void sink(); void run(); };\n}\n",
        "l.cpp": (
            '#include "l.hpp"\nvoid Log::sink() {}\nnamespace n {\nvoid Log::run() { sink(); }\n}\n'
        ),
    }
    assert users(files, "l.cpp:2") == {"l.cpp:4"}


def test_a_block_behind_a_macro_is_the_body_of_a_function_with_a_fixture(proved: Calls) -> None:
    source = """struct App { int count(); };
struct Fixture { App app; void run(); };
TEST_CASE_METHOD(Fixture, "counts", "[app]") {
  run();
  app.count();
}
TEST_CASE("none") {
  App other;
  other.count();
}
"""
    assert proved({"a.cpp": source}) == {" -> a.cpp:2 run", " -> a.cpp:1 count"}


def test_what_a_condition_declares_and_what_is_taken_apart_has_types(proved: Calls) -> None:
    source = """struct A { int f(); };
struct B : A { int g(); };
struct C { A first; B second; };
C both();
void f(A* a, std::map<int, B*> all) {
  if (auto* b = dynamic_cast<B*>(a)) b->g();
  for (auto& [key, b] : all) b->f();
  auto [first, second] = both();
  second.g();
}
"""
    assert proved({"a.cpp": source}) == {
        "f -> a.cpp:1 f", "f -> a.cpp:2 g", "f -> a.cpp:4 both",
    }  # fmt: skip
