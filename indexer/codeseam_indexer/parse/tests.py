"""What is a test: a name that begins with ``test`` says so only where tests are looked for."""

import re
from collections.abc import Sequence
from dataclasses import replace

from codeseam_indexer.languages import Language
from codeseam_indexer.records import Symbol

_FOLDER = re.compile(r"(?:^|/)(?:tests?|testing|specs?|[a-z]+[-_]tests?)/", re.IGNORECASE)
_FILE = re.compile(r"(?:test.*|.+[-_.]tests?|conftest|.+Tests?|.+_spec)\.[a-z]+$", re.IGNORECASE)
_CLASS = re.compile(r"\bTest|Tests?(?:Case|Base|Mixin)?\b")


def told_tests(path: str, row: Language, symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """The symbols of a file; what only happens to be called like a test is a method again.

    Runners collect by file and by class: a method ``Client.test_client`` of a library is no test,
    one of a class that is called or inherits from a test case is one wherever it stands.
    """
    name = path.rpartition("/")[2]
    if not row.tests_by_name or _FOLDER.search(path) or _FILE.fullmatch(name):
        return tuple(symbols)
    return tuple(
        replace(one, kind="method") if one.kind == "test" and _in_plain(one, symbols) else one
        for one in symbols
    )


def _in_plain(one: Symbol, symbols: Sequence[Symbol]) -> bool:
    """Whether a symbol called like a test is a member of a class that is none."""
    if not one.name.startswith("test") or one.parent is None:
        return False
    around = symbols[one.parent]
    return around.kind in {"class", "trait"} and not _CLASS.search(around.signature)
