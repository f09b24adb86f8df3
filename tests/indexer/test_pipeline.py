"""From files on disk to rows: what a sync does, whatever happens to it and to the files."""

import gc
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from codeseam_indexer.embed import Embedder, open_embedder
from codeseam_indexer.errors import WorkspaceError
from codeseam_indexer.pipeline import (
    Errand,
    SyncReport,
    Workers,
    apart,
    embed_pending,
    extractor,
    index_one,
    pool,
    processes,
    start_of,
    sync,
    sync_apart,
    update,
    worker,
)
from codeseam_indexer.records import Filter, Skipped, SkipReason, SourceFile
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store, open_store, upkeep
from codeseam_indexer.words import split_words

OLD = time.time_ns() - 3600 * 1_000_000_000
"""A time stamp that no file system confuses with now."""


class Workspace:
    """A folder with files, its index and what is needed to bring that up to date."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.root = folder / "work"
        self.root.mkdir()
        self.settings = Settings(cache_dir=folder / "cache", workers=workers)
        self.embedder: Embedder = open_embedder()
        self.store = self.open()

    def open(self, cache: str = "cache") -> Store:
        return open_store(
            self.root.parent / cache,
            self.root,
            model=self.embedder.name,
            dimensions=self.embedder.dimensions,
        )

    def write(self, path: str, text: str, *, settled: bool = True) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        if settled:
            os.utime(file, ns=(OLD, OLD))

    def sync(self, *paths: str) -> SyncReport:
        return sync(self.store, self.root, self.settings, self.embedder, paths=paths or None)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace(tmp_path)
    yield made
    made.store.close()


def exported(store: Store) -> list[object]:
    """Everything an answer is made of, without the ids, which differ from index to index."""
    rows: list[object] = []
    for file in store.files():
        facts = store.facts([file.path])
        chunks = [replace(row, id=0, document=0) for row in store.chunks_of(file.path)]
        symbols = store.symbols(file.path)
        rows.append((replace(file, document=0), symbols, store.imports(file.path), chunks, facts))
    rows.append(store.skipped())
    return rows


def test_every_file_is_found_by_symbol_word_and_meaning(workspace: Workspace) -> None:
    workspace.write(
        "net/client.py", "def send_request(url):\n    '''Fetch it.'''\n    return url\n"
    )
    workspace.write("README.md", "# Title\n\nHow to open the valve.\n")
    report = workspace.sync()
    assert (report.found, report.indexed, report.failed) == (2, 2, 0)
    store = workspace.store
    [row] = store.symbols_named("send_request")
    assert (row.path, row.symbol.docstring) == ("net/client.py", "Fetch it.")
    assert store.mentioning("url") == ["net/client.py"]
    [(chunk, _), *_] = store.matching(split_words("sending requests"), 5)
    assert store.chunks([chunk])[0].path == "net/client.py"
    [(chunk, _), *_] = store.nearest(workspace.embedder.query("open a valve"), 1)
    assert store.chunks([chunk])[0].path == "README.md"
    assert store.pending_count() == 0


def test_an_unchanged_workspace_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In this process, so that the constant below holds for the readers too.
    workspace = Workspace(tmp_path, workers=0)
    for n in range(20):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    workspace.write("blob.py", "\0binary")
    # What changed within this time before it was read is read again, since it may have once more.
    monkeypatch.setattr(worker, "RACY_NS", 0)
    workspace.sync()
    before = workspace.store.generation()

    def refuse(root: Path, path: str, limits: Settings) -> tuple[Skipped, None]:
        raise AssertionError(f"{path} was read")

    for module in (update, worker):
        monkeypatch.setattr(module, "read_settled", refuse)
    report = workspace.sync()
    assert report.found == 21
    assert not report.changed
    assert workspace.store.generation() == before
    workspace.store.close()


def restore(path: Path, mtime_ns: int) -> None:
    os.utime(path, ns=(mtime_ns, mtime_ns))


def test_changes_renames_and_deletions_are_seen(workspace: Workspace) -> None:
    workspace.write("a.py", "def one(): pass\n")
    workspace.write("b.py", "def two(): pass\n")
    workspace.write("c.py", "def three(): pass\n")
    workspace.sync()
    workspace.write("a.py", "def other(): pass\n", settled=False)
    (workspace.root / "b.py").rename(workspace.root / "moved.py")
    (workspace.root / "c.py").unlink()
    report = workspace.sync()
    assert (report.indexed, report.removed) == (2, 2)
    assert workspace.store.symbol_names() == {"other", "two"}
    assert workspace.store.paths() == ["a.py", "moved.py"]


def test_a_change_of_the_same_size_and_time_is_seen(workspace: Workspace) -> None:
    workspace.write("a.py", "def aaa(): pass\n", settled=False)
    status = (workspace.root / "a.py").stat()
    workspace.sync()
    workspace.write("a.py", "def bbb(): pass\n", settled=False)
    restore(workspace.root / "a.py", status.st_mtime_ns)
    workspace.sync()
    assert workspace.store.symbol_names() == {"bbb"}


def test_content_that_was_here_before_is_reused(workspace: Workspace) -> None:
    first = "def first(): pass\n"
    workspace.write("a.py", first)
    workspace.sync()
    workspace.write("a.py", "def second(): pass\n", settled=False)
    workspace.sync()
    workspace.write("a.py", first, settled=False)
    report = workspace.sync()
    assert (report.indexed, report.reused) == (0, 1)
    assert workspace.store.symbol_names() == {"first"}


def test_an_index_does_not_grow_with_the_saves_of_a_file(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "UNUSED_LEAST", 10)
    monkeypatch.setattr(upkeep, "SURPLUS", 5)
    for n in range(40):
        workspace.write("a.py", f"def f{n}(): pass\n")
        assert workspace.sync("a.py").indexed == 1
    with workspace.store.transaction() as db:
        assert 10 < db.one("SELECT count(*) FROM document") <= 17
    workspace.write("a.py", "def f35(): pass\n")
    assert workspace.sync("a.py").reused == 1


def test_only_the_paths_that_are_asked_for_are_looked_at(workspace: Workspace) -> None:
    for path in ("a.py", "src/b.py", "src/c.py", "srcs/d.py"):
        workspace.write(path, "def old(): pass\n")
    workspace.sync()
    for path in ("a.py", "src/b.py", "srcs/d.py"):
        workspace.write(path, f"def new_{path[-4]}(): pass\n", settled=False)
    (workspace.root / "src" / "c.py").unlink()
    report = workspace.sync("src")
    assert (report.indexed, report.removed) == (1, 1)
    assert workspace.store.paths() == ["a.py", "src/b.py", "srcs/d.py"]
    assert workspace.store.symbol_names() == {"old", "new_b"}
    workspace.sync("a.py", "nowhere.py")
    assert workspace.store.symbol_names() == {"old", "new_b", "new_a"[:4] + "a"}


def test_files_that_stay_out_are_listed_and_come_back(workspace: Workspace) -> None:
    workspace.write("data.py", "x = 1\0")
    workspace.write("a.py", "def a(): pass\n")
    workspace.sync()
    assert ("data.py", SkipReason.BINARY) in workspace.store.skipped()
    workspace.write("data.py", "def data(): pass\n", settled=False)
    workspace.write("a.py", "\0", settled=False)
    workspace.sync()
    assert workspace.store.symbol_names() == {"data"}
    assert workspace.store.skipped() == [("a.py", SkipReason.BINARY)]


def test_another_version_of_the_readers_reads_everything_anew(workspace: Workspace) -> None:
    workspace.write("a.py", "def a(): pass\n")
    workspace.sync()
    assert workspace.sync().indexed == 0
    workspace.store.set_meta("extractor", "older")
    assert workspace.sync().indexed == 1
    assert workspace.store.meta("extractor") == extractor()


def test_a_cancelled_sync_keeps_what_it_wrote_and_goes_on_later(workspace: Workspace) -> None:
    for n in range(300):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    stop = threading.Event()
    done: list[tuple[int, int]] = []

    def progress(count: int, total: int) -> None:
        done.append((count, total))
        stop.set()

    report = sync(
        workspace.store,
        workspace.root,
        workspace.settings,
        workspace.embedder,
        progress=progress,
        cancelled=stop.is_set,
    )
    assert report.cancelled
    written = workspace.store.counts().files
    assert 0 < written <= 300
    assert done[0] == (written, 300) or done[-1] == (written, 300)
    assert workspace.sync().indexed == 300 - written
    assert workspace.store.counts().files == 300


def test_without_worker_processes_it_reads_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(main: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(pool, "begin", refuse)
    workspace = Workspace(tmp_path)
    for n in range(30):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    assert workspace.sync().indexed == 30
    workspace.store.close()


def test_worker_processes_that_end_at_once_are_done_without(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "is_alone", lambda: False)
    monkeypatch.setattr(processes, "PROGRAM", "raise SystemExit(1)")
    for n in range(30):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    assert workspace.sync().indexed == 30


HOSTILE = """
import os, time
from codeseam_indexer.pipeline import worker

real = worker.index_one

def index_one(source, embed=None):
    if "hang0" in source.path:
        time.sleep(1000)
    while "hang1" in source.path:
        pass
    if "crash" in source.path:
        os._exit(139)
    if "memory" in source.path:
        raise MemoryError
    if "deep" in source.path:
        raise RecursionError
    print("noise between the messages")
    return real(source, embed)

worker.index_one = index_one
"""


def test_a_file_that_kills_its_grammar_costs_only_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "is_alone", lambda: False)
    found = "import json, sys; sys.path[:] = json.loads(sys.argv[1])"
    monkeypatch.setattr(processes, "PROGRAM", f"{found}\n{HOSTILE}\nworker.main()")
    workspace = Workspace(tmp_path)
    workspace.settings = replace(workspace.settings, parse_seconds=0.5)
    bad = [f"{why}{n}.py" for why in ("hang", "crash", "memory", "deep") for n in range(2)]
    good = [f"good{n}.py" for n in range(60)]
    for path in [*bad, *good]:
        workspace.write(path, f"def in_{path[:-3]}():\n    needle\n")
    report = workspace.sync()
    assert (report.indexed, report.failed) == (68, 8)
    assert workspace.store.symbol_names() == {f"in_{path[:-3]}" for path in good}
    # Their lines are searched all the same, and status says what happened.
    assert set(workspace.store.mentioning("in_hang0")) == {"hang0.py"}
    notes = {file.path: file.notes for file in workspace.store.files(bad)}
    assert notes["hang0.py"] == ("the parser took too long; indexed by lines",)
    assert notes["hang1.py"] == ("the parser took too long; indexed by lines",)
    assert notes["crash1.py"] == ("the parser crashed; indexed by lines",)
    assert workspace.store.language("hang0.py") == "python"
    # Until they change they are not tried again.
    assert workspace.sync().failed == 0
    workspace.write("crash1.py", "def mended(): pass\n", settled=False)
    assert workspace.sync().indexed == 1
    workspace.store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux alone")
def test_a_process_with_one_thread_reads_in_copies_of_itself(workspace: Workspace) -> None:
    paths = [f"good{n}.py" for n in range(40)]
    for path in [*paths, "crash0.py"]:
        workspace.write(path, f"def in_{path[:-3]}():\n    pass\n")
    code = f"""
        {HOSTILE.replace(chr(10), chr(10) + " " * 8)}
        from pathlib import Path
        from codeseam_indexer.pipeline import Workers, start_of
        from codeseam_indexer.settings import Settings

        def told(pid, what):
            return Path("/proc", str(pid), what)

        root = Path({str(workspace.root)!r})
        with open(root / "good0.py"), Workers(start_of(root, Settings(root), None)) as workers:
            print(len(list(workers.read("index", {paths!r}))))
            for pid in workers.waiting():
                print(told(pid, "cmdline").read_bytes() == told("self", "cmdline").read_bytes())
                print(any("good0" in os.readlink(fd) for fd in told(pid, "fd").iterdir()))
            print([one.outcome.why for one in workers.read("index", ["crash0.py"])])
    """
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    first, *copies, last = ended.stdout.splitlines()
    assert (first, last) == ("40", "['the parser crashed']"), ended.stderr
    assert copies
    assert copies == ["True", "False"] * (len(copies) // 2)


def test_workers_stay_warm_and_end_when_they_are_idle(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "IDLE_SECONDS", 0.2)
    for n in range(40):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    with Workers(start_of(workspace.root, workspace.settings, None)) as workers:
        paths = [f"m{n}.py" for n in range(40)]
        assert {result.path for result in workers.read("index", paths)} == set(paths)
        pids = workers.waiting()
        assert {result.path for result in workers.read("index", paths)} == set(paths)
        assert set(workers.waiting()) <= set(pids)
        deadline = time.monotonic() + 30
        while any(running(pid) for pid in pids):
            assert time.monotonic() < deadline


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_worker_ends_with_its_parent(workspace: Workspace, threads: str) -> None:
    workspace.write("a.py", "def a(): pass\n")
    code = f"""
        import os, sys
        from pathlib import Path
        from codeseam_indexer.pipeline import Workers, start_of
        from codeseam_indexer.settings import Settings
        root = Path({str(workspace.root)!r})
        workers = Workers(start_of(root, Settings(cache_dir=root), None))
        list(workers.read("index", ["a.py"]))
        print(*workers.waiting(), flush=True)
        os._exit(1)
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    pids = [int(word) for word in ended.stdout.split()]
    assert pids
    deadline = time.monotonic() + 30
    while any(running(pid) for pid in pids):
        assert time.monotonic() < deadline


def errand(workspace: Workspace) -> Errand:
    return Errand(str(workspace.root), workspace.settings, "", embed=True)


def test_an_index_made_in_a_process_of_its_own_is_the_same(workspace: Workspace) -> None:
    for number in range(40):
        workspace.write(f"m{number}.py", f"def solid_{number}(): pass\n")
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))

    report = sync_apart(errand(workspace), progress, lambda: False)
    assert report is not None
    assert report.indexed == 40
    assert told[-1] == (40, 40)
    assert not workspace.sync().indexed
    assert workspace.store.pending() == 0
    assert len(workspace.store.matching(["solid_7"], 5)) == 1


def test_a_process_of_its_own_tells_what_went_wrong_and_ends_when_nobody_wants_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("a.py", "def a(): pass\n")
    gone = replace(errand(workspace), root=str(workspace.root / "gone"))
    with pytest.raises(WorkspaceError, match="gone"):
        sync_apart(gone, None, lambda: False)
    report = sync_apart(errand(workspace), None, lambda: True)
    assert report is not None
    assert report.cancelled

    def spawn(_: str) -> None:
        raise OSError

    monkeypatch.setattr(apart, "spawn", spawn)
    assert sync_apart(errand(workspace), None, lambda: False) is None


@pytest.mark.skipif(os.name == "nt", reason="it is known by /proc")
def test_a_process_of_its_own_ends_with_its_parent(workspace: Workspace) -> None:
    for number in range(3000):
        workspace.write(f"m{number}.py", f"def solid_{number}(): pass\n")
    code = f"""
        import os, subprocess
        from pathlib import Path
        from codeseam_indexer.pipeline import Errand, apart, sync_apart
        from codeseam_indexer.settings import Settings
        begun = apart.spawn
        def spawn(module):
            process = begun(module)
            print(process.pid, flush=True)
            return process
        apart.spawn = spawn
        settings = Settings(cache_dir=Path({str(workspace.settings.cache_dir)!r}))
        errand = Errand({str(workspace.root)!r}, settings, "", embed=True)
        sync_apart(errand, lambda *_: os._exit(1), lambda: False)
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    deadline = time.monotonic() + 60
    while running(int(ended.stdout)):
        assert time.monotonic() < deadline
    workspace.sync()
    assert workspace.store.counts().files == 3000


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_vectors_follow_where_the_model_is_slow(workspace: Workspace) -> None:
    for n in range(30):
        workspace.write(f"m{n}.py", f"def valve_{n}():\n    '''Open it.'''\n")
    sync(workspace.store, workspace.root, workspace.settings, None)
    assert workspace.store.pending_count() == 30
    assert len(workspace.store.symbol_names()) == 30
    assert workspace.store.nearest(workspace.embedder.query("valve"), 5) == []
    workspace.write("m0.py", "def changed(): pass\n", settled=False)
    seen: list[tuple[int, int]] = []
    done = embed_pending(
        workspace.store,
        workspace.root,
        workspace.settings,
        workspace.embedder,
        progress=lambda count, total: seen.append((count, total)),
    )
    assert done == 29
    assert seen == [(29, 30)]
    assert len(workspace.store.nearest(workspace.embedder.query("valve"), 50)) == 29
    with workspace.open("other") as fresh:
        sync(fresh, workspace.root, workspace.settings, workspace.embedder)
        question = workspace.embedder.query("open valve 7")
        best = workspace.store.chunks([workspace.store.nearest(question, 1)[0][0]])
        assert best[0].path == fresh.chunks([fresh.nearest(question, 1)[0][0]])[0].path


def test_one_file_is_composed_without_a_disk() -> None:
    made = index_one(
        SourceFile("tests/test_a.py", "import os\n\ndef f(x):\n    pass\n", b"h", "python")
    )
    assert [symbol.name for symbol in made.symbols] == ["f"]
    assert made.lines == 4
    assert made.source.text == ""
    assert made.tags == {"test"}
    assert len(made.bags.sizes) == len(made.chunks)
    assert set(made.mentions.split()) == {"import", "os", "def", "f", "x", "pass"}


@pytest.mark.parametrize("language", ["python", "rust", "c", "typescript", "ruby", "markdown"])
def test_what_was_made_of_a_file_is_gone_with_it(language: str) -> None:
    """A cycle would keep the trees and tables of hundreds of files until a collector looks."""
    [sample] = (Path(__file__).parents[1] / "languages" / language).glob("sample.*")
    source = SourceFile(sample.name, sample.read_text("utf-8"), b"0" * 16, language)
    embed = open_embedder("").passages
    index_one(source, embed)  # what is made once for a language
    gc.collect()
    gc.disable()
    try:
        index_one(source, embed)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_sync_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    for n in range(600):
        workspace.write(f"m{n}.py", f"def f{n}(): pass\n")
    workspace.store.close()
    code = f"""
        from pathlib import Path
        from codeseam_indexer.embed import open_embedder
        from codeseam_indexer.pipeline import sync
        from codeseam_indexer.settings import Settings
        from codeseam_indexer.store import open_store
        root = Path({str(workspace.root)!r})
        model = open_embedder()
        store = open_store(root.parent / "cache", root, model=model.name, dimensions=256)
        sync(store, root, Settings(cache_dir=root, workers=1), model,
             progress=lambda done, total: print(done, flush=True))
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    written = int(child.stdout.readline())
    child.kill()
    child.communicate()
    with workspace.open() as store:
        assert store.notices == []
        kept = store.counts().files
        assert kept >= written
        extractor.cache_clear()
        assert store.meta("extractor") == extractor()
        report = sync(store, workspace.root, workspace.settings, workspace.embedder)
        assert report.indexed == 600 - kept
        assert store.counts().files == 600


NAMES = ("a.py", "b.py", "sub/c.py", "sub/d.md", "e.js")
BODIES = (
    "def one():\n    return two()\n",
    "import os\n\nclass Two:\n    x = 1\n    def one(self):\n        pass\n",
    "# Title\n\ntext about one\n\n## Part\n\nmore\n",
    "function three() { return one(); }\n",
    "\0binary",
    "",
)

edit = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.sampled_from(BODIES)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just("")),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("sync"), st.sampled_from((*NAMES, "sub")), st.just("")),
    st.tuples(st.just("sync all"), st.just(""), st.just("")),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(edit, max_size=12))
def test_an_index_kept_up_to_date_equals_one_built_from_nothing(
    edits: list[tuple[str, str, str]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder), workers=0)
        for action, path, value in edits:
            apply(workspace, action, path, value)
        workspace.sync()
        with workspace.open("other") as fresh:
            sync(fresh, workspace.root, workspace.settings, workspace.embedder)
            assert exported(workspace.store) == exported(fresh)
            question = workspace.embedder.query("class two one")
            assert found(workspace.store, question) == found(fresh, question)
        workspace.store.close()


def apply(workspace: Workspace, action: str, path: str, value: str) -> None:
    file = workspace.root / path
    if action == "write":
        workspace.write(path, value, settled=len(value) % 2 == 0)
    elif action == "delete":
        file.unlink(missing_ok=True)
    elif action == "rename" and file.exists():
        (workspace.root / value).parent.mkdir(exist_ok=True)
        file.replace(workspace.root / value)
    elif action == "sync":
        workspace.sync(path)
    elif action == "sync all":
        workspace.sync()


def found(store: Store, question: NDArray[np.float32]) -> list[tuple[str, int, float]]:
    ranked = store.nearest(question, 50, Filter(languages=("python",)))
    rows = {row.id: row for row in store.chunks([chunk for chunk, _ in ranked])}
    return sorted((rows[c].path, rows[c].start_line, round(score, 6)) for c, score in ranked)
