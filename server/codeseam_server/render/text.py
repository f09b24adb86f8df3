"""Answers as the compact text that an agent reads; the same index gives the same bytes."""

from codeseam_server.render.definitions import symbols
from codeseam_server.render.graph import affected, callees, callers, references
from codeseam_server.render.outlines import outline
from codeseam_server.render.places import search
from codeseam_server.render.state import status

__all__ = ["affected", "callees", "callers", "outline", "references", "search", "status", "symbols"]
