"""Writes down who calls whom in a C++ or C project, as libclang sees it, for a ruler of callers.

    python benchmarks/cpp_truth.py ROOT --repo OWNER/NAME --commit C --out DIR/NAME/truth.json \
        [--commands compile_commands.json] [--files GLOB...] [--flags=-std=c++17 …]

What is compiled is what ``--commands`` (of cmake, made for ROOT) lists, else the files that a glob
names (``*.cc``, ``*.cpp``, ``*.cxx``, ``*.c`` by default), with the flags. What is written is

- callers: calls whose name is written, at the line of the name, of the function that is declared;
- may_callers: calls of what it overrides, by macros, of implicit constructors, uses of the type;
- unknown_callers: the name where an instantiation would decide, in a branch that is not compiled,
  in a file that is not, in the body of a macro, and in an argument that a macro drops.

Operators, conversions and destructors are called without their names, so they are no callees here;
nor is what a macro names. Needs ``pip install libclang`` (18) and the headers of gcc or clang.
"""

import argparse
import ctypes
import json
import re
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clang import cindex
from clang.cindex import Cursor, CursorKind, SourceLocation, SourceRange

Place = tuple[str, int]
"""A path and a line."""

SOURCES = ("**/*.cc", "**/*.cpp", "**/*.cxx", "**/*.c")
SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl"})
FUNCTIONS = {
    CursorKind.FUNCTION_DECL: "function",
    CursorKind.FUNCTION_TEMPLATE: "function",
    CursorKind.CXX_METHOD: "method",
    CursorKind.CONSTRUCTOR: "constructor",
    CursorKind.DESTRUCTOR: "special",
    CursorKind.CONVERSION_FUNCTION: "special",
}
CLASSES = frozenset({
    CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
})  # fmt: skip
TYPES = frozenset({CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF})
MAKING = frozenset({CursorKind.CXX_NEW_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR})
HOLDING = frozenset({CursorKind.VAR_DECL, CursorKind.FIELD_DECL})
DEFINE = re.compile(r"^[ \t]*#[ \t]*define\b(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
CALLEE = re.compile(r"(~?\w+)\s*(?:<[^;]*>)?\s*$")
EMPTY = re.compile(r"[({]\s*[)}]$")
"""The arguments of a default construction."""
WORD = re.compile(r"[A-Za-z_]\w*")

LIB = cindex.conf.lib


class Ranges(ctypes.Structure):
    """Some ranges of a file, as libclang gives them."""

    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(SourceRange)))


LIB.clang_getAllSkippedRanges.restype = ctypes.POINTER(Ranges)
LIB.clang_getAllSkippedRanges.argtypes = [cindex.TranslationUnit]
LIB.clang_getFileLocation.argtypes = [SourceLocation, *[ctypes.c_void_p] * 4]
LIB.clang_getOverriddenCursors.argtypes = [Cursor, ctypes.c_void_p, ctypes.c_void_p]


@dataclass(frozen=True)
class Definition:
    """A function or class: where its name stands, and its span."""

    path: str
    line: int
    start: int
    end: int
    name: str
    qualname: str
    kind: str


class Truth:
    """What is found in all the files that are compiled; functions and classes go by their USR."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.definitions: dict[str, set[Definition]] = defaultdict(set)
        self.declarations: dict[str, set[Place]] = defaultdict(set)
        self.made: dict[str, str] = {}
        self.overridden: dict[str, set[str]] = defaultdict(set)
        self.calls: dict[str, set[Place]] = defaultdict(set)
        self.local: dict[str, dict[str, set[Place]]] = defaultdict(lambda: defaultdict(set))
        self.may: dict[str, set[Place]] = defaultdict(set)
        self.dependent: dict[str, set[Place]] = defaultdict(set)
        self.expanded: set[Place] = set()
        self.resolved: set[tuple[str, int, str]] = set()
        self.skipped: dict[str, set[int]] = {}
        self._macros: set[Place] = set()
        self._names: dict[int, str] = {}
        self._seen: set[tuple[str, frozenset[int]]] = set()
        self._path = cache(self._find_path)
        self.text = cache(self._read)

    # ---- places

    def _read(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def _find_path(self, name: str) -> str:
        path = Path(name).resolve()
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else ""

    def place(self, at: SourceLocation) -> tuple[str, int, int]:
        """Path, line and offset; of an argument of a macro where it stands, "" outside."""
        file, line, offset = cindex.c_object_p(), ctypes.c_uint(), ctypes.c_uint()
        by = ctypes.byref
        LIB.clang_getFileLocation(at, by(file), by(line), None, by(offset))
        if not file:
            return "", 0, 0
        key = ctypes.cast(file, ctypes.c_void_p).value or 0
        if key not in self._names:
            self._names[key] = cindex.File(file).name
        return self._path(self._names[key]), line.value, offset.value

    def written(self, path: str, offset: int, name: str) -> bool:
        """Whether a name stands at a place, as it does where no macro makes it."""
        return self.text(path)[offset : offset + len(name)] == name.encode()

    # ---- a file that is compiled

    def compile(self, index: cindex.Index, source: str, flags: list[str]) -> int:
        """Take in one file with what it includes; how many errors it has."""
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        try:
            unit = index.parse(source, args=flags, options=options)
        except cindex.TranslationUnitLoadError:
            return 1
        self._names.clear()
        hidden = self._hidden(unit)
        for top in unit.cursor.get_children():
            path, line, offset = self.place(top.location)
            if path and top.kind == CursorKind.MACRO_INSTANTIATION:
                last = self.place(top.extent.end)[1]
                self._macros.add((path, offset))
                self.expanded |= {(path, n) for n in range(line, last + 1)}
            if not path or top.kind.is_preprocessing():
                continue
            lines = frozenset(hidden.get(path, ()))
            known = self.skipped.get(path)
            self.skipped[path] = set(lines) if known is None else known & lines
            if (path, lines) not in self._seen:
                self._take(top, top.semantic_parent)
        self._seen |= {(path, frozenset(hidden.get(path, ()))) for path in self.skipped}
        return sum(d.severity >= cindex.Diagnostic.Error for d in unit.diagnostics)

    def _hidden(self, unit: cindex.TranslationUnit) -> dict[str, set[int]]:
        """The lines of each file that are not compiled."""
        found: dict[str, set[int]] = defaultdict(set)
        ranges = LIB.clang_getAllSkippedRanges(unit).contents
        for number in range(ranges.count):
            here = ranges.ranges[number]
            path, first, _ = self.place(here.start)
            if path:
                found[path].update(range(first + 1, here.end.line))
        return found

    def _take(self, node: Cursor, parent: Cursor) -> None:
        kind = node.kind
        if kind in FUNCTIONS or kind in CLASSES:
            self._declared(node)
        elif kind == CursorKind.CALL_EXPR:
            self._called(node, parent)
        elif kind in TYPES:
            self._typed(node)
        for child in node.get_children():
            self._take(child, node)

    def _declared(self, node: Cursor) -> None:
        path, line, offset = self.place(node.location)
        name = node.spelling.partition("<")[0]
        if not path or not name or not self.written(path, offset, name):
            kind = "macro"
        elif name.startswith("operator") and not name[8:9].isalnum() and name[8:9] != "_":
            kind = "special"
        else:
            kind = FUNCTIONS.get(node.kind, "class")
            if kind == "function" and node.semantic_parent.kind in CLASSES:
                kind = "constructor" if name == node.semantic_parent.spelling else "method"
        if path and node.is_definition():
            span = self.place(node.extent.start)[1], self.place(node.extent.end)[1]
            qualname = "::".join([*reversed(list(scopes(node))), name])
            found = Definition(path, line, *span, name, qualname, kind)
            self.definitions[node.canonical.get_usr()].add(found)
        elif path and kind != "macro":
            self.declarations[node.canonical.get_usr()].add((path, line))
        if kind == "constructor":
            self.made[node.canonical.get_usr()] = node.semantic_parent.canonical.get_usr()
        for above in overridden(node):
            self.overridden[node.canonical.get_usr()].add(general(above).canonical.get_usr())

    def _typed(self, node: Cursor) -> None:
        path, line, _ = self.place(node.location)
        named = node.referenced if path else None
        for to in (named, named.type.get_canonical().get_declaration()) if named else ():
            self.may[general(to).canonical.get_usr() or "builtin"].add((path, line))

    def _called(self, node: Cursor, parent: Cursor) -> None:
        to = node.referenced
        if to is None:
            self._undecided(node)
            return
        if to.kind not in FUNCTIONS:
            return
        to = general(to)
        made = to.kind == CursorKind.CONSTRUCTOR
        at = node.location if made else callee(node).location
        path, line, offset = self.place(at)
        if not path:
            return
        usr = to.canonical.get_usr()
        name = to.spelling.partition("<")[0]
        self.resolved.add((path, line, name))
        explicit = self._constructs(node, parent) if made else self.written(path, offset, name)
        explicit &= (path, offset) not in self._macros
        if not explicit:
            self.may[usr].add((path, line))
        else:
            home = to.get_definition()
            local = self.place(home.location)[0] if home is not None else ""
            self.local[usr][local].add((path, line))
        if made:
            cls = general(to.semantic_parent).canonical.get_usr()
            (self.calls if explicit else self.may)[cls].add((path, line))

    def _constructs(self, node: Cursor, parent: Cursor) -> bool:
        """Whether the call of a constructor is written: with a type, a name or arguments."""
        if parent.kind in MAKING or any(c.kind in TYPES for c in node.get_children()):
            return True
        path, _, first = self.place(node.extent.start)
        end = self.place(node.extent.end)[2]
        text = self.text(path)[first:end].decode(errors="replace") if path else ""
        if parent.kind in HOLDING and self.place(parent.location)[2] == first:
            return text.endswith((")", "}"))
        if parent.kind in FUNCTIONS:
            named = [self.place(c.location)[2] for c in parent.get_children() if c != node]
            return first in named and text.endswith((")", "}")) and not EMPTY.search(text)
        return False

    def _undecided(self, node: Cursor) -> None:
        of = callee(node)
        path, first, start = self.place(of.extent.start)
        end = self.place(of.extent.end)[2]
        text = self.text(path)[start:end].decode(errors="replace") if path else ""
        named = CALLEE.search(text)
        if named:
            self.dependent[named[1]].add((path, first + text.count("\n", 0, named.start(1))))

    # ---- all of them

    def settle(self) -> None:
        """Give calls to the one definition that is meant where several files have one."""
        for usr, homes in self.local.items():
            for places in homes.values():
                self.calls[usr] |= places


def callee(node: Cursor) -> Cursor:
    """The expression that names what is called."""
    for child in node.get_children():
        here = child
        while here.kind == CursorKind.UNEXPOSED_EXPR:
            inner = next(iter(here.get_children()), None)
            if inner is None:
                break
            here = inner
        return here
    return node


def general(node: Cursor) -> Cursor:
    """The template that a function or class is made from."""
    template = LIB.clang_getSpecializedCursorTemplate(node)
    return template if template is not None and template.kind.is_declaration() else node


def scopes(node: Cursor) -> Iterator[str]:
    """The names of what a definition lies in, innermost first."""
    outer = node.semantic_parent
    while outer is not None and not outer.kind.is_translation_unit():
        if outer.spelling and "(" not in outer.spelling:
            yield outer.spelling.partition("<")[0]
        outer = outer.semantic_parent


def overridden(node: Cursor) -> list[Cursor]:
    """The methods that a method overrides."""
    if node.kind != CursorKind.CXX_METHOD:
        return []
    found, count = ctypes.POINTER(Cursor)(), ctypes.c_uint()
    LIB.clang_getOverriddenCursors(node, ctypes.byref(found), ctypes.byref(count))
    cursors = [found[n] for n in range(count.value)]
    for cursor in cursors:
        cursor._tu = node._tu  # noqa: SLF001 - the binding keeps the unit alive by it
    return cursors


def unseen(truth: Truth) -> dict[str, set[Place]]:
    """Where names stand in what is not compiled, and in bodies of macros."""
    found: dict[str, set[Place]] = defaultdict(set)
    for file in sorted(truth.root.rglob("*")):
        if file.suffix not in SUFFIXES or not file.is_file():
            continue
        path = str(file.relative_to(truth.root))
        text = file.read_text("utf-8", errors="replace")
        lines: set[int] = set()
        for match in DEFINE.finditer(text):
            first = text.count("\n", 0, match.start()) + 1
            lines |= set(range(first, first + match[0].count("\n") + 1))
        skipped = truth.skipped.get(path)
        bare = TEXT.sub(lambda m: "\n" * m[0].count("\n"), text).split("\n")
        for number, line in enumerate(bare, 1):
            hidden = skipped is None or number in skipped or number in lines
            for name in WORD.findall(line) if hidden or (path, number) in truth.expanded else ():
                if hidden or (path, number, name) not in truth.resolved:
                    found[name].add((path, number))
    return found


def entries(truth: Truth) -> Iterator[dict[str, Any]]:
    """An entry for each function and class that the project defines."""
    hidden = unseen(truth)
    below: dict[str, set[str]] = defaultdict(set)
    for usr, above in truth.overridden.items():
        below[usr] |= above
    for usr, definitions in truth.definitions.items():
        for of in definitions:
            if of.kind in {"macro", "special"}:
                continue
            homes = truth.local[usr]
            several = len(definitions) > 1
            calls = truth.calls[usr] - (
                {p for home, places in homes.items() if home != of.path for p in places}
                if several else set()
            )  # fmt: skip
            may = truth.may[usr] | truth.may.get(truth.made.get(usr, usr), set())
            for above in reached(below, usr):
                may |= truth.calls[above] | truth.may[above]
            if several:
                may |= truth.calls[usr]
            unknown = truth.dependent[of.name] | hidden[of.name]
            declared = [{"path": p, "line": n} for p, n in sorted(truth.declarations[usr])]
            yield {
                "callee": {
                    "path": of.path, "line": of.line, "name": of.name, "qualname": of.qualname,
                    "kind": of.kind, "decls": declared,
                },
                "callers": [{"path": p, "line": n} for p, n in sorted(calls)],
                "may_callers": [{"path": p, "line": n} for p, n in sorted(may - calls)],
                "unknown_callers": [{"path": p, "line": n} for p, n in sorted(unknown - calls)],
                "flags": [],
            }  # fmt: skip


def reached(edges: dict[str, set[str]], start: str) -> set[str]:
    """All that edges lead to."""
    found, waiting = set[str](), [start]
    while waiting:
        for to in edges.get(waiting.pop(), ()):
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found


def compiled(args: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """The files to compile, with their flags."""
    if args.commands:
        for command in json.loads(args.commands.read_text()):
            words = command.get("arguments") or shlex.split(command["command"])
            folder = Path(command["directory"])
            file = (folder / command["file"]).resolve()
            if file.is_relative_to(args.root.resolve()):
                keep = [
                    w for w in words[1:] if w != "-c" and not str(file).endswith(w.lstrip("./"))
                ]
                yield (
                    str(file),
                    [*without_output(keep), f"-working-directory={folder}", *args.flags],
                )
    else:
        for file in sorted({f for g in args.files for f in args.root.glob(g)}):
            yield str(file), args.flags


def without_output(words: list[str]) -> Iterator[str]:
    """Flags less those that say where to write."""
    rest = iter(words)
    for word in rest:
        if word == "-o":
            next(rest, None)
        elif not word.startswith(("-M", "-Werror")):
            yield word


def main() -> None:
    """Compile all, write the truth."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commit", default="")
    parser.add_argument("--language", default="cpp")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--commands", type=Path)
    parser.add_argument("--files", nargs="+", default=SOURCES)
    parser.add_argument("--flags", type=shlex.split, default=[])
    args = parser.parse_args()
    sys.setrecursionlimit(10_000)
    truth = Truth(args.root)
    index = cindex.Index.create()
    for source, flags in compiled(args):
        if errors := truth.compile(index, source, flags):
            print(f"{errors} errors: {source}", file=sys.stderr)
    truth.settle()
    spans = {d for found in truth.definitions.values() for d in found}
    functions = [
        {"path": d.path, "start": d.start, "line": d.line, "end": d.end, "name": d.name,
         "qualname": d.qualname, "kind": "function" if d.kind in {"macro", "special"} else d.kind}
        for d in sorted(spans, key=lambda d: (d.path, d.line))
    ]  # fmt: skip
    found = list(entries(truth))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps({
        "repo": args.repo, "commit": args.commit, "language": args.language, "split": "dev",
        "engine": "libclang", "functions": functions, "entries": found,
        "counts": {"callees": len(found), "sites": sum(len(e["callers"]) for e in found)},
    }))  # fmt: skip
    print(f"{len(found)} callees, {sum(len(e['callers']) for e in found)} calls")


if __name__ == "__main__":
    main()
