"""Who calls whom in Kotlin: top-level functions, extensions, companions, lambdas."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_functions_of_the_package_and_of_imports_are_called(proved: Calls) -> None:
    files = {
        "a.kt": (
            "package a\nimport b.two\nimport c.three as drei\nfun f() { one(); two(); drei() }\n"
        ),
        "one.kt": "package a\nfun one() {}\n",
        "two.kt": "package b\nfun two() {}\n",
        "three.kt": "package c\nfun three() {}\nfun one() {}\n",
    }
    assert proved(files) == {"f -> one.kt:2 one", "f -> two.kt:2 two", "f -> three.kt:2 three"}


def test_extensions_are_members_of_the_type_they_extend(proved: Calls) -> None:
    source = (
        "class A\n"
        "fun A.go() {}\n"
        "fun String.shout() {}\n"
        "fun f(a: A) {\n"
        "    a.go()\n"
        '    "x".shout()\n'
        "}\n"
    )
    assert proved({"a.kt": source}) == {"f -> a.kt:2 go", "f -> a.kt:3 shout"}


def test_members_of_the_head_companions_and_objects_are_found(proved: Calls) -> None:
    source = """class Item { fun go() {} }
class A(val item: Item) {
    fun f() { item.go() }
    companion object {
        fun make(): A = A(Item())
    }
}
object Single { fun s() {} }
fun main() {
    A.make().f()
    Single.s()
}
"""
    assert proved({"a.kt": source}) >= {
        "f -> a.kt:1 go",
        "make -> a.kt:2 A",
        "main -> a.kt:5 make",
        "main -> a.kt:3 f",
        "main -> a.kt:8 s",
    }


def test_lambdas_loops_and_smart_casts_give_types(proved: Calls) -> None:
    source = """class Item { fun go() {} }
fun f(list: List<Item>) { list.forEach { it.go() } }
fun g(list: List<Item>) { for (i in list) i.go() }
fun h(o: Any) { if (o is Item) { o.go() } }
fun k(o: Item?) { o?.go() }
"""
    go = "a.kt:1 go"
    assert proved({"a.kt": source}) == {f"f -> {go}", f"g -> {go}", f"h -> {go}", f"k -> {go}"}


def test_java_and_kotlin_call_each_other(proved: Calls) -> None:
    files = {
        "A.kt": "package a\nclass A { fun run(j: J) { j.go() } }\n",
        "J.java": "package a;\nclass J { void go() { new A().run(this); } }\n",
    }
    assert proved(files) == {"run -> J.java:2 go", "go -> A.kt:2 A", "go -> A.kt:2 run"}


def test_callers_under_another_name_are_found(users: Users) -> None:
    files = {
        "a.kt": "package a\nimport c.three as drei\nfun f() { drei() }\n",
        "c.kt": "package c\nfun three() {}\n",
    }
    assert users(files, "c.kt:2") == {"a.kt:3"}


def test_a_plain_name_in_a_lambda_may_be_a_member_of_its_receiver(possible: Calls) -> None:
    source = "interface Out { fun emit(x: Int) }\nfun main() { flow { emit(1) } }\n"
    assert possible({"a.kt": source}) == {"main -> a.kt:1 emit"}


def test_a_function_between_its_arguments_is_called(proved: Calls) -> None:
    source = (
        "class P { infix fun near(o: P) = this\n fun go() {} }\n"
        "fun f(a: P, b: P) { (a near b).go() }\n"
    )
    assert proved({"a.kt": source}) == {"f -> a.kt:1 near", "f -> a.kt:2 go"}


def test_a_label_names_the_instance_of_a_class_around(proved: Calls) -> None:
    source = (
        "class A { fun go() {}\n"
        "  inner class B { fun f() { this@A.go() } }\n"
        "  fun g() { this.go() } }\n"
    )
    assert proved({"a.kt": source}) == {"f -> a.kt:1 go", "g -> a.kt:1 go"}


def test_collections_pass_their_elements_and_a_receiver_itself_to_lambdas(proved: Calls) -> None:
    source = (
        "class Item { fun go() {} }\n"
        "fun f(i: Item) {\n  i.also { it.go() }\n  listOf(i).forEach { x -> x.go() }\n"
        "  mutableListOf<Item>().sumOf { it.go() }\n}\n"
    )
    assert proved({"a.kt": source}) == {"f -> a.kt:1 go"}


def test_what_is_added_to_a_type_from_outside_may_be_meant_of_another(
    possible_users: Users,
) -> None:
    source = "fun List<Int>.total() = 1\nfun f() = listOf(1).total()\n"
    why = "an extension of another type"
    assert possible_users({"a.kt": source}, "a.kt:1") == {f"a.kt:2 {why}"}
