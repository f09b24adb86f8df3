"""Who calls whom in Scala: companions, traits, methods without parentheses, patterns."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_imports_and_packages_tell_types_apart(proved: Calls) -> None:
    files = {
        "a.scala": (
            "package a\n"
            "import b.Tool\n"
            "class Use { def f(t: Tool, o: Other) = { t.run(); o.run() } }\n"
        ),
        "tool.scala": "package b\nclass Tool { def run() = 1 }\n",
        "other.scala": "package a\nclass Other { def run() = 1 }\n",
        "none.scala": "package c\nclass Tool { def run() = 1 }\n",
    }
    assert proved(files) == {"f -> tool.scala:2 run", "f -> other.scala:2 run"}


def test_methods_without_parentheses_are_called(proved: Calls) -> None:
    source = """class Item {
  def go = 1
  def next: Item = this
}
class A(val item: Item) {
  def f = {
    item.next.go
  }
  def g = f
}
"""
    assert proved({"a.scala": source}) == {
        "f -> a.scala:3 next",
        "f -> a.scala:2 go",
        "g -> a.scala:6 f",
    }


def test_traits_objects_and_patterns_are_followed(proved: Calls) -> None:
    source = """trait Help { def help() = 1 }
class A extends Help { def f() = help() }
object Single { def s() = 1 }
object Main {
  def run(o: Any) = {
    Single.s()
    new A().f()
    o match {
      case a: A => a.help()
    }
  }
}
"""
    assert proved({"a.scala": source}) == {
        "f -> a.scala:1 help",
        "run -> a.scala:3 s",
        "run -> a.scala:2 A",
        "run -> a.scala:2 f",
        "run -> a.scala:1 help",
    }


def test_reading_a_value_does_not_apply_it(proved: Calls) -> None:
    source = """
class Key { def apply(x: Int): Int = x }
object Main { def main(key: Key) = { val other = key; other(1) } }
"""
    assert proved({"a.scala": source}) == {"main -> a.scala:2 apply"}
