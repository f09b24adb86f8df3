"""What the store does when its file is damaged, foreign, full, gone or written by others."""

import hashlib
import os
import random
import signal
import sqlite3  # noqa: TID251 - a stranger's hand
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from codeseam_indexer.errors import DiskFullError, NewerError, ReadOnlyError, StoreError
from codeseam_indexer.pipeline.bags import gathered
from codeseam_indexer.records import Chunk, FileStat, IndexedFile, SourceFile, Symbol
from codeseam_indexer.store import (
    FileLock,
    Store,
    connection,
    database_path,
    on_network,
    open_store,
)
from codeseam_indexer.store import files as files_module
from codeseam_indexer.words import split_words

STAT = FileStat(1, 2, 3, 4)


def make_file(path: str, name: str, words: int = 5) -> IndexedFile:
    return IndexedFile(
        source=SourceFile(path, "", hashlib.sha256(name.encode()).digest()[:16], "python"),
        lines=1,
        symbols=(Symbol(name, name, "function", 1, 1, 1, 0, f"def {name}()"),),
        imports=(),
        chunks=(Chunk(1, 1, "definition", 0, (0,), "", "", 1),),
        bags=gathered([([name], [], [], [path], [], [f"{name}{n}" for n in range(words)])])[0],
        vectors=None,
        facts=os.urandom(300),
        mentions=name,
    )


def fill(store: Store, first: int = 0, count: int = 40) -> None:
    for n in range(first, first + count):
        with store.writing() as batch:
            file = make_file(f"m{n}.py", f"solid_{n}", 60)
            batch.point(f"m{n}.py", STAT, file.source.hash, batch.put(file))


def opened(folder: Path, model: str = "m") -> Store:
    return open_store(folder / "cache", folder, model=model, dimensions=64)


def built(folder: Path) -> Path:
    with opened(folder) as store:
        fill(store)
    return store.path


def zero(path: Path) -> None:
    path.write_bytes(b"")


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def header(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"NOT SQLITE FORMAT" * 6)


def middle(path: Path) -> None:
    chance, size = random.Random(1), path.stat().st_size
    with path.open("r+b") as file:
        for _ in range(50):
            file.seek(chance.randrange(4096, size))
            file.write(chance.randbytes(64))


def text(path: Path) -> None:
    path.write_text("<<<<<<< HEAD\nsomebody committed the index\n=======\n", "utf-8")


def directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def wal_garbage(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(random.Random(1).randbytes(100_000))


def orphan_wal(path: Path) -> None:
    path.rename(path.with_name(path.name + "-wal"))


def stale_shm(path: Path) -> None:
    path.with_name(path.name + "-shm").write_bytes(b"\xff" * 32768)


def other_tables(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE manifest")
    db.close()


def extra_column(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE meta ADD COLUMN from_the_future TEXT NOT NULL DEFAULT 'x'")
    db.close()


def version_old(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 0")
    db.close()


@pytest.mark.parametrize(
    "damage",
    [
        zero, truncate, header, middle, text, directory, wal_garbage, orphan_wal, stale_shm,
        other_tables, extra_column, version_old,
    ],
)  # fmt: skip
def test_a_damaged_file_is_set_aside_and_the_index_works_again(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = built(tmp_path)
    damage(path)
    with opened(tmp_path) as store:
        if store.counts().files:
            assert store.counts().files == 40
            assert [row.path for row in store.symbols_named("solid_7")] == ["m7.py"]
        else:
            assert damage is orphan_wal or str(path) in store.notices[0]
        fill(store, count=50)
        assert [row.path for row in store.symbols_named("solid_7")] == ["m7.py"]
        assert store.matching(split_words("solid_7"), 3)
        assert store.counts().files == 50
    aside = list(path.parent.glob("*.damaged-*"))
    assert not any(file.name.endswith(".sqlite3") for file in aside)


def test_damage_that_is_met_in_use_is_healed(tmp_path: Path) -> None:
    store = opened(tmp_path)
    fill(store)
    store.tidy()
    before = store.generation()
    with store.path.open("r+b") as file:
        size = store.path.stat().st_size
        for at in range(8192, size, 4096):
            file.seek(at)
            file.write(b"\xff" * 4096)
    with opened(tmp_path) as fresh:
        assert fresh.counts().files in (0, 40)
        fill(fresh)
    assert store.symbols_named("solid_7")
    assert store.generation() != before
    store.close()


def test_only_one_damaged_file_is_kept(tmp_path: Path) -> None:
    for _ in range(3):
        text(built(tmp_path))
        opened(tmp_path).close()
    assert len(list((tmp_path / "cache").glob("*.damaged-*"))) == 1


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = built(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999999")
    db.close()
    content = path.read_bytes()
    with pytest.raises(NewerError, match="newer codeseam") as caught:
        opened(tmp_path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == content


def test_another_model_rebuilds_and_never_mixes(tmp_path: Path) -> None:
    built(tmp_path)
    old = opened(tmp_path)
    with opened(tmp_path, "other") as store:
        assert store.counts().files == 0
        assert "model" in store.notices[0]
    with pytest.raises(StoreError, match="holds vectors of the model other"):
        old.counts()
    old.close()


def test_a_file_deleted_while_open_is_noticed_and_begun_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store, count=3)
        before = store.generation()
        for file in (tmp_path / "cache").iterdir():
            file.unlink()
        assert store.counts().files == 0
        assert store.generation() != before
        fill(store, count=2)
        assert store.counts().files == 2
    with opened(tmp_path) as again:
        assert again.counts().files == 2


def test_the_whole_folder_deleted_while_open_is_noticed(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store, count=3)
        (tmp_path / "cache").rename(tmp_path / "gone")
        fill(store, count=1)
        assert store.counts().files == 1


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store, count=3)
        with store.transaction() as db:
            db.execute(f"PRAGMA max_page_count = {db.one('PRAGMA page_count')}")
        with pytest.raises(DiskFullError, match="No room is left in"):
            fill(store, first=3, count=400)
        with store.transaction() as db:
            db.execute("PRAGMA max_page_count = 100000")
        files = store.counts().files
        assert files >= 3
        fill(store, first=files, count=1)
        assert store.counts().files == files + 1


def test_a_read_only_index_is_answered_from_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path)

    def refuse(_: FileLock, timeout: float = 0.0) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with opened(tmp_path) as store:
        assert not store.writable
        assert [row.path for row in store.symbols_named("solid_7")] == ["m7.py"]
        with pytest.raises(ReadOnlyError, match="read-only"):
            fill(store, count=1)
    (tmp_path / "other").mkdir()
    with pytest.raises(ReadOnlyError) as caught:
        open_store(tmp_path / "none", tmp_path / "other", model="m", dimensions=64)
    assert str(tmp_path / "none") in str(caught.value)


def test_a_cache_folder_that_is_a_file_is_an_error_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("", "utf-8")
    with pytest.raises(StoreError) as caught:
        opened(tmp_path)
    assert "\n" not in str(caught.value)


def run(code: str, *values: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(Path(__file__).parent), *values],
        stdout=subprocess.PIPE,
    )


WRITER = """
    import sys
    sys.path.insert(0, sys.argv[1])
    from pathlib import Path
    from test_store_faults import fill, opened
    with opened(Path(sys.argv[2])) as store:
        print("ready", flush=True)
        for n in range(10**6 if sys.argv[4] == "forever" else int(sys.argv[4])):
            fill(store, first=int(sys.argv[3]) + n * 5, count=5)
"""


def test_two_processes_write_at_once_without_an_error(tmp_path: Path) -> None:
    writers = [run(WRITER, str(tmp_path), str(first), "10") for first in (0, 1000, 2000)]
    for writer in writers:
        writer.communicate(timeout=100)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    with opened(tmp_path) as store:
        assert store.counts().files == 150
        with store.transaction() as db:
            assert db.one("PRAGMA integrity_check") == "ok"
        assert len(store.matching(["solid_1001"], 5)) == 1


def test_a_writer_killed_at_any_moment_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    for round_ in range(3):
        writer = run(WRITER, str(tmp_path), str(round_ * 100_000), "forever")
        assert writer.stdout is not None
        writer.stdout.readline()
        with opened(tmp_path) as store:
            before = store.counts().files
            while store.counts().files < before + 10 * (round_ + 1):
                pass
            committed = store.counts().files
            writer.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
            writer.communicate()
            assert store.counts().files >= committed
            fill(store, first=round_ * 100_000 + 90_000, count=1)
        with opened(tmp_path) as again:
            assert again.notices == []
            assert again.counts().files > committed


def test_a_lock_dies_with_its_holder(tmp_path: Path) -> None:
    holder = run(
        """
        import sys, time
        sys.path.insert(0, sys.argv[1])
        from pathlib import Path
        from codeseam_indexer.store import FileLock
        lock = FileLock(Path(sys.argv[2]))
        print(lock.acquire(), flush=True)
        time.sleep(1000)
        """,
        str(tmp_path / "lock"),
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"True\n"
    with FileLock(tmp_path / "lock") as lock:
        assert not lock.acquire()
        holder.kill()
        holder.communicate()
        assert lock.acquire(timeout=10)
        assert lock.held


def test_a_network_file_system_is_recognised(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\nhost:/home /home nfs4 rw 0 0\n"
        "/dev/sdb1 /home/me/disk ext4 rw 0 0\n",
        "ascii",
    )
    assert on_network(Path("/home/me/.cache"), mounts)
    assert not on_network(Path("/home/me/disk/x"), mounts)
    assert not on_network(Path("/var/cache"), mounts)
    assert not on_network(Path("/x"), tmp_path / "missing")


def test_on_a_network_file_system_there_is_no_shared_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def everywhere(_: Path) -> bool:
        return True

    monkeypatch.setattr(files_module, "on_network", everywhere)
    with opened(tmp_path) as store:
        fill(store, count=2)
        assert not list(store.path.parent.glob("*-shm"))
        assert store.counts().files == 2


def test_a_repository_is_found_from_its_files_and_a_submodule_is_its_own(tmp_path: Path) -> None:
    cache, main, module = tmp_path / "cache", tmp_path / "main", tmp_path / "main" / "sub"
    module.mkdir(parents=True)
    (main / ".git" / "modules" / "sub").mkdir(parents=True)
    (main / ".git" / "HEAD").write_text("ref: x\n", "utf-8")
    (main / "src").mkdir()
    assert database_path(cache, main) == database_path(cache, main / "src")
    (module / ".git").write_text("gitdir: ../.git/modules/sub\n", "utf-8")
    assert database_path(cache, module) != database_path(cache, main)
    assert database_path(cache, main).name.startswith("main-")
    assert database_path(cache, tmp_path).suffix == ".sqlite3"
    (module / ".git").write_text("nonsense", "utf-8")
    assert database_path(cache, module).name.startswith("sub-")


def test_an_index_that_could_not_be_opened_anew_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path)
    store.path.unlink()

    def busy(*_: object, **__: object) -> None:
        raise StoreError("another process is opening it")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "open_database", busy)
        with pytest.raises(StoreError, match="another process"):
            store.size()
    assert store.size() == 0
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.size()
