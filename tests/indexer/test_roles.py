"""One process leads, the others knock, and indexes of other versions and models stay beside."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.fresh import Freshness
from codeseam_indexer.pipeline import sync
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store
from codeseam_indexer.watch import Door, Watcher

linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify")
DAY = 24 * 3600.0


def opened(
    folder: Path, *, readers: str = "one", model: str = "m", root: Path | None = None
) -> Store:
    return open_store(folder / "cache", root or folder, model=model, dimensions=64, readers=readers)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return open_embedder()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    for number in range(20):
        (root / f"m{number}.py").write_text(f"def fun_{number}():\n    pass\n")
    return root


@pytest.fixture
def index(tmp_path: Path, work: Path, embedder: Embedder) -> Iterator[Store]:
    with open_store(
        tmp_path / "cache", work, model=embedder.name, dimensions=embedder.dimensions
    ) as store:
        yield store


# ---- who leads


def test_one_leads_until_it_closes(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second:
        assert first.lead()
        assert first.lead()
        assert not second.lead()
        first.close()
        assert second.lead()


def test_each_work_tree_of_a_repository_has_its_leader(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    git = tmp_path / "a" / ".git"
    (git / "worktrees/b").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "worktrees/b/commondir").write_text("../..\n")
    (tmp_path / "b/.git").write_text(f"gitdir: {git}/worktrees/b\n")
    with (
        opened(tmp_path, root=tmp_path / "a") as a,
        opened(tmp_path, root=tmp_path / "b") as b,
    ):
        assert a.path == b.path
        assert a.lead()
        assert b.lead()


def test_a_leader_whose_index_is_deleted_leads_the_new_one(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second:
        assert first.lead()
        shutil.rmtree(tmp_path / "cache")
        assert not first.writer_lock.valid
        assert second.lead()
        assert not first.lead()


# ---- versions and models in turn


def test_two_versions_or_models_in_turn_keep_their_indexes(tmp_path: Path) -> None:
    for readers, model in (("one", "m"), ("two", "m"), ("one", "n")) * 2:
        with opened(tmp_path, readers=readers, model=model) as store:
            assert store.notices == []
            kept = store.meta("mine")
            assert kept in {"", readers + model}
            store.set_meta("mine", readers + model)
    assert len(list((tmp_path / "cache").glob("*.sqlite3"))) == 3


def test_indexes_of_others_are_deleted_when_old_or_many(tmp_path: Path) -> None:
    paths: list[Path] = []
    for number in range(5):
        with opened(tmp_path, readers=f"v{number}") as store:
            paths.append(store.path)
        for file in paths[number].parent.glob(f"{paths[number].name}*"):
            os.utime(file, (number + 1e9, number + 1e9))
    (tmp_path / "other").mkdir()
    with opened(tmp_path, root=tmp_path / "other", readers="v0") as store:
        apart = store.path
    with opened(tmp_path, readers="v0") as store:
        store.collect(now=1e9 + DAY)
        assert [path.exists() for path in paths] == [True, False, False, True, True]
        store.collect(now=1e9 + 20 * DAY)
        assert [path.exists() for path in paths] == [True, False, False, False, False]
    assert apart.exists()
    assert all("sqlite3" not in path.name or path.name.startswith((paths[0].name, apart.name))
               for path in (tmp_path / "cache").iterdir())  # fmt: skip


# ---- what waits


def test_the_index_says_how_many_files_wait(
    index: Store, work: Path, embedder: Embedder, tmp_path: Path
) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", workers=0)
    assert index.pending() == 1
    seen: list[int] = []
    with open_store(
        tmp_path / "cache", work, model=embedder.name, dimensions=embedder.dimensions
    ) as other:

        def progress(done: int, total: int) -> None:
            assert done <= total
            seen.append(other.pending())

        sync(index, work, settings, embedder, progress=progress, cancelled=lambda: bool(seen))
        assert seen[0] >= 1
        assert other.pending() >= 1
        sync(index, work, settings, embedder)
        assert other.pending() == 0
        index.clear()
        assert other.pending() == 1


def test_more_changes_than_are_wanted_are_left(
    index: Store, work: Path, embedder: Embedder, tmp_path: Path
) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", workers=0)
    report = sync(index, work, settings, embedder, most=19)
    assert (report.left, report.changed, index.counts().files) == (20, False, 0)
    assert sync(index, work, settings, embedder, most=20).indexed == 20


# ---- files whose times cannot be believed, and files in turn


def test_an_edit_that_no_time_shows_is_found_in_a_file_that_nobody_shows(
    index: Store, work: Path, embedder: Embedder, tmp_path: Path
) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", workers=0)
    sync(index, work, settings, embedder)
    fresh = Freshness(work, settings)
    manifest = dict(index.manifest())
    fresh.settle(manifest)
    assert not fresh.check(manifest)
    entry = manifest["m3.py"]
    assert entry.stat.mtime_ns == -1  # indexed within the same moment
    (work / "m3.py").write_text("def fun_X():\n    pass\n")
    now = (work / "m3.py").stat()
    same = type(entry.stat)(now.st_size, -1, now.st_ctime_ns, now.st_ino)
    manifest["m3.py"] = type(entry)("m3.py", same, entry.hash, entry.document)
    assert fresh.check(manifest).paths == {"m3.py"}


def test_an_edit_in_place_anywhere_is_found_within_some_checks(
    tmp_path: Path, embedder: Embedder
) -> None:
    root = tmp_path / "many"
    root.mkdir()
    for number in range(2500):
        (root / f"m{number}.txt").write_text(f"{number}\n")
    settings = Settings(cache_dir=tmp_path / "cache", workers=0)
    with open_store(
        tmp_path / "cache", root, model=embedder.name, dimensions=embedder.dimensions
    ) as store:
        sync(store, root, settings, embedder)
        manifest = store.manifest()
    fresh = Freshness(root, settings)
    fresh.settle(manifest)
    (root / "m1234.txt").write_text("changed\n")
    found = [fresh.check(manifest).paths for _ in range(4)]
    assert any("m1234.txt" in paths for paths in found)


# ---- knocking


@linux
def test_a_knock_is_answered_when_what_was_before_it_is_taken_in(tmp_path: Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    for number in range(10):
        (root / f"m{number}.py").write_text("")
    taken: set[str] = set()
    began = threading.Event()

    def take(paths: frozenset[str] | None) -> None:
        taken.update(paths or ())
        began.set()

    door = Door(tmp_path / "cache" / "door")
    settings = Settings(cache_dir=tmp_path / "cache")
    assert not Door(door.folder).knock(1)  # nobody is there
    with Watcher(root, take, settings, door=door):
        began.wait(20)
        other = Door(door.folder)
        for number in range(10):
            (root / f"m{number}.py").write_text(f"x = {number}\n")
            assert other.knock(20)
            assert f"m{number}.py" in taken
    assert not door.folder.exists()
    assert not other.knock(1)


@linux
def test_a_knock_is_not_waited_for_longer_than_wanted(tmp_path: Path) -> None:
    (tmp_path / "door").mkdir()  # its owner was killed
    door = Door(tmp_path / "door")
    began = time.monotonic()
    assert not door.knock(0.05)
    assert not door.knock(30)
    assert time.monotonic() - began < 10
    assert list((tmp_path / "door").iterdir()) == []


@linux
def test_a_knock_at_a_door_that_closes_is_no_answer(tmp_path: Path) -> None:
    (tmp_path / "door").mkdir()
    door = Door(tmp_path / "door")
    heard: list[bool] = []
    asking = threading.Thread(target=lambda: heard.append(Door(door.folder).knock(30)))
    asking.start()
    while not list(door.folder.iterdir()):
        pass
    door.close()
    asking.join()
    assert heard == [False]
    assert list(tmp_path.iterdir()) == []


# ---- a kill while an index is made or changed to another layout


@pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")
def test_an_index_that_was_killed_while_it_was_rebuilt_is_rebuilt(tmp_path: Path) -> None:
    code = """
        import sys, apsw
        from pathlib import Path
        from codeseam_indexer.store import open_store
        Path(sys.argv[1], "cache").mkdir(exist_ok=True)
        while True:
            with open_store(Path(sys.argv[1], "cache"), Path(sys.argv[1]), model="m",
                            dimensions=64) as store:
                with store.transaction() as db:
                    db.execute("PRAGMA user_version = 1")  # as an older codeseam left it
            print(flush=True)
    """
    program = "\n".join(line.removeprefix("        ") for line in code.splitlines())
    for round_ in range(8):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.003 * round_)
        child.kill()
        child.communicate()
        with opened(tmp_path, readers="") as store:
            assert store.counts().files == 0
            store.set_meta("works", str(round_))
            assert store.meta("works") == str(round_)
