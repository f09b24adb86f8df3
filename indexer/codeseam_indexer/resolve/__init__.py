"""The call graph: who calls whom, resolved from per-file facts without a compiler."""

from codeseam_indexer.resolve.graph import Graph
from codeseam_indexer.resolve.modules import Modules
from codeseam_indexer.resolve.targets import FactSource, Hit, Target
from codeseam_indexer.resolve.unit import Unit
from codeseam_indexer.resolve.unwritten import unwritten
from codeseam_indexer.resolve.uses import CALLS, Found, Use, find_imports, find_uses, lost_imports
from codeseam_indexer.resolve.variables import Variable, find_variable_uses, variable_at

__all__ = [
    "CALLS",
    "FactSource",
    "Found",
    "Graph",
    "Hit",
    "Modules",
    "Target",
    "Unit",
    "Use",
    "Variable",
    "find_imports",
    "find_uses",
    "find_variable_uses",
    "lost_imports",
    "unwritten",
    "variable_at",
]
