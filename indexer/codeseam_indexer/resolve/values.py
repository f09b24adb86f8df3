"""What an expression can stand for, as far as syntax tells."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cls:
    """A class, struct, trait or the like: the scope that declares it, and its type arguments."""

    path: str
    scope: int
    args: "tuple[Values, ...]" = ()


@dataclass(frozen=True, slots=True)
class Ext:
    """Something of the standard library, a dependency or the language itself.

    ``loose`` marks what came out of it without a known type: it may be anything, even ours.
    """

    name: str
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Inst:
    """An instance of a class."""

    of: Cls | Ext
    args: "tuple[Values, ...]" = ()


@dataclass(frozen=True, slots=True)
class SelfOf:
    """The instance that a method runs on: of this class or one below it."""

    of: Cls


@dataclass(frozen=True, slots=True)
class Fn:
    """A function, and the value it is taken from."""

    path: str
    scope: int
    receiver: "Inst | SelfOf | Cls | Obj | None" = None


@dataclass(frozen=True, slots=True)
class Mod:
    """A module: a file, or a folder or namespace whose name ends in "/"."""

    path: str


@dataclass(frozen=True, slots=True)
class Obj:
    """An object literal, by its scope, or (scope -1) what a binding holds, by its number."""

    path: str
    scope: int
    binding: int = -1


@dataclass(frozen=True, slots=True)
class Super:
    """The bases of a class, seen from one of its methods."""

    of: Cls


@dataclass(frozen=True, slots=True)
class Display:
    """A literal collection, whose parts are evaluated when they are asked for."""

    path: str
    scope: int
    expr: int


@dataclass(frozen=True, slots=True)
class Outside:
    """A method of an instance of an outside type that holds something of ours."""

    of: Inst
    name: str


@dataclass(frozen=True, slots=True)
class Var:
    """A type parameter, to be replaced by what its class or function is applied to."""

    path: str
    scope: int
    name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything; ``why`` is "parameter" for what only the caller knows."""

    why: str = ""


Value = Cls | Ext | Inst | SelfOf | Fn | Mod | Obj | Super | Display | Outside | Var | Unknown
Values = tuple[Value, ...]

UNKNOWN: Values = (Unknown(),)
PARAMETER: Values = (Unknown("parameter"),)
NOTHING: Values = ()


def join(parts: list[Values]) -> Values:
    """The union, in order, each value once."""
    if len(parts) == 1:
        return parts[0]
    return tuple(dict.fromkeys(v for part in parts for v in part))
