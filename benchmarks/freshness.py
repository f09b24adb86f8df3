"""Measures how fast files are found, a save is told, and a check before an answer is.

    python benchmarks/freshness.py [FILES …]        (1000, 5000 and 50000 by default)

For each size a git repository of small files, ten to a folder, is made in a temporary folder.
"""

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
    author = ["-c", "user.email=a@example.invalid", "-c", "user.name=a"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run(["git", *author, *arguments], cwd=root, check=True)


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


if __name__ == "__main__":
    for size in [int(word) for word in sys.argv[1:]] or [1000, 5000, 50_000]:
        measure(size)
