"""The commands that ask the index: each brings it up to date first, then answers."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from codeseam_indexer.errors import UsageError
from codeseam_indexer.pipeline import collect_seldom
from codeseam_indexer.settings import load
from codeseam_server.cli import output
from codeseam_server.place import workspace
from codeseam_server.render import documents, text
from codeseam_server.session import Session

Command = Callable[[Session, Namespace], None]

_ALL = 0
"""Every page: a person has a pager."""


def run(asked: Namespace) -> int:
    """Open the workspace, bring its index up to date, answer."""
    settings = load(model=asked.model)
    _check(asked)
    bar = output.Bar()
    collect_seldom()
    with Session(workspace(asked.workspace), settings) as session:
        if asked.command != "status":
            session.refresh(bar)
        bar.clear()
        for notice in session.notices():
            output.complain(notice)
        _COMMANDS[asked.command](session, asked)
    return 0


def _check(asked: Namespace) -> None:
    """Refuse what cannot be meant before the index is opened."""
    if asked.command == "search" and (asked.query is None) == (asked.queries is None):
        raise UsageError("Give one QUERY, or --queries FILE.jsonl.")
    if asked.command == "callers" and (asked.name is not None) + asked.all + asked.changed != 1:
        raise UsageError("Give one NAME, --all or --changed.")


def _index(session: Session, asked: Namespace) -> None:
    state = session.status()
    _print(
        asked, lambda: documents.status(state), lambda: text.status(state, len(state.skipped_files))
    )


def _search(session: Session, asked: Namespace) -> None:
    if asked.queries is not None:
        for line in _read_queries(asked.queries):
            chosen = session.filter(line["path"], line["language"], line["kind"])
            answer = session.search(line["query"], limit=line["limit"], chosen=chosen)
            output.document(documents.search(answer, session.index()))
        return
    chosen = session.filter(asked.path, asked.language, asked.kind, changed_only=asked.changed)
    answer = session.search(asked.query, limit=asked.limit, chosen=chosen)
    state = session.index()
    note = "" if answer.hits else session.why_empty(chosen)
    _print(asked, lambda: documents.search(answer, state), lambda: text.search(answer, state, note))


def _read_queries(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of queries, with what they leave out filled in."""
    try:
        lines = file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            yield {
                "query": str(asked["query"]),
                "limit": max(1, int(asked.get("limit") or 10)),
                **{key: _listed(asked.get(key)) for key in ("path", "language", "kind")},
            }
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UsageError(
                f'{file}, line {number} is no query; write {{"query": "…", "limit": 10}}.'
            ) from None


def _listed(value: Any) -> list[str]:
    if not value:
        return []
    return [value] if isinstance(value, str) else [str(item) for item in value]


def _symbol(session: Session, asked: Namespace) -> None:
    lookup = session.find(asked.name, asked.path)
    if asked.json:
        sources = session.sources(lookup.rows, shown_only=False)
        output.document(documents.symbols(lookup, sources, session.index()))
    else:
        print(text.symbols(lookup, session.sources(lookup.rows), session.index()))


def _callers(session: Session, asked: Namespace) -> None:
    if asked.all:
        for lookup, found in session.all_callers():
            output.document(documents.callers(lookup, found, session.index()))
        return
    if asked.changed:
        broken, now = session.affected(), session.index()
        _print(
            asked,
            lambda: documents.affected(broken, now),
            lambda: text.affected(broken, now, session.line, page=_ALL),
        )
        return
    lookup = session.find(asked.name, asked.path)
    found = session.callers(lookup.rows, asked.depth)
    state = session.index()
    _print(
        asked,
        lambda: documents.callers(lookup, found, state),
        lambda: text.callers(lookup, found, state, session.line, page=_ALL),
    )


def _callees(session: Session, asked: Namespace) -> None:
    lookup = session.find(asked.name, asked.path)
    found = session.callees(lookup.rows, asked.depth)
    state = session.index()
    _print(
        asked,
        lambda: documents.callees(lookup, found, state),
        lambda: text.callees(lookup, found, state, page=_ALL),
    )


def _references(session: Session, asked: Namespace) -> None:
    lookup = session.find(asked.name, asked.path)
    found = session.references(lookup.rows)
    state = session.index()
    _print(
        asked,
        lambda: documents.references(lookup, found, state),
        lambda: text.references(lookup, found, state, page=_ALL),
    )


def _outline(session: Session, asked: Namespace) -> None:
    if asked.all:
        for file in session.outlines():
            output.document(documents.outline(file))
        return
    found = session.outline(asked.path)
    state = session.index()
    _print(asked, lambda: documents.outline(found), lambda: text.outline(found, state, page=_ALL))


def _status(session: Session, asked: Namespace) -> None:
    session.look()
    _index(session, asked)


def _print(
    asked: Namespace, document: Callable[[], dict[str, Any]], lines: Callable[[], str]
) -> None:
    if asked.json:
        output.document(document())
    else:
        print(lines())


_COMMANDS: dict[str, Command] = {
    "index": _index,
    "search": _search,
    "symbol": _symbol,
    "callers": _callers,
    "callees": _callees,
    "references": _references,
    "outline": _outline,
    "status": _status,
}
