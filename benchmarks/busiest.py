"""CPU time and memory of the callers of the busiest names of a workspace.

    python benchmarks/busiest.py WORKSPACE... [--names 20] [--following 100]

The busiest names are those of functions, methods and classes that occur most often in the indexed
files. Each is asked in a process of its own that has asked nothing before; then as many as
``--following`` are asked one after another in one process, as a server is. Finding the symbol is
counted, opening the index and importing the code are not.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from codeseam_indexer.settings import load
from codeseam_server.session import Session
from codeseam_server.symbols.graph import SymbolGraph

LOADED = SymbolGraph
"""Imported here, so that its import is no part of a question."""

CALLABLE = frozenset(
    {"function", "method", "constructor", "class", "struct", "interface", "enum", "trait"}
)
_WORD = re.compile(r"\w+")


def busiest(workspace: Path, most: int) -> list[tuple[str, int]]:
    """The names with the most occurrences, each with their number."""
    with Session(workspace, load()) as session:
        session.refresh()
        names = {r.symbol.name for r in session.store.all_symbols() if r.symbol.kind in CALLABLE}
        found: Counter[str] = Counter()
        for path in session.store.paths():
            text = (workspace / path).read_text("utf-8", "replace")
            found.update(word for word in _WORD.findall(text) if word in names)
    return found.most_common(most)


class Asked(NamedTuple):
    """CPU milliseconds of each question in turn; resident memory after them and its peak, in MB."""

    spent: list[float]
    after: float
    peak: float


def ask(workspace: Path, names: Sequence[str]) -> Asked:
    """Ask for the callers of some names, one after another."""
    with Session(workspace, load()) as session:
        spent: list[float] = []
        for name in names:
            start = time.process_time()
            session.callers(session.find(name).rows)
            spent.append(1000 * (time.process_time() - start))
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        after = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return Asked(spent, after, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def apart(workspace: Path, names: Sequence[str]) -> Asked:
    """The same in a process that has done nothing else."""
    command = [sys.executable, __file__, str(workspace), "--ask", *names]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return Asked(*json.loads(ran.stdout))


def show(title: str, spent: Sequence[float], after: float, peak: float) -> None:
    """Print a line of the table."""
    ordered = sorted(spent)
    p50, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    times = f"{p50:7.0f} {p95:7.0f} {ordered[-1]:7.0f} ms"
    print(f"{title:30} {times} {after:6.0f} MB, at most {peak:.0f}", flush=True)


def main() -> None:
    """Print a table for each workspace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workspace", type=Path, nargs="+")
    parser.add_argument("--names", type=int, default=20, help="asked in a process each")
    parser.add_argument("--following", type=int, default=100, help="asked in one process")
    parser.add_argument("--ask", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ask:
        print(json.dumps(ask(options.workspace[0], options.ask)))
        return
    for workspace in options.workspace:
        names = busiest(workspace, max(options.names, options.following))
        print(f"{workspace.name}: p50, p95 and max of CPU time, memory after")
        first: list[Asked] = []
        for name, count in names[: options.names]:
            first.append(apart(workspace, [name]))
            print(f"  {name} ({count} times): {first[-1].spent[0]:.0f} ms", flush=True)
        show(
            f"first of {len(first)} processes",
            [one.spent[0] for one in first],
            max(one.after for one in first),
            max(one.peak for one in first),
        )
        every = apart(workspace, [name for name, _ in names[: options.following]])
        show(f"{len(every.spent)} in one process", *every)


if __name__ == "__main__":
    main()
