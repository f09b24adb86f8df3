"""What is done to the index from outside, while servers use it: answers stay right."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from servers import Server, source

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
    shutil.rmtree(index.parent)


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
