"""The facts of one file with the indices that look-ups need."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property

from codeseam_indexer.facts import Binding, Expr, Facts, Ref, line_of
from codeseam_indexer.resolve.rules import Rules

_LOOKS_UP = (Expr("name", "getattr", ()), Expr("name", "attrgetter", ()))


def _word(name: str) -> str:
    """A name as it is written: without the mark that tells methods from fields."""
    return name.removesuffix("()") or name


class Unit:
    """One file: its facts, and its bindings by scope and name."""

    def __init__(self, path: str, facts: Facts, rules: Rules) -> None:
        self.path = path
        self.facts = facts
        self.rules = rules
        self.home = [self._visible(i) for i in range(len(facts.scopes))]
        names: list[dict[str, list[int]]] = [{} for _ in facts.scopes]
        self.params: dict[int, list[int]] = defaultdict(list)
        later: list[int] = []
        for number, binding in enumerate(facts.bindings):
            if binding.kind == "assigned":
                later.append(number)
                continue
            names[self.home[binding.scope]].setdefault(binding.name, []).append(number)
            if binding.kind == "param":
                self.params[binding.scope].append(number)
        self.names = names
        for number in later:
            binding = facts.bindings[number]
            where = self._declaring(binding.scope, binding.name)
            names[where].setdefault(binding.name, []).append(number)
        exprs = facts.exprs
        self.extended = {
            exprs[e.target].text for e in facts.expandos if exprs[e.target].op == "name"
        }
        self.expandos: dict[str, list[int]] = defaultdict(list)
        for number, expando in enumerate(facts.expandos):
            self.expandos[expando.name].append(number)

    def _declaring(self, scope: int, name: str) -> int:
        """The scope that declares a name that is assigned in this one, the file if none does."""
        while scope > 0 and name not in self.names[scope]:
            scope = self.facts.scopes[scope].parent
        return max(scope, 0)

    def _visible(self, scope: int) -> int:
        """The scope in which what is bound in this one is visible."""
        scopes = self.facts.scopes
        if self.rules.block_scopes:
            return scope
        while scope > 0 and scopes[scope].kind == "block" and "own" not in scopes[scope].flags:
            scope = scopes[scope].parent
        return scope

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

    @cached_property
    def spaced(self) -> dict[str, list[tuple[str, int]]]:
        """The declarations outside classes and functions, by name: namespace and number."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for scope, names in enumerate(self.names):
            if scope == 0 or self.facts.scopes[scope].kind == "namespace":
                space = self._space(scope)
                for name, numbers in names.items():
                    found[name] += [(space, n) for n in numbers if self._gives(n)]
        return found

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
        bindings = self.facts.bindings
        names = self.names[scope].items()
        return [name for name, ns in names if any(bindings[n].kind == "type" for n in ns)]

    def has_type_parameters(self, scope: int) -> bool:
        """Whether a class or function binds type parameters."""
        return bool(self.type_parameters(scope))

    def around(self, scope: int, *kinds: str) -> int:
        """The innermost scope of these kinds at a scope, -1 where there is none."""
        scopes = self.facts.scopes
        while scope >= 0 and scopes[scope].kind not in kinds:
            scope = scopes[scope].parent
        return scope

    def inside(self, scope: int, outer: int) -> bool:
        """Whether a scope is another one or lies in it."""
        while scope > outer:
            scope = self.facts.scopes[scope].parent
        return scope == outer

    @cached_property
    def _refs(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, ref in enumerate(self.facts.refs):
            found[ref.name].append(number)
        return found

    def named_refs(self, names: Collection[str]) -> Iterator[Ref]:
        """The references of some names, and those of calls that have none."""
        for name in (*sorted(names), ""):
            for number in self._refs.get(name, ()):
                yield self.facts.refs[number]

    @cached_property
    def attached(self) -> dict[str, list[int]]:
        """The functions and classes that stand outside the type they belong to, by name."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, scope in enumerate(self.facts.scopes):
            kept = scope.kind in {"function", "class"} and "this" not in scope.flags
            if kept and scope.owner > 0:
                found[scope.name].append(number)
        return found

    def refs_within(self, scope: int) -> Iterator[Ref]:
        """The references in a scope and the scopes inside it."""
        for ref in self.facts.refs:
            if self.inside(ref.scope, scope):
                yield ref

    def refs_between(self, first: int, last: int) -> Iterator[Ref]:
        """The references on some lines."""
        refs = self.facts.refs
        for ref in refs:
            if first <= line_of(ref.position) <= last:
                yield ref

    @cached_property
    def by_symbol(self) -> dict[int, int]:
        """The scope of each symbol that opens one."""
        return {s.symbol: i for i, s in enumerate(self.facts.scopes) if s.symbol >= 0}

    def constructor_names(self, cls: int) -> frozenset[str]:
        """What the constructors of a class are called."""
        own = self.facts.scopes[cls].name
        return frozenset(n or own for n in self.rules.constructors)

    @cached_property
    def renames(self) -> dict[str, list[tuple[str, int, int]]]:
        """Other names that the file may give to a name, each with its home and its value."""
        found: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        for binding in self.facts.bindings:
            own = _word(binding.name)
            for name in self._last_names(binding.value):
                if own not in {name, "*"}:
                    found[name].append((own, binding.home, binding.value))
        for expando in self.facts.expandos:
            for name in self._last_names(expando.value):
                if name != expando.name:
                    own = expando.name.strip("[]")
                    found[name].append((own, expando.home, expando.value))
        return found

    def _last_names(self, expr: int, depth: int = 0) -> Iterator[str]:
        if expr <= 0 or depth > 3:
            return
        node = self.facts.exprs[expr]
        if node.op in {"name", "get", "from"}:
            yield _word(node.text)
        elif node.op in {"union", "decorated", "tuple", "list", "kw"}:
            for part in node.parts:
                yield from self._last_names(part, depth + 1)
        elif node.op == "call" and len(node.parts) == 2:
            yield from self._last_names(node.parts[1], depth + 1)

    @cached_property
    def defaults(self) -> list[int]:
        """The bindings that name what another module exports as its default."""
        exprs = self.facts.exprs
        found: list[int] = []
        for number, binding in enumerate(self.facts.bindings):
            node = exprs[binding.value] if binding.value > 0 else None
            if node is not None and (
                (node.op == "from" and node.text == "default") or node.op == "require"
            ):
                found.append(number)
        return found

    @cached_property
    def passes_on(self) -> bool:
        """Whether the file exports as its default what it imports from another."""
        exprs = self.facts.exprs
        default = any(
            b.name == "default" and b.value > 0 and exprs[b.value].op in {"from", "name"}
            for b in self.facts.bindings
        )
        return default or any(
            e.name == "exports" and e.value > 0 and exprs[e.value].op == "require"
            for e in self.facts.expandos
        )

    @cached_property
    def made_names(self) -> frozenset[str]:
        """How names begin that the file looks up at run time; "" where any could be."""
        exprs = self.facts.exprs
        found: set[str] = set()
        for node in exprs:
            if node.op == "call" and len(node.parts) > 2 and exprs[node.parts[0]] in _LOOKS_UP:
                asked = exprs[node.parts[2]]
                if asked.op == "binary" and asked.parts:
                    asked = exprs[asked.parts[0]]
                if asked.op == "str" and ("{" in asked.text or asked is not exprs[node.parts[2]]):
                    found.add(asked.text.partition("{")[0])
                elif asked.op != "str":
                    found.add("")
        return frozenset(found)

    @cached_property
    def heirs(self) -> dict[str, list[str]]:
        """The classes of the file by the names of their bases."""
        found: dict[str, list[str]] = defaultdict(list)
        for scope in self.facts.scopes:
            for base in scope.bases:
                node = self.facts.exprs[base]
                if node.op == "generic":
                    node = self.facts.exprs[node.parts[0]]
                found[node.text].append(scope.name)
        return found

    @cached_property
    def _explained(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = defaultdict(set)
        for ref in self.facts.refs:
            found[ref.name].add(line_of(ref.position))
        for binding in self.facts.bindings:
            line = line_of(binding.position)
            found[_word(binding.name)].add(line)
            if binding.kind == "import":
                for name in self._last_names(binding.value):
                    found[name].add(line)
        for expando in self.facts.expandos:
            found[expando.name].add(line_of(expando.position))
        for scope in self.facts.scopes:
            found[scope.name].add(scope.line)
        return found

    def explained(self, name: str) -> Collection[int]:
        """The lines on which facts say what a name is."""
        return self._explained.get(name, frozenset())

    def in_comment(self, at: int) -> bool:
        """Whether a position lies in a comment."""
        return bool(bisect_right(self.facts.comments, at) % 2)

    def scope_at(self, at: int) -> int:
        """The innermost scope at a position."""
        best, start = 0, -1
        for number, scope in enumerate(self.facts.scopes):
            if scope.start <= at < scope.end and scope.start >= start:
                best, start = number, scope.start
        return best
