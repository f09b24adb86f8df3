"""The table of each language that has facts, by the name that its row gives."""

from codeseam_indexer.parse.facts.lowering import Table
from codeseam_indexer.parse.facts.python import PYTHON

TABLES: dict[str, Table] = {
    "python": PYTHON,
}
