"""The small forms: self, types, literals, modules."""

from codeseam_indexer.facts import Expr
from codeseam_indexer.resolve.core import ANY, Core
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import (
    UNKNOWN,
    Cls,
    Display,
    Ext,
    Fn,
    Inst,
    Mod,
    Obj,
    SelfOf,
    Super,
    Unknown,
    Values,
    in_role,
    join,
)


class Forms(Core):
    """The small forms: self, types, literals, modules."""

    def self_value(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """The instance that the code at a scope runs on."""
        scopes = unit.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            if here.kind == "class":
                return (SelfOf(Cls(unit.path, scope)),)
            if here.owner > 0:
                return self._owner(unit, scope)
            if here.kind == "function" and "this" in here.flags:
                outer = scopes[here.parent].kind
                if outer == "object":
                    return (Obj(unit.path, here.parent),)
                if outer != "class":
                    return (SelfOf(Cls(unit.path, scope)),)
                cls = Cls(unit.path, here.parent)
                return (cls,) if "static" in here.flags else (SelfOf(cls),)
            scope = here.parent
        return UNKNOWN

    def _owner(self, unit: Unit, scope: int) -> Values:
        """What ``self`` is in a function that stands outside the type it belongs to."""
        here = unit.facts.scopes[scope]
        found = self.eval(unit, here.parent, here.start, here.owner)
        if "this" in here.flags:
            return found
        return tuple(SelfOf(v) if isinstance(v, Cls) else v for v in found)

    def _selftype(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found = self.self_value(unit, scope, at, node, expr)
        return tuple(v.of if isinstance(v, SelfOf) else v for v in found)

    def _super(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        cls = unit.around(scope, "class")
        return (Super(Cls(unit.path, cls)),) if cls >= 0 else UNKNOWN

    def _generic(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        parts: list[Values] = []
        for base in self.eval(unit, scope, at, node.parts[0]):
            given = [self.eval(unit, scope, at, p) for p in node.parts[1:]]
            if isinstance(base, Ext):
                last = base.name.rpartition(".")[2]
                if last in unit.rules.payload:
                    parts += [v for v in given if v]
                elif last in {"Type", "type"}:
                    parts.append((Ext("type"),))
                else:
                    parts.append((Inst(base, tuple(self.instances(v) for v in given)),))
            elif isinstance(base, Cls):
                args = tuple(self.instances(v) for v in given)
                parts.append((Cls(base.path, base.scope, args),))
            else:
                parts.append((base,))
        return join(parts or [UNKNOWN])

    def _union(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return join([self.eval(unit, scope, at, p) for p in node.parts])

    def _passing(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.eval(unit, scope, at, node.parts[0])

    def _pointed(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """A type that is pointed to; one of ours stands for its pointer too."""
        inner = unit.facts.exprs[node.parts[0]]
        found = self.eval(unit, scope, at, node.parts[0])
        if node.text != "*" or not unit.rules.converts:
            return found
        fixed = "const " if inner.op == "const" else ""
        return tuple(
            Ext(f"{fixed}{v.name}*") if isinstance(v, Ext) and not v.loose else v for v in found
        )

    def _inst(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.typed(unit, scope, at, node.parts[0])

    def _fn(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Fn(unit.path, node.parts[0]),)

    def _cls(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Cls(unit.path, node.parts[0]),)

    def _obj(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Obj(unit.path, node.parts[0]),)

    def _module(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (self.modules.find(unit.rules.modules, node.text, unit.path),)

    def _from(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        modules = self.eval(unit, scope, at, node.parts[0])
        return join([self.member_of(module, node.text) for module in modules]) or UNKNOWN

    def _builtin(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Ext(node.text),)

    def _require(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        found = self.modules.find(unit.rules.modules, node.text, unit.path)
        other = self.unit(found.path) if isinstance(found, Mod) else None
        return (found,) if other is None else self.exports(other)

    def _literal(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Inst(Ext(node.text or "str")),)

    def _string(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Inst(Ext("str")),)

    def _display(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return (Display(unit.path, scope, expr),)

    def _within(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.eval(unit, int(node.text), ANY, node.parts[0])

    def _typeof(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return in_role(self.eval(unit, scope, at, node.parts[0]), "like")

    def _cast(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        """An instance of the type; a function stays itself."""
        value, kind = node.parts
        known = tuple(v for v in self.eval(unit, scope, at, value) if isinstance(v, Fn))
        said = self.typed(unit, scope, at, kind)
        if not known:
            return said
        return join([known, tuple(v for v in in_role(said, "type") if not isinstance(v, Unknown))])

    def _class_of(self, unit: Unit, scope: int, at: int, node: Expr, expr: int) -> Values:
        return self.classes(self.eval(unit, scope, at, node.parts[0]))

    def classes(self, values: Values) -> Values:
        """The class of each value."""
        out = [(v.of,) if isinstance(v, Inst | SelfOf) else UNKNOWN for v in values]
        return join(out or [UNKNOWN])
