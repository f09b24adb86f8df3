"""Members of values: of instances along their bases, of classes, of what is outside."""

from collections.abc import Iterator, Sequence

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import ANY, Core
from codeseam_indexer.resolve.packages import is_seen
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    HOLDING,
    INNER,
    NOTHING,
    SAME,
    UNKNOWN,
    Cls,
    Display,
    Ext,
    Fn,
    Inst,
    Outside,
    SelfOf,
    Super,
    Unknown,
    Value,
    Values,
    Var,
    is_none,
    join,
    pair_of,
)


class Members(Core):
    """Members of values: of instances along their bases, of classes, of what is outside."""

    def _get(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        target = self.eval(unit, scope, at, node.parts[0])
        if node.text and node.text == unit.rules.class_member:
            return self.classes(target)
        found = self.reached(unit, target, node.text)
        if len(found) == 1 and isinstance(found[0], Ext) and unit.rules.unbound in _PACKAGED:
            found = self._qualified(unit, target, node.text) or found
        if len(found) > 1 and unit.rules.programs:
            found = _seen(unit, found)
        hint = unit.rules.results.get(node.text)
        outside = all(isinstance(v, Ext) and not v.loose for v in found)
        return (Inst(Ext(hint)),) if hint and found and outside else found

    def _qualified(self, unit: Unit, target: Values, name: str) -> Values:
        """A type of the workspace by its whole name, which begins with a package."""
        of = target[0] if target else None
        if not isinstance(of, Ext) or of.loose or "." not in of.name or not name[:1].isupper():
            return NOTHING
        found = self.shared.package(unit.rules.family, of.name, name)
        return self.defined(join([self.binding(u, n) for u, n in found])) if found else NOTHING

    def reached(self, unit: Unit, target: Values, name: str) -> Values:
        """A member of some values, or what the files add to an outside type under that name."""
        found = self.member(target, name)
        if unit.rules.extensions and not any(isinstance(v, Fn | Cls | Inst) for v in found):
            return join([self._added(unit, v, name) for v in target]) or found
        return found

    def _added(self, unit: Unit, value: Value, name: str) -> Values:
        of = value.of if isinstance(value, Inst) else None
        if not isinstance(of, Ext):
            return NOTHING
        word = of.name.rpartition(".")[2]
        receiver = value if isinstance(value, Inst) else None
        added = self.additions(unit.rules.family, name.removesuffix("()"))
        return tuple(Fn(fn.path, fn.scope, receiver) for fn, type_ in added if type_ == word)

    def additions(self, family: str, name: str) -> Iterator[tuple[Fn, str]]:
        """The functions of a name that files add to types from outside, each with the type."""
        for other, scope in self.shared.attached(family, name):
            here = other.facts.scopes[scope]
            for owner in self.typed(other, scope, here.start, here.owner):
                held = owner.of if isinstance(owner, Inst) else None
                if isinstance(held, Ext):
                    yield Fn(other.path, scope), held.name.rpartition(".")[2]

    def member(self, target: Values, name: str) -> Values:
        """A member of each of some values; unknown where one of them could have any."""
        parts: list[Values] = []
        known = [v for v in target if not is_none(v)]
        for value in known or target:
            found = self.member_of(value, name)
            parts.append(found)
        return join(parts) if parts else NOTHING

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
            part = _OF_PAIRS.get(name, 0)
            if part and part <= len(value.args) > 1:
                return value.args[part - 1]
            if name in HOLDING and isinstance(value.of, Ext) and value.of.name.startswith("std."):
                return pair_of(value) or value.args[-1]
            held = value.of.name.rpartition(".")[2] if isinstance(value.of, Ext) else ""
            if held in _DEREFERENCED and name not in SAME:
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
        for number in unit.bound(value.scope, value.name):
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

    def _along(self, mro: Sequence[Value], name: str, receiver: Inst | SelfOf | Cls) -> Values:
        first = mro[0] if mro else None
        unit = self.unit(first.path) if isinstance(first, Cls) else None
        if unit is not None and unit.rules.overloads and name not in unit.rules.constructors:
            every = [self.own_member(b, name, receiver) for b in mro if isinstance(b, Cls)]
            found = join([f for f in every if f] or [NOTHING])
            if found:
                return (
                    found if any(isinstance(v, Fn) for v in found) else next(f for f in every if f)
                )
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
        numbers = self._of_side(unit, unit.bound(cls.scope, name), receiver)
        if not numbers:
            return self._outer_members(unit, cls, name, receiver)
        bindings = unit.facts.bindings
        declared = [n for n in numbers if bindings[n].type > 0] or numbers
        defs = [n for n in numbers if bindings[n].kind == "def"]
        if defs and not unit.rules.block_scopes:
            declared = defs[-1:] if not self._mixed(unit, defs) else defs
        found = [self.attach(v, receiver) for n in declared for v in self.binding(unit, n)]
        if unit.rules.fields_apart:
            found.append(self._outer_members(unit, cls, name, receiver))
        if unit.rules.spread and defs:
            return self._defined(unit, cls, name, receiver, join(found or [NOTHING]))
        return join(found or [NOTHING])

    def _of_side(
        self, unit: Unit, numbers: Sequence[int], receiver: Inst | SelfOf | Cls | None
    ) -> Sequence[int]:
        """The methods of the class itself or those of its instances, where a name has both."""
        if len(numbers) < 2 or receiver is None or unit.rules.overloads:
            return numbers
        exprs, scopes = unit.facts.exprs, unit.facts.scopes
        values = [(n, exprs[max(unit.facts.bindings[n].value, 0)]) for n in numbers]
        methods = {n: scopes[v.parts[0]].flags for n, v in values if v.op == "fn"}
        of_class = {n for n, flags in methods.items() if "static" in flags}
        if not of_class or len(of_class) == len(methods):
            return numbers
        wanted = isinstance(receiver, Cls)
        return [n for n in numbers if n not in methods or (n in of_class) is wanted]

    def _defined(
        self, unit: Unit, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None, found: Values
    ) -> Values:
        """Definitions in place of the declarations that a class has of its members."""
        declared = [
            v for v in found
            if isinstance(v, Fn) and v.path == unit.path
            if "declaration" in unit.facts.scopes[v.scope].flags
        ]  # fmt: skip
        if not declared:
            return found
        outer = self._outer_members(unit, cls, name, receiver)
        if len(outer) >= len(declared):
            return join([outer, tuple(v for v in found if v not in declared)])
        return join([outer, found])

    def _outer_members(
        self, unit: Unit, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None
    ) -> Values:
        """Members that stand outside their class: methods with a receiver, in an extension."""
        if not unit.rules.receivers:
            return NOTHING
        key = (cls.path, cls.scope, name)
        known = self._outside.get(key)
        suffix = unit.rules.method_suffix
        if known is None and not name.endswith(suffix):
            known = self._outside[key] = ()
        if known is None:
            plain = Cls(cls.path, cls.scope)
            word = name.removesuffix(suffix)
            made = name in unit.rules.constructors
            if made and unit.rules.spread:
                word = unit.facts.scopes[cls.scope].name
            known = tuple(
                (other.path, scope)
                for other, scope in self.shared.attached(unit.rules.family, word)
                if made or "constructor" not in other.facts.scopes[scope].flags
                if plain in self.owner_of(other, scope)
            )
            self._outside[key] = known
        found = [self._attached(path, scope, receiver) for path, scope in known]
        return join(found or [NOTHING])

    def _attached(self, path: str, scope: int, receiver: Inst | SelfOf | Cls | None) -> Values:
        unit = self.unit(path)
        if unit is not None and unit.facts.scopes[scope].kind == "class":
            return (Cls(path, scope),)
        return self.attach(Fn(path, scope), receiver)

    def owner_of(self, unit: Unit, scope: int) -> Values:
        """The types that a function outside them belongs to, without their arguments."""
        key = (unit.path, scope)
        known = self._owners.get(key)
        if known is None:
            here = unit.facts.scopes[scope]
            self._owners[key] = NOTHING
            found = self.apart(unit, here.parent, here.start, here.owner)
            known = tuple(Cls(v.path, v.scope) for v in found if isinstance(v, Cls))
            if not known and here.owner > 0 and unit.rules.spread:
                known = self._declaring(unit, scope)
            self._owners[key] = known
        return known

    def _declaring(self, unit: Unit, scope: int) -> Values:
        """The one class of the owner's name that declares a member, where its namespace is lost."""
        here = unit.facts.scopes[scope]
        owner = unit.facts.exprs[here.owner].text
        made = "constructor" in here.flags
        names = unit.rules.constructors if made else (here.name,)
        found = [
            Cls(path, number)
            for path in self.mentioning(owner)
            if (other := self.unit(path)) is not None and other.rules.family == unit.rules.family
            for number in other.scopes_named(owner)
            if other.facts.scopes[number].kind == "class"
            if any(other.bound(number, name) for name in names)
        ]
        return tuple(found) if len(found) == 1 else NOTHING

    def _of_prototype(self, cls: Cls, name: str) -> Values:
        """A member of the instances of a constructor function."""
        found = [self.assigned(v, name) for v in (Inst(cls), SelfOf(cls))]
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

    def attach(self, value: Value, receiver: Inst | SelfOf | Cls | None) -> Values:
        """A member as its receiver sees it: bound, or what a property gives."""
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

    def _member_of_ext(self, value: Ext, name: str) -> Values:
        return (Ext(f"{value.name}.{name}", value.loose),)

    def _member_of_function(self, value: Fn, name: str) -> Values:
        if name == "prototype":
            return (Inst(Cls(value.path, value.scope)),)
        found = self.assigned(Fn(value.path, value.scope), name)
        return found or (Ext(f"function.{name}"),)

    def _member_of_display(self, value: Display, name: str) -> Values:
        unit = self.unit(value.path)
        op = unit.facts.exprs[value.expr].op if unit is not None else "list"
        if name in SAME or name in INNER or name == "items":
            held = self.elements(value)
            args = ((Inst(Ext("str")),), held) if op == "dict" else (held,)
            return (Outside(Inst(Ext(op), args), name),)
        return (Ext(f"{op}.{name}"),)

    def _member_of_unknown(self, value: Unknown, name: str) -> Values:
        return UNKNOWN


def _seen(unit: Unit, values: Values) -> Values:
    """Some values less the classes of other programs, which stand in no header."""
    hidden = {v for v in values if isinstance(v, Cls) and not is_seen(unit.path, v.path)}
    return tuple(v for v in values if v not in hidden) or values


_PACKAGED = frozenset({"package", "namespace"})
_DEREFERENCED = frozenset({"RefCell", "MutexGuard", "LazyLock", "OnceLock", "OnceCell", "Lazy"})
_OF_PAIRS = {"first": 1, "second": 2}
_EMPTY_BASES = frozenset({
    "object", "ABC", "Generic", "Protocol", "NamedTuple", "Enum", "TypedDict", "Object",
})  # fmt: skip
