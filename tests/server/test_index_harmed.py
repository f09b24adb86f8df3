"""What is done to the index from outside, while servers use it: answers stay right."""

import contextlib
import os
import shutil
import sqlite3  # noqa: TID251 - a stranger's hand
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from servers import NEWER, PATCH, SOON, Server, patched, source

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="open files cannot be deleted or replaced"),
    pytest.mark.timeout(600),
]


FILES = 820
"""So many that not every one is looked at before an answer."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    for number in range(FILES):
        (root / f"p{number // 50}").mkdir(parents=True, exist_ok=True)
        (root / f"p{number // 50}/m{number}.py").write_text(source(f"old_{number}"))
    return root


@pytest.fixture
def servers(folder: Path, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers with a complete index."""
    both = [Server(folder, tmp_path / "cache") for _ in range(2)]
    for one in both:
        one.whole("outline", path="p0")
    yield both
    for one in both:
        one.close()


def index_of(tmp_path: Path) -> Path:
    return next((tmp_path / "cache").glob("*.sqlite3"))


def files_of(index: Path) -> list[Path]:
    return [file for end in ("", "-wal", "-shm") if (file := Path(f"{index}{end}")).exists()]


def removed(index: Path, copies: list[Path]) -> None:
    # In one step: a server that notices it meanwhile deletes and makes files there as well.
    shutil.rmtree(index.parent.rename(index.parent.with_name("removed")))


def deleted(index: Path, copies: list[Path]) -> None:
    index.unlink()


def emptied(index: Path, copies: list[Path]) -> None:
    index.write_bytes(b"")


def replaced(index: Path, copies: list[Path]) -> None:
    other = index.with_name("other")
    other.write_bytes(b"garbage" * 1000)
    other.replace(index)


def a_folder_in_its_place(index: Path, copies: list[Path]) -> None:
    index.unlink()
    index.mkdir()
    (index / "kept.txt").write_text("somebody's")


def the_log_deleted(index: Path, copies: list[Path]) -> None:
    Path(f"{index}-wal").unlink()


def the_shared_memory_deleted(index: Path, copies: list[Path]) -> None:
    Path(f"{index}-shm").unlink()


def an_old_copy_put_in_place(index: Path, copies: list[Path]) -> None:
    copies[0].replace(index)


def an_old_copy_written_over_it(index: Path, copies: list[Path]) -> None:
    shutil.copyfile(copies[0], index)


def all_old_files_put_in_place(index: Path, copies: list[Path]) -> None:
    for copy in copies:
        copy.replace(index.with_name(copy.name))


def all_old_files_written_over(index: Path, copies: list[Path]) -> None:
    for copy in copies:
        shutil.copyfile(copy, index.with_name(copy.name))


@pytest.mark.parametrize(
    "harm",
    [
        removed, deleted, emptied, replaced, a_folder_in_its_place, the_log_deleted,
        the_shared_memory_deleted, an_old_copy_put_in_place, an_old_copy_written_over_it,
        all_old_files_put_in_place, all_old_files_written_over,
    ],
)  # fmt: skip
def test_an_index_harmed_below_running_servers_comes_back(
    folder: Path, tmp_path: Path, servers: list[Server], harm: Callable[[Path, list[Path]], None]
) -> None:
    index, kept = index_of(tmp_path), tmp_path / "kept"
    kept.mkdir()
    copies = [Path(shutil.copy(file, kept / file.name)) for file in files_of(index)]
    for number in range(FILES):
        (folder / f"p{number // 50}/m{number}.py").write_text(source(f"new_{number}"))
    for one in servers:
        assert "def new_0" in one.whole("get_symbol", name="new_0")
    harm(index, copies)
    joined = Server(folder, tmp_path / "cache")
    for one in (*servers, joined):
        for number in (0, 600, FILES - 1):
            assert f"def new_{number}" in one.whole("get_symbol", name=f"new_{number}")
            assert "No symbol" in one.whole("get_symbol", name=f"old_{number}")
    (folder / "p3/m151.py").write_text(source("after"))
    for one in (*servers, joined):
        assert "def after" in one.whole("get_symbol", name="after")
        assert "No symbol" in one.whole("get_symbol", name="new_151")
    joined.close()


# ---- the folder of the index


@pytest.fixture
def few(tmp_path: Path) -> Path:
    root = tmp_path / "few"
    root.mkdir()
    for number in range(12):
        (root / f"m{number}.py").write_text(source(f"fun_{number}"))
    return root


def until(ask: Callable[[], str], wanted: str) -> str:
    """An answer, asked for until something is in it."""
    deadline = time.monotonic() + SOON
    while wanted not in (text := ask()):
        assert time.monotonic() < deadline, text
    return text


def mounted(how: str, folder: Path) -> list[str]:
    """A command in a world of its own, in which the folder is another; skips where none can be."""
    command = ["unshare", "-rm", "sh", "-c", f'{how} && shift && exec "$@"', "sh", str(folder)]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    return command


def fill(path: Path) -> None:
    """Write until no room is left."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(4096)) == 4096:
            pass


def test_a_disk_that_is_full_is_said_and_all_is_indexed_once_there_is_room(
    few: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    small = mounted('mount -t tmpfs -o size=1m none "$1"', cache)
    server = Server(few, cache, small)
    seen = Path(f"/proc/{server.popen.pid}/root{cache}")  # its own disk, from outside
    assert "def fun_3" in server.whole("get_symbol", name="fun_3")
    fill(seen / "other")
    for number in range(60):
        lines = [f"def big_{number}_{at}(value_{at}):\n    return {at}\n" for at in range(60)]
        (few / f"big{number}.py").write_text("\n".join(lines))
    (few / "m3.py").write_text(source("changed"))
    told = until(lambda: server.call("get_symbol", name="fun_3"), "No room is left in")
    assert "(partial: " in told
    assert "def fun_3" not in told
    (seen / "other").unlink()
    for number in range(60):
        (few / f"big{number}.py").unlink()
    assert "def changed" in until(lambda: server.call("get_symbol", name="changed"), "def changed")
    assert "No room" not in server.whole("get_symbol", name="fun_4")
    server.close()


@pytest.mark.parametrize("led", [False, True], ids=["alone", "beside one that writes"])
def test_a_read_only_folder_is_answered_from_and_what_changed_is_said(
    few: Path, tmp_path: Path, *, led: bool
) -> None:
    cache = tmp_path / "cache"
    first = Server(few, cache)
    first.whole("outline")
    if not led:
        first.close()
    frozen = mounted('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"', cache)
    server = Server(few, cache, frozen)
    assert "def fun_3" in server.whole("get_symbol", name="fun_3")
    (few / "m3.py").write_text(source("changed"))
    for name in ("changed", "fun_3"):
        told = server.call("get_symbol", name=name)
        assert "(partial: 1 file still to be indexed" in told
        assert "read-only" in told
        assert "return" not in told
    server.close()
    if led:
        assert "def changed" in first.whole("get_symbol", name="changed")
        first.close()
    nowhere = tmp_path / "empty"
    nowhere.mkdir()
    frozen = mounted('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"', nowhere)
    server = Server(few, nowhere, frozen)
    assert f"the folder {nowhere} is read-only" in server.call("get_symbol", name="fun_4")
    server.close()


def test_a_file_system_without_locks_is_said_at_once(few: Path, tmp_path: Path) -> None:
    code = "import errno, fcntl\ndef flock(*_): raise OSError(errno.ENOLCK, 'No locks')\n"
    env = patched(tmp_path, "nolocks", code + "fcntl.flock = flock\n")
    server = Server(few, tmp_path / "cache", **env)
    began = time.monotonic()
    assert "file system without locks" in server.call("get_symbol", name="fun_3")
    assert time.monotonic() - began < SOON / 3
    server.close()


def test_an_index_that_another_program_has_locked_is_said_and_caught_up_with(
    few: Path, tmp_path: Path
) -> None:
    servers = [Server(few, tmp_path / "cache") for _ in range(2)]
    for one in servers:
        one.whole("outline")
    stranger = sqlite3.connect(index_of(tmp_path), isolation_level=None)
    stranger.execute("BEGIN EXCLUSIVE")
    (few / "m3.py").write_text(source("changed"))
    for one in servers:
        assert "def fun_4" in one.call("get_symbol", name="fun_4")
        told = until(lambda one=one: one.call("get_symbol", name="fun_3"), "locked by another")
        assert "(partial: 1 file still to be indexed" in told
        assert "return" not in told
    stranger.execute("ROLLBACK")
    stranger.close()
    for one in servers:
        assert "def changed" in one.whole("get_symbol", name="changed")
        assert "No symbol" in one.whole("get_symbol", name="fun_3")
        one.close()


# ---- two versions


STOPPED = PATCH.replace(
    "CODE",
    "import os, signal; from codeseam_indexer.pipeline import update;"
    " update._plan = lambda *_: os.kill(os.getpid(), signal.SIGSTOP)",
)
"""Stops a server that leads before it has indexed anything, as Ctrl-Z does."""


def test_two_versions_on_one_work_tree_do_not_get_in_each_others_way(
    few: Path, tmp_path: Path
) -> None:
    cache, newer = tmp_path / "cache", patched(tmp_path, "newer", NEWER)
    servers = [Server(few, cache, **env) for env in ({}, newer, {}, newer)]
    for one in servers:
        assert "def fun_3" in one.whole("get_symbol", name="fun_3")
    assert len(list(cache.glob("*.sqlite3"))) == 2
    (few / "m3.py").write_text(source("changed"))
    for one in servers:
        assert "def changed" in one.whole("get_symbol", name="changed")
        assert "No symbol" in one.whole("get_symbol", name="fun_3")
    servers[1].kill()
    assert "def changed" in servers[3].whole("get_symbol", name="changed")
    for one in servers:
        one.close()


@pytest.mark.parametrize("renamed", [True, False], ids=["beside the old", "in its place"])
def test_a_server_killed_while_it_replaces_an_older_index_is_followed_by_one_that_does(
    few: Path, tmp_path: Path, *, renamed: bool
) -> None:
    cache = tmp_path / "cache"
    env = patched(tmp_path, "newer", NEWER) if renamed else {}
    old = Server(few, cache)
    old.whole("outline")
    if not renamed:
        old.close()
        with sqlite3.connect(index_of(tmp_path)) as db:
            db.execute("PRAGMA user_version = 1")
        db.close()
    for at in range(12):
        (few / f"m{at}.py").write_text(source(f"round_{at}"))
        killed = Server(few, cache, **env)
        time.sleep(at * 0.04)
        killed.kill()
    new = Server(few, cache, **env)
    for one in (new, *([old] if renamed else [])):
        for at in range(12):
            assert f"def round_{at}" in one.whole("get_symbol", name=f"round_{at}")
        assert "No symbol" in one.whole("get_symbol", name="fun_3")
        one.close()
    assert not list(cache.glob("*.damaged-*")) or not renamed


def test_a_leader_that_is_stopped_before_it_has_indexed_is_not_waited_for_long(
    few: Path, tmp_path: Path
) -> None:
    first = Server(few, tmp_path / "cache", **patched(tmp_path, "stopped", STOPPED))
    while not list((tmp_path / "cache").glob("*-writer-*")):
        assert first.popen.poll() is None
    second = Server(few, tmp_path / "cache")
    assert "def fun_3" in until(lambda: second.call("get_symbol", name="fun_3"), "def fun_3")
    second.close()
    first.kill()
