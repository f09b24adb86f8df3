"""Reflection in Java: which methods a look-up at run time can reach.

A look-up says more than that it happens: the number of parameters, whether it sees what is not
public, at times the class, the annotation that all it calls carry, or the names by its callers.
"""

from collections.abc import Iterator

from codeseam_indexer.facts import Expr, Ref, line_of
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.targets import LookUp
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Ext, Inst, Value

NAMED = ("getMethod", "getDeclaredMethod")
LISTED = ("getMethods", "getDeclaredMethods")
MADE = ("getConstructor", "getDeclaredConstructor")
_FILTERS = ("isAnnotationPresent", "getAnnotation", "getDeclaredAnnotation")
_MEMBERS = frozenset({"Field", "RecordComponent"})


def java_look_ups(graph: Graph) -> Iterator[LookUp]:
    """The look-ups in the Java files of a workspace."""
    for word in (*NAMED, *LISTED, *MADE):
        for path in graph.source.mentioning(word):
            unit = graph.unit(path)
            if unit is None or graph.source.language(path) != "java":
                continue
            for ref in unit.named_refs((word,)):
                if ref.kind == "call" and ref.name == word and not graph.hit(unit, ref).proved:
                    yield from _look_up(graph, unit, ref)


def reaches(graph: Graph, look_up: LookUp, unit: Unit, scope: int, above: list[Value]) -> bool:
    """Whether a look-up can find the method that a scope of a file is.

    Args:
        graph: of one state of a workspace.
        look_up: one of ``java_look_ups``.
        unit: the file of the method.
        scope: its scope.
        above: its class and the bases of that.
    """
    here = unit.facts.scopes[scope]
    outer = unit.around(here.parent, "class")
    made = outer >= 0 and here.name in unit.constructor_names(outer)
    takes = len(unit.params.get(scope, ())) if "variadic" not in here.flags else look_up.count
    fits = (
        look_up.made == made
        and (look_up.declared or "hidden" not in here.flags)
        and look_up.count in {-1, takes}
        and (not look_up.accessors or bool(unit.bound(outer, here.name)))
    )
    if not fits:
        return False
    owner = look_up.owner
    if owner is not None:
        asked = (owner,) if look_up.declared else graph.evaluator.mro(owner)
        if not set(asked) & set(above[:1]):
            return False
    return not look_up.marks or _is_marked(graph, unit, scope, look_up.marks)


def _is_marked(graph: Graph, unit: Unit, scope: int, marks: frozenset[str]) -> bool:
    """Whether one of some annotations stands above a method."""
    here, text = unit.facts.scopes[scope], graph.source.text(unit.path)
    if text is None:
        return True
    head = " ".join(text.split("\n")[line_of(here.start) - 1 : here.line])
    return any(f"@{mark}" in head or f".{mark}" in head for mark in marks)


def _look_up(graph: Graph, unit: Unit, ref: Ref) -> Iterator[LookUp]:
    node = unit.facts.exprs[ref.expr]
    callee = unit.facts.exprs[node.parts[0]] if node.op == "call" else node
    given = node.parts[1:] if node.op == "call" else ()
    graph.evaluator.fresh()
    owner, outside = _asked(graph, unit, ref, callee.parts[0] if callee.op == "get" else 0)
    if outside or (ref.name in LISTED and not _invokes(graph, unit)):
        return
    count, accessors = -1, False
    if ref.name in MADE:
        count = len(given) if all(_is_class(unit, part) for part in given) else -1
    if ref.name in NAMED and given:
        if _is_written(graph, unit, ref, given[0]):
            return  # it stands in the text, where the search for the name finds it
        accessors = _is_of_member(graph, unit, ref, given[0])
        count = len(given) - 1 if all(_is_class(unit, part) for part in given[1:]) else -1
    marks = frozenset(_marks(graph, unit, ref)) if ref.name in LISTED else frozenset[str]()
    made, declared = ref.name in MADE, "Declared" in ref.name
    yield LookUp(unit.path, made, declared, count, owner, marks, accessors)


def _asked(graph: Graph, unit: Unit, ref: Ref, expr: int) -> tuple[Cls | None, bool]:
    """The class whose methods are looked up, where it is written; whether it is none of ours."""
    if not _is_class(unit, expr):
        return None, False
    literal = unit.facts.exprs[unit.facts.exprs[expr].parts[0]]
    found = graph.evaluator.eval(unit, ref.scope, ref.position, literal.parts[-1])
    ours = [Cls(v.path, v.scope) for v in found if isinstance(v, Cls)]
    return (ours[0], False) if ours else (None, all(isinstance(v, Ext) for v in found))


def _is_class(unit: Unit, expr: int) -> bool:
    """Whether an expression is a class literal."""
    node = unit.facts.exprs[expr]
    inner = unit.facts.exprs[node.parts[0]] if node.op == "inst" else node
    return inner.op == "generic" and unit.facts.exprs[inner.parts[0]].text == "Class"


def _invokes(graph: Graph, unit: Unit) -> bool:
    """Whether what a file looks up can be called, by itself or by a file that names it."""
    calling = set(graph.source.mentioning("invoke"))
    stem = unit.path.rpartition("/")[2].partition(".")[0]
    return unit.path in calling or bool(calling & set(graph.source.mentioning(stem)))


def _marks(graph: Graph, unit: Unit, ref: Ref) -> Iterator[str]:
    """The annotations that the code around a look-up asks methods for."""
    function = unit.around(ref.scope, "function")
    for other in unit.named_refs(_FILTERS):
        node = unit.facts.exprs[other.expr]
        if not other.name or node.op != "call" or len(node.parts) != 2:
            continue
        if _is_class(unit, node.parts[1]) and unit.inside(other.scope, function):
            literal = unit.facts.exprs[unit.facts.exprs[node.parts[1]].parts[0]]
            yield unit.facts.exprs[literal.parts[-1]].text


def _is_of_member(graph: Graph, unit: Unit, ref: Ref, expr: int) -> bool:
    """Whether a name is that of a field or of a component of a record."""
    node = unit.facts.exprs[expr]
    callee = unit.facts.exprs[node.parts[0]] if node.op == "call" else node
    if callee.op != "get" or callee.text != "getName()":
        return False
    found = graph.evaluator.eval(unit, ref.scope, ref.position, callee.parts[0])
    return bool(found) and all(_last(v) in _MEMBERS for v in found)


def _last(value: Value) -> str:
    of = value.of if isinstance(value, Inst) else value
    return of.name.rpartition(".")[2] if isinstance(of, Ext) else ""


def _is_written(graph: Graph, unit: Unit, ref: Ref, expr: int) -> bool:
    """Whether a name is written where it is looked up, or by all callers of the function there."""
    node = unit.facts.exprs[expr]
    if node == _STRING:
        return True
    function = unit.around(ref.scope, "function")
    chosen = graph.evaluator.choose(unit, ref.scope, ref.position, node.text)
    if node.op != "name" or function < 0 or chosen is None:
        return False
    params = list(unit.params.get(function, ()))
    number = next((params.index(n) for n in chosen[1] if n in params), -1)
    hidden = "hidden" in unit.facts.scopes[function].flags
    return hidden and number >= 0 and _is_passed_written(graph, unit, function, number)


def _is_passed_written(graph: Graph, unit: Unit, function: int, number: int) -> bool:
    name, called = unit.facts.scopes[function].name, False
    for path in graph.source.mentioning(name):
        other = graph.unit(path)
        for ref in other.named_refs((name,)) if other is not None else ():
            if other is None or ref.name != name:
                continue
            node = other.facts.exprs[ref.expr]
            given = node.parts[number + 1 : number + 2] if node.op == "call" else ()
            if not given or other.facts.exprs[given[0]] != _STRING:
                return False
            called = True
    return called


_STRING = Expr("lit", "String", ())
