"""Who calls whom in C++: what names mean over headers, namespaces, macros and programs."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_a_macro_that_opens_a_namespace_puts_what_follows_into_it(proved: Calls) -> None:
    files = {
        "lib.h": (
            "#define LIB_BEGIN namespace lib { inline namespace v1 {\n#define LIB_END }}\n"
            "LIB_BEGIN\nint size(int x) { return x; }\nnamespace detail {\nvoid deep() {}\n}\n"
            "LIB_END\n"
        ),
        "use.cc": '#include "lib.h"\nvoid run() { lib::size(1); lib::detail::deep(); }\n',
    }
    assert proved(files) == {"run -> lib.h:4 size", "run -> lib.h:6 deep"}


def test_a_definition_is_given_the_defaults_of_its_declaration(proved: Calls) -> None:
    files = {
        "n.hpp": "struct N {\n  N* next(const char* name = 0) const;\n  N* next(int at);\n};\n"
        "int text(double x, int digits = 3);\nint text(const char* x);\n",
        "n.cc": '#include "n.hpp"\nN* N::next(const char* name) const { return 0; }\n'
        "N* N::next(int at) { return 0; }\nint text(double x, int digits) { return 1; }\n"
        "int text(const char* x) { return 2; }\n",
        "use.cc": '#include "n.hpp"\nvoid run(const N* n, double d) { n->next(); text(d); }\n',
    }
    assert proved(files) == {"run -> n.cc:2 next", "run -> n.cc:4 text"}


def test_what_a_header_declares_is_defined_in_another_folder(proved: Calls) -> None:
    files = {
        "include/lib/a.h": "int both(int x);\ninline int here() { return both(1); }\n",
        "src/a.cc": "int both(int x) { return x; }\n",
    }
    assert proved(files) == {"here -> src/a.cc:1 both"}


def test_a_class_of_another_program_is_not_meant(proved: Calls) -> None:
    program = (
        "namespace n {\nclass Bench {\n public:\n  void run() {}\n};\n}\n"
        "int main() { n::Bench b; b.run(); }\n"
    )
    found = proved({"one.cc": program, "two.cc": program})
    assert found == {
        "main -> one.cc:4 run",
        "main -> two.cc:4 run",
    }


def test_a_header_that_only_a_comment_names_is_not_included(proved: Calls) -> None:
    lock = "namespace port {\nclass Lock {\n public:\n  void take() {}\n};\n}\n"
    files = {
        "port_real.h": lock,
        "port_example.h": lock,
        "port.h": '// see port_example.h\n#include "port_real.h"\n',
        "use.cc": '#include "port.h"\nvoid run(port::Lock* l) { l->take(); }\n',
    }
    assert proved(files) == {"run -> port_real.h:4 take"}


def test_a_member_that_files_for_several_systems_define_is_each_of_them(proved: Calls) -> None:
    files = {
        "p.h": "class Process {\n  bool done() const;\n};\n",
        "p_posix.cc": "bool Process::done() const { return true; }\n",
        "p_win32.cc": "bool Process::done() const { return false; }\n",
        "use.cc": "void run(Process* p) { p->done(); }\n",
    }
    assert proved(files) == {"run -> p_posix.cc:1 done", "run -> p_win32.cc:1 done"}


def test_two_colons_alone_mean_what_no_class_has_around_it(proved: Calls) -> None:
    source = (
        "int make(int x) { return x; }\nstruct Disk {\n"
        "  int make(int x) { return ::make(x); }\n};\n"
    )
    assert proved({"a.cc": source}) == {"make -> a.cc:1 make"}


def test_a_parameter_hides_no_namespace_before_two_colons(proved: Calls) -> None:
    source = (
        "namespace log {\nstruct Reader { void read(); };\n}\n"
        "void run(int log) { log::Reader reader; reader.read(); }\n"
    )
    assert proved({"a.cc": source}) == {"run -> a.cc:2 read"}


def test_what_a_macro_declares_may_have_any_method_of_that_name(possible: Calls) -> None:
    source = (
        "struct Document { void child(int x); };\n"
        "TEST_XML(traverse, 1)\n{\n  doc.child(2);\n}\n"
        "void run() { cursor.child(2); }\n"
    )
    assert "run -> a.cc:1 child" in possible({"a.cc": source})


def test_what_a_known_namespace_is_not_seen_to_hold_may_be_any_of_the_name(
    possible: Calls,
) -> None:
    files = {
        "log.h": "namespace log {\nint other();\n}\nint floor_log(int x) { return x; }\n",
        "use.cc": "void run() { log::floor_log(1); }\n",
    }
    assert possible(files) == {"run -> log.h:4 floor_log"}


def test_an_iterator_of_a_container_gives_its_elements(proved: Calls) -> None:
    source = (
        "using namespace std;\nstruct Edge { void dump(); };\nstruct Graph {\n"
        "  vector<Edge*> edges_;\n  std::map<string, Edge> named_;\n"
        "  typedef std::vector<Edge> Edges;\n  Edges all_;\n"
        "  void a() { for (vector<Edge*>::iterator i = f(); ; ++i) (*i)->dump(); }\n"
        "  void b() { std::map<string, Edge>::const_iterator j = g(); j->second.dump(); }\n"
        "  void c() { Edges::iterator k = h(); k->dump(); }\n"
        "  void d() { auto e = edges_.begin(); (*e)->dump(); }\n};\n"
    )
    assert proved({"a.cc": source}) == {f"{f} -> a.cc:2 dump" for f in "abcd"}


def test_a_list_of_arguments_is_no_text(proved: Calls) -> None:
    source = (
        "void error(const char* text, va_list rest) {}\nvoid error(const char* text, ...) {}\n"
        "void run(std::string s) { error(s.c_str(), s.c_str()); }\n"
        "void pass(va_list rest) { error(text(), rest); }\n"
    )
    assert proved({"a.cc": source}) == {"run -> a.cc:2 error", "pass -> a.cc:1 error"}


def test_a_constructor_for_a_pointer_is_meant_before_one_that_copies(proved: Calls) -> None:
    source = (
        "struct Query {\n  Query();\n  Query(const char_t* text, int flags = 0);\n"
        "  Query(const Query& other);\n  Query(Query&& other);\n};\n"
        'void run() { Query q("a"); }\n'
    )
    assert proved({"a.cc": source}) == {"run -> a.cc:1 Query", "run -> a.cc:3 Query"}


def test_a_stream_is_taken_as_the_stream_above_it(proved: Calls) -> None:
    source = (
        "void load(const std::string& text) {}\nvoid load(std::istream& from) {}\n"
        "void run(std::stringstream s) { load(s); }\n"
    )
    assert proved({"a.cc": source}) == {"run -> a.cc:2 load"}


def test_a_member_template_outside_its_class_takes_anything(proved: Calls) -> None:
    source = (
        "struct Source {};\nstruct Re {\n  bool match(char c) const;\n"
        "  template <typename S> bool match(const S& source) const;\n};\n"
        "bool Re::match(char c) const { return true; }\n"
        "template <typename S> bool Re::match(const S& source) const { return false; }\n"
        "void run(const Re& re) { re.match(Source()); }\n"
    )
    assert "run -> a.cc:7 match" in proved({"a.cc": source})
    assert "run -> a.cc:6 match" not in proved({"a.cc": source})


def test_what_only_specializations_are_seen_of_is_not_all_of_them(
    proved: Calls, possible: Calls
) -> None:
    source = (
        "struct Value {};\ntemplate <> bool Value::as<bool>() const { return true; }\n"
        "template <> int Value::as<int>() const { return 1; }\n"
        "void run(const Value& v) { v.as<int>(); }\n"
    )
    assert proved({"a.cc": source}) == set()
    assert possible({"a.cc": source}) == {"run -> a.cc:2 as", "run -> a.cc:3 as"}


def test_an_own_template_in_a_constant_method_is_constant(proved: Calls) -> None:
    source = (
        "template <class T> struct Array {\n  T* mem() { return 0; }\n"
        "  const T* mem() const { return 0; }\n};\n"
        "struct Printer {\n  Array<char> buffer_;\n"
        "  const char* text() const { return buffer_.mem(); }\n"
        "  void grow() { buffer_.mem(); }\n};\n"
    )
    assert proved({"a.cc": source}) == {"text -> a.cc:3 mem", "grow -> a.cc:2 mem"}


def test_a_defaulted_destructor_and_an_array_of_pointers_call_nothing(proved: Calls) -> None:
    source = (
        "struct Iter { Iter(); virtual ~Iter(); };\nIter::~Iter() = default;\n"
        "struct Out { ~Out(); };\nOut::~Out() LIB_NOEXCEPT = default;\n"
        "void run(int n) { Iter** list = new Iter*[n]; }\n"
    )
    assert proved({"a.cc": source}) == set()


def test_macros_in_front_of_definitions_hide_no_class_and_no_constructor(proved: Calls) -> None:
    source = (
        "namespace lib {\nLIB_FN Doc::Doc(): size(0) { make(); }\nLIB_FN Doc::~Doc() { make(); }\n"
        "LIB_FN Doc::Doc(Doc&& other) LIB_NOEXCEPT: size(1) { make(); }\n"
        "template <typename T> LIB_FN Status Doc::read(T x) { make(); }\n"
        "LIB_FN bool Doc::operator!=(const Doc& r) const { return make(); }\n"
        "LIB_FN bool Doc::make() { return true; }\n}\n"
    )
    files = {
        "doc.h": "namespace lib {\nstruct Doc { bool make(); bool operator!=(const Doc& r) const; "
        "Doc(); ~Doc(); Doc(Doc&& other); template <typename T> Status read(T x); };\n}\n",
        "doc.cc": source,
    }
    assert proved(files) == {f"{f} -> doc.cc:7 make" for f in ("Doc", "~Doc", "read", "operator!=")}


def test_a_condition_in_the_initializers_of_a_constructor_cuts_no_class(proved: Calls) -> None:
    source = (
        "namespace n {\nclass Limiter {\n public:\n  Limiter(int most)\n      :\n"
        "#if !defined(NDEBUG)\n        most_(most),\n#endif\n        left_(most) {\n"
        "    check();\n  }\n  void check() {}\n};\nclass Other {\n  void go() { up(); }\n"
        "  void up() {}\n};\n}\n"
    )
    assert proved({"a.cc": source}) == {"Limiter -> a.cc:12 check", "go -> a.cc:16 up"}


def test_macros_between_a_type_and_a_name_hide_no_class(proved: Calls) -> None:
    files = {
        "sink.h": "namespace lib {\ntemplate <typename M> class Sink {\n  Sink();\n"
        "  void set();\n  std::string text();\n  void up();\n};\n"
        "class Pool { void post(); void on(); };\n}\n",
        "sink.cc": "namespace lib {\ntemplate <typename M>\nLIB_INLINE Sink<M>::Sink() { up(); }\n"
        "template <typename M>\nvoid LIB_INLINE lib::Sink<M>::set() { up(); }\n"
        "template <typename M>\nLIB_INLINE std::string Sink<M>::text() { up(); }\n"
        "template <typename M>\nvoid Sink<M>::up() {}\n"
        "void LIB_INLINE Pool::post() { on(); }\nvoid LIB_INLINE Pool::on() {}\n}\n",
    }
    assert proved(files) == {
        *(f"{f} -> sink.cc:9 up" for f in ("Sink", "set", "text")),
        "post -> sink.cc:11 on",
    }


def test_what_macros_put_into_a_namespace_is_one_with_what_is_seen_in_it(proved: Calls) -> None:
    files = {
        "lib.h": (
            "#define LIB_BEGIN namespace lib { namespace inner {\n#define LIB_END } }\n"
            "LIB_BEGIN\nvoid fail(const char* why);\ninline void f() { fail(0); }\nLIB_END\n"
        ),
        "lib.cpp": (
            '#include "lib.h"\nnamespace lib { namespace inner {\n'
            "void fail(const char* why) {}\n} }\n"
            "namespace lib { void g() { inner::fail(0); } }\n"
        ),
        "other.cpp": "static void fail(const char* why) {}\nvoid h() { fail(0); }\n",
    }
    assert proved(files) == {
        "f -> lib.cpp:3 fail", "g -> lib.cpp:3 fail", "h -> other.cpp:1 fail",
    }  # fmt: skip


def test_what_a_macro_hides_in_a_namespace_is_not_that_of_files_without_the_macro(
    proved: Calls,
) -> None:
    files = {
        "lib.cpp": (
            "#define LIB_BEGIN namespace lib { namespace inner {\n#define LIB_END } }\n"
            "LIB_BEGIN\nint length(const char* s) { return 1; }\nLIB_END\n"
            "int lib::get() { return inner::length(0); }\n"
        ),
        "test.cpp": "static int length(const char* s) { return 2; }\n",
    }
    assert proved(files) == {"get -> lib.cpp:4 length"}


def test_a_plain_name_that_nothing_in_sight_has_may_be_any_function_of_the_name(
    proved: Calls, possible: Calls
) -> None:
    files = {
        "far.cpp": "namespace lost {\nvoid join(int x) {}\nstatic void own(int x) {}\n}\n",
        "use.cpp": "void f() { join(1); own(1); }\n",
    }
    assert proved(files) == set()
    assert possible(files) == {"f -> far.cpp:2 join"}
