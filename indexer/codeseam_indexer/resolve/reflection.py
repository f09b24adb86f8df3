"""Names that are looked up at run time: where they can be anything, no answer is complete."""

import re
from collections.abc import Collection, Iterator

from codeseam_indexer.facts import Ref
from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.reflection_java import LISTED, MADE, NAMED, java_look_ups, reaches
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.values import Cls, Inst, Mod, Obj, SelfOf, Value

_WORDS = {
    "ruby": "send public_send __send__ instance_method public_method",
    "php": "call_user_func call_user_func_array ReflectionMethod ReflectionClass",
    "jvm": "getDeclaredMethod getDeclaredMethods declaredMemberFunctions memberFunctions"
    " getMethod getMethods",
    "scala": "getMethod getDeclaredMethod getMethods getDeclaredMethods",
    "csharp": "GetMethod GetMethods InvokeMember GetRuntimeMethod",
    "go": "MethodByName",
    "c": "dlsym GetProcAddress uv_dlsym",
    "swift": "NSSelectorFromString",
}
"""What looks a function up by its name, by family; a name that is written out is text we see."""

_READ = frozenset({*NAMED, *LISTED, *MADE})
"""What is looked at closely in Java."""

_PUBLIC_ONLY = frozenset({"getMethod", "getMethods"})
_CONSTRUCTORS = "getConstructor getConstructors getDeclaredConstructor getDeclaredConstructors"
_CLASSES = "forName loadClass"
"""The same for the constructors and the classes of the JVM, which no method is looked up for."""

_LITERAL = re.compile(
    r"(?:\.\w+)?\s*[(<]?\s*(?:RTLD_NEXT\b|(?:\w+\s*,\s*)?(?::\w|@?\"[^\"{$]*\"|'[^']*'|nameof))"
)
_CALL = re.compile(r"(?:\.\w+)?\s*(?:\(|<|:|\s\w)")


_WITHIN = {
    "python": re.compile(
        r"getattr\(\s*(?:self|cls)\s*,\s*[^\s\"']|__dict__\s*\[\s*[^\s\"'\]]"
        r"|(?:globals|locals|vars)\([^()]*\)\s*\[\s*[^\s\"'\]]"
    ),
    "ecmascript": re.compile(r"\bthis\s*\[\s*[^\s\"'\d\]][^\]]*\]\s*(?:\.\s*(?:call|apply)\s*)?\("),
    "php": re.compile(r"(?:->|::)\s*(?:\$\w+|\{[^{}]*\})\s*\(|\[\s*\$this\s*,\s*\$\w+\s*\]"),
}
"""What looks up a member of the instance at hand, or a name of the file, by family."""


def looked_up(graph: Graph, unit: Unit, scope: int, bases: Collection[Value] = ()) -> str:
    """A file that looks up names which could be a given one, "" for none.

    Args:
        graph: of one state of a workspace.
        unit: the file that defines it.
        scope: the scope that it opens there.
        bases: the classes that it is a member of, and theirs.
    """
    family, name = unit.rules.family, unit.facts.scopes[scope].name
    for path in dict.fromkeys([unit.path, *(b.path for b in bases if isinstance(b, Cls))]):
        pattern = _WITHIN.get(family)
        if pattern is not None and _opens(graph, path, pattern):
            return path
    if family == "python":
        return _by_beginning(graph, unit, name)
    if family == "ecmascript":
        return unit.path if any(_computed(unit)) else _by_importers(graph, unit)
    if family == "go" and not name[:1].isupper():
        return ""  # only what is exported can be looked up, and only methods
    found = _by_words(graph, unit, scope)
    return found or (_by_java(graph, unit, scope, list(bases)) if family == "jvm" else "")


def _by_words(graph: Graph, unit: Unit, scope: int) -> str:
    for word in _words(unit, scope):
        for path in graph.source.mentioning(word):
            other = graph.unit(path)
            if other is None or other.rules.family != unit.rules.family:
                continue
            apart = word in _READ and graph.source.language(path) == "java"
            if not apart and _opens(graph, path, word):
                return path
    return ""


def _by_java(graph: Graph, unit: Unit, scope: int, bases: list[Value]) -> str:
    if unit.facts.scopes[scope].kind != "function" or not _READ & set(_words(unit, scope)):
        return ""
    if graph.reflected is None:
        graph.reflected = tuple(java_look_ups(graph))
    found = (up for up in graph.reflected if reaches(graph, up, unit, scope, bases))
    return next((up.path for up in found), "")


def _words(unit: Unit, scope: int) -> Iterator[str]:
    """The words under which what a scope defines could be looked up."""
    here = unit.facts.scopes[scope]
    words = _WORDS.get(unit.rules.family, "")
    if unit.rules.family == "jvm":
        outer = unit.around(here.parent, "class") if here.parent >= 0 else -1
        if here.kind == "class":
            words = _CLASSES
        elif outer >= 0 and here.name in unit.constructor_names(outer):
            words = _CONSTRUCTORS
    for word in words.split():
        if not ("hidden" in here.flags and word in _PUBLIC_ONLY):
            yield word


def _opens(graph: Graph, path: str, how: str | re.Pattern[str]) -> bool:
    key = (path, how if isinstance(how, str) else how.pattern)
    if key not in graph.look_ups:
        graph.look_ups[key] = _is_open_in(graph.source.text(path), how)
    return graph.look_ups[key]


def _is_open_in(text: str | None, how: str | re.Pattern[str]) -> bool:
    if text is None:
        return True
    return _is_open(text, how) if isinstance(how, str) else how.search(text) is not None


def _by_beginning(graph: Graph, unit: Unit, name: str) -> str:
    words = ("getattr", "attrgetter")
    for path in dict.fromkeys(p for word in words for p in graph.source.mentioning(word)):
        other = graph.unit(path)
        made = other.made_names if other is not None else frozenset[str]()
        if any(name.startswith(m) if m else other is unit for m in made):
            return path
    return ""


def made_look_ups(graph: Graph, names: Collection[str]) -> Iterator[tuple[Unit, Ref]]:
    """The places that look up names whose beginning is one that some of these have."""
    for path in graph.source.mentioning("getattr"):
        unit = graph.unit(path)
        begun = tuple(m for m in unit.made_names if m) if unit is not None else ()
        if unit is None or not any(name.startswith(begun) for name in names):
            continue
        for ref in unit.named_refs(("getattr",)):
            made = unit.made_name(unit.facts.exprs[ref.expr]) if ref.kind == "read" else ""
            if made and any(name.startswith(made) for name in names):
                yield unit, ref


def _computed(unit: Unit) -> Iterator[tuple[Ref, int]]:
    """Calls of members under a key that is no literal, with the expression of what has them."""
    exprs = unit.facts.exprs
    for ref in unit.named_refs(()):
        node = exprs[ref.expr]
        if node.op == "call":
            node = exprs[node.parts[0]]
        known = any(exprs[key].op in {"str", "lit"} for key in node.parts[1:])
        if node.op == "item" and not node.text and not known:
            yield ref, node.parts[0]


def _by_importers(graph: Graph, unit: Unit) -> str:
    """A file that calls under computed keys what it has from another one."""
    for word in graph.modules.spellings(unit.path):
        for path in graph.source.mentioning(word):
            other = graph.unit(path)
            if other is None or other.rules.family != unit.rules.family:
                continue
            for ref, target in _computed(other):
                graph.evaluator.fresh()
                held = graph.evaluator.eval(other, ref.scope, ref.position, target)
                if any(_home(value) == unit.path for value in held):
                    return path
    return ""


def _home(value: Value) -> str:
    of = value.of if isinstance(value, Inst | SelfOf) else value
    return of.path if isinstance(of, Cls | Obj | Mod) else ""


def _is_open(text: str, word: str) -> bool:
    """Whether a text calls something under names that it does not write out."""
    for found in re.finditer(rf"(?<![\w\"'#/]){word}\b", text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip()
        if line.startswith(("//", "#", "*", "import ", "use ", "def ", "static ", "extern ")):
            continue
        if _CALL.match(text, found.end()) and not _LITERAL.match(text, found.end()):
            return True
    return False
