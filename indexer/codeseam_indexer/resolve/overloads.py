"""Which of several functions of one name a call means, by the number and the types of arguments.

The rules are those that the typed languages share: a call must fit the parameters, a parameter of
the argument's own type beats one of a type above it, and of equals the nearest class wins.
"""

from collections.abc import Callable, Sequence

from codeseam_indexer.facts import LABELS, TRAILING
from codeseam_indexer.resolve import conversions
from codeseam_indexer.resolve.degrees import (
    ABOVE,
    ANYTHING,
    BOXED,
    EXACT,
    NEVER,
    OPEN,
    TOP,
    Fits,
    Mro,
    is_null,
    related,
)
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Ext, Fn, Inst, SelfOf, Value, Values, join

MAX_COMPARED = 8
"""Arguments beyond are not compared by type."""

_NUMBERS = {
    "byte": 0, "sbyte": 0, "short": 1, "ushort": 1, "char": 1, "int": 2, "uint": 2, "long": 3,
    "ulong": 3, "float": 4, "double": 5, "decimal": 5,
}  # fmt: skip
"""How wide they are: a number is taken as a wider one."""

_PRIMITIVE = frozenset({*_NUMBERS, "boolean", "bool"})
_UNSIGNED = frozenset({"byte", "ushort", "uint", "ulong", "char"})
_BOXES = {
    "Integer": "int", "Long": "long", "Boolean": "boolean", "Character": "char", "Byte": "byte",
    "Short": "short", "Float": "float", "Double": "double", "str": "String", "string": "String",
    "bool": "boolean", "Int": "int", "Bool": "boolean", "Int32": "int", "Int64": "long",
    "Int16": "short", "UInt32": "uint", "UInt64": "ulong", "UInt16": "ushort", "SByte": "sbyte",
    "Single": "float", "Decimal": "decimal", "Char": "char",
}  # fmt: skip
_CLOSED = frozenset({*_NUMBERS, "boolean", "String", "null", "array", "Class", "void"})
_TOP = frozenset({"Object", "Any", "object", "AnyRef", "mixed"})
_ABOVE = {
    "String": frozenset({"CharSequence", "Comparable", "Serializable"}),
    "Class": frozenset({"Type", "GenericDeclaration", "AnnotatedElement"}),
}


class Arguments:
    """What a call gives: how many, under which labels, and each of them on demand.

    ``omitted`` tells whether a function that is declared elsewhere may be given so few.
    """

    def __init__(
        self,
        number: int,
        value: Callable[[int], Values],
        labels: tuple[str, ...] | None = None,
        omitted: Callable[[Fn, int], bool] = lambda fn, number: False,
    ) -> None:
        self.number = number
        self.value = value
        self.labels = labels
        self.omitted = omitted


def pick(
    functions: Sequence[Fn],
    arguments: Arguments,
    unit: Callable[[str], Unit | None],
    binding: Callable[[Unit, int], Values],
    mro: Mro,
) -> list[Fn]:
    """The functions that a call means; all that fit equally well where types do not tell."""
    if arguments.labels is not None:
        functions = [f for f in functions if _is_labelled(f, arguments.labels, unit)]
    if len(functions) < 2:
        return list(functions)
    fitting = [f for f in functions if _accepts(f, arguments, unit)]
    fitting = [f for f in fitting if not _is_special(f, unit)] or fitting
    if len(fitting) < 2:
        return fitting or list(functions[:1])
    ranked: list[tuple[int, Fn, list[Values]]] = []
    fits = _rule(fitting[0], unit)
    for function in fitting:
        parameters = _parameters(function, arguments.number, unit, binding)
        score = _score(parameters, arguments, fits, mro)
        if score >= 0 and not (score <= conversions.MADE and _copies(function, parameters, unit)):
            ranked.append((score, function, parameters))
    if not ranked:
        return _nearest(
            [(0, f, _parameters(f, arguments.number, unit, binding)) for f in fitting], unit
        )
    best = max(score for score, _, _ in ranked)
    return _nearest([r for r in ranked if r[0] == best], unit)


def _copies(fn: Fn, parameters: list[Values], unit: Callable[[str], Unit | None]) -> bool:
    """Whether a constructor takes an instance of its class, which is not made for it first."""
    of = unit(fn.path)
    receiver = fn.receiver.of if isinstance(fn.receiver, Inst) else None
    made = of is not None and "constructor" in of.facts.scopes[fn.scope].flags
    return made and len(parameters) == 1 and any(
        isinstance(p, Inst) and isinstance(p.of, Cls) and isinstance(receiver, Cls)
        and (p.of.path, p.of.scope) == (receiver.path, receiver.scope)
        for p in parameters[0]
    )  # fmt: skip


def _nearest(
    ranked: Sequence[tuple[int, Fn, list[Values]]], unit: Callable[[str], Unit | None]
) -> list[Fn]:
    """Without those that another one overrides: of equal parameters, the first (nearest) stays."""
    kept: list[tuple[Fn, list[Values]]] = []
    for _, function, parameters in ranked:
        if not any(_same(parameters, other) for f, other in kept if _hides(f, function, unit)):
            kept.append((function, parameters))
    fixed = [f for f, _ in kept if not _is_variadic(f, unit)]
    return fixed or [f for f, _ in kept]


def _hides(one: Fn, other: Fn, unit: Callable[[str], Unit | None]) -> bool:
    """Whether a function stands for another one with its parameters: nearer, or its definition."""
    of = unit(other.path)
    flags = of.facts.scopes[other.scope].flags if of is not None else ()
    if "declaration" in flags:
        own = unit(one.path)
        mine = own.facts.scopes[one.scope].flags if own is not None else ()
        return "declaration" not in mine and ("const" in mine) == ("const" in flags)
    return _apart(one, other, unit)


def _apart(one: Fn, other: Fn, unit: Callable[[str], Unit | None]) -> bool:
    """Whether two functions belong to different types."""
    return _owner(one, unit) != _owner(other, unit)


def _owner(fn: Fn, unit: Callable[[str], Unit | None]) -> object:
    """What a function belongs to: its class by name, wherever it stands, else where it stands."""
    of = unit(fn.path)
    if of is None:
        return ""
    here = of.facts.scopes[fn.scope]
    if here.owner > 0:
        return of.facts.exprs[here.owner].text
    if not of.rules.spread:
        return fn.path, here.parent
    above = of.facts.scopes[here.parent]
    return above.name if above.kind == "class" and above.name else (fn.path, here.parent)


def _is_special(fn: Fn, unit: Callable[[str], Unit | None]) -> bool:
    """Whether it is a variant of a template for some of its arguments, of which the callers tell.

    A call of the template means the template.
    """
    of = unit(fn.path)
    return of is not None and "specialized" in of.facts.scopes[fn.scope].flags


def _is_variadic(fn: Fn, unit: Callable[[str], Unit | None]) -> bool:
    of = unit(fn.path)
    return of is not None and "variadic" in of.facts.scopes[fn.scope].flags


def _same(one: list[Values], other: list[Values]) -> bool:
    return len(one) == len(other) and all(
        {_word(v) for v in a} == {_word(v) for v in b} or _open(a) or _open(b)
        for a, b in zip(one, other, strict=True)
    )


def _open(values: Values) -> bool:
    return not values or any(not isinstance(v, Inst | SelfOf) for v in values)


def _word(value: Value) -> object:
    if isinstance(value, Inst | SelfOf):
        of = value.of
        return (of.path, of.scope) if isinstance(of, Cls) else of.name.rpartition(".")[2]
    return value


def _accepts(fn: Fn, arguments: Arguments, unit: Callable[[str], Unit | None]) -> bool:
    of, number = unit(fn.path), arguments.number
    if of is None or number < 0:
        return True
    parameters = of.params.get(fn.scope, ())
    variadic = "variadic" in of.facts.scopes[fn.scope].flags
    needed = sum(of.facts.bindings[p].value <= 0 for p in parameters) - variadic
    if number < needed:
        return arguments.omitted(fn, number)
    return variadic or number <= len(parameters)


def _is_labelled(fn: Fn, labels: tuple[str, ...], unit: Callable[[str], Unit | None]) -> bool:
    """Whether arguments with some labels are those of a function; defaults may be left out."""
    of = unit(fn.path)
    flags = of.facts.scopes[fn.scope].flags if of is not None else ()
    listed = next((f[len(LABELS) :] for f in flags if f.startswith(LABELS)), None)
    if of is None or listed is None:
        return True
    own = listed.split(",") if listed else []
    needed = [of.facts.bindings[p].value <= 0 for p in of.params.get(fn.scope, ())]
    if len(needed) != len(own):
        return True
    at = 0
    for label in labels:
        if label == "_" and at and "variadic" in flags:
            continue
        while at < len(own) and label not in {own[at], TRAILING} and not needed[at]:
            at += 1
        if at == len(own) or label not in {own[at], TRAILING}:
            return False
        at += 1
    return "variadic" in flags or not any(needed[at:]) or labels[-1:] == (TRAILING,)


def _parameters(
    fn: Fn,
    number: int,
    unit: Callable[[str], Unit | None],
    binding: Callable[[Unit, int], Values],
) -> list[Values]:
    of = unit(fn.path)
    if of is None:
        return []
    own = of.params.get(fn.scope, ())
    found = [binding(of, p) for p in own[: min(number, MAX_COMPARED)]]
    if len(found) == len(own) and found and _is_variadic(fn, unit):
        # What takes the rest takes one of its elements, or an array of them.
        arrays = [v.args[0] for v in found[-1] if isinstance(v, Inst) and _is_array(v) and v.args]
        found[-1] = join([found[-1], *arrays])
    return found


def _rule(fn: Fn, unit: Callable[[str], Unit | None]) -> Fits:
    of = unit(fn.path)
    return conversions.fits if of is not None and of.rules.converts else _fits


def _score(parameters: list[Values], arguments: Arguments, fits: Fits, mro: Mro) -> int:
    """The sum of how well the arguments fit, -1 where one cannot."""
    total = 0
    for number, parameter in enumerate(parameters):
        given = arguments.value(number)
        given = tuple(v for v in given if not is_null(v)) or given or ANYTHING
        fit = max(fits(a, p, mro) for a in given for p in parameter or ANYTHING)
        if len(given) > 1 and fits is not _fits and set(given) != set(parameter):
            fit = max(fit - 1, NEVER)
        if fit == NEVER:
            return -1
        total += fit
    return total


def _fits(argument: Value, parameter: Value, mro: Mro) -> int:
    if isinstance(argument, Fn):
        return _takes_function(parameter)
    if not isinstance(parameter, Inst | SelfOf):
        return OPEN
    if isinstance(argument, Ext):
        return TOP - 5 if isinstance(parameter.of, Cls) else OPEN
    if not isinstance(argument, Inst | SelfOf):
        return OPEN
    if isinstance(argument.of, Cls):
        return _ours(argument.of, parameter.of, mro)
    return _theirs(argument, parameter, mro)


def _is_array(value: Inst) -> bool:
    return isinstance(value.of, Ext) and value.of.name == "array"


def _holds(argument: Value, parameter: Value, mro: Mro) -> int:
    """How an array of some elements fits one of others: primitives only as themselves."""
    own, other = (
        v.of.name if isinstance(v, Inst) and isinstance(v.of, Ext) else ""
        for v in (argument, parameter)
    )
    if own in _PRIMITIVE or other in _PRIMITIVE:
        return EXACT if own == other else NEVER
    return _fits(argument, parameter, mro)


def _theirs(argument: Inst | SelfOf, parameter: Inst | SelfOf, mro: Mro) -> int:
    held = [v.args for v in (argument, parameter) if isinstance(v, Inst) and _is_array(v)]
    if len(held) > 1 and all(held):
        return max(_holds(a, p, mro) for a in held[0][0] for p in held[1][0])
    one, other = argument.of, parameter.of
    if isinstance(one, Cls):
        return OPEN
    if isinstance(other, Cls):
        return OPEN if _plain(one) in {"null", "Object", "None", "nil"} else NEVER
    return _outside(_plain(one), _plain(other), one, other)


def _plain(of: Ext) -> str:
    last = of.name.rpartition(".")[2]
    return _BOXES.get(last, last)


def _takes_function(parameter: Value) -> int:
    if isinstance(parameter, Inst) and isinstance(parameter.of, Ext):
        return NEVER if _plain(parameter.of) in _CLOSED or parameter.of.name in _TOP else OPEN
    return OPEN


def _ours(argument: Cls, parameter: Cls | Ext, mro: Mro) -> int:
    if isinstance(parameter, Cls):
        return related(argument, parameter, mro)
    above = mro(argument)
    closed = all(isinstance(base, Cls) for base in above)
    name = _plain(parameter)
    if name in _TOP:
        return TOP
    bases = [base.of if isinstance(base, Inst) else base for base in above]
    if any(isinstance(of, Ext) and _plain(of) == name for of in bases):
        return ABOVE
    return NEVER if closed or name in _CLOSED else OPEN


def _outside(argument: str, parameter: str, one: Ext, other: Ext) -> int:
    if argument == parameter:
        return EXACT if (one.name in _BOXES) == (other.name in _BOXES) else BOXED
    if parameter in _TOP:
        return TOP
    if argument in _NUMBERS:
        return _number(argument, parameter, boxed=one.name in _BOXES)
    if parameter in _ABOVE.get(argument, ()):
        return ABOVE
    if argument == "null":
        return NEVER if parameter in {*_NUMBERS, "boolean"} else OPEN
    closed = argument in _CLOSED or parameter in _CLOSED
    return NEVER if closed and argument not in _TOP else OPEN


def _number(argument: str, parameter: str, *, boxed: bool) -> int:
    """How a number fits: a wider type takes it, and that of all numbers does."""
    if parameter in _NUMBERS:
        wider = _NUMBERS[parameter] - _NUMBERS[argument]
        signed = parameter in _UNSIGNED and argument not in _UNSIGNED
        return ABOVE - wider if wider > 0 and not (boxed or signed) else NEVER
    if parameter == "Number" and argument != "char":
        return ABOVE if boxed else BOXED
    return NEVER
