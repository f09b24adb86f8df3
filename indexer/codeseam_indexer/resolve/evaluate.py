"""An abstract interpreter over facts: what a name, a member or a call stands for.

Flow counts only as far as the last binding that surely precedes a use hides the earlier ones.
Results are memoised per binding and per function, except where a cycle was cut below them, so that
an answer does not depend on what was asked before.
"""

from collections.abc import Callable, Sequence
from typing import Any

from codeseam_indexer.resolve.bases import Bases
from codeseam_indexer.resolve.callbacks import Callbacks
from codeseam_indexer.resolve.calls import Calls
from codeseam_indexer.resolve.constructions import Constructions
from codeseam_indexer.resolve.core import ANY, BUDGET, Given, Shared
from codeseam_indexer.resolve.exports import Exports
from codeseam_indexer.resolve.forms import Forms
from codeseam_indexer.resolve.members import Members
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.names import Names
from codeseam_indexer.resolve.pieces import Pieces
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
    Outside,
    SelfOf,
    Super,
    Unknown,
    Value,
    Values,
    Var,
)

__all__ = ["ANY", "BUDGET", "Evaluator", "Given", "Shared"]


class Evaluator(Names, Members, Bases, Exports, Calls, Constructions, Callbacks, Pieces, Forms):
    """Evaluates expressions of the files of one workspace state."""

    def __init__(
        self,
        modules: Modules,
        unit: Callable[[str], Unit | None],
        mentioning: Callable[[str], Sequence[str]],
        shared: Shared,
    ) -> None:
        super().__init__(modules, unit, mentioning, shared)
        self.operators = {
            "name": self._name,
            "outer": self._outer,
            "global": self._global,
            "get": self._get,
            "call": self._call,
            "new": self._new,
            "made": self._made,
            "kw": self._passing,
            "self": self.self_value,
            "selftype": self._selftype,
            "super": self._super,
            "inst": self._inst,
            "generic": self._generic,
            "fn": self._fn,
            "cls": self._cls,
            "obj": self._obj,
            "module": self._module,
            "from": self._from,
            "str": self._string,
            "lit": self._literal,
            "list": self._display,
            "tuple": self._display,
            "dict": self._display,
            "item": self._item,
            "elem": self._elem,
            "part": self._parted,
            "spread": self._spread,
            "grown": self._grown,
            "await": self._passing,
            "enter": self._enter,
            "union": self._union,
            "decorated": self._decorated,
            "within": self._within,
            "binary": self._passing,
            "class of": self._class_of,
            "typeof": self._typeof,
            "cast": self._cast,
            "builtin": self._builtin,
            "require": self._require,
            "param": self._param,
            "contextual": self._contextual,
            "typevar": self._typevar,
            "valued": self._valued,
            "callback": self._callback,
            "argument": self._wanted,
            "fntype": self._fn,
            "try": self._try,
            "unwrap": self._unwrap,
            "const": self._passing,
            "pointer": self._pointed,
            "accessed": self._accessed,
            "wrapped": self._wrapped,
            "key": self._key,
        }
        self._members: dict[type[Value], Callable[[Any, str], Values]] = {
            Inst: self._member_of_instance,
            SelfOf: self._member_of_self,
            Cls: self._member_of_class,
            Super: self._member_of_super,
            Mod: self._member_of_module,
            Ext: self._member_of_ext,
            Obj: self._member_of_object,
            Fn: self._member_of_function,
            Display: self._member_of_display,
            Unknown: self._member_of_unknown,
            Outside: self._member_of_method,
            Var: self._member_of_var,
        }

    def member_of(self, value: Value, name: str) -> Values:
        """A member of one value, nothing where it has none of that name."""
        get = self._members.get(type(value))
        return UNKNOWN if get is None else get(value, name)
