"""Compares the definitions that codeseam finds with those of Universal Ctags, folder by folder.

    python benchmarks/ctags.py FOLDER... [--misses N]

For functions, methods, classes and types: how many of those that ctags reports codeseam has with the
same name on the same line. A tag that names nothing written on its line (ctags numbers what has no
name: lambdas, closures) is counted apart: no symbol should stand for it. Needs ``ctags`` (Universal
Ctags with JSON) on the path. Prints one row of a Markdown table a folder, then the misses.
"""

import argparse
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codeseam_indexer.languages import detect
from codeseam_indexer.parse import decode, parse
from codeseam_indexer.records import SourceFile

KINDS = frozenset(
    "function method class struct enum interface trait typedef type func macro singletonMethod module"
    " namespace union alias object protocol generator record implementation".split()
)
LANGUAGES = "C,C++,C#,Go,Java,JavaScript,TypeScript,Kotlin,Lua,PHP,Python,Ruby,Rust,Elixir,Sh"
LARGEST = 1_000_000
NEAR = (0, 1, 2, -1)
"""How far ctags may be off: it gives the line of an attribute or of a type for some names."""


@dataclass
class Tally:
    """What one folder gave."""

    tags: int = 0
    found: int = 0
    unnamed: Counter[str] = field(default_factory=Counter[str])
    missed: list[str] = field(default_factory=list[str])

    def row(self, name: str) -> str:
        """A row of the table."""
        share = self.found / self.tags if self.tags else 1.0
        return (
            f"| {name} | {self.tags:,} | {self.found:,} | {share:.1%} | {self.unnamed.total():,} |"
        )


def tags(folder: Path) -> Iterator[dict[str, Any]]:
    """Run ctags over a folder."""
    command = ["ctags", "--output-format=json", "--fields=+nKl", "-R", f"--languages={LANGUAGES}"]
    done = subprocess.run([*command, "."], cwd=folder, capture_output=True, check=True)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        try:
            tag: dict[str, Any] = json.loads(line)
        except ValueError:  # ctags does not escape every name
            continue
        if tag.get("_type") == "tag" and tag.get("kind") in KINDS:
            yield tag


def compare(folder: Path) -> Tally:
    """Look for each tag among the symbols of its file."""
    tally = Tally()
    by_path: dict[str, list[dict[str, Any]]] = {}
    for tag in tags(folder):
        by_path.setdefault(tag["path"].removeprefix("./"), []).append(tag)
    for path, found in sorted(by_path.items()):
        file = folder / path
        if not file.is_file() or file.stat().st_size > LARGEST:
            continue
        text = decode(file.read_bytes())
        neighbours = [entry.name for entry in file.parent.iterdir()]
        source = SourceFile(path, text, b"", detect(path, text, neighbours))
        have = {(symbol.name, symbol.name_line) for symbol in parse(source).symbols}
        lines = text.split("\n")
        for tag in found:
            _count(tally, path, tag, have, lines)
    return tally


def _count(
    tally: Tally, path: str, tag: dict[str, Any], have: set[tuple[str, int]], lines: list[str]
) -> None:
    name, line = str(tag["name"]), int(tag["line"])
    short = re.split(r"::|\.", name)[-1].strip("\"'")
    if not _written(short, line, lines):
        tally.unnamed[tag["kind"]] += 1
        return
    tally.tags += 1
    spellings = (name, short, name.replace(" ", ""))
    if any((spelling, line + off) in have for spelling in spellings for off in NEAR):
        tally.found += 1
    else:
        tally.missed.append(f"{path}:{line} {tag['language']} {tag['kind']} {name}")


def _written(name: str, line: int, lines: list[str]) -> bool:
    near = " ".join(lines[line + off - 1] for off in NEAR if 0 <= line + off - 1 < len(lines))
    return bool(name) and re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", near) is not None


def main() -> None:
    """Print the table and the misses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--misses", type=int, default=0, help="how many to show of each folder")
    options = parser.parse_args()
    print("| folder | tags | found | share | without a name |\n|---|---:|---:|---:|---:|")
    tallies = {folder.resolve().name: compare(folder) for folder in options.folders}
    for name, tally in tallies.items():
        print(tally.row(name))
    for name, tally in tallies.items():
        for miss in tally.missed[: options.misses]:
            print(f"{name}: {miss}")


if __name__ == "__main__":
    main()
