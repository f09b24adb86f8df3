"""The expressions of one file: which hold a name, and what is set to them or gives them back.

What is found is found in the columns of the facts, so that most records are never made.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from codeseam_indexer.facts import Expr
from codeseam_indexer.packed import Packed
from codeseam_indexer.resolve.values import INNER, SAME

_LOOKS_UP = (Expr("name", "getattr", ()), Expr("name", "attrgetter", ()))
NAMING = frozenset({"name", "get", "from"})
_HOLDING = frozenset({
    "union", "decorated", "tuple", "list", "dict", "kw", "spread", "elem", "item", "within",
    "grown", "await", "valued", "cast",
})  # fmt: skip
"""Expressions that stand for a part of theirs, or hold it."""

_APPLIED = frozenset({"generic", "const"})
"""Types that stand for the first of their parts."""

_TYPED = frozenset({"generic", "const", "get"})
"""Types that are written with other ones."""

_HELD = SAME | INNER | {"items"}
"""Methods that give what their receiver holds."""

_HOLDS_DEEP = 4
"""So many expressions may lie around a name that a binding is set to."""


def _word(name: str) -> str:
    """A name as it is written: without the mark that tells methods from fields."""
    return name.removesuffix("()") or name


class Expressions:
    """The expressions of one file, and what the file sets to them."""

    def __init__(self, facts: Packed) -> None:
        self.facts = facts
        self._meaning: dict[str, frozenset[int]] = {}
        self._results: dict[str, frozenset[int]] = {}

    def knows(self, name: str) -> bool:
        """Whether the facts have a text at all; with most names most files do not."""
        return self.facts.number(name) >= 0 or self.facts.number(f"{name}()") >= 0

    def bindings_named(self, name: str) -> list[int]:
        """The bindings of a name, in order."""
        number = self.facts.number(name)
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.binding_names, columns.at.binding_types, number)

    def renames(self, name: str) -> Iterator[tuple[str, int, int]]:
        """Other names that the file may give to a name, each with its home and its value."""
        for own, home, value in self._names_for(self.meaning(name)):
            if own not in {name, "*"}:
                yield own, home, value

    def names_of(self, scope: int) -> Iterator[str]:
        """The names that the file gives to a function or class itself, where it stands."""
        itself = (n for n in self._around(scope) if self.facts.exprs[n].op in {"fn", "cls"})
        for own, _, _ in self._names_for(self._lifted(itself)):
            yield own

    def _names_for(self, values: frozenset[int]) -> Iterator[tuple[str, int, int]]:
        """The names that are set to one of some expressions, each with home and value."""
        for number in self._set_to(values):
            binding = self.facts.bindings[number]
            yield _word(binding.name), binding.home, binding.value
        for expando in self.facts.expandos.all() if values else ():
            if expando.value in values:
                yield expando.name.strip("[]"), expando.home, expando.value

    def _set_to(self, exprs: Iterable[int]) -> list[int]:
        """The bindings whose value is one of some expressions, in order."""
        columns = self.facts.columns if exprs else None
        if columns is None:
            return []
        first, end = columns.at.binding_values, columns.at.binding_homes
        return sorted(n for expr in exprs for n in columns.where(first, end, expr))

    def results(self, name: str) -> Iterator[tuple[str, int, int]]:
        """The names that the file gives to what calls of a name give, with home and value."""
        yield from self._names_for(self._called(name))

    def givers(self, name: str, *, called: bool) -> Iterator[tuple[str, int, int]]:
        """The functions that give back something of a name, or what calling it gives.

        Each with its scope and with what it gives.
        """
        meaning = self._called(name) if called else self.meaning(name)
        columns = self.facts.columns if meaning else None
        if columns is None:
            return
        first, end = columns.at.scope_values, columns.at.binding_scopes
        for value in meaning:
            for at in columns.where(first, end, value):
                scope = bisect_right(columns.scope_values_ends, at)
                giver = self.facts.scopes[scope].name
                if giver:
                    yield giver, scope, value

    def meaning(self, name: str) -> frozenset[int]:
        """The expressions that are a name, or hold it where something is set to them."""
        known = self._meaning.get(name)
        if known is None:
            named = (n for n in self._written(name) if self._op(n) in NAMING)
            known = self._meaning[name] = self._lifted(named)
        return known

    def _called(self, name: str) -> frozenset[int]:
        """The expressions that are, or hold, what calls of a name give."""
        known = self._results.get(name)
        if known is None:
            named = [n for n in self._written(name) if self._op(n) in {"name", "get"}]
            given = (c for callee in named for c in self._calls_of(callee))
            known = self._results[name] = self._lifted(given)
        return known

    def _op(self, number: int) -> str:
        """The operator of an expression, without its record."""
        columns = self.facts.columns
        return columns.words[columns.letters[number]]

    def _written(self, name: str) -> list[int]:
        return [*self._spelled(name), *self._spelled(f"{name}()")]

    def _lifted(self, exprs: Iterable[int]) -> frozenset[int]:
        """Some expressions, and those that hold them."""
        level = list(exprs)
        found = set(level)
        for _ in range(_HOLDS_DEEP):
            level = [n for part in level for n in self._holding(part) if n not in found]
            found.update(level)
        return frozenset(found)

    def _calls_of(self, callee: int) -> Iterator[int]:
        for number in self._around(callee):
            if self._op(number) in {"call", "new"} and self.facts.exprs[number].parts[0] == callee:
                yield number
                yield from self._calls_of(number)

    def _spelled(self, text: str) -> list[int]:
        """The expressions that have a text."""
        number = self.facts.number(text)
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.expr_texts, columns.at.expr_sizes, number)

    def _around(self, part: int) -> Iterator[int]:
        """The expressions that have another one for a part."""
        columns = self.facts.columns
        for at in columns.where(columns.at.expr_parts, columns.at.scope_parents, part):
            yield bisect_right(columns.expr_ends, at)

    def _holding(self, part: int) -> Iterator[int]:
        for number in self._around(part):
            op = self._op(number)
            if op in _HOLDING:
                yield number
            elif op == "call" or op in _APPLIED:
                parts = self.facts.exprs[number].parts
                if (op in _APPLIED and parts[0] == part) or (op == "call" and parts[1:] == (part,)):
                    yield number
            elif op == "get" and self.facts.exprs[number].text in _HELD:
                yield from self._calls_of(number)

    @cached_property
    def defaults(self) -> list[int]:
        """The bindings that name what another module exports as its default."""
        columns = self.facts.columns
        exprs = [n for n in self._spelled("default") if self.facts.exprs[n].op == "from"]
        if "require" in columns.words:
            word = columns.words.index("require")
            exprs += columns.of_letter(0, columns.scope_kinds, word)
        return self._set_to(exprs)

    @cached_property
    def passes_on(self) -> bool:
        """Whether the file exports as its default what it imports from another."""
        exprs = self.facts.exprs
        default = any(
            value > 0 and exprs[value].op in {"from", "name"}
            for number in self.bindings_named("default")
            for value in (self.facts.bindings[number].value,)
        )
        return default or any(
            e.name == "exports" and e.value > 0 and exprs[e.value].op == "require"
            for e in self.facts.expandos.all()
        )

    @cached_property
    def made_names(self) -> frozenset[str]:
        """How names begin that the file looks up at run time; "" where any could be."""
        exprs = self.facts.exprs
        known = (n for look_up in _LOOKS_UP for n in self._spelled(look_up.text))
        called = (n for look_up in known if exprs[look_up] in _LOOKS_UP
                  for n in self._around(look_up))  # fmt: skip
        return frozenset(m for n in called if (m := self.made_name(exprs[n])) is not None)

    def made_name(self, node: Expr) -> str | None:
        """How the name begins that an expression looks up at run time, None where it does not."""
        exprs = self.facts.exprs
        if node.op != "call" or len(node.parts) < 3 or exprs[node.parts[0]] not in _LOOKS_UP:
            return None
        asked = exprs[node.parts[2]]
        if asked.op == "binary" and asked.parts:
            asked = exprs[asked.parts[0]]
        if asked.op == "str" and ("{" in asked.text or asked is not exprs[node.parts[2]]):
            return asked.text.partition("{")[0]
        return None if asked.op == "str" else ""

    def holders(self, name: str) -> Iterator[str]:
        """The classes of the file that have a member of a type that is written with a name."""
        for number in self._declared_with(name):
            scope = self.facts.scopes[self.facts.bindings[number].scope]
            if scope.kind == "class" and scope.name:
                yield scope.name

    def declared(self, name: str) -> Iterator[tuple[str, int, int]]:
        """The names declared of a type that is written with a name, with home and type."""
        for number in self._declared_with(name):
            binding = self.facts.bindings[number]
            yield _word(binding.name), binding.home, binding.type

    def _declared_with(self, name: str) -> list[int]:
        """The bindings of a type that is written with a name, in order."""
        columns = self.facts.columns if self.knows(name) else None
        if columns is None:
            return []
        types = level = set(self._spelled(name))
        for _ in range(_HOLDS_DEEP):
            around = {n for part in level for n in self._around(part)}
            level = {n for n in around if self.facts.exprs[n].op in _TYPED} - types
            types = types | level
        first, end = columns.at.binding_types, columns.at.binding_values
        return sorted(n for type_ in types for n in columns.where(first, end, type_))

    def heirs(self, name: str) -> Iterator[str]:
        """The classes of the file that have a base of a name."""
        exprs, columns = self.facts.exprs, self.facts.columns if self.knows(name) else None
        if columns is None or columns.at.scope_bases == columns.at.scope_values_sizes:
            return
        named = self._spelled(name)
        bases = [n for n in named if self._op(n) != "generic"]
        applied = ((n, inner) for inner in named for n in self._around(inner))
        bases += [
            n for n, inner in applied if self._op(n) == "generic" and exprs[n].parts[0] == inner
        ]
        found = {
            bisect_right(columns.scope_bases_ends, at)
            for base in bases
            for at in columns.where(columns.at.scope_bases, columns.at.scope_values_sizes, base)
        }
        yield from (self.facts.scopes[number].name for number in sorted(found))
