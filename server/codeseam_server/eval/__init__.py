"""The ruler: how well search answers labelled questions, and what each part of it is worth."""

from codeseam_server.eval.cutters import CHUNKERS, Chunker
from codeseam_server.eval.hidden import SAYS
from codeseam_server.eval.labels import Label, Wanted, read_labels
from codeseam_server.eval.quality import Quality, check_quality
from codeseam_server.eval.resolve import Lost, Question, Resolved, Target, resolve
from codeseam_server.eval.run import WITHOUT, Report, Row, Variant, chunked, hidden, labelled
from codeseam_server.eval.table import document, lost_lines, table

__all__ = [
    "CHUNKERS",
    "SAYS",
    "WITHOUT",
    "Chunker",
    "Label",
    "Lost",
    "Quality",
    "Question",
    "Report",
    "Resolved",
    "Row",
    "Target",
    "Variant",
    "Wanted",
    "check_quality",
    "chunked",
    "document",
    "hidden",
    "labelled",
    "lost_lines",
    "read_labels",
    "resolve",
    "table",
]
