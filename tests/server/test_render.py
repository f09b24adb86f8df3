"""What is shown is visible, without secrets, within its budget, and the same every time."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_server.render import documents, source, text
from codeseam_server.render.pieces import LOCATE
from codeseam_server.render.safe import json_text, numbered, one_line, printable, visible
from codeseam_server.session import Session
from codeseam_server.session.records import Index, Status


@given(st.text())
def test_nothing_invisible_is_left_and_nothing_visible_is_lost(raw: str) -> None:
    shown = visible(raw)
    shown.encode("utf-8")
    assert not {c for c in shown if ord(c) < 32 and c not in "\t\n"}
    assert visible(shown) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("bits \U000e0101\ufe01", "bits \\U000e0101\\ufe01"),
        ("soft\u00adhyphen\u3164", "soft\\xadhyphen\\u3164"),
        ("❤\ufe0f 漢字 é", "❤\ufe0f 漢字 é"),
        ("bad\udcff.py", "bad\\xff.py"),
        ("x\r", "x\\r"),
    ],
)
def test_what_a_terminal_or_model_would_obey_is_written_out(raw: str, shown: str) -> None:
    assert visible(raw) == shown


def test_a_name_stays_on_one_line() -> None:
    assert one_line("a\nb\tc") == "a\\nb\\tc"


def test_json_keeps_control_characters_but_no_half_characters() -> None:
    assert printable("a\x1b\udcffb") == "a\x1b\\xffb"


@given(st.text())
def test_json_in_a_terminal_has_the_same_values_and_nothing_unseen(raw: str) -> None:
    written = json_text(json.dumps(raw, ensure_ascii=False))
    assert json.loads(written) == raw
    assert visible(written) == written


def test_lines_are_numbered_as_a_read_tool_does() -> None:
    assert list(numbered(["a\r", "\tb"], 9)) == ["9\ta", "10\t\tb"]


@given(
    st.lists(st.text(alphabet="abc ", max_size=50), min_size=1, max_size=80), st.integers(0, 2000)
)
def test_a_block_stays_in_its_budget_and_says_what_it_folds(lines: list[str], budget: int) -> None:
    shown = source.block("\n".join(lines), 5, budget, "{x}.py")
    whole = [f"{number}\t{line}" for number, line in enumerate(lines, 5)]
    if shown != whole:
        folds = [line for line in shown if line.startswith("…")]
        assert len(folds) == 1
        assert [line for line in shown if line not in folds] == [w for w in whole if w in shown]
        rest = [line for line in shown if not line.startswith("…")]
        assert sum(len(line) + 1 for line in rest) <= max(budget, len(whole[0]) + 1)


def test_a_line_of_data_is_cut() -> None:
    (shown,) = source.block("x" * 5000, 1, 10_000, "a.py")
    assert len(shown) < 300
    assert "characters)" in shown


def test_a_long_class_lists_its_members(shop: Session) -> None:
    body = "".join(f"    def step_{i}(self):\n        return {i}\n\n" for i in range(400))
    (shop.workspace / "big.py").write_text(f"class Big:\n{body}", encoding="utf-8")
    shop.refresh()
    lookup = shop.find("Big")
    shown = text.symbols(lookup, shop.sources(lookup.rows), shop.index())
    top, members = shown.split("\nmembers:\n")
    assert len(top) < LOCATE + 200
    assert re.search(r"\n…\t\(\d+ lines folded: read big\.py:\d+-1200\)$", top)
    assert members.startswith("2-3 method def step_0(self)\n")
    assert "def step_7(self)" in members


def test_the_same_question_gets_the_same_bytes(shop: Session) -> None:
    def answer() -> str:
        chosen = shop.filter()
        return text.search(shop.search("cart", limit=5, chosen=chosen), shop.index())

    assert answer() == answer()
    assert "shop/cart.py:1" in answer()


def test_an_incomplete_index_is_told_in_the_first_line(shop: Session) -> None:
    shop.pending = 7
    lookup = shop.find("Cart.total")
    shown = text.symbols(lookup, shop.sources(lookup.rows), shop.index())
    assert "7 files still to be indexed" in shown.split("\n")[0]


def test_the_text_of_a_symbol_begins_with_it_where_another_stands_before_it(shop: Session) -> None:
    (shop.workspace / "one.ts").write_text(
        'const s = "é"; export function after(): string { return s }\n', encoding="utf-8"
    )
    shop.refresh()
    lookup = shop.find("after")
    document = documents.symbols(lookup, shop.sources(lookup.rows), shop.index())
    assert document["matches"][0]["text"] == "export function after(): string { return s }"


def test_the_state_of_a_large_workspace_is_not_longer_than_one_reads() -> None:
    index = Index(files=9_000, pending=0, skipped={"binary": 5_000}, as_of="")
    shown = text.status(
        Status(
            workspace="w",
            index=index,
            symbols=1,
            chunks=1,
            languages={"c": 9_000},
            skipped_files=tuple((f"{n}.png", "binary") for n in range(5_000)),
            model="m",
            index_bytes=0,
            head="",
            notes=tuple(f"{n}.c: lines 1-2 do not parse" for n in range(900)),
        )
    )
    assert "8.c: lines 1-2 do not parse" in shown
    assert [line for line in shown.split("\n") if line.startswith("…")] == [
        "… 4940 more; `codeseam status --json` lists all",
        "… 840 more; `codeseam status --json` lists all",
    ]
