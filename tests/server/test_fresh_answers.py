"""Answers are from the disk as it is at the moment of the call, from each of several servers."""

import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from codeseam_indexer.errors import CodeseamError
from codeseam_indexer.settings import Settings
from codeseam_server import answers
from codeseam_server.session import Session
from servers import NEWER, SOON, Server, git, patched, source

MODEL_EXAMPLES = int(os.environ.get("FRESH_EXAMPLES", "2"))
MODEL_STEPS = int(os.environ.get("FRESH_STEPS", "10"))
MODEL_SEED = os.environ.get("FRESH_SEED", "")
"""A number makes a long run explore other ground; without it every run is the same."""

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="processes are killed as POSIX does"),
    pytest.mark.timeout(0 if MODEL_SEED else 900),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    (root / "pkg").mkdir(parents=True)
    for number in range(12):
        (root / f"pkg/m{number}.py").write_text(source(f"fun_{number}"))
    return root


@pytest.fixture(params=["leader", "polling", "follower", "unwatched"])
def server(request: pytest.FixtureRequest, folder: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that is asked: the one that watches, by events or polling, and ones that do not."""
    cache = tmp_path / "cache"
    mode = "poll" if request.param == "polling" else "auto"
    first = Server(folder, cache, CODESEAM_WATCH=mode)
    first.whole("outline")
    asked = first
    if request.param in {"follower", "unwatched"}:
        asked = Server(folder, cache)
        asked.whole("outline")
    if request.param == "unwatched":  # the leader is there and does nothing
        os.kill(first.popen.pid, signal.SIGSTOP)
    yield asked
    os.kill(first.popen.pid, signal.SIGCONT)
    for one in {first, asked}:
        one.close()


def restored(path: Path, text: str) -> None:
    """Change a file in place, and put its time of modification back."""
    before = path.stat()
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_what_was_done_a_moment_ago_is_in_the_answer(server: Server, folder: Path) -> None:
    pkg = folder / "pkg"
    restored(pkg / "m0.py", source("fun_X"))
    assert "fun_X" in server.call("get_symbol", name="fun_X")
    assert "fun_X" in server.call("outline", path="pkg/m0.py")
    (pkg / "m1.py").unlink()
    assert "fun_1\n" not in server.call("outline", path="pkg") + "\n"
    assert "m1.py" not in server.call("semantic_search", query="fun_1", limit=3)
    (pkg / "m2.py").rename(pkg / "moved.py")
    assert "pkg/moved.py" in server.call("get_symbol", name="fun_2")
    (pkg / "m3.py").rename(pkg / "x")
    (pkg / "m4.py").rename(pkg / "m3.py")
    (pkg / "x").rename(pkg / "m4.py")
    assert "pkg/m4.py" in server.call("get_symbol", name="fun_3")
    new = pkg / "deep/er/new.py"
    new.parent.mkdir(parents=True)
    new.write_text(source("brand_new", "fun_5", "pkg.m5"))
    assert "deep/er/new.py" in server.call("outline", path="pkg/deep/er/new.py")
    assert "brand_new" in server.call("list_callers", symbol="fun_5")
    assert "deep/er/new.py" in server.call("semantic_search", query="brand_new")
    restored(pkg / "m6.py", source("fun_6", "fun_7", "pkg.m7"))
    assert "fun_6" in server.call("list_callers", symbol="fun_7")
    (pkg / "m6.tmp").write_text(source("fun_6", "fun_8", "pkg.m8"))
    (pkg / "m6.tmp").replace(pkg / "m6.py")
    assert "fun_6" in server.call("list_callers", symbol="fun_8")
    assert "pkg/m6.py" not in server.call("list_callers", symbol="fun_7")
    shutil.rmtree(pkg)
    assert "fun_9" not in server.call("outline")


def test_a_follower_leads_within_two_seconds_of_a_kill(folder: Path, tmp_path: Path) -> None:
    first = Server(folder, tmp_path / "cache")
    first.whole("outline")
    second = Server(folder, tmp_path / "cache")
    assert "another codeseam server indexes" in second.whole("index_status")
    first.kill()
    began = time.monotonic()
    while "another codeseam server" in second.call("index_status"):
        assert time.monotonic() - began < 2 + SOON / 10
    (folder / "pkg/m0.py").write_text(source("later"))
    assert "later" in second.call("get_symbol", name="later")
    second.close()


# ---- the model


NAMES = [f"{word}_{number}" for word in ("ask", "tell", "find") for number in range(3)]
PLACES = ["a.py", "b.py", "lib/c.py", "lib/deep/d.py", "e.py"]
names = st.sampled_from(NAMES)


def written(name: str, called: str) -> str:
    """A source whose import is right in some states of the tree and wrong in others."""
    module = PLACES[len(called + name) % 3].removesuffix(".py").replace("/", ".")
    return source(name, called, module)


places = st.sampled_from(PLACES)


class Model(RuleBasedStateMachine):
    """A work tree that changes at random, three servers, and an index made from nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp(prefix="fresh"))
        self.root = self.base / "work"
        self.cache = self.base / "cache"
        self.servers: list[Server] = []
        self.steps: list[str] = []
        self.newer: dict[str, str] = {}

    @initialize()
    def begin(self) -> None:
        self.root.mkdir()
        git(self.root, "init", "-q", "-b", "main")
        for at, place in enumerate(PLACES[:3]):
            self.write(place, NAMES[at], NAMES[at + 1])
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "one")
        git(self.root, "checkout", "-qb", "other")
        self.write(PLACES[3], NAMES[5], NAMES[0])
        (self.root / PLACES[0]).unlink()
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "two")
        self.newer = patched(self.base, "newer", NEWER)
        self.servers = [Server(self.root, self.cache) for _ in range(3)]

    def teardown(self) -> None:
        for one in self.servers:
            one.close()
        shutil.rmtree(self.base, ignore_errors=True)

    def write(self, place: str, name: str, called: str) -> None:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(name, called), "utf-8")

    @rule(place=places, name=names, called=names)
    def save(self, place: str, name: str, called: str) -> None:
        self.steps.append(f"save {place} {name} {called}")
        self.write(place, name, called)

    @rule(place=places, name=names, called=names)
    def save_with_the_time_put_back(self, place: str, name: str, called: str) -> None:
        self.steps.append(f"save_with_the_time_put_back {place} {name} {called}")
        if (self.root / place).exists():
            restored(self.root / place, written(name, called))

    @rule(place=places, name=names, called=names)
    def save_by_renaming_over(self, place: str, name: str, called: str) -> None:
        self.steps.append(f"save_by_renaming_over {place} {name} {called}")
        self.write("temporary.py", name, called)
        (self.root / place).parent.mkdir(parents=True, exist_ok=True)
        (self.root / "temporary.py").replace(self.root / place)

    @rule(place=places, to=places)
    def rename(self, place: str, to: str) -> None:
        self.steps.append(f"rename {place} {to}")
        if (self.root / place).exists():
            (self.root / to).parent.mkdir(parents=True, exist_ok=True)
            (self.root / place).replace(self.root / to)

    @rule(place=places)
    def delete(self, place: str) -> None:
        self.steps.append(f"delete {place}")
        (self.root / place).unlink(missing_ok=True)

    @rule()
    def delete_a_folder(self) -> None:
        self.steps.append("delete_a_folder")
        shutil.rmtree(self.root / "lib", ignore_errors=True)

    @rule(branch=st.sampled_from(["main", "other"]))
    def switch(self, branch: str) -> None:
        self.steps.append(f"switch {branch}")
        git(self.root, "checkout", "-qf", branch)

    @rule(pattern=st.sampled_from(["lib/\n", "/b.py\n", ""]))
    def ignore(self, pattern: str) -> None:
        self.steps.append(f"ignore {pattern}")
        (self.root / ".gitignore").write_text(pattern)

    @rule(place=places, other=places)
    def swap(self, place: str, other: str) -> None:
        self.steps.append(f"swap {place} {other}")
        one, two, aside = self.root / place, self.root / other, self.root / "aside"
        if place != other and one.exists() and two.exists():
            one.replace(aside)
            two.replace(one)
            aside.replace(two)

    @rule()
    def move_a_folder(self) -> None:
        self.steps.append("move_a_folder")
        here, there = self.root / "lib", self.root / "new" / "nested"
        if there.exists():
            here, there = there, here
        if here.exists() and not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            here.replace(there)

    @rule(place=places, seconds=st.sampled_from([0, 4_000_000_000]))
    def date(self, place: str, seconds: int) -> None:
        self.steps.append(f"date {place} {seconds}")
        if (self.root / place).exists():
            os.utime(self.root / place, (seconds, seconds))

    @rule(what=st.sampled_from([("add", "-f", "-A"), ("reset", "-q")]))
    def track(self, what: tuple[str, ...]) -> None:
        self.steps.append(f"track {what}")
        git(self.root, *what)

    @rule(pattern=st.sampled_from(["lib/\n", "e.py\n", ""]))
    def exclude(self, pattern: str) -> None:
        self.steps.append(f"exclude {pattern}")
        (self.root / ".git/info/exclude").write_text(pattern)

    @rule(at=st.integers(0, 2))
    def kill(self, at: int) -> None:
        self.steps.append(f"kill {at}")
        self.servers[at].kill()
        self.servers[at] = Server(self.root, self.cache)

    @rule()
    def kill_all(self) -> None:
        self.steps.append("kill_all")
        for one in self.servers:
            one.kill()
        self.servers = [Server(self.root, self.cache) for _ in range(3)]

    @rule(at=st.integers(0, 2))
    def become_another_version(self, at: int) -> None:
        self.steps.append(f"become_another_version {at}")
        self.servers[at].kill()
        self.servers[at] = Server(self.root, self.cache, **self.newer)

    @rule(at=st.integers(0, 2), name=names, place=places, newer=st.booleans())
    def kill_while_it_opens(self, at: int, name: str, place: str, *, newer: bool) -> None:
        self.steps.append(f"kill_while_it_opens {at} {name} {place} {newer}")
        env = self.newer if newer else {}
        self.write(place, name, name)
        Server(self.root, self.cache, **env).kill()
        self.servers[at].kill()
        self.servers[at] = Server(self.root, self.cache, **env)

    @rule(kept=st.booleans())
    def put_an_old_copy_in_place(self, *, kept: bool) -> None:
        self.steps.append(f"put_an_old_copy_in_place {kept}")
        for index in self.cache.glob("*.sqlite3"):
            copy = self.base / index.name
            if kept and copy.exists():
                copy.replace(index)
            elif index.is_file():
                shutil.copy(index, copy)

    @precondition(lambda self: bool(self.servers))
    @rule(end=st.sampled_from(["-wal", "-shm"]))
    def delete_what_belongs_to_the_index(self, end: str) -> None:
        self.steps.append(f"delete_what_belongs_to_the_index {end}")
        for file in self.cache.glob(f"*{end}"):
            file.unlink()

    @precondition(lambda self: bool(self.servers))
    @rule()
    def delete_the_index(self) -> None:
        self.steps.append("delete_the_index")
        for file in self.cache.glob("*.sqlite3*"):
            file.rmdir() if file.is_dir() else file.unlink()

    @invariant()
    def all_agree(self) -> None:
        if not self.servers:
            return
        with tempfile.TemporaryDirectory() as empty:
            truth = dict(self.answers(Path(empty)))
        for (tool, arguments), expected in truth.items():
            for at, one in enumerate(self.servers):
                found = facts(tool, one.whole(tool, **dict(arguments)))
                assert found == expected, f"server {at}, {tool} {arguments} after {self.steps}"

    def answers(self, cache: Path) -> Iterator[tuple[tuple[str, tuple[tuple[str, str], ...]], str]]:
        """What an index made from nothing answers."""
        with Session(self.root, Settings(cache_dir=cache, workers=0)) as session:
            session.refresh()
            asked = [("outline", (("path", ""),))]
            asked += [("get_symbol", (("name", name),)) for name in NAMES]
            asked += [("list_callers", (("symbol", name),)) for name in NAMES]
            asked += [("semantic_search", (("query", name),)) for name in NAMES[:3]]
            for tool, arguments in asked:
                answer: Callable[..., str] = answers.ANSWERS[tool]
                try:
                    yield (tool, arguments), facts(tool, answer(session, **dict(arguments)))
                except CodeseamError as error:
                    yield (tool, arguments), facts(tool, str(error))


def facts(tool: str, text: str) -> str:
    """An answer without what may differ: the order of search results of one score, and notices."""
    lines = [line for line in text.splitlines() if not line.startswith("(The index ")]
    text = "\n".join(lines)
    if tool != "semantic_search":
        return text
    return "\n".join(sorted(set(re.findall(r"^\S+\.py:\d+.*$", text, re.MULTILINE))))


Model.TestCase.settings = settings(
    max_examples=MODEL_EXAMPLES,
    stateful_step_count=MODEL_STEPS,
    derandomize=not MODEL_SEED,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # what depends on time cannot be made smaller by running it again
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestModel = seed(int(MODEL_SEED))(Model.TestCase) if MODEL_SEED else Model.TestCase
