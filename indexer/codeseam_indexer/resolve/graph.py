"""Who calls whom, resolved from per-file facts at query time: nothing is stored, nothing is stale.

The candidates for a target are the uses of its name, and of the names it is renamed to, in the
files that an exhaustive identifier index gives; each is evaluated on its own.
"""

from collections.abc import Collection, Iterator, Sequence

from codeseam_indexer.facts import Ref
from codeseam_indexer.resolve.core import ANY
from codeseam_indexer.resolve.doubts import Doubts
from codeseam_indexer.resolve.evaluate import Evaluator, Given
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.packages import Packages
from codeseam_indexer.resolve.rules import RULES
from codeseam_indexer.resolve.targets import FactSource, Hit, LookUp, Target
from codeseam_indexer.resolve.twins import Twins
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    Cls,
    Display,
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

MAX_MEMOS = 40_000
"""Things that were found out and are kept: at some 400 bytes each."""


class Graph:
    """Answers for one state of a workspace.

    Args:
        source: the index.
        kept: files with their look-up tables, which outlive a state where their facts have.
        modules: where the paths, and what they read, are as they were in a state before.
    """

    def __init__(
        self,
        source: FactSource,
        kept: dict[str, Unit] | None = None,
        modules: Modules | None = None,
    ) -> None:
        self.source = source
        self.modules = modules or Modules(source.paths(), source.text)
        self._units: dict[str, Unit | None] = {}
        self._kept = {} if kept is None else kept
        self.packages = Packages(source, self.modules, self.unit)
        self.evaluator = Evaluator(self.modules, self.unit, source.mentioning, self.packages)
        self._twins = Twins(self.evaluator)
        self.doubts = Doubts(source, self.unit, self.evaluator)
        self._hits: dict[tuple[str, Ref], Hit] = {}
        self._meant: dict[tuple[str, int, int], tuple[Value, ...]] = {}
        self.look_ups: dict[tuple[str, str], bool] = {}
        self.reflected: tuple[LookUp, ...] | None = None

    def unit(self, path: str) -> Unit | None:
        """The facts of a file, None where it has none."""
        try:
            return self._units[path]
        except KeyError:
            found = self._units[path] = self._look_up(path)
            return found

    def _look_up(self, path: str) -> Unit | None:
        rules = RULES.get(self.source.language(path)) if path in self.modules.paths else None
        if rules is None:
            return None
        facts = self.source.facts(path)
        known = self._kept.get(path)
        if known is not None and known.facts is facts:
            return known
        if not facts.size:
            return None
        found = self._kept[path] = Unit(path, facts, rules)
        return found

    def let_go(self, paths: Collection[str]) -> None:
        """Hold on to no file from before, of which these are forgotten, and to not too much."""
        self._units.clear()
        if paths:
            self.packages.forget()
        memos = (self._hits, self._meant, *self.evaluator.memos)
        if sum(map(len, memos)) > MAX_MEMOS:
            for memo in memos:
                memo.clear()

    def forget(self) -> None:
        """Hold on to nothing: the graph is of no further use.

        The evaluator's table of its own methods would outlive it until the collector comes.
        """
        vars(self.evaluator).clear()
        vars(self).clear()

    # ---- one use

    def hit(self, unit: Unit, ref: Ref) -> Hit:
        """What one use means, computed once."""
        key = (unit.path, ref)
        known = self._hits.get(key)
        if known is None:
            known = self._hits[key] = self.resolve(unit, ref)
        return known

    def meant(self, unit: Unit, home: int, expr: int) -> tuple[Value, ...]:
        """What a name is set to in a scope, and what that holds, computed once: many names ask."""
        key = (unit.path, home, expr)
        known = self._meant.get(key)
        if known is None:
            evaluator = self.evaluator
            evaluator.fresh()
            values = evaluator.eval(unit, home, ANY, expr)
            held = [e for v in values if _holds(v) for e in evaluator.elements(v)]
            inner = [e for v in held if _holds(v) for e in evaluator.elements(v)]
            known = self._meant[key] = (*values, *held, *inner)
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
        made = ref.kind == "new" and node.op != "made"
        if made and self.evaluator.holds(unit, ref.scope, ref.position, expr):
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
        functions = any(isinstance(v, Fn) for v in values)
        if proved and ref.kind == "implicit":
            return Hit((), tuple((t, "called by the syntax") for t in proved), "resolved")
        if given is not None and len(proved) > 1:
            proved, open_ = self._twins.told_apart(proved, unit, ref)
            if open_:
                why = "one of several overloads"
                sure = tuple((t, "name") for t in proved)
                return Hit(sure, tuple((t, why) for t in open_), "resolved")
        several = receiver if receiver is not None else NOTHING if functions else values
        if proved and unit.rules.converts and _outside_too(several):
            return Hit((), tuple((t, "one of several types") for t in proved), "resolved")
        if proved and receiver is None and self._others(values):
            # What is declared under the name that is called is meant, whatever it may be set to.
            known = self._targets(tuple(v for v in values if not _is_like(v)), ref, given)
            own = [t for t in known if self._name(t) == ref.name]
            rest = [t for t in proved if t not in own]
            why = "one of several functions"
            return Hit(_because("name", own), _because(why, rest), "resolved")
        if proved:
            why = "name" if receiver is None else _evidence(receiver)
            return Hit(tuple((t, why) for t in proved), (), "resolved")
        if receiver is None:
            if any(isinstance(v, Ext) and not v.loose for v in values):
                return self.doubts.outside(unit, ref)
            return self.doubts.unresolved(unit, ref)
        if values and all(isinstance(v, Ext) and not v.loose for v in values):
            return self.doubts.outside_member(unit, ref)
        return self.doubts.dynamic(unit, ref, receiver)

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
            if ref.kind in {"call", "new", "decorator"}:
                found += self._constructors(value, given)
        # A function under a decorator may be an object that stands for it; both are called then.
        if (not found or given is None) and ref.arguments >= 0 and ref.kind != "read":
            for value in values:
                if isinstance(value, Inst) and isinstance(value.of, Cls):
                    method = self._call_method(value)
                    found += [Target(v.path, v.scope) for v in method if isinstance(v, Fn)]
        return list(dict.fromkeys(found))

    def _is_signature(self, function: Fn) -> bool:
        """Whether it is a type of functions, of which nothing is called."""
        unit = self.unit(function.path)
        return unit is not None and "signature" in unit.facts.scopes[function.scope].flags

    def _others(self, values: Values) -> bool:
        """Whether a value may also be a function that only its type is known of."""
        return any(
            isinstance(v, Unknown)
            or _is_like(v)
            or (isinstance(v, Fn) and not v.role and self._is_signature(v))
            for v in values
        )

    def _name(self, target: Target) -> str:
        unit = self.unit(target.path)
        return "" if unit is None else unit.facts.scopes[target.scope].name

    def with_definitions(self, targets: Sequence[Target]) -> list[Target]:
        """Some definitions; of those that only declare a function, the definitions too."""
        return self._twins.with_definitions(targets)

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
                values = self.evaluator.copied(cls, values, given)
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
            for ref in unit.facts.refs.all() if unit is not None else ():
                if unit is not None and ref.kind in _CALLS:
                    yield unit, ref, self.resolve(unit, ref)


_CALLS = frozenset({"call", "new", "implicit"})


def _outside_too(receiver: Values) -> bool:
    """Whether something is of a type from outside in another branch of a condition."""
    types = (v.of if isinstance(v, Inst) else v for v in receiver)
    return any(isinstance(of, Ext) and not of.loose for of in types)


def _because(why: str, targets: Sequence[Target]) -> tuple[tuple[Target, str], ...]:
    return tuple((target, why) for target in targets)


def _is_like(value: Value) -> bool:
    return isinstance(value, Fn) and value.role == "like"


def _holds(value: Value) -> bool:
    return isinstance(value, Display) or (isinstance(value, Inst) and bool(value.args))


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
