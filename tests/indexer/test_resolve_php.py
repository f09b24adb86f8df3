"""Who calls whom in PHP: namespaces, traits, promoted parameters, functions apart from types."""

from collections.abc import Callable, Mapping

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]


def test_uses_and_namespaces_tell_classes_apart(proved: Calls) -> None:
    files = {
        "a.php": (
            "<?php\n"
            "namespace A;\n"
            "use B\\Tool;\n"
            "function f(Tool $t, Other $o) { $t->run(); $o->run(); }\n"
        ),
        "tool.php": "<?php\nnamespace B;\nclass Tool { function run() {} }\n",
        "other.php": "<?php\nnamespace A;\nclass Other { function run() {} }\n",
        "none.php": "<?php\nnamespace C;\nclass Tool { function run() {} }\n",
    }
    assert proved(files) == {"f -> tool.php:3 run", "f -> other.php:3 run"}


def test_properties_have_the_types_of_what_the_constructor_puts_there(proved: Calls) -> None:
    source = """<?php
class Item { function go() {} }
class A {
  private $made;
  public function __construct(private Item $given) { $this->made = new Item(); }
  public function f() {
    $this->given->go();
  }
  public function g() {
    $this->made->go();
    $this->f();
  }
}
"""
    assert proved({"a.php": source}) == {
        "__construct -> a.php:2 Item",
        "f -> a.php:2 go",
        "g -> a.php:2 go",
        "g -> a.php:6 f",
    }


def test_traits_parents_and_static_calls_are_followed(proved: Calls) -> None:
    source = """<?php
trait T { function t() {} }
class Base { function __construct() {} static function make(): static { return new static(); }
  function b() {} }
class A extends Base {
  use T;
  function __construct() { parent::__construct(); }
  function f() { $this->t(); parent::b(); self::make()->t(); }
}
function g() { A::make()->f(); }
"""
    assert proved({"a.php": source}) >= {
        "__construct -> a.php:3 __construct",
        "f -> a.php:2 t",
        "f -> a.php:4 b",
        "f -> a.php:3 make",
        "g -> a.php:3 make",
        "g -> a.php:8 f",
    }


def test_functions_of_php_call_nothing_of_ours(proved: Calls) -> None:
    source = "<?php\nclass A { function count() {} function f() { count([]); strlen('x'); } }\n"
    assert proved({"a.php": source}) == set()


def test_functions_under_a_condition_are_functions_of_all_files(proved: Calls) -> None:
    files = {
        "helpers.php": "<?php\nif (! function_exists('app')) {\n    function app($x) {}\n}\n",
        "a.php": "<?php\nnamespace My;\nfunction main() { app(1); }\n",
    }
    assert proved(files) == {"main -> helpers.php:3 app"}


def test_a_trait_hides_what_the_class_inherits(proved: Calls) -> None:
    source = (
        "<?php\nuse Out\\Base;\ntrait Asks { function ask() {} }\n"
        "class A extends Base { use Asks; function run() { $this->ask(); } }\n"
    )
    assert proved({"a.php": source}) == {"run -> a.php:3 ask"}


def test_self_is_the_class_it_is_written_in_and_static_that_of_the_call(proved: Calls) -> None:
    source = """<?php
class A {
  static function exact() { return new self(); }
  static function late() { return new static(); }
  function run() {}
}
class B extends A { function run() {} }
function f() { B::late()->run(); }
function g() { B::exact()->run(); }
"""
    assert {"f -> a.php:7 run", "g -> a.php:5 run"} <= proved({"a.php": source})


def test_a_pair_of_an_object_and_a_name_passes_a_method_on(possible_users: Users) -> None:
    source = """<?php
class A {
  function f() { array_map([$this, 'step'], [1]); }
  function g() { return [self::class, "step"]; }
  function step($n) {}
}
"""
    why = "passed on as a value"
    assert possible_users({"a.php": source}, "a.php:5") == {f"a.php:3 {why}", f"a.php:4 {why}"}


def test_a_match_gives_what_its_arms_give(proved: Calls) -> None:
    source = (
        "<?php\nclass A { function run() {} }\n"
        "function f($n) { $a = match ($n) { 1 => new A(), default => new A() }; $a->run(); }\n"
    )
    assert proved({"a.php": source}) == {"f -> a.php:2 A", "f -> a.php:2 run"}
