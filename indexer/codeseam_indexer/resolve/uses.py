"""All uses of a definition: candidates by name, each resolved, and what stays unexplained."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from codeseam_indexer.facts import Ref, line_of, position
from codeseam_indexer.resolve.dispatch import from_outside, overridden, owners
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.known_as import heirs_of, makers_of, names_of
from codeseam_indexer.resolve.occurrences import Occurrence, occurrence, places, quoted
from codeseam_indexer.resolve.passing import calls_of_passed
from codeseam_indexer.resolve.reflection import made_look_ups
from codeseam_indexer.resolve.targets import Hit, Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Mod

CALLS = frozenset({"call", "new", "implicit", "decorator"})


@dataclass(frozen=True, slots=True)
class Use:
    """A use in a file.

    Attributes:
        path: of the file.
        line: of the name.
        scope: index of the scope around it.
        kind: the kind of the reference.
        why: the evidence, or why it is not proved.
    """

    path: str
    line: int
    scope: int
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """The uses of some definitions.

    Attributes:
        proved: uses that mean them.
        possible: uses that may.
        unexplained: (path, line) of occurrences of the name that no fact explains.
        unresolved: uses of the same name on receivers of which nothing is known.
        files: how many files mention one of the names.
        outside: why code outside the workspace may call them, empty where none is known to.
    """

    proved: tuple[Use, ...]
    possible: tuple[Use, ...]
    unexplained: tuple[tuple[str, int], ...]
    unresolved: tuple[Use, ...]
    files: int
    outside: tuple[str, ...] = ()


def find_uses(
    graph: Graph, targets: Sequence[Target], kinds: frozenset[str] = CALLS, *, textual: bool = True
) -> Found:
    """Find the uses of definitions.

    Args:
        graph: of one state of a workspace.
        targets: the definitions; the members of one family of overloads, say.
        kinds: of references; where calls are asked for, a function that is passed on as a value
            is a possible one.
        textual: whether to look for unexplained occurrences too, which reads the files.
    """
    targets = graph.with_definitions(targets)
    wanted = frozenset(targets)
    names = names_of(graph, targets)
    families = {unit.rules.family for t in targets if (unit := graph.unit(t.path)) is not None}
    above = frozenset(t for target in targets for t in overridden(graph, target)) - wanted
    proved: list[Use] = []
    possible: list[Use] = []
    unresolved: list[Use] = []
    reads: list[tuple[Unit, Ref]] = []
    passed = wanted | {c for t in targets for c in _constructed(graph, t)}
    paths = dict.fromkeys(_files(graph, targets, names))
    for path in paths:
        unit = graph.unit(path)
        if unit is None or unit.rules.family not in families:
            continue
        for ref in unit.named_refs(names):
            hit = graph.hit(unit, ref)
            _sort(unit, ref, hit, (wanted, above, kinds), (proved, possible, unresolved))
            if ref.kind == "read" and any(t in passed for t, _ in hit.proved):
                reads.append((unit, ref))
    for unit, ref, by in calls_of_passed(graph, targets, reads):
        possible.append(_use(unit, ref, f"passed to {by}"))
    for unit, ref in made_look_ups(graph, names):
        possible.append(_use(unit, ref, "looked up under a name that is put together"))
    unexplained: list[tuple[str, int]] = []
    if textual:
        own = {unit.facts.scopes[t.scope].name for t in targets if (unit := graph.unit(t.path))}
        for name in sorted(own - {""}):
            for path in graph.source.mentioning(name):
                unexplained += _unexplained(graph, path, name, wanted, possible)
    outside = tuple(dict.fromkeys(w for t in targets if (w := from_outside(graph, t))))
    return Found(
        _ordered(proved), _ordered(possible), tuple(dict.fromkeys(unexplained)),
        _ordered(unresolved), len(paths), outside if textual else (),
    )  # fmt: skip


def _constructed(graph: Graph, target: Target) -> Iterator[Target]:
    """The class that a constructor makes instances of."""
    unit = graph.unit(target.path)
    for cls in owners(graph, unit, target.scope) if unit is not None else ():
        home = graph.unit(cls.path)
        name = unit.facts.scopes[target.scope].name if unit is not None else ""
        if home is not None and name in home.constructor_names(cls.scope):
            yield Target(cls.path, cls.scope)


def _sort(
    unit: Unit,
    ref: Ref,
    hit: Hit,
    sought: tuple[frozenset[Target], frozenset[Target], frozenset[str]],
    lists: tuple[list[Use], list[Use], list[Use]],
) -> None:
    wanted, above, kinds = sought
    proved, possible, unresolved = lists
    for target, why in hit.proved:
        if target in wanted:
            doubt = _doubt(ref, kinds)
            if doubt is not None:
                (possible if doubt else proved).append(_use(unit, ref, doubt or why))
            return
    if ref.kind not in kinds and ref.kind != "read":
        return
    if any(target in above for target, _ in hit.proved):
        if not _goes_up(unit, ref, wanted):
            possible.append(_use(unit, ref, "dispatch through what it overrides"))
        return
    reason = next((why for target, why in hit.possible if target in wanted), "")
    if reason:
        possible.append(_use(unit, ref, reason))
    elif ref.kind in kinds and hit.status == "unknown":
        unresolved.append(_use(unit, ref, "unknown receiver"))


def _goes_up(unit: Unit, ref: Ref, wanted: frozenset[Target]) -> bool:
    """Whether a use is one of ``super``, which never goes down to what is asked for."""
    exprs = unit.facts.exprs
    node = exprs[ref.expr]
    node = exprs[node.parts[0]] if node.op == "call" and node.parts else node
    if node.op != "get" or not node.parts:
        return False
    above = exprs[node.parts[0]]
    above = exprs[above.parts[0]] if above.op == "call" and above.parts else above
    if above.op != "super" and (above.op, above.text) != ("name", "super"):
        return False
    if not unit.rules.linearised:
        return True
    cls = unit.around(ref.scope, "class")
    scopes = unit.facts.scopes
    return any(t.path == unit.path and scopes[t.scope].parent == cls for t in wanted)


def _doubt(ref: Ref, kinds: frozenset[str]) -> str | None:
    """Why a use of a definition need not be one that was asked for; "" where it is, None: not."""
    calls_only = "inherit" not in kinds
    if ref.kind == "decorator" and calls_only:
        return "applied as a decorator"
    if ref.kind in kinds:
        return ""
    return "passed on as a value" if ref.kind == "read" else None


def _use(unit: Unit, ref: Ref, why: str) -> Use:
    return Use(unit.path, line_of(ref.position), ref.scope, ref.kind, why)


def _ordered(uses: Iterable[Use]) -> tuple[Use, ...]:
    return tuple(sorted(dict.fromkeys(uses), key=lambda u: (u.path, u.line, u.scope, u.kind)))


def _files(graph: Graph, targets: Sequence[Target], names: frozenset[str]) -> Iterator[str]:
    """The files that may use definitions.

    Words such as ``cls`` and ``super`` mean a class in its own body and in those of its heirs, so
    that files with nothing but the word need not be read.
    """
    spoken: set[str] = set()
    heirs: set[str] = set()
    for target in targets:
        unit = graph.unit(target.path)
        if unit is not None:
            scope = unit.facts.scopes[target.scope]
            spoken.update(set(unit.rules.constructor_calls) - {scope.name})
            cls = unit.around(target.scope, "class")
            heirs.update(heirs_of(graph, unit.facts.scopes[cls].name) if cls >= 0 else ())
    made = makers_of(graph, targets, names - spoken)
    for name in sorted((names - spoken) | heirs | made):
        yield from graph.source.mentioning(name)


def _unexplained(
    graph: Graph, path: str, name: str, wanted: frozenset[Target], possible: list[Use]
) -> list[tuple[str, int]]:
    """The lines of a file on which nothing explains a name; what could be a use is added."""
    text = graph.source.text(path)
    spots = places(text, name) if text is not None else []
    unit = graph.unit(path) if spots else None
    if text is None or unit is None:
        return [(path, line) for line, _ in spots]
    explained, readable = unit.explained(name), unit.may_read(name)
    found: list[tuple[str, int]] = []
    for line, at in spots:
        if line in explained:
            continue
        if unit.in_comment(position(line, at - text.rfind("\n", 0, at) - 1)):
            continue
        place = occurrence(text, name, line, at) if readable else None
        use = _read_at(graph, unit, place, wanted) if place is not None else None
        if use is None:
            found.append((path, line))
        elif use.why:
            possible.append(use)
    return found


def _read_at(graph: Graph, unit: Unit, place: Occurrence, wanted: frozenset[Target]) -> Use | None:
    """Explain an occurrence that no reference covers by the scopes at its place.

    Gives None where that cannot be, a use without a reason where it means something else.
    """
    before = place.before.rstrip()
    if before.endswith((".", "->", "::")) or quoted(before):
        return None
    at = position(place.line, len(place.before))
    scope = unit.scope_at(at)
    graph.evaluator.fresh()
    values = graph.evaluator.bound(unit, scope, at, place.name)
    if values is None:
        return None
    meant = any(t in wanted for t in graph.definitions(values))
    return Use(unit.path, place.line, scope, "read", "used as a value" if meant else "")


def find_imports(graph: Graph, targets: Sequence[Target]) -> tuple[Use, ...]:
    """The imports and re-exports that bring definitions into a file."""
    wanted = frozenset(targets)
    found: list[Use] = []
    names = names_of(graph, targets)
    for path in dict.fromkeys(p for name in names for p in graph.source.mentioning(name)):
        unit = graph.unit(path)
        if unit is None:
            continue
        for number in (n for name in names for n in unit.bindings_named(name)):
            binding = unit.facts.bindings[number]
            if binding.kind == "import":
                graph.evaluator.fresh()
                values = graph.evaluator.binding(unit, number)
                if any(t in wanted for t in graph.definitions(values)):
                    line = line_of(binding.position)
                    found.append(Use(path, line, binding.scope, "import", "import"))
    return _ordered(found)


def lost_imports(graph: Graph, paths: Collection[str]) -> Iterator[tuple[str, int, str]]:
    """The imports of names that some files of the workspace do not define: (path, line, name)."""
    stems = {word for path in paths for word in graph.modules.spellings(path)}
    for path in dict.fromkeys(p for stem in stems for p in graph.source.mentioning(stem)):
        unit = graph.unit(path)
        for binding in unit.facts.bindings.all() if unit is not None else ():
            node = unit.facts.exprs[max(binding.value, 0)] if unit is not None else None
            if unit is None or node is None or binding.kind != "import" or node.op != "from":
                continue
            graph.evaluator.fresh()
            home, at = binding.home, binding.position
            modules = graph.evaluator.eval(unit, home, at, node.parts[0])
            inside = [m for m in modules if isinstance(m, Mod) and m.path in paths]
            if inside and not any(graph.evaluator.member_of(m, node.text) for m in modules):
                yield path, line_of(binding.position), node.text
