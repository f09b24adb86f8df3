"""Who calls whom in Java: packages, static imports, overloads, inheritance, lambdas."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_types_of_the_package_and_of_imports_are_told_apart(proved: Calls) -> None:
    files = {
        "src/a/A.java": (
            "package a;\n"
            "import b.Tool;\n"
            "class A { void f(Tool t, Other o) { t.run(); o.run(); } }\n"
        ),
        "src/a/Other.java": "package a;\nclass Other { void run() {} }\n",
        "src/b/Tool.java": "package b;\npublic class Tool { public void run() {} }\n",
        "src/a/Unused.java": "package c;\nclass Tool { void run() {} }\n",
    }
    assert proved(files) == {"f -> src/b/Tool.java:2 run", "f -> src/a/Other.java:2 run"}


def test_static_imports_bring_methods_in(proved: Calls) -> None:
    files = {
        "A.java": (
            "package a;\n"
            "import static b.U.one;\n"
            "import static b.V.*;\n"
            "class A { void f() { one(); two(); } }\n"
        ),
        "U.java": "package b;\nclass U { static void one() {} }\n",
        "V.java": "package b;\nclass V { static void two() {} static void three() {} }\n",
    }
    assert proved(files) == {"f -> U.java:2 one", "f -> V.java:2 two"}


def test_overloads_go_by_number_and_types_of_arguments(proved: Calls) -> None:
    source = """class A {
  void f(int x) {}
  void f(long x) {}
  void f(String x) {}
  void f(Object x) {}
  void f(int x, int y) {}
  void f(A... xs) {}
  void t(A a, double d) {
    f(1);
    f("s");
    f(a.toString());
    f(1, 2);
    f(2L);
    f(a, a, a);
  }
}
"""
    assert proved({"A.java": source}) == {
        "t -> A.java:2 f",
        "t -> A.java:3 f",
        "t -> A.java:4 f",
        "t -> A.java:6 f",
        "t -> A.java:7 f",
    }


def test_overloads_that_types_do_not_tell_apart_are_possible(
    proved: Calls, possible: Calls
) -> None:
    source = (
        "class A { void f(B b) {} void f(C c) {} void t() { f(Ext.of()); } }\n"
        "class B {}\n"
        "class C {}\n"
    )
    assert proved({"A.java": source}) == set()
    assert possible({"A.java": source}) == {"t -> A.java:1 f"}


def test_members_of_bases_are_called_without_a_receiver(proved: Calls) -> None:
    files = {
        "Base.java": "class Base<T> { T get() { return null; } void help() {} }\n",
        "Sub.java": (
            "class Sub extends Base<Item> {\n  void f() { help(); get().go(); super.help(); }\n}\n"
        ),
        "Item.java": "class Item { void go() {} }\n",
    }
    assert proved(files) == {"f -> Base.java:1 help", "f -> Base.java:1 get", "f -> Item.java:1 go"}


def test_an_override_is_not_the_method_that_is_declared(proved: Calls) -> None:
    source = """interface Shape { double area(); }
class Square implements Shape {
  public double area() { return 1; }
}
class Use {
  double f(Shape s) { return s.area(); }
  double g(Square s) { return s.area(); }
}
"""
    assert proved({"A.java": source}) == {"f -> A.java:1 area", "g -> A.java:3 area"}


def test_constructors_are_chosen_and_chained(proved: Calls) -> None:
    source = """class A {
  A() { this(1); }
  A(int x) {}
}
class B extends A {
  B() {
    super(1);
  }
}
class C { A a = new A(); Object b = new B() {}; }
"""
    assert proved({"A.java": source}) == {
        "A -> A.java:3 A",
        "B -> A.java:3 A",
        " -> A.java:1 A",
        " -> A.java:2 A",
        " -> A.java:5 B",
        " -> A.java:6 B",
    }


def test_a_field_and_a_method_may_share_a_name(proved: Calls) -> None:
    source = "class A { A next; A next() { return next; } void f() { next().next.next(); } }\n"
    assert proved({"A.java": source}) == {"f -> A.java:1 next"}


def test_lambdas_take_the_types_of_the_functional_interface(proved: Calls) -> None:
    source = """interface Task { void run(Item i); }
class Item {
  void go() {}
}
class A {
  void each(Task t) {}
  void f(java.util.List<Item> list) {
    each(i -> i.go());
  }
  void g(java.util.List<Item> list) {
    list.forEach(i -> i.go());
  }
  Task h() {
    return i -> i.go();
  }
}
"""
    assert proved({"A.java": source}) >= {
        "f -> A.java:3 go",
        "g -> A.java:3 go",
        "h -> A.java:3 go",
    }


def test_anonymous_classes_inherit(proved: Calls) -> None:
    source = """abstract class Base {
  void help() {}
  abstract void run();
}
class A {
  void f() {
    new Base() {
      void run() { help(); }
    }.run();
  }
}
"""
    assert proved({"A.java": source}) == {
        "run -> A.java:2 help",
        "f -> A.java:8 run",
        "f -> A.java:1 Base",
    }


def test_methods_of_the_library_call_nothing_of_ours(proved: Calls) -> None:
    source = (
        "class A { int size() { return 0; } void f(java.util.List<String> l) { l.size(); "
        "l.get(0).length(); } int length() { return 1; } }\n"
    )
    assert proved({"A.java": source}) == set()


def test_a_class_with_a_base_from_outside_is_none_of_ours(proved: Calls) -> None:
    source = """class A {
  void f(Object o) {}
  void f(A a) {}
  void t() { f(new B()); }
}
class B extends java.util.ArrayList<String> {}
"""
    assert "t -> A.java:2 f" in proved({"A.java": source})
    assert "t -> A.java:3 f" not in proved({"A.java": source})


def test_arrays_and_what_takes_the_rest_tell_overloads_apart(proved: Calls) -> None:
    source = """
class A {
  void go(int[] x) {}
  void go(byte[] x) {}
  void go(Byte[] x) {}
  <T> void go(T[] x) {}
  void is(boolean b, String m, long v) {}
  void is(boolean b, String m, double v) {}
  void is(boolean b, String m, Object... vs) {}
  void run(byte[] b, Byte[] c, String[] s, Class<?> k) {
    go(b);
    go(c);
    go(s);
    is(k.isEnum(), "m", k);
    is(true, "m", 1L);
  }
}
"""
    assert proved({"A.java": source}) == {
        "run -> A.java:4 go",
        "run -> A.java:5 go",
        "run -> A.java:6 go",
        "run -> A.java:9 is",
        "run -> A.java:7 is",
    }


def test_a_class_hides_what_it_implements_of_a_type_of_the_same_name(proved: Calls) -> None:
    files = {
        "Connection.java": "interface Connection { interface Base<T> { T header(String a); } }\n",
        "Http.java": "class Http implements Connection {\n"
        "  static class Base<T> implements Connection.Base<T> {\n"
        "    public T header(String a) { return null; }\n"
        "    public T header(int a) { return null; }\n"
        '  }\n  void run(Http.Base<String> b) { b.header("x"); }\n}\n',
    }
    assert proved(files) == {"run -> Http.java:3 header"}


def test_types_are_known_by_their_whole_names(proved: Calls) -> None:
    files = {
        "org/a/Doc.java": "package org.a;\npublic class Doc { public void go() {} }\n",
        "org/b/B.java": "package org.b;\nclass B { void run(org.a.Doc d) { d.go(); } }\n",
    }
    assert proved(files) == {"run -> org/a/Doc.java:2 go"}


def test_an_iterator_is_not_what_it_goes_over(proved: Calls) -> None:
    source = """
class A {
  static void join(java.util.Collection<?> c) { join(c.iterator()); }
  static void join(java.util.Iterator<?> i) {}
}
"""
    assert proved({"A.java": source}) == {"join -> A.java:4 join"}


def test_super_goes_up_and_never_to_the_class_it_is_in(possible_users: Users) -> None:
    source = """class A { void run(int n) {} }
class B extends A { void run(int n) { super.run(n); } }
class C extends A { void run(int n) { super.run(n); } }
"""
    assert possible_users({"a.java": source}, "a.java:2") == set()
