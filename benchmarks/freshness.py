"""Measures how fast files are found, a save is told, and a check before an answer is.

    python benchmarks/freshness.py [FILES …]        the parts (1000, 5000 and 50000 by default)
    python benchmarks/freshness.py --whole FILES …  save to answer, save to index, cost in a query
    python benchmarks/freshness.py --switch FILES   a branch on which every file differs, and back
    python benchmarks/freshness.py --tree FILES     a second work tree of a repository
    python benchmarks/freshness.py --servers N …    memory and CPU of idle servers on 1,000 files

For each size a git repository of small files, ten to a folder, is made in a temporary folder.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from codeseam_indexer.discover import content_hash, discover, read_bytes
from codeseam_indexer.fresh import Freshness
from codeseam_indexer.records import Entry
from codeseam_indexer.settings import Settings
from codeseam_indexer.watch import Watcher
from codeseam_server import answers
from codeseam_server.session import Session
from codeseam_server.session.keeper import Keeper

IDLE = 60.0
SAVES = 30
CHECKS = 100


def make(root: Path, count: int) -> None:
    """Make a repository of ``count`` files, and a node_modules of half as many that it ignores."""
    for number in range(count):
        folder = root / f"p{number // 1000}" / f"q{number // 10 % 100}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"m{number}.py").write_text(f"def f_{number}(a):\n    return a\n", "utf-8")
    for number in range(count // 20):
        folder = root / "node_modules" / f"x{number}"
        folder.mkdir(parents=True)
        for inner in range(10):
            (folder / f"i{inner}.js").write_text("x", "utf-8")
    (root / ".gitignore").write_text("node_modules/\n*.pyc\n", "utf-8")
    for arguments in (["init", "-qb", "master"], ["add", "-A"], ["commit", "-qm", "x"]):
        git(root, *arguments)


def cpu() -> float:
    """CPU seconds of this process and of the git processes it started."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def spread(action: Callable[[], object], times: int, clock: Callable[[], float]) -> str:
    """The median and the 95th percentile of what an action takes, in milliseconds."""
    taken: list[float] = []
    for _ in range(times):
        began = clock()
        action()
        taken.append((clock() - began) * 1000)
    taken.sort()
    return f"p50 {statistics.median(taken):.1f} ms, p95 {taken[int(times * 0.95)]:.1f} ms"


def saves(root: Path, settings: Settings) -> str:
    """How long after a save the watcher tells of it."""
    told = threading.Event()
    with Watcher(root, lambda _: told.set(), settings) as watcher:
        watcher.wait(60)
        told.wait(60)
        path = root / "p0" / "q0" / "m0.py"

        def save() -> None:
            time.sleep(0.01)
            told.clear()
            path.write_text(f"x = {time.time_ns()}\n", "utf-8")
            told.wait(10)

        return spread(save, SAVES, time.monotonic)


def measure(count: int) -> None:
    """Measure one size and print it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "w"
        settings = Settings(cache_dir=Path(folder) / "cache")
        make(root, count)
        print(f"{count} files")
        print(
            "  discover, git lists       ",
            spread(lambda: discover(root, settings), 5, cpu),
            "of CPU",
        )
        environ = dict(os.environ)
        os.environ["PATH"] = ""
        print(
            "  discover, walked          ",
            spread(lambda: discover(root, settings), 5, cpu),
            "of CPU",
        )
        os.environ.update(environ)
        one = ["p0/q0/m0.py"]
        print(
            "  discover, one path        ",
            spread(lambda: discover(root, settings, one), 20, cpu),
            "of CPU",
        )
        print("  save told                 ", saves(root, settings))
        manifest: dict[str, Entry] = {}
        for number, file in enumerate(discover(root, settings).found):
            read = read_bytes(root, file.path)
            if read is not None:
                manifest[file.path] = Entry(file.path, read[1], content_hash(read[0]), number)
        time.sleep(2)
        fresh = Freshness(root, settings)
        shown = list(manifest)[:10]
        print(
            "  settle                    ",
            spread(lambda: fresh.settle(manifest), 5, time.process_time),
            "of CPU",
        )
        fresh.done(fresh.check(manifest, shown))
        for name, clock in (("wall", time.perf_counter), ("CPU", time.process_time)):
            print(
                "  check before an answer    ",
                spread(lambda: fresh.check(manifest, shown), CHECKS, clock),
                name,
            )
        print(
            "  verify every file         ",
            spread(lambda: fresh.verify(manifest), 20, time.process_time),
            "of CPU",
        )


def whole(count: int) -> None:
    """Measure what a user of a server waits for."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "w"
        settings = Settings(cache_dir=Path(folder) / "cache")
        make(root, count)
        keeper = Keeper(root, settings)
        began = time.monotonic()
        threading.Thread(target=keeper.run, daemon=True).start()
        while "to be indexed" in keeper.answer(answers.index_status) or not keeper.complete:
            time.sleep(0.2)
        print(f"{count} files, indexed in {time.monotonic() - began:.0f} s")
        time.sleep(5)
        path, number = root / "p0" / "q0" / "m0.py", 0

        def save() -> str:
            nonlocal number
            number += 1
            path.write_text(f"def saved_{number}(a):\n    return a\n", "utf-8")
            return f"saved_{number}"

        def asked() -> None:
            name = save()
            assert name in keeper.answer(lambda s: answers.get_symbol(s, name))

        for name, clock in (("wall", time.perf_counter), ("CPU", time.process_time)):
            print("  save and ask at once      ", spread(asked, SAVES, clock), name)
        store = keeper.session.store

        def left_alone() -> None:
            name = save()
            while not store.symbols_named(name):
                time.sleep(0.002)

        print("  save until in the index   ", spread(left_alone, SAVES, time.perf_counter))
        time.sleep(5)

        def question() -> str:
            return keeper.answer(lambda s: answers.get_symbol(s, "f_7"))

        print("  a question, in all        ", spread(question, CHECKS, time.perf_counter))
        for name, clock in (("wall", time.perf_counter), ("CPU", time.process_time)):
            print("  of it the look at the disk", spread(keeper.look, CHECKS, clock), name)
        keeper.close()


def switch(count: int) -> None:
    """Switch to a branch on which every file differs, and back."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "w"
        make(root, count)
        git(root, "checkout", "-qb", "other")
        for file in root.rglob("*.py"):
            file.write_text(file.read_text("utf-8") + "\n\nx = 1\n", "utf-8")
        git(root, "commit", "-qam", "y")
        with Session(root, Settings(cache_dir=Path(folder) / "cache")) as session:
            session.refresh()
            for branch in ("master", "other", "master"):
                git(root, "checkout", "-q", branch)
                report = session.sync()
                print(
                    f"to {branch}: {report.seconds:.1f} s, {report.indexed} files embedded,"
                    f" {report.reused} known"
                )


def tree(count: int) -> None:
    """Add a second work tree."""
    with tempfile.TemporaryDirectory() as folder:
        root, second = Path(folder) / "w", Path(folder) / "second"
        settings = Settings(cache_dir=Path(folder) / "cache")
        make(root, count)
        with Session(root, settings) as session:
            session.refresh()
            print(f"first: {size(settings.cache_dir) / 1e6:.1f} MB")
        before = size(settings.cache_dir)
        git(root, "worktree", "add", "-q", str(second))
        began = time.monotonic()
        with Session(second, settings) as session:
            session.refresh()
            took = time.monotonic() - began
        print(f"second: {took:.1f} s, {(size(settings.cache_dir) - before) / 1e6:.2f} MB more")


def servers(count: int) -> None:
    """Start servers on one workspace, ask each, and let them idle."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "w"
        make(root, 1000)
        started = [start(root, Path(folder) / "cache") for _ in range(count)]
        for server in started:
            for name in ("f_1", "f_2", "f_3"):
                while "(partial" in ask(server, "list_callers", {"symbol": name}):
                    time.sleep(0.2)
        time.sleep(40)  # workers without work end after 20 s, memory is given back after 30 s
        used = [ticks(server.pid) for server in started]
        time.sleep(IDLE)
        spent = [ticks(server.pid) - one for server, one in zip(started, used, strict=True)]
        memory = [smaps(server.pid) for server in started]
        rate = 100 / os.sysconf("SC_CLK_TCK") / IDLE
        print(
            f"{count} servers: RSS {max(m[0] for m in memory):.0f} MB at most,"
            f" PSS {sum(m[1] for m in memory):.0f} MB in all,"
            f" USS {sum(m[2] for m in memory):.0f} MB in all,"
            f" CPU {max(spent) * rate:.3f} % at most, {sum(spent) * rate / count:.3f} % on average"
        )
        for server in started:
            assert server.stdin is not None
            server.stdin.close()
            server.wait()


def start(root: Path, cache: Path) -> subprocess.Popen[bytes]:
    """Start a server that has shaken hands."""
    server = subprocess.Popen(
        [sys.executable, "-m", "codeseam_server", "serve", "--workspace", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "CODESEAM_CACHE_DIR": str(cache)},
    )
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    }
    request(server, "initialize", hello)
    return server


def ask(server: subprocess.Popen[bytes], tool: str, arguments: dict[str, str]) -> str:
    """The text that a tool answers."""
    return str(request(server, "tools/call", {"name": tool, "arguments": arguments}))


def request(server: subprocess.Popen[bytes], method: str, parameters: object) -> object:
    """Send one request and wait for its result."""
    assert server.stdin is not None
    assert server.stdout is not None
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    while True:
        reply = json.loads(server.stdout.readline())
        if reply.get("id") == 1:
            return reply["result"]


def ticks(pid: int) -> int:
    """Clock ticks of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def smaps(pid: int) -> tuple[float, float, float]:
    """Resident, proportional and own memory of a process in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()[1:]
    found = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    own = found["Private_Clean"] + found["Private_Dirty"]
    return found["Rss"] / 1024, found["Pss"] / 1024, own / 1024


def size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def git(root: Path, *arguments: str) -> None:
    """Run git quietly."""
    author = ["-c", "user.email=a@example.invalid", "-c", "user.name=a"]
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, capture_output=True)


WAYS = {"--whole": whole, "--switch": switch, "--tree": tree, "--servers": servers}

if __name__ == "__main__":
    if sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    way = WAYS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if way is not None:
        for number in map(int, sys.argv[2:]):
            way(number)
        sys.exit()
    for files in [int(word) for word in sys.argv[1:]] or [1000, 5000, 50_000]:
        measure(files)
