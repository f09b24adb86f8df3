"""Symbols of what is read by lines: headings of prose, statements of SQL, snippets of markup."""

from collections.abc import Callable

from codeseam_indexer.parse.headings import asciidoc, markdown, underlined
from codeseam_indexer.parse.items import Item
from codeseam_indexer.parse.snippets import snippets
from codeseam_indexer.parse.statements import statements

STRATEGIES: dict[str, Callable[[bytes], list[Item]]] = {
    "headings": markdown,
    "titles": asciidoc,
    "underlines": underlined,
    "snippets": snippets,
    "statements": statements,
}
"""Named in the rows of the languages that are read so."""
