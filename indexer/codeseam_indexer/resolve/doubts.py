"""What a use may mean where nothing proves it: by its name alone, each time with the reason."""

from collections.abc import Callable, Iterator, Sequence

from codeseam_indexer.facts import Ref
from codeseam_indexer.resolve.evaluate import Evaluator
from codeseam_indexer.resolve.targets import FactSource, Hit, Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import NOTHING, Unknown, Values

_NO_EVIDENCE = "same name and no evidence"


class Doubts:
    """Finds what uses may mean by their names, in one state of a workspace.

    Args:
        source: the index.
        unit: gives the facts of a file, None where it has none.
        evaluator: of the same state.
    """

    def __init__(
        self, source: FactSource, unit: Callable[[str], Unit | None], evaluator: Evaluator
    ) -> None:
        self._source = source
        self._unit = unit
        self._evaluator = evaluator
        self._methods: dict[tuple[str, str], tuple[Target, ...]] = {}
        self._functions: dict[tuple[str, str, bool], tuple[Target, ...]] = {}
        self._spaces: dict[tuple[str, str], bool] = {}

    def outside(self, unit: Unit, ref: Ref) -> Hit:
        """A plain name of what is outside the workspace."""
        return self._implied(unit, ref) or self._lost(unit, ref) or Hit(status="external")

    def outside_member(self, unit: Unit, ref: Ref) -> Hit:
        """A member of what is outside the workspace."""
        return self._unseen(unit, ref) or self._added(unit, ref) or Hit(status="external")

    def _added(self, unit: Unit, ref: Ref) -> Hit | None:
        """What files add to types from outside, one of which may be above that of the receiver."""
        if not unit.rules.extensions:
            return None
        added = self._evaluator.additions(unit.rules.family, ref.name)
        found = tuple(dict.fromkeys(Target(fn.path, fn.scope) for fn, _ in added))
        return _possible("an extension of another type", found)

    def _unseen(self, unit: Unit, ref: Ref) -> Hit | None:
        """What a member may be of what a macro declares, or of a namespace not read to its end."""
        if not unit.rules.programs:
            return None
        exprs = unit.facts.exprs
        node = exprs[ref.expr]
        while node.parts and node.op in {"call", "get", "accessed", "item"}:
            node = exprs[node.parts[0]]
        if node.op == "name":
            return self.dynamic(unit, ref, NOTHING)
        if node.op != "outer" or not self._is_space(unit.rules.family, node.text):
            return None
        found = self._named(unit.rules.family, ref.name, top=False)
        return _possible(_NO_EVIDENCE, found)

    def _is_space(self, family: str, name: str) -> bool:
        """Whether a name is that of a namespace of the workspace."""
        key = (family, name)
        if key not in self._spaces:
            units = (self._unit(path) for path in self._source.mentioning(name))
            self._spaces[key] = name != "std" and any(
                other.facts.exprs[max(other.facts.bindings[n].value, 0)].op == "module"
                for other in units
                if other is not None and other.rules.family == family
                for _, n in other.spaced(name)
            )
        return self._spaces[key]

    def _implied(self, unit: Unit, ref: Ref) -> Hit | None:
        """What a plain name in a lambda may be of a receiver that the lambda is run on."""
        inside = unit.around(ref.scope, "function")
        if not unit.rules.implicit_receivers or inside < 0 or unit.facts.scopes[inside].name:
            return None
        found = self.methods(unit.rules.family, ref.name)
        return _possible("a receiver that is not written", found)

    def _lost(self, unit: Unit, ref: Ref) -> Hit | None:
        """What a plain name may be where a namespace was not read to its end, here or there."""
        if not unit.rules.converts:
            return None
        lost = unit.spaces(ref.scope) == [""] and unit.has_namespaces
        found = self._named(unit.rules.family, ref.name, top=False)
        found = tuple(t for t in found if lost or self._is_open(t))
        return _possible(_NO_EVIDENCE, found)

    def _is_open(self, target: Target) -> bool:
        """Whether a definition is a function that other files may call by its plain name."""
        unit = self._unit(target.path)
        scope = unit.facts.scopes[target.scope] if unit is not None else None
        if unit is None or scope is None or scope.kind != "function" or scope.owner > 0:
            return False
        return "static" not in scope.flags and unit.facts.scopes[scope.parent].kind != "class"

    def unresolved(self, unit: Unit, ref: Ref) -> Hit:
        """A plain name that means nothing known: of a parameter or a local, or of a lost import."""
        chosen = self._evaluator.choose(unit, ref.scope, ref.position, ref.name)
        kinds = {unit.facts.bindings[n].kind for n in (chosen[1] if chosen is not None else ())}
        if "import" not in kinds:
            return Hit(status="local")
        found = self._named(unit.rules.family, ref.name, top=True)
        return Hit((), tuple((t, _NO_EVIDENCE) for t in found), "unknown")

    def _named(self, family: str, name: str, *, top: bool) -> tuple[Target, ...]:
        """The functions and classes of a name, those alone that files have at their top."""
        key = (family, name, top)
        if key not in self._functions:
            self._functions[key] = tuple(
                Target(other.path, number)
                for path in self._source.mentioning(name)
                if (other := self._unit(path)) is not None
                if other.rules.family == family
                for number in other.scopes_named(name)
                if (scope := other.facts.scopes[number]).kind in {"function", "class"}
                if not (top and scope.parent)
            )
        return self._functions[key]

    def dynamic(self, unit: Unit, ref: Ref, receiver: Values) -> Hit:
        """A member of something of unknown type."""
        if ref.name in unit.rules.constructor_calls and not _open(receiver):
            return Hit(status="local")  # its bases declare no constructor
        if ref.name in unit.rules.common or ref.name.startswith("__"):
            return Hit()
        found = self.methods(unit.rules.family, ref.name)
        return Hit((), tuple((t, "dynamic receiver") for t in found), "unknown")

    def methods(self, family: str, name: str) -> tuple[Target, ...]:
        """The methods of a name in the languages of a family."""
        key = (family, name)
        if key not in self._methods:
            self._methods[key] = tuple(self._find_methods(family, name))
        return self._methods[key]

    def _find_methods(self, family: str, name: str) -> Iterator[Target]:
        for path in self._source.mentioning(name):
            unit = self._unit(path)
            if unit is None or unit.rules.family != family:
                continue
            for number in unit.scopes_named(name):
                scope = unit.facts.scopes[number]
                if scope.kind == "function":
                    outer = unit.around(scope.parent, "class", "function", "object")
                    inside = outer >= 0 and unit.facts.scopes[outer].kind != "function"
                    if inside or scope.owner > 0:
                        yield Target(path, number)


def _possible(why: str, found: Sequence[Target]) -> Hit | None:
    return Hit((), tuple((target, why) for target in found), "unknown") if found else None


def _open(receiver: Values) -> bool:
    return any(isinstance(v, Unknown) for v in receiver)
