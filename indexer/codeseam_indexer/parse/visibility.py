"""Who may see a symbol: one small strategy for each way languages have of saying it."""

import re
from collections.abc import Callable

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.definitions import FUNCTIONS, Definition

_WORDS = {
    "public": "public", "open": "public", "export": "public", "pub": "public",
    "private": "private", "fileprivate": "private", "local": "private",
    "protected": "protected", "internal": "internal", "package": "internal",
    "private_class_method": "private",
}  # fmt: skip
_WORD = re.compile(r"\b(?!package object)(?:" + "|".join(_WORDS) + r")\b(?!\(set\))")
_PUB = re.compile(r"\bpub\b(?:\s*(\())?")
_STATIC = re.compile(r"\bstatic\b")
_DEFINER = re.compile(r"\b(?:def\w*|type)p\b")
_EXPORT = re.compile(r"^(?:export|module\.exports|exports)\b")


def _keyword(definition: Definition, head: str, row: Language) -> str:
    """Words in front of the name; else the section it stands in; else the default."""
    found = _WORD.search(head)
    if found:
        return _WORDS[found[0]]
    return _WORDS.get(definition.hidden, row.default_visibility)


def _underscore(definition: Definition, head: str, row: Language) -> str:
    del head, row
    name = definition.name
    dunder = name.startswith("__") and name.endswith("__")
    return "private" if name.startswith("_") and not dunder else "public"


def _capital(definition: Definition, head: str, row: Language) -> str:
    del head, row
    if definition.kind == "test" and definition.parent is not None:  # a part of one
        return ""
    return "public" if definition.name[:1].isupper() else "private"


def _pub(definition: Definition, head: str, row: Language) -> str:
    found = _PUB.search(head)
    if found is None and definition.hidden:
        return definition.hidden
    if found is None:
        around = definition.parent.kind if definition.parent is not None else ""
        flag = definition.kind == "constant" and around == "struct"
        member = flag or around in {"enum", "trait", "constant"}
        return "" if member else row.default_visibility
    return "internal" if found[1] else "public"


def _export(definition: Definition, head: str, row: Language) -> str:
    """A module's own names are public when exported, members by their keyword or ``#``."""
    del row
    if definition.name.startswith("#"):
        return "private"
    if found := _WORD.search(head):
        return _WORDS[found[0]]
    if definition.parent is not None:
        return "" if definition.parent.kind in FUNCTIONS else "public"
    return "public" if _EXPORT.match(head) else ""


def _static(definition: Definition, head: str, row: Language) -> str:
    """``static`` hides a function from other files; the members of a class have sections."""
    if definition.hidden:
        return _WORDS.get(definition.hidden, "")
    hidden = definition.kind in {"function", "variable", "constant"} and _STATIC.search(head)
    return "private" if hidden else row.default_visibility


def _definer(definition: Definition, head: str, row: Language) -> str:
    """The word that defines says it by its last letter: ``defp``, ``defmacrop``."""
    del definition
    return "private" if _DEFINER.search(head) else row.default_visibility


Strategy = Callable[[Definition, str, Language], str]
"""Reads a definition, what is written before its name, and the row; gives the visibility or ""."""

STRATEGIES: dict[str, Strategy] = {
    "keyword": _keyword,
    "underscore": _underscore,
    "capital": _capital,
    "pub": _pub,
    "export": _export,
    "static": _static,
    "definer": _definer,
}
