"""What grows in a server that is asked and whose files are saved, thousands of times.

    python benchmarks/soak.py [FOLDER] [--files N] [--edits N] [--questions N] [--every N]

Copies the first files of a folder into a temporary repository, starts a server on it and takes
turns: a save (a function added, a line changed, a file renamed, removed, put back), a question of
each tool in turn, words and names drawn from the files. Prints a row at each interval: memory of
the server and of its workers, bytes of the index, what the server has open. The last row is after
a rest of ``--rest`` seconds, by when what questions took should have been given back.
"""

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from freshness import ask, git, start

from codeseam_indexer.discover import discover
from codeseam_indexer.settings import Settings

_SEED = 5
_KEPT = 20
"""Saves of a file until it is put back as it was: a file that only grew would make all grow."""


def main() -> None:
    """Run the turns and print the table."""
    asked = _arguments()
    with tempfile.TemporaryDirectory(prefix="codeseam-soak-") as scratch:
        root, cache = Path(scratch, "work"), Path(scratch, "cache")
        files = Files(root, asked.folder.resolve(), asked.files)
        server = start(root, cache)
        while "to be indexed" in ask(server, "index_status", {}):
            time.sleep(0.5)
        print(f"{len(files.paths)} files, {len(files.words)} words, {asked.every} turns a row\n")
        print("| saves | questions | server MB | workers MB | index MB | open | threads | CPU s |")
        print("|---|---|---|---|---|---|---|---|")
        print(_row(0, 0, server.pid, cache), flush=True)
        questions = files.questions()
        turns = max(asked.edits, asked.questions)
        for turn in range(1, turns + 1):
            if turn * asked.edits // turns > (turn - 1) * asked.edits // turns:
                files.save()
            if turn * asked.questions // turns > (turn - 1) * asked.questions // turns:
                ask(server, *next(questions))
            if turn % asked.every == 0 or turn == turns:
                done = turn * asked.edits // turns, turn * asked.questions // turns
                print(_row(*done, server.pid, cache), flush=True)
        time.sleep(asked.rest)
        print(_row(asked.edits, asked.questions, server.pid, cache), flush=True)
        server.kill()
        server.wait()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path(os.__file__).parent)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--rest", type=float, default=40.0)
    return parser.parse_args()


class Files:
    """The files of a repository that is saved to at random, the same way each time."""

    def __init__(self, root: Path, source: Path, most: int) -> None:
        self._root = root
        self._random = random.Random(_SEED)
        self._saves: dict[str, int] = {}
        self._gone: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        settings = Settings(cache_dir=root)
        for found in discover(source, settings).found:
            if len(self._texts) < most and (source / found.path).suffix:
                self._copy(source / found.path, found.path)
        self.paths = sorted(self._texts)
        words = {w for text in self._texts.values() for w in re.findall(r"[A-Za-z]\w{3,24}", text)}
        self.words = sorted(words)
        git(root, "init", "-qb", "main")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "x")

    def _copy(self, source: Path, path: str) -> None:
        target = self._root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
        try:
            self._texts[path] = target.read_text("utf-8")
        except UnicodeDecodeError:
            target.unlink()

    def save(self) -> None:
        """Change one file on disk."""
        path = self._random.choice(self.paths)
        file = self._root / path
        if path in self._gone:
            file.write_text(self._gone.pop(path), "utf-8")
            return
        count = self._saves[path] = self._saves.get(path, 0) + 1
        text = self._texts[path] if count % _KEPT == 0 else file.read_text("utf-8")
        kind = self._random.randrange(10)
        if kind == 0:
            self._gone[path] = text
            file.unlink()
        elif kind == 1:
            other = file.with_name(f"saved_{count}{file.suffix}")
            file.rename(other)
            other.rename(file)
        elif kind < 6:
            file.write_text(f"{text}\n\ndef soaked_{count}(value):\n    return value\n", "utf-8")
        else:
            lines = text.split("\n")
            at = self._random.randrange(len(lines))
            lines[at] += f"  # {self._random.choice(self.words)}"
            file.write_text("\n".join(lines), "utf-8")

    def questions(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield tools with arguments, without end."""
        while True:
            some = self._random.choices(self.words, k=5)
            yield "semantic_search", {"query": " ".join(some[:4])}
            yield "get_symbol", {"name": some[0]}
            yield "list_callers", {"symbol": some[1]}
            yield "semantic_search", {"query": f"how does {some[2]} {some[3]} work"}
            yield "find_references", {"symbol": some[4]}
            yield "list_callees", {"symbol": some[0]}
            yield "outline", {"path": self._random.choice(self.paths)}
            yield "index_status", {}


def _row(edits: int, questions: int, pid: int, cache: Path) -> str:
    tasks = list(Path(f"/proc/{pid}/task").iterdir())
    below = [child for task in tasks for child in (task / "children").read_text("ascii").split()]
    index = sum(file.stat().st_size for file in cache.rglob("*.sqlite3*") if file.is_file())
    return (
        f"| {edits} | {questions} | {_resident(pid):.0f}"
        f" | {' + '.join(f'{_resident(int(one)):.0f}' for one in below) or '-'} | {index / 1e6:.1f}"
        f" | {len(list(Path(f'/proc/{pid}/fd').iterdir()))}"
        f" | {len(tasks)} | {_seconds(pid):.0f} |"
    )


def _resident(pid: int) -> float:
    """Resident memory in MB, 0 of a process that has ended."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    if sys.platform != "linux":
        sys.exit("soak.py reads /proc, which Linux has")
    main()
