"""What one language is: a row of the table, and its query file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

_INHERITS = "; inherits: "

Docs = Literal["above", "marked", "inside"]
Visibility = Literal["", "keyword", "underscore", "capital", "pub", "export", "static", "definer"]
Imports = Literal["captures", "tree", "path"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A row of the table. All that differs between languages is here or in the query file.

    Attributes:
        name: what users filter by; also the name of its query file.
        title: as it is written in prose (README).
        suffixes: of file names, with the dot, lower case.
        filenames: whole names of files.
        shebangs: interpreters.
        grammar: its name in tree-sitter-language-pack, None where lines and headings are all.
        docs: what documents a symbol: any comment right above it, only one that begins with one of
            ``doc_marks``, or nothing above but what the query captures inside.
        doc_marks: what a documentation comment begins with.
        visibility: the strategy that reads it.
        default_visibility: of a symbol on which nothing is written.
        constructors: names of methods that are constructors; "{class}" is the name of their class.
        constant_words: words in front of a variable that make it a constant.
        constant_names: a pattern of the names of variables that are constants, "" for none.
        tests_by_name: a method is a test by its name; elsewhere a call or an attribute makes one.
        separators: between the parts of a name that carries its scope (``a::b``).
        imports: the strategy that reads an import: captures say all, a tree of braces in the text,
            or a bare path.
        import_separator: between the parts of an imported path.
        embeds: the strategy that finds other languages inside, "" for none.
        outline: the strategy that finds symbols without a grammar, "" for none.
        merge: equations of one function that follow each other are one symbol.
        scrub: strategies that blank what keeps the grammar from reading a file.
        repair: more of them, for a file in which it still finds an error.
        prose: it is written for people.
        risky: its grammar hangs or crashes on some input.
    """

    name: str
    title: str = ""
    suffixes: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    grammar: str | None = None
    docs: Docs = "above"
    doc_marks: tuple[str, ...] = ()
    visibility: Visibility = ""
    default_visibility: str = ""
    constructors: frozenset[str] = frozenset()
    constant_words: frozenset[bytes] = frozenset()
    constant_names: str = ""
    tests_by_name: bool = False
    separators: tuple[str, ...] = ()
    imports: Imports = "captures"
    import_separator: str = "."
    embeds: str = ""
    outline: str = ""
    merge: bool = False
    scrub: tuple[str, ...] = ()
    repair: tuple[str, ...] = ()
    prose: bool = False
    risky: bool = False


@cache
def query_text(name: str) -> str:
    """Read ``<name>.scm``, which finds symbols and imports; empty for a language without one.

    A first line ``; inherits: other, another`` puts the queries of those files before its own.
    What the call graph needs of a tree is said by the tables in ``parse/facts``.
    """
    path = Path(__file__).with_name(f"{name}.scm")
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    first = text.partition("\n")[0]
    if not first.startswith(_INHERITS):
        return text
    above = [query_text(other.strip()) for other in first.removeprefix(_INHERITS).split(",")]
    return "\n".join([*above, text])
