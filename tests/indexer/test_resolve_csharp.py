"""Who calls whom in C#: namespaces, partial classes, properties, extension methods, overloads."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_namespaces_and_usings_tell_types_apart(proved: Calls) -> None:
    files = {
        "a.cs": (
            "using B;\nnamespace A;\nclass Use { void F(Tool t, Other o) { t.Run(); o.Run(); } }\n"
        ),
        "b.cs": "namespace B { class Tool { public void Run() {} } }\n",
        "c.cs": "namespace C { class Tool { public void Run() {} } }\n",
        "o.cs": "namespace A { class Other { public void Run() {} } }\n",
    }
    assert proved(files) == {"F -> b.cs:1 Run", "F -> o.cs:1 Run"}


def test_parts_of_a_class_see_each_other(proved: Calls) -> None:
    files = {
        "a.cs": "namespace N; partial class A { void F() { this.G(); H(); } }\n",
        "b.cs": "namespace N; partial class A { void G() {} void H() {} }\n",
    }
    assert proved(files) == {"F -> b.cs:1 G", "F -> b.cs:1 H"}


def test_extension_methods_are_members_of_the_type_they_extend(proved: Calls) -> None:
    source = """namespace N {
  class A {}
  static class Ext {
    public static void Go(this A a, int n) {}
    public static void Shout(this string s) {}
  }
  class B {
    void F(A a, string s) {
      a.Go(1);
      s.Shout();
    }
  }
}
"""
    assert proved({"a.cs": source}) == {"F -> a.cs:4 Go", "F -> a.cs:5 Shout"}


def test_properties_patterns_and_loops_give_types(proved: Calls) -> None:
    source = """using System.Collections.Generic;
class Item { public void Go() {} }
class A {
  public Item P { get; }
  private readonly List<Item> list = new();
  void F(object o) {
    P.Go();
  }
  void G() {
    foreach (var i in list) i.Go();
  }
  void H(object o) {
    if (o is Item x) x.Go();
  }
}
"""
    assert proved({"a.cs": source}) == {"F -> a.cs:2 Go", "G -> a.cs:2 Go", "H -> a.cs:2 Go"}


def test_constructors_and_overloads_are_chosen(proved: Calls) -> None:
    source = """class Base { protected Base(int x) {} }
class A : Base {
  A() : this("x") {}
  A(string s) : base(1) {}
  void F(int x) {}
  void F(string s) {}
  void G() {
    F("x");
    A a = new();
  }
}
"""
    assert proved({"a.cs": source}) == {
        "A -> a.cs:4 A",
        "A -> a.cs:1 Base",
        "G -> a.cs:6 F",
        "G -> a.cs:2 A",
        "G -> a.cs:3 A",
    }


def test_a_property_may_be_named_as_its_type(proved: Calls) -> None:
    source = """
class Pool { public void Rent() {} }
class A { public Pool Pool { get; } void Run(A a) { a.Pool.Rent(); } }
"""
    assert proved({"a.cs": source}) == {"Run -> a.cs:2 Rent"}


def test_arguments_of_many_forms_tell_overloads_apart(proved: Calls) -> None:
    source = """
class A {
  void Write(uint x) {}
  void Write(int x) {}
  void Write(string x) {}
  bool Read(out uint x) => true;
  bool Read(out long x) => true;
  void Run(ref B b, string s, short y) {
    Write(s.Length);
    Read(out uint q);
    Write(checked((uint)y));
    Write(y);
    D d = (ref B other) => { other.Go(); };
  }
}
class B { public void Go() {} }
"""
    assert proved({"a.cs": source}) == {
        "Run -> a.cs:4 Write",
        "Run -> a.cs:6 Read",
        "Run -> a.cs:3 Write",
        "Run -> a.cs:16 Go",
    }
