"""The arguments of tools as agents write them: what is meant is taken, what is not is explained."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, ValidationError, WithJsonSchema

_OTHER_NAMES = {
    "query": ("q", "question", "search", "text", "pattern", "symbol", "name"),
    "name": ("symbol", "query", "identifier", "function", "symbol_name"),
    "symbol": ("name", "query", "identifier", "function", "symbol_name"),
    "path": ("file", "file_path", "filename", "paths", "folder", "directory", "dir", "glob"),
    "limit": ("top_k", "max_results", "k", "n", "count", "num_results"),
    "language": ("lang", "languages"),
    "kind": ("kinds", "type"),
    "depth": ("max_depth", "levels"),
    "changed": ("changed_only", "only_changed"),
}
"""What agents call an argument that has another name."""

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off", "", "none", "null"})


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[object]", value)
        if items and all(isinstance(item, str) for item in items):
            return ", ".join(cast("Sequence[str]", items))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    raise ValueError("must be text")


def _number(value: object) -> int:
    if isinstance(value, bool) or value is None:
        raise ValueError("must be a whole number")
    try:
        return int(float(value)) if isinstance(value, (int, float, str)) else int(str(value))
    except (ValueError, OverflowError):
        raise ValueError("must be a whole number") from None


def _flag(value: object) -> bool:
    word = str(value).strip().casefold()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ValueError("must be true or false")


def _words(value: object) -> tuple[str, ...]:
    """One or several words; a list written as text is read as that list."""
    if value is None:
        return ()
    if isinstance(value, str):
        inner = _listed(value)
        return _words(inner) if inner is not None else ((value,) if value.strip() else ())
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[object]", value)
        return tuple(item for item in map(_text, items) if item.strip())
    raise ValueError("must be text, or a list of texts")


def _listed(value: str) -> list[object] | None:
    if not value.startswith('["'):
        return None
    try:
        return cast("list[object]", json.loads(value))
    except ValueError:
        return None


_STRING = WithJsonSchema({"type": "string"})

Text = Annotated[str, BeforeValidator(_text)]
Number = Annotated[int, BeforeValidator(_number)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Words = Annotated[tuple[str, ...], BeforeValidator(_words), _STRING]


def unknown(tool: str, tools: Sequence[str]) -> str:
    """That there is no such tool, and which is nearest to its name by spelling or by a word."""
    bare = tool.rpartition("__")[2]  # clients put the name of the server before it
    words = [word.casefold() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", bare)]
    sharing = max(tools, key=lambda name: len({*words} & {*name.split("_")}))
    near = get_close_matches("_".join(words), tools, n=1) or (
        [sharing] if {*words} & {*sharing.split("_")} else []
    )
    said = f"There is no tool {tool[:60]!r}{f', did you mean {near[0]}?' if near else '.'}"
    return f"{said} Tools: {', '.join(tools)}."


def meant(arguments: Mapping[str, Any], known: Sequence[str]) -> dict[str, Any]:
    """The arguments by their own names, those that are null left out.

    A list-valued argument keeps its text, so that a file called ``[1]`` stays that file. Arguments
    that were put into one more object, as some agents do, are taken out of it.
    """
    if len(arguments) == 1 and not arguments.keys() & {*known}:
        (inner,) = arguments.values()
        if isinstance(inner, dict):
            return meant(cast("dict[str, Any]", inner), known)
    found = {name: value for name, value in arguments.items() if name in known}
    for name in known:
        for other in _OTHER_NAMES.get(name, ()):
            if name not in found and other in arguments and other not in known:
                found[name] = arguments[other]
    used = {other for name in found for other in (name, *_OTHER_NAMES.get(name, ()))}
    strange = {name: value for name, value in arguments.items() if name not in used}
    return {name: value for name, value in found.items() if value is not None} | strange


def explain(
    tool: str, error: ValidationError, known: Sequence[str], required: Sequence[str]
) -> str:
    """One sentence for each argument that cannot be taken, and what the tool does take."""
    faults = [_fault(fault, known) for fault in error.errors(include_url=False)]
    takes = ", ".join(name if name in required else f"{name} (optional)" for name in known)
    said = "; ".join(_distinct(faults))
    return f"{said}{'' if said.endswith('?') else '.'} {tool} takes {takes or 'no arguments'}."


def _fault(fault: Mapping[str, Any], known: Sequence[str]) -> str:
    name = ".".join(str(part) for part in fault["loc"][:1])
    if fault["type"] == "missing":
        return f"{name} is missing"
    if fault["type"] == "extra_forbidden":
        near = get_close_matches(name, known, n=1, cutoff=0.7)
        return f"there is no argument {name[:40]!r}" + (
            f", did you mean {near[0]}?" if near else ""
        )
    return f"{name} {str(fault['msg']).removeprefix('Value error, ')}"


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
