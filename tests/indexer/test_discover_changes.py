"""What differs from the merge base, and where HEAD is, in repositories of many shapes."""

import os
import subprocess
from pathlib import Path

import pytest

from codeseam_indexer.discover import changed, git_folder, head
from codeseam_indexer.errors import UsageError


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def git(root: Path, *arguments: str) -> str:
    options = ["-c", "user.email=t@example.invalid", "-c", "user.name=t"]
    options += ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"]
    done = subprocess.run(
        ["git", *options, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(root: Path, files: dict[str, str]) -> None:
    write(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def test_everything_since_the_branch_began_counts(root: Path) -> None:
    commit(
        root, {"old.py": "1", "gone.py": "1", "edited.py": "1", "s/é.py": "1", "moved.py": "1\n2"}
    )
    git(root, "checkout", "-qb", "feature")
    commit(root, {"committed.py": "1"})
    git(root, "checkout", "-q", "main")
    commit(root, {"on_main.py": "1", "old.py": "2"})
    git(root, "checkout", "-q", "feature")
    write(root, {"edited.py": "2", "s/é.py": "2", "new/a b.py": "1", "staged.py": "1"})
    git(root, "add", "staged.py")
    git(root, "mv", "moved.py", "there.py")
    (root / "gone.py").unlink()
    assert changed(root) == {
        "committed.py", "edited.py", "s/é.py", "new/a b.py", "staged.py", "gone.py", "moved.py",
        "there.py",
    }  # fmt: skip
    assert changed(root / "s") == {"é.py"}


def test_on_the_default_branch_only_uncommitted_work_counts(root: Path) -> None:
    commit(root, {"a.py": "1", "b.py": "1"})
    assert changed(root) == set()
    write(root, {"a.py": "2"})
    assert changed(root) == {"a.py"}


def test_the_remotes_branch_is_the_base_where_there_is_one(root: Path, tmp_path: Path) -> None:
    commit(root, {"a.py": "1"})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(root), str(clone))
    commit(clone, {"b.py": "1"})
    assert changed(clone) == {"b.py"}


def test_without_a_commit_all_is_new(root: Path) -> None:
    write(root, {"a.py": "1", ".gitignore": "b.py\n", "b.py": "1"})
    git(root, "add", ".gitignore")
    assert changed(root) == {"a.py", ".gitignore"}


def test_without_a_branch_that_could_be_the_default_head_is_the_base(root: Path) -> None:
    commit(root, {"a.py": "1"})
    git(root, "branch", "-m", "odd")
    write(root, {"a.py": "2"})
    assert changed(root) == {"a.py"}


def test_branches_without_a_common_past_are_compared_with_head(root: Path) -> None:
    commit(root, {"a.py": "1"})
    git(root, "checkout", "-q", "--orphan", "other")
    commit(root, {"a.py": "2"})
    write(root, {"b.py": "1"})
    assert changed(root) == {"b.py"}


def test_changes_inside_a_submodule_count(root: Path, tmp_path: Path) -> None:
    sub = tmp_path / "sub"
    sub.mkdir()
    git(sub, "init", "-q")
    commit(sub, {"c.py": "1", "d.py": "1"})
    git(root, "submodule", "add", "-q", str(sub), "lib")
    commit(root, {"a.py": "1"})
    git(root, "checkout", "-qb", "feature")
    commit(root / "lib", {"c.py": "2"})
    write(root / "lib", {"new.py": "1"})
    assert changed(root) >= {"lib/c.py", "lib/new.py"}
    assert "lib/d.py" not in changed(root)


def test_an_edit_that_only_touches_the_times_is_none(root: Path) -> None:
    commit(root, {"a.py": "1"})
    os.utime(root / "a.py", (1, 1))
    assert changed(root) == set()


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_filters_that_the_config_names_do_not_run(root: Path, tmp_path: Path) -> None:
    commit(root, {"a.py": "1", ".gitattributes": "* filter=evil diff=evil\n"})
    program, mark = tmp_path / "evil", tmp_path / "ran"
    program.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    program.chmod(0o755)
    for key in ("filter.evil.clean", "filter.evil.process", "core.fsmonitor", "diff.external",
                "diff.evil.textconv", "diff.evil.command", "gpg.program"):  # fmt: skip
        git(root, "config", key, str(program))
    git(root, "config", "filter.evil.required", "true")
    write(root, {"a.py": "2"})
    assert "a.py" in changed(root)
    assert not mark.exists()


def test_outside_of_git_the_question_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only in a git repository"):
        changed(tmp_path)
    assert head(tmp_path) == ""
    assert git_folder(tmp_path) is None


def test_head_is_the_branch_and_the_commit(root: Path) -> None:
    assert head(root) == "main (no commit yet)"
    commit(root, {"a.py": "1"})
    first = git(root, "rev-parse", "HEAD")
    assert head(root) == f"main {first[:10]}"
    git(root, "checkout", "-qb", "feature/x")
    assert head(root) == f"feature/x {first[:10]}"
    git(root, "pack-refs", "--all")
    assert head(root) == f"feature/x {first[:10]}"
    git(root, "checkout", "-q", "--detach")
    assert head(root) == f"detached {first[:10]}"
    write(root, {"s/b.py": "1"})
    assert head(root / "s") == head(root)
    git(root, "worktree", "add", "-q", "-b", "other", "tree")
    assert head(root / "tree") == f"other {first[:10]}"
