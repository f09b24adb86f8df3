"""Who calls whom, by the kinds of ways in which a function gets to the place where it is called.

The samples are programs: what they call is seen by running them, not written down by hand.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from codeseam_indexer.resolve import Graph, Target, Unit, find_uses

Edges = set[tuple[str, str]]

CALLS = Path(__file__).parent.parent / "calls"
BY_SYNTAX = re.compile(r"__(?!init__|call__|new__)\w+__$")
"""What the language calls by itself; no call of it is written."""

DECORATING = ("wrapper", "decorate")
"""As the samples name what decorators make: a call of a decorated function counts as its own."""


def programs(language: str, suffix: str) -> list[Path]:
    return sorted([*CALLS.glob(f"{language}/*{suffix}"), *CALLS.glob(f"{language}/*/main{suffix}")])


def title(program: Path) -> str:
    return program.parent.name if program.stem == "main" else program.stem


@cache
def traced() -> dict[str, Edges]:
    """What each program calls, by running all of them in one process."""
    command = [sys.executable, str(CALLS / "trace.py"), *map(str, programs("python", ".py"))]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    return {program: {(caller, callee) for caller, callee in found[program]} for program in found}


def sample(program: Path) -> dict[str, str]:
    """The files of a program by their paths."""
    if program.stem != "main":
        return {program.name: program.read_text("utf-8")}
    root = program.parent
    files = sorted(p for p in root.rglob("*") if p.is_file() and p.suffix == ".py")
    return {str(p.relative_to(root)): p.read_text("utf-8") for p in files}


def named(unit: Unit, scope: int) -> str:
    """The innermost function at a scope, by its file and its qualified name."""
    scopes = unit.facts.scopes
    while scope > 0 and not (scopes[scope].kind == "function" and scopes[scope].name):
        scope = scopes[scope].parent
    parts: list[str] = []
    while scope > 0:
        parts.append(scopes[scope].name)
        scope = scopes[scope].parent
    return f"{unit.path}:{'.'.join(p for p in reversed(parts) if p) or '<module>'}"


def functions(graph: Graph, files: Mapping[str, str]) -> Iterator[tuple[Unit, int]]:
    for path in files:
        unit = graph.unit(path)
        assert unit is not None
        for number, scope in enumerate(unit.facts.scopes.all()):
            if scope.kind == "function" and scope.name:
                yield unit, number


def answered(graph: Graph, files: Mapping[str, str]) -> tuple[Edges, Edges]:
    """The calls that are proved, and those that are possible."""
    proved: Edges = set()
    possible: Edges = set()
    for unit, number in functions(graph, files):
        found = find_uses(graph, [Target(unit.path, number)])
        for uses, edges in ((found.proved, proved), (found.possible, possible)):
            for use in uses:
                caller = graph.unit(use.path)
                assert caller is not None
                edges.add((named(caller, use.scope), named(unit, number)))
    return proved, possible


def apart(graph: Graph, files: Mapping[str, str]) -> set[str]:
    """The functions whose call is not the call that is seen: decorated, or running later."""
    found: set[str] = set()
    for unit, number in functions(graph, files):
        exprs, flags = unit.facts.exprs, unit.facts.scopes[number].flags
        under = any(
            e.op == "decorated" and exprs[e.parts[0]].parts == (number,) for e in exprs.all()
        )
        if under or {"generator", "async"} & set(flags):
            found.add(named(unit, number))
    return found


@pytest.mark.parametrize("program", programs("python", ".py"), ids=title)
def test_in_python_what_is_seen_is_known_and_what_is_proved_is_seen(
    program: Path, graph_of: Callable[[Mapping[str, str]], Graph]
) -> None:
    files = sample(program)
    graph = graph_of(files)
    seen = traced()[str(program)]
    proved, possible = answered(graph, files)
    missing = {
        (caller, callee)
        for caller, callee in seen - proved - possible
        if not (BY_SYNTAX.search(callee) or callee.endswith(DECORATING))
    }
    later = apart(graph, files)
    assert missing == set()
    assert {(caller, callee) for caller, callee in proved - seen if callee not in later} == set()
