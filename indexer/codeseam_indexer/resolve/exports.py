"""Members of modules and objects: exports of both kinds, stars, what is assigned to them."""

from collections.abc import Sequence

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import ANY, MODULE_OBJECT, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    UNKNOWN,
    Cls,
    Ext,
    Fn,
    Inst,
    Mod,
    Obj,
    SelfOf,
    Value,
    Values,
    join,
)


class Exports(Core):
    """Members of modules and objects: exports of both kinds, stars, what is assigned to them."""

    def exports(self, unit: Unit) -> Values:
        """What a CommonJS module exports: what it puts into ``module.exports``, else itself."""
        return self.guarded((unit.path, -ANY), self.binding_memo, lambda: self._exports(unit))

    def _exports(self, unit: Unit) -> Values:
        parts: list[Values] = []
        for number in unit.expandos.get("exports", ()):
            expando = unit.facts.expandos[number]
            if unit.facts.exprs[expando.target] == _MODULE:
                at = expando.position - 1
                parts.append(self.eval(unit, expando.home, at, expando.value))
        return join(parts) if parts else (Mod(unit.path),)

    def _member_of_module(self, value: Mod, name: str) -> Values:
        if not value.path.endswith("/"):
            unit = self.unit(value.path)
            if unit is None:
                return UNKNOWN
            found = self.exported(unit, name) or self.commonjs(unit, name)
            if found:
                return found
            sub = self.modules.submodule(unit.rules.modules, value.path, name)
            return NOTHING if sub is None else (sub,)
        family, colon, package = value.path.rstrip("/").partition(":")
        if colon:
            return self.member_of_package(family, package, name)
        found = [self.binding(u, n) for u, n in self.shared.folder(value.path, name)]
        if found:
            return join(found)
        sub = self.modules.submodule("dotted", value.path, name)
        return NOTHING if sub is None else (sub,)

    def member_of_package(self, family: str, package: str, name: str) -> Values:
        """A member of a package that files say they belong to, or of a class that encloses it."""
        found = [self.binding(u, n) for u, n in self.shared.package(family, package, name)]
        if found:
            return self.defined(join(found))
        outer, _, last = package.rpartition(".")
        for value in self.member_of_package(family, outer, last) if last[:1].isupper() else ():
            if isinstance(value, Cls):
                return self.member_of(value, name)
        return (Ext(f"{package}.{name}"),)

    def exported(self, unit: Unit, name: str) -> Values:
        """What a module exports under a name, by itself or through stars."""
        numbers = unit.bound(0, name)
        if numbers:
            return join([self.binding(unit, n) for n in numbers])
        return self._member_through(unit, unit.bound(0, "*"), name)

    def commonjs(self, unit: Unit, name: str) -> Values:
        """What a CommonJS module exports under a name."""
        if unit.rules.modules != "ecmascript":
            return NOTHING
        whole = self.exports(unit)
        if Mod(unit.path) in whole:
            return self.assigned(Mod(unit.path), name)
        return whole if name == "default" else self.member(whole, name)

    def _member_of_object(self, value: Obj, name: str) -> Values:
        unit = self.unit(value.path)
        if unit is None:
            return UNKNOWN
        if value.scope == MODULE_OBJECT:
            return self.exports(unit) if name == "exports" else UNKNOWN
        if value.scope >= 0:
            numbers = unit.bound(value.scope, name)
            if numbers:
                found = join([self.binding(unit, n) for n in numbers])
                return tuple(Fn(v.path, v.scope, value) if isinstance(v, Fn) else v for v in found)
        found = self.assigned(value, name)
        if found or value.scope < 0:
            return found or UNKNOWN
        return self._member_through(unit, unit.bound(value.scope, "*"), name)

    def _member_through(self, unit: Unit, stars: Sequence[int], name: str) -> Values:
        """A member of what bindings bring in whole; nothing of one that leads back to itself."""
        parts: list[Values] = []
        for number in stars:
            mark = (2, (unit.path, number))
            if mark in self.active:
                continue
            self.active[mark] = len(self.active)
            parts += [self.member_of(value, name) for value in self.binding(unit, number)]
            del self.active[mark]
        return join(parts) if parts else NOTHING

    def assigned(self, value: Value, name: str) -> Values:
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
            expando = unit.facts.expandos[number]
            known = self.apart(unit, expando.home, expando.position, expando.target)
            self._extended[key] = known
        return known


_MODULE = Expr("name", "module", ())
