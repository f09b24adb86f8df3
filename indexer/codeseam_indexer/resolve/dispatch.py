"""What a method overrides: calls of it may reach the method without naming its class."""

from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.reflection import looked_up
from codeseam_indexer.resolve.targets import Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Ext, Fn, Value


def overridden(graph: Graph, target: Target) -> frozenset[Target]:
    """The methods that a method overrides or implements, in the workspace."""
    unit = graph.unit(target.path)
    if unit is None:
        return frozenset()
    name = unit.facts.scopes[target.scope].name + unit.rules.method_suffix
    found: set[Target] = set()
    for owner in owners(graph, unit, target.scope):
        for base in graph.evaluator.mro(owner)[1:]:
            if isinstance(base, Cls):
                members = graph.evaluator.own_member(base, name, None)
                found.update(Target(v.path, v.scope) for v in members if isinstance(v, Fn))
    if unit.rules.structural:
        found.update(_structural(graph, unit, target))
    return frozenset(found - {target})


def owners(graph: Graph, unit: Unit, scope: int) -> list[Cls]:
    """The classes that a function is a member of."""
    here = unit.facts.scopes[scope]
    if here.kind != "function":
        return []
    if here.owner > 0 and "this" not in here.flags:
        return [v for v in graph.evaluator.owner_of(unit, scope) if isinstance(v, Cls)]
    parent = here.parent
    return [Cls(unit.path, parent)] if unit.facts.scopes[parent].kind == "class" else []


def _structural(graph: Graph, unit: Unit, target: Target) -> set[Target]:
    """Where interfaces need no declaration: the methods of that name of any interface."""
    name = unit.facts.scopes[target.scope].name
    found: set[Target] = set()
    if unit.facts.scopes[target.scope].owner <= 0:
        return found
    for other in graph.doubts.methods(unit.rules.family, name):
        home = graph.unit(other.path)
        if home is not None and "abstract" in home.facts.scopes[other.scope].flags:
            found.add(other)
    return found


def from_outside(graph: Graph, target: Target) -> str:
    """Why code outside the workspace may call a definition, "" where none is known to."""
    unit = graph.unit(target.path)
    if unit is None:
        return ""
    here = unit.facts.scopes[target.scope]
    reachable = unit.rules.family != "go" or here.owner > 0
    above = [b for c in owners(graph, unit, target.scope) for b in graph.evaluator.mro(c)]
    path = looked_up(graph, unit, target.scope, above) if reachable else ""
    if path:
        return f"{path} looks up names at run time that could be it"
    if here.name.startswith("__") and here.name.endswith("__") and len(here.name) > 4:
        return "" if here.name in unit.rules.constructors else "the language calls it by itself"
    if unit.rules.family == "rust" and "override" not in here.flags:
        return ""
    bases = [b for c in owners(graph, unit, target.scope) for b in graph.evaluator.mro(c)[1:]]
    if any(map(_calls_back, bases)) and not overridden(graph, target):
        return "its class has a base outside the workspace, which may call it"
    return ""


def _calls_back(base: Value) -> bool:
    if not isinstance(base, Ext):
        return not isinstance(base, Cls)
    return base.name.rpartition(".")[2] not in _SILENT


_SILENT = frozenset({
    "object", "Object", "ABC", "Generic", "Protocol", "Enum", "IntEnum", "StrEnum", "NamedTuple",
    "TypedDict", "Exception", "ValueError", "TypeError", "RuntimeError", "Error", "KeyError",
    "OSError", "LookupError", "BaseException", "RuntimeException", "Serializable",
})  # fmt: skip
