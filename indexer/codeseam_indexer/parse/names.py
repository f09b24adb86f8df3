"""Names as they are written -> their parts: receivers without generics, scopes in front of a name."""

import re

from codeseam_indexer.languages import Language

_GENERIC = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|/\*.*?\*/")
_WORD = re.compile(r"[^\W\d]\w*[!?]?")
_SEPARATOR = re.compile(r"::|->|\.|\\|#")
_CARRIERS = frozenset(
    {"class", "interface", "struct", "enum", "trait", "module", "namespace", "scope"}
)
"""Kinds whose written name may carry its scopes (``namespace a::b``)."""
_IGNORED = frozenset({"mut", "const", "dyn", "self", "this", "ref", "in", "out", "struct", "class"})


def bare_path(text: str) -> tuple[str, ...]:
    """Reduce a written type or receiver to the names on its path.

    ``*Deck[T]`` is ``("Deck",)``, ``orbit::Crate<int>`` is ``("orbit", "Crate")``.
    """
    for _ in range(8):
        text, count = _GENERIC.subn("", text)
        if not count:
            break
    parts: list[str] = []
    for part in _SEPARATOR.split(text):
        words = [word for word in _WORD.findall(part) if word not in _IGNORED]
        if words:
            parts.append(words[-1])
    return tuple(parts)


def split_name(text: str, byte: int, kind: str, row: Language) -> tuple[str, int, tuple[str, ...]]:
    """Split a name from the scopes written in front of it; give name, its offset, the scopes."""
    if kind == "scope":
        path = bare_path(text)
        return (path[-1], byte, path[:-1]) if path else ("", byte, ())
    if kind not in _CARRIERS:
        return _clean(text), byte, ()
    for separator in row.separators:
        before, found, name = text.rpartition(separator)
        if found and name.strip():
            offset = len(text) - len(name) + len(name) - len(name.lstrip())
            return name.strip(), byte + len(text[:offset].encode()), bare_path(before)
    return _clean(text), byte, ()


def _clean(text: str) -> str:
    """A name is one line; backquotes around it are not part of it."""
    text = text.strip("`")
    return " ".join(text.split()) if "\n" in text or "\r" in text else text
