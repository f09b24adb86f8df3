"""What all parts of the evaluator share: its state, its guard against cycles, its budget."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    UNKNOWN,
    Cls,
    Fn,
    Inst,
    SelfOf,
    Value,
    Values,
    without_arguments,
)

MAX_DEPTH = 60
"""Nested evaluations; a chain that long has no readable evidence."""

MAX_VALUES = 12
"""A value that could be more things than this is unknown."""

BUDGET = 4000
"""Evaluations for one use: pathological code must not stall an answer."""

ANY = 1 << 62
"""The position of a use that may happen at any time, as in a nested function."""

MODULE_OBJECT = -2
"""The scope of the object that ``module`` is in a CommonJS module."""


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


class Given:
    """The arguments of a call, evaluated when they are asked for."""

    def __init__(
        self, evaluator: "Core", unit: Unit, scope: int, at: int, parts: tuple[int, ...]
    ) -> None:
        self.evaluator = evaluator
        self.unit = unit
        self.scope = scope
        self.at = at
        self.parts = parts

    @property
    def labels(self) -> tuple[str, ...] | None:
        """The labels of the arguments, None where they are no part of a function's name."""
        if not self.unit.rules.labels:
            return None
        return tuple(self.unit.facts.exprs[part].text for part in self.parts)

    def value(self, number: int) -> Values:
        """An argument by its position."""
        return self.evaluator.eval(self.unit, self.scope, self.at, self.parts[number])


class Core(ABC):
    """The state of an evaluation: memos, the cycle guard, the budget."""

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
        self.binding_memo: dict[tuple[str, int], Values] = {}
        self.return_memo: dict[tuple[str, int], Values] = {}
        self._extended: dict[tuple[str, int], Values] = {}
        self._outside: dict[tuple[str, int, str], tuple[tuple[str, int], ...]] = {}
        self._owners: dict[tuple[str, int], Values] = {}
        self._objects: dict[tuple[str, str], Values] = {}
        self._mro: dict[Cls, tuple[Value, ...]] = {}
        self.active: dict[object, int] = {}
        self.replacing: set[tuple[Value, Value]] = set()
        self.taint = ANY
        self.depth: int = 0
        self.budget: int = BUDGET
        self.operators: dict[str, Operator] = {}

    @property
    def memos(self) -> "tuple[dict[Any, Any], ...]":
        """What was found out: none of it needs another."""
        return (
            self.binding_memo, self.return_memo, self._extended, self._outside, self._owners,
            self._objects, self._mro,
        )  # fmt: skip

    def fresh(self) -> None:
        """Start a new use: its budget is whole again."""
        self.budget = BUDGET
        self.taint = ANY

    def eval(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """What an expression stands for, in a scope at a position."""
        if expr <= 0:
            return UNKNOWN
        self.budget -= 1
        if self.depth > MAX_DEPTH or self.budget < 0:
            self.taint = 0
            return UNKNOWN
        self.depth += 1
        node = unit.facts.exprs[expr]
        evaluate = self.operators.get(node.op)
        found = UNKNOWN if evaluate is None else evaluate(unit, scope, at, node, expr)
        self.depth -= 1
        return found if len(found) <= MAX_VALUES else self._fewer(found)

    def _fewer(self, values: Values) -> Values:
        """Many values, if they are one type with many arguments, or the overloads of a name."""
        found = without_arguments(values)
        if len(found) <= MAX_VALUES:
            return found
        return found if len({self._called(v) for v in found}) == 1 else UNKNOWN

    def _called(self, value: Value) -> object:
        unit = self.unit(value.path) if isinstance(value, Fn) else None
        name = unit.facts.scopes[value.scope].name if unit and isinstance(value, Fn) else ""
        return name or value

    def defined(self, values: Values) -> Values:
        """Definitions instead of what only declares them."""
        found = tuple(v for v in values if not self.declares(v))
        return found if any(isinstance(v, Fn) for v in found) else values

    def declares(self, value: Value) -> bool:
        """Whether a value is a function that is declared here and defined elsewhere."""
        unit = self.unit(value.path) if isinstance(value, Fn) else None
        if unit is None or not isinstance(value, Fn):
            return False
        return "declaration" in unit.facts.scopes[value.scope].flags

    def guarded(
        self,
        key: tuple[str, int],
        memo: dict[tuple[str, int], Values],
        compute: Callable[[], Values],
    ) -> Values:
        """Compute once; a cycle gives nothing, and what rests on a cut cycle is not kept."""
        mark = (id(memo), key)
        active = self.active.get(mark)
        if active is not None:
            self.taint = min(self.taint, active)
            return NOTHING
        level = len(self.active)
        outer, self.taint = self.taint, ANY
        self.active[mark] = level
        found = compute()
        del self.active[mark]
        if self.taint >= level and self.budget >= 0:
            memo[key] = found
            self.taint = outer
        else:
            self.taint = min(outer, self.taint)
        return found

    def apart(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """Evaluate on its own, whatever is being evaluated: the result rests on no cut cycle."""
        outer = self.active, self.taint, self.depth, self.budget
        self.active, self.taint, self.depth, self.budget = {}, ANY, 0, BUDGET
        found = self.eval(unit, scope, at, expr)
        self.active, self.taint, self.depth, self.budget = outer
        return found

    @abstractmethod
    def assigned(self, value: Value, name: str) -> Values:
        """What ``value.name = …`` has put into a value, in the file that made it."""
        raise NotImplementedError

    @abstractmethod
    def _extends(self, unit: Unit, number: int) -> Values:
        """What an assignment to a member, or a mixin, adds to."""
        raise NotImplementedError

    @abstractmethod
    def instance(self, of: Value) -> Values:
        """See the class that defines it."""
        raise NotImplementedError

    @abstractmethod
    def parameter(self, fn: Fn, number: int) -> Values:
        """See the class that defines it."""
        raise NotImplementedError

    @abstractmethod
    def self_value(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """See the class that defines it."""
        raise NotImplementedError

    @abstractmethod
    def choose(
        self, unit: Unit, scope: int, at: int, name: str
    ) -> tuple[int, Sequence[int]] | None:
        """See the class that defines it."""
        raise NotImplementedError

    @abstractmethod
    def binding(self, unit: Unit, number: int) -> Values:
        """What a binding stands for."""
        raise NotImplementedError

    @abstractmethod
    def classes(self, values: Values) -> Values:
        """The class of each value."""
        raise NotImplementedError

    @abstractmethod
    def elements(self, value: Value) -> Values:
        """What iterating over a value gives."""
        raise NotImplementedError

    @abstractmethod
    def exports(self, unit: Unit) -> Values:
        """What a CommonJS module exports: what it puts into ``module.exports``, else itself."""
        raise NotImplementedError

    @abstractmethod
    def in_class(self, cls: Cls, name: str, receiver: Inst | SelfOf | Cls) -> Values:
        """A member of a class, found along its bases, bound to a receiver."""
        raise NotImplementedError

    @abstractmethod
    def instances(self, types: Values) -> Values:
        """An instance of each type."""
        raise NotImplementedError

    @abstractmethod
    def own_member(self, cls: Cls, name: str, receiver: Inst | SelfOf | Cls | None) -> Values:
        """A member that the class itself declares."""
        raise NotImplementedError

    @abstractmethod
    def member(self, target: Values, name: str) -> Values:
        """A member of each of some values; unknown where one of them could have any."""
        raise NotImplementedError

    @abstractmethod
    def member_of(self, value: Value, name: str) -> Values:
        """A member of one value, nothing where it has none of that name."""
        raise NotImplementedError

    @abstractmethod
    def mro(self, cls: Cls) -> tuple[Value, ...]:
        """The class and its bases in the order in which members are looked for."""
        raise NotImplementedError

    @abstractmethod
    def owner_of(self, unit: Unit, scope: int) -> Values:
        """The types that a function outside them belongs to, without their arguments."""
        raise NotImplementedError

    @abstractmethod
    def returned(self, fn: Fn, given: Given | None = None) -> Values:
        """What a function gives back."""
        raise NotImplementedError

    @abstractmethod
    def substitute(self, values: Values, receiver: Value | None) -> Values:
        """Replace ``self`` and type parameters by what the receiver says of them."""
        raise NotImplementedError

    @abstractmethod
    def typed(self, unit: Unit, scope: int, at: int, expr: int) -> Values:
        """Instances of the type that an expression names."""
        raise NotImplementedError


Operator = Callable[[Unit, int, int, Expr, int], Values]
"""File, scope, position, expression and its number -> what it stands for."""
