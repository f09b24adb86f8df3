"""How well an argument fits a parameter, as numbers that the rules of all languages share."""

from collections.abc import Callable

from codeseam_indexer.resolve.values import Cls, Ext, Inst, Unknown, Value, Values, Var

EXACT, ABOVE, BOXED, OPEN, TOP, NEVER = 100, 90, 60, 50, 10, -1
"""``OPEN``: nothing speaks against it."""

Mro = Callable[[Cls], tuple[Value, ...]]
"""A class and its bases."""

Fits = Callable[[Value, Value, Mro], int]
"""How well an argument fits a parameter."""

ANYTHING: Values = (Var("", 0, ""),)
"""A parameter of which nothing is known."""

_NULLS = frozenset({"null", "None", "nil", "NULL", "nullptr"})


def is_null(value: Value) -> bool:
    """Whether a value is the absence of one, which fits whatever has a type of ours."""
    return isinstance(value, Inst) and isinstance(value.of, Ext) and value.of.name in _NULLS


def related(argument: Cls, parameter: Cls, mro: Mro) -> int:
    """How an instance of a class fits a class: its own, one of its bases, another one."""
    above = mro(argument)
    wanted = (parameter.path, parameter.scope)
    for depth, base in enumerate(above):
        if isinstance(base, Cls) and (base.path, base.scope) == wanted:
            return max(ABOVE - depth, OPEN + 1) if depth else EXACT
    # No base from outside stands below a class of ours.
    return OPEN if any(isinstance(base, Unknown | Var) for base in above) else NEVER
