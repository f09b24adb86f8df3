"""What ranking must know of a file beside its words: tests, examples, stubs, mere re-exports."""

import re
from collections.abc import Sequence

from codeseam_indexer.records import Import, Symbol

_FOLDERS = {
    "test": re.compile(r"tests?|testing|specs?|__tests__|testdata|fixtures|e2e|[a-z]+[-_]tests?"),
    "example": re.compile(r"examples?|samples?|demos?|tutorials?|playground"),
    "benchmark": re.compile(r"bench(es|marks?)?|perf"),
    "docs": re.compile(r"docs?|documentation|website"),
    "vendored": re.compile(r"vendor|third[-_]?party|external|deps|compat"),
    "generated": re.compile(r"gen|generated|__generated__"),
}

_TEST_FILE = re.compile(
    r"test_.+|.+_tests?\.[a-z]+|.+[.-](test|spec)\.[a-z]+|.+(Test|Tests|Spec|TestCase)\.[a-z]+"
    r"|conftest\.py|.+_spec\.rb"
)
_STUB_FILE = re.compile(r".+\.(pyi|d\.[cm]?ts)")


def tags_of(path: str, symbols: Sequence[Symbol], imports: Sequence[Import]) -> frozenset[str]:
    """Give the tags of a file by its path and by what it defines and passes on."""
    *folders, name = path.split("/")
    tags = {
        tag
        for tag, pattern in _FOLDERS.items()
        if any(pattern.fullmatch(folder.lower()) for folder in folders)
    }
    if _TEST_FILE.fullmatch(name):
        tags.add("test")
    if _STUB_FILE.fullmatch(name):
        tags.add("stub")
    defined = sum(symbol.kind not in ("constant", "variable", "module") for symbol in symbols)
    package = name == "__init__.py" and len(imports) > 0
    if not defined and (package or (imports and all(one.exported for one in imports))):
        tags.add("reexport")
    return frozenset(tags)
