"""Who calls whom, resolved from per-file facts at query time: nothing is stored, nothing is stale.

The candidates for a target are the uses of its name, and of the names it is renamed to, in the
files that an exhaustive identifier index gives; each is evaluated on its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from codeseam_indexer.facts import Facts, Ref
from codeseam_indexer.records import Symbol
from codeseam_indexer.resolve.constness import Constness
from codeseam_indexer.resolve.evaluate import Evaluator, Given
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.packages import Packages
from codeseam_indexer.resolve.rules import RULES
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    Cls,
    Ext,
    Fn,
    Inst,
    Obj,
    SelfOf,
    Super,
    Unknown,
    Value,
    Values,
)

Certainty = Literal["proved", "possible"]


class FactSource(Protocol):
    """What the graph asks of an index."""

    def paths(self) -> Sequence[str]:
        """All indexed files."""
        ...

    def language(self, path: str) -> str:
        """The name of a file's row of ``LANGUAGES``."""
        ...

    def facts(self, path: str) -> Facts:
        """The facts of a file, ``NO_FACTS`` where it has none."""
        ...

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The symbols of a file in document order."""
        ...

    def mentioning(self, name: str) -> Sequence[str]:
        """Every indexed file whose text contains the identifier."""
        ...

    def text(self, path: str) -> str | None:
        """The text of a file as it was indexed, None where it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """A definition: the scope that it opens in a file."""

    path: str
    scope: int


@dataclass(frozen=True, slots=True)
class Hit:
    """What one use resolves to.

    Attributes:
        proved: the definitions it surely means, as far as types are declared, with the evidence.
        possible: definitions it may mean, with the reason why that is not proved.
        status: "resolved", "external", "local" (a parameter or a local value) or "unknown".
    """

    proved: tuple[tuple[Target, str], ...] = ()
    possible: tuple[tuple[Target, str], ...] = ()
    status: Literal["resolved", "external", "local", "unknown"] = "unknown"


class Graph:
    """Answers for one state of a workspace.

    Args:
        source: the index.
        kept: files with their look-up tables, which outlive a state where their facts have.
    """

    def __init__(self, source: FactSource, kept: dict[str, Unit] | None = None) -> None:
        self.source = source
        self.modules = Modules(source.paths(), source.text)
        self._units: dict[str, Unit | None] = {}
        self._kept = {} if kept is None else kept
        packages = Packages(source, self.modules, self.unit)
        self.evaluator = Evaluator(self.modules, self.unit, source.mentioning, packages)
        self._constness = Constness(self.evaluator)
        self._methods: dict[tuple[str, str], tuple[Target, ...]] = {}
        self._functions: dict[tuple[str, str], tuple[Target, ...]] = {}
        self._hits: dict[tuple[str, Ref], Hit] = {}
        self.look_ups: dict[tuple[str, str], bool] = {}

    def unit(self, path: str) -> Unit | None:
        """The facts of a file, None where it has none."""
        if path not in self._units:
            rules = RULES.get(self.source.language(path)) if path in self.modules.paths else None
            self._units[path] = None
            if rules is not None:
                facts = self.source.facts(path)
                known = self._kept.get(path)
                if known is not None and known.facts is facts:
                    self._units[path] = known
                elif facts.scopes:
                    self._units[path] = self._kept[path] = Unit(path, facts, rules)
        return self._units[path]

    # ---- one use

    def hit(self, unit: Unit, ref: Ref) -> Hit:
        """What one use means, computed once."""
        key = (unit.path, ref)
        known = self._hits.get(key)
        if known is None:
            known = self._hits[key] = self.resolve(unit, ref)
        return known

    def resolve(self, unit: Unit, ref: Ref) -> Hit:
        """What one use means."""
        self.evaluator.fresh()
        expr, given = ref.expr, None
        if unit.rules.overloads and ref.kind in {"call", "new"}:
            whole = unit.facts.exprs[expr]
            if whole.op in {"call", "new"}:
                given = Given(self.evaluator, unit, ref.scope, ref.position, whole.parts[1:])
                expr = whole.parts[0]
        node = unit.facts.exprs[expr]
        if ref.kind == "new" and self.evaluator.holds(unit, ref.scope, ref.position, expr):
            return Hit(status="external")
        if node.op == "get":
            receiver = self.evaluator.eval(unit, ref.scope, ref.position, node.parts[0])
            values = self.evaluator.reached(unit, receiver, node.text)
            return self._judge(unit, ref, values, receiver, given)
        values = self.evaluator.eval(unit, ref.scope, ref.position, expr)
        if given is not None and node.op == "name" and all(isinstance(v, Ext) for v in values):
            values = self.evaluator.beside(node.text, given) or values
        return self._judge(unit, ref, values, None, given)

    def _judge(  # noqa: PLR0911 - one an outcome
        self, unit: Unit, ref: Ref, values: Values, receiver: Values | None, given: Given | None
    ) -> Hit:
        proved = self._targets(values, ref, given)
        if proved and ref.kind == "implicit":
            return Hit((), tuple((t, "called by the syntax") for t in proved), "resolved")
        if given is not None and len(proved) > 1:
            proved, open_ = self._told_apart(proved, unit, ref)
            if open_:
                why = "one of several overloads"
                sure = tuple((t, "name") for t in proved)
                return Hit(sure, tuple((t, why) for t in open_), "resolved")
        if proved and receiver is not None and unit.rules.converts and _outside_too(receiver):
            return Hit((), tuple((t, "one of several types") for t in proved), "resolved")
        if proved:
            why = "name" if receiver is None else _evidence(receiver)
            return Hit(tuple((t, why) for t in proved), (), "resolved")
        if receiver is None:
            if any(isinstance(v, Ext) and not v.loose for v in values):
                return Hit(status="external")
            return self._unresolved(unit, ref)
        if values and all(isinstance(v, Ext) and not v.loose for v in values):
            return Hit(status="external")
        return self._dynamic(unit, ref, receiver)

    def _unresolved(self, unit: Unit, ref: Ref) -> Hit:
        """A plain name that means nothing known: of a parameter or a local, or of a lost import."""
        chosen = self.evaluator.choose(unit, ref.scope, ref.position, ref.name)
        kinds = {unit.facts.bindings[n].kind for n in (chosen[1] if chosen is not None else ())}
        if "import" not in kinds:
            return Hit(status="local")
        key = (unit.rules.family, ref.name)
        if key not in self._functions:
            self._functions[key] = tuple(
                Target(other.path, number)
                for path in self.source.mentioning(ref.name)
                if (other := self.unit(path)) is not None
                if other.rules.family == unit.rules.family
                for number, scope in enumerate(other.facts.scopes)
                if scope.kind in {"function", "class"}
                if scope.name == ref.name and scope.parent == 0
            )
        found = self._functions[key]
        return Hit((), tuple((t, "same name and no evidence") for t in found), "unknown")

    def _dynamic(self, unit: Unit, ref: Ref, receiver: Values) -> Hit:
        if ref.name in unit.rules.common or ref.name.startswith("__"):
            return Hit()
        found = self.methods(unit.rules.family, ref.name)
        return Hit((), tuple((t, "dynamic receiver") for t in found), "unknown")

    def methods(self, family: str, name: str) -> tuple[Target, ...]:
        """The methods of a name in the languages of a family."""
        key = (family, name)
        if key not in self._methods:
            self._methods[key] = tuple(self._find_methods(family, name))
        return self._methods[key]

    def _find_methods(self, family: str, name: str) -> Iterator[Target]:
        for path in self.source.mentioning(name):
            unit = self.unit(path)
            if unit is None or unit.rules.family != family:
                continue
            for number, scope in enumerate(unit.facts.scopes):
                if scope.kind == "function" and scope.name == name:
                    outer = unit.around(scope.parent, "class", "function", "object")
                    inside = outer >= 0 and unit.facts.scopes[outer].kind != "function"
                    if inside or scope.owner > 0:
                        yield Target(path, number)

    def _targets(self, values: Values, ref: Ref, given: Given | None) -> list[Target]:
        functions = [v for v in values if isinstance(v, Fn) and not self._is_signature(v)]
        if given is not None and functions:
            functions = [v for v in self.evaluator.overload(values, given) if isinstance(v, Fn)]
        classes = [v for v in values if isinstance(v, Cls)]
        if ref.kind == "call":
            classes = [c for c in classes if self._constructs(c)]
        found = [Target(v.path, v.scope) for v in functions]
        for value in classes:
            found.append(Target(value.path, value.scope))
            if ref.kind in {"call", "new"}:
                found += self._constructors(value, given)
        if not found:
            for value in values:
                if isinstance(value, Inst) and isinstance(value.of, Cls):
                    method = self._call_method(value)
                    found += [Target(v.path, v.scope) for v in method if isinstance(v, Fn)]
        return list(dict.fromkeys(found))

    def _is_signature(self, function: Fn) -> bool:
        """Whether it is a type of functions, of which nothing is called."""
        unit = self.unit(function.path)
        return unit is not None and "signature" in unit.facts.scopes[function.scope].flags

    def _told_apart(
        self, targets: list[Target], unit: Unit, ref: Ref
    ) -> tuple[list[Target], list[Target]]:
        """What a call surely means, and the overloads of which it means one.

        Definitions with the same parameters in the branches of a condition count together; of
        members that differ in being constant, the one that fits the caller stays.
        """
        classes = [t for t in targets if self._is_class(t)]
        functions = [t for t in targets if t not in classes]
        if len(functions) < 2:
            return targets, []
        first = self.unit(functions[0].path)
        promises = ["const" in self._flags(t) for t in functions]
        if any(promises) and not all(promises):
            constant = self._on_constant(unit, ref)
            functions = [t for t, p in zip(functions, promises, strict=True) if p == constant]
        moved = ["moved" in self._flags(t) for t in functions]
        if any(moved) and not all(moved):
            gone = self._on_temporary(unit, ref)
            functions = [t for t, m in zip(functions, moved, strict=True) if m == gone]
        functions = self._by_value(functions, unit, ref)
        same = {(t.path, *self._signature(t)) for t in functions}
        if first is None or len(same) > 1:
            return classes, functions
        return [*classes, *functions], []

    def _by_value(self, targets: list[Target], unit: Unit, ref: Ref) -> list[Target]:
        """Of functions that differ in taking over what they are given, those that fit the call."""
        node = unit.facts.exprs[ref.expr]
        for number, part in enumerate(node.parts[1:] if node.op in {"call", "new"} else ()):
            takes = [self._takes_over(t, number) for t in targets]
            if any(takes) and not all(takes):
                self.evaluator.fresh()
                gone = self._constness.temporary(unit, ref.scope, ref.position, part)
                targets = [t for t, take in zip(targets, takes, strict=True) if take == gone]
        return targets

    def _takes_over(self, target: Target, number: int) -> bool:
        unit = self.unit(target.path)
        params = unit.params.get(target.scope, ()) if unit is not None else ()
        if unit is None or number >= len(params):
            return False
        type_ = unit.facts.exprs[max(unit.facts.bindings[params[number]].type, 0)]
        return type_.op == "pointer" and type_.text == "&&"

    def _receiver(self, unit: Unit, ref: Ref) -> int:
        """The expression of what a member is called on, 0 for a plain name."""
        node = unit.facts.exprs[ref.expr]
        callee = unit.facts.exprs[node.parts[0]] if node.op == "call" else node
        self.evaluator.fresh()
        return callee.parts[0] if callee.op == "get" else 0

    def _on_temporary(self, unit: Unit, ref: Ref) -> bool:
        """Whether a call is made on an instance that nothing else holds."""
        target = self._receiver(unit, ref)
        return self._constness.temporary(unit, ref.scope, ref.position, target)

    def _on_constant(self, unit: Unit, ref: Ref) -> bool:
        """Whether a call is made on an instance that is constant."""
        target = self._receiver(unit, ref)
        if target:
            return self._constness.constant(unit, ref.scope, ref.position, target)
        return self._constness.inside_constant(unit, ref.scope)

    def _flags(self, target: Target) -> tuple[str, ...]:
        unit = self.unit(target.path)
        return unit.facts.scopes[target.scope].flags if unit is not None else ()

    def _signature(self, target: Target) -> tuple[int, ...]:
        """The place of a definition and the types of its parameters, as they are written."""
        unit = self.unit(target.path)
        if unit is None:
            return ()
        params = unit.params.get(target.scope, ())
        types = (unit.facts.bindings[p].type for p in params)
        return (unit.facts.scopes[target.scope].parent, *types)

    def with_definitions(self, targets: Sequence[Target]) -> list[Target]:
        """Some definitions; of those that only declare a function, the definitions too."""
        found = dict.fromkeys(targets)
        for target in targets:
            unit = self.unit(target.path)
            if unit is not None and "declaration" in self._flags(target):
                found |= dict.fromkeys(self._definitions_of(unit, target))
        return list(found)

    def _definitions_of(self, unit: Unit, target: Target) -> Iterator[Target]:
        scope = unit.facts.scopes[target.scope]
        self.evaluator.fresh()
        if unit.facts.scopes[scope.parent].kind == "class":
            cls = Cls(unit.path, scope.parent)
            names = unit.rules.constructors if "constructor" in scope.flags else (scope.name,)
            values = [v for n in names for v in self.evaluator.own_member(cls, n, None)]
        else:
            values = list(self.evaluator.lookup(unit, scope.parent, scope.start, scope.name))
        number = len(unit.params.get(target.scope, ()))
        found = [Target(v.path, v.scope) for v in values if isinstance(v, Fn)]
        found = [t for t in found if t != target and self._takes(t) == number]
        if len(found) > 1:
            shape = self._shape(target)
            found = [t for t in found if self._shape(t) == shape]
        yield from found

    def _takes(self, target: Target) -> int:
        """How many parameters a function has."""
        unit = self.unit(target.path)
        return len(unit.params.get(target.scope, ())) if unit is not None else -1

    def _shape(self, target: Target) -> tuple[object, ...]:
        """What tells a function from its overloads: parameters, and what it promises."""
        unit = self.unit(target.path)
        if unit is None:
            return ()
        shape: list[object] = [flag in self._flags(target) for flag in ("const", "moved")]
        for number in unit.params.get(target.scope, ()):
            type_ = unit.facts.exprs[max(unit.facts.bindings[number].type, 0)]
            pointed = unit.facts.exprs[type_.parts[0]] if type_.op == "pointer" else type_
            how = type_.text if type_.op == "pointer" else ""
            fixed = bool(how) and pointed.op == "const"
            shape.append((how, fixed, frozenset(self.evaluator.binding(unit, number))))
        return tuple(shape)

    def _is_class(self, target: Target) -> bool:
        unit = self.unit(target.path)
        return unit is not None and unit.facts.scopes[target.scope].kind == "class"

    def _constructs(self, cls: Cls) -> bool:
        """Whether calling a class makes an instance, rather than converts."""
        unit = self.unit(cls.path)
        return unit is not None and not unit.rules.conversions

    def _call_method(self, value: Inst) -> Values:
        unit = self.unit(value.of.path) if isinstance(value.of, Cls) else None
        name = unit.rules.call_method if unit is not None else ""
        return self.evaluator.member_of(value, name) if name else NOTHING

    def _constructors(self, cls: Cls, given: Given | None) -> list[Target]:
        unit = self.unit(cls.path)
        found: list[Target] = []
        for name in unit.rules.constructors if unit is not None else ():
            if unit is not None and unit.rules.own_constructors:
                values = self.evaluator.own_member(cls, name, Inst(cls))
            else:
                values = self.evaluator.in_class(cls, name, Inst(cls))
            if given is not None:
                values = self.evaluator.overload(values, given)
            found += [Target(v.path, v.scope) for v in values if isinstance(v, Fn)]
        return found

    def definitions(self, values: Values) -> list[Target]:
        """The definitions among some values."""
        return [Target(v.path, v.scope) for v in values if isinstance(v, Fn | Cls)]

    def default_names(self, path: str) -> list[str]:
        """The names under which other files import what a file exports as its default."""
        found: dict[str, None] = {}
        queue, seen = [path], {path}
        while queue:
            for other in self._importers(queue.pop()):
                for number in other.defaults:
                    if self._leads_to(other, number, path):
                        found[other.facts.bindings[number].name] = None
                if other.passes_on and other.path not in seen:
                    seen.add(other.path)
                    queue.append(other.path)
        return [name for name in found if name != "default"]

    def _importers(self, path: str) -> Iterator[Unit]:
        """The files that may import a file: they spell its name, or nothing of it ("..")."""
        words = list(self.modules.spellings(path))
        if len(words) > 1 or "/" not in path:
            words += ["require", "from"]
        for other in dict.fromkeys(p for w in words for p in self.source.mentioning(w)):
            unit = self.unit(other)
            if unit is not None and (unit.defaults or unit.passes_on):
                yield unit

    def _leads_to(self, unit: Unit, number: int, path: str) -> bool:
        values = self.evaluator.binding(unit, number)
        return any(getattr(v, "path", "") == path for v in values)

    # ---- all uses

    def all_hits(self) -> Iterator[tuple[Unit, Ref, Hit]]:
        """Every call of the workspace with what it means."""
        for path in self.source.paths():
            unit = self.unit(path)
            for ref in unit.facts.refs if unit is not None else ():
                if unit is not None and ref.kind in _CALLS:
                    yield unit, ref, self.resolve(unit, ref)


_CALLS = frozenset({"call", "new", "implicit"})


def _outside_too(receiver: Values) -> bool:
    """Whether a receiver is of a type from outside in another branch of a condition."""
    return any(isinstance(v, Inst) and isinstance(v.of, Ext) for v in receiver)


def _evidence(receiver: Values) -> str:
    kinds: dict[type[Value], str] = {
        Inst: "receiver type", SelfOf: "same class", Super: "base class", Cls: "class",
        Obj: "object",
    }  # fmt: skip
    if any(isinstance(v, Unknown) for v in receiver) and any(isinstance(v, Obj) for v in receiver):
        return "object of the parameter's name"
    for value in receiver:
        why = kinds.get(type(value))
        if why:
            return why
    return "import"
