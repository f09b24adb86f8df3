"""Whatever happens on the disk, the check before an answer notices it."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from codeseam_indexer.discover import content_hash, discover, read_bytes
from codeseam_indexer.fresh import Freshness, Suspects
from codeseam_indexer.records import Entry
from codeseam_indexer.settings import Settings

FILES = {"a.py": "a = 1\n", "b.py": "b = 1\n", "s/c.py": "c = 1\n", "s/t/d.py": "d = 1\n"}


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


class World:
    """A workspace, an index as far as freshness needs one, and the check between them."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self.fresh = Freshness(root, settings)
        self.manifest: dict[str, Entry] = {}
        self.index()
        assert not self.fresh.settle(self.manifest)

    def index(self, below: list[str] | None = None) -> None:
        """Take in the files at these paths, or all, as a sync does."""
        seen = discover(self.root, self.settings, below)
        for path in list(self.manifest):
            if below is None or any(not b or path == b or path.startswith(b + "/") for b in below):
                del self.manifest[path]
        for number, file in enumerate(seen.found):
            read = read_bytes(self.root, file.path)
            if read is not None:
                digest = content_hash(read[0])
                self.manifest[file.path] = Entry(file.path, read[1], digest, number)
        for item in seen.skipped:
            if item.stat is not None:
                self.manifest[item.path] = Entry(item.path, item.stat, b"", None, item.reason)

    def check(self, *shown: str) -> Suspects:
        """Check, and take in what is suspected."""
        suspects = self.fresh.check(self.manifest, shown)
        if suspects:
            self.index(None if suspects.everything else sorted(suspects.paths))
            self.fresh.done(suspects)
        return suspects

    def settled(self) -> bool:
        """Whether the index is what the disk holds, and a check agrees."""
        paths = {file.path for file in discover(self.root, self.settings).found}
        return paths == set(self.manifest) and not self.check(*paths)


@pytest.fixture(params=["plain", "git"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    root = tmp_path / "w"
    write(root, FILES)
    if request.param == "git":
        subprocess.run(["git", "init", "-q", root], check=True)
        subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    return World(root, Settings(cache_dir=tmp_path / "cache"))


def test_nothing_is_suspected_while_nothing_changes(world: World) -> None:
    for _ in range(3):
        assert not world.check(*FILES)
        assert not world.fresh.verify(world.manifest)


def test_an_edit_of_a_file_in_the_answer_is_seen(world: World) -> None:
    write(world.root, {"a.py": "a = 22\n"})
    assert world.check("a.py").paths == {"a.py"}
    assert world.settled()


def test_an_edit_of_the_same_size_with_the_times_put_back_is_seen(world: World) -> None:
    before = (world.root / "a.py").stat()
    write(world.root, {"a.py": "a = 2\n"})
    os.utime(world.root / "a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "a.py" in world.check("a.py").paths
    assert world.settled()


def test_an_edit_that_no_time_stamp_shows_is_seen_in_the_content(world: World) -> None:
    write(world.root, {"a.py": "a = 2\n"})
    stat = (world.root / "a.py").stat()
    entry = world.manifest["a.py"]
    now = type(entry.stat)(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
    world.manifest["a.py"] = Entry("a.py", now, entry.hash, entry.document)
    assert not world.fresh.check(world.manifest)
    assert world.check("a.py").paths == {"a.py"}


def test_a_content_is_read_no_more_once_the_clock_has_moved_on(world: World) -> None:
    entry = world.manifest["a.py"]
    world.check("a.py")
    world.manifest["a.py"] = Entry("a.py", entry.stat, b"another", entry.document)
    assert world.check("a.py")  # written a moment ago: the content was read again
    world.manifest["a.py"] = entry
    deadline = time.monotonic() + 10
    while time.time_ns() - entry.stat.ctime_ns <= 2_000_000_000:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert not world.check("a.py")
    world.manifest["a.py"] = Entry("a.py", entry.stat, b"another", entry.document)
    assert not world.check("a.py")


def test_swapped_files_are_seen(world: World) -> None:
    (world.root / "a.py").rename(world.root / "x")
    (world.root / "b.py").rename(world.root / "a.py")
    (world.root / "x").rename(world.root / "b.py")
    assert world.check().paths == {"a.py", "b.py"}
    assert world.settled()


def test_a_save_by_renaming_over_is_seen_anywhere(world: World) -> None:
    write(world.root, {"s/c.py.tmp": "c = 2\n"})
    (world.root / "s/c.py.tmp").replace(world.root / "s/c.py")
    assert world.check().paths == {"s/c.py"}
    assert world.settled()


def test_deleted_and_renamed_files_and_folders_are_seen(world: World) -> None:
    (world.root / "a.py").unlink()
    (world.root / "b.py").rename(world.root / "s/b2.py")
    (world.root / "s/t").rename(world.root / "u")
    assert world.check().paths >= {"a.py", "b.py", "s/b2.py", "s/t", "u/d.py"}
    assert world.settled()
    shutil.rmtree(world.root / "s")
    assert "s" in world.check().paths
    assert world.settled()


def test_new_files_in_new_nested_folders_are_seen(world: World) -> None:
    write(world.root, {"n/a/b/c/x.py": "x = 1\n", "n/y.py": "y = 1\n", "s/z.py": "z = 1\n"})
    assert world.check().paths == {"n/a/b/c/x.py", "n/y.py", "s/z.py"}
    assert world.settled()
    write(world.root, {"n/a/b/c/x2.py": "x = 1\n"})
    assert world.check().paths == {"n/a/b/c/x2.py"}


def test_a_file_in_a_folder_that_was_empty_is_seen(world: World) -> None:
    (world.root / "empty/inner").mkdir(parents=True)
    assert not world.check()
    write(world.root, {"empty/inner/x.py": "x = 1\n"})
    assert world.check().paths == {"empty/inner/x.py"}


def test_a_file_that_becomes_a_folder_and_back_is_seen(world: World) -> None:
    (world.root / "a.py").unlink()
    write(world.root, {"a.py/part.py": "p = 1\n"})
    assert world.check().paths >= {"a.py"}
    assert world.settled()
    shutil.rmtree(world.root / "a.py")
    write(world.root, {"a.py": "a = 1\n"})
    assert world.check().paths >= {"a.py"}
    assert world.settled()


def test_a_file_that_changed_lately_is_looked_at_although_it_is_not_in_the_answer(
    world: World,
) -> None:
    world.fresh.touched(["s/t/d.py"])
    write(world.root, {"s/t/d.py": "d = 22\n"})
    assert world.check("a.py").paths == {"s/t/d.py"}


def test_verify_sees_an_edit_in_place_anywhere(tmp_path: Path) -> None:
    root = tmp_path / "w"
    write(root, {f"d/m{n}.py": f"x = {n}\n" for n in range(400)})
    world = World(root, Settings(cache_dir=tmp_path / "cache"))
    cold = [path for path in world.manifest if path not in world.fresh.hot()]
    write(root, {cold[0]: "x = 'longer'\n"})
    assert world.fresh.verify(world.manifest).paths == {cold[0]}


def test_ignored_and_vendored_files_are_no_suspects(world: World) -> None:
    write(world.root, {".gitignore": "*.log\nout/\n"})
    assert world.check().everything
    write(world.root, {"a.log": "x", "out/b.py": "x", "node_modules/m/i.js": "x"})
    write(world.root, {"__pycache__/a.pyc": "x"})
    assert not world.check(*FILES)


def test_an_ignore_file_that_changes_puts_everything_in_question(world: World) -> None:
    write(world.root, {"s/.gitignore": "c.py\n"})
    assert world.check().everything
    assert not world.check()
    write(world.root, {"s/.gitignore": "t/\n"})
    assert world.check().everything
    (world.root / "s/.gitignore").unlink()
    assert world.check().everything
    assert world.settled()


def test_a_switch_of_branches_puts_everything_in_question(tmp_path: Path) -> None:
    root = tmp_path / "w"
    write(root, FILES)
    git = ["git", "-c", "user.email=t@example.invalid", "-c", "user.name=t"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"], ["branch", "other"]):
        subprocess.run([*git, *arguments], cwd=root, check=True)
    world = World(root, Settings(cache_dir=tmp_path / "cache"))
    subprocess.run([*git, "checkout", "-q", "other"], cwd=root, check=True)
    assert world.check().everything
    assert not world.check()
    write(root, {"s/t/d.py": "d = 22\n"})
    subprocess.run([*git, "add", "-A"], cwd=root, check=True)
    assert world.check().paths == {"s/t/d.py"}


def test_a_suspect_stays_one_until_it_was_looked_at(world: World) -> None:
    write(world.root, {"new.py": "n = 1\n"})
    assert world.fresh.check(world.manifest).paths == {"new.py"}
    assert world.fresh.check(world.manifest).paths == {"new.py"}
    assert world.check().paths == {"new.py"}
    assert not world.check()


def test_a_deleted_workspace_and_its_return_are_seen(world: World, tmp_path: Path) -> None:
    world.root.rename(tmp_path / "away")
    assert world.fresh.check(world.manifest)
    (tmp_path / "away").rename(world.root)
    world.check()
    assert world.settled()


def test_a_file_of_the_far_future_is_like_any_other(world: World) -> None:
    os.utime(world.root / "a.py", (4070908800, 4070908800))
    assert world.check("a.py").paths == {"a.py"}
    assert not world.check("a.py")
    write(world.root, {"a.py": "a = 2\n"})
    assert world.check("a.py").paths == {"a.py"}


def test_the_first_check_finds_what_changed_before_it(world: World) -> None:
    write(world.root, {"s/t/d.py": "d = 22\n", "n/x.py": "x = 1\n"})
    (world.root / "b.py").unlink()
    fresh = Freshness(world.root, world.settings)
    assert fresh.check(world.manifest).paths == {"s/t/d.py", "n/x.py", "b.py"}


def test_a_folder_that_is_ignored_no_more_is_looked_into(world: World) -> None:
    write(world.root, {".gitignore": "out/\n", "out/deep/x.py": "x = 1\n"})
    assert world.check().everything
    (world.root / ".gitignore").unlink()
    assert world.check().everything
    write(world.root, {"out/deep/y.py": "y = 1\n"})
    assert world.check().paths == {"out/deep/y.py"}
    assert world.settled()


def test_a_repository_that_is_made_later_puts_everything_in_question(tmp_path: Path) -> None:
    root = tmp_path / "w"
    write(root, FILES)
    world = World(root, Settings(cache_dir=tmp_path / "cache"))
    subprocess.run(["git", "init", "-q", root], check=True)
    assert world.check().everything
    assert not world.check()


# ---- what decides what belongs to the workspace


def git(root: Path, *arguments: str) -> None:
    options = ["-c", "user.email=t@example.invalid", "-c", "user.name=t"]
    subprocess.run(["git", *options, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tracked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A repository with one commit, of a user without settings."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    root = tmp_path / "w"
    write(root, FILES)
    git(root, "init", "-qb", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    return World(root, Settings(cache_dir=tmp_path / "cache"))


@pytest.mark.skipif(os.name == "nt", reason="pipes have no names there")
def test_a_file_in_place_of_a_pipe_of_its_name_is_seen(world: World) -> None:
    os.mkfifo(world.root / "s/p.py")
    world.check()
    (world.root / "s/p.py").unlink()
    write(world.root, {"s/p.py": "p = 1\n"})
    assert "s/p.py" in world.check().paths
    assert world.settled()


def test_a_folder_that_becomes_a_repository_of_its_own_and_back_is_seen(tracked: World) -> None:
    git(tracked.root, "rm", "-rq", "--cached", "s")
    tracked.check()
    git(tracked.root / "s", "init", "-q")
    assert "s" in tracked.check().paths
    assert set(tracked.manifest) == {"a.py", "b.py"}
    shutil.rmtree(tracked.root / "s/.git")
    assert "s" in tracked.check().paths
    assert tracked.settled()
    assert set(tracked.manifest) == set(FILES)


def test_an_ignored_file_that_git_begins_and_ceases_to_track_is_seen(tracked: World) -> None:
    write(tracked.root, {".gitignore": "gen/\n", "gen/g.py": "g = 1\n"})
    tracked.check()
    git(tracked.root, "add", "-f", "gen/g.py")
    assert "gen/g.py" in tracked.check().paths
    write(tracked.root, {"gen/g.py": "g = 22\n"})
    assert tracked.check().paths == {"gen/g.py"}
    git(tracked.root, "rm", "-qf", "--cached", "gen/g.py")
    assert "gen/g.py" in tracked.check().paths
    assert tracked.settled()


def test_the_excludes_that_gits_settings_name_put_everything_in_question(
    tracked: World, tmp_path: Path
) -> None:
    excludes = tmp_path / "excludes"
    write(tmp_path, {"excludes": "new.py\n"})
    write(tracked.root, {"new.py": "n = 1\n"})
    tracked.check()
    git(tracked.root, "config", "core.excludesFile", str(excludes))
    assert tracked.check().everything
    assert "new.py" not in tracked.manifest
    tracked.check()
    excludes.write_text("")
    assert tracked.check().everything
    assert "new.py" in tracked.manifest
    write(tmp_path, {"home/.config/git/ignore": "new.py\n"})
    git(tracked.root, "config", "--unset", "core.excludesFile")
    assert tracked.check().everything
    assert "new.py" not in tracked.manifest


def test_the_excludes_of_a_repository_hold_in_its_linked_work_trees(
    tracked: World, tmp_path: Path
) -> None:
    git(tracked.root, "worktree", "add", "-q", str(tmp_path / "second"))
    second = World(tmp_path / "second", tracked.settings)
    write(second.root, {"new.py": "n = 1\n"})
    second.check()
    write(tracked.root, {".git/info/exclude": "new.py\n"})
    assert second.check().everything
    assert "new.py" not in second.manifest


def test_an_ignore_file_written_right_after_everything_was_looked_at_is_seen(world: World) -> None:
    write(world.root, {".gitignore": "out/\n", "s/u.py": "u = 1\n"})
    assert world.check().everything
    write(world.root, {"s/.gitignore": "u.py\n"})  # nobody has looked since
    assert world.check().everything
    assert "s/u.py" not in world.manifest
    assert world.settled()
