"""Uses of what opens no scope: variables, constants, fields, properties, type aliases.

Facts hold no reference for every read, so the candidates are the occurrences of the name in the
text; each is resolved by the scopes at its place and by the type of what stands before its dot.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from codeseam_indexer.facts import Expr, line_of, position
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.occurrences import Occurrence, occurrences, quoted
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.uses import Use
from codeseam_indexer.resolve.values import Cls, Inst, Mod, Obj, SelfOf, Super, Value, Values

_MOST_HOPS = 6
"""Re-exports that a name is followed through."""

_ACCESS = re.compile(r"(?:\?\.|!\.|\.|->|::|&\.)\s*$")
_CHAIN = re.compile(r"[A-Za-z_$][\w$]*(?:\s*(?:\?\.|!\.|\.|->|::|&\.)\s*[A-Za-z_$][\w$]*)*$")
_STEP = re.compile(r"\s*(?:\?\.|!\.|\.|->|::|&\.)\s*")
_SET = re.compile(r"\s*(?:(?:<<|>>>?|\*\*|//|\|\||&&|\?\?|[-+*/%&|^@:])?=(?![=>~])|\+\+|--)")
_DECLARED = re.compile(r"\s*:[^:=]*=(?!=)")
_SELF = Expr("self", "", ())
_SELVES = frozenset({"self", "this", "cls"})


@dataclass(frozen=True, slots=True)
class Variable:
    """A name of a scope: the scope is the file, a class, an object or a namespace."""

    path: str
    scope: int
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Uses:
    """The uses of a variable, and the (path, line) of occurrences that could not be explained."""

    found: tuple[Use, ...]
    unexplained: tuple[tuple[str, int], ...]


def variable_at(graph: Graph, path: str, line: int, name: str) -> Variable | None:
    """The variable of a name that is declared on a line, None where facts know of none."""
    unit = graph.unit(path)
    for number in unit.bindings_named(name) if unit is not None else ():
        if unit is not None and line_of((binding := unit.binding(number)).position) == line:
            return Variable(path, unit.visible(binding.scope), name, line)
    return None


def find_variable_uses(graph: Graph, variable: Variable) -> Uses:
    """Find where a variable is read, written and imported."""
    found: list[Use] = []
    unexplained: list[tuple[str, int]] = []
    for path in graph.source.mentioning(variable.name):
        text = graph.source.text(path)
        unit = graph.unit(path)
        for place in occurrences(text, variable.name) if text is not None else ():
            if (path, place.line) == (variable.path, variable.line):
                continue
            if unit is None or quoted(place.before):
                unexplained.append((path, place.line))
                continue
            at = position(place.line, len(place.before))
            if unit.in_comment(at):
                continue
            meant = _meant(graph, unit, at, place)
            if meant is None:
                unexplained.append((path, place.line))
            elif (variable.path, variable.scope) in meant:
                scope = unit.scope_at(at)
                found.append(Use(path, place.line, scope, _kind(unit, place), "name"))
    return Uses(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(unexplained)))


def _kind(unit: Unit, place: Occurrence) -> str:
    for ref in unit.named_refs((place.name,)):
        if line_of(ref.position) == place.line and ref.name and ref.kind != "read":
            return ref.kind
    bindings = unit.facts.bindings
    for number in unit.bound(0, place.name):
        binding = bindings[number]
        if binding.kind == "import" and line_of(binding.position) == place.line:
            return "import"
    if _SET.match(place.after) or place.before.rstrip().endswith(("++", "--")):
        return "write"
    return "write" if _DECLARED.match(place.after) and not place.before.strip() else "read"


def _meant(graph: Graph, unit: Unit, at: int, place: Occurrence) -> set[tuple[str, int]] | None:
    """The (path, scope) of the variables that an occurrence may be, None where that is open."""
    before = place.before
    scope = unit.scope_at(at)
    graph.evaluator.fresh()
    dot = _ACCESS.search(before)
    if dot is None:
        return None if _is_key(unit, place) else set(_plain(graph, unit, scope, at, place.name))
    chain = _CHAIN.search(before[: dot.start()].rstrip())
    if chain is None:
        return None
    values = _receiver(graph, unit, scope, at, _STEP.split(chain[0]))
    owners = [_owners(graph, value, place.name) for value in values]
    if not owners or any(owner is None for owner in owners):
        return None
    return {owner for owner in owners if owner is not None}


def _is_key(unit: Unit, place: Occurrence) -> bool:
    """Whether a name is that of an argument or of an entry, which belongs to what takes it."""
    before, after = place.before.rstrip(), place.after.lstrip()
    if after.startswith(":") and not after.startswith((":=", "::")):
        return unit.rules.family == "ecmascript" and not before.endswith(("?", "case"))
    if unit.rules.family != "python" or not after.startswith("=") or after.startswith("=="):
        return False
    return before.endswith(("(", ",")) or (not before and after.rstrip().endswith((",", "(")))


def _receiver(graph: Graph, unit: Unit, scope: int, at: int, names: list[str]) -> Values:
    first, *rest = names
    bound = graph.evaluator.bound(unit, scope, at, first)
    if bound is None and first in _SELVES:
        bound = graph.evaluator.self_value(unit, scope, at, _SELF, 0)
    values = graph.evaluator.lookup(unit, scope, at, first) if bound is None else bound
    for name in rest:
        values = graph.evaluator.member(values, name)
    return values


def _owners(graph: Graph, value: Value, name: str) -> tuple[str, int] | None:
    """The (path, scope) that declares a member of a value, ("", 0) where it is no variable."""
    if isinstance(value, Mod):
        return next(_exported(graph, value.path, name), ("", 0))
    if isinstance(value, Obj) and value.scope >= 0:
        return value.path, value.scope
    cls = value.of if isinstance(value, Inst | SelfOf | Super) else value
    if not isinstance(cls, Cls):
        return None
    for base in graph.evaluator.mro(cls)[1 if isinstance(value, Super) else 0 :]:
        unit = graph.unit(base.path) if isinstance(base, Cls) else None
        if unit is not None and isinstance(base, Cls) and unit.bound(base.scope, name):
            return base.path, base.scope
    return "", 0


def _exported(
    graph: Graph, path: str, name: str, hops: int = _MOST_HOPS
) -> Iterator[tuple[str, int]]:
    unit = graph.unit(path)
    if unit is None or hops == 0:
        return
    numbers = unit.bound(0, name)
    for number in numbers:
        yield from _followed(graph, unit, 0, number, hops - 1)
    for number in unit.bound(0, "*") if not numbers else ():
        for module in graph.evaluator.binding(unit, number):
            if isinstance(module, Mod):
                yield from _exported(graph, module.path, name, hops - 1)


def _followed(
    graph: Graph, unit: Unit, scope: int, number: int, hops: int = _MOST_HOPS
) -> Iterator[tuple[str, int]]:
    """The scope of a binding; of an import that of what it imports."""
    binding = unit.facts.bindings[number]
    node = unit.facts.exprs[max(binding.value, 0)]
    if binding.kind != "import" and not (node.op == "from" and hops > 0):
        yield unit.path, scope
    elif binding.name == "*":
        for module in graph.evaluator.binding(unit, number):
            if isinstance(module, Mod):
                yield module.path, 0
    elif node.op in {"from", "get"} and hops > 0:
        for module in graph.evaluator.eval(unit, binding.home, binding.position, node.parts[0]):
            owner = (
                next(_exported(graph, module.path, node.text, hops), None)
                if isinstance(module, Mod)
                else _owners(graph, module, node.text)
            )
            if owner is not None:
                yield owner


def _plain(graph: Graph, unit: Unit, scope: int, at: int, name: str) -> Iterator[tuple[str, int]]:
    chosen = graph.evaluator.choose(unit, scope, at, name)
    if chosen is not None:
        for number in chosen[1]:
            yield from _followed(graph, unit, chosen[0], number)
        return
    around = scope
    while unit.rules.inherited and (around := unit.around(around, "class")) >= 0:
        owner = _owners(graph, Cls(unit.path, around), name)
        if owner is not None and owner[0]:
            yield owner
            return
        around = unit.facts.scopes[around].parent
    if unit.rules.unbound not in {"external", "module"}:
        for other, number in graph.evaluator.shared.named(unit, scope, name):
            yield other.path, other.visible(other.facts.bindings[number].scope)
