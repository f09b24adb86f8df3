"""What git ignores is ignored, by the walk as by git."""

import os
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeseam_indexer.discover import discover, scan
from codeseam_indexer.discover.git import GitError, Listed
from codeseam_indexer.discover.patterns import IgnoreFile, parse_line
from codeseam_indexer.settings import Settings


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def listed_by_git(root: Path) -> set[str]:
    out = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=root,
        check=True,
        capture_output=True,
    ).stdout
    return {os.fsdecode(path) for path in out.split(b"\0") if path}


def found(root: Path, cache: Path) -> set[str]:
    return {file.path for file in discover(root, Settings(cache_dir=cache)).found}


@pytest.fixture
def without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> list[Listed]:
        raise GitError("not for this test")

    monkeypatch.setattr(scan, "listing", refuse)


CASES = {
    "a folder": ({".gitignore": "out/\n"}, ["out/a", "sub/out/b", "sub/out.py"]),
    "a rooted file": ({".gitignore": "/a.py\n"}, ["a.py", "sub/a.py"]),
    "a path": ({".gitignore": "doc/x\n"}, ["doc/x", "a/doc/x"]),
    "stars": ({".gitignore": "*.log\n!keep.log\n"}, ["a.log", "keep.log", "s/b.log"]),
    "nested files": ({".gitignore": "a\n", "s/.gitignore": "!a\n/b\n"}, ["a", "s/a", "s/b", "b"]),
    "no way back below an ignored folder": (
        {".gitignore": "build/\n!build/keep.py\ntmp/*\n!tmp/keep.py\n"},
        ["build/keep.py", "tmp/keep.py", "tmp/x.py"],
    ),
    "everything in a folder but one": (
        {".gitignore": "box/**\n!box/keep.py\nbin/\n!bin/keep.py\n"},
        ["box/keep.py", "box/drop.py", "bin/keep.py"],
    ),
    "a folder taken back without its slash": (
        {".gitignore": "made\n!/pkg/made\n"},
        ["made/x.py", "pkg/made/x.py"],
    ),
    "a byte order mark": ({".gitignore": "\ufeffa.py\nb.py\n"}, ["a.py", "b.py", "c.py"]),
    "two stars and a slash": ({".gitignore": "logs/**/\n"}, ["logs/c", "logs/d/e", "logs/d/f/g"]),
    "only folders come back": ({".gitignore": "**\n!*/\n!*.py\n"}, ["a.py", "b.txt", "s/t/c.py"]),
    "two stars in the middle": ({".gitignore": "a/**/b\n"}, ["a/b", "a/x/b", "a/x/y/b", "a/c"]),
    "a star that is no folder": ({".gitignore": "a/b**\n"}, ["a/b", "a/bc/d", "a/c"]),
    "escapes and spaces": (
        {".gitignore": "\\#a\n\\!b\nc \nd\\ \ne\\*\n"},
        ["#a", "!b", "c", "c ", "d ", "e*", "ef"],
    ),
    "sets": (
        {".gitignore": "[a-c]x\n[!d]y\n[[:digit:]]z\n[]-]w\n"},
        ["bx", "dy", "ey", "1z", "]w"],
    ),
    "carriage returns": ({".gitignore": "a.py\r\nb/\r\n"}, ["a.py", "b/c", "d"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("walk", [False, True])
def test_what_is_found_is_what_git_lists(
    tmp_path: Path, case: str, walk: bool, request: pytest.FixtureRequest
) -> None:
    if walk:
        request.getfixturevalue("without_git")
    root = tmp_path / "w"
    rules, files = CASES[case]
    write(root, rules | dict.fromkeys(files, "x\n"))
    subprocess.run(["git", "init", "-q", root], check=True)
    assert found(root, tmp_path / "cache") == listed_by_git(root)


@pytest.mark.usefixtures("without_git")
def test_the_repositorys_own_excludes_and_the_files_above_the_root_hold(tmp_path: Path) -> None:
    top = tmp_path / "w"
    write(
        top, {".gitignore": "*.tmp\n/sub/x.py\n", "sub/x.py": "", "sub/y.py": "", "sub/z.tmp": ""}
    )
    subprocess.run(["git", "init", "-q", top], check=True)
    write(top, {".git/info/exclude": "y.py\n", "sub/inner/y.py": "", "sub/inner/k.py": ""})
    assert found(top / "sub", tmp_path / "cache") == {"inner/k.py"}


@pytest.mark.parametrize("walk", [False, True])
def test_codeseamignore_holds_at_every_level_and_decides_before_git(
    tmp_path: Path, walk: bool, request: pytest.FixtureRequest
) -> None:
    if walk:
        request.getfixturevalue("without_git")
    root = tmp_path / "w"
    write(root, {
        ".gitignore": "gen/\n*.log\n", ".codeseamignore": "!gen/\nfixtures/\n*.big.py\n",
        "gen/client.py": "x", "fixtures/a.py": "x", "s/b.big.py": "x", "s/c.py": "x", "a.log": "x",
        "s/.codeseamignore": "c.py\n!d.log\n", "s/d.log": "x", "s/deep/c.py": "x",
    })  # fmt: skip
    subprocess.run(["git", "init", "-q", root], check=True)
    names = {path for path in found(root, tmp_path / "cache") if "ignore" not in path}
    assert names == {"gen/client.py", "s/d.log"}


def test_a_tracked_file_is_left_out_by_codeseamignore_alone(tmp_path: Path) -> None:
    root = tmp_path / "w"
    write(root, {".gitignore": "a.py\n", ".codeseamignore": "b.py\n", "a.py": "x", "b.py": "x"})
    subprocess.run(["git", "init", "-q", root], check=True)
    subprocess.run(["git", "add", "-f", "a.py", "b.py"], cwd=root, check=True)
    assert "a.py" in found(root, tmp_path / "cache")
    assert "b.py" not in found(root, tmp_path / "cache")


@pytest.mark.parametrize(
    "line",
    [b"*a*a*a*a*a*a*a*a*a*a*a*a*b", b"**/a/**/a/**/a/**/a/**/a/**/a/**/b", b"[*?[" * 50 + b"]"],
)
def test_a_hostile_rule_costs_no_time(line: bytes) -> None:
    rules = IgnoreFile(line)
    path = b"/".join([b"a" * 200] * 200)
    began = time.process_time()
    assert not rules.decide(path, b"a" * 250, folder=False)
    assert not rules.decide(b"/".join([b"a"] * 500), b"a", folder=False)
    assert time.process_time() - began < 1


def test_an_ignore_file_that_is_no_file_has_no_rules(tmp_path: Path) -> None:
    write(tmp_path / "w", {".gitignore/a.py": "x", "b.py": "x"})
    assert found(tmp_path / "w", tmp_path / "cache") == {".gitignore/a.py", "b.py"}


def test_comments_and_empty_lines_are_no_rules() -> None:
    assert parse_line(b"# a") is None
    assert parse_line(b"   ") is None
    assert parse_line(b"\\#a") is not None


ATOMS = [
    "a", "b", "ab", "*", "**", "?", "[ab]", "[!a]", "[^a]", "\\a", "/", "/", "!", "#", " ", "\\ ",
    "a*", "*b", "a**", "[a-b]", "[]a]", "[[:alpha:]]", "\\*", "-", "é", "[a", "\\",
]  # fmt: skip
lines = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6).map("".join)
ignore_files = st.lists(lines, max_size=5).map("\n".join)
names = st.sampled_from(["a", "b", "ab", "ba", "aab", "a b", "é", "*", "-", "]", "c"])
paths = st.lists(names, min_size=1, max_size=4).map("/".join)


@pytest.mark.usefixtures("without_git")
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    files=st.lists(paths, min_size=1, max_size=12),
    rules=st.dictionaries(
        st.lists(names, max_size=2).map("/".join), ignore_files, min_size=1, max_size=3
    ),
    excluded=ignore_files,
)
def test_the_walk_agrees_with_git_on_any_tree_and_any_rules(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[str],
    rules: dict[str, str],
    excluded: str,
) -> None:
    root = tmp_path_factory.mktemp("w")
    subprocess.run(["git", "init", "-q", root], check=True)
    (root / ".git/info/exclude").write_text(excluded, "utf-8")
    named = {f"{folder}/.gitignore".lstrip("/"): text for folder, text in rules.items()}
    for path, text in (dict.fromkeys(files, "") | named).items():
        try:
            write(root, {path: text})
        except OSError:  # a file where another path has a folder
            continue
    assert found(root, root.parent / "cache") == listed_by_git(root)
