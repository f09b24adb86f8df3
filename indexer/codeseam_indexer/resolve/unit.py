"""The facts of one file with the look-ups by name that questions need.

A question asks many files of few names: nothing is tabled before somebody asks for it, and what is
found is found in the columns of the facts, so that most records are never made.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from codeseam_indexer.facts import INCLUDED, Binding, Expr, Ref, line_of
from codeseam_indexer.packed import BINDING_KINDS, REF_KINDS, SCOPE_KINDS, Packed
from codeseam_indexer.resolve.rules import Rules
from codeseam_indexer.resolve.values import INNER, SAME

_LOOKS_UP = (Expr("name", "getattr", ()), Expr("name", "attrgetter", ()))
_NAMING = frozenset({"name", "get", "from"})
_HOLDING = frozenset({
    "union", "decorated", "tuple", "list", "dict", "kw", "spread", "elem", "item", "within",
    "grown", "await",
})  # fmt: skip
"""Expressions that stand for a part of theirs, or hold it."""

_HELD = SAME | INNER | {"items"}
"""Methods that give what their receiver holds."""

_HOLDS_DEEP = 4
"""So many expressions may lie around a name that a binding is set to."""

_PARAM, _IMPORT = BINDING_KINDS.index("param"), BINDING_KINDS.index("import")
_TYPE, _ASSIGNED = BINDING_KINDS.index("type"), BINDING_KINDS.index("assigned")
_BLOCK, _NAMESPACE = SCOPE_KINDS.index("block"), SCOPE_KINDS.index("namespace")


def _word(name: str) -> str:
    """A name as it is written: without the mark that tells methods from fields."""
    return name.removesuffix("()") or name


class Unit:
    """One file: its facts, and what they say of a name."""

    def __init__(self, path: str, facts: Packed, rules: Rules) -> None:
        self.path = path
        self.facts = facts
        self.rules = rules
        self._places: dict[str, Mapping[int, Sequence[int]]] = {}
        self._meaning: dict[str, frozenset[int]] = {}
        self._results: dict[str, frozenset[int]] = {}

    # ---- by name

    def knows(self, name: str) -> bool:
        """Whether the facts have a text at all; with most names most files do not."""
        return self.facts.number(name) >= 0 or self.facts.number(f"{name}()") >= 0

    def scopes_named(self, name: str) -> list[int]:
        """The scopes of a name, in order."""
        number = self.facts.number(name)
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.scope_names, columns.at.scope_symbols, number)

    def bindings_named(self, name: str) -> list[int]:
        """The bindings of a name, in order."""
        number = self.facts.number(name)
        columns = self.facts.columns if number >= 0 else None
        if columns is None:
            return []
        return columns.where(columns.at.binding_names, columns.at.binding_types, number)

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

    # ---- by what things are set to

    def renames(self, name: str) -> Iterator[tuple[str, int, int]]:
        """Other names that the file may give to a name, each with its home and its value."""
        meaning = self.meaning(name)
        for number in self._set_to(meaning):
            binding = self.facts.bindings[number]
            own = _word(binding.name)
            if own not in {name, "*"}:
                yield own, binding.home, binding.value
        for expando in self.facts.expandos.all() if meaning else ():
            if expando.value in meaning and expando.name != name:
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
        for number in self._set_to(self._called(name)):
            binding = self.facts.bindings[number]
            yield _word(binding.name), binding.home, binding.value

    def givers(self, name: str, *, called: bool) -> Iterator[str]:
        """The functions that give back something of a name, or what calling it gives."""
        meaning = self._called(name) if called else self.meaning(name)
        columns = self.facts.columns if meaning else None
        if columns is None:
            return
        first, end = columns.at.scope_values, columns.at.binding_scopes
        for at in (at for value in meaning for at in columns.where(first, end, value)):
            giver = self.facts.scopes[bisect_right(columns.scope_values_ends, at)]
            if giver.name:
                yield giver.name

    def meaning(self, name: str) -> frozenset[int]:
        """The expressions that are a name, or hold it where something is set to them."""
        known = self._meaning.get(name)
        if known is None:
            named = (n for n in self._written(name) if self.facts.exprs[n].op in _NAMING)
            known = self._meaning[name] = self._lifted(named)
        return known

    def _called(self, name: str) -> frozenset[int]:
        """The expressions that are, or hold, what calls of a name give."""
        known = self._results.get(name)
        if known is None:
            exprs = self.facts.exprs
            named = [n for n in self._written(name) if exprs[n].op in {"name", "get"}]
            given = (c for callee in named for c in self._calls_of(callee))
            known = self._results[name] = self._lifted(given)
        return known

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
            node = self.facts.exprs[number]
            if node.op in {"call", "new"} and node.parts[0] == callee:
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
            node = self.facts.exprs[number]
            if node.op in _HOLDING or (node.op == "call" and node.parts[1:] == (part,)):
                yield number
            elif node.op == "get" and node.text in _HELD:
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

    def heirs(self, name: str) -> Iterator[str]:
        """The classes of the file that have a base of a name."""
        exprs, columns = self.facts.exprs, self.facts.columns if self.knows(name) else None
        if columns is None:
            return
        named = self._spelled(name)
        bases = [n for n in named if exprs[n].op != "generic"]
        applied = ((n, inner) for inner in named for n in self._around(inner))
        bases += [
            n for n, inner in applied if exprs[n].op == "generic" and exprs[n].parts[0] == inner
        ]
        found = {
            bisect_right(columns.scope_bases_ends, at)
            for base in bases
            for at in columns.where(columns.at.scope_bases, columns.at.scope_values_sizes, base)
        }
        yield from (self.facts.scopes[number].name for number in sorted(found))

    def explained(self, name: str) -> Collection[int]:
        """The lines on which facts say what a name is."""
        if not self.knows(name):
            return ()
        facts, columns = self.facts, self.facts.columns
        number = facts.number(name)
        refs = self._refs_of(number)
        bindings = {*self.bindings_named(name), *self.bindings_named(f"{name}()")}
        imports = self._set_to(self.meaning(name))
        kinds = columns.binding_kinds
        bindings.update(n for n in imports if columns.letters[kinds + n] == _IMPORT)
        return {
            *(line_of(columns.ref_places[n]) for n in refs),
            *(line_of(columns.binding_places[n]) for n in bindings),
            *(line_of(facts.expandos[n].position) for n in self.expandos.get(name, ())),
            *(facts.scopes[n].line for n in self.scopes_named(name)),
        }

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
