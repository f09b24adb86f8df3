"""The names under which definitions may be used: what they are set to, what gives them back."""

from collections.abc import Iterator, Sequence

from codeseam_indexer.resolve.core import ANY
from codeseam_indexer.resolve.dispatch import owners
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.targets import Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Fn, Inst, Value

MAX_NAMES = 60
"""Names under which one definition is looked for; renames of renames end somewhere."""

_WHOLE = frozenset({"default", "exports"})
"""Names under which a module exports what importers call as they like."""


def names_of(graph: Graph, targets: Sequence[Target]) -> frozenset[str]:
    """The names under which definitions may be used: their own, renames, names of subclasses."""
    known = _KnownAs(graph, targets)
    known.follow()
    return frozenset(known.names)


class _KnownAs:
    """Follows definitions from name to name, and through the functions that give them back."""

    def __init__(self, graph: Graph, targets: Sequence[Target]) -> None:
        self._graph = graph
        self._meant = _Meant(graph, targets)
        self.names: dict[str, None] = {}
        spoken: set[str] = set()
        for target in targets:
            unit = graph.unit(target.path)
            if unit is not None:
                self.names |= dict.fromkeys(_first_names(graph, unit, target))
                spoken.update(unit.rules.constructor_calls)
        self._queue = [name for name in self.names if name not in spoken]
        self._givers = dict.fromkeys(_sources(graph, targets))
        self._calling = list(self._givers)

    def follow(self) -> None:
        """Find all names, or as many as ``MAX_NAMES``."""
        while self._queue or self._calling:
            if len(self.names) + len(self._givers) >= MAX_NAMES:
                return
            called = not self._queue
            name = self._calling.pop() if called else self._queue.pop()
            for path in self._graph.source.mentioning(name):
                unit = self._graph.unit(path)
                if unit is not None:
                    self._given_back(unit, name, called)
                    self._renamed(unit, name, called)
                    if called and self._meant.by_calling:
                        self._declared(unit, name)

    def _given_back(self, unit: Unit, name: str, called: bool) -> None:
        """Note the functions that give back a definition, or what gives it: they are few."""
        for giver, scope, value in unit.givers(name, called=called):
            if giver not in self._givers and self._meant.by(unit, scope, value):
                self._givers[giver] = None
                self._calling.append(giver)

    def _renamed(self, unit: Unit, name: str, called: bool) -> None:
        given = unit.results(name) if called else ()
        for other, home, value in (*unit.renames(name), *given):
            if other in self.names and other not in _WHOLE:
                continue
            decorated = called and unit.facts.exprs[value].op == "decorated"
            if decorated and not self._meant.instances:
                continue  # a decorated function counts as itself
            if other in _WHOLE:
                found = self._graph.default_names(unit.path)
                fresh = [n for n in found if n not in self.names]
            else:
                fresh = [other] if self._meant.by(unit, home, value) else []
            self.names |= dict.fromkeys(fresh)
            self._queue += fresh

    def _declared(self, unit: Unit, name: str) -> None:
        """Note the parameters and fields that are declared to be instances of a class."""
        for other, home, type_ in unit.declared(name):
            if other not in self.names and self._meant.of_type(unit, home, type_):
                self.names[other] = None
                self._queue.append(other)


def _sources(graph: Graph, targets: Sequence[Target]) -> Iterator[str]:
    """What gives definitions when it is called: the function around one, the class of an object."""
    for target in targets:
        unit = graph.unit(target.path)
        if unit is None:
            continue
        scope = unit.facts.scopes[target.scope]
        outer = unit.around(scope.parent, "function", "class") if scope.kind == "function" else -1
        if outer >= 0 and unit.facts.scopes[outer].kind == "function":
            yield from filter(None, [unit.facts.scopes[outer].name])
        elif outer >= 0 and scope.name == unit.rules.call_method:
            yield from heirs_of(graph, unit.facts.scopes[outer].name)


class _Meant:
    """Tells whether a value is one of some definitions, or what a call of makes one be called."""

    def __init__(self, graph: Graph, targets: Sequence[Target]) -> None:
        self._graph = graph
        self._wanted = frozenset(targets)
        self._owners: set[Value] = set()
        self.by_calling = False
        for target in targets:
            unit = graph.unit(target.path)
            if unit is not None:
                name = unit.facts.scopes[target.scope].name
                found = owners(graph, unit, target.scope)
                self._owners.update(cls for cls in found if self._calls(cls, name))
                self.by_calling |= name == unit.rules.call_method

    @property
    def instances(self) -> bool:
        """Whether a call of an instance means one of them."""
        return bool(self._owners)

    def _calls(self, cls: Cls, name: str) -> bool:
        """Whether a call of a class, or of an instance of it, calls its member of a name."""
        home = self._graph.unit(cls.path)
        if home is None or not name:
            return False
        return name in home.constructor_names(cls.scope) or name == home.rules.call_method

    def by(self, unit: Unit, home: int, value: int) -> bool:
        """Whether an expression means one of them, or is a display that holds one."""
        return any(map(self._one, self._graph.meant(unit, home, value)))

    def of_type(self, unit: Unit, home: int, type_: int) -> bool:
        """Whether what is declared of a type is an instance that means one of them when called."""
        evaluator = self._graph.evaluator
        evaluator.fresh()
        return any(map(self._one, evaluator.typed(unit, home, ANY, type_)))

    def _one(self, value: Value) -> bool:
        if isinstance(value, Fn | Cls) and Target(value.path, value.scope) in self._wanted:
            return True
        cls = value.of if isinstance(value, Inst) else value
        if not isinstance(cls, Cls) or not self._owners:
            return False
        above = self._graph.evaluator.mro(cls)
        return any(isinstance(b, Cls) and Cls(b.path, b.scope) in self._owners for b in above)


def _first_names(graph: Graph, unit: Unit, target: Target) -> Iterator[str]:
    scope = unit.facts.scopes[target.scope]
    yield scope.name
    owner = unit.around(scope.parent, "class") if scope.kind == "function" else -1
    if owner >= 0 and scope.parent == owner and scope.name in unit.constructor_names(owner):
        yield from unit.rules.constructor_calls
        yield from heirs_of(graph, unit.facts.scopes[owner].name)
    if scope.kind == "class":
        yield from unit.rules.constructor_calls
    for name in unit.names_of(target.scope):  # a function expression has others than its own
        yield from graph.default_names(unit.path) if name in _WHOLE else (name,)
    if not scope.name:
        yield from graph.default_names(unit.path)


def makers_of(graph: Graph, targets: Sequence[Target], names: frozenset[str]) -> frozenset[str]:
    """The classes whose constructors make instances of some classes as their members."""
    found: dict[str, None] = {}
    for target in targets:
        unit = graph.unit(target.path)
        if unit is None or not unit.rules.initialisers:
            continue
        scope = unit.facts.scopes[target.scope]
        if scope.kind == "class" or "constructor" in scope.flags:
            for name in sorted(names):
                units = (graph.unit(path) for path in graph.source.mentioning(name))
                found |= dict.fromkeys(h for u in units if u is not None for h in u.holders(name))
    return frozenset(found)


def heirs_of(graph: Graph, name: str) -> Iterator[str]:
    """A class's name and those of the classes that inherit from a class of that name."""
    seen = {name}
    queue = [name]
    while queue and len(seen) < MAX_NAMES:
        current = queue.pop()
        yield current
        for path in graph.source.mentioning(current):
            unit = graph.unit(path)
            for other in unit.heirs(current) if unit is not None else ():
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
