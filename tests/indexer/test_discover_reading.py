"""A file is read once, through no link, and a user's path never leads outside."""

import hashlib
import os
from pathlib import Path

import pytest

from codeseam_indexer.discover import inside, read_bytes, read_file, read_source, shown
from codeseam_indexer.errors import OutsideError, UsageError
from codeseam_indexer.records import Skipped, SkipReason, SourceFile
from codeseam_indexer.settings import Settings

posix = pytest.mark.skipif(os.name == "nt", reason="links and devices of POSIX")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.py").write_bytes(b"def a():\r\n    return 'e'\n")
    (folder / "sub/b.py").write_bytes(b"b = 1\n")
    (tmp_path / "w-secret").mkdir()
    (tmp_path / "w-secret/s.py").write_bytes(b"TOP = 1\n")
    return folder


def reason(root: Path, path: str, limits: Settings | None = None) -> SkipReason:
    source = read_source(root, path, limits)
    assert isinstance(source, Skipped)
    return source.reason


def test_a_file_is_given_with_its_text_hash_language_and_stat(root: Path) -> None:
    source, stat = read_file(root, "a.py")
    data = (root / "a.py").read_bytes()
    assert isinstance(source, SourceFile)
    assert source.text == data.decode()
    assert source.hash == hashlib.blake2b(data, digest_size=16).digest()
    assert (source.path, source.language) == ("a.py", "python")
    assert stat is not None
    assert stat.size == len(data)
    assert stat.inode == (root / "a.py").stat().st_ino
    assert read_bytes(root, "sub/b.py") is not None


@posix
def test_the_folder_of_a_header_decides_its_language(root: Path) -> None:
    (root / "sub/x.h").write_text("int f(void);\n")
    (root / "sub/x.cc").write_text("")
    (root / "y.h").write_text("int f(void);\n")
    read = [read_source(root, path) for path in ("sub/x.h", "y.h")]
    assert [source.language for source in read if isinstance(source, SourceFile)] == ["cpp", "c"]


def test_nothing_is_read_through_a_link(root: Path, tmp_path: Path) -> None:
    (root / "link.py").symlink_to(tmp_path / "w-secret/s.py")
    (root / "out").symlink_to(tmp_path / "w-secret")
    (root / "sub/up").symlink_to("..")
    (root / "loop").symlink_to("loop")
    for path in ("link.py", "out/s.py", "sub/up/a.py", "loop", "loop/a.py"):
        assert reason(root, path) is SkipReason.LINK
        assert read_bytes(root, path) is None


@posix
def test_the_root_may_be_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert isinstance(read_source(tmp_path / "link", "a.py"), SourceFile)


@posix
def test_pipes_and_devices_do_not_block(root: Path) -> None:
    os.mkfifo(root / "pipe.py")
    assert reason(root, "pipe.py") is SkipReason.NOT_REGULAR


def test_what_is_not_there_is_missing(root: Path) -> None:
    for path in ("none.py", "sub", "a.py/b.py", "", "../w-secret/s.py", "sub/../a.py", "a\0.py"):
        assert reason(root, path) is SkipReason.MISSING
        assert read_file(root, path)[1] is None


@posix
@pytest.mark.skipif(os.geteuid() == 0 if os.name != "nt" else True, reason="root reads anything")
def test_what_may_not_be_read_is_unreadable(root: Path) -> None:
    (root / "a.py").chmod(0)
    assert reason(root, "a.py") is SkipReason.UNREADABLE


def test_a_file_that_grew_too_large_is_not_read(root: Path, tmp_path: Path) -> None:
    limits = Settings(cache_dir=tmp_path / "cache", max_file_bytes=10, max_data_bytes=3)
    assert reason(root, "a.py", limits) is SkipReason.TOO_LARGE
    (root / "d.json").write_bytes(b"[1]\n")
    assert reason(root, "d.json", limits) is SkipReason.TOO_LARGE
    with (root / "sparse.py").open("wb") as file:
        file.truncate(3 * 1024**3)
    assert reason(root, "sparse.py") is SkipReason.TOO_LARGE


def test_paths_of_users_become_relative(root: Path) -> None:
    for given, path in {
        "a.py": "a.py", "./a.py": "a.py", "sub/../a.py": "a.py", "sub//b.py": "sub/b.py",
        str(root / "sub/b.py"): "sub/b.py", str(root): "", ".": "", "": "", "sub/": "sub",
        "sub\\b.py": "sub/b.py", ".\\sub\\b.py": "sub/b.py", "none/x.py": "none/x.py",
        "src/[id]/*.tsx": "src/[id]/*.tsx", f"{root}/sub/*.py": "sub/*.py",
        (root / "a.py").as_uri(): "a.py", "%2e%2e/x": "%2e%2e/x",
    }.items():  # fmt: skip
        assert inside(root, given) == path, given


@posix
def test_paths_below_either_name_of_a_linked_root_are_inside(root: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(root)
    assert inside(link, str(link / "a.py")) == "a.py"
    assert inside(link, str(root / "a.py")) == "a.py"


@posix
def test_a_backslash_in_a_name_that_exists_is_kept(root: Path) -> None:
    (root / "x\\y.py").write_text("x")
    assert inside(root, "x\\y.py") == "x\\y.py"


@pytest.mark.parametrize(
    "given",
    [
        "..", "../w-secret/s.py", "sub/../../w-secret/s.py", "/etc/passwd", "..\\w-secret\\s.py",
        "~/x", "~root/x", "{root}-secret/s.py", "file:///etc/passwd", "file://host/x",
        "C:\\Users\\x",
        "C:/x", "{root}/../w-secret/s.py", "a/../../..",
    ],
)  # fmt: skip
def test_paths_that_lead_outside_are_refused(root: Path, given: str) -> None:
    with pytest.raises(OutsideError, match="outside the workspace"):
        inside(root, given.format(root=root))


def test_a_nul_is_refused(root: Path) -> None:
    with pytest.raises(UsageError, match="NUL"):
        inside(root, "a\0b")


def test_any_path_can_be_shown() -> None:
    assert shown("é.py") == "é.py"
    assert shown("a\udce9.py") == "a\\xe9.py"
