"""Constructions: what is made by them, members that constructors make, copies."""

from codeseam_indexer.facts import Binding, Expr
from codeseam_indexer.resolve.core import ANY, Core, Given
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    UNKNOWN,
    Cls,
    Ext,
    Fn,
    Inst,
    SelfOf,
    Value,
    Values,
    Var,
    join,
)


class Constructions(Core):
    """What is made: by ``new``, by a constructor under the names of members, by copying."""

    def _new(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        made: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Fn):
                made.append((Inst(Cls(value.path, value.scope)),))
            elif isinstance(value, Cls):
                given = Given(self, unit, scope, at, node.parts[1:])
                made.append(self.instance(self._applied_by(value, given)))
            elif isinstance(value, Ext):
                made.append(self.instance(value))
            else:
                made.append(UNKNOWN)
        return join(made or [UNKNOWN])

    def _applied_by(self, cls: Cls, given: Given) -> Cls:
        """A generic class with the type arguments that follow from what its constructor gets."""
        unit = self.unit(cls.path)
        names = unit.declared_types(cls.scope) if unit is not None and not cls.args else []
        if unit is None or not names or not given.parts:
            return cls
        found: dict[str, Values] = {}
        for name in unit.rules.constructors:
            for fn in self.own_member(cls, name, None):
                home = self.unit(fn.path) if isinstance(fn, Fn) else None
                params = home.params.get(fn.scope, ()) if home and isinstance(fn, Fn) else ()
                for number, param in enumerate(params[: len(given.parts)]):
                    for value in self.binding(home, param) if home is not None else ():
                        if isinstance(value, Var) and value.scope == cls.scope:
                            found.setdefault(value.name, given.value(number))
        return (
            Cls(cls.path, cls.scope, tuple(found.get(n, UNKNOWN) for n in names)) if found else cls
        )

    def _made(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What a constructor makes under a name: a member by its type, or a base."""
        name = unit.facts.exprs[node.parts[0]].text
        for own in self.self_value(unit, scope, at, node, expr):
            home = self.unit(own.of.path) if isinstance(own, SelfOf) else None
            for number in (
                home.bound(own.of.scope, name) if home and isinstance(own, SelfOf) else ()
            ):
                binding = home.facts.bindings[number] if home is not None else None
                if home is not None and binding is not None and binding.kind == "field":
                    return self._of_member(home, binding)
        return self.eval(unit, scope, at, node.parts[0])

    def _of_member(self, unit: Unit, member: Binding) -> Values:
        """The class of a member that is no pointer."""
        where, type_ = member.home, member.type
        node = unit.facts.exprs[max(type_, 0)]
        found = self.eval(unit, where, ANY, type_) if node.op != "pointer" else NOTHING
        # In another branch of a condition it may be of a type that makes nothing of ours.
        several = any(isinstance(v, Ext) for v in found)
        return found if several or not self.holds(unit, where, ANY, type_) else NOTHING

    def copied(self, cls: Cls, constructors: Values, given: Given) -> Values:
        """The constructors that may be meant: an instance of the class itself is copied."""
        if not given.unit.rules.converts or len(given.parts) != 1:
            return constructors
        plain = (cls.path, cls.scope)
        if not all(_class_of(v) == plain for v in given.value(0) or UNKNOWN):
            return constructors
        return tuple(v for v in constructors if isinstance(v, Fn) and self._takes(v, plain))

    def _takes(self, fn: Fn, cls: tuple[str, int]) -> bool:
        """Whether the first parameter of a function is of a class."""
        unit = self.unit(fn.path)
        first = unit.params.get(fn.scope, ())[:1] if unit is not None else ()
        return unit is not None and any(
            _class_of(v) == cls for n in first for v in self.binding(unit, n)
        )

    def holds(self, unit: Unit, scope: int, at: int, expr: int) -> bool:
        """Whether a type is one from outside that stands for what it holds, under any name."""
        node = unit.facts.exprs[expr]
        if node.op == "generic":
            base = self.eval(unit, scope, at, node.parts[0])
            payload = unit.rules.payload
            return any(isinstance(b, Ext) and b.name.rpartition(".")[2] in payload for b in base)
        if node.op in {"const", "pointer"}:
            return self.holds(unit, scope, at, node.parts[0])
        if node.op != "name" or not unit.rules.payload:
            return False
        chosen = self.choose(unit, scope, at, node.text)
        named = (
            [(unit, n) for n in chosen[1]]
            if chosen is not None
            else self.shared.named(unit, scope, node.text)
        )
        return any(
            other.facts.exprs[max(other.facts.bindings[n].value, 0)].op == "generic"
            and self.holds(other, b.home, b.position, b.value)
            for other, n in named
            if (b := other.facts.bindings[n]).kind == "def"
        )


def _class_of(value: Value) -> tuple[str, int] | None:
    of = value.of if isinstance(value, Inst | SelfOf) else None
    return (of.path, of.scope) if isinstance(of, Cls) else None
