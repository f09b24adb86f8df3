"""Parts of values: elements, items, payloads of patterns."""

from codeseam_indexer.facts import Expr
from codeseam_indexer.packed import Packed
from codeseam_indexer.resolve.core import ANY, MAX_DEPTH, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    NOTHING,
    UNKNOWN,
    Cls,
    Display,
    Ext,
    Fn,
    Inst,
    Obj,
    SelfOf,
    Value,
    Values,
    join,
    pair_of,
)


class Pieces(Core):
    """Parts of values: elements, items, payloads of patterns."""

    def elements(self, value: Value) -> Values:
        """What iterating over a value gives."""
        if isinstance(value, SelfOf):
            value = Inst(value.of)
        if isinstance(value, Display):
            return self._displayed(value)
        if isinstance(value, Inst) and isinstance(value.of, Cls):
            return self._iterated(value, value.of)
        if isinstance(value, Inst) and value.args:
            return pair_of(value) or value.args[-1]
        return _loose_element(value)

    def _displayed(self, value: Display) -> Values:
        unit = self.unit(value.path)
        if unit is None:
            return UNKNOWN
        node = unit.facts.exprs[value.expr]
        parts = [self.eval(unit, value.scope, ANY, p) for p in node.parts[:8]]
        return join(parts) if parts else UNKNOWN

    def _iterated(self, value: Inst, cls: Cls) -> Values:
        for method in self.member_of(value, "__iter__"):
            if isinstance(method, Fn):
                # Whoever iterates over itself is no more than its bases say.
                given = [v for v in self.returned(method) if getattr(v, "of", None) != cls]
                return join([self._deeper(v) for v in given] or [UNKNOWN])
        for base in self.mro(cls):
            if isinstance(base, Inst) and base.args:
                return base.args[-1]
        if name := self._accessor(value, "next"):
            given = [self.returned(m) for m in self.member_of(value, name) if isinstance(m, Fn)]
            return join([_held(v, 0) for v in join(given or [NOTHING])] or [UNKNOWN])
        if self._accessor(value, "deref"):
            begun = [m for m in self.member_of(value, "begin") if isinstance(m, Fn)]
            found = join([self.returned(m) for m in begun]) if begun else UNKNOWN
            return join([self._through(v, "deref") for v in found] or [UNKNOWN])
        return UNKNOWN

    def _deeper(self, value: Value) -> Values:
        """The elements of what iterating is left to: two classes may leave it to each other."""
        self.budget -= 1
        if self.depth > MAX_DEPTH or self.budget < 0:
            self.taint = 0
            return UNKNOWN
        self.depth += 1
        found = self.elements(value)
        self.depth -= 1
        return found

    def _accessor(self, value: Inst, how: str) -> str:
        """The name of the method that ``[]``, ``*`` or ``->`` calls in a value's language."""
        unit = self.unit(value.of.path) if isinstance(value.of, Cls) else None
        return unit.rules.accessors.get(how, "") if unit is not None else ""

    def _accessed(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        target = self.eval(unit, scope, at, node.parts[0])
        return join([self._through(v, node.text) for v in target] or [UNKNOWN])

    def _through(self, value: Value, how: str) -> Values:
        """What an operator of a value gives, the value itself where it has none."""
        if not isinstance(value, Inst):
            return (value,)
        if isinstance(value.of, Ext):
            return (_shifted(value, value.of, how),)
        name = self._accessor(value, how)
        methods = [m for m in self.member_of(value, name) if isinstance(m, Fn)] if name else []
        return join([self.returned(m) for m in methods]) if methods else (value,)

    def _elem(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return join(
            [self.elements(v) for v in self.eval(unit, scope, at, node.parts[0])] or [UNKNOWN]
        )

    def _key(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Inst) and isinstance(value.of, Ext) and value.of.name == "chan":
                found.append(value.args[-1])
            elif isinstance(value, Inst) and len(value.args) > 1:
                found.append(value.args[0])
        return join(found or [(Inst(Ext("int")),)])

    def _item(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        target = self.eval(unit, scope, at, node.parts[0])
        return join([self._item_of(v, node.text) for v in target] or [UNKNOWN])

    def _parted(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """A part of a pair, of a tuple, or of an instance by the order of its fields."""
        target = self.eval(unit, scope, at, node.parts[0])
        return join([self._part_of(v, int(node.text)) for v in target] or [UNKNOWN])

    def _part_of(self, value: Value, number: int) -> Values:
        if not isinstance(value, Inst):
            return UNKNOWN
        if isinstance(value.of, Ext):
            held = value.args[number] if number < len(value.args) else UNKNOWN
            return value.args[-1] if value.of.name.endswith("array") and value.args else held
        unit = self.unit(value.of.path)
        bindings = unit.facts.bindings.all() if unit is not None else ()
        own = [b for b in bindings if b.scope == value.of.scope and b.kind == "field"]
        return self.member_of(value, own[number].name) if number < len(own) else UNKNOWN

    def _item_of(self, value: Value, key: str) -> Values:
        if isinstance(value, SelfOf):
            value = Inst(value.of)
        if isinstance(value, Display):
            return self._displayed_at(value, key)
        if isinstance(value, Inst):
            return self._item_of_instance(value, key)
        if isinstance(value, Obj):
            return self.member_of(value, key) if key else UNKNOWN
        return (value,) if isinstance(value, Cls) else _loose_element(value)

    def _displayed_at(self, value: Display, key: str) -> Values:
        unit = self.unit(value.path)
        if unit is None:
            return UNKNOWN
        exprs = unit.facts.exprs
        node = exprs[value.expr]
        part = _part(unit.facts, node, key)
        if part:
            return self.eval(unit, value.scope, ANY, part)
        if node.op == "dict" and key:
            merged = [exprs[p].parts[0] for p in node.parts if exprs[p].op == "spread"]
            held = [v for p in merged for v in self.eval(unit, value.scope, ANY, p)]
            return join([self._item_of(v, key) for v in held]) or self.elements(value)
        return self.elements(value)

    def _grown(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """A collection of the scope at hand, and what is put into it; of others the latter."""
        added = self.eval(unit, scope, at, node.parts[1])
        chosen = self.choose(unit, scope, at, unit.facts.exprs[node.parts[0]].text)
        if chosen is None or chosen[0] != max(unit.around(scope, "function", "class"), 0):
            return added
        earlier = [n for n in chosen[1] if unit.facts.bindings[n].position <= at]
        return join([*(self.binding(unit, n) for n in earlier), added])

    def _spread(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The parts that a display takes from another one."""
        return self._elem(unit, scope, at, node, expr)

    def _item_of_instance(self, value: Inst, key: str) -> Values:
        if isinstance(value.of, Ext):
            if key.isdigit() and value.of.name.rpartition(".")[2] in {"tuple", "Tuple"}:
                return value.args[int(key)] if int(key) < len(value.args) else UNKNOWN
            if value.of.name.endswith("*"):
                return (_shifted(value, value.of, "item"),)
            return value.args[-1] if value.args else _loose_element(value)
        name = self._accessor(value, "item")
        methods = [m for m in self.member_of(value, name) if isinstance(m, Fn)] if name else []
        if methods:
            return join([self.returned(m) for m in methods])
        for method in self.member_of(value, "__getitem__"):
            if isinstance(method, Fn):
                return self.returned(method)
        # Where there is an operator for it, what has none is a pointer to the first of some.
        return (value,) if name else self.elements(value)

    def _try(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """What ``?`` takes out of an option or a result."""
        found = self.eval(unit, scope, at, node.parts[0])
        return join([_held(v, 0) for v in found] or [UNKNOWN])

    def _unwrap(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The payload that a pattern takes out of a variant."""
        number = int(node.text)
        variant = self.eval(unit, scope, at, node.parts[1])
        functions = [v for v in variant if isinstance(v, Fn)]
        if functions:
            held = join([self.parameter(fn, number) for fn in functions])
            of = [v for v in self.eval(unit, scope, at, node.parts[0]) if isinstance(v, Inst)]
            return join([self.substitute(held, value) for value in of] or [held])
        classes = [v for v in variant if isinstance(v, Cls)]
        if classes:
            return join([self.member_of(Inst(c), str(number)) for c in classes])
        held = 1 if any(isinstance(v, Ext) and v.name == "Err" for v in variant) else 0
        value = self.eval(unit, scope, at, node.parts[0])
        return join([_held(v, held) for v in value] or [UNKNOWN])

    def _wrapped(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        inner = self.eval(unit, scope, at, node.parts[0])
        return (Inst(Ext("Option" if node.text == "Some" else "Result"), (inner,)),)

    def _enter(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        parts: list[Values] = []
        for value in self.eval(unit, scope, at, node.parts[0]):
            if isinstance(value, Inst) and isinstance(value.of, Ext) and value.args:
                parts.append(value.args[0])
            elif isinstance(value, Inst | SelfOf):
                methods = join(
                    [self.member_of(value, "__enter__"), self.member_of(value, "__aenter__")]
                )
                parts += [self.returned(m) for m in methods if isinstance(m, Fn)] or [(value,)]
            else:
                parts.append((value,))
        return join(parts or [UNKNOWN])


def _shifted(value: Inst, of: Ext, how: str) -> Inst:
    """A primitive value from its pointer, or the other way round."""
    if how == "address" and not value.args:
        return Inst(Ext(f"{of.name}*"))
    if how in {"deref", "item", "arrow"} and of.name.endswith("*"):
        return Inst(Ext(of.name[:-1].removeprefix("const ")))
    return value


def _part(facts: Packed, node: Expr, key: str) -> int:
    if node.op == "dict":
        for part in node.parts:
            entry = facts.exprs[part]
            if entry.op == "kw" and key and entry.text == key:
                return entry.parts[0]
        return 0
    if not key.isdigit() or int(key) >= len(node.parts):
        return 0
    before = node.parts[: int(key) + 1]
    return 0 if any(facts.exprs[p].op == "spread" for p in before) else before[-1]


def _loose_element(value: Value) -> Values:
    """What something from outside may hold: anything."""
    of = value.of if isinstance(value, Inst) else value
    return (Ext(f"{of.name}[]", True),) if isinstance(of, Ext) else UNKNOWN


def _held(value: Value, number: int) -> Values:
    if isinstance(value, Inst) and len(value.args) > number:
        return value.args[number]
    if isinstance(value, Inst) and isinstance(value.of, Ext):
        return (Ext(f"{value.of.name}?", True),)
    return UNKNOWN
