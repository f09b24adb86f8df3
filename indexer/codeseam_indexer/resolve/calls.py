"""Calls: what a function gives back, what a constructor makes, what a decorator leaves."""

from collections.abc import Iterator

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import ANY, Core, Given
from codeseam_indexer.resolve.overloads import Arguments, pick
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    INNER,
    ITERATORS,
    SAME,
    UNKNOWN,
    Cls,
    Display,
    Ext,
    Fn,
    Inst,
    Outside,
    SelfOf,
    Unknown,
    Value,
    Values,
    Var,
    join,
    pair_of,
)


class Calls(Core):
    """Calls: what a function gives back, what a constructor makes, what a decorator leaves."""

    def _call(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        callee = self.eval(unit, scope, at, node.parts[0])
        given = Given(self, unit, scope, at, node.parts[1:])
        if unit.rules.overloads:
            named = unit.facts.exprs[node.parts[0]]
            if named.op == "name" and all(isinstance(v, Ext) for v in callee):
                callee = self.beside(named.text, given) or callee
            known = tuple(v for v in callee if not isinstance(v, Ext | Unknown))
            callee = self.overload(callee, given) or known or callee
            hint = unit.rules.results.get(named.text.removesuffix("()"))
            if hint and not any(map(_is_ours, callee)):
                return (Inst(Ext(hint)),)
        found = join([self.call(v, given) for v in callee] or [UNKNOWN])
        if unit.rules.class_member and self._is_own_class(unit, scope, at, node.parts[0]):
            return tuple(map(_as_self, found))
        applied = unit.facts.exprs[node.parts[0]]
        return self._applied(unit, scope, at, applied, found) if applied.op == "generic" else found

    def _applied(self, unit: Unit, scope: int, at: int, generic: Expr, found: Values) -> Values:
        """What a call gives, with the type arguments that are written for those of its function."""
        parts: list[Values] = []
        for value in found:
            number = self._numbered(value) if isinstance(value, Var) else 0
            given = 0 < number < len(generic.parts)
            typed = self.typed(unit, scope, at, generic.parts[number]) if given else (value,)
            parts.append(typed)
        return join(parts or [UNKNOWN])

    def _numbered(self, value: Var) -> int:
        """Which of the type parameters around it one is, the first being 1, 0 for none."""
        home = self.unit(value.path)
        names = home.type_parameters(value.scope) if home is not None else []
        return names.index(value.name) + 1 if value.name in names else 0

    def _is_own_class(self, unit: Unit, scope: int, at: int, expr: int) -> bool:
        """Whether an expression is the class of the instance at hand, which may be one below."""
        node = unit.facts.exprs[expr]
        if node.op == "class of" or (node.op == "get" and node.text == unit.rules.class_member):
            return any(isinstance(v, SelfOf) for v in self.eval(unit, scope, at, node.parts[0]))
        if node.op != "name" or node.text not in unit.rules.constructor_calls:
            return False
        chosen = self.choose(unit, scope, at, node.text)
        bindings = unit.facts.bindings
        values = [bindings[n].value for n in chosen[1]] if chosen is not None else []
        return any(v > 0 and unit.facts.exprs[v].op == "selftype" for v in values)

    def _valued(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What a name without parentheses gives: a method that needs none is called by it."""
        values = self.eval(unit, scope, at, node.parts[0])
        return join([self.returned(v) if isinstance(v, Fn) else (v,) for v in values] or [UNKNOWN])

    def call(  # noqa: PLR0911 - one a kind of value
        self, callee: Value, given: Given | None = None
    ) -> Values:
        """What calling a value gives."""
        if isinstance(callee, Cls):
            return (Inst(callee, callee.args),)
        if isinstance(callee, Fn):
            return self.returned(callee, given)
        if isinstance(callee, Outside):
            return self._call_method_outside(callee, given)
        if isinstance(callee, Inst) and isinstance(callee.of, Cls):
            unit = self.unit(callee.of.path)
            method = self.member_of(callee, unit.rules.call_method) if unit is not None else ()
            bases = [b for b in self.mro(callee.of) if isinstance(b, Fn)]
            called = [*(m for m in method if isinstance(m, Fn)), *bases]
            return join([self.call(m, given) for m in called] or [UNKNOWN])
        if isinstance(callee, Inst) and callee.args:
            kept = isinstance(callee.of, Ext) and (
                callee.of.name in _STRINGS
                or (given is not None and _plain(callee.of) in given.unit.rules.standard)
            )
            return (callee,) if kept else callee.args[-1]
        if isinstance(callee, Ext):
            return self._call_outside(callee, given)
        if isinstance(callee, Display):
            return self.elements(callee)
        return UNKNOWN

    def overload(self, callee: Values, given: Given) -> Values:
        """Those functions among some values that a call with these arguments means."""
        functions = [v for v in callee if isinstance(v, Fn)]
        arguments = Arguments(len(given.parts), given.value, given.labels, self._omitted)
        return tuple(pick(functions, arguments, self.unit, self.binding, self.mro))

    def _omitted(self, fn: Fn, number: int) -> bool:
        """Whether a declaration of a function gives defaults to what lies behind some arguments.

        A definition does not repeat the defaults of the declaration that callers see.
        """
        unit = self.unit(fn.path)
        if unit is None or not unit.rules.spread:
            return False
        return any(
            _needed(other, scope) <= number
            for other, scope in self._declarations(unit, fn.scope)
            if len(other.params.get(scope, ())) == len(unit.params.get(fn.scope, ()))
        )

    def _declarations(self, unit: Unit, scope: int) -> Iterator[tuple[Unit, int]]:
        """What only declares a function that a file defines, or another one of its name."""
        here = unit.facts.scopes[scope]
        names = unit.rules.constructors if "constructor" in here.flags else (here.name,)
        found: list[tuple[Unit, int]] = []
        for cls in self.owner_of(unit, scope) if here.owner > 0 else ():
            home = self.unit(cls.path) if isinstance(cls, Cls) else None
            if home is not None and isinstance(cls, Cls):
                found += [(home, n) for name in names for n in home.bound(cls.scope, name)]
        if here.owner <= 0:
            found += [(unit, n) for n in unit.bound(here.parent, here.name)]
            found += self.shared.named(unit, here.parent, here.name)
        for home, number in found:
            node = home.facts.exprs[max(home.facts.bindings[number].value, 0)]
            if node.op == "fn" and "declaration" in home.facts.scopes[node.parts[0]].flags:
                yield home, node.parts[0]

    def beside(self, name: str, given: Given) -> Values:
        """Functions of a name where the types of the arguments stand ([basic.lookup.argdep])."""
        found: list[Values] = []
        for number in range(len(given.parts) if given.unit.rules.argument_lookup else 0):
            for value in given.value(number):
                of = value.of if isinstance(value, Inst | SelfOf) else None
                unit = self.unit(of.path) if isinstance(of, Cls) else None
                if unit is not None and isinstance(of, Cls):
                    named = self.shared.named(unit, of.scope, name)
                    found.append(join([self.binding(u, n) for u, n in named]))
        return self.defined(tuple(v for v in join(found) if isinstance(v, Fn))) if found else ()

    def _mapped(self, of: Inst, given: Given) -> Values:
        """Something from outside that holds what a function gives for each it held."""
        functions = [v for v in given.value(0) if isinstance(v, Fn)]
        held = join([self.returned(fn) for fn in functions] or [UNKNOWN])
        return (Inst(of.of, (held, *of.args[1:])),)

    def _call_method_outside(  # noqa: PLR0911 - one a kind of method
        self, callee: Outside, given: Given | None
    ) -> Values:
        name = callee.name.removesuffix("()")
        of = callee.of.of
        if name == "map" and given is not None and given.parts:
            return self._mapped(callee.of, given)
        if name in ITERATORS and isinstance(of, Ext) and of.name.startswith("std."):
            return pair_of(callee.of) or callee.of.args[-1]
        if name == "items" and len(callee.of.args) > 1:
            return _listed((Inst(Ext("tuple"), callee.of.args),))
        if name in _VIEWS:
            return (Inst(Ext(_VIEWS[name]), callee.of.args),)
        if name in SAME:
            return (callee.of,)
        if name in INNER:
            # A map holds its values, a result what went well.
            return callee.of.args[0 if _last(of) == "Result" else -1]
        return (Ext(f"{name}()", True),)

    def _call_outside(self, callee: Ext, given: Given | None) -> Values:
        last = callee.name.rpartition(".")[2]
        if given is not None and given.parts:
            found = self._made_of(last, given)
            if found:
                return found
        if last[:1].isupper():
            macro = given is not None and given.unit.rules.programs and last.isupper()
            return UNKNOWN if macro and len(last) > 1 else (Inst(callee),)
        if last in _BUILTIN_TYPES:
            return (Inst(Ext(last)),)
        return (Ext(f"{callee.name}()", True),)

    def _made_of(self, name: str, given: Given) -> Values:
        """What a well-known function gives of its arguments, nothing for others."""
        if name in {"TypeVar", "NewType", "ParamSpec"}:
            return UNKNOWN
        if name == "cast":
            return self.instances(given.value(0))
        if name in _GIVES_BACK:
            return given.value(0)
        return self._over(name, given) if given.unit.rules.call_constructs and name in _OVER else ()

    def _over(self, name: str, given: Given) -> Values:
        """What a function of Python's library gives that goes over what it is given."""
        parts = [given.value(number) for number in range(len(given.parts))]
        held = [join([self.elements(v) for v in part] or [UNKNOWN]) for part in parts]
        if name in _ONE_OF:
            return held[0]
        if name == "enumerate":
            return _listed((Inst(Ext("tuple"), ((Inst(Ext("int")),), held[0])),))
        if name in {"zip", "zip_longest", "product"}:
            return _listed((Inst(Ext("tuple"), tuple(held)),))
        if name == "filter":
            return _listed(held[-1])
        if name == "map":
            return _listed(join([self.call(v) for v in parts[0]] or [UNKNOWN]))
        return _listed(join(held))

    def returned(self, fn: Fn, given: Given | None = None) -> Values:
        """What a function gives back."""
        key = (fn.path, fn.scope)
        known = self.return_memo.get(key)
        if known is None:
            known = self.guarded(key, self.return_memo, lambda: self._return(fn))
        found = self.substitute(known, fn.receiver)
        if given is not None and any(isinstance(v, Var) and v.scope == fn.scope for v in found):
            return join([self._inferred(v, fn, given) for v in found])
        return found

    def _inferred(self, value: Value, fn: Fn, given: Given) -> Values:
        """A type parameter of a function, from the argument whose type it is."""
        if not isinstance(value, Var) or value.scope != fn.scope or value.path != fn.path:
            return (value,)
        unit = self.unit(fn.path)
        for at, number in enumerate(unit.params.get(fn.scope, ()) if unit is not None else ()):
            if unit is not None and at < len(given.parts) and value in self.binding(unit, number):
                return given.value(at)
        return (value,)

    def _return(self, fn: Fn) -> Values:
        unit = self.unit(fn.path)
        if unit is None:
            return UNKNOWN
        scope = unit.facts.scopes[fn.scope]
        if scope.returns > 0:
            if self._returns_self(unit, fn.scope):
                return self.self_value(unit, fn.scope, ANY, unit.facts.exprs[0], 0)
            inner = unit.has_type_parameters(fn.scope)
            declared = self.typed(unit, fn.scope if inner else scope.parent, ANY, scope.returns)
            if any(not isinstance(v, Unknown) for v in declared):
                return declared
        if not scope.values:
            open_ = scope.returns > 0 or "macro" in scope.flags
            return UNKNOWN if open_ else (Inst(Ext("None")),)
        found = join([self.eval(unit, fn.scope, scope.end, v) for v in scope.values])
        if "generator" in scope.flags and "fixture" not in scope.flags:
            return (Inst(Ext("Generator"), (found,)),)
        return found

    def _returns_self(self, unit: Unit, scope: int) -> bool:
        """Whether the declared result is the type variable of the first parameter, ``self``."""
        params = unit.params.get(scope, ())
        if not params:
            return False
        first = unit.facts.bindings[params[0]]
        own = first.value > 0 and unit.facts.exprs[first.value].op in {"self", "selftype"}
        returned = unit.facts.scopes[scope].returns
        if unit.facts.exprs[returned].text == "Self":
            return own
        if own and first.type > 0:
            declared = unit.facts.exprs[first.type]
            return returned in {first.type, *declared.parts[1:]}
        return False

    def _decorated(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The function itself, and what its decorators make of it where that is known."""
        bare = self.eval(unit, scope, at, node.parts[0])
        value = bare
        for decorator in reversed(node.parts[1:]):
            applied = self.eval(unit, scope, at - 1 if at != ANY else at, decorator)
            value = join([self.call(v) for v in applied] or [UNKNOWN])
        made = tuple(v for v in value if isinstance(v, Inst) and isinstance(v.of, Cls))
        return join([bare, made])


def _needed(unit: Unit, scope: int) -> int:
    """How many arguments a function must be given."""
    return sum(unit.facts.bindings[p].value <= 0 for p in unit.params.get(scope, ()))


def _listed(held: Values) -> Values:
    return (Inst(Ext("list"), (held,)),)


def _as_self(value: Value) -> Value:
    return SelfOf(value.of) if isinstance(value, Inst) and isinstance(value.of, Cls) else value


def _is_ours(value: Value) -> bool:
    return isinstance(value, Fn | Cls) or (isinstance(value, Inst) and isinstance(value.of, Cls))


def _plain(of: Ext) -> str:
    return of.name.removeprefix("std.")


def _last(of: Cls | Ext) -> str:
    return of.name.rpartition(".")[2] if isinstance(of, Ext) else ""


_VIEWS = {
    "iterator": "Iterator", "listIterator": "ListIterator", "stream": "Stream", "toArray": "array",
}  # fmt: skip
"""Methods of collections that give what they hold in another form."""
_STRINGS = frozenset({"std.basic_string", "std.basic_string_view"})
_GIVES_BACK = frozenset({
    "partial", "iter", "copy", "deepcopy", "list", "sorted", "tuple", "set", "reversed", "wraps",
    "lru_cache", "cache", "append", "staticmethod", "classmethod", "frozenset", "deque",
})  # fmt: skip
_ONE_OF = frozenset({"next", "max", "min", "choice"})
_OVER = _ONE_OF | {"enumerate", "zip", "zip_longest", "product", "filter", "map", "chain"}
_BUILTIN_TYPES = frozenset({"str", "int", "dict", "list", "set", "tuple", "bytes", "bool", "float",
                            "frozenset", "bytearray", "open"})  # fmt: skip
