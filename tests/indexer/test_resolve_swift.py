"""Who calls whom in Swift: extensions, optional bindings, trailing closures, initialisers."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]


def test_extensions_add_members_wherever_they_stand(proved: Calls) -> None:
    files = {
        "a.swift": "struct A {\n  func run() { help() }\n}\n",
        "b.swift": (
            "extension A {\n"
            "  func help() { self.run() }\n"
            "}\n"
            "extension String {\n"
            "  func shout() {}\n"
            "}\n"
        ),
        "c.swift": 'func f(a: A) {\n  a.help()\n  "x".shout()\n}\n',
    }
    assert proved(files) == {
        "run -> b.swift:2 help",
        "help -> a.swift:2 run",
        "f -> b.swift:2 help",
        "f -> b.swift:5 shout",
    }


def test_bindings_loops_and_closures_give_types(proved: Calls) -> None:
    source = """class Item {
  func go() {}
}
func f(i: Item?) {
  if let j = i { j.go() }
}
func g(i: Item?) {
  guard let j = i else { return }
  j.go()
}
func h(list: [Item]) {
  for i in list { i.go() }
}
func k(list: [Item]) {
  list.forEach { $0.go() }
}
"""
    go = "a.swift:2 go"
    assert proved({"a.swift": source}) == {f"f -> {go}", f"g -> {go}", f"h -> {go}", f"k -> {go}"}


def test_initialisers_are_chosen_by_their_arguments(proved: Calls) -> None:
    source = """class A {
  init(a: Int) {}
  convenience init() { self.init(a: 1) }
  static func make() -> A { A() }
}
func f() {
  A.make()
}
"""
    assert proved({"a.swift": source}) == {
        "init -> a.swift:2 init",
        "make -> a.swift:1 A",
        "make -> a.swift:3 init",
        "f -> a.swift:4 make",
    }


def test_a_call_on_a_protocol_means_its_requirement(proved: Calls) -> None:
    source = "protocol P { func p() }\nstruct A: P { func p() {} }\nfunc f(x: P) { x.p() }\n"
    assert proved({"a.swift": source}) == {"f -> a.swift:1 p"}


def test_labels_of_arguments_tell_functions_apart(proved: Calls) -> None:
    source = """
struct Name {
    init(_ text: String) {}
    init(literal: String) {}
    func read(from path: String, at line: Int = 1, done: () -> Void = {}) {}
    func read(url: String) {}
}
extension Decoder { func decode(_ x: Int, body: Int) {} }
func main(decoder: Decoder) {
    let n = Name("x")
    n.read(from: "a") { }
    n.read(url: "b")
    decoder.decode(1, from: 2)
}
"""
    assert proved({"a.swift": source}) == {
        "main -> a.swift:2 Name",
        "main -> a.swift:3 init",
        "main -> a.swift:5 read",
        "main -> a.swift:6 read",
    }
