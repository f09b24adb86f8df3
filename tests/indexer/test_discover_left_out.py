"""Ignore rules that leave out next to everything: who is told, and what helps."""

import subprocess
from pathlib import Path

import pytest

from codeseam_indexer.discover import discover, nearly_all_left_out
from codeseam_indexer.settings import Settings


def fill(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x = 1\n", encoding="utf-8")


def tree(root: Path, folders: int = 5, files: int = 10) -> None:
    fill(root, *(f"part{a}/inner/m{b}.py" for a in range(folders) for b in range(files)))


def found(root: Path) -> set[str]:
    return {
        file.path for file in discover(root, Settings(cache_dir=root.parent / "cache")).found
    } - {".gitignore"}


def silent(root: Path) -> bool:
    seen = discover(root, Settings(cache_dir=root.parent / "cache"))
    known = {file.path for file in seen.found} | {one.path for one in seen.skipped}
    return nearly_all_left_out(root, known, len(seen.found))


@pytest.mark.parametrize("rules", ["*\n", "/*\n", "/*\n!/debian/\n", "*\n!.gitignore\n"])
def test_rules_that_hide_a_whole_tree_are_noticed(tmp_path: Path, rules: str) -> None:
    tree(tmp_path)
    fill(tmp_path, "debian/rules.py")
    (tmp_path / ".gitignore").write_text(rules, encoding="utf-8")

    assert silent(tmp_path)


@pytest.mark.parametrize(
    "ignored",
    [
        "node_modules/x/i.js", ".venv/lib/a.py", "build/gen.py", "data/rows.csv", "notes/a.md",
        "other/.git/HEAD",
    ],
)  # fmt: skip
def test_folders_that_are_rightly_ignored_are_no_reason_to_speak(
    tmp_path: Path, ignored: str
) -> None:
    fill(tmp_path, "main.py", "lib.py")
    folder, _, name = ignored.partition("/")
    fill(tmp_path, *(f"{folder}/{n}{name}" for n in range(300)), ignored)
    (tmp_path / ".gitignore").write_text(f"{folder}/\n", encoding="utf-8")

    assert not silent(tmp_path)


def test_an_empty_workspace_and_one_without_rules_are_not_said_to_be_hidden(tmp_path: Path) -> None:
    assert not silent(tmp_path)
    tree(tmp_path)
    assert not silent(tmp_path)


@pytest.mark.parametrize(
    "take_back", ["!/*\n", "!/part0/\n!/part1/\n!/part2/\n!/part3/\n!/part4/\n"]
)
def test_what_the_sentence_advises_takes_the_tree_back(tmp_path: Path, take_back: str) -> None:
    tree(tmp_path)
    expected = found(tmp_path)
    (tmp_path / ".gitignore").write_text("/*\n!/debian/\n*.o\n", encoding="utf-8")
    fill(tmp_path, "part0/inner/m0.o")
    assert not found(tmp_path)

    (tmp_path / ".codeseamignore").write_text(take_back, encoding="utf-8")
    assert found(tmp_path) - {".codeseamignore"} == expected
    assert not silent(tmp_path)


def test_a_thousand_ignored_entries_are_not_all_looked_at(tmp_path: Path) -> None:
    fill(tmp_path, "main.py", *(f"data/d{n}/x.bin" for n in range(3000)))
    (tmp_path / ".gitignore").write_text("data/\n", encoding="utf-8")

    assert not silent(tmp_path)


def test_a_path_that_a_nested_file_takes_back_is_found_alone(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    fill(tmp_path, "lib/a.py", "lib/out/deep/b.py")
    (tmp_path / "lib/.gitignore").write_text("out/\n", encoding="utf-8")
    (tmp_path / "lib/.codeseamignore").write_text("!out/\n", encoding="utf-8")
    settings = Settings(cache_dir=tmp_path / "cache")

    alone = discover(tmp_path, settings, ["lib/out/deep/b.py"])
    assert [file.path for file in alone.found] == ["lib/out/deep/b.py"]
