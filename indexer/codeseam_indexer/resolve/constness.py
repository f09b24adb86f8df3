"""Whether an expression is constant, where that tells two members of one name apart."""

from collections.abc import Callable

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import ANY, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Fn, Inst, SelfOf, Values

MAX_STEPS = 24
"""Parts of an expression that are looked at."""


class Constness:
    """Follows an expression to the declaration that says whether it is constant.

    What is not known to be constant is not: most code is written so.
    """

    def __init__(self, evaluator: Core) -> None:
        self._evaluator = evaluator
        self._rules: dict[str, Callable[[Unit, int, int, Expr, int], bool]] = {
            "const": lambda unit, scope, at, node, steps: True,
            "self": lambda unit, scope, at, node, steps: self.inside_constant(unit, scope),
            "name": self._named,
            "get": self._member,
            "call": self._called,
        }

    def constant(self, unit: Unit, scope: int, at: int, expr: int, steps: int = MAX_STEPS) -> bool:
        """Whether what an expression stands for is constant, in a scope at a position."""
        if expr <= 0 or not steps:
            return False
        node = unit.facts.exprs[expr]
        if node.op in _PASSING:
            return self.constant(unit, scope, at, node.parts[0], steps - 1)
        follow = self._rules.get(node.op)
        return follow is not None and follow(unit, scope, at, node, steps)

    def temporary(self, unit: Unit, scope: int, at: int, expr: int) -> bool:
        """Whether a value is one that nothing else holds: a literal, what a call gives, moved."""
        node = unit.facts.exprs[max(expr, 0)]
        if node.op == "call":
            functions = self._evaluator.eval(unit, scope, at, node.parts[0])
            return not any(isinstance(f, Fn) and self._gives_reference(f) for f in functions)
        return node.op in {"lit", "new", "inst"} or node.text == "moved"

    def _gives_reference(self, fn: Fn) -> bool:
        unit = self._evaluator.unit(fn.path)
        returns = unit.facts.scopes[fn.scope].returns if unit is not None else -1
        return unit is not None and returns > 0 and unit.facts.exprs[returns].text == "&"

    def inside_constant(self, unit: Unit, scope: int) -> bool:
        """Whether the method around a scope promises not to change its instance."""
        scopes = unit.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "function" and (here.owner > 0 or scopes[here.parent].kind == "class"):
                return "const" in here.flags
            scope = here.parent
        return False

    def _named(self, unit: Unit, scope: int, at: int, node: Expr, steps: int) -> bool:
        chosen = self._evaluator.choose(unit, scope, at, node.text)
        kind = unit.facts.scopes[chosen[0]].kind if chosen is not None else "class"
        if chosen is None or kind == "class":
            owner = self._evaluator.self_value(unit, scope, at, node, 0)
            inside = self.inside_constant(unit, scope)
            return self._field(owner, node.text, constant=inside)
        return any(self._bound(unit, number, steps) for number in chosen[1])

    def _bound(self, unit: Unit, number: int, steps: int) -> bool:
        binding = unit.facts.bindings[number]
        if binding.type > 0:
            return self._declared(unit, binding.type)
        at = binding.position - 1
        return self.constant(unit, binding.home, at, binding.value, steps - 1)

    def _declared(self, unit: Unit, type_: int) -> bool:
        node = unit.facts.exprs[type_]
        while node.op == "pointer":
            node = unit.facts.exprs[node.parts[0]]
        return node.op == "const"

    def _member(self, unit: Unit, scope: int, at: int, node: Expr, steps: int) -> bool:
        owner = self._evaluator.eval(unit, scope, at, node.parts[0])
        inside = self.constant(unit, scope, at, node.parts[0], steps - 1)
        return self._field(owner, node.text, constant=inside)

    def _field(self, owner: Values, name: str, *, constant: bool) -> bool:
        """Whether a field is constant: by its type, or as part of what is."""
        for value in owner:
            of = value.of if isinstance(value, Inst | SelfOf) else value
            for base in self._evaluator.mro(of) if isinstance(of, Cls) else ():
                unit = self._evaluator.unit(base.path) if isinstance(base, Cls) else None
                if unit is None or not isinstance(base, Cls):
                    continue
                for number in unit.bound(base.scope, name):
                    type_ = unit.facts.bindings[number].type
                    held = self._is_held(unit, number)
                    return self._declared(unit, max(type_, 0)) or (held and constant)
        return False

    def _is_held(self, unit: Unit, number: int) -> bool:
        """Whether a field is part of its instance: what an outside template holds may be apart."""
        binding = unit.facts.bindings[number]
        node = unit.facts.exprs[max(binding.type, 0)]
        if node.op != "generic":
            return node.op != "pointer"
        base = self._evaluator.eval(unit, binding.home, ANY, node.parts[0])
        return any(isinstance(v, Cls) for v in base)

    def _called(self, unit: Unit, scope: int, at: int, node: Expr, steps: int) -> bool:
        callee = unit.facts.exprs[node.parts[0]]
        functions = [
            v for v in self._evaluator.eval(unit, scope, at, node.parts[0]) if isinstance(v, Fn)
        ]
        if len(functions) > 1:
            inside = (
                self.constant(unit, scope, at, callee.parts[0], steps - 1)
                if callee.op == "get"
                else self.inside_constant(unit, scope)
            )
            functions = [f for f in functions if self._promises(f) == inside] or functions
        return any(self._gives_constant(f) for f in functions[:1])

    def _promises(self, fn: Fn) -> bool:
        unit = self._evaluator.unit(fn.path)
        return unit is not None and "const" in unit.facts.scopes[fn.scope].flags

    def _gives_constant(self, fn: Fn) -> bool:
        unit = self._evaluator.unit(fn.path)
        if unit is None:
            return False
        returns = unit.facts.scopes[fn.scope].returns
        return returns > 0 and self._declared(unit, returns)


_PASSING = frozenset({"pointer", "accessed", "elem", "item", "inst", "within"})
