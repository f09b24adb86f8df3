"""What answers a question best: candidates by words, meaning and name, ordered by named signals.

First the files are ordered, then the chunks in them: a file is told by much that no single chunk
shows (its path, all that it defines), and the right lines matter only in the right file.
"""

from codeseam_server.search.engine import Search, search
from codeseam_server.search.records import Answer, Hit, Neighbours, Reader, Related
from codeseam_server.search.strangers import measure_strangers

__all__ = [
    "Answer",
    "Hit",
    "Neighbours",
    "Reader",
    "Related",
    "Search",
    "measure_strangers",
    "search",
]
