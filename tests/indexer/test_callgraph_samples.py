"""Who calls whom in samples of each language, by the kinds of ways in which calls are written.

A line of a sample says behind "->" which functions it calls: what is declared, and what may stand
for that when it runs. All must be at least possible, but for those behind "~", which it takes the
flow of values to know. What is proved must be one of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from codeseam_indexer.resolve import Graph, Target, Unit, find_uses

CALLS = Path(__file__).parent.parent / "calls"
SAMPLES = sorted(
    path
    for language in ("javascript", "typescript", "go", "rust", "java", "c", "cpp")
    for path in CALLS.glob(f"{language}/*")
)
EXPECTED = re.compile(r"// ->(.*)$")

Edge = tuple[int, str]
"""A line, and what it calls."""


def expected(text: str) -> set[Edge]:
    """The calls that a sample says it makes, with "~" those that need not be known."""
    return {
        (number, name.strip())
        for number, line in enumerate(text.split("\n"), 1)
        if (found := EXPECTED.search(line))
        for name in found[1].split(",")
    }


def qualified(unit: Unit, scope: int) -> str:
    """A function by the names of what it lies in, or belongs to."""
    parts: list[str] = []
    exprs = unit.facts.exprs
    while scope > 0:
        here = unit.facts.scopes[scope]
        parts.append(here.name)
        if here.owner > 0:
            owner = exprs[here.owner]
            parts.append((exprs[owner.parts[0]] if owner.op == "generic" else owner).text)
        scope = here.parent
    return ".".join(part for part in reversed(parts) if part)


def answered(graph: Graph, path: str) -> Iterator[tuple[str, set[int], set[int]]]:
    """Each function of a file, with the lines that surely call it and those that may."""
    unit = graph.unit(path)
    assert unit is not None
    for number, scope in enumerate(unit.facts.scopes.all()):
        if scope.kind == "function" and scope.name and "declaration" not in scope.flags:
            found = find_uses(graph, [Target(path, number)])
            proved = {use.line for use in found.proved}
            yield qualified(unit, number), proved, {use.line for use in found.possible}


def named(edges: set[Edge], line: int, callee: str) -> set[Edge]:
    """Those of some edges that are a call of a function on a line."""
    return {e for e in edges if e[0] == line and f".{callee}".endswith(f".{e[1].lstrip('~')}")}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_call_of_a_sample_is_known_and_what_is_proved_is_one(
    sample: Path, graph_of: Callable[[Mapping[str, str]], Graph]
) -> None:
    text = sample.read_text("utf-8")
    wanted = expected(text)
    known: set[Edge] = set()
    false: set[Edge] = set()
    for callee, proved, possible in answered(graph_of({sample.name: text}), sample.name):
        for line in proved:
            meant = named(wanted, line, callee)
            known |= meant
            if not meant:
                false.add((line, callee))
        for line in possible:
            known |= named(wanted, line, callee)
    missing = {edge for edge in wanted - known if not edge[1].startswith("~")}
    assert (false, missing) == (set(), set())
