"""Long answers come in pages that add up to the whole, and say how to get the others."""

import re
from collections.abc import Callable, Mapping

from hypothesis import given
from hypothesis import strategies as st

from codeseam_server.answers import find_references, list_callers, outline
from codeseam_server.render.pages import Row, paged
from codeseam_server.render.pieces import UNDERSTAND
from codeseam_server.session import Session

Open = Callable[[Mapping[str, str]], Session]

CALLS = 700


def calls(root: str = "src") -> dict[str, str]:
    """A function in the wild: called in three folders, from many functions."""
    called = {
        f"{root}/{folder}/use.py": "from lib import work\n"
        + "".join(f"\n\ndef {folder}_{n}():\n    return work({n})\n" for n in range(count))
        for folder, count in (("a", 400), ("b", 200), ("c", 100))
    }
    return {"lib.py": "def work(n):\n    return n\n", **called}


@given(
    st.lists(st.tuples(st.sampled_from(["", "possible"]), st.text("ab ", min_size=1)), max_size=400)
)
def test_the_pages_of_any_list_add_up_to_it(parts: list[tuple[str, str]]) -> None:
    rows = [Row(f"- {n} {text}", name) for n, (name, text) in enumerate(sorted(parts))]
    seen: list[str] = []
    page = 1
    while True:
        lines = paged(rows, page)
        seen += [line for line in lines if line.startswith("- ")]
        if not any(f"page={page + 1}" in line for line in lines):
            break
        page += 1
    assert seen == [row.text for row in rows]
    assert paged(rows, page + 7)[:-1] == paged(rows, page)[:-1]
    assert [line for line in paged(rows, 0) if line.startswith("- ")] == seen


def test_a_page_stays_within_what_an_answer_may_cost() -> None:
    rows = [Row("x" * 100, path=f"f{n}.py") for n in range(1000)]
    assert all(len("\n".join(paged(rows, page))) < UNDERSTAND + 200 for page in range(1, 12))


def test_hundreds_of_callers_are_summed_up_by_folder_and_paged(session: Open) -> None:
    asked = session(calls())
    first = list_callers(asked, "work")
    head, folders, *_ = first.split("\n")
    assert head.startswith(f"{CALLS} proved and 0 possible calls of work (lib.py:1); ")
    assert folders == "by folder: src/a 400, src/b 200, src/c 100"
    last = first.split("\n")[-1]
    shown = re.match(r"\(page 1 of (\d+); 640 more: page=2, or narrow with path\)$", last)
    assert shown is not None
    found: list[str] = []
    for page in range(1, int(shown[1]) + 1):
        text = list_callers(asked, "work", page=page)
        found += re.findall(r"^\S+:\d+ [abc]_\d+", text, re.MULTILINE)
    assert len(found) == len(set(found)) == CALLS


def test_tests_are_named_only_where_the_list_does_not_show_them(session: Open) -> None:
    few = {
        "src/lib.py": "def work():\n    pass\n",
        "tests/test_lib.py": "from src.lib import work\n\n\ndef test_work():\n    work()\n",
    }
    assert "tests that reach it" not in list_callers(session(few), "work")
    many = "".join(f"\n\ndef use_{n}():\n    work()\n" for n in range(200))
    shown = list_callers(session(few | {"src/use.py": "from src.lib import work\n" + many}), "work")
    assert "\ntests that reach it: test_work\n" in shown


def test_a_file_full_of_mentions_takes_one_row(session: Open) -> None:
    lines = "Then `work()` is called.\n" * 50
    shown = list_callers(session({"lib.py": "def work():\n    pass\n", "use.md": lines}), "work")
    assert shown.endswith(
        "mentioned only:\nuse.md: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 38 more"
    )


def test_files_that_only_mention_a_name_fill_no_first_page(session: Open) -> None:
    files = {f"notes/{n:02}.md": "Then `work()` is called.\n" for n in range(40)}
    use = "from lib import work\n\nwork()\n"
    asked = session({"lib.py": "def work():\n    pass\n", "use.py": use} | files)
    first, second = (list_callers(asked, "work", page=page) for page in (1, 2))
    assert "use.py:3 <module>: work()" in first
    assert first.count(".md: 1") == 10
    assert first.endswith("(page 1 of 2; 30 mentioned only more: page=2, or narrow with path)")
    assert second.count(".md: 1") == 30


def test_a_possible_call_is_shown_with_its_line(session: Open) -> None:
    lib = "class Door:\n    def unlatch(self):\n        pass\n"
    use = "def leave(door):\n    door.unlatch()\n"
    shown = list_callers(session({"lib.py": lib, "use.py": use}), "Door.unlatch")
    assert "possible:\nuse.py:2 leave (dynamic receiver): door.unlatch()" in shown


def test_a_use_that_no_type_decides_is_shown_with_its_line(session: Open) -> None:
    lib = "class Door:\n    def get(self):\n        pass\n"
    use = "def leave(door):\n    door.get()\n"
    asked = session({"lib.py": lib, "use.py": use})
    shown = list_callers(asked, "Door.get")
    assert "1 use of the name has a receiver of unknown type" in shown
    assert shown.endswith("\nreceiver of unknown type:\nuse.py:2: door.get()")
    assert "\nreceiver of unknown type:\nuse.py:2" in find_references(asked, "Door.get")


def test_a_page_that_is_not_there_is_the_last(session: Open) -> None:
    asked = session(calls())
    assert "the last; there is no page 99" in find_references(asked, "work", page=99)
    assert list_callers(asked, "work", page=-3) == list_callers(asked, "work")


def test_an_outline_of_a_long_file_is_paged(session: Open) -> None:
    body = "".join(f"def a_function_with_a_rather_long_name_{n}():\n    pass\n" for n in range(900))
    asked = session({"long.py": body})
    pages = [outline(asked, "long.py", page) for page in (1, 2)]
    assert "name_59()" in pages[0]
    assert "page=2" in pages[0]
    assert "name_60()" in pages[1]
    assert "name_0()" not in pages[1]
