"""How well an argument fits a parameter in C++: promotions, conversions, pointers.

The order is that of the standard ([over.ics.rank]): the same type, then promotions, then the other
conversions between numbers, then those that a constructor or an operator makes.
"""

from codeseam_indexer.resolve.degrees import (
    ABOVE,
    BOXED,
    EXACT,
    NEVER,
    OPEN,
    TOP,
    Mro,
    is_null,
    related,
)
from codeseam_indexer.resolve.values import Cls, Display, Ext, Fn, Inst, SelfOf, Value, Var

TEMPLATE, MADE, FAR = 95, 20, 5
"""A type parameter takes anything as it is; ``MADE``: a constructor could make it."""

_ALIASES = {
    "size_t": "unsigned long", "uintptr_t": "unsigned long", "uint64_t": "unsigned long",
    "ptrdiff_t": "long", "intptr_t": "long", "ssize_t": "long", "int64_t": "long",
    "intmax_t": "long", "uintmax_t": "unsigned long", "int32_t": "int",
    "uint32_t": "unsigned int", "int16_t": "short", "uint16_t": "unsigned short",
    "int8_t": "signed char", "uint8_t": "unsigned char", "streamsize": "long",
    "nullptr_t": "null", "NULL": "null", "nullptr": "null",
}  # fmt: skip
_SIZES = {
    "bool": 0, "char": 1, "signed char": 1, "unsigned char": 1, "char8_t": 1, "short": 2,
    "unsigned short": 2, "char16_t": 2, "wchar_t": 3, "char32_t": 3, "int": 3, "unsigned int": 3,
    "long": 4, "unsigned long": 4, "long long": 5, "unsigned long long": 5,
}  # fmt: skip
_REALS = ("float", "double", "long double")
_TEXTS = frozenset({"string", "string_view", "basic_string", "basic_string_view", "String"})
_HOLDERS = frozenset({
    *_TEXTS, "vector", "map", "set", "unordered_map", "unordered_set", "list", "deque", "array",
    "pair", "tuple", "function", "ostream", "istream", "ostringstream", "istringstream",
    "stringstream", "initializer_list", "mutex", "thread", "exception",
})  # fmt: skip

_STREAMS = {
    "stringstream": ("iostream", "istream", "ostream"), "istringstream": ("istream",),
    "fstream": ("iostream", "istream", "ostream"), "ifstream": ("istream",),
    "ostringstream": ("ostream",), "ofstream": ("ostream",), "iostream": ("istream", "ostream"),
}  # fmt: skip
"""The streams of the standard library that others are taken as."""


def fits(argument: Value, parameter: Value, mro: Mro) -> int:  # noqa: PLR0911 - one a kind
    """How well an argument fits a parameter."""
    if isinstance(parameter, Var) and parameter.path:
        return TEMPLATE if isinstance(argument, Inst | SelfOf | Fn) else OPEN
    if not isinstance(parameter, Inst | SelfOf):
        return OPEN
    if is_null(argument):
        return _null(parameter)
    if isinstance(argument, Fn):
        return NEVER if _number(_word(parameter.of)) else OPEN
    if isinstance(argument, Display):
        return MADE
    if not isinstance(argument, Inst | SelfOf):
        return OPEN
    if isinstance(argument.of, Cls):
        return _ours(argument.of, parameter.of, mro)
    if isinstance(parameter.of, Cls):
        return MADE
    return _outside(_word(argument.of), _word(parameter.of))


def _null(parameter: Inst | SelfOf) -> int:
    word = _word(parameter.of)
    if word.endswith("*") or word == "null":
        return EXACT
    if _number(word):
        return NEVER
    return MADE if word in _HOLDERS else OPEN


def _ours(argument: Cls, parameter: Cls | Ext, mro: Mro) -> int:
    if isinstance(parameter, Cls):
        near = related(argument, parameter, mro)
        return FAR if near == NEVER else near
    word = _word(parameter)
    if _number(word):
        return TOP
    return MADE if word in {"void*", "const void*"} else FAR


def _outside(argument: str, parameter: str) -> int:  # noqa: PLR0911 - one a kind
    if argument == parameter:
        return EXACT
    if "va_list" in {argument, parameter}:
        return NEVER
    if argument.endswith("*") or parameter.endswith("*"):
        return _pointer(argument, parameter)
    from_number, to_number = _number(argument), _number(parameter)
    if from_number and to_number:
        return _converted(argument, parameter)
    if from_number or to_number:
        other = parameter if from_number else argument
        return NEVER if other in _HOLDERS else MADE
    if argument in _TEXTS and parameter in _TEXTS:
        return ABOVE
    if argument in _STREAMS:
        return ABOVE if parameter in _STREAMS[argument] else NEVER
    return FAR if argument in _HOLDERS and parameter in _HOLDERS else MADE


def _pointer(argument: str, parameter: str) -> int:  # noqa: PLR0911 - one a kind
    if argument.endswith("*") and parameter.endswith("*"):
        if parameter == f"const {argument}":
            return ABOVE
        if "void" in parameter and "const void" not in argument:
            return BOXED
        return NEVER if _is_known(argument) and _is_known(parameter) else OPEN
    if argument.endswith("*"):
        if parameter in _TEXTS and argument in {"char*", "const char*"}:
            return BOXED
        if _number(parameter):
            return TOP if parameter == "bool" else NEVER
        return FAR if parameter in _HOLDERS else MADE
    return FAR if argument == "int" or not _number(argument) else NEVER


def _is_known(pointer: str) -> bool:
    """Whether what a type points to is no name for another type."""
    pointed = pointer.rstrip("*").removeprefix("const ")
    return pointed in {"void", "FILE", *_HOLDERS} or _number(pointed)


def _converted(argument: str, parameter: str) -> int:
    """One number as another: promoted, to a near type, to any."""
    if argument in _REALS or parameter in _REALS:
        if argument == "float" and parameter == "double":
            return ABOVE
        return BOXED if argument in _REALS and parameter in _REALS else OPEN
    if parameter == "int" and _SIZES[argument] < _SIZES["int"]:
        return ABOVE
    signed = argument.startswith("unsigned") == parameter.startswith("unsigned")
    near = _SIZES[parameter] == _SIZES[argument] + 1 and _SIZES[argument] >= _SIZES["long"]
    return BOXED + 10 if signed and near else BOXED


def _number(word: str) -> bool:
    return word in _SIZES or word in _REALS


def _word(of: Cls | Ext) -> str:
    if isinstance(of, Cls):
        return ""
    last = of.name.rpartition(".")[2]
    return _ALIASES.get(last, last)
