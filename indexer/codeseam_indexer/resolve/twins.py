"""Functions of one name: which one a call means by what it promises, and where it is defined."""

from collections.abc import Iterator, Sequence

from codeseam_indexer.facts import Ref
from codeseam_indexer.resolve.constness import Constness
from codeseam_indexer.resolve.evaluate import Evaluator
from codeseam_indexer.resolve.targets import Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Fn, Value


class Twins:
    """Chooses among definitions of one name by what a call is made on and what it is given."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._unit = evaluator.unit
        self._constness = Constness(evaluator)

    def told_apart(
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
        first = self._unit(functions[0].path)
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
        special = any("specialized" in self._flags(t) for t in functions)
        several = len(same) > 1 and not self._alternatives(functions)
        if first is None or several or (special and len(functions) > 1):
            return classes, functions
        return [*classes, *functions], []

    def _alternatives(self, targets: list[Target]) -> bool:
        """Whether files, and branches, define the same member of a class: one of them is built."""
        units = [(self._unit(t.path), t) for t in targets]
        owners = {
            frozenset(self._evaluator.owner_of(unit, t.scope)) for unit, t in units
            if unit is not None and unit.facts.scopes[t.scope].owner > 0
        }  # fmt: skip
        outside = all(u is not None and u.facts.scopes[t.scope].owner > 0 for u, t in units)
        return outside and len(owners) == 1 and len({self._shape(t) for t in targets}) == 1

    def _by_value(self, targets: list[Target], unit: Unit, ref: Ref) -> list[Target]:
        """Of functions that differ in taking over what they are given, those that fit the call."""
        node = unit.facts.exprs[ref.expr]
        for number, part in enumerate(node.parts[1:] if node.op in {"call", "new"} else ()):
            takes = [self._takes_over(t, number) for t in targets]
            if any(takes) and not all(takes):
                self._evaluator.fresh()
                gone = self._constness.temporary(unit, ref.scope, ref.position, part)
                types = [self._parameter(t, number) for t in targets]
                taken = [type_ for type_, take in zip(types, takes, strict=True) if take]
                kept = zip(targets, takes, types, strict=True)
                targets = [t for t, take, type_ in kept if take == gone or type_ not in taken]
        return targets

    def _parameter(self, target: Target, number: int) -> frozenset[Value]:
        """What a parameter of a function is, by its number."""
        unit = self._unit(target.path)
        params = unit.params.get(target.scope, ()) if unit is not None else ()
        if unit is None or number >= len(params):
            return frozenset()
        return frozenset(self._evaluator.binding(unit, params[number]))

    def _takes_over(self, target: Target, number: int) -> bool:
        unit = self._unit(target.path)
        params = unit.params.get(target.scope, ()) if unit is not None else ()
        if unit is None or number >= len(params):
            return False
        type_ = unit.facts.exprs[max(unit.facts.bindings[params[number]].type, 0)]
        return type_.op == "pointer" and type_.text == "&&"

    def _receiver(self, unit: Unit, ref: Ref) -> int:
        """The expression of what a member is called on, 0 for a plain name."""
        node = unit.facts.exprs[ref.expr]
        callee = unit.facts.exprs[node.parts[0]] if node.op == "call" else node
        self._evaluator.fresh()
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
        unit = self._unit(target.path)
        return unit.facts.scopes[target.scope].flags if unit is not None else ()

    def _signature(self, target: Target) -> tuple[int, ...]:
        """The place of a definition and the types of its parameters, as they are written."""
        unit = self._unit(target.path)
        if unit is None:
            return ()
        params = unit.params.get(target.scope, ())
        types = (unit.facts.bindings[p].type for p in params)
        return (unit.facts.scopes[target.scope].parent, *types)

    def with_definitions(self, targets: Sequence[Target]) -> list[Target]:
        """Some definitions; of those that only declare a function, the definitions too."""
        found = dict.fromkeys(targets)
        for target in targets:
            unit = self._unit(target.path)
            if unit is not None and "declaration" in self._flags(target):
                found |= dict.fromkeys(self._definitions_of(unit, target))
        return list(found)

    def _definitions_of(self, unit: Unit, target: Target) -> Iterator[Target]:
        scope = unit.facts.scopes[target.scope]
        self._evaluator.fresh()
        if unit.facts.scopes[scope.parent].kind == "class":
            cls = Cls(unit.path, scope.parent)
            names = unit.rules.constructors if "constructor" in scope.flags else (scope.name,)
            values = [v for n in names for v in self._evaluator.own_member(cls, n, None)]
        else:
            values = list(self._evaluator.lookup(unit, scope.parent, scope.start, scope.name))
        number = len(unit.params.get(target.scope, ()))
        found = [Target(v.path, v.scope) for v in values if isinstance(v, Fn)]
        found = [t for t in found if t != target and self._takes(t) == number]
        found = [t for t in found if "declaration" not in self._flags(t)]
        if len(found) > 1:
            shape = self._shape(target)
            found = [t for t in found if self._shape(t) == shape]
        yield from found

    def _takes(self, target: Target) -> int:
        """How many parameters a function has."""
        unit = self._unit(target.path)
        return len(unit.params.get(target.scope, ())) if unit is not None else -1

    def _shape(self, target: Target) -> tuple[object, ...]:
        """What tells a function from its overloads: parameters, and what it promises."""
        unit = self._unit(target.path)
        if unit is None:
            return ()
        shape: list[object] = [flag in self._flags(target) for flag in ("const", "moved")]
        for number in unit.params.get(target.scope, ()):
            type_ = unit.facts.exprs[max(unit.facts.bindings[number].type, 0)]
            pointed = unit.facts.exprs[type_.parts[0]] if type_.op == "pointer" else type_
            how = type_.text if type_.op == "pointer" else ""
            fixed = bool(how) and pointed.op == "const"
            shape.append((how, fixed, frozenset(self._evaluator.binding(unit, number))))
        return tuple(shape)

    def _is_class(self, target: Target) -> bool:
        unit = self._unit(target.path)
        return unit is not None and unit.facts.scopes[target.scope].kind == "class"
