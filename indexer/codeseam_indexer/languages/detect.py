"""Which language a file is in: by its name, its first lines, and in doubt by its text."""

import re
from collections.abc import Callable, Collection
from functools import cache

from codeseam_indexer.languages.table import LANGUAGES

_SHEBANG = re.compile(r"#!\s*(?:\S*/)?(?:env(?:\s+(?:-\S+|\w+=\S*))*\s+)?(\S+)")
_VERSION = re.compile(r"[-.]?\d[\d.]*\w?$")
_MODELINE = re.compile(
    r"-\*-[ \t]*(?:[^\n]*?\bmode:[ \t]*)?([\w+#-]+)[ \t]*(?:;[^\n]*?)?-\*-"
    r"|\b(?:vim?|ex):[^\n]*?\b(?:ft|filetype|syntax)=(\w+)"
)
_MODES = {
    "c++": "cpp", "sh": "bash", "shell-script": "bash", "zsh": "bash", "js": "javascript",
    "js2": "javascript", "objective-c": "objc", "makefile": "make", "makefile-gmake": "make",
    "terraform": "hcl", "csharp": "csharp", "cs": "csharp", "typescriptreact": "tsx",
    "javascriptreact": "javascript", "tuareg": "ocaml", "enh-ruby": "ruby", "cperl": "text",
    "protobuf": "proto", "ps1": "text", "rmd": "markdown",
}  # fmt: skip
_POINTER = "version https://git-lfs.github.com/spec/"
_LOOKED_AT = 65_536

_QUIET = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
_PLUSPLUS_ONLY = re.compile(
    r"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b"
    r".*?^[ \t]*#[ \t]*(?:endif|else)",
    re.DOTALL | re.MULTILINE,
)
_OBJECTIVE = re.compile(
    r"^[ \t]*(?:@(?:interface|implementation|protocol|property|class|end|import)\b|#[ \t]*import\b"
    r"|NS_ASSUME_NONNULL_BEGIN)|\bNS_(?:ENUM|OPTIONS)\b",
    re.MULTILINE,
)
_PLUSPLUS = re.compile(
    r"^[ \t]*(?:(?:inline[ \t]+)?namespace\b|template[ \t]*<|class[ \t]+[A-Za-z_]|using[ \t]+\w|"
    r"(?:public|private|protected)[ \t]*(?:\w+[ \t]*)?:|#[ \t]*include[ \t]*<[a-z_]+>)"
    r"|\b(?:constexpr|nullptr|static_cast|noexcept|virtual|typename|decltype|enum[ \t]+class)\b"
    r"|\boperator[ \t]*[-+*/=<>!(\[]|[A-Za-z_]\w*::[A-Za-z_~]|&&[ \t]*\w+[ \t]*[,)]",
    re.MULTILINE,
)
_MARKUP = re.compile(r"\s*<(?:\?xml|!DOCTYPE|TS\b)")
_PLUSPLUS_FILES = (".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx")


Neighbours = Callable[[], Collection[str]]
"""Gives the names of the files in a folder; it is asked only where they decide."""


def detect(path: str, head: bytes | str = "", neighbours: Collection[str] | Neighbours = ()) -> str:
    """Name the language of a file: a row of ``LANGUAGES``, "text" where none claims it.

    Args:
        path: with "/" between its parts.
        head: the beginning of the file; 64 KB are enough, less makes ``.h`` a guess.
        neighbours: names of files in its folder, which decide a header that could be C or C++; or
            what gives them.
    """
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    text = text[:_LOOKED_AT].removeprefix("\ufeff")
    if text.startswith(_POINTER):
        return "text"
    name = path.rsplit("/", 1)[-1]
    around = neighbours if callable(neighbours) else lambda: neighbours
    return _by_name(name, text, around) or _by_first_lines(text) or "text"


def possible(path: str) -> frozenset[str]:
    """Name the languages that a file may turn out to be in when its text is known."""
    name = path.rsplit("/", 1)[-1]
    suffix = f".{name.rpartition('.')[2].lower()}"
    if suffix in _DOUBTFUL:
        return frozenset({"text", *_DOUBTS[suffix]})
    known = _by_name(name, "", tuple)
    return frozenset({known}) if known else _row_names()


def _by_name(name: str, text: str, neighbours: Neighbours) -> str | None:
    names, suffixes, _ = _tables()
    if (found := names.get(name)) is not None:
        return found
    stem, dot, suffix = name.rpartition(".")
    suffix = f".{suffix.lower()}"
    if dot and (doubt := _DOUBTFUL.get(suffix)) is not None:
        return doubt(text, neighbours)
    if dot and (found := suffixes.get(suffix)) is not None:
        return found
    if dot and stem in _FAMILIES:  # Dockerfile.dev, Makefile.linux
        return names[stem]
    return None


def _by_first_lines(text: str) -> str | None:
    names, _, shebangs = _tables()
    del names
    first = text.partition("\n")[0]
    if (shebang := _SHEBANG.match(first)) is not None:
        program = shebang[1].rsplit("/", 1)[-1]
        for spelling in (program, _VERSION.sub("", program)):
            if (found := shebangs.get(spelling)) is not None:
                return found
    if first.startswith("<?php"):
        return "php"
    modeline = _MODELINE.search("\n".join(text.split("\n", 5)[:5]))
    if modeline is not None:
        mode = (modeline[1] or modeline[2]).lower().removesuffix("-ts-mode").removesuffix("-mode")
        mode = _MODES.get(mode, mode)
        return mode if mode in _row_names() else None
    return None


def _header(text: str, neighbours: Neighbours) -> str:
    """``.h`` is C, C++ or Objective-C: by what it says outside of comments, else by its folder."""
    quiet = _PLUSPLUS_ONLY.sub("", _QUIET.sub(" ", text))
    if _OBJECTIVE.search(quiet):
        return "objc"
    if _PLUSPLUS.search(quiet):
        return "cpp"
    suffixes = {f".{name.rpartition('.')[2].lower()}" for name in neighbours()}
    if ".c" not in suffixes and not suffixes.isdisjoint(_PLUSPLUS_FILES):
        return "cpp"
    return "objc" if ".m" in suffixes and ".c" not in suffixes else "c"


def _dot_m(text: str, neighbours: Neighbours) -> str:
    """``.m`` is Objective-C, unless it is MATLAB or Mercury, which are text here."""
    if not text.strip():
        return "objc" if any(name.endswith(".h") for name in neighbours()) else "text"
    quiet = _QUIET.sub(" ", text)
    return "objc" if _OBJECTIVE.search(quiet) or re.search(r"^#\s*include", text, re.M) else "text"


def _dot_ts(text: str, neighbours: Neighbours) -> str:
    """``.ts`` is TypeScript, unless it is a translation of Qt or a video."""
    del neighbours
    return "text" if _MARKUP.match(text) or text.startswith("G@") or "\0" in text else "typescript"


def _dot_inc(text: str, neighbours: Neighbours) -> str:
    """``.inc`` is what is included: PHP, C, or anything."""
    del neighbours
    if text.lstrip().startswith("<?php"):
        return "php"
    return "cpp" if re.search(r"^\s*#\s*(?:include|define|if)", text, re.MULTILINE) else "text"


_DOUBTFUL: dict[str, Callable[[str, Neighbours], str]] = {
    ".h": _header,
    ".m": _dot_m,
    ".ts": _dot_ts,
    ".inc": _dot_inc,
}
_DOUBTS = {
    ".h": ("c", "cpp", "objc"),
    ".m": ("objc",),
    ".ts": ("typescript",),
    ".inc": ("php", "cpp"),
}
_FAMILIES = frozenset({"Dockerfile", "Containerfile", "Makefile"})


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    suffixes: dict[str, str] = {}
    shebangs: dict[str, str] = {}
    for row in LANGUAGES:
        names.update(dict.fromkeys(row.filenames, row.name))
        suffixes.update(dict.fromkeys(row.suffixes, row.name))
        shebangs.update(dict.fromkeys(row.shebangs, row.name))
    return names, suffixes, shebangs


@cache
def _row_names() -> frozenset[str]:
    return frozenset(row.name for row in LANGUAGES)
