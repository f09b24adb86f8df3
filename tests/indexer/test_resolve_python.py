"""Who calls whom in Python: scopes, imports, receivers, and what only looks like a call."""

from collections.abc import Callable, Mapping

import pytest

from codeseam_indexer.packed import Packed, pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import lower
from codeseam_indexer.records import SourceFile
from codeseam_indexer.resolve.rules import RULES
from codeseam_indexer.resolve.unit import Unit

Calls = Callable[[Mapping[str, str]], set[str]]
Users = Callable[[Mapping[str, str], str], set[str]]

KINDS = {
    "assignments": (
        "def f(): pass\n\ng = f\n\ndef main():\n    h = g\n    h()\n",
        {"main -> a.py:1 f"},
    ),
    "chained assignments": (
        "def f(): pass\n\ndef main():\n    a = b = f\n    a()\n",
        {"main -> a.py:1 f"},
    ),
    "unpacking": (
        "def f(): pass\ndef g(): pass\n\ndef main():\n    a, (b, c) = f, (g, f)\n    b()\n",
        {"main -> a.py:2 g"},
    ),
    "closures": (
        "def outer():\n    def inner(): pass\n    return inner\n\ndef main():\n    outer()()\n",
        {"main -> a.py:1 outer", "main -> a.py:2 inner"},
    ),
    "dicts of functions": (
        "def f(): pass\ndef g(): pass\n\nD = {'a': f, 'b': g}\n\ndef main():\n    D['b']()\n",
        {"main -> a.py:2 g"},
    ),
    "lists of functions": (
        "def f(): pass\n\ndef main():\n    for x in [f]:\n        x()\n",
        {"main -> a.py:1 f"},
    ),
    "method resolution order": (
        "class A:\n    def go(self): pass\nclass B(A): pass\nclass C(A):\n"
        "    def go(self): pass\nclass D(B, C): pass\n\ndef main():\n    D().go()\n",
        {"main -> a.py:6 D", "main -> a.py:5 go"},
    ),
    "super": (
        "class A:\n    def __init__(self): pass\nclass B(A):\n    def __init__(self):\n"
        "        super().__init__()\n",
        {"__init__ -> a.py:2 __init__"},
    ),
    "generators": (
        "class A:\n    def go(self): pass\n\ndef make():\n    yield A()\n\ndef main():\n"
        "    for a in make():\n        a.go()\n",
        {"make -> a.py:1 A", "main -> a.py:4 make", "main -> a.py:2 go"},
    ),
    "properties": (
        "class A:\n    def go(self): pass\nclass B:\n    @property\n    def a(self) -> A: ...\n\n"
        "def main(b: B):\n    b.a.go()\n",
        {"main -> a.py:2 go"},
    ),
    "context managers": (
        "class A:\n    def __enter__(self): return self\n    def __exit__(self, *a): pass\n"
        "    def go(self): pass\n\ndef main():\n    with A() as a:\n        a.go()\n",
        {"main -> a.py:1 A", "main -> a.py:4 go"},
    ),
    "narrowing": (
        "class A:\n    def go(self): pass\n\ndef main(x):\n    if isinstance(x, A):\n"
        "        x.go()\n",
        {"main -> a.py:2 go"},
    ),
    "fields set in the constructor": (
        "class A:\n    def go(self): pass\nclass B:\n    def __init__(self, a: A):\n"
        "        self.a = a\n    def run(self):\n        self.a.go()\n",
        {"run -> a.py:2 go"},
    ),
    "class methods": (
        "class A:\n    @classmethod\n    def make(cls): return cls()\n    def go(self): pass\n\n"
        "def main():\n    A.make().go()\n",
        {"make -> a.py:1 A", "main -> a.py:3 make", "main -> a.py:4 go"},
    ),
    "annotations in quotes and unions": (
        "class A:\n    def go(self): pass\n\ndef main(a: 'A | None'):\n    a.go()\n",
        {"main -> a.py:2 go"},
    ),
    "the last assignment wins": (
        "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n\ndef main():\n"
        "    x = A()\n    x = B()\n    x.go()\n",
        {"main -> a.py:1 A", "main -> a.py:3 B", "main -> a.py:4 go"},
    ),
    "both branches": (
        "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n\ndef main(c):\n"
        "    if c:\n        x = A()\n    else:\n        x = B()\n    x.go()\n",
        {"main -> a.py:1 A", "main -> a.py:3 B", "main -> a.py:2 go", "main -> a.py:4 go"},
    ),
    "global names set in a function": (
        "def f(): pass\n\ng = f\n\ndef main():\n    global g\n    g()\n",
        {"main -> a.py:1 f"},
    ),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_kind_of_flow_leads_to_the_definition(proved: Calls, kind: str) -> None:
    source, expected = KINDS[kind]
    assert proved({"a.py": source}) == expected


def test_a_parameter_that_has_the_name_of_a_function_hides_it(
    proved: Calls, possible: Calls
) -> None:
    files = {"a.py": "def send(): pass\n\ndef app(send):\n    send()\n"}
    assert proved(files) == set()
    assert possible(files) == set()


def test_a_local_hides_an_import(proved: Calls) -> None:
    files = {
        "a.py": "from b import get\n\ndef main():\n    get = make()\n    get()\n",
        "b.py": "def get(): pass\n",
    }
    assert proved(files) == set()


def test_twins_of_two_classes_are_told_apart_by_the_receiver(proved: Calls) -> None:
    source = (
        "class Client:\n    def send(self): pass\n    def __enter__(self): return self\n\n"
        "class AsyncClient:\n    def send(self): pass\n\n"
        "def one():\n    with Client() as client:\n        client.send()\n\n"
        "async def two(client: AsyncClient):\n    await client.send()\n"
    )
    calls = proved({"a.py": source})
    assert "one -> a.py:2 send" in calls
    assert "two -> a.py:6 send" in calls
    assert "one -> a.py:6 send" not in calls


def test_names_go_through_packages_aliases_and_stars(proved: Calls) -> None:
    files = {
        "pkg/__init__.py": "from .core import run as start\nfrom .more import *\n",
        "pkg/core.py": "def run(): pass\n",
        "pkg/more.py": "def extra(): pass\n",
        "main.py": "import pkg\nfrom pkg import start as go, extra\n\n"
        "def main():\n    go()\n    pkg.start()\n    extra()\n",
    }
    assert proved(files) == {"main -> pkg/core.py:1 run", "main -> pkg/more.py:1 extra"}


def test_methods_of_built_in_types_call_nothing_of_ours(proved: Calls, possible: Calls) -> None:
    files = {
        "a.py": "class Log:\n    def append(self, x): pass\n\n"
        "def main(unknown):\n    xs = []\n    xs.append(1)\n    unknown.append(2)\n"
        "    ''.join(xs)\n",
    }
    assert proved(files) == set()
    assert possible(files) == set()


def test_an_unknown_receiver_makes_a_call_possible(proved: Calls, possible: Calls) -> None:
    files = {"a.py": "class A:\n    def launch(self): pass\n\ndef main(x):\n    x.launch()\n"}
    assert proved(files) == set()
    assert possible(files) == {"main -> a.py:2 launch"}


def test_fixtures_fill_the_parameters_of_tests(proved: Calls) -> None:
    files = {
        "lib.py": "class A:\n    def go(self): pass\n",
        "tests/conftest.py": "import pytest\nfrom lib import A\n\n@pytest.fixture\n"
        "def thing():\n    return A()\n",
        "tests/test_a.py": "def test_it(thing):\n    thing.go()\n",
    }
    assert "test_it -> lib.py:2 go" in proved(files)


def test_what_comes_from_a_dependency_is_none_of_ours(proved: Calls, possible: Calls) -> None:
    files = {"a.py": "import requests\n\ndef send(): pass\n\ndef main():\n    requests.send()\n"}
    assert proved(files) == set()
    assert possible(files) == set()


def test_classes_that_iterate_over_themselves_or_each_other_end(proved: Calls) -> None:
    text = (
        "class A:\n    def __iter__(self): return self\n"
        "class B:\n    def __iter__(self): return C()\n"
        "class C:\n    def __iter__(self): return B()\n"
        "def main():\n    for x in A():\n        x.go()\n    for y in B():\n        y.go()\n"
    )
    found = proved({"a.py": text})
    assert {call for call in found if call.startswith("main")} == {
        "main -> a.py:1 A",
        "main -> a.py:3 B",
    }


def test_only_what_a_call_of_an_instance_calls_is_looked_for_under_its_name(
    sought: Callable[[Mapping[str, str], str], frozenset[str]],
) -> None:
    files = {
        "a.py": "class A:\n    def go(self): pass\n    def __call__(self): pass\n",
        "b.py": "from a import A\ndef g(go) -> A: return A()\ny = g(go)\nz = g(__call__)\n",
    }
    assert sought(files, "a.py:2") == {"go"}
    assert sought(files, "a.py:3") == {"__call__", "y", "z"}


def test_functions_that_give_back_something_else_of_a_name_do_not_end_the_search(
    sought: Callable[[Mapping[str, str], str], frozenset[str]],
) -> None:
    others = "".join(f"def f{n}():\n    go = {n}\n    return go\n" for n in range(80))
    giver = "from a import go\ndef make():\n    return go\ny = make()\nz = f1()\n"
    files = {"a.py": "def go(): pass\n", "b.py": others, "c.py": giver}
    assert sought(files, "a.py:1") == {"go", "y"}


def test_references_are_given_in_one_order_in_any_process() -> None:
    names = [f"name{number}" for number in range(20)]
    source = SourceFile("a.py", "\n".join(f"{name}()" for name in names), b"", "python")
    unit = Unit("a.py", Packed(pack(lower(parse(source)))), RULES["python"])
    assert [ref.name for ref in unit.named_refs(frozenset(names))] == sorted(names)


def test_an_instance_is_called_under_every_name_of_its_type(users: Users) -> None:
    source = """class Key:
    def __call__(self, x): pass
def main(key: Key):
    key(1)
    other = key
    other(1)
class Holder:
    key: Key
    def __init__(self, k: Key):
        self.held = k
    def go(self):
        self.key(2)
        self.held(3)
"""
    assert users({"a.py": source}, "a.py:2") == {f"a.py:{n}" for n in (4, 6, 12, 13)}


def test_super_may_go_to_a_class_beside_but_not_to_its_own(possible_users: Users) -> None:
    source = """class A:
    def run(self): pass
class B(A):
    def run(self): super().run()
class C(A):
    def run(self): super().run()
class D(C, B): pass
"""
    found = possible_users({"a.py": source}, "a.py:4")
    assert found == {"a.py:6 dispatch through what it overrides"}
