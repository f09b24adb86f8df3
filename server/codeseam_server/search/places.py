"""What a path alone says of a file: its words, how deep it lies, what sort of place it is in."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from codeseam_indexer.words import parts, stem
from codeseam_server.search.families import Words

_VERSION = re.compile(r"(^|/)v\d+/")
_PARTING = re.compile(r"[/.\-+ ]+")

_INDEXES = frozenset(("mod", "__init__", "index", "lib", "main", "init", "__main__"))
"""Stems that name the folder they lie in rather than what is in them."""


class _Sort(NamedTuple):
    """Finds a folder in what stands before the file's name; matches the name of a file."""

    folder: re.Pattern[str]
    name: re.Pattern[str]


def _places(folders: str, names: str = "(?!)") -> _Sort:
    """Tell a path that has one of the folders, or whose file's stem is one of the names."""
    return _Sort(
        re.compile(rf"(?:^|/)(?:{folders})/", re.IGNORECASE),
        re.compile(rf"(?:{names})(?:\.[^/]*)?$", re.IGNORECASE),
    )


_SORTS: dict[str, _Sort] = {
    "test": _places(
        r"tests?|testing|specs?|__tests__|[^/]*[_-]tests?|testdata|test[_-][^/]*|fixtures?|e2e|"
        r"mocks?|__mocks__|benchmarks?|bench(?:es)?|fuzz",
        r"test_[^/]*|conftest|[^/]*[_.-](?:tests?|spec|specs|bench|mock|e2e)"
        r"|(?-i:[^/]*[a-z0-9](?:Tests?|Spec))",
    ),
    "example": _places(
        r"examples?|samples?|demos?|tutorials?|playgrounds?|docs?|docs_src|documentation|cookbook"
        r"|scripts?|templates?"
    ),
    "compat": _places(
        r"[^/]*(?:compat|deprecat|legacy|polyfill|obsolete)[^/]*|vendor(?:ed)?|third[_-]?party"
        r"|generated|__generated__|shims?|stubs?|typings",
        r"[^/]*(?:compat|deprecat|legacy|polyfill|obsolete)[^/]*|[^/]*[_-](?:old|shims?|stubs?)"
        r"|[^/]*\.d|[^/]*\.pyi|[^/]*[._](?:pb2?|generated)|[^/]*\.(?:gen|g)",
    ),
    "port": _places(
        r"win|win32|win64|windows|os390|aix|sunos|solaris|cygwin|haiku|android|wasi|wasm|"
        r"freebsd|netbsd|openbsd",
        r"(?:[^/]*[_.-])?(?:win|win32|win64|windows|os390|aix|sunos|solaris|cygwin|haiku|android"
        r"|wasi|wasm|freebsd|netbsd|openbsd)(?:[_-][^/]*)?",
    ),
}

_ASKED: dict[str, re.Pattern[str]] = {
    "test": re.compile(
        r"\b(?:test(?:s|ed|ing|ers?)?|specs?|mock(?:s|ed|ing)?|fixtures?|bench(?:mark\w*|es)?"
        r"|fuzz\w*)\b"
    ),
    "example": re.compile(
        r"\b(?:examples?|samples?|demos?|tutorials?|playgrounds?|docs?|documentation|readme"
        r"|cookbook|scripts?|templates?)\b"
    ),
    "compat": re.compile(
        r"\b(?:compat\w*|deprecat\w*|legacy|obsolete|polyfill\w*|vendor\w*|generated|shims?|stubs?"
        r"|typings|old|v\d+)\b"
    ),
    "port": re.compile(
        r"\b(?:win(?:32|64|dows)?|os390|aix|sunos|solaris|cygwin|haiku|android|wasi|wasm|\w*bsd)\b"
    ),
}

SORTS = tuple(_SORTS)
"""Places whose files answer a question less often, unless it asks for them."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a path says.

    Attributes:
        depth: number of folders above the file.
        words: stems of all its words.
        stem: stems of the words of the file's name, of its folder's where that says nothing.
        folder: stems of the words of the name of the folder it lies in.
        name: the file's name without its suffix, lower-cased, without underscores.
        sorts: of ``SORTS``, those that it is in.
    """

    depth: int
    words: Words
    stem: Words
    folder: Words
    name: str
    sorts: frozenset[str]


def stems(text: str) -> frozenset[str]:
    """Give the stems of all parts of the words of a path or an identifier."""
    return frozenset(stem(part) for word in _PARTING.split(text) if word for part in parts(word))


class _Folder(NamedTuple):
    """What the folder of a file says: stems of all of it and of its last name, and its sorts."""

    words: frozenset[str]
    name: Words
    sorts: frozenset[str]


@lru_cache(maxsize=1 << 12)
def _folder(path: str) -> _Folder:
    sorts = frozenset(sort for sort, told in _SORTS.items() if told.folder.search(path + "/"))
    return _Folder(stems(path), Words(stems(path.rpartition("/")[2])), sorts)


def place(path: str) -> Place:
    """Read a path."""
    folder, _, file = path.rpartition("/")
    bare = file.rsplit(".", 1)[0] if "." in file.lstrip(".") else file
    index = bare.lower() in _INDEXES and bool(folder)
    above = _folder(folder)
    named = frozenset(sort for sort, told in _SORTS.items() if told.name.match(file))
    return Place(
        depth=path.count("/"),
        words=Words(above.words | stems(file)),
        stem=above.name if index else Words(stems(bare)),
        folder=above.name,
        name=bare.lower().replace("_", "").replace("-", ""),
        sorts=above.sorts | named,
    )


def superseding(path: str) -> str:
    """Give the path that a file in a folder of one version would have without it, "" for others.

    Where that is a file too, ``v1/fields.py`` beside ``fields.py``, the version is an old one;
    where it is not, ``api/v1/users.go``, the folder says nothing.
    """
    bare = _VERSION.sub(r"\1", path, count=1)
    return bare if bare != path else ""


def asked(text: str) -> frozenset[str]:
    """Give the sorts of places that a question asks for in so many words."""
    lowered = text.lower()
    return frozenset(sort for sort, pattern in _ASKED.items() if pattern.search(lowered))
