"""The facts of one file with the look-ups by name that questions need.

A question asks many files of few names: nothing is tabled before somebody asks for it, and what is
found is found in the columns of the facts, so that most records are never made.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from codeseam_indexer.facts import INCLUDED, Binding, Ref, line_of
from codeseam_indexer.packed import BINDING_KINDS, REF_KINDS, SCOPE_KINDS, Packed
from codeseam_indexer.resolve.expressions import NAMING, Expressions
from codeseam_indexer.resolve.rules import Rules

_UNIT_BYTES, _TABLE_BYTES = 2_000, 300
"""What a file takes beside its facts, and each name that was looked up in it; about."""

_PARAM, _IMPORT = BINDING_KINDS.index("param"), BINDING_KINDS.index("import")
_TYPE, _ASSIGNED = BINDING_KINDS.index("type"), BINDING_KINDS.index("assigned")
_BLOCK, _NAMESPACE = SCOPE_KINDS.index("block"), SCOPE_KINDS.index("namespace")


class Unit(Expressions):
    """One file: its facts, and what they say of a name."""

    def __init__(self, path: str, facts: Packed, rules: Rules) -> None:
        super().__init__(facts)
        self.path = path
        self.rules = rules
        self._places: dict[str, Mapping[int, Sequence[int]]] = {}

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        tables = len(self._places) + len(self._meaning) + len(self._results)
        return self.facts.weight + _UNIT_BYTES + tables * _TABLE_BYTES

    # ---- by name

    def scopes_named(self, name: str) -> list[int]:
        """The scopes of a name, in order."""
        number = self.facts.number(name)
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.scope_names, columns.at.scope_symbols, number)

    def places(self, name: str) -> Mapping[int, Sequence[int]]:
        """The bindings of a name, by the scope in which they are visible."""
        known = self._places.get(name)
        if known is None:
            known = self._places[name] = self._placed(name)
        return known

    def _placed(self, name: str) -> Mapping[int, Sequence[int]]:
        numbers = self.bindings_named(name)
        if not numbers:
            return _NOWHERE
        columns = self.facts.columns
        found: dict[int, list[int]] = {}
        later: list[int] = []
        for number in numbers:
            if columns.letters[columns.binding_kinds + number] == _ASSIGNED:
                later.append(number)
            else:
                home = self.visible(self._scope_of(number))
                found.setdefault(home, []).append(number)
        for number in later:
            scope = self._scope_of(number)
            while scope > 0 and scope not in found:
                scope = self.parent(scope)
            same = found.setdefault(max(scope, 0), [])
            insort(same, number, key=columns.binding_places.__getitem__)
        return found

    def bound(self, scope: int, name: str) -> Sequence[int]:
        """The bindings of a name that are visible in a scope."""
        return self.places(name).get(scope, ())

    def may_read(self, name: str) -> bool:
        """Whether a plain name in the file may be bound by its scopes or its classes."""
        return self.rules.inherited or bool(self.places(name) or self.places("*"))

    def members(self, scope: int) -> Iterator[tuple[str, Sequence[int]]]:
        """The names that are visible in a scope, each with its bindings."""
        for name in self._seen_in.get(scope, ()):
            yield name, self.bound(scope, name)

    @cached_property
    def _seen_in(self) -> Mapping[int, Iterable[str]]:
        found: dict[int, dict[str, None]] = {}
        for name in dict.fromkeys(binding.name for binding in self.facts.bindings.all()):
            for scope in self.places(name):
                found.setdefault(scope, {})[name] = None
        return found

    def parent(self, scope: int) -> int:
        """The scope around a scope, -1 for the file."""
        columns = self.facts.columns
        return columns.indices[columns.at.scope_parents + scope]

    def _scope_of(self, binding: int) -> int:
        """The scope in which a binding is written."""
        columns = self.facts.columns
        return columns.indices[columns.at.binding_scopes + binding]

    def visible(self, scope: int) -> int:
        """The scope in which what is bound in this one is visible."""
        if self.rules.block_scopes:
            return scope
        columns = self.facts.columns
        while scope > 0 and columns.letters[columns.scope_kinds + scope] == _BLOCK:
            if "own" in self.facts.scopes[scope].flags:
                break
            scope = self.parent(scope)
        return scope

    @cached_property
    def params(self) -> Mapping[int, Sequence[int]]:
        """The parameters of each function."""
        columns = self.facts.columns
        found: dict[int, list[int]] = defaultdict(list)
        for number in columns.of_letter(columns.binding_kinds, columns.ref_kinds, _PARAM):
            found[self._scope_of(number)].append(number)
        return found

    @cached_property
    def extended(self) -> Collection[str]:
        """The names of what members are added to."""
        exprs, expandos = self.facts.exprs, self.facts.expandos
        return {exprs[e.target].text for e in expandos.all() if exprs[e.target].op == "name"}

    @cached_property
    def expandos(self) -> Mapping[str, Sequence[int]]:
        """The assignments to members of others, by the name of the member."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, expando in enumerate(self.facts.expandos.all()):
            found[expando.name].append(number)
        return found

    def binding(self, number: int) -> Binding:
        """A binding by its number."""
        return self.facts.bindings[number]

    def _space(self, scope: int) -> str:
        """The package and the namespaces in which a scope lies, joined with dots."""
        parts: list[str] = []
        while scope > 0:
            here = self.facts.scopes[scope]
            if here.kind == "namespace" and here.name:
                parts.append(here.name)
            scope = here.parent
        if self.facts.package:
            parts.append(self.facts.package)
        return ".".join(reversed(parts))

    def _scope_kind(self, scope: int) -> int:
        columns = self.facts.columns
        return columns.letters[columns.scope_kinds + scope]

    def spaced(self, name: str) -> Iterator[tuple[str, int]]:
        """The declarations of a name outside classes and functions: namespace and number."""
        places = self.places(name)
        for scope in sorted(places):
            if scope == 0 or self._scope_kind(scope) == _NAMESPACE:
                space = self._space(scope)
                yield from ((space, n) for n in places[scope] if self._gives(n))

    def _gives(self, number: int) -> bool:
        """Whether a binding is one of its namespace; where files are included, ``using`` is too."""
        binding = self.facts.bindings[number]
        return binding.kind != "import" or (self.rules.programs and binding.name != "*")

    def spaces(self, scope: int) -> list[str]:
        """The namespaces whose names are visible at a scope, innermost first."""
        whole = self._space(scope)
        at = scope
        while at > 0 and self.facts.scopes[at].owner <= 0:
            at = self.facts.scopes[at].parent
        if at > 0:
            owner = self._path(self.facts.scopes[at].owner)
            whole = ".".join(p for p in (whole, owner) if p)
        parts = whole.split(".") if whole else []
        return [".".join(parts[:n]) for n in range(len(parts), -1, -1)]

    def _path(self, expr: int) -> str:
        node = self.facts.exprs[expr]
        if node.op == "get":
            return f"{self._path(node.parts[0])}.{node.text}"
        return node.text

    @cached_property
    def has_namespaces(self) -> bool:
        """Whether the file has namespaces of its own."""
        columns = self.facts.columns
        letters = columns.letters[columns.scope_kinds : columns.scope_kinds + self.facts.size]
        return _NAMESPACE in letters

    def private(self, number: int) -> bool:
        """Whether a declaration is the file's own."""
        binding = self.facts.bindings[number]
        node = self.facts.exprs[max(binding.value, 0)]
        scope = node.parts[0] if node.op == "fn" else binding.scope
        while scope > 0:
            here = self.facts.scopes[scope]
            if "static" in here.flags:
                return True
            scope = here.parent
        return False

    def type_parameters(self, scope: int) -> list[str]:
        """The type parameters that a class or function binds, in order."""
        types = frozenset(self._types)
        if not types:
            return []
        return [name for name, numbers in self.members(scope) if types.intersection(numbers)]

    @cached_property
    def _types(self) -> Sequence[int]:
        """The bindings of type parameters."""
        columns = self.facts.columns
        return columns.of_letter(columns.binding_kinds, columns.ref_kinds, _TYPE)

    def declared_types(self, scope: int) -> list[str]:
        """The type parameters that are written in a scope, in order."""
        inside = (number for number in self._types if self._scope_of(number) == scope)
        return [self.facts.bindings[number].name for number in inside]

    def has_type_parameters(self, scope: int) -> bool:
        """Whether a class or function binds type parameters."""
        return bool(self.type_parameters(scope))

    def around(self, scope: int, *kinds: str) -> int:
        """The innermost scope of these kinds at a scope, -1 where there is none."""
        while scope >= 0 and SCOPE_KINDS[self._scope_kind(scope)] not in kinds:
            scope = self.parent(scope)
        return scope

    def inside(self, scope: int, outer: int) -> bool:
        """Whether a scope is another one or lies in it."""
        while scope > outer:
            scope = self.parent(scope)
        return scope == outer

    def named_refs(self, names: Collection[str]) -> Iterator[Ref]:
        """The references of some names, and those of calls that have none."""
        for name in (*sorted(names), ""):
            number = self.facts.number(name) if name or self.facts.nameless else -1
            for at in self._refs_of(number):
                yield self.facts.refs[at]

    def _refs_of(self, number: int) -> list[int]:
        """The references whose name has a number."""
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.ref_names, columns.at.ref_exprs, number)

    @cached_property
    def included(self) -> frozenset[str]:
        """The names, without their folders, of the headers that the file includes."""
        numbers = self.bindings_named(INCLUDED)
        texts = (self.facts.exprs[self.facts.bindings[n].value].text for n in numbers)
        return frozenset(text.rpartition("/")[2] for text in texts)

    def attached(self, name: str) -> Iterator[int]:
        """The functions and classes of a name that stand outside the type they belong to."""
        for number in self.scopes_named(name):
            scope = self.facts.scopes[number]
            kept = scope.kind in {"function", "class"} and "this" not in scope.flags
            if kept and scope.owner > 0:
                yield number

    def refs_within(self, scope: int) -> Iterator[Ref]:
        """The references in a scope and the scopes inside it."""
        columns = self.facts.columns
        scopes = columns.indices[columns.at.ref_scopes : columns.at.ref_arguments]
        for number, inner in enumerate(scopes):
            if self.inside(inner, scope):
                yield self.facts.refs[number]

    def refs_between(self, first: int, last: int) -> Iterator[Ref]:
        """The references on some lines."""
        for number, at in enumerate(self.facts.columns.ref_places):
            if first <= line_of(at) <= last:
                yield self.facts.refs[number]

    @cached_property
    def by_symbol(self) -> Mapping[int, int]:
        """The scope of each symbol that opens one."""
        columns = self.facts.columns
        symbols = columns.indices[columns.at.scope_symbols : columns.at.scope_owners]
        return {symbol: scope for scope, symbol in enumerate(symbols) if symbol >= 0}

    def constructor_names(self, cls: int) -> frozenset[str]:
        """What the constructors of a class are called."""
        own = self.facts.scopes[cls].name
        return frozenset(n or own for n in self.rules.constructors)

    def call_of(self, argument: Ref) -> Ref | None:
        """The call that a name is an argument of: the last one before it and its like."""
        number = self.facts.number(argument.name)
        columns = self.facts.columns
        named = columns.where(columns.at.ref_names, columns.at.ref_exprs, number)
        first = next((n for n in named if self.facts.refs[n] == argument), 0)
        for at in range(first, -1, -1):
            if REF_KINDS[columns.letters[columns.ref_kinds + at]] != "read":
                return self.facts.refs[at]
            if columns.indices[columns.at.ref_arguments + at] < 0:
                break
        return None

    def explained(self, name: str) -> Collection[int]:
        """The lines on which facts say what a name is."""
        if not self.knows(name):
            return ()
        facts, columns = self.facts, self.facts.columns
        number = facts.number(name)
        refs = self._refs_of(number)
        bindings = {*self.bindings_named(name), *self.bindings_named(f"{name}()")}
        for value in self._imported.keys() & self._named(name):
            bindings.update(self._imported[value])
        return {
            *(line_of(columns.ref_places[n]) for n in refs),
            *(line_of(columns.binding_places[n]) for n in bindings),
            *(line_of(facts.expandos[n].position) for n in self.expandos.get(name, ())),
            *(facts.scopes[n].line for n in self.scopes_named(name)),
        }

    def _named(self, name: str) -> Collection[int]:
        """The expressions that are a name, and those that hold it if anything imported does."""
        if self._imports_parts:
            return self.meaning(name)
        return {n for n in self._written(name) if self._op(n) in NAMING}

    @cached_property
    def _imports_parts(self) -> bool:
        """Whether the file imports anything that is no name alone."""
        return any(
            self._op(max(value, 0)) not in {*NAMING, "module", "require"}
            for value in self._imported
        )

    @cached_property
    def _imported(self) -> Mapping[int, Sequence[int]]:
        """The bindings that imports make, by their values."""
        columns = self.facts.columns
        found: dict[int, list[int]] = defaultdict(list)
        for number in columns.of_letter(columns.binding_kinds, columns.ref_kinds, _IMPORT):
            found[columns.indices[columns.at.binding_values + number]].append(number)
        return found

    # ---- by place

    def in_comment(self, at: int) -> bool:
        """Whether a position lies in a comment."""
        return bool(bisect_right(self.facts.comments, at) % 2)

    def scope_at(self, at: int) -> int:
        """The innermost scope at a position."""
        columns, (numbers, starts) = self.facts.columns, self._begun
        lengths = columns.scope_lengths
        for place in range(bisect_right(starts, at) - 1, -1, -1):
            if at - starts[place] < columns.places[lengths + numbers[place]]:
                return numbers[place]
        return 0

    @cached_property
    def _begun(self) -> tuple[Sequence[int], Sequence[int]]:
        """The scopes in the order in which they begin, and where they do."""
        starts = self.facts.columns.scope_starts.tolist()
        numbers = sorted(range(len(starts)), key=starts.__getitem__)
        return numbers, [starts[number] for number in numbers]


_NOWHERE: Mapping[int, Sequence[int]] = {}
