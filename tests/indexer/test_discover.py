"""The files of a workspace: git repositories of all shapes, plain folders, links and odd names."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codeseam_indexer.discover import discover
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.records import SkipReason
from codeseam_indexer.settings import Settings

posix = pytest.mark.skipif(os.name == "nt", reason="names and links of POSIX")


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def git(root: Path, *arguments: str) -> None:
    options = ["-c", "user.email=t@example.invalid", "-c", "user.name=t"]
    options += ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *options, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    folder.mkdir()
    return folder


@pytest.fixture
def limits(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", max_file_bytes=1000, max_data_bytes=100)


def found(root: Path, limits: Settings, below: list[str] | None = None) -> set[str]:
    return {file.path for file in discover(root, limits, below).found}


def skipped(root: Path, limits: Settings) -> dict[str, SkipReason]:
    return {item.path: item.reason for item in discover(root, limits).skipped}


def test_a_deleted_file_that_git_tracks_is_not_found(root: Path, limits: Settings) -> None:
    write(root, {"a.py": "x", "b.py": "x"})
    git(root, "init", "-q")
    git(root, "add", "-A")
    (root / "a.py").unlink()
    assert found(root, limits) == {"b.py"}
    assert skipped(root, limits) == {}


def test_a_tracked_file_counts_although_it_is_ignored(root: Path, limits: Settings) -> None:
    write(root, {".gitignore": "*.py\n", "a.py": "x", "b.py": "x"})
    git(root, "init", "-q")
    git(root, "add", "-f", "a.py")
    assert found(root, limits) == {".gitignore", "a.py"}
    assert found(root, limits, ["a.py", "b.py"]) == {"a.py"}


def test_conflicts_are_listed_once(root: Path, limits: Settings) -> None:
    write(root, {"a.py": "1\n"})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    git(root, "checkout", "-qb", "other")
    write(root, {"a.py": "2\n"})
    git(root, "commit", "-qam", "x")
    git(root, "checkout", "-q", "-")
    write(root, {"a.py": "3\n"})
    git(root, "commit", "-qam", "x")
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "other")
    assert found(root, limits) == {"a.py"}


def test_the_files_of_a_submodule_are_found_by_its_own_rules(
    root: Path, limits: Settings, tmp_path: Path
) -> None:
    sub = tmp_path / "sub"
    write(sub, {"child.py": "x", ".gitignore": "out/\n"})
    git(sub, "init", "-q")
    git(sub, "add", "-A")
    git(sub, "commit", "-qm", "x")
    git(root, "init", "-q")
    git(root, "submodule", "add", "-q", str(sub), "third party/sub")
    write(root, {"third party/sub/out/gen.py": "x", "third party/sub/new.py": "x", "a.py": "x"})
    inside = {"third party/sub/child.py", "third party/sub/new.py", "third party/sub/.gitignore"}
    assert found(root, limits) == inside | {"a.py", ".gitmodules"}
    assert found(root, limits, ["third party/sub/new.py"]) == {"third party/sub/new.py"}
    assert found(root, limits, ["third party"]) == inside
    git(root, "submodule", "deinit", "-f", "third party/sub")
    assert found(root, limits) == {"a.py", ".gitmodules"}


def test_worktrees_and_other_repositories_below_are_other_workspaces(
    root: Path, limits: Settings
) -> None:
    write(root, {"a.py": "x"})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    git(root, "worktree", "add", "-q", ".claude/worktrees/one")
    git(root, "worktree", "add", "-q", "two")
    write(root, {"clone/b.py": "x"})
    git(root / "clone", "init", "-q")
    assert found(root, limits) == {"a.py"}
    assert set(skipped(root, limits)) == {".claude/worktrees/one/", "two/", "clone/"}
    assert found(root, limits, ["two/a.py", "clone/b.py"]) == set()
    assert found(root / "two", limits) == {"a.py"}


def test_an_other_repository_can_be_taken_in(root: Path, limits: Settings) -> None:
    write(root, {".codeseamignore": "!clone/\n", "clone/b.py": "x", "clone/.gitignore": "c.py\n"})
    write(root, {"clone/c.py": "x"})
    git(root, "init", "-q")
    git(root / "clone", "init", "-q")
    assert "clone/b.py" in found(root, limits)
    assert "clone/c.py" not in found(root, limits)


def test_a_folder_of_repositories_holds_the_files_of_each(root: Path, limits: Settings) -> None:
    write(root, {"one/a.py": "x", "one/.gitignore": "x.py\n", "one/x.py": "x", "two/b.py": "x"})
    git(root / "one", "init", "-q")
    git(root / "two", "init", "-q")
    assert found(root, limits) == {"one/a.py", "one/.gitignore", "two/b.py"}
    assert found(root, limits, ["one/a.py", "one/x.py"]) == {"one/a.py"}


def test_a_workspace_that_the_repository_around_it_ignores_is_walked(
    root: Path, limits: Settings
) -> None:
    write(root, {".gitignore": "scratch/\n", "scratch/a.py": "x", "scratch/s/b.py": "x"})
    git(root, "init", "-q")
    assert found(root / "scratch", limits) == {"a.py", "s/b.py"}


def test_a_broken_repository_is_walked(root: Path, limits: Settings) -> None:
    write(root, {".git/HEAD": "nonsense", ".gitignore": "b.py\n", "a.py": "x", "b.py": "x"})
    assert found(root, limits) == {".gitignore", "a.py"}


def test_nothing_of_the_repositorys_config_is_run(
    root: Path, limits: Settings, tmp_path: Path
) -> None:
    git(root, "init", "-q")
    write(root, {"a.py": "x", ".gitattributes": "* filter=evil diff=evil\n"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    mark = tmp_path / "ran"
    program = tmp_path / "evil"
    program.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    program.chmod(0o755)
    for key in (
        "core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
        "diff.external", "diff.evil.textconv", "diff.evil.command", "core.sshCommand", "core.pager",
    ):  # fmt: skip
        git(root, "config", key, str(program))
    mark.unlink(missing_ok=True)
    os.utime(root / "a.py", (1, 1))
    assert found(root, limits) == {"a.py", ".gitattributes"}
    assert not mark.exists()


def test_variables_of_git_do_not_lead_it_astray(
    root: Path, limits: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.py": "x"})
    git(root, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "none"))
    assert found(root, limits) == {"a.py"}


def test_without_a_git_program_the_same_files_are_found(
    root: Path, limits: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {".gitignore": "out/\n", "out/a.py": "x", "b.py": "x", "s/c.py": "x"})
    git(root, "init", "-q")
    with_git = discover(root, limits)
    monkeypatch.setenv("PATH", "")
    without = discover(root, limits)
    assert with_git.by_git
    assert not without.by_git
    assert with_git.found == without.found


@posix
def test_links_are_named_and_never_followed(root: Path, limits: Settings, tmp_path: Path) -> None:
    write(tmp_path / "outside", {"secret.py": "x"})
    write(root, {"pkg/real.py": "x"})
    for link, target in {
        "self": ".", "pkg/up": "..", "alias": "pkg", "alias.py": "pkg/real.py", "a_to_b": "b_to_a",
        "b_to_a": "a_to_b", "gone.py": "nowhere", "out": str(tmp_path / "outside"),
    }.items():  # fmt: skip
        (root / link).symlink_to(target)
    for _ in range(2):
        assert found(root, limits) == {"pkg/real.py"}
        assert set(skipped(root, limits).values()) == {SkipReason.LINK}
        assert len(skipped(root, limits)) == 8
        assert (
            found(root, limits, ["out/secret.py", "alias/real.py", "pkg/up/pkg/real.py"]) == set()
        )
        git(root, "init", "-q")


@posix
def test_a_tracked_folder_replaced_by_a_link_is_not_entered(
    root: Path, limits: Settings, tmp_path: Path
) -> None:
    write(root, {"pkg/a.py": "x", "b.py": "x"})
    git(root, "init", "-q")
    git(root, "add", "-A")
    (root / "pkg").rename(tmp_path / "moved")
    (root / "pkg").symlink_to(tmp_path / "moved")
    assert found(root, limits) == {"b.py"}
    assert skipped(root, limits) == {"pkg": SkipReason.LINK}


@posix
def test_the_root_itself_may_be_a_link(root: Path, limits: Settings, tmp_path: Path) -> None:
    write(root, {"src/a.py": "x", ".gitignore": "b.py\n", "b.py": "x"})
    link = tmp_path / "link"
    link.symlink_to(root)
    assert found(link, limits) == {"src/a.py", ".gitignore"}
    git(root, "init", "-q")
    assert found(link, limits) == {"src/a.py", ".gitignore"}


@posix
def test_hard_links_are_files_of_their_own(root: Path, limits: Settings) -> None:
    write(root, {"a.py": "x"})
    os.link(root / "a.py", root / "b.py")
    assert found(root, limits) == {"a.py", "b.py"}


@posix
def test_devices_and_pipes_are_named_and_never_opened(root: Path, limits: Settings) -> None:
    os.mkfifo(root / "pipe.py")
    write(root, {"a.py": "x"})
    assert found(root, limits) == {"a.py"}
    assert skipped(root, limits) == {"pipe.py": SkipReason.NOT_REGULAR}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("repository", [False, True])
def test_a_name_that_is_not_utf8_is_skipped_under_an_escaped_name(
    root: Path, limits: Settings, repository: bool
) -> None:
    for name in (b"latin\xe9.py", b"\xff\xfe.py"):
        Path(os.fsdecode(os.fsencode(root) + b"/" + name)).write_text("x")
    folder = Path(os.fsdecode(os.fsencode(root) + b"/dir\xe9"))
    folder.mkdir()
    (folder / "in.py").write_text("x")
    write(root, {"é.py": "x"})
    if repository:
        git(root, "init", "-q")
    assert found(root, limits) == {"é.py"}
    names = skipped(root, limits)
    assert set(names.values()) == {SkipReason.EMPTY_NAME}
    assert {"latin\\xe9.py", "\\xff\\xfe.py", "dir\\xe9/in.py"} <= set(names)
    assert all(path.encode() for path in names)


@posix
def test_hostile_names_are_names(root: Path, limits: Settings) -> None:
    names = {"sp ace.py", "new\nline.py", "-dash.py", 'q"uote.py', "back\\slash.py", "*.py", "é.py",
             "#a.py", "!b.py", ":(glob)x.py", "tab\t.py", "per%20.py", "a;b.py"}  # fmt: skip
    write(root, dict.fromkeys(names, "x"))
    assert found(root, limits) == names
    git(root, "init", "-q")
    git(root, "add", "-A")
    assert found(root, limits) == names
    for name in names:
        assert found(root, limits, [name]) == {name}


def test_names_that_differ_by_case_are_two_files_where_the_disk_says_so(
    root: Path, limits: Settings
) -> None:
    write(root, {"Widget.py": "x"})
    if (root / "widget.py").exists():
        pytest.skip("the disk folds case")
    write(root, {"widget.py": "x"})
    assert found(root, limits) == {"Widget.py", "widget.py"}


@pytest.mark.parametrize("repository", [False, True])
def test_a_file_that_became_a_folder_is_a_folder(
    root: Path, limits: Settings, repository: bool
) -> None:
    write(root, {"thing.py": "x"})
    if repository:
        git(root, "init", "-q")
        git(root, "add", "-A")
    (root / "thing.py").unlink()
    write(root, {"thing.py/part.py": "x"})
    assert found(root, limits) == {"thing.py/part.py"}
    assert found(root, limits, ["thing.py"]) == {"thing.py/part.py"}


def test_a_part_is_what_the_whole_would_be_there(root: Path, limits: Settings) -> None:
    write(root, {
        ".gitignore": "*.log\n", "a/b/c.py": "x", "a/d.py": "x", "a/x.log": "x", "e.py": "x",
        "a/node_modules/m/i.js": "x", "package.json": "{}", "dist/i.js": "x", "n/.env": "x",
    })  # fmt: skip
    for repository in (False, True):
        if repository:
            git(root, "init", "-q")
        whole = discover(root, limits)
        everything = [file.path for file in whole.found] + ["a/x.log", "nothing.py", "dist/i.js"]
        assert {f.path for f in discover(root, limits, everything).found} == {
            file.path for file in whole.found
        }
        assert found(root, limits, ["a"]) == {"a/b/c.py", "a/d.py"}
        assert found(root, limits, ["a/b", "e.py"]) == {"a/b/c.py", "e.py"}
        assert found(root, limits, [""]) == {file.path for file in whole.found}
        assert found(root, limits, []) == set()
        many = [f"no/{n}.py" for n in range(300)] + ["a"]
        assert found(root, limits, many) == {"a/b/c.py", "a/d.py"}


def test_sizes_decide_sooner_for_data_than_for_code(root: Path, limits: Settings) -> None:
    write(root, {"a.py": "x" * 1000, "b.py": "x" * 1001, "a.json": "1" * 100, "b.json": "1" * 101})
    assert found(root, limits) == {"a.py", "a.json"}
    assert set(skipped(root, limits).values()) == {SkipReason.TOO_LARGE}


def test_an_index_kept_in_the_workspace_is_no_part_of_it(root: Path) -> None:
    write(root, {"a.py": "x", "index/b.py": "x"})
    assert found(root, Settings(cache_dir=root / "index")) == {"a.py"}


def test_a_missing_workspace_is_said(tmp_path: Path, limits: Settings) -> None:
    with pytest.raises(WorkspaceError, match="cannot be read"):
        discover(tmp_path / "none", limits)
    (tmp_path / "file").write_text("x")
    with pytest.raises(WorkspaceError, match="cannot be read"):
        discover(tmp_path / "file", limits)
