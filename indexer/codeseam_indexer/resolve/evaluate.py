"""An abstract interpreter over facts: what a name, a member or a call stands for.

Flow counts only as far as the last binding that surely precedes a use hides the earlier ones.
Results are memoised per binding and per function, except where a cycle was cut below them, so that
an answer does not depend on what was asked before.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeGuard

from codeseam_indexer.facts import Binding, Expr, Facts
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.overloads import Arguments, pick
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    PARAMETER,
    UNKNOWN,
    Cls,
    Display,
    Ext,
    Fn,
    Inst,
    Mod,
    Obj,
    Outside,
    SelfOf,
    Super,
    Unknown,
    Value,
    Values,
    Var,
    join,
)

MAX_DEPTH = 60
"""Nested evaluations; a chain that long has no readable evidence."""

MAX_VALUES = 12
"""A value that could be more things than this is unknown."""

BUDGET = 4000
"""Evaluations for one use: pathological code must not stall an answer."""

ANY = 1 << 62
"""The position of a use that may happen at any time, as in a nested function."""


class Shared(Protocol):
    """Names that files see without an import, and members that stand outside their type."""

    def named(self, unit: Unit, scope: int, name: str) -> Sequence[tuple[Unit, int]]:
        """The bindings that a name without one in its file may mean."""
        ...

    def package(self, family: str, package: str, name: str) -> Sequence[tuple[Unit, int]]:
        """The bindings of a name in the files that say they belong to a package."""
        ...

    def folder(self, path: str, name: str) -> Sequence[tuple[Unit, int]]:
        """The bindings of a name in a folder that is a module."""
        ...

    def attached(self, family: str, name: str) -> Sequence[tuple[Unit, int]]:
        """The functions of a name that stand outside the type they belong to."""
        ...


class Evaluator:
    """Evaluates expressions of the files of one workspace state."""

    def __init__(
        self,
        modules: Modules,
        unit: Callable[[str], Unit | None],
        mentioning: Callable[[str], Sequence[str]],
        shared: "Shared",
    ) -> None:
        self.mentioning = mentioning
        self.modules = modules
        self.unit = unit
        self.shared = shared
        self._bindings: dict[tuple[str, int], Values] = {}
        self._returns: dict[tuple[str, int], Values] = {}
        self._extended: dict[tuple[str, int], Values] = {}
        self._outer: dict[tuple[str, int, str], tuple[tuple[str, int], ...]] = {}
        self._owners: dict[tuple[str, int], Values] = {}
        self._objects: dict[tuple[str, str], Values] = {}
        self._mro: dict[Cls, tuple[Value, ...]] = {}
        self._active: dict[object, int] = {}
        self._taint = ANY
        self._depth = 0
        self._budget = BUDGET

    def fresh(self) -> None:
        """Start a new use: its budget is whole again."""
        self._budget = BUDGET
        self._taint = ANY

    # ---- expressions

    def eval(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """What an expression stands for, in a scope at a position."""
        if expr <= 0:
            return UNKNOWN
        self._budget -= 1
        if self._depth > MAX_DEPTH or self._budget < 0:
            self._taint = 0
            return UNKNOWN
        self._depth += 1
        node = unit.facts.exprs[expr]
        evaluate = _OPERATORS.get(node.op)
        found = UNKNOWN if evaluate is None else evaluate(self, unit, scope, at, node, expr)
        self._depth -= 1
        return found if len(found) <= MAX_VALUES else UNKNOWN

    def typed(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """Instances of the type that an expression names."""
        return self.instances(self.eval(unit, scope, at, expr))

    def instances(self, types: Values) -> Values:
        """An instance of each type."""
        return join([self._instance(t) for t in types] or [NOTHING])

    def _instance(self, of: Value) -> Values:
        if isinstance(of, Cls):
            return (Inst(of, of.args),)
        if isinstance(of, Ext):
            return UNKNOWN if of.name.rpartition(".")[2] in _ANYTHING else (Inst(of),)
        return (of,)

    def _name(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.lookup(unit, scope, at, node.text)

    def lookup(self, unit: Unit, scope: int, at: int, name: str) -> Values:
        """What a name stands for by the lexical scopes, then as the language's rules say."""
        found = self.bound(unit, scope, at, name)
        if found is not None:
            return found
        return self._unbound(unit, scope, name)

    def bound(self, unit: Unit, scope: int, at: int, name: str) -> Values | None:
        """The same by the lexical scopes alone; None where no scope binds it."""
        chosen = self.choose(unit, scope, at, name)
        if unit.rules.inherited:
            found = self._inherited(unit, scope, name, -1 if chosen is None else chosen[0])
            if found is not None:
                return found
        if chosen is None:
            return None
        parts: list[Values] = []
        for number in chosen[1]:
            found = self.binding(unit, number)
            if unit.facts.bindings[number].name == "*":
                found = self.member(found, name)
            parts.append(found)
        found = join(parts or [UNKNOWN])
        if unit.rules.spread and all(isinstance(v, Fn) for v in found):
            more = self.shared.named(unit, chosen[0], name)
            found = join([found, *(self.binding(u, n) for u, n in more)])
        return found

    def _inherited(self, unit: Unit, scope: int, name: str, stop: int) -> Values | None:
        """What a name is among the members of the classes around a scope and of their bases."""
        scopes = unit.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            owners: Values = NOTHING
            if here.kind == "class" and (here.bases or scope == stop or unit.rules.spread):
                owners = (Cls(unit.path, scope),)
            elif here.kind == "function" and here.owner > 0 and scope != stop:
                owners = self.owner_of(unit, scope)
            for cls in owners:
                if not isinstance(cls, Cls):
                    continue
                found = self.in_class(cls, name, SelfOf(cls))
                known = tuple(v for v in found if not isinstance(v, Ext | Unknown))
                if known or (found and scope == stop):
                    return known or found
            if scope == stop:
                return None
            scope = here.parent
        return None

    def choose(
        self, unit: Unit, scope: int, at: int, name: str
    ) -> tuple[int, Sequence[int]] | None:
        """The scope that binds a name, and those of its bindings that can reach the use."""
        scopes = unit.facts.scopes
        here, inner = scope, True
        hidden = False
        while scope >= 0:
            kind = scopes[scope].kind
            if not (kind in {"class", "object"} and hidden and not self._sees(unit, kind)):
                numbers = unit.names[scope].get(name)
                if numbers and kind == "class" and not unit.rules.open_members:
                    numbers = [n for n in numbers if unit.facts.bindings[n].kind == "type"]
                if numbers:
                    reaching = self._reaching(unit, numbers, here, at if inner else ANY)
                    if reaching:
                        return scope, reaching
                if "*" in unit.names[scope] and kind != "object":
                    starred = self._starred(unit, scope, name)
                    if starred:
                        return scope, starred
            if kind == "function":
                hidden, inner = True, False
            scope = scopes[scope].parent
        return None

    def _sees(self, unit: Unit, kind: str) -> bool:
        return kind == "class" and unit.rules.class_scopes

    def _starred(self, unit: Unit, scope: int, name: str) -> list[int]:
        """Star imports that bring a name in."""
        found: list[int] = []
        for number in unit.names[scope]["*"]:
            for module in self.binding(unit, number):
                members = self.member_of(module, name)
                if any(not isinstance(m, Ext) for m in members) or (
                    members and unit.rules.unbound == "external"
                ):
                    found.append(number)
                    break
        return found

    def _reaching(self, unit: Unit, numbers: Sequence[int], here: int, at: int) -> list[int]:
        bindings = unit.facts.bindings
        if unit.rules.block_scopes and all(
            bindings[n].kind == "local" and bindings[n].position > at for n in numbers
        ):
            return []
        if len(numbers) == 1 and bindings[numbers[0]].kind != "narrowed":
            return list(numbers)
        plain = [n for n in numbers if bindings[n].kind != "narrowed"]
        before = [n for n in numbers if bindings[n].position <= at]
        reaching: list[int] = []
        for number in reversed(before):
            binding = bindings[number]
            surely = unit.inside(here, binding.scope)
            if binding.kind == "narrowed" and (at == ANY or not surely):
                continue
            reaching.append(number)
            if surely and at != ANY and not self._overloaded(unit, binding):
                break
        return reaching[::-1] or plain

    def _overloaded(self, unit: Unit, binding: Binding) -> bool:
        return binding.kind == "def" and bool(unit.rules.block_scopes)

    def _unbound(self, unit: Unit, scope: int, name: str) -> Values:
        if unit.rules.modules == "ecmascript" and name in {"exports", "module"}:
            return self.exports(unit) if name == "exports" else (Obj(unit.path, _MODULE_OBJECT),)
        how = unit.rules.unbound
        if how == "external":
            return (Ext(name),)
        if how == "module":
            return (self.modules.find(unit.rules.modules, name, unit.path),)
        found = self.shared.named(unit, scope, name)
        parts = [self.binding(u, n) for u, n in found]
        return join(parts) if parts else (Ext(name),)

    def exports(self, unit: Unit) -> Values:
        """What a CommonJS module exports: what it puts into ``module.exports``, else itself."""
        return self._guarded((unit.path, -ANY), self._bindings, lambda: self._exports(unit))

    def _exports(self, unit: Unit) -> Values:
        parts: list[Values] = []
        for number in unit.expandos.get("exports", ()):
            expando = unit.facts.expandos[number]
            if unit.facts.exprs[expando.target] == _MODULE:
                at = expando.position - 1
                parts.append(self.eval(unit, expando.home, at, expando.value))
        return join(parts) if parts else (Mod(unit.path),)

    # ---- bindings

    def binding(self, unit: Unit, number: int) -> Values:
        """What a binding stands for."""
        key = (unit.path, number)
        known = self._bindings.get(key)
        if known is not None:
            return known
        return self._guarded(key, self._bindings, lambda: self._bind(unit, number))

    def _guarded(
        self,
        key: tuple[str, int],
        memo: dict[tuple[str, int], Values],
        compute: Callable[[], Values],
    ) -> Values:
        """Compute once; a cycle gives nothing, and what rests on a cut cycle is not kept."""
        mark = (id(memo), key)
        active = self._active.get(mark)
        if active is not None:
            self._taint = min(self._taint, active)
            return NOTHING
        level = len(self._active)
        outer, self._taint = self._taint, ANY
        self._active[mark] = level
        found = compute()
        del self._active[mark]
        if self._taint >= level and self._budget >= 0:
            memo[key] = found
            self._taint = outer
        else:
            self._taint = min(outer, self._taint)
        return found

    def _bind(self, unit: Unit, number: int) -> Values:
        binding = unit.facts.bindings[number]
        at = ANY if binding.kind in {"field", "attribute", "def", "import"} else binding.position
        if binding.name == "*" or binding.kind == "import":
            return self.eval(unit, binding.home, binding.position - 1, binding.value)
        if binding.kind == "type" and unit.facts.exprs[max(binding.value, 0)].op not in _BOUND:
            return (Var(unit.path, binding.scope, binding.name),)
        if binding.type > 0:
            found = self.typed(unit, binding.home, ANY, binding.type)
            if binding.value > 0 and unit.facts.exprs[binding.value].op == "fn":
                return join([self.eval(unit, binding.home, at, binding.value), found])
            if any(not isinstance(v, Unknown) for v in found) or binding.value <= 0:
                return found
        if binding.value > 0:
            found = self.eval(unit, binding.home, self._before(binding, at), binding.value)
            if binding.kind == "param" and not _is_self(found):
                return join([found, self._injected(unit, binding)])
            return self._identified(unit, number, found)
        if binding.kind == "param":
            return self._injected(unit, binding)
        return self._identified(unit, number, UNKNOWN)

    def _identified(self, unit: Unit, number: int, found: Values) -> Values:
        """A value of unknown origin to which the file adds members is known by its binding."""
        if unit.facts.bindings[number].name in unit.extended and all(
            isinstance(v, Ext | Unknown) for v in found
        ):
            return (Obj(unit.path, -1, number),)
        return found

    def _before(self, binding: Binding, at: int) -> int:
        return at if at == ANY else binding.position - 1

    def _injected(self, unit: Unit, binding: Binding) -> Values:
        """A parameter that a test framework fills by its name, else only the caller knows."""
        if unit.rules.receiver_names:
            found = self._same_name(unit, binding.name)
            return (*found, *PARAMETER)
        scope = unit.facts.scopes[binding.scope]
        tested = scope.name.startswith("test") or "fixture" in scope.flags
        if not (unit.rules.fixtures and tested):
            return PARAMETER
        for path in self.modules.test_settings(unit.path):
            other = self.unit(path)
            for number in other.names[0].get(binding.name, ()) if other is not None else ():
                for value in self.binding(other, number) if other is not None else ():
                    if isinstance(value, Fn) and self._is_fixture(value):
                        return self.returned(value)
        return PARAMETER

    def _same_name(self, unit: Unit, name: str) -> Values:
        """The one object of the workspace to which members are added under a parameter's name."""
        key = (unit.rules.family, name)
        if key not in self._objects:
            found: list[Value] = []
            for path in self.mentioning(name):
                other = self.unit(path)
                if other is not None and name in other.extended:
                    for number in other.names[0].get(name, ()):
                        found += [v for v in self.binding(other, number) if isinstance(v, Obj)]
            self._objects[key] = tuple(found) if len(set(found)) == 1 else NOTHING
        return self._objects[key]

    def _is_fixture(self, fn: Fn) -> bool:
        unit = self.unit(fn.path)
        return unit is not None and "fixture" in unit.facts.scopes[fn.scope].flags

    # ---- members

    def _get(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        target = self.eval(unit, scope, at, node.parts[0])
        return self.member(target, node.text)

    def member(self, target: Values, name: str) -> Values:
        """A member of each of some values; unknown where one of them could have any."""
        parts: list[Values] = []
        known = [v for v in target if not _is_none(v)]
        for value in known or target:
            found = self.member_of(value, name)
            parts.append(found)
        return join(parts) if parts else NOTHING

    def member_of(self, value: Value, name: str) -> Values:
        """A member of one value, nothing where it has none of that name."""
        get = _MEMBERS.get(type(value))
        return UNKNOWN if get is None else get(self, value, name)

    def _member_of_instance(self, value: Inst, name: str) -> Values:
        if isinstance(value.of, Ext):
            return self._member_of_outside(value, name)
        return self.in_class(value.of, name, value) or self._derived(value.of, name)

    def _derived(self, cls: Cls, name: str) -> Values:
        """A method that every type of the language may have and that gives its type back."""
        unit = self.unit(cls.path)
        if unit is not None and name in unit.rules.same:
            return (Outside(Inst(cls, cls.args), name),)
        return NOTHING

    def _member_of_outside(self, value: Inst, name: str) -> Values:
        if value.args:
            held = value.of.name.rpartition(".")[2] if isinstance(value.of, Ext) else ""
            if held in _DEREFERENCED and name not in _SAME:
                inner = self.member(value.args[0], name)
                if any(isinstance(v, Fn | Cls | Inst) for v in inner):
                    return inner
            return (Outside(value, name),)
        return (Ext(f"{value.of.name}.{name}") if isinstance(value.of, Ext) else Ext(name),)

    def _member_of_method(self, value: Outside, name: str) -> Values:
        return (Ext(f"{value.name}.{name}", True),)

    def _member_of_var(self, value: Var, name: str) -> Values:
        unit = self.unit(value.path)
        if unit is None:
            return UNKNOWN
        for number in unit.names[value.scope].get(value.name, ()):
            binding = unit.facts.bindings[number]
            if binding.type > 0:
                return self.member(self.typed(unit, binding.home, ANY, binding.type), name)
        return UNKNOWN

    def _member_of_self(self, value: SelfOf, name: str) -> Values:
        return self.in_class(value.of, name, value) or self._derived(value.of, name)

    def _member_of_class(self, value: Cls, name: str) -> Values:
        return self.in_class(value, name, value) or self._derived(value, name)

    def _member_of_super(self, value: Super, name: str) -> Values:
        mro = self.mro(value.of)[1:]
        return self._along(mro, name, SelfOf(value.of))

    def in_class(self, cls: Cls, name: str, receiver: Inst | SelfOf | Cls) -> Values:
        """A member of a class, found along its bases, bound to a receiver."""
        return self._along(self.mro(cls), name, receiver)

    def _along(
        self, mro: Sequence[Value], name: str, receiver: Inst | SelfOf | Cls
    ) -> Values:
        first = mro[0] if mro else None
        unit = self.unit(first.path) if isinstance(first, Cls) else None
        if unit is not None and unit.rules.overloads and name not in unit.rules.constructors:
            every = [self.own_member(b, name, receiver) for b in mro if isinstance(b, Cls)]
            found = join([f for f in every if f] or [NOTHING])
            if found:
                return found if any(isinstance(v, Fn) for v in found) else next(f for f in every if f)
        open_ = False
        for base in mro:
            if isinstance(base, Cls):
                found = self.own_member(base, name, receiver)
                if found:
                    return found
            elif isinstance(base, Ext):
                if base.name.rpartition(".")[2] not in _EMPTY_BASES:
                    return (Ext(f"{base.name}.{name}"),)
            else:
                open_ = True
        return UNKNOWN if open_ else NOTHING

    def own_member(self, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None) -> Values:
        """A member that the class itself declares."""
        unit = self.unit(cls.path)
        if unit is None:
            return NOTHING
        if unit.facts.scopes[cls.scope].kind == "function":
            return self._of_prototype(cls, name)
        numbers = unit.names[cls.scope].get(name)
        if not numbers:
            return self._outer_members(unit, cls, name, receiver)
        bindings = unit.facts.bindings
        declared = [n for n in numbers if bindings[n].type > 0] or numbers
        defs = [n for n in numbers if bindings[n].kind == "def"]
        if defs and not unit.rules.block_scopes:
            declared = defs[-1:] if not self._mixed(unit, defs) else defs
        found = [self._attached(v, receiver) for n in declared for v in self.binding(unit, n)]
        if unit.rules.fields_apart:
            found.append(self._outer_members(unit, cls, name, receiver))
        if unit.rules.spread and defs:
            return self._defined(unit, cls, name, receiver, join(found or [NOTHING]))
        return join(found or [NOTHING])

    def _defined(
        self, unit: Unit, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None, found: Values
    ) -> Values:
        """Definitions in place of the declarations that a class has of its members."""
        declared = [
            v for v in found
            if isinstance(v, Fn) and "declaration" in unit.facts.scopes[v.scope].flags
        ]  # fmt: skip
        if not declared:
            return found
        if name in unit.rules.constructors:
            name = unit.facts.scopes[cls.scope].name
        outer = self._outer_members(unit, cls, name, receiver)
        if len(outer) >= len(declared):
            return join([outer, tuple(v for v in found if v not in declared)])
        return join([outer, found])

    def _outer_members(
        self, unit: Unit, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None
    ) -> Values:
        """Members that stand outside their class: methods with a receiver, in an extension."""
        key = (cls.path, cls.scope, name)
        known = self._outer.get(key)
        if known is None:
            plain = Cls(cls.path, cls.scope)
            known = tuple(
                (other.path, scope)
                for other, scope in self.shared.attached(unit.rules.family, name)
                if plain in self.owner_of(other, scope)
            )
            self._outer[key] = known
        found = [self._attached(Fn(path, scope), receiver) for path, scope in known]
        return join(found or [NOTHING])

    def owner_of(self, unit: Unit, scope: int) -> Values:
        """The types that a function outside them belongs to, without their arguments."""
        key = (unit.path, scope)
        known = self._owners.get(key)
        if known is None:
            here = unit.facts.scopes[scope]
            self._owners[key] = NOTHING
            outer = self._active, self._taint, self._depth, self._budget
            self._active, self._taint, self._depth, self._budget = {}, ANY, 0, BUDGET
            found = self.eval(unit, here.parent, here.start, here.owner)
            known = tuple(Cls(v.path, v.scope) for v in found if isinstance(v, Cls))
            self._owners[key] = known
            self._active, self._taint, self._depth, self._budget = outer
        return known

    def _of_prototype(self, cls: Cls, name: str) -> Values:
        """A member of the instances of a constructor function."""
        found = [self._assigned(v, name) for v in (Inst(cls), SelfOf(cls))]
        return join(found)

    def _mixed(self, unit: Unit, defs: Sequence[int]) -> bool:
        """Whether definitions of one name belong together: overloads, getter and setter."""
        scopes = unit.facts.scopes
        for number in defs:
            value = unit.facts.exprs[unit.facts.bindings[number].value]
            if value.op == "decorated":
                value = unit.facts.exprs[value.parts[0]]
            flags = scopes[value.parts[0]].flags if value.op == "fn" else ()
            if "property" in flags or "setter" in flags:
                return True
        return False

    def _attached(self, value: Value, receiver: Inst | SelfOf | Cls | None) -> Values:
        if not isinstance(value, Fn):
            return self.substitute((value,), receiver)
        unit = self.unit(value.path)
        flags = unit.facts.scopes[value.scope].flags if unit is not None else ()
        bound = Fn(value.path, value.scope, receiver)
        if "property" in flags:
            return self.returned(bound)
        if "setter" in flags:
            return NOTHING
        return (bound,)

    def substitute(self, values: Values, receiver: Value | None) -> Values:
        """Replace ``self`` and type parameters by what the receiver says of them."""
        if receiver is None:
            return values
        return join([self._substituted(v, receiver) for v in values] or [NOTHING])

    def _substituted(self, value: Value, receiver: Value) -> Values:
        if isinstance(value, SelfOf) and isinstance(receiver, Inst | SelfOf):
            return (receiver,)
        if isinstance(value, SelfOf) and isinstance(receiver, Cls):
            return (Inst(receiver, receiver.args),)
        if isinstance(value, Var) and isinstance(receiver, SelfOf):
            return self._argument_of_base(value, Inst(receiver.of))
        if isinstance(value, Var) and isinstance(receiver, Inst) and isinstance(receiver.of, Cls):
            return self._argument(value, receiver)
        return (value,)

    def _argument(self, value: Var, receiver: Inst) -> Values:
        assert isinstance(receiver.of, Cls)  # noqa: S101 - the caller has looked
        unit = self.unit(receiver.of.path)
        if unit is None or value.scope != receiver.of.scope or value.path != receiver.of.path:
            return self._argument_of_base(value, receiver)
        names = [
            b.name for b in unit.facts.bindings if b.scope == value.scope and b.kind == "type"
        ]
        at = names.index(value.name) if value.name in names else -1
        return receiver.args[at] if 0 <= at < len(receiver.args) else (value,)

    def _argument_of_base(self, value: Var, receiver: Inst) -> Values:
        """A type parameter of a base class, by what the class below gives it."""
        assert isinstance(receiver.of, Cls)  # noqa: S101 - the caller has looked
        for base in self.mro(receiver.of)[1:]:
            if isinstance(base, Cls) and (base.path, base.scope) == (value.path, value.scope):
                found = self._argument(value, Inst(base, base.args)) if base.args else (value,)
                return self.substitute(found, receiver) if found != (value,) else found
        return (value,)

    def mro(self, cls: Cls) -> tuple[Value, ...]:
        """The class and its bases in the order in which members are looked for."""
        known = self._mro.get(cls)
        if known is not None:
            return known
        self._mro[cls] = (cls,)
        implemented = self._implemented(cls)
        unit = self.unit(cls.path)
        lines: list[Value] = [cls]
        scope = unit.facts.scopes[cls.scope] if unit is not None else None
        for base in scope.bases if scope is not None and unit is not None else ():
            inside = unit.has_type_parameters(cls.scope) if unit and scope else False
            where = cls.scope if inside else scope.parent if scope else 0
            for value in self.eval(unit, where, ANY, base) if unit and scope else ():
                lines.extend(self.mro(value) if isinstance(value, Cls) else (value,))
        for trait in implemented:
            lines.extend(self.mro(trait) if isinstance(trait, Cls) else (trait,))
        last = {value: at for at, value in enumerate(lines)}
        found = tuple(value for at, value in enumerate(lines) if last[value] == at)
        self._mro[cls] = found
        return found

    def _implemented(self, cls: Cls) -> Values:
        """What is said elsewhere that a class implements: ``impl Trait for Type``."""
        home = self.unit(cls.path)
        if home is None or home.rules.modules != "rust":
            return NOTHING
        plain = Cls(cls.path, cls.scope)
        found: list[Values] = []
        for path in self.mentioning(home.facts.scopes[cls.scope].name):
            unit = self.unit(path)
            for number in unit.expandos.get("<impl>", ()) if unit is not None else ():
                if unit is None:
                    continue
                of = self._extends(unit, number)
                if any(isinstance(v, Cls) and Cls(v.path, v.scope) == plain for v in of):
                    expando = unit.facts.expandos[number]
                    found.append(self.eval(unit, expando.home, ANY, expando.value))
        return join(found or [NOTHING])

    def _member_of_module(self, value: Mod, name: str) -> Values:
        if not value.path.endswith("/"):
            unit = self.unit(value.path)
            if unit is None:
                return UNKNOWN
            found = self._exported(unit, name) or self._commonjs(unit, name)
            if found:
                return found
            sub = self.modules.submodule(unit.rules.modules, value.path, name)
            return NOTHING if sub is None else (sub,)
        family, colon, package = value.path.rstrip("/").partition(":")
        if colon:
            return self._member_of_package(family, package, name)
        found = [self.binding(u, n) for u, n in self.shared.folder(value.path, name)]
        if found:
            return join(found)
        sub = self.modules.submodule("dotted", value.path, name)
        return NOTHING if sub is None else (sub,)

    def _member_of_package(self, family: str, package: str, name: str) -> Values:
        """A member of a package that files say they belong to, or of a class that encloses it."""
        found = [self.binding(u, n) for u, n in self.shared.package(family, package, name)]
        if found:
            return join(found)
        outer, _, last = package.rpartition(".")
        for value in self._member_of_package(family, outer, last) if last[:1].isupper() else ():
            if isinstance(value, Cls):
                return self.member_of(value, name)
        return (Ext(f"{package}.{name}"),)

    def _exported(self, unit: Unit, name: str) -> Values:
        numbers = unit.names[0].get(name, ()) if unit.names else ()
        if numbers:
            return join([self.binding(unit, n) for n in numbers])
        parts: list[Values] = []
        for number in unit.names[0].get("*", ()) if unit.names else ():
            mark = (2, (unit.path, number))
            if mark in self._active:
                continue
            self._active[mark] = len(self._active)
            for module in self.binding(unit, number):
                parts.append(self.member_of(module, name))
            del self._active[mark]
        return join(parts) if parts else NOTHING

    def _commonjs(self, unit: Unit, name: str) -> Values:
        if unit.rules.modules != "ecmascript":
            return NOTHING
        whole = self.exports(unit)
        if Mod(unit.path) in whole:
            return self._assigned(Mod(unit.path), name)
        return whole if name == "default" else self.member(whole, name)

    def _member_of_ext(self, value: Ext, name: str) -> Values:
        return (Ext(f"{value.name}.{name}", value.loose),)

    def _member_of_object(self, value: Obj, name: str) -> Values:
        unit = self.unit(value.path)
        if unit is None:
            return UNKNOWN
        if value.scope == _MODULE_OBJECT:
            return self.exports(unit) if name == "exports" else UNKNOWN
        if value.scope >= 0:
            numbers = unit.names[value.scope].get(name, ())
            if numbers:
                found = join([self.binding(unit, n) for n in numbers])
                return tuple(
                    Fn(v.path, v.scope, value) if isinstance(v, Fn) else v for v in found
                )
        found = self._assigned(value, name)
        if found or value.scope < 0:
            return found or UNKNOWN
        spread = unit.names[value.scope].get("*", ())
        parts = [self.member(self.binding(unit, n), name) for n in spread]
        return join(parts) if parts else NOTHING

    def _assigned(self, value: Value, name: str) -> Values:
        """What ``value.name = …`` has put into a value, in the file that made it."""
        holder = value.of if isinstance(value, Inst | SelfOf) else value
        path = getattr(holder, "path", "")
        unit = self.unit(path) if path else None
        if unit is None:
            return NOTHING
        parts: list[Values] = []
        for number in unit.expandos.get(name, ()):
            if value in self._extends(unit, number):
                expando = unit.facts.expandos[number]
                parts.append(self.eval(unit, expando.home, expando.position - 1, expando.value))
        if parts:
            return join(parts)
        for number in unit.expandos.get("*", ()):
            if value in self._extends(unit, number):
                expando = unit.facts.expandos[number]
                mixed = self.eval(unit, expando.home, expando.position - 1, expando.value)
                parts.append(self.member(tuple(v for v in mixed if v != value), name))
        return join(parts) if parts else NOTHING

    def _extends(self, unit: Unit, number: int) -> Values:
        """What an assignment to a member, or a mixin, adds to."""
        key = (unit.path, number)
        known = self._extended.get(key)
        if known is None:
            # On its own, whatever is being evaluated: a target that needs itself extends nothing.
            self._extended[key] = NOTHING
            outer = self._active, self._taint, self._depth, self._budget
            self._active, self._taint, self._depth, self._budget = {}, ANY, 0, BUDGET
            expando = unit.facts.expandos[number]
            known = self.eval(unit, expando.home, expando.position, expando.target)
            self._extended[key] = known
            self._active, self._taint, self._depth, self._budget = outer
        return known

    def _member_of_function(self, value: Fn, name: str) -> Values:
        if name == "prototype":
            return (Inst(Cls(value.path, value.scope)),)
        found = self._assigned(Fn(value.path, value.scope), name)
        return found or (Ext(f"function.{name}"),)

    def _member_of_display(self, value: Display, name: str) -> Values:
        unit = self.unit(value.path)
        op = unit.facts.exprs[value.expr].op if unit is not None else "list"
        if name in {"get", "pop", "setdefault", "values"} and op == "dict":
            return (value,)
        return (Ext(f"{op}.{name}"),)

    def _member_of_unknown(self, value: Unknown, name: str) -> Values:
        return UNKNOWN

    # ---- calls

    def _call(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        callee = self.eval(unit, scope, at, node.parts[0])
        given = Given(self, unit, scope, at, node.parts[1:])
        if unit.rules.overloads:
            callee = self.overload(callee, given) or callee
            if not any(isinstance(v, Fn | Cls | Inst) for v in callee):
                hint = unit.rules.results.get(unit.facts.exprs[node.parts[0]].text.removesuffix("()"))
                if hint:
                    return (Inst(Ext(hint)),)
        return join([self.call(v, given) for v in callee] or [UNKNOWN])

    def _new(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        made: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Fn):
                made.append((Inst(Cls(value.path, value.scope)),))
            elif isinstance(value, Cls | Ext):
                made.append(self._instance(value))
            else:
                made.append(UNKNOWN)
        return join(made or [UNKNOWN])

    def call(self, callee: Value, given: "Given | None" = None) -> Values:
        """What calling a value gives."""
        if isinstance(callee, Cls):
            return (Inst(callee, callee.args),)
        if isinstance(callee, Fn):
            return self.returned(callee, given)
        if isinstance(callee, Outside):
            return self._call_method_outside(callee)
        if isinstance(callee, Inst) and isinstance(callee.of, Cls):
            unit = self.unit(callee.of.path)
            method = self.member_of(callee, unit.rules.call_method) if unit is not None else ()
            bases = [b for b in self.mro(callee.of) if isinstance(b, Fn)]
            called = [*(m for m in method if isinstance(m, Fn)), *bases]
            return join([self.call(m, given) for m in called] or [UNKNOWN])
        if isinstance(callee, Inst) and callee.args:
            return callee.args[-1]
        if isinstance(callee, Ext):
            return self._call_outside(callee, given)
        if isinstance(callee, Display):
            return self.elements(callee)
        return UNKNOWN

    def overload(self, callee: Values, given: "Given") -> Values:
        """Those functions among some values that a call with these arguments means."""
        functions = [v for v in callee if isinstance(v, Fn)]
        arguments = Arguments(len(given.parts), given.value)
        return tuple(pick(functions, arguments, self.unit, self.binding, self.mro))

    def _call_method_outside(self, callee: Outside) -> Values:
        name = callee.name.removesuffix("()")
        if name in _SAME:
            return (callee.of,)
        if name in _INNER:
            return callee.of.args[-1]
        return (Ext(f"{name}()", True),)

    def _param(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What a function passes to a parameter of the callback that it is given."""
        argument, parameter = (int(n) for n in node.text.split("."))
        parts: list[Values] = []
        for callee in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(callee, Fn):
                parts.append(self._passed(callee, argument, parameter))
            elif isinstance(callee, Inst) and isinstance(callee.of, Cls):
                other = self.unit(callee.of.path)
                name = other.rules.call_method if other is not None else ""
                for method in self.member_of(callee, name):
                    if isinstance(method, Fn):
                        parts.append(self._passed(method, argument, parameter))
            elif isinstance(callee, Outside) and callee.of.args:
                parts.append(callee.of.args[-1])
        known = [v for v in join(parts or [NOTHING]) if not isinstance(v, Unknown | Var)]
        return tuple(known) or UNKNOWN

    def _passed(self, fn: Fn, argument: int, parameter: int) -> Values:
        parts: list[Values] = []
        for callback in self._parameter(fn, argument):
            functional = self.callback_parameter(callback, parameter)
            if functional:
                parts.append(functional)
            elif isinstance(callback, Inst) and isinstance(callback.of, Cls):
                other = self.unit(callback.of.path)
                name = other.rules.call_method if other is not None else ""
                for method in self.member_of(callback, name):
                    if isinstance(method, Fn):
                        parts.append(self._parameter(method, parameter))
        return self.substitute(join(parts or [NOTHING]), fn.receiver)

    def _typevar(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The type parameter number text of the class parts[0], under a name of its own."""
        found: list[Value] = []
        for cls in self.eval(unit, unit.facts.scopes[scope].parent, at, node.parts[0]):
            other = self.unit(cls.path) if isinstance(cls, Cls) else None
            if other is not None and isinstance(cls, Cls):
                names = other.type_parameters(cls.scope)
                found += [Var(cls.path, cls.scope, n) for n in names[int(node.text) :][:1]]
        return tuple(found) or UNKNOWN

    def _contextual(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What is passed to a parameter of a function of the functional type parts[0]."""
        found: list[Values] = []
        for value in self.typed(unit, scope, at, node.parts[0]):
            found.append(self.callback_parameter(value, int(node.text)))
        return join(found) or UNKNOWN

    def _callback(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What is passed to a parameter of the function that parts[0] is expected to be."""
        found: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            found.append(self._taken(value, int(node.text)))
        known = tuple(v for v in join(found or [NOTHING]) if not isinstance(v, Unknown | Var))
        return known or UNKNOWN

    def _taken(self, callback: Value, number: int) -> Values:
        functional = self.callback_parameter(callback, number)
        if functional or not (isinstance(callback, Inst) and isinstance(callback.of, Cls)):
            return functional
        other = self.unit(callback.of.path)
        name = other.rules.call_method if other is not None else ""
        methods = [m for m in self.member_of(callback, name) if isinstance(m, Fn)]
        return join([self._parameter(m, number) for m in methods] or [NOTHING])

    def _wanted(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What the callee parts[0] declares its argument number text to be."""
        found: list[Values] = []
        for callee in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(callee, Fn):
                wanted = self._parameter(callee, int(node.text))
                found.append(self.substitute(wanted, callee.receiver))
        return join(found or [UNKNOWN])

    def callback_parameter(self, callback: Value, number: int) -> Values:
        """What whoever is given a callback passes to one of its parameters."""
        if isinstance(callback, Fn):
            return self._parameter(callback, number)
        if isinstance(callback, Inst) and isinstance(callback.of, Cls):
            methods = self.only_method(callback)
            found = [self.substitute(self._parameter(m, number), callback) for m in methods]
            return join(found or [NOTHING])
        if isinstance(callback, Inst) and callback.args:
            return callback.args[min(number, len(callback.args) - 1)]
        return NOTHING

    def only_method(self, value: Inst) -> list[Fn]:
        """The one abstract method of a functional interface."""
        found: dict[str, Fn] = {}
        for base in self.mro(value.of) if isinstance(value.of, Cls) else ():
            unit = self.unit(base.path) if isinstance(base, Cls) else None
            if unit is None or not isinstance(base, Cls):
                continue
            for name, numbers in unit.names[base.scope].items():
                for number in numbers:
                    node = unit.facts.exprs[max(unit.facts.bindings[number].value, 0)]
                    if node.op == "fn" and "abstract" in unit.facts.scopes[node.parts[0]].flags:
                        found.setdefault(name, Fn(base.path, node.parts[0], value))
        return list(found.values()) if len(found) == 1 else []

    def _parameter(self, fn: Fn, number: int) -> Values:
        unit = self.unit(fn.path)
        params = unit.params.get(fn.scope, ()) if unit is not None else ()
        if unit is None or not params:
            return NOTHING
        last = min(number, len(params) - 1)
        return self.binding(unit, params[last])

    def _call_outside(self, callee: Ext, given: "Given | None") -> Values:
        last = callee.name.rpartition(".")[2]
        if given is not None and given.parts:
            if last in {"TypeVar", "NewType", "ParamSpec"}:
                return UNKNOWN
            if last == "cast":
                return self.instances(given.value(0))
            if last in _GIVES_BACK:
                return given.value(0)
        if last[:1].isupper():
            return (Inst(callee),)
        if last in _BUILTIN_TYPES:
            return (Inst(Ext(last)),)
        return (Ext(f"{callee.name}()", True),)

    def returned(self, fn: Fn, given: "Given | None" = None) -> Values:
        """What a function gives back."""
        key = (fn.path, fn.scope)
        known = self._returns.get(key)
        if known is None:
            known = self._guarded(key, self._returns, lambda: self._return(fn))
        found = self.substitute(known, fn.receiver)
        if given is not None and any(isinstance(v, Var) and v.scope == fn.scope for v in found):
            return join([self._inferred(v, fn, given) for v in found])
        return found

    def _inferred(self, value: Value, fn: Fn, given: "Given") -> Values:
        """A type parameter of a function, from the argument whose type it is."""
        if not isinstance(value, Var) or value.scope != fn.scope or value.path != fn.path:
            return (value,)
        unit = self.unit(fn.path)
        for at, number in enumerate(unit.params.get(fn.scope, ()) if unit is not None else ()):
            if unit is not None and at < len(given.parts) and value in self.binding(unit, number):
                return given.value(at)
        return (value,)

    def _return(self, fn: Fn) -> Values:
        unit = self.unit(fn.path)
        if unit is None:
            return UNKNOWN
        scope = unit.facts.scopes[fn.scope]
        if scope.returns > 0:
            if self._returns_self(unit, fn.scope):
                return self._self(unit, fn.scope, ANY, unit.facts.exprs[0], 0)
            inner = unit.has_type_parameters(fn.scope)
            declared = self.typed(unit, fn.scope if inner else scope.parent, ANY, scope.returns)
            if any(not isinstance(v, Unknown) for v in declared):
                return declared
        if not scope.values:
            return UNKNOWN if scope.returns > 0 else (Inst(Ext("None")),)
        found = join([self.eval(unit, fn.scope, scope.end, v) for v in scope.values])
        if "generator" in scope.flags and "fixture" not in scope.flags:
            return (Inst(Ext("Generator"), (found,)),)
        return found

    def _returns_self(self, unit: Unit, scope: int) -> bool:
        """Whether the declared result is the type variable of the first parameter, ``self``."""
        params = unit.params.get(scope, ())
        if not params:
            return False
        first = unit.facts.bindings[params[0]]
        own = first.value > 0 and unit.facts.exprs[first.value].op in {"self", "selftype"}
        returned = unit.facts.scopes[scope].returns
        if unit.facts.exprs[returned].text == "Self":
            return own
        if own and first.type > 0:
            declared = unit.facts.exprs[first.type]
            return returned in {first.type, *declared.parts[1:]}
        return False

    def _decorated(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The function itself, and what its decorators make of it where that is known."""
        bare = self.eval(unit, scope, at, node.parts[0])
        value = bare
        for decorator in reversed(node.parts[1:]):
            applied = self.eval(unit, scope, at - 1 if at != ANY else at, decorator)
            value = join([self.call(v) for v in applied] or [UNKNOWN])
        made = tuple(v for v in value if isinstance(v, Inst) and isinstance(v.of, Cls))
        return join([bare, made])

    # ---- parts of collections

    def elements(self, value: Value) -> Values:
        """What iterating over a value gives."""
        if isinstance(value, SelfOf):
            value = Inst(value.of)
        if isinstance(value, Display):
            unit = self.unit(value.path)
            if unit is None:
                return UNKNOWN
            node = unit.facts.exprs[value.expr]
            parts = [self.eval(unit, value.scope, ANY, p) for p in node.parts[:8]]
            return join(parts) if parts else UNKNOWN
        if isinstance(value, Inst):
            if isinstance(value.of, Ext):
                return value.args[-1] if value.args else (Ext(f"{value.of.name}[]", True),)
            for method in self.member_of(value, "__iter__"):
                if isinstance(method, Fn):
                    return join([self.elements(v) for v in self.returned(method)] or [UNKNOWN])
            for base in self.mro(value.of):
                if isinstance(base, Inst) and base.args:
                    return base.args[-1]
        if isinstance(value, Ext):
            return (Ext(f"{value.name}[]", True),)
        return UNKNOWN

    def _elem(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return join([self.elements(v) for v in self.eval(unit, scope, at, node.parts[0])] or [UNKNOWN])

    def _key(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Inst) and isinstance(value.of, Ext) and value.of.name == "chan":
                found.append(value.args[-1])
            elif isinstance(value, Inst) and len(value.args) > 1:
                found.append(value.args[0])
        return join(found or [(Inst(Ext("int")),)])

    def _item(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        target = self.eval(unit, scope, at, node.parts[0])
        return join([self._item_of(v, node.text) for v in target] or [UNKNOWN])

    def _item_of(self, value: Value, key: str) -> Values:
        if isinstance(value, SelfOf):
            value = Inst(value.of)
        if isinstance(value, Display):
            unit = self.unit(value.path)
            node = unit.facts.exprs[value.expr] if unit is not None else None
            if unit is not None and node is not None:
                part = _part(unit.facts, node, key)
                if part:
                    return self.eval(unit, value.scope, ANY, part)
            return self.elements(value)
        if isinstance(value, Inst):
            if isinstance(value.of, Ext):
                if key.isdigit() and value.of.name.rpartition(".")[2] in {"tuple", "Tuple"}:
                    return value.args[int(key)] if int(key) < len(value.args) else UNKNOWN
                return value.args[-1] if value.args else (Ext(f"{value.of.name}[]", True),)
            for method in self.member_of(value, "__getitem__"):
                if isinstance(method, Fn):
                    return self.returned(method)
            return self.elements(value)
        if isinstance(value, Obj):
            return self.member_of(value, key) if key else UNKNOWN
        if isinstance(value, Cls):
            return (value,)
        return (Ext(f"{value.name}[]", True),) if isinstance(value, Ext) else UNKNOWN

    def _try(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What ``?`` takes out of an option or a result."""
        found = self.eval(unit, scope, at, node.parts[0])
        return join([_held(v, 0) for v in found] or [UNKNOWN])

    def _unwrap(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The payload that a pattern takes out of a variant."""
        number = int(node.text)
        variant = self.eval(unit, scope, at, node.parts[1])
        functions = [v for v in variant if isinstance(v, Fn)]
        if functions:
            return join([self._parameter(fn, number) for fn in functions])
        classes = [v for v in variant if isinstance(v, Cls)]
        if classes:
            return join([self.member_of(Inst(c), str(number)) for c in classes])
        held = 1 if any(isinstance(v, Ext) and v.name == "Err" for v in variant) else 0
        value = self.eval(unit, scope, at, node.parts[0])
        return join([_held(v, held) for v in value] or [UNKNOWN])

    def _wrapped(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        inner = self.eval(unit, scope, at, node.parts[0])
        return (Inst(Ext("Option" if node.text == "Some" else "Result"), (inner,)),)

    def _enter(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        parts: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Inst) and isinstance(value.of, Ext) and value.args:
                parts.append(value.args[0])
            elif isinstance(value, Inst | SelfOf):
                methods = join([self.member_of(value, "__enter__"), self.member_of(value, "__aenter__")])
                parts += [self.returned(m) for m in methods if isinstance(m, Fn)] or [(value,)]
            else:
                parts.append((value,))
        return join(parts or [UNKNOWN])

    # ---- small operators

    def _self(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        scopes = unit.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            if here.kind == "class":
                return (SelfOf(Cls(unit.path, scope)),)
            if here.owner > 0:
                return self._owner(unit, scope)
            if here.kind == "function" and "this" in here.flags:
                outer = scopes[here.parent].kind
                if outer == "object":
                    return (Obj(unit.path, here.parent),)
                if outer != "class":
                    return (SelfOf(Cls(unit.path, scope)),)
                cls = Cls(unit.path, here.parent)
                return (cls,) if "static" in here.flags else (SelfOf(cls),)
            scope = here.parent
        return UNKNOWN

    def _owner(self, unit: Unit, scope: int) -> Values:
        """What ``self`` is in a function that stands outside the type it belongs to."""
        here = unit.facts.scopes[scope]
        found = self.eval(unit, here.parent, here.start, here.owner)
        if "this" in here.flags:
            return found
        return tuple(SelfOf(v) if isinstance(v, Cls) else v for v in found)

    def _selftype(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found = self._self(unit, scope, at, node, expr)
        return tuple(v.of if isinstance(v, SelfOf) else v for v in found)

    def _super(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        cls = unit.around(scope, "class")
        return (Super(Cls(unit.path, cls)),) if cls >= 0 else UNKNOWN

    def _generic(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        parts: list[Values] = []
        for base in self.eval(unit, scope, at, node.parts[0]):
            given = [self.eval(unit, scope, at, p) for p in node.parts[1:]]
            if isinstance(base, Ext):
                last = base.name.rpartition(".")[2]
                if last in unit.rules.payload:
                    parts += [v for v in given if v]
                elif last in {"Type", "type"}:
                    parts.append((Ext("type"),))
                else:
                    parts.append((Inst(base, tuple(self.instances(v) for v in given)),))
            elif isinstance(base, Cls):
                args = tuple(self.instances(v) for v in given)
                parts.append((Cls(base.path, base.scope, args),))
            else:
                parts.append((base,))
        return join(parts or [UNKNOWN])

    def _union(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return join([self.eval(unit, scope, at, p) for p in node.parts])

    def _passing(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.eval(unit, scope, at, node.parts[0])

    def _inst(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.typed(unit, scope, at, node.parts[0])

    def _fn(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Fn(unit.path, node.parts[0]),)

    def _cls(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Cls(unit.path, node.parts[0]),)

    def _obj(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Obj(unit.path, node.parts[0]),)

    def _module(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (self.modules.find(unit.rules.modules, node.text, unit.path),)

    def _from(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        parts: list[Values] = []
        for module in self.eval(unit, scope, at, node.parts[0]):
            parts.append(self.member_of(module, node.text))
        return join(parts) or UNKNOWN

    def _builtin(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Ext(node.text),)

    def _require(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found = self.modules.find(unit.rules.modules, node.text, unit.path)
        other = self.unit(found.path) if isinstance(found, Mod) else None
        return (found,) if other is None else self.exports(other)

    def _literal(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Inst(Ext(node.text or "str")),)

    def _string(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Inst(Ext("str")),)

    def _display(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Display(unit.path, scope, expr),)

    def _within(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.eval(unit, int(node.text), ANY, node.parts[0])

    def _class_of(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.classes(self.eval(unit, scope, at, node.parts[0]))

    def classes(self, values: Values) -> Values:
        """The class of each value."""
        out: list[Values] = []
        for value in values:
            out.append((value.of,) if isinstance(value, Inst | SelfOf) else UNKNOWN)
        return join(out or [UNKNOWN])

    def _outer(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return UNKNOWN


class Given:
    """The arguments of a call, evaluated when they are asked for."""

    def __init__(
        self, evaluator: Evaluator, unit: Unit, scope: int, at: int, parts: tuple[int, ...]
    ) -> None:
        self.evaluator = evaluator
        self.unit = unit
        self.scope = scope
        self.at = at
        self.parts = parts

    def value(self, number: int) -> Values:
        """An argument by its position."""
        return self.evaluator.eval(self.unit, self.scope, self.at, self.parts[number])


def _part(facts: Facts, node: Expr, key: str) -> int:
    if node.op == "dict":
        for part in node.parts:
            entry = facts.exprs[part]
            if entry.op == "kw" and key and entry.text == key:
                return entry.parts[0]
        return 0
    return node.parts[int(key)] if key.isdigit() and int(key) < len(node.parts) else 0


def _held(value: Value, number: int) -> Values:
    if isinstance(value, Inst) and len(value.args) > number:
        return value.args[number]
    return (Ext(f"{value.of.name}?", True),) if _is_outside(value) else UNKNOWN


def _is_outside(value: Value) -> TypeGuard[Inst]:
    return isinstance(value, Inst) and isinstance(value.of, Ext)


def _is_none(value: Value) -> bool:
    return isinstance(value, Inst) and isinstance(value.of, Ext) and value.of.name == "None"


def _is_self(values: Values) -> bool:
    return any(isinstance(v, SelfOf | Cls) for v in values)


_BOUND = frozenset({"outer", "typevar"})
_MODULE_OBJECT = -2
_MODULE = Expr("name", "module", ())
_SAME = frozenset({
    "clone", "copy", "iter", "into_iter", "iter_mut", "as_ref", "as_mut", "filter", "slice",
    "sort", "reverse", "rev", "skip", "take", "borrow", "borrow_mut", "lock", "read", "write",
    "as_deref", "as_deref_mut", "to_owned", "by_ref", "cloned", "copied", "values", "stream",
    "map_err", "ok_or", "ok_or_else", "context", "with_context", "ok", "concat", "toArray",
    "values_mut", "peekable", "chain", "then", "catch", "finally", "iterator", "listIterator",
    "or_else", "await", "default",
})  # fmt: skip
_DEREFERENCED = frozenset({"RefCell", "MutexGuard", "LazyLock", "OnceLock", "OnceCell", "Lazy"})
_INNER = frozenset({
    "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "next", "pop", "get",
    "first", "last", "find", "shift", "at", "poll", "peek", "remove", "take", "getFirst",
    "orElse", "orElseThrow", "deref", "get_mut", "popleft", "setdefault", "result", "last_mut",
    "first_mut", "get_or_insert_with", "lock", "findFirst", "or_insert_with", "or_insert",
})  # fmt: skip
_ANYTHING = frozenset({"Any", "object", "any", "dynamic", "TypeVar"})
_EMPTY_BASES = frozenset({
    "object", "ABC", "Generic", "Protocol", "NamedTuple", "Enum", "TypedDict", "Object",
})  # fmt: skip
_GIVES_BACK = frozenset({"partial", "iter", "copy", "deepcopy", "list", "sorted", "tuple", "set",
                         "reversed", "wraps", "next", "lru_cache", "cache", "append"})  # fmt: skip
_BUILTIN_TYPES = frozenset({"str", "int", "dict", "list", "set", "tuple", "bytes", "bool", "float",
                            "frozenset", "bytearray", "open"})  # fmt: skip

_Operator = Callable[[Evaluator, Unit, int, int, Expr, int], Values]

_E = Evaluator
_OPERATORS: dict[str, _Operator] = {
    "name": _E._name, "get": _E._get, "call": _E._call, "new": _E._new, "kw": _E._passing,
    "self": _E._self, "selftype": _E._selftype, "super": _E._super, "inst": _E._inst,
    "generic": _E._generic, "fn": _E._fn, "cls": _E._cls, "obj": _E._obj, "module": _E._module,
    "from": _E._from, "str": _E._string, "lit": _E._literal, "list": _E._display,
    "tuple": _E._display, "dict": _E._display, "item": _E._item, "elem": _E._elem,
    "await": _E._passing, "enter": _E._enter, "union": _E._union, "decorated": _E._decorated,
    "within": _E._within, "outer": _E._outer, "binary": _E._passing,
    "class of": _E._class_of, "builtin": _E._builtin, "require": _E._require, "param": _E._param, "contextual": _E._contextual, "typevar": _E._typevar,
    "callback": _E._callback, "argument": _E._wanted,
    "fntype": _E._fn, "try": _E._try, "unwrap": _E._unwrap, "wrapped": _E._wrapped, "key": _E._key,
}  # fmt: skip
_MEMBERS: dict[type, Callable[[Evaluator, "object", str], Values]] = {
    Inst: _E._member_of_instance, SelfOf: _E._member_of_self, Cls: _E._member_of_class,
    Super: _E._member_of_super, Mod: _E._member_of_module, Ext: _E._member_of_ext,
    Obj: _E._member_of_object, Fn: _E._member_of_function, Display: _E._member_of_display,
    Unknown: _E._member_of_unknown, Outside: _E._member_of_method, Var: _E._member_of_var,
}  # fmt: skip
