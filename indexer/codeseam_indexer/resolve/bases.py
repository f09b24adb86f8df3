"""The bases of a class, and what a receiver says of type parameters."""

from codeseam_indexer.resolve.core import ANY, MAX_DEPTH, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    Cls,
    Inst,
    SelfOf,
    Value,
    Values,
    Var,
    join,
)


class Bases(Core):
    """The bases of a class, and what a receiver says of type parameters."""

    def substitute(self, values: Values, receiver: Value | None) -> Values:
        """Replace ``self`` and type parameters by what the receiver says of them."""
        if receiver is None or self.depth > MAX_DEPTH:
            return values
        self.depth += 1
        found = join([self._substituted(v, receiver) for v in values] or [NOTHING])
        self.depth -= 1
        return found

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
        names = unit.declared_types(value.scope)
        at = names.index(value.name) if value.name in names else -1
        return receiver.args[at] if 0 <= at < len(receiver.args) else (value,)

    def _argument_of_base(self, value: Var, receiver: Inst) -> Values:
        """A type parameter of a base class, by what the class below gives it."""
        assert isinstance(receiver.of, Cls)  # noqa: S101 - the caller has looked
        for base in self.mro(receiver.of)[1:]:
            if isinstance(base, Cls) and (base.path, base.scope) == (value.path, value.scope):
                # A class may be an argument of its own base: each parameter is replaced once.
                key = (value, receiver.of)
                if not base.args or key in self.replacing or self.budget < 0:
                    return (value,)
                self.budget -= 1
                self.replacing.add(key)
                found = self._argument(value, Inst(base, base.args))
                found = self.substitute(found, receiver) if found != (value,) else found
                self.replacing.discard(key)
                return found
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
        if unit is not None and scope is not None and "partial" in scope.flags:
            lines += [v for v in self._parts(unit, cls) if isinstance(v, Cls) and v != cls]
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

    def _parts(self, unit: Unit, cls: Cls) -> Values:
        """The other places in which the members of a class stand."""
        scope = unit.facts.scopes[cls.scope]
        found: list[Values] = []
        outer = unit.around(scope.parent, "class")
        if outer >= 0:
            parts = [p for p in self.mro(Cls(unit.path, outer)) if isinstance(p, Cls)]
            found += [self.own_member(part, scope.name, None) for part in parts]
        else:
            own = unit.bound(scope.parent, scope.name)
            found += [self.binding(unit, number) for number in own]
            others = self.shared.named(unit, scope.parent, scope.name)
            found += [self.binding(other, number) for other, number in others]
        return join(found or [NOTHING])

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
