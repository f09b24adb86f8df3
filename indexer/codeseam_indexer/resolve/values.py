"""What an expression can stand for, as far as syntax tells."""

from dataclasses import dataclass, replace
from typing import Literal


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
    """A function, and the value it is taken from.

    Its role is "like" for any function of its type (``typeof f``), and "type" for what is declared
    of a function that is known.
    """

    path: str
    scope: int
    receiver: "Inst | SelfOf | Cls | Obj | None" = None
    role: Literal["", "like", "type"] = ""


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


def in_role(values: Values, role: Literal["like", "type"]) -> Values:
    """Some values, with a role for the functions among them."""
    return tuple(replace(v, role=role) if isinstance(v, Fn) else v for v in values)


def without_arguments(values: Values) -> Values:
    """Some values, those that differ in type arguments only once."""
    return tuple(dict.fromkeys(_bare(v) for v in values))


def _bare(value: Value) -> Value:
    if isinstance(value, Inst):
        of = value.of
        return Inst(Cls(of.path, of.scope) if isinstance(of, Cls) else of)
    return Cls(value.path, value.scope) if isinstance(value, Cls) else value


def is_none(value: Value) -> bool:
    """Whether a value is the absence of one."""
    return isinstance(value, Inst) and isinstance(value.of, Ext) and value.of.name == "None"


def is_self(values: Values) -> bool:
    """Whether some values are the instance or the class at hand."""
    return any(isinstance(v, SelfOf | Cls) for v in values)


def pair_of(value: Inst) -> Values:
    """What an outside container holds that keeps pairs of its arguments, nothing for others."""
    if isinstance(value.of, Ext) and value.of.name in _PAIRED and len(value.args) > 1:
        return (Inst(Ext("pair"), value.args),)
    return NOTHING


_PAIRED = frozenset({
    "std.map", "std.multimap", "std.unordered_map", "std.unordered_multimap",
})  # fmt: skip
ITERATORS = frozenset({
    "begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "lower_bound", "upper_bound",
    "front", "back", "top", "emplace_back", "value", "insert", "emplace", "erase", "data",
})  # fmt: skip
"""Methods of the standard library of C++ that give an element, or what points to one."""

HOLDING = frozenset({
    "iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator", "value_type",
    "reference", "const_reference", "pointer", "const_pointer",
})  # fmt: skip
"""Types of a container of the standard library of C++ that are, or point to, an element."""

SAME = frozenset({
    "clone", "copy", "iter", "into_iter", "iter_mut", "as_ref", "as_mut", "filter", "slice",
    "sort", "reverse", "rev", "skip", "take", "borrow", "borrow_mut", "lock", "read", "write",
    "as_deref", "as_deref_mut", "to_owned", "by_ref", "cloned", "copied", "values",
    "map_err", "ok_or", "ok_or_else", "context", "with_context", "ok", "concat",
    "values_mut", "peekable", "chain", "then", "catch", "finally",
    "or_else", "await", "default",
})  # fmt: skip
"""Methods of outside types that give their receiver back, or something like it."""

INNER = frozenset({
    "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "next", "pop", "get",
    "first", "last", "find", "shift", "at", "poll", "peek", "remove", "take", "getFirst",
    "orElse", "orElseThrow", "deref", "get_mut", "popleft", "setdefault", "result", "last_mut",
    "first_mut", "get_or_insert_with", "lock", "findFirst", "or_insert_with", "or_insert",
})  # fmt: skip
"""Methods of outside types that give what they hold."""
