"""A workspace open for questions, and the thread that keeps it fresh."""

from codeseam_server.session.session import Session

__all__ = ["Session"]
