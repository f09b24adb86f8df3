"""One function for each tool: arguments as they were meant, a session, and the text to show."""

from collections.abc import Callable
from dataclasses import replace

from codeseam_indexer.errors import UsageError
from codeseam_server.render import text
from codeseam_server.session import Session
from codeseam_server.symbols.lookup import Lookup

_RESULTS = 8
_MOST_RESULTS = 50
_DEEPEST = 5

Words = tuple[str, ...]


def semantic_search(
    session: Session,
    query: str,
    limit: int = _RESULTS,
    path: Words = (),
    language: Words = (),
    kind: Words = (),
    changed: bool = False,
) -> str:
    """Places that answer a question."""
    if not query.strip():
        raise UsageError("The query is empty; ask a question or give names to look for.")
    asked = limit
    notes: list[str] = []
    limit = min(_MOST_RESULTS, limit) if limit > 0 else _RESULTS
    if limit != asked:
        notes.append(f"limit {asked} taken as {limit}, from 1 to {_MOST_RESULTS} are given")
    chosen = session.filter(path, split(language), split(kind), changed_only=changed)
    answer = session.search(query, limit=limit, chosen=chosen)
    if not answer.hits:
        notes.append(session.why_empty(chosen))
    return text.search(answer, session.index(), "; ".join(filter(None, notes)))


def get_symbol(session: Session, name: str, path: Words = ()) -> str:
    """The definitions of a name with their source."""
    lookup = _find(session, name, path)
    return text.symbols(lookup, session.sources(lookup.rows), session.index())


def list_callers(
    session: Session,
    symbol: str = "",
    depth: int = 1,
    path: Words = (),
    page: int = 1,
    changed: bool = False,
) -> str:
    """Who calls a symbol, or what the files changed in git define."""
    if changed and not symbol.strip():
        return text.affected(session.affected(), session.index(), session.line, max(page, 1))
    lookup = _find(session, symbol, path)
    found = session.callers(lookup.rows, _depth(depth))
    return text.callers(lookup, found, session.index(), session.line, max(page, 1))


def list_callees(
    session: Session, symbol: str, depth: int = 1, path: Words = (), page: int = 1
) -> str:
    """What a symbol calls."""
    lookup = _find(session, symbol, path)
    found = session.callees(lookup.rows, _depth(depth))
    return text.callees(lookup, found, session.index(), max(page, 1))


def find_references(session: Session, symbol: str, path: Words = (), page: int = 1) -> str:
    """Every use of a symbol."""
    lookup = _find(session, symbol, path)
    found = session.references(lookup.rows)
    return text.references(lookup, found, session.index(), max(page, 1))


def outline(session: Session, path: str = "", page: int = 1) -> str:
    """The symbols of a file or a map of a folder."""
    return text.outline(session.outline(path), session.index(), max(page, 1))


def index_status(session: Session) -> str:
    """What is indexed and what is not."""
    return text.status(session.status())


ANSWERS: dict[str, Callable[..., str]] = {
    answer.__name__: answer
    for answer in (
        semantic_search, get_symbol, list_callers, list_callees, find_references, outline,
        index_status,
    )
}  # fmt: skip
"""The answers by the name of their tool; each takes the session first."""


def split(words: Words) -> Words:
    """Words that were written as one, with commas between them."""
    return tuple(part.strip() for word in words for part in word.split(",") if part.strip())


def _find(session: Session, name: str, path: Words) -> Lookup:
    if not name.strip():
        raise UsageError("The name is empty; give one such as Client.send or src/client.py:120.")
    lookup = session.find(name, path)
    if not lookup.rows and "," in name:  # several at once
        each = [session.find(one, path) for one in split((name,))]
        if all(one.rows for one in each):
            return Lookup(name, tuple(row for one in each for row in one.rows))
    if path and not lookup.rows:  # it may well be elsewhere
        return replace(lookup, query=f"{name} in {', '.join(path)}")
    return lookup


def _depth(depth: int) -> int:
    return max(1, min(_DEEPEST, depth))
