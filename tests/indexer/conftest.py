"""A workspace of small sources, and who calls whom in it, for the tests of the resolver."""

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from codeseam_indexer.facts import line_of
from codeseam_indexer.languages.detect import detect
from codeseam_indexer.packed import Packed, pack
from codeseam_indexer.parse import parse
from codeseam_indexer.parse.facts import lower
from codeseam_indexer.records import SourceFile, Symbol
from codeseam_indexer.resolve import Graph, Target, find_uses
from codeseam_indexer.resolve.known_as import names_of

_WORD = re.compile(r"\w+")


class Sources:
    """A ``FactSource`` over texts, each lowered, packed and unpacked once."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        self._facts: dict[str, Packed] = {}

    def paths(self) -> Sequence[str]:
        return sorted(self.files)

    def language(self, path: str) -> str:
        return detect(path, self.files[path])

    def facts(self, path: str) -> Packed:
        if path not in self._facts:
            source = SourceFile(path, self.files[path], b"", self.language(path))
            self._facts[path] = Packed(pack(lower(parse(source))))
        return self._facts[path]

    def symbols(self, path: str) -> Sequence[Symbol]:
        return ()

    def mentioning(self, name: str) -> Sequence[str]:
        return [p for p in self.paths() if name in set(_WORD.findall(self.files[p]))]

    def text(self, path: str) -> str | None:
        return self.files.get(path)


def _calls(files: Mapping[str, str], certainty: str) -> set[str]:
    """The calls of a workspace; whoever asks for the users of what is called has to find each."""
    graph = Graph(Sources(files))
    found: set[str] = set()
    meant: dict[Target, set[tuple[str, int]]] = {}
    for unit, ref, hit in graph.all_hits():
        scope = unit.around(ref.scope, "function")
        while scope > 0 and not unit.facts.scopes[scope].name:
            scope = unit.around(unit.facts.scopes[scope].parent, "function")
        caller = unit.facts.scopes[scope].name if scope > 0 else ""
        for target in (t for t, _ in hit.proved if _is_named(graph, t)):
            meant.setdefault(target, set()).add((unit.path, line_of(ref.position)))
        for target, _ in hit.proved if certainty == "proved" else hit.possible:
            found.add(f"{caller} -> {_shown(graph, target)}")
    for target, places in meant.items():
        uses = find_uses(graph, [target])
        known = {(use.path, use.line) for use in (*uses.proved, *uses.possible)}
        assert places <= known, f"{_shown(graph, target)} is used at {places - known} too"
    return found


def _is_named(graph: Graph, target: Target) -> bool:
    """Whether somebody can ask for a definition."""
    unit = graph.unit(target.path)
    return unit is not None and unit.facts.scopes[target.scope].name != ""


def _shown(graph: Graph, target: Target) -> str:
    unit = graph.unit(target.path)
    assert unit is not None
    scope = unit.facts.scopes[target.scope]
    return f"{target.path}:{scope.line} {scope.name}"


@pytest.fixture
def graph_of() -> Callable[[Mapping[str, str]], Graph]:
    """The graph of a workspace of some texts."""
    return lambda files: Graph(Sources(files))


@pytest.fixture
def proved() -> Callable[[Mapping[str, str]], set[str]]:
    """Every proved call of a workspace, each as ``caller -> path:line callee``."""
    return lambda files: _calls(files, "proved")


@pytest.fixture
def possible() -> Callable[[Mapping[str, str]], set[str]]:
    """Every call that is possible only, written the same."""
    return lambda files: _calls(files, "possible")


@pytest.fixture
def users() -> Callable[[Mapping[str, str], str], set[str]]:
    """Who surely calls the definitions at ``path:line``, each as ``path:line``."""
    return _users


@pytest.fixture
def possible_users() -> Callable[[Mapping[str, str], str], set[str]]:
    """Who may call the definitions at ``path:line``, each as ``path:line`` and the reason."""

    def found(files: Mapping[str, str], place: str) -> set[str]:
        graph = Graph(Sources(files))
        uses = find_uses(graph, _defined_at(graph, place))
        return {f"{use.path}:{use.line} {use.why}" for use in uses.possible}

    return found


@pytest.fixture
def sought() -> Callable[[Mapping[str, str], str], frozenset[str]]:
    """Under which names the definitions at ``path:line`` are looked for."""

    def names(files: Mapping[str, str], place: str) -> frozenset[str]:
        graph = Graph(Sources(files))
        return names_of(graph, _defined_at(graph, place))

    return names


def _users(files: Mapping[str, str], place: str) -> set[str]:
    graph = Graph(Sources(files))
    found = find_uses(graph, _defined_at(graph, place))
    return {f"{use.path}:{use.line}" for use in found.proved}


def _defined_at(graph: Graph, place: str) -> list[Target]:
    path, _, line = place.rpartition(":")
    unit = graph.unit(path)
    assert unit is not None
    scopes = enumerate(unit.facts.scopes.all())
    return [Target(path, i) for i, s in scopes if s.name and s.line == int(line)]
