"""Callbacks: what whoever is given a function passes to its parameters."""

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    UNKNOWN,
    Cls,
    Fn,
    Inst,
    Outside,
    Unknown,
    Value,
    Values,
    Var,
    join,
)


class Callbacks(Core):
    """Callbacks: what whoever is given a function passes to its parameters."""

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
                methods = [m for m in self.member_of(callee, name) if isinstance(m, Fn)]
                parts += [self._passed(m, argument, parameter) for m in methods]
            elif isinstance(callee, Outside) and callee.of.args:
                parts.append(callee.of.args[-1])
        known = [v for v in join(parts or [NOTHING]) if not isinstance(v, Unknown | Var)]
        return tuple(known) or UNKNOWN

    def _passed(self, fn: Fn, argument: int, parameter: int) -> Values:
        parts: list[Values] = []
        for callback in self.parameter(fn, argument):
            functional = self.callback_parameter(callback, parameter)
            if functional:
                parts.append(functional)
            elif isinstance(callback, Inst) and isinstance(callback.of, Cls):
                other = self.unit(callback.of.path)
                name = other.rules.call_method if other is not None else ""
                methods = [m for m in self.member_of(callback, name) if isinstance(m, Fn)]
                parts += [self.parameter(m, parameter) for m in methods]
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
        number = int(node.text)
        wanted = self.typed(unit, scope, at, node.parts[0])
        return join([self.callback_parameter(v, number) for v in wanted]) or UNKNOWN

    def _callback(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What is passed to a parameter of the function that parts[0] is expected to be."""
        number = int(node.text)
        found = [self.taken(v, number) for v in self.eval(unit, scope, at, node.parts[0])]
        known = tuple(v for v in join(found or [NOTHING]) if not isinstance(v, Unknown | Var))
        return known or UNKNOWN

    def taken(self, callback: Value, number: int) -> Values:
        """What is passed to a parameter of a callback, a function or an object that is called."""
        functional = self.callback_parameter(callback, number)
        if functional or not (isinstance(callback, Inst) and isinstance(callback.of, Cls)):
            return functional
        other = self.unit(callback.of.path)
        name = other.rules.call_method if other is not None else ""
        methods = [m for m in self.member_of(callback, name) if isinstance(m, Fn)]
        return join([self.parameter(m, number) for m in methods] or [NOTHING])

    def _wanted(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What the callee parts[0] declares its argument number text to be."""
        found: list[Values] = []
        for callee in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(callee, Fn):
                wanted = self.parameter(callee, int(node.text))
                found.append(self.substitute(wanted, callee.receiver))
        return join(found or [UNKNOWN])

    def callback_parameter(self, callback: Value, number: int) -> Values:
        """What whoever is given a callback passes to one of its parameters."""
        if isinstance(callback, Fn):
            return self.parameter(callback, number)
        if isinstance(callback, Inst) and isinstance(callback.of, Cls):
            methods = self.only_method(callback)
            found = [self.substitute(self.parameter(m, number), callback) for m in methods]
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
            for name, numbers in unit.members(base.scope):
                for number in numbers:
                    node = unit.facts.exprs[max(unit.facts.bindings[number].value, 0)]
                    if node.op == "fn" and "abstract" in unit.facts.scopes[node.parts[0]].flags:
                        found.setdefault(name, Fn(base.path, node.parts[0], value))
        return list(found.values()) if len(found) == 1 else []

    def parameter(self, fn: Fn, number: int) -> Values:
        """What a parameter of a function is, by its number; the last one takes the rest."""
        unit = self.unit(fn.path)
        params = unit.params.get(fn.scope, ()) if unit is not None else ()
        if unit is None or not params:
            return NOTHING
        last = min(number, len(params) - 1)
        return self.binding(unit, params[last])
