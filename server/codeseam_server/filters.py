"""What the words of a filter mean: kinds and languages as people and agents write them."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import get_args

from codeseam_indexer.discover import inside
from codeseam_indexer.errors import UsageError
from codeseam_indexer.languages import LANGUAGES
from codeseam_indexer.records import Filter, SymbolKind

KINDS: tuple[str, ...] = get_args(SymbolKind)

_KIND_WORDS = {
    "func": "function", "fn": "function", "def": "function", "procedure": "function",
    "subroutine": "function", "ctor": "constructor", "init": "constructor", "record": "class",
    "object": "class", "actor": "class", "protocol": "interface", "union": "struct",
    "cls": "class", "typedef": "type", "alias": "type", "package": "namespace", "const": "constant",
    "var": "variable", "attribute": "field", "attr": "field", "member": "field", "prop": "property",
    "heading": "section", "resource": "block",
}  # fmt: skip

_ANY = frozenset({"", "*", "all", "any"})
"""Words that leave a filter out."""

_LANGUAGE_WORDS = {
    "golang": "go",
    "c++": "cpp",
    "c#": "csharp",
    "shell": "bash",
    "node": "javascript",
}

_FAMILIES = {"typescript": ("typescript", "tsx")}
"""Who asks for TypeScript means the files with markup too; who asks for TSX means only them."""


def kinds(words: Iterable[str]) -> tuple[str, ...]:
    """The kinds of the contract that are meant: ``func``, ``Functions`` -> ``function``.

    Raises:
        UsageError: a word means no kind; the message names the nearest.
    """
    return tuple(dict.fromkeys(_kind(word) for word in _chosen(words)))


def _chosen(words: Iterable[str]) -> list[str]:
    given = [word.strip().casefold() for word in words]
    return [] if _ANY & {*given} else given


def _kind(word: str) -> str:
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        kind = _KIND_WORDS.get(form, form)
        if kind in KINDS:
            return kind
    near = get_close_matches(word, KINDS, n=1, cutoff=0.5)
    meant = f"did you mean {near[0]}? " if near else ""
    raise UsageError(f"{word!r} is no kind of symbol; {meant}Kinds: {', '.join(KINDS)}.")


def languages(words: Iterable[str]) -> tuple[str, ...]:
    """The names of languages that are meant: ``py``, ``.py``, ``Python`` -> ``python``.

    Raises:
        UsageError: a word names no language; the message names the nearest.
    """
    found = [name for word in _chosen(words) for name in _language(word)]
    return tuple(dict.fromkeys(found))


def _language(word: str) -> tuple[str, ...]:
    known = _language_names()
    name = known.get(_LANGUAGE_WORDS.get(word, word))
    if name is None:
        near = get_close_matches(word, known, n=1, cutoff=0.5)
        meant = f"did you mean {known[near[0]]}?" if near else "see `codeseam status`."
        raise UsageError(f"{word!r} is no language that codeseam knows; {meant}")
    return _FAMILIES.get(name, (name,))


@cache
def _language_names() -> dict[str, str]:
    """Every spelling of a language -> its name: name, title, suffix with and without the dot."""
    names = {"text": "text"}
    for row in LANGUAGES:
        for suffix in row.suffixes:
            names.setdefault(suffix.casefold(), row.name)
            names.setdefault(suffix.casefold().lstrip("."), row.name)
    for row in LANGUAGES:
        names[row.title.casefold()] = row.name
        names[row.name] = row.name
    return names


def build(
    workspace: Path,
    paths: Sequence[str] = (),
    language: Sequence[str] = (),
    kind: Sequence[str] = (),
    changed: frozenset[str] | None = None,
) -> Filter:
    """A filter from words.

    Raises:
        UsageError: a word cannot be meant.
        OutsideError: a path leaves the workspace.
    """
    places = tuple(inside(workspace, path) for path in paths)
    return Filter(
        paths=() if "" in places else places,
        languages=languages(language),
        kinds=kinds(kind),
        only=changed,
    )
