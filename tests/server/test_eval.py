"""The ruler: labels that do not rot, measures worked out by hand, rows that differ, faults seen."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeseam_indexer.chunk import ChunkOptions
from codeseam_indexer.errors import UsageError
from codeseam_indexer.parse import parse
from codeseam_indexer.records import SourceFile
from codeseam_indexer.settings import Settings
from codeseam_server import cli
from codeseam_server.eval import (
    CHUNKERS,
    WITHOUT,
    Chunker,
    Label,
    Question,
    Target,
    Wanted,
    check_quality,
    chunked,
    document,
    hidden,
    labelled,
    read_labels,
    resolve,
    table,
)
from codeseam_server.eval.cutters import OVERLAP, cutter
from codeseam_server.eval.hidden import hide, questions
from codeseam_server.eval.measures import NEVER, Listed, Shown, difference, mean, measure
from codeseam_server.search import engine
from codeseam_server.search.candidates import Found
from codeseam_server.search.ranking import Ranked, rank
from codeseam_server.session import Session

Open = Callable[[Mapping[str, str]], Session]

_VERBS = (
    "parse", "render", "compress", "encrypt", "download", "schedule", "validate", "translate",
    "archive", "measure", "rotate", "publish",
)  # fmt: skip


def _module(verb: str) -> str:
    body = "\n".join(f"    step_{n} = {verb}_{n}(document)" for n in range(4))
    doc = f"{verb.title()} the given document and tell how long that took."
    return f'def {verb}_document(document):\n    """{doc}"""\n{body}\n    return step_3\n'


LIBRARY = {f"lib/{verb}.py": _module(verb) for verb in _VERBS}


def _asked(verbs: Sequence[str] = _VERBS) -> list[Label]:
    return [
        Label(f"{verb} a document", (Wanted(f"lib/{verb}.py", f"{verb}_document"),), verb[0])
        for verb in verbs
    ]


def _backwards(found: Found, limit: int) -> list[Ranked]:
    return rank(found, limit)[::-1]


@pytest.fixture
def library(session: Open) -> Session:
    return session(LIBRARY)


# ---------------------------------------------------------------- labels


def test_toml_labels_take_a_symbol_lines_or_several_targets(tmp_path: Path) -> None:
    file = tmp_path / "labels.toml"
    file.write_text(
        '[[query]]\nquery = "a"\npath = "x.py"\nsymbol = "C.m"\ncategory = "one"\n'
        '[[query]]\nquery = "b"\npath = "x.py"\nlines = [3, 5]\n'
        '[[query]]\nquery = "c"\ntargets = ["x.py:f", "y.py:7-9", "z.py", {path = "w.py"}]\n',
        encoding="utf-8",
    )
    one, two, three = read_labels(file)
    assert (one.targets, one.category) == ((Wanted("x.py", "C.m"),), "one")
    assert two.targets == (Wanted("x.py", "", (3, 5)),)
    assert three.targets == (
        Wanted("x.py", "f"), Wanted("y.py", "", (7, 9)), Wanted("z.py"), Wanted("w.py"),
    )  # fmt: skip


def test_json_lines_say_the_same_as_toml(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    lines = [
        {"query": "a", "path": "x.py", "symbol": "f"},
        {"query": "b", "targets": [{"path": "x.py", "lines": "2-4"}, "y.py:C.m"]},
    ]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    one, two = read_labels(file)
    assert one.targets == (Wanted("x.py", "f"),)
    assert two.targets == (Wanted("x.py", "", (2, 4)), Wanted("y.py", "C.m"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "query = 3"),
        ("a.toml", "[[query"),
        ("a.toml", ""),
        ("a.toml", '[[query]]\nquery = "x"'),
        ("a.jsonl", "{"),
        ("a.jsonl", "[1]"),
        ("a.jsonl", '{"query": "", "path": "x"}'),
        ("a.jsonl", '{"query": "x", "path": "x", "lines": [5, 2]}'),
        ("a.jsonl", '{"query": "x", "path": "x", "lines": [1, 2, 3]}'),
        ("a.jsonl", '{"query": "x", "targets": [7]}'),
        ("a.jsonl", '{"query": "x", "targets": "x.py"}'),
    ],
)
def test_a_file_that_is_no_label_file_is_refused_with_its_place(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"a\.(toml|jsonl)"):
        read_labels(tmp_path / name)


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_labels(tmp_path / "none.toml")


def test_symbols_are_resolved_by_the_parser_wherever_they_moved(session: Open) -> None:
    shift = session({"a/b.py": "\n\n\nclass C:\n    def m(self):\n        return 1\n"})
    labels = [Label("q", (Wanted("b.py", "C.m"),)), Label("r", (Wanted("a/b.py", "m"),))]
    found = resolve(labels, shift.store)
    assert not found.lost
    assert [q.targets for q in found.questions] == [(Target("a/b.py", ((5, 6),)),)] * 2


def test_what_no_longer_resolves_is_said_with_what_is_near(session: Open) -> None:
    now = session({"a.py": "def send():\n    pass\n"})
    labels = [
        Label("q", (Wanted("a.py", "sent"), Wanted("a.py", "send")), at="L, line 1"),
        Label("r", (Wanted("x/a.py", "send"),), at="L, line 2"),
        Label("s", (Wanted("a.py", "", (1, 90)),), at="L, line 3"),
    ]
    found = resolve(labels, now.store)
    assert [q.query for q in found.questions] == ["q"]
    assert [(lost.at, lost.whole) for lost in found.lost] == [
        ("L, line 1", False), ("L, line 2", True), ("L, line 3", True),
    ]  # fmt: skip
    assert "there is send" in found.lost[0].why
    assert "there is a.py" in found.lost[1].why
    assert "only 2 lines" in found.lost[2].why


# ---------------------------------------------------------------- measures

_ANSWER = Listed(
    (
        Shown("a.py", 1, 20, 100),
        Shown("b.py", 5, 14, 50),
        Shown("b.py", 15, 30, 60),
    ),
    (Shown("c.py", 1, 9),),
)


def test_measures_are_those_worked_out_by_hand() -> None:
    question = Question("q", (Target("b.py", ((10, 19),)), Target("c.py", ((2, 4),))))
    found = measure(_ANSWER, question, 5)
    assert found["mrr"] == 0.5
    assert found["ndcg"] == pytest.approx(0.6309 / (1 + 0.6309), abs=1e-4)
    assert (found["touched"], found["whole"]) == (1.0, 0.0)
    assert (found["recall"], found["with_graph"]) == (0.5, 1.0)
    assert found["iou"] == pytest.approx(5 / 15)
    assert found["iou_recall"] == 0.5
    assert found["tokens"] == 150
    assert found["lines"] == 46


def test_a_whole_target_lies_in_one_hit_and_only_the_top_k_count() -> None:
    question = Question("q", (Target("b.py", ((16, 30),)),))
    assert measure(_ANSWER, question, 3)["whole"] == 1.0
    low = measure(_ANSWER, question, 2)
    assert (low["whole"], low["touched"], low["mrr"]) == (0.0, 0.0, pytest.approx(1 / 3))


def test_what_is_read_within_a_budget_does_not_depend_on_how_many_hits_that_are() -> None:
    hits = tuple(Shown("a.py", 10 * n + 1, 10 * n + 10, 300) for n in range(8))
    inside = Question("q", (Target("a.py", ((51, 60),)),))
    beyond = Question("q", (Target("a.py", ((61, 70),)),))
    found = measure(Listed(hits), inside, 5)
    assert (found["whole"], found["within"]) == (0.0, 1.0)
    assert measure(Listed(hits), beyond, 5)["within"] == 0.0


def test_a_target_without_lines_counts_by_file_and_has_no_measures_of_lines() -> None:
    found = measure(_ANSWER, Question("q", (Target("a.py"),)), 5)
    assert (found["touched"], found["ndcg"], found["tokens"]) == (1.0, 1.0, 100)
    assert "whole" not in found
    assert "iou" not in found


def test_an_answer_without_the_target_costs_what_reading_files_costs() -> None:
    found = measure(_ANSWER, Question("q", (Target("z.py", ((1, 2),)),)), 5)
    assert (found["ndcg"], found["mrr"], found["tokens"]) == (0.0, 0.0, NEVER)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_an_interval_holds_the_mean_and_stays_within_the_values(values: list[float]) -> None:
    found = mean(values)
    assert min(values) - 1e-9 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= max(values) + 1e-9
    same = [{"ndcg": value} for value in values]
    assert difference(same, same, "ndcg").high == 0.0


# ---------------------------------------------------------------- cutters

_TEXT = "import os\n\n\nclass A:\n" + "".join(
    f"    def method_{n}(self, value):\n        total = value + {n}\n        return os.getcwd()\n\n"
    for n in range(40)
)


@pytest.mark.parametrize("name", CHUNKERS)
def test_every_chunker_covers_every_line_in_order(name: Chunker) -> None:
    parsed = parse(SourceFile("a.py", _TEXT, b"", "python"))
    pieces = list(cutter(name, ChunkOptions(max_tokens=200))(parsed))
    lines = _TEXT.removesuffix("\n").split("\n")
    covered = sorted({n for p in pieces for n in range(p.start_line, p.end_line + 1)})
    assert covered == list(range(1, len(lines) + 1))
    assert [p.start_line for p in pieces] == sorted(p.start_line for p in pieces)
    for piece in pieces:
        assert piece.text == "\n".join(lines[piece.start_line - 1 : piece.end_line])


def test_fixed_windows_keep_the_budget_and_repeat_so_many_tokens_on_whole_lines() -> None:
    options = ChunkOptions(max_tokens=200, count=lambda line: len(line.split()), header=False)
    text = "".join(f"a b c d e f g line_{n}\n" for n in range(120))  # 8 tokens a line
    pieces = list(cutter("fixed", options)(parse(SourceFile("a.txt", text, b"", "text"))))
    assert [p.tokens for p in pieces[:-1]] == [200] * (len(pieces) - 1)
    for one, following in pairwise(pieces):
        assert one.end_line - following.start_line + 1 == OVERLAP // 8


@given(st.lists(st.integers(0, 400), min_size=1, max_size=60), st.integers(16, 300))
def test_windows_end_whatever_the_lines_are(sizes: list[int], budget: int) -> None:
    text = "\n".join("x " * size for size in sizes) + "\n"
    options = ChunkOptions(max_tokens=budget, count=lambda line: len(line.split()))
    names: tuple[Chunker, ...] = ("fixed", "cast")
    for name in names:
        pieces = list(cutter(name, options)(parse(SourceFile("a.txt", text, b"", "text"))))
        assert pieces[-1].end_line == len(sizes)


def test_cast_joins_neighbours_up_to_the_budget_and_splits_what_is_over_it() -> None:
    parsed = parse(SourceFile("a.py", _TEXT, b"", "python"))
    options = ChunkOptions(max_tokens=120, header=False)
    pieces = list(cutter("cast", options)(parsed))
    assert len(pieces) > 5
    assert all(piece.tokens <= 120 for piece in pieces)
    assert all(piece.text.lstrip().startswith("def ") for piece in pieces[2:])


# ---------------------------------------------------------------- rows


def test_every_row_of_an_ablation_is_measured_on_the_same_questions(library: Session) -> None:
    found = resolve(_asked(), library.store)
    variants = [*map(chunked, CHUNKERS), *WITHOUT.values()]
    report = labelled(library, found.questions, found.lost, variants, k=5)
    assert [row.variant.name for row in report.rows] == [
        "as it is", *(f"chunker {name}" for name in CHUNKERS), "no header", "no BM25",
        "no vectors", "no graph",
    ]  # fmt: skip
    assert all(len(row.scores) == len(_VERBS) for row in report.rows)
    assert all(one["touched"] == 1.0 for one in report.rows[0].scores)
    text = table(report)
    assert all(row.variant.name in text for row in report.rows)
    shown: Any = json.loads(json.dumps(document(report), allow_nan=False))
    assert shown["rows"][0]["measures"]["ndcg"]["n"] == len(_VERBS)
    assert set(shown["categories"]) == {verb[0] for verb in _VERBS}


def test_measuring_touches_no_index_but_its_own_and_leaves_nothing(
    library: Session, settings: Settings
) -> None:
    before = library.store.generation(), library.store.counts()
    kept = sorted(settings.cache_dir.iterdir())
    found = resolve(_asked(), library.store)
    labelled(library, found.questions, (), [chunked("fixed"), WITHOUT["header"]], k=5, budget=64)
    hidden(library, [], k=5, size=5, seed=1, says="")
    assert (library.store.generation(), library.store.counts()) == before
    assert sorted(settings.cache_dir.iterdir()) == kept


def test_results_sorted_backwards_are_seen_at_once(
    library: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = resolve(_asked(), library.store)
    right = labelled(library, found.questions, (), [], k=5).rows[0].scores
    monkeypatch.setattr(engine, "rank", _backwards)
    wrong = labelled(library, found.questions, (), [], k=5).rows[0].scores
    for key in ("ndcg", "mrr"):
        change = difference(wrong, right, key)
        assert change.value < -0.4
        assert change.high < 0


# ---------------------------------------------------------------- labels for free


def test_documentation_is_hidden_and_no_line_moves() -> None:
    text = (
        "def f(a):\n"
        '    """Add one to the number given.\n\n    Twice, where asked.\n    """\n'
        "    b = a\n    c = b\n    return c\n"
    )
    source = SourceFile("a.py", text, b"", "python")
    bare = hide(source)
    assert "number" not in bare.text
    assert "Twice" not in bare.text
    assert bare.text.count("\n") == text.count("\n")
    assert parse(bare).symbols[0].end_line == 8
    (question,) = questions(iter([source]))
    assert question.query == "Add one to the number given."
    assert question.targets == (Target("a.py", ((1, 8),)),)


def test_comments_above_a_definition_ask_for_what_is_below_them() -> None:
    text = (
        "/**\n * Adds one to the number given.\n * @param a what\n */\n"
        "export function f(a: number) {\n  const b = a;\n  const c = b;\n  return c;\n}\n"
    )
    source = SourceFile("a.ts", text, b"", "typescript")
    assert "number given" not in hide(source).text
    (question,) = questions(iter([source]))
    assert question.query == "Adds one to the number given."
    ((first, last),) = question.targets[0].spans
    assert (first in (4, 5), last) == (True, 9)


def test_what_two_definitions_say_alike_asks_for_neither() -> None:
    body = '    """Return the size of the thing."""\n    a = 1\n    b = a\n    return b\n'
    source = SourceFile("a.py", f"def f():\n{body}\n\ndef g():\n{body}", b"", "python")
    assert questions(iter([source])) == []


def test_a_tag_asks_nothing() -> None:
    body = "  const b = a;\n  const c = b;\n  return c;\n}\n"
    text = f"/**\n * @param a must not be null here\n */\nexport function f(a: number) {{\n{body}"
    assert questions(iter([SourceFile("a.ts", text, b"", "typescript")])) == []


def test_nobody_asks_for_a_test_while_there_is_code(session: Open) -> None:
    files = {"lib/parse.py": _module("parse"), "tests/test_render.py": _module("render")}
    report = hidden(session(files), [], k=5, size=5, seed=1, says="")
    assert [one.targets[0].path for one in report.questions] == ["lib/parse.py"]


def test_the_same_seed_asks_the_same_and_another_asks_otherwise(library: Session) -> None:
    def asked(seed: int) -> list[str]:
        report = hidden(library, [], k=5, size=5, seed=seed, says="what it shows")
        assert report.says in table(report)
        return [one.query for one in report.questions]

    assert asked(1) == asked(1)
    assert asked(1) != asked(2)


def test_a_workspace_without_documentation_says_what_to_do(session: Open) -> None:
    with pytest.raises(UsageError, match="write labels"):
        hidden(session({"a.py": "x = 1\n"}), [], k=5, size=5, seed=1, says="")


def test_a_quality_check_is_remembered_and_shows_a_change(
    library: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = check_quality(library)
    assert "next check" in first.said()
    same = check_quality(library)
    assert same.change is not None
    assert (same.change.value, same.same, same.worse) == (0.0, True, False)
    monkeypatch.setattr(engine, "rank", _backwards)
    worse = check_quality(library)
    assert worse.worse
    assert ": -" in worse.said()


def test_a_damaged_memory_of_quality_starts_anew(library: Session, settings: Settings) -> None:
    check_quality(library)
    (file,) = (settings.cache_dir / "quality").iterdir()
    file.write_text("{", encoding="utf-8")
    assert check_quality(library).change is None


# ---------------------------------------------------------------- the command


def _run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    return int(left.value.code or 0)


@pytest.fixture
def root(
    workspace: Callable[[Mapping[str, str]], Path], settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:  # fmt: skip
    monkeypatch.setenv("CODESEAM_CACHE_DIR", str(settings.cache_dir))
    return workspace(LIBRARY)


def test_the_command_prints_one_document(
    root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "labels.jsonl"
    entries = [
        {"query": "rotate a document", "path": "lib/rotate.py", "symbol": "rotate_document"},
        {"query": "gone", "path": "lib/rotate.py", "symbol": "rotate_documents"},
    ]
    labels.write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    status = _run("eval", str(labels), "--workspace", str(root), "--no-vectors", "--json")
    out, err = capfd.readouterr()
    assert status == 0
    found = json.loads(out)
    assert [row["name"] for row in found["rows"]] == ["as it is", "no vectors"]
    (lost,) = found["unresolved"]
    assert lost["target"] == "lib/rotate.py:rotate_documents"
    assert "rotate_documents" in err


def test_the_command_asks_of_itself(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status = _run("eval", "--self", "--sample", "6", "--seed", "3", "--workspace", str(root))
    out, _ = capfd.readouterr()
    assert status == 0
    assert "6 questions, seed 3" in out
    assert "does not show" in out.replace("\n", " ")


@pytest.mark.parametrize("words", [("eval",), ("eval", "x.toml", "--self"), ("eval", "x.toml")])
def test_the_command_refuses_what_cannot_be_meant(
    root: Path, words: Sequence[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert _run(*words, "--workspace", str(root)) == 1
    assert capfd.readouterr().err.count("\n") == 1


def test_labels_of_another_folder_are_one_error(
    root: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "labels.toml"
    labels.write_text('[[query]]\nquery = "x"\npath = "no/such.py"\n', encoding="utf-8")
    assert _run("eval", str(labels), "--workspace", str(root)) == 1
    assert "--workspace" in capfd.readouterr().err


def test_a_label_survives_an_edit_above_it(library: Session) -> None:
    file = library.workspace / "lib/rotate.py"
    file.write_text("import os\n\n\n" + file.read_text("utf-8"), encoding="utf-8")
    before = resolve(_asked(["rotate"]), library.store).questions[0]
    library.refresh()
    after = resolve(_asked(["rotate"]), library.store).questions[0]
    ((first, last),) = before.targets[0].spans
    assert after == replace(before, targets=(Target("lib/rotate.py", ((first + 3, last + 3),)),))


def test_the_doctor_asks_only_when_told_and_takes_no_fault_in_having_nothing_to_ask(
    workspace: Callable[[Mapping[str, str]], Path],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODESEAM_CACHE_DIR", str(settings.cache_dir))
    root = workspace({"a.py": "x = 1\n"})
    _run("doctor", "--workspace", str(root), "--json")
    findings = json.loads(capfd.readouterr().out)["findings"]
    assert "quality" not in [one["what"] for one in findings]
    _run("doctor", "--workspace", str(root), "--quality", "--json")
    findings = json.loads(capfd.readouterr().out)["findings"]
    (quality,) = [one for one in findings if one["what"] == "quality"]
    assert quality["state"] == "warning"
