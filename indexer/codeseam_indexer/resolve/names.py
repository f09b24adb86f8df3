"""Names: lexical scopes, bindings and what of them reaches a use."""

from collections.abc import Iterator, Sequence

from codeseam_indexer.facts import Binding, Expr
from codeseam_indexer.resolve.core import ANY, MODULE_OBJECT, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    PARAMETER,
    UNKNOWN,
    Cls,
    Ext,
    Fn,
    Inst,
    Mod,
    Obj,
    SelfOf,
    Unknown,
    Value,
    Values,
    Var,
    in_role,
    is_self,
    join,
)


class Names(Core):
    """Names: lexical scopes, bindings and what of them reaches a use."""

    def typed(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """Instances of the type that an expression names."""
        return self.instances(self.eval(unit, scope, at, expr))

    def instances(self, types: Values) -> Values:
        """An instance of each type."""
        return join([self.instance(t) for t in types] or [NOTHING])

    def instance(self, of: Value) -> Values:
        """An instance of a type."""
        if isinstance(of, Cls):
            return (Inst(of, of.args),)
        if isinstance(of, Ext):
            return UNKNOWN if of.name.rpartition(".")[2] in _ANYTHING else (Inst(of),)
        return (of,)

    def _name(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.lookup(unit, scope, at, node.text)

    def _global(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """A name behind a lone ``::``: what no namespace and no class has around it."""
        return self.lookup(unit, 0, ANY, node.text)

    def _outer(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """A name before ``::``, which variables and functions do not hide ([basic.lookup.qual])."""
        found = self.lookup(unit, scope, at, node.text)
        if any(isinstance(v, Cls | Mod | Var | Ext) for v in found):
            return found
        around = scope
        while around >= 0:
            own = join([self.binding(unit, n) for n in unit.bound(around, node.text)])
            if spaces := tuple(v for v in own if isinstance(v, Cls | Mod)):
                return spaces
            around = unit.facts.scopes[around].parent
        named = join([self.binding(u, n) for u, n in self.shared.named(unit, scope, node.text)])
        return tuple(v for v in named if isinstance(v, Cls | Mod)) or found

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
        open_ = unit.rules.overloads or any(self.declares(v) for v in found)
        if unit.rules.spread and open_ and all(isinstance(v, Fn) for v in found):
            more = self.shared.named(unit, chosen[0], name)
            found = self.defined(join([found, *(self.binding(u, n) for u, n in more)]))
        return found

    def _inherited(self, unit: Unit, scope: int, name: str, stop: int) -> Values | None:
        """What a name is among the members of the classes around a scope and of their bases."""
        scopes = unit.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            owners: Values = NOTHING
            parted = unit.rules.spread or unit.rules.extensions or "partial" in here.flags
            if here.kind == "class" and (here.bases or scope == stop or parted):
                owners = (Cls(unit.path, scope),)
            elif here.kind == "function" and here.owner > 0 and scope != stop:
                owners = tuple(o for v in self.owner_of(unit, scope) for o in self._around(v))
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

    def _around(self, cls: Value) -> Iterator[Cls]:
        """A class and those that it lies in."""
        while isinstance(cls, Cls):
            yield cls
            unit = self.unit(cls.path)
            if unit is None:
                return
            here = unit.facts.scopes[cls.scope]
            outer = unit.around(here.parent, "class")
            above: Values = (Cls(cls.path, outer),) if outer >= 0 else NOTHING
            if here.owner > 0 and not above:
                above = self.owner_of(unit, cls.scope)
            cls = above[0] if above else Unknown()

    def choose(
        self, unit: Unit, scope: int, at: int, name: str
    ) -> tuple[int, Sequence[int]] | None:
        """The scope that binds a name, and those of its bindings that can reach the use."""
        scopes = unit.facts.scopes
        stars = unit.places("*")
        if not stars and not unit.places(name):
            return None
        here, inner = scope, True
        hidden = False
        while scope >= 0:
            kind = scopes[scope].kind
            numbers = self._open_names(unit, scope, name, hidden) if kind != "object" else ()
            if numbers:
                reaching = self._reaching(unit, numbers, here, at if inner else ANY)
                if reaching:
                    return scope, reaching
            if scope in stars and kind not in {"object", "class"}:
                starred = self._starred(unit, scope, name)
                if starred:
                    return scope, starred
            if kind == "function":
                hidden, inner = True, False
            scope = scopes[scope].parent
        return None

    def _open_names(self, unit: Unit, scope: int, name: str, hidden: bool) -> Sequence[int]:
        """The bindings of a name that code in a scope sees; in a closed class type parameters."""
        numbers = unit.bound(scope, name)
        rules = unit.rules
        closed = not rules.open_members or (hidden and not rules.class_scopes)
        if numbers and closed and unit.facts.scopes[scope].kind == "class":
            return [n for n in numbers if unit.facts.bindings[n].kind == "type"]
        return numbers

    def _starred(self, unit: Unit, scope: int, name: str) -> list[int]:
        """Star imports that bring a name in."""
        found: list[int] = []
        for number in unit.bound(scope, "*"):
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
            return self.exports(unit) if name == "exports" else (Obj(unit.path, MODULE_OBJECT),)
        how = unit.rules.unbound
        if how == "external":
            return (Ext(name),)
        if how == "module":
            return (self.modules.find(unit.rules.modules, name, unit.path),)
        found = self.shared.named(unit, scope, name)
        parts = [self.binding(u, n) for u, n in found]
        if not parts and name in unit.rules.standard:
            return (Ext(f"std.{name}"),)
        return self.defined(join(parts)) if parts else (Ext(name),)

    def binding(self, unit: Unit, number: int) -> Values:
        """What a binding stands for."""
        key = (unit.path, number)
        known = self.binding_memo.get(key)
        if known is not None:
            return known
        return self.guarded(key, self.binding_memo, lambda: self._bind(unit, number))

    def _bind(self, unit: Unit, number: int) -> Values:  # noqa: PLR0911 - one a kind
        binding = unit.facts.bindings[number]
        at = ANY if binding.kind in {"field", "attribute", "def", "import"} else binding.position
        if binding.name == "*" or binding.kind == "import":
            return self.eval(unit, binding.home, binding.position - 1, binding.value)
        if binding.kind == "type" and unit.facts.exprs[max(binding.value, 0)].op not in _BOUND:
            return (Var(unit.path, binding.scope, binding.name),)
        if binding.type > 0:
            found = self.typed(unit, self._type_home(unit, binding), ANY, binding.type)
            held = self._functions(unit, binding, at)
            if held:
                return join([held, in_role(found, "type")])
            if unit.facts.exprs[max(binding.value, 0)].op == "obj" and all(map(_is_outside, found)):
                # A dictionary type says less than the object of which it is the type.
                return join([self.eval(unit, binding.home, ANY, binding.value), found])
            if any(not isinstance(v, Unknown) for v in found) or binding.value <= 0:
                return found
        if binding.value > 0:
            found = self.eval(unit, binding.home, self._before(binding, at), binding.value)
            if binding.kind == "param" and not is_self(found):
                return join([found, self._injected(unit, binding)])
            return self._identified(unit, number, found)
        if binding.kind == "param":
            return self._injected(unit, binding)
        return self._identified(unit, number, UNKNOWN)

    def _type_home(self, unit: Unit, binding: Binding) -> int:
        """Where the type of a binding is looked up: a member may be named as its type."""
        node = unit.facts.exprs[binding.type]
        if binding.kind == "field" and (node.op, node.text) == ("name", binding.name):
            return max(unit.facts.scopes[binding.home].parent, 0)
        return binding.home

    def _functions(self, unit: Unit, binding: Binding, at: int) -> Values:
        """The functions that a declared variable is set to: calls mean them, not their type."""
        op = unit.facts.exprs[max(binding.value, 0)].op
        if op == "fn" or (op in {"name", "get", "cast"} and binding.kind in {"local", "var"}):
            found = self.eval(unit, binding.home, self._before(binding, at), binding.value)
            return tuple(v for v in found if isinstance(v, Fn))
        return NOTHING

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
            for number in other.bound(0, binding.name) if other is not None else ():
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
                    for number in other.bound(0, name):
                        found += [v for v in self.binding(other, number) if isinstance(v, Obj)]
            self._objects[key] = tuple(found) if len(set(found)) == 1 else NOTHING
        return self._objects[key]

    def _is_fixture(self, fn: Fn) -> bool:
        unit = self.unit(fn.path)
        return unit is not None and "fixture" in unit.facts.scopes[fn.scope].flags


def _is_outside(value: Value) -> bool:
    return isinstance(value, Unknown | Ext) or (
        isinstance(value, Inst) and isinstance(value.of, Ext)
    )


_BOUND = frozenset({"typevar"})
_ANYTHING = frozenset({"Any", "object", "any", "dynamic", "TypeVar"})
