"""The table of languages: adding one is a row here, a query file beside it and a golden sample."""

from codeseam_indexer.languages.row import Language, query_text

__all__ = ["LANGUAGES", "TEXT", "Language", "language", "query_text"]

TEXT = Language(name="text", title="Text", suffixes=(".txt", ".text", ".log"), prose=True)
"""What no other row claims: lines."""

LANGUAGES: tuple[Language, ...] = (
    Language(
        name="python",
        title="Python",
        suffixes=(".py", ".pyi", ".pyw", ".pyx", ".pxd"),
        filenames=("SConstruct", "SConscript", "wscript"),
        shebangs=("python", "python2", "python3", "pypy", "pypy3"),
        grammar="python",
        docs="inside",
        visibility="underscore",
        constructors=frozenset({"__init__", "__new__"}),
    ),
    Language(
        name="javascript",
        title="JavaScript",
        suffixes=(".js", ".mjs", ".cjs", ".jsx", ".es6"),
        filenames=("Jakefile",),
        shebangs=("node", "nodejs", "bun"),
        grammar="javascript",
        visibility="export",
        constructors=frozenset({"constructor"}),
    ),
    Language(
        name="typescript",
        title="TypeScript",
        suffixes=(".ts", ".mts", ".cts"),
        shebangs=("deno", "ts-node", "tsx"),
        grammar="typescript",
        visibility="export",
        constructors=frozenset({"constructor"}),
        separators=(".",),
    ),
    Language(
        name="tsx",
        title="TSX",
        suffixes=(".tsx",),
        grammar="tsx",
        visibility="export",
        constructors=frozenset({"constructor"}),
        separators=(".",),
    ),
    Language(
        name="go",
        title="Go",
        suffixes=(".go",),
        grammar="go",
        visibility="capital",
    ),
    Language(
        name="rust",
        title="Rust",
        suffixes=(".rs",),
        grammar="rust",
        docs="marked",
        doc_marks=("///", "/**", "//!"),
        visibility="pub",
        default_visibility="private",
        separators=("::",),
        imports="tree",
        import_separator="::",
    ),
    TEXT,
)

_BY_NAME = {row.name: row for row in LANGUAGES}


def language(name: str) -> Language:
    """The row of that name; text where there is none."""
    return _BY_NAME.get(name, TEXT)
