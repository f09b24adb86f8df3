"""The table of each language that has facts, by the name of its row; loaded when it is needed.

A workspace has few languages, and all tables together are a fifth of what a process imports.
"""

from functools import cache
from importlib import import_module
from typing import cast

from codeseam_indexer.parse.facts.lowering import Table

_PLACES = {
    "bash": "bash",
    "c": "c_family",
    "cpp": "cpp",
    "csharp": "csharp",
    "go": "go",
    "java": "java",
    "javascript": "ecmascript",
    "kotlin": "kotlin",
    "php": "php",
    "python": "python",
    "ruby": "ruby",
    "scala": "scala",
    "swift": "swift",
    "rust": "rust",
    "tsx": "ecmascript",
    "typescript": "ecmascript",
}
"""In which module the table is; it is called like the language."""

TABLES = frozenset(_PLACES)
"""The languages that have one."""


@cache
def table_of(language: str) -> Table:
    """Give the table of a language that has one."""
    module = import_module(f"codeseam_indexer.parse.facts.{_PLACES[language]}")
    return cast(Table, getattr(module, language.upper()))
