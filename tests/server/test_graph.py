"""Callers, callees and uses as the session answers them, right after any edit."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeseam_indexer.records import Filter
from codeseam_indexer.resolve import graph as resolved
from codeseam_indexer.settings import Settings
from codeseam_server.session import Session, memory
from codeseam_server.symbols import graph, source
from codeseam_server.symbols.edges import Callers
from codeseam_server.symbols.kept import Kept

Files = Mapping[str, str]
Start = Callable[[Files], Session]

CHAIN = {
    "a.py": """
        from b import middle


        def top():
            middle()
        """,
    "b.py": """
        def middle():
            bottom()


        def bottom():
            bottom()


        def unused():
            pass
        """,
}


def _callers(session: Session, name: str, depth: int = 1) -> list[tuple[str, int, tuple[str, ...]]]:
    found = session.callers(session.find(name).rows, depth)
    return [(edge.symbol, edge.depth, edge.via) for edge in found.proved]


def test_callers_go_as_deep_as_asked_and_end_at_cycles(session: Start) -> None:
    shop = session(CHAIN)
    assert _callers(shop, "bottom") == [("middle", 1, ()), ("bottom", 1, ())]
    assert _callers(shop, "bottom", 5) == [
        ("middle", 1, ()),
        ("bottom", 1, ()),
        ("top", 2, ("middle",)),
    ]


def test_callees_go_as_deep_as_asked(session: Start) -> None:
    shop = session(CHAIN)
    found = shop.callees(shop.find("top").rows, 3)
    assert [(e.symbol, e.path, e.depth) for e in found.proved] == [
        ("middle", "b.py", 1),
        ("bottom", "b.py", 2),
    ]


def test_no_callers_with_a_certificate_is_dead_code(session: Start) -> None:
    shop = session(CHAIN)
    found = shop.callers(shop.find("unused").rows)
    assert (found.proved, found.possible, found.complete) == ((), (), True)


def test_a_name_in_a_string_takes_the_certificate_away(session: Start) -> None:
    shop = session(CHAIN | {"c.py": "NAMES = ['unused']\n"})
    found = shop.callers(shop.find("unused").rows)
    assert not found.complete
    assert [(p.path, p.line) for p in found.textual] == [("c.py", 1)]


def test_so_does_a_name_that_is_put_together_at_run_time(session: Start) -> None:
    shop = session(CHAIN | {"c.py": "def run(x, kind):\n    getattr(x, 'un' + kind)()\n"})
    found = shop.callers(shop.find("unused").rows)
    assert not found.complete
    assert [(edge.path, edge.line) for edge in found.possible] == [("c.py", 2)]
    assert any("run time" in why for why in found.missing)


def test_so_does_whoever_a_decorator_registers_it_with(session: Start) -> None:
    app = "from web import app\n\n\n@app.route('/x')\ndef view():\n    pass\n"
    shop = session(CHAIN | {"c.py": app})
    found = shop.callers(shop.find("view").rows)
    assert found.missing == ("whatever reads @app.route may call it",)


def test_a_call_in_a_language_that_cannot_reach_it_does_not(session: Start) -> None:
    shop = session(CHAIN | {"c.js": "export function f(x) {\n  x.unused();\n}\n"})
    assert shop.callers(shop.find("unused").rows).complete


def test_a_comment_does_not(session: Start) -> None:
    shop = session(CHAIN | {"c.py": "# unused is not called\n"})
    assert shop.callers(shop.find("unused").rows).complete


def test_a_function_passed_on_is_a_possible_call(session: Start) -> None:
    shop = session(CHAIN | {"c.py": "from b import unused\n\nrun(unused)\n"})
    found = shop.callers(shop.find("unused").rows)
    assert [(e.path, e.line, e.reason) for e in found.possible] == [
        ("c.py", 3, "passed on as a value")
    ]


def test_calls_through_a_base_are_possible_calls_of_what_overrides(session: Start) -> None:
    shop = session(
        {
            "a.py": """
                class Base:
                    def go(self):
                        pass


                class Sub(Base):
                    def go(self):
                        pass


                def main(base: Base):
                    base.go()
                """
        }
    )
    assert _callers(shop, "Base.go") == [("main", 1, ())]
    found = shop.callers(shop.find("Sub.go").rows)
    assert not found.proved
    assert [e.symbol for e in found.possible] == ["main"]


def test_references_are_told_apart_by_kind(session: Start) -> None:
    shop = session(
        {
            "a.py": "class A:\n    pass\n",
            "b.py": "from a import A\n\n\nclass B(A):\n    pass\n\n\n"
            "def f(x: A) -> None:\n    A()\n",
        }
    )
    uses = shop.references(shop.find("a.py:A").rows).uses
    assert [(u.line, u.kind, u.symbol) for u in uses] == [
        (1, "import", "<module>"),
        (4, "inherit", "<module>"),
        (8, "type", "f"),
        (9, "call", "f"),
    ]


PARTS = st.sampled_from(
    [
        "def f():\n    g()\n",
        "def g():\n    pass\n",
        "class A:\n    def f(self):\n        self.g()\n\n    def g(self):\n        f()\n",
        "from m0 import f\n",
        "from m1 import *\n",
        "import m2 as x\n\nx.f()\n",
        "f = g\n",
        "def h(f):\n    f()\n",
        "A().f()\n",
    ]
)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["m0.py", "m1.py", "m2.py"]),
        st.lists(PARTS, max_size=4),
        st.sampled_from([0, 12_000, 1 << 30]),
    ),
    min_size=1,
    max_size=5,
)
"""A file, what is written to it, and the bytes that may be kept while questions are answered."""


def _all(session: Session) -> list[object]:
    """Callers, uses and what calls through others, of every definition."""
    found = [(lookup.query, _bare(one)) for lookup, one in session.all_callers()]
    rows = [lookup.rows for lookup, _ in session.all_callers()]
    uses = [(r[0].symbol, uses.uses, uses.textual) for r in rows if (uses := session.references(r))]
    return [found, uses, [_bare(session.callers(r, 3)) for r in rows]]


def _bare(found: Callers) -> Callers:
    """An answer without the numbers of rows in one index."""
    return replace(found, target=())


@pytest.mark.timeout(300)
def test_after_any_edits_the_graph_equals_one_built_from_nothing(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    @settings(
        max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(EDITS)
    def check(edits: list[tuple[str, list[str], int]]) -> None:
        folder: Path = tmp_path_factory.mktemp("graph")
        root = folder / "work"
        root.mkdir()
        with Session(root, Settings(cache_dir=folder / "one", workers=0)) as edited:
            for path, parts, most in edits:
                monkeypatch.setattr(graph, "KEPT_BYTES", most)
                monkeypatch.setattr(resolved, "MAX_MEMOS", most >> 10)
                (root / path).write_text("\n".join(parts), encoding="utf-8")
                edited.refresh()
                _all(edited)
            after = _all(edited)
        monkeypatch.undo()
        with Session(root, Settings(cache_dir=folder / "two", workers=0)) as fresh:
            fresh.refresh()
            assert _all(fresh) == after

    check()


def test_after_a_rest_the_answers_are_the_same(session: Start) -> None:
    shop = session(CHAIN)

    def asked() -> tuple[object, ...]:
        hits = shop.search("who is at the bottom", limit=5, chosen=Filter()).hits
        return _callers(shop, "bottom", 5), shop.find("botom").suggestions, hits

    before = asked()
    shop.rest()
    memory.give_back()
    assert asked() == before
    shop.rest()
    (shop.workspace / "a.py").write_text("from b import bottom\n\nbottom()\n", "utf-8")
    shop.refresh()
    assert _callers(shop, "bottom") == [
        ("middle", 1, ()),
        ("bottom", 1, ()),
        ("<module>", 1, ()),
    ]


def test_what_a_package_is_called_is_read_again_when_it_changes(session: Start) -> None:
    shop = session(
        {
            "go.mod": "module example.com/old\n",
            "lib/lib.go": "package lib\n\nfunc Send() {}\n",
            "main.go": """
                package main

                import "example.com/new/lib"

                func main() { lib.Send() }
                """,
        }
    )
    root = shop.workspace
    assert _callers(shop, "Send") == []
    (root / "go.mod").write_text("module example.com/new\n", "utf-8")
    shop.refresh()
    assert _callers(shop, "Send") == [("main", 1, ())]
    (root / "lib/lib.go").write_text("package lib\n\n\nfunc Send() {}\n", "utf-8")
    shop.refresh()
    assert _callers(shop, "Send") == [("main", 1, ())]
    (root / "go.mod").unlink()
    shop.refresh()
    assert _callers(shop, "Send") == []


def test_uses_of_variables_and_fields_are_told_apart_by_kind(session: Start) -> None:
    shop = session(
        {
            "a.py": "LIMIT = 3\n\n\nclass A:\n    size: int = 0\n\n    def grow(self):\n"
            "        self.size = self.size + LIMIT\n",
            "b.py": "from a import LIMIT, A\n\n\ndef f(x: A, LIMIT2, size):\n"
            "    print(x.size, size, LIMIT)\n    x.size = 4\n\n\n"
            "def g(LIMIT):\n    return LIMIT\n",
        }
    )
    limit = shop.references(shop.find("a.py:LIMIT").rows)
    assert [(u.path, u.line, u.kind, u.symbol) for u in limit.uses] == [
        ("a.py", 8, "read", "A.grow"),
        ("b.py", 1, "import", "<module>"),
        ("b.py", 5, "read", "f"),
    ]
    assert limit.complete
    size = shop.references(shop.find("A.size").rows)
    assert [(u.path, u.line, u.kind, u.symbol) for u in size.uses] == [
        ("a.py", 8, "read", "A.grow"),
        ("a.py", 8, "write", "A.grow"),
        ("b.py", 5, "read", "f"),
        ("b.py", 6, "write", "f"),
    ]


def test_the_nearest_callers_come_first_and_tests_last(session: Start) -> None:
    call = "from lib.core.a import f\n\n\ndef {name}():\n    f()\n"
    shop = session(
        {
            "app/z.py": call.format(name="far"),
            "lib/core/b.py": call.format(name="near"),
            "lib/core/a.py": "def f():\n    pass\n\n\ndef here():\n    f()\n",
            "lib/core/test_a.py": call.format(name="test_f"),
        }
    )
    found = shop.callers(shop.find("a.py:f").rows, 2)
    assert [e.symbol for e in found.proved] == ["here", "near", "far", "test_f"]
    assert found.tests == ("test_f",)
    assert found.entries == (
        "far (app/z.py)", "here (lib/core/a.py)", "near (lib/core/b.py)",
        "test_f (lib/core/test_a.py)",
    )  # fmt: skip


def test_what_edits_may_have_broken_are_calls_and_imports_from_other_files(
    session: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = session(
        {
            "a.py": "def kept():\n    pass\n\n\nkept()\n",
            "b.py": "from a import gone, kept\n\n\ndef f():\n    kept()\n    gone()\n",
        }
    )

    def changed(_workspace: Path) -> frozenset[str]:
        return frozenset({"a.py"})

    monkeypatch.setattr("codeseam_server.session.session.changed", changed)
    found = shop.affected()
    assert [(e.path, e.line, e.symbol, e.via) for e in found.callers] == [
        ("b.py", 5, "f", ("kept",))
    ]
    assert [(one.path, one.line, one.name) for one in found.lost] == [("b.py", 1, "gone")]


GO = "class A {\n  void go() {}\n}\n\n"


@pytest.mark.parametrize(
    ("path", "text", "complete"),
    [
        ("a.rb", "class A\n  def go\n  end\nend\n\nA.new.send(name)\n", False),
        ("a.rb", "class A\n  def go\n  end\nend\n\nA.new.send(:other)\n", True),
        ("a.js", "const o = { go() {} };\nexport const f = (key) => o[key]();\n", False),
        ("a.js", "const o = { go() {} };\nexport const f = (key) => o['other']();\n", True),
        ("a.py", "def go():\n    pass\n\n\ndef f(n):\n    globals()[n]()\n", False),
        ("a.py", "def go():\n    pass\n\n\ndef f(n):\n    globals()['other']()\n", True),
        ("a.php", "<?php\nclass A { function go() {}\n function f($m) { $this->$m(); } }\n", False),
        ("a.go", "package a\n\nfunc go_() {}\n", True),
        ("a.php", "<?php\nfunction go() {}\n\ncall_user_func($name);\n", False),
        ("a.php", "<?php\nfunction go() {}\n\ncall_user_func('other');\n", True),
        ("A.java", "class A {\n  void go() {}\n  void f(Class<?> c, String s) throws Exception {\n"
         "    c.getMethod(s).invoke(null);\n  }\n}\n", True),
        ("A.java", "class A {\n  public void go() {}\n  void f(Class<?> c, String s) throws"
         " Exception {\n    c.getMethod(s).invoke(null);\n  }\n}\n", False),
        ("A.java", "class A {\n  void go() {}\n}\n\nclass B {\n  void f(Class<?> c, String s)"
         " throws Exception {\n    c.getDeclaredMethod(s).invoke(null);\n  }\n}\n", False),
        ("A.java", GO + "class B {\n  void f(Class<?> c, String s) throws Exception {\n"
         "    c.getDeclaredMethod(s, String.class).invoke(null, s);\n  }\n}\n", True),
        ("A.java", GO + "class B {\n  void f(String s) throws Exception {\n"
         "    B.class.getDeclaredMethod(s).invoke(null);\n  }\n}\n", True),
        ("A.java", GO + "class B {\n  void f(String s) throws Exception {\n"
         "    A.class.getDeclaredMethod(s).invoke(null);\n  }\n}\n", False),
        ("A.java", GO + "class B {\n  void f(Class<?> c) throws Exception {\n"
         "    for (var m : c.getDeclaredMethods())\n"
         "      if (m.isAnnotationPresent(Mark.class)) m.invoke(null);\n  }\n}\n", True),
        ("A.java", GO.replace("void", "@Mark\n  void") + "class B {\n  void f(Class<?> c) throws"
         " Exception {\n    for (var m : c.getDeclaredMethods())\n"
         "      if (m.isAnnotationPresent(Mark.class)) m.invoke(null);\n  }\n}\n", False),
        ("A.java", GO + "class B {\n  private void f(Class<?> c, String s) throws Exception {\n"
         "    c.getDeclaredMethod(s).invoke(null);\n  }\n  void g() throws Exception {\n"
         "    f(B.class, \"other\");\n  }\n}\n", True),
        ("A.java", GO + "class B {\n  private void f(Class<?> c, String s) throws Exception {\n"
         "    c.getDeclaredMethod(s).invoke(null);\n  }\n  void g(String s) throws Exception {\n"
         "    f(B.class, \"o\" + s);\n  }\n}\n", False),
    ],
)  # fmt: skip
def test_reflection_under_names_that_are_not_written_out_takes_the_certificate_away(
    session: Start, path: str, text: str, complete: bool
) -> None:
    shop = session({path: text})
    name = "go_" if path == "a.go" else "go"
    found = shop.callers(shop.find(name).rows)
    assert found.target
    assert found.complete is complete, found.missing


@pytest.mark.parametrize(
    "files",
    [
        {
            "base.py": "class Base:\n    def run(self, name):\n        getattr(self, name)()\n",
            "a.py": "from base import Base\n\n\nclass A(Base):\n    def go(self):\n        pass\n",
        },
        {
            "base.js": "export class Base { run(name) { this[name]() } }\n",
            "a.js": "import { Base } from './base'\nexport class A extends Base { go() {} }\n",
        },
        {
            "a.js": "export function go() {}\n",
            "b.js": "import * as all from './a'\nexport const f = (key) => all[key]()\n",
        },
    ],
)
def test_another_file_may_look_up_what_it_inherits_or_imports(
    session: Start, files: dict[str, str]
) -> None:
    shop = session(files)
    found = shop.callers(shop.find("go").rows)
    assert found.target
    assert not found.complete


def test_of_a_file_that_is_edited_nothing_older_is_kept(session: Start) -> None:
    shop = session(CHAIN)
    kept = Kept()
    for number in range(3):
        (shop.workspace / "b.py").write_text(f"def made_{number}(): pass\n", "utf-8")
        shop.sync()
        files = source.Files(shop.store)
        files.refresh()
        facts = source.StoreFacts(shop.store, files, lambda _, __: None, kept).facts("b.py")
        assert [scope.name for scope in facts.scopes.all()] == ["", f"made_{number}"]
    assert list(kept.facts) == ["b.py"]


def test_files_that_were_used_longest_ago_are_forgotten_first(session: Start) -> None:
    shop = session(CHAIN)
    kept, files = Kept(), source.Files(shop.store)
    files.refresh()
    facts = source.StoreFacts(shop.store, files, lambda _, __: None, kept)
    paths = [path for path in facts.paths() if path.endswith(".py")]
    for path in (*paths, paths[0]):
        facts.facts(path)
        assert kept.let_go(1 << 30) == []
    assert kept.let_go(1 << 30) == []
    assert kept.let_go(0) == [*paths[1:], paths[0]]
    assert not kept.facts


def test_answers_are_the_same_when_all_is_forgotten_between_them(
    session: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = session(CHAIN)
    kept = [_callers(shop, name, 3) for name in ("bottom", "middle", "unused")]
    shop.rest()
    monkeypatch.setattr(graph, "KEPT_BYTES", 0)
    monkeypatch.setattr(graph, "_REMEMBERED", 0)
    monkeypatch.setattr(resolved, "MAX_MEMOS", 0)
    assert [_callers(shop, name, 3) for name in ("bottom", "middle", "unused")] == kept
