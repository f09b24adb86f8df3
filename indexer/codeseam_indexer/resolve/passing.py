"""Functions that are passed on: where those that they are passed to call them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codeseam_indexer.facts import Ref
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.targets import Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Fn, Inst, SelfOf, Values

MAX_PLACES = 60
"""Parameters and variables that one function is followed through."""


class _Place(NamedTuple):
    """A name that holds the function: in a function and what lies in it, or (owner) of a class."""

    unit: Unit
    scope: int
    name: str
    owner: Cls | None


def calls_of_passed(
    graph: Graph, targets: Sequence[Target], reads: Sequence[tuple[Unit, Ref]]
) -> Iterator[tuple[Unit, Ref, str]]:
    """Where functions are called under the name of a parameter or of a field.

    Args:
        graph: of one state of a workspace.
        targets: the functions.
        reads: the uses that pass them on.

    Yields:
        Each call with the name of the function that was given them.
    """
    queue: list[tuple[_Place, str]] = []
    for target in targets:
        queue += _decorating(graph, target)
    for unit, ref in reads:
        queue += _received(graph, unit, ref)
    seen: set[_Place] = set()
    while queue and len(seen) < MAX_PLACES:
        place, by = queue.pop()
        if place in seen:
            continue
        seen.add(place)
        for unit, ref in _uses(graph, place):
            if ref.kind == "read":
                queue += _received(graph, unit, ref)
            elif ref.kind == "call":
                yield unit, ref, by
        if place.owner is None:
            queue += [(further, by) for further in _held(graph, place)]


def _received(graph: Graph, unit: Unit, ref: Ref) -> Iterator[tuple[_Place, str]]:
    """The parameters that an argument arrives in."""
    call = unit.call_of(ref)
    for target, _ in graph.hit(unit, call).proved if call is not None else ():
        other = graph.unit(target.path)
        node = unit.facts.exprs[ref.expr]
        label = node.text if node.op == "kw" else ""
        name = _parameter(other, target.scope, ref.arguments, label) if other is not None else ""
        if other is not None and name:
            yield _Place(other, target.scope, name, None), other.facts.scopes[target.scope].name


def _parameter(unit: Unit, scope: int, number: int, label: str) -> str:
    """The name of a function's parameter by its label, or by its number behind the receiver."""
    bindings, exprs = unit.facts.bindings, unit.facts.exprs
    params = [bindings[n] for n in unit.params.get(scope, ())]
    if params and exprs[max(params[0].value, 0)].op in {"self", "selftype"}:
        params = params[1:]
    if label:
        named = [p.name for p in params if p.name == label]
        rest = [p.name for p in params[-1:] if exprs[max(p.value, 0)].op == "lit"]
        return next(iter(named or rest), "")
    return params[min(number, len(params) - 1)].name if params else ""


def _decorating(graph: Graph, target: Target) -> Iterator[tuple[_Place, str]]:
    """The parameters in which decorators get the function that they stand above."""
    unit = graph.unit(target.path)
    scope = unit.facts.scopes[target.scope] if unit is not None else None
    for number in unit.bound(scope.parent, scope.name) if unit and scope else ():
        binding = unit.facts.bindings[number] if unit is not None else None
        node = unit.facts.exprs[max(binding.value, 0)] if unit and binding else None
        if unit is None or node is None or binding is None or node.op != "decorated":
            continue
        if unit.facts.exprs[node.parts[0]].parts != (target.scope,):
            continue
        graph.evaluator.fresh()
        for decorator in node.parts[1:]:
            values = graph.evaluator.eval(unit, binding.home, binding.position - 1, decorator)
            yield from _first(graph, values)


def _first(graph: Graph, values: Values) -> Iterator[tuple[_Place, str]]:
    for value in values:
        made = graph.evaluator.in_class(value, "__init__", value) if isinstance(value, Cls) else ()
        for fn in (value, *made):
            unit = graph.unit(fn.path) if isinstance(fn, Fn) else None
            name = _parameter(unit, fn.scope, 0, "") if unit and isinstance(fn, Fn) else ""
            if unit is not None and isinstance(fn, Fn) and name:
                yield _Place(unit, fn.scope, name, None), unit.facts.scopes[fn.scope].name


def _uses(graph: Graph, place: _Place) -> Iterator[tuple[Unit, Ref]]:
    """The references to what a place holds."""
    if place.owner is not None:
        yield from _uses_of_field(graph, place, place.owner)
        return
    unit = place.unit
    for ref in unit.named_refs((place.name,)):
        if not unit.inside(ref.scope, place.scope):
            continue
        if ref.name or ref.expr in unit.meaning(place.name):
            chosen = graph.evaluator.choose(unit, ref.scope, ref.position, place.name)
            if chosen is not None and unit.inside(chosen[0], place.scope):
                yield unit, ref


def _uses_of_field(graph: Graph, place: _Place, owner: Cls) -> Iterator[tuple[Unit, Ref]]:
    for path in graph.source.mentioning(place.name):
        unit = graph.unit(path)
        for ref in unit.named_refs((place.name,)) if unit is not None else ():
            node = unit.facts.exprs[ref.expr] if unit is not None else None
            if unit is None or node is None or node.op != "get" or node.text != place.name:
                continue
            graph.evaluator.fresh()
            held = graph.evaluator.eval(unit, ref.scope, ref.position, node.parts[0])
            classes = [v.of for v in held if isinstance(v, Inst | SelfOf)]
            if any(owner in graph.evaluator.mro(c) for c in classes if isinstance(c, Cls)):
                yield unit, ref


def _held(graph: Graph, place: _Place) -> Iterator[_Place]:
    """The variables and fields that are set to what a place holds, or to a part of it."""
    unit = place.unit
    others = {other for other, _, _ in unit.renames(place.name)}
    for name in (place.name, *sorted(others)):
        for number in unit.bindings_named(name):
            binding = unit.facts.bindings[number]
            if not unit.inside(binding.home, place.scope):
                continue
            if binding.value not in unit.meaning(place.name):
                continue
            if binding.kind == "attribute":
                yield _Place(unit, -1, name, Cls(unit.path, binding.scope))
            elif unit.inside(binding.scope, place.scope):
                yield _Place(unit, place.scope, name, None)
