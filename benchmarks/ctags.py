"""Compares the definitions that codeseam finds with those of Universal Ctags, folder by folder.

    python benchmarks/ctags.py FOLDER... [--misses N]

For functions, methods, classes and types: how many of those that ctags reports codeseam has with
that name on that line (ctags gives the line of a type or an attribute for some names, so one or two
lines off count too). Tags that no symbol should stand for are counted apart, by why:

- unnamed: the name is not written there (ctags numbers lambdas, closures, anonymous types);
- text: it is written in a comment or a string;
- macro: a macro that defines a test, where codeseam has the test by the names in its arguments;
- parameter: of a lambda, a loop or a handler; assignment: ``NAME=`` of a shell; import: of a name;
- object: ``x = {…}``, which ctags takes for a class;
- result: of a call that a function is passed to, which ctags takes for the function;
- renamed: a function that codeseam has by the name it is put under, ctags by its own.

Needs ``ctags`` (Universal Ctags with JSON) on the path. Prints a row of a Markdown table for each
folder, then the misses.
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

import tree_sitter

from codeseam_indexer.languages import detect
from codeseam_indexer.parse import ParsedFile, decode, parse
from codeseam_indexer.records import SourceFile

KINDS = frozenset(
    {"function", "func", "method", "singletonMethod", "generator", "class", "struct", "union",
     "enum", "record", "interface", "trait", "protocol", "object", "typedef", "type"}
)  # fmt: skip
"""Kinds of ctags that are functions, methods, classes and types; ``alias`` is one in TypeScript."""
LANGUAGES = "C,C++,C#,Go,Java,JavaScript,TypeScript,Kotlin,Lua,PHP,Python,Ruby,Rust,Elixir,Sh"
PARAMETER = "parameter|^catch|^for_"
TEXT = "comment|string|heredoc|quoted_content"
LARGEST = 1_000_000
NEAR = (0, 1, 2, -1)
"""How far ctags may be off: it gives the line of an attribute or of a type for some names."""


@dataclass
class Tally:
    """What one folder gave."""

    tags: int = 0
    found: int = 0
    apart: Counter[str] = field(default_factory=Counter[str])
    missed: list[str] = field(default_factory=list[str])

    def row(self, name: str) -> str:
        """A row of the table."""
        share = self.found / self.tags if self.tags else 1.0
        apart = ", ".join(f"{count:,} {why}" for why, count in self.apart.most_common())
        return f"| {name} | {self.tags:,} | {self.found:,} | {share:.1%} | {apart} |"


def tags(folder: Path) -> Iterator[dict[str, Any]]:
    """Run ctags over a folder."""
    command = ["ctags", "--output-format=json", "--fields=+nKl", "-R", f"--languages={LANGUAGES}"]
    done = subprocess.run([*command, "."], cwd=folder, capture_output=True, check=True)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        try:
            tag: dict[str, Any] = json.loads(line)
        except ValueError:  # ctags does not escape every name
            continue
        kind, language = tag.get("kind"), tag.get("language")
        if kind in KINDS or (kind, language) == ("alias", "TypeScript"):
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
        parsed = parse(SourceFile(path, text, b"", detect(path, text, neighbours)))
        _count(tally, path, found, parsed)
    return tally


def _count(tally: Tally, path: str, found: list[dict[str, Any]], parsed: ParsedFile) -> None:
    have = {(symbol.name, symbol.name_line) for symbol in parsed.symbols}
    for tag in found:
        name, line = str(tag["name"]), int(tag["line"])
        short = re.split(r"::|[.:]", name)[-1].strip("\"'")
        spellings = (name, short, name.replace(" ", ""))
        if any((spelling, line + off) in have for spelling in spellings for off in NEAR):
            tally.tags += 1
            tally.found += 1
        elif why := _apart(short, tag["kind"], line, parsed):
            tally.apart[why] += 1
        else:
            tally.tags += 1
            tally.missed.append(f"{path}:{line} {tag['language']} {tag['kind']} {name}")


def _apart(name: str, kind: str, line: int, parsed: ParsedFile) -> str:
    """Why no symbol should stand for a tag; "" where one should."""
    if "[" in name or "]" in name:  # M[k] = function …
        return "unnamed"
    if name.endswith("="):
        return "assignment"
    written = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)".encode())
    start = parsed.lines.start(max(1, line - 1))
    end = parsed.lines.start(min(line + 2, parsed.lines.count + 1))
    found = [match.start() for match in written.finditer(parsed.data, start, end)]
    if not name or not found:
        return "unnamed"
    root = parsed.tree.root_node if parsed.tree else None
    if root and all(_stands_in(TEXT, root, at) for at in found):
        return "text"
    if root and any(_stands_in(PARAMETER, root, at) for at in found):
        return "parameter"
    return _by_line(name, kind, line, parsed)


def _by_line(name: str, kind: str, line: int, parsed: ParsedFile) -> str:
    """Why no symbol should stand for a tag, by the text of its line and what is found there."""
    text = parsed.source.text.split("\n")[line - 1]
    there = {symbol.kind for symbol in parsed.symbols if symbol.name_line == line}
    tests = {symbol.name_line for symbol in parsed.symbols if symbol.kind == "test"}
    if name.isupper() and any(line + off in tests for off in NEAR):
        return "macro"
    if kind == "alias" and text.lstrip().startswith(("import", "export")) and "type {" not in text:
        return "import"
    if kind in {"class", "method"} and not re.search(r"\b(?:class|function)\b|=>|\)\s*\{", text):
        return "object"
    if re.search(rf"{re.escape(name)}\b[^=]*=\s*[^=]*\bfunction\b", text):
        return "result"
    return "renamed" if there & {"function", "method"} and "function" in text else ""


def _stands_in(kinds: str, root: tree_sitter.Node, byte: int) -> bool:
    """Is what begins at a byte in a node of such a type, within four levels?"""
    node = root.descendant_for_byte_range(byte, byte + 1)
    for _ in range(4):
        if node is None:
            return False
        if re.search(kinds, node.type):
            return True
        node = node.parent
    return False


def main() -> None:
    """Print the table and the misses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--misses", type=int, default=0, help="how many to show of each folder")
    options = parser.parse_args()
    print("| folder | tags | found | share | counted apart |\n|---|---:|---:|---:|---|")
    tallies = {folder.resolve().name: compare(folder) for folder in options.folders}
    for name, tally in tallies.items():
        print(tally.row(name))
    for name, tally in tallies.items():
        for miss in tally.missed[: options.misses]:
            print(f"{name}: {miss}")


if __name__ == "__main__":
    main()
