"""Names that are looked up at run time: where they can be anything, no answer is complete."""

import re
from collections.abc import Iterator

from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.unit import Unit

_WORDS = {
    "ruby": "send public_send __send__ instance_method public_method",
    "php": "call_user_func call_user_func_array ReflectionMethod ReflectionClass",
    "jvm": "getMethod getDeclaredMethod getMethods getDeclaredMethods declaredMemberFunctions"
    " memberFunctions",
    "scala": "getMethod getDeclaredMethod getMethods getDeclaredMethods",
    "csharp": "GetMethod GetMethods InvokeMember GetRuntimeMethod",
    "go": "MethodByName",
    "c": "dlsym GetProcAddress uv_dlsym",
    "swift": "NSSelectorFromString",
}
"""What looks a function up by its name, by family; a name that is written out is text we see."""

_LITERAL = re.compile(
    r"(?:\.\w+)?\s*[(<]?\s*(?:RTLD_NEXT\b|(?:\w+\s*,\s*)?(?::\w|@?\"[^\"{$]*\"|'[^']*'|nameof))"
)
_CALL = re.compile(r"(?:\.\w+)?\s*(?:\(|<|:|\s\w)")


def looked_up(graph: Graph, unit: Unit, name: str) -> str:
    """A file that looks up names which could be a given one, "" for none."""
    if unit.rules.family == "python":
        return _by_beginning(graph, unit, name)
    if unit.rules.family == "ecmascript" and any(_computed(unit)):
        return unit.path
    if unit.rules.family == "go" and not name[:1].isupper():
        return ""  # only what is exported can be looked up, and only methods
    for word in _WORDS.get(unit.rules.family, "").split():
        for path in graph.source.mentioning(word):
            other = graph.unit(path)
            if other is None or other.rules.family != unit.rules.family:
                continue
            if _opens(graph, path, word):
                return path
    return ""


def _opens(graph: Graph, path: str, word: str) -> bool:
    key = (path, word)
    if key not in graph.look_ups:
        text = graph.source.text(path)
        graph.look_ups[key] = text is None or _is_open(text, word)
    return graph.look_ups[key]


def _by_beginning(graph: Graph, unit: Unit, name: str) -> str:
    words = ("getattr", "attrgetter")
    for path in dict.fromkeys(p for word in words for p in graph.source.mentioning(word)):
        other = graph.unit(path)
        made = other.made_names if other is not None else frozenset[str]()
        if any(name.startswith(m) if m else other is unit for m in made):
            return path
    return ""


def _computed(unit: Unit) -> Iterator[bool]:
    """Calls of members under a key that is no literal, in the file that defines them."""
    exprs = unit.facts.exprs
    for ref in unit.named_refs(()):
        node = exprs[ref.expr]
        if node.op == "call":
            node = exprs[node.parts[0]]
        if node.op == "item" and not node.text:
            yield len(node.parts) < 2 or exprs[node.parts[1]].op not in {"str", "lit"}


def _is_open(text: str, word: str) -> bool:
    """Whether a text calls something under names that it does not write out."""
    for found in re.finditer(rf"(?<![\w\"'#/]){word}\b", text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()].lstrip()
        if line.startswith(("//", "#", "*", "import ", "use ", "def ", "static ", "extern ")):
            continue
        if _CALL.match(text, found.end()) and not _LITERAL.match(text, found.end()):
            return True
    return False
