"""What happens in a workspace is told, soon, once, and never from an ignored folder."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codeseam_indexer.settings import Settings
from codeseam_indexer.watch import Door, Watcher
from codeseam_indexer.watch.events import ObserverSource
from codeseam_indexer.watch.hints import MOST_PATHS, Hints
from codeseam_indexer.watch.mounts import silent_mount
from codeseam_indexer.watch.target import Target
from codeseam_indexer.watch.watcher import Source, native_source

# watchdog warns when a folder is made, deleted and made again; nothing is lost by it.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify")
SECONDS = 20.0


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


def git(root: Path, *arguments: str) -> None:
    options = ["-c", "user.email=t@example.invalid", "-c", "user.name=t"]
    subprocess.run(["git", *options, *arguments], cwd=root, check=True, capture_output=True)


class Told:
    """What a watcher told, and a watcher to tell it."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        source: Callable[[Target], Source] = native_source,
        door: Door | None = None,
    ) -> None:
        self._changed = threading.Condition()
        self.calls: list[frozenset[str] | None] = []
        self.root = root
        self.watcher = Watcher(root, self._tell, settings, source=source, door=door)
        self.watcher.start()
        assert self.watcher.wait(SECONDS)
        self.until(lambda: None in self.calls)
        self.forget()

    def _tell(self, paths: frozenset[str] | None) -> None:
        with self._changed:
            self.calls.append(paths)
            self._changed.notify_all()

    def forget(self) -> None:
        with self._changed:
            self.calls.clear()

    @property
    def paths(self) -> set[str]:
        return {path for call in self.calls if call is not None for path in call}

    def until(self, done: Callable[[], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(done, SECONDS):
                raise AssertionError(f"not told in {SECONDS:g} s; told: {self.calls}")

    def about(self, *paths: str) -> None:
        """Wait until all of these paths, or folders above them, were told of."""

        def told(path: str) -> bool:
            parts = path.split("/")
            above = {"/".join(parts[:n]) for n in range(1, len(parts) + 1)}
            return bool(above & self.paths) or None in self.calls

        self.until(lambda: all(told(path) for path in paths))


@pytest.fixture
def limits(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache")


@pytest.fixture(params=["native", "observer"])
def told(request: pytest.FixtureRequest, tmp_path: Path, limits: Settings) -> Iterator[Told]:
    root = tmp_path / "w"
    write(root, {"a.py": "1", "s/b.py": "1", ".gitignore": "out/\n*.log\n"})
    source = native_source if request.param == "native" else ObserverSource
    before = set(threading.enumerate())
    told = Told(root, limits, source)
    yield told
    told.watcher.stop()
    assert set(threading.enumerate()) <= before


def test_a_save_is_told_within_the_time_that_leaves_room_to_index_it(told: Told) -> None:
    took = SECONDS
    for n in range(5):
        told.forget()
        began = time.monotonic()
        write(told.root, {"s/b.py": str(n)})
        told.about("s/b.py")
        took = time.monotonic() - began
        if took < 0.25:
            break
    else:
        pytest.fail(f"a save was told after {took:.2f} s at best")
    assert told.paths == {"s/b.py"}


def test_a_save_by_renaming_over_is_told(told: Told) -> None:
    write(told.root, {"s/.b.tmp": "2"})
    (told.root / "s/.b.tmp").replace(told.root / "s/b.py")
    told.until(lambda: "s/b.py" in told.paths)


def test_reading_is_not_told(told: Told) -> None:
    for _ in range(20):
        (told.root / "a.py").read_text()
        list(told.root.iterdir())
    write(told.root, {"last.py": "1"})
    told.about("last.py")
    assert told.paths == {"last.py"}


def test_deleted_files_and_folders_are_told(told: Told) -> None:
    (told.root / "a.py").unlink()
    told.about("a.py")
    shutil.rmtree(told.root / "s")
    told.until(lambda: "s" in told.paths)


def test_files_written_at_once_into_new_nested_folders_are_told(told: Told) -> None:
    for n in range(10):
        write(told.root, {f"n{n}/a/b/c/leaf.py": "1", f"n{n}/a/mid.py": "1"})
    told.about(*(f"n{n}/a/b/c/leaf.py" for n in range(10)))
    told.forget()
    write(told.root, {f"n{n}/a/b/c/leaf.py": "2" for n in range(10)})
    told.about(*(f"n{n}/a/b/c/leaf.py" for n in range(10)))


def test_folders_moved_in_inside_and_out_are_told_and_watched(told: Told, tmp_path: Path) -> None:
    write(tmp_path / "other", {"deep/x.py": "1"})
    (tmp_path / "other").rename(told.root / "in")
    told.about("in/deep/x.py")
    told.forget()
    write(told.root, {"in/deep/x.py": "2"})
    told.about("in/deep/x.py")
    (told.root / "in").rename(told.root / "moved")
    told.about("in", "moved/deep/x.py")
    told.forget()
    write(told.root, {"moved/deep/x.py": "3"})
    told.about("moved/deep/x.py")
    assert not {path for path in told.paths if path.startswith("in")}
    told.forget()
    (told.root / "moved").rename(tmp_path / "out")
    told.about("moved")
    told.forget()
    write(tmp_path / "out", {"deep/x.py": "4"})
    write(told.root, {"last.py": "1"})
    told.about("last.py")
    # watchdog's own observer follows a folder out of the tree: a hint too many does no harm.
    assert told.paths <= {"last.py", "moved/deep/x.py"}


def test_a_file_that_becomes_a_folder_is_told(told: Told) -> None:
    (told.root / "a.py").unlink()
    write(told.root, {"a.py/part.py": "1"})
    told.about("a.py/part.py")
    told.forget()
    write(told.root, {"a.py/part.py": "2"})
    told.about("a.py/part.py")


def test_a_burst_is_told_in_few_calls(told: Told) -> None:
    for n in range(400):
        write(told.root, {"hot.py": str(n)})
    for n in range(100):
        write(told.root, {f"s/f{n}.py": "1"})
    told.about("hot.py", *(f"s/f{n}.py" for n in range(100)))
    assert len(told.calls) < 10


def test_more_paths_than_are_worth_a_look_each_are_told_as_everything(told: Told) -> None:
    for n in range(MOST_PATHS + 200):
        write(told.root, {f"s/f{n}.py": "1"})
    # A busy machine may take so long to write them that they are told in two parts.
    told.until(lambda: None in told.calls or len(told.paths) >= MOST_PATHS + 200)


def test_more_hints_than_are_worth_a_look_each_are_a_hint_at_everything() -> None:
    hints = Hints(0.0, 0.0)
    hints.add([f"f{n}.py" for n in range(MOST_PATHS + 1)])
    batch = hints.next(SECONDS)
    assert batch is not None
    assert batch.paths is None


def test_an_ignore_file_that_changes_puts_everything_in_question(told: Told) -> None:
    write(told.root, {"s/.codeseamignore": "b.py\n"})
    told.until(lambda: None in told.calls)
    told.forget()
    write(told.root, {".gitignore": "*.log\n"})
    told.until(lambda: None in told.calls)
    told.forget()
    write(told.root, {"out/x.py": "1"})
    told.about("out/x.py")
    told.forget()
    write(told.root, {"out/x.py": "2"})
    told.about("out/x.py")


def test_a_root_that_is_deleted_and_comes_back_is_watched_again(told: Told, tmp_path: Path) -> None:
    told.root.rename(tmp_path / "away")
    told.until(lambda: None in told.calls)
    shutil.rmtree(tmp_path / "away")
    told.forget()
    write(told.root, {"new.py": "1"})
    told.about("new.py")
    told.until(lambda: told.watcher.status == "watching")
    told.forget()
    write(told.root, {"new.py": "2"})
    told.about("new.py")


def test_an_error_of_the_listener_does_not_end_the_watching(
    tmp_path: Path, limits: Settings
) -> None:
    (tmp_path / "w").mkdir()
    seen: list[frozenset[str] | None] = []
    ready = threading.Event()

    def fail(paths: frozenset[str] | None) -> None:
        seen.append(paths)
        if paths is not None:
            ready.set()
        raise RuntimeError("not today")

    with Watcher(tmp_path / "w", fail, limits) as watcher:
        assert watcher.wait(SECONDS)
        deadline = time.monotonic() + SECONDS
        while not ready.is_set():
            assert time.monotonic() < deadline
            write(tmp_path / "w", {"a.py": str(time.monotonic())})
            ready.wait(0.2)
    assert seen[0] is None


def test_stopping_is_immediate_and_leaves_nothing(tmp_path: Path, limits: Settings) -> None:
    best = SECONDS
    for _ in range(5):
        root = tmp_path / "w"
        write(root, {f"d{n}/a.py": "1" for n in range(50)})
        told = Told(root, limits)
        began = time.monotonic()
        told.watcher.stop()
        best = min(best, time.monotonic() - began)
        shutil.rmtree(root)
    assert best < 0.2
    assert not [t for t in threading.enumerate() if t.name == "codeseam-watch"]


@linux
def test_ignored_and_vendored_folders_are_never_watched(tmp_path: Path, limits: Settings) -> None:
    root = tmp_path / "w"
    write(root, {
        ".gitignore": "out/\ntracked/\n", "out/deep/a.py": "1", "node_modules/m/lib/i.js": "1",
        "s/a.py": "1", "tracked/b.py": "1", ".venv/lib/x.py": "1",
    })  # fmt: skip
    git(root, "init", "-q")
    git(root, "add", "-f", "tracked/b.py", "s/a.py")
    git(root, "commit", "-qm", "x")
    git(root, "worktree", "add", "-q", "tree")
    told = Told(root, limits)
    watched = watched_below(told)
    assert watched == {"", "s", "tracked", ".git", ".git/info"}
    write(root, {"s/node_modules/k/i.js": "1", "s/new/c.py": "1", "out/deep/a.py": "2"})
    told.about("s/new/c.py")
    told.until(lambda: "s/new" in watched_below(told))
    assert not {path for path in watched_below(told) if "node_modules" in path}
    assert not {path for path in told.paths if path.startswith("out")}
    told.watcher.stop()


def watched_below(told: Told) -> set[str]:
    source = told.watcher.source
    folders = source.folders() if source is not None else None
    assert folders is not None
    root = os.fspath(told.root)
    return {os.fsdecode(path)[len(root) :].lstrip("/") for path in folders}


@linux
def test_a_switch_of_branches_is_told_as_everything_when_git_is_done(
    tmp_path: Path, limits: Settings
) -> None:
    root = tmp_path / "w"
    write(root, {f"d{n % 7}/f{n}.py": "1" for n in range(200)})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    git(root, "checkout", "-qb", "other")
    write(root, {f"d{n % 7}/f{n}.py": "2" for n in range(200)} | {"new/x.py": "1"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "y")
    told = Told(root, limits)
    git(root, "checkout", "-q", "-")
    told.until(lambda: None in told.calls)
    told.forget()
    git(root, "checkout", "-q", "other")
    told.until(lambda: None in told.calls)
    told.forget()
    write(root, {"new/x.py": "3"})
    told.about("new/x.py")
    told.watcher.stop()


@linux
def test_lost_events_are_noticed_and_everything_is_watched_anew(
    tmp_path: Path, limits: Settings
) -> None:
    root = tmp_path / "w"
    write(root, {"s/a.py": "1"})
    told = Told(root, limits)
    source = told.watcher.source
    assert source is not None
    source.on_queue_overflow()  # type: ignore[attr-defined]  # what watchdog calls
    told.until(lambda: None in told.calls)
    told.forget()
    write(root, {"s/a.py": "2"})
    told.about("s/a.py")
    assert told.watcher.source is not source
    told.watcher.stop()


class Full:
    """A source that can watch only a part, as when the kernel's limit is reached."""

    lost = 0
    note = "3 folders are not watched: the limit is reached"

    def __init__(self, target: Target) -> None:
        self.target = target

    alive = True

    def folders(self) -> frozenset[bytes] | None:
        return None

    def start(self) -> None:
        return

    def stop(self) -> None:
        return


class Refusing(Full):
    def start(self) -> None:
        raise OSError(28, "no watches are left")


@pytest.mark.parametrize("source", [Full, Refusing])
def test_where_not_all_can_be_watched_it_is_polled_and_said(
    tmp_path: Path, limits: Settings, source: Callable[[Target], Source]
) -> None:
    root = tmp_path / "w"
    write(root, {"a.py": "1", "b.py": "1"})
    told = Told(root, limits, source)
    assert told.watcher.status.startswith("polling: ")
    assert "watche" in told.watcher.status
    assert not told.watcher.events
    write(root, {"a.py": "22", "s/new.py": "1"})
    (root / "b.py").unlink()
    told.about("a.py", "s/new.py", "b.py")
    told.watcher.stop()


@linux
def test_the_limit_of_the_kernel_is_noticed(
    tmp_path: Path, limits: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchdog.observers.inotify_c import InotifyFD  # noqa: PLC0415 - Linux only

    real = InotifyFD.add_callback
    left = [5]

    def limited(self: InotifyFD, *arguments: object) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "inotify watch limit reached")
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(InotifyFD, "add_callback", limited)
    root = tmp_path / "w"
    write(root, {f"d{n}/a.py": "1" for n in range(20)})
    door = Door(tmp_path / "door")
    told = Told(root, limits, door=door)
    assert "16 folders are not watched" in told.watcher.status
    assert not door.knock(1)  # nobody says to know all that has happened
    write(root, {f"d{n}/a.py": "22" for n in range(20)})
    told.about(*(f"d{n}/a.py" for n in range(20)))
    told.watcher.stop()


def test_a_setting_asks_for_polling(tmp_path: Path) -> None:
    root = tmp_path / "w"
    write(root, {"a.py": "1"})
    told = Told(root, Settings(cache_dir=tmp_path / "cache", watch="poll"))
    assert told.watcher.status == "polling: as CODESEAM_WATCH says"
    write(root, {"a.py": "22"})
    told.about("a.py")
    told.watcher.stop()


def test_a_missing_workspace_is_waited_for(tmp_path: Path, limits: Settings) -> None:
    told = Told(tmp_path / "w", limits)
    assert told.watcher.status == "not watching: the workspace is not there"
    write(tmp_path / "w", {"a.py": "1"})
    told.until(lambda: None in told.calls)
    told.forget()
    write(tmp_path / "w", {"a.py": "2"})
    told.about("a.py")
    told.watcher.stop()


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_a_root_given_as_a_link_is_watched_with_the_same_paths(
    tmp_path: Path, limits: Settings
) -> None:
    write(tmp_path / "real", {"src/a.py": "1"})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    told = Told(tmp_path / "link", limits)
    write(tmp_path / "real", {"src/a.py": "2"})
    told.until(lambda: told.paths == {"src/a.py"})
    write(tmp_path / "other", {"src/b.py": "1"})
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(tmp_path / "other")
    told.until(lambda: None in told.calls)
    told.forget()
    write(tmp_path / "other", {"src/b.py": "2"})
    told.about("src/b.py")
    told.watcher.stop()


def test_a_batch_waits_for_quiet_but_not_for_ever() -> None:
    hints = Hints(quiet=0.05, ceiling=0.4)
    assert hints.next(0) is None
    began = time.monotonic()
    stop = threading.Event()

    def storm() -> None:
        while not stop.wait(0.01):
            hints.add(["hot.py"])

    thread = threading.Thread(target=storm)
    thread.start()
    batch = hints.next(SECONDS)
    took = time.monotonic() - began
    stop.set()
    thread.join()
    assert batch is not None
    assert batch.paths == {"hot.py"}
    assert took >= 0.04
    hints.add(["a.py"])
    hints.add_all()
    hints.add(["b.py"])
    whole = hints.next(SECONDS)
    assert whole is not None
    assert whole.paths is None
    hints.close()
    assert hints.next(SECONDS) is None


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /mnt/nfs rw - nfs4 server:/x rw
31 22 0:41 / /mnt/my\\040share rw - cifs //server/x rw
32 30 0:42 / /mnt/nfs/local rw - tmpfs tmpfs rw
33 22 0:43 / /home/u/ssh rw - fuse.sshfs u@h: rw
34 22 0:44 / /src rw - 9p drvfs rw
broken line
"""


@pytest.mark.skipif(os.name == "nt", reason="mounts of POSIX")
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/u/code", ""), ("/mnt/nfs/w", "nfs4"), ("/mnt/nfs", "nfs4"), ("/mnt/nfsx", ""),
        ("/mnt/my share/w", "cifs"), ("/mnt/nfs/local/w", ""), ("/home/u/ssh/w", "fuse.sshfs"),
        ("/src/w", "9p"),
    ],
)  # fmt: skip
def test_mounts_without_events_are_known_by_their_type(path: str, kind: str) -> None:
    assert silent_mount(Path(path), MOUNTS) == kind


def test_the_mount_of_this_folder_can_be_asked_for(tmp_path: Path) -> None:
    assert isinstance(silent_mount(tmp_path), str)
