"""Answers as the JSON documents of the contract: dictionaries, texts exact but for secrets."""

from collections.abc import Iterable, Sequence
from typing import Any

from codeseam_indexer.credentials import mask
from codeseam_indexer.records import SymbolRow
from codeseam_server.render.safe import printable
from codeseam_server.search.records import Answer
from codeseam_server.session.records import (
    FileOutline,
    FolderOutline,
    Index,
    Source,
    Status,
)
from codeseam_server.symbols.edges import Affected, Callees, Callers, Edge, Place, References
from codeseam_server.symbols.lookup import Lookup

Document = dict[str, Any]


def index(state: Index) -> Document:
    """INDEX of the contract."""
    document: Document = {
        "files": state.files,
        "pending": state.pending,
        "skipped": dict(state.skipped),
        "as_of": state.as_of,
    }
    return document | ({"notice": state.notice} if state.notice else {})


def symbol(row: SymbolRow) -> Document:
    """SYMBOL of the contract."""
    found = row.symbol
    return {
        "name": found.name,
        "qualified_name": found.qualified_name,
        "kind": found.kind,
        "path": printable(row.path),
        "start_line": found.start_line,
        "end_line": found.end_line,
        "name_line": found.name_line,
        "column": found.column,
        "signature": mask(found.signature)[0],
        "docstring": mask(found.docstring)[0],
        "parent": row.parent_name or None,
        "language": row.language,
    }


def search(answer: Answer, state: Index) -> Document:
    """The document of ``codeseam search``."""
    return {
        "query": printable(answer.query),
        "results": [
            {
                "path": printable(hit.path),
                "start_line": hit.start_line,
                "end_line": hit.end_line,
                "symbol": hit.symbol,
                "kind": hit.kind,
                "language": hit.language,
                "score": hit.score,
            }
            | _text(hit.text)
            for hit in answer.hits
        ],
        "related": [
            {
                "path": printable(beside.path),
                "start_line": beside.start_line,
                "end_line": beside.end_line,
                "symbol": beside.symbol,
                "why": beside.why,
            }
            for beside in answer.related
        ],
        "weak": answer.weak,
        "index": index(state),
    }


def symbols(lookup: Lookup, sources: Iterable[Source], state: Index) -> Document:
    """The document of ``codeseam symbol``."""
    return {
        "query": printable(lookup.query),
        "matches": [
            symbol(source.row) | _text(_own(source.row, source.text or "")) for source in sources
        ],
        "suggestions": list(lookup.suggestions),
        "index": index(state),
    }


def _text(raw: str) -> Document:
    """The text, and where secrets are masked in it, how many."""
    shown, secrets = mask(raw)
    return {"text": shown, **({"secrets": secrets} if secrets else {})}


def _own(row: SymbolRow, text: str) -> str:
    """The text of a symbol without the statement that stands before it on its first line."""
    found = row.symbol
    if found.name_line != found.start_line:
        return text
    before = text[: found.column]
    end = max(before.rfind(";"), before.rfind("}")) + 1
    return text[end:].lstrip(" \t") if end else text


def callers(lookup: Lookup, found: Callers, state: Index) -> Document:
    """The document of ``codeseam callers``."""
    return {
        "query": printable(lookup.query),
        "target": [symbol(row) for row in found.target],
        "proved": [_edge(edge) for edge in found.proved],
        "possible": [_edge(edge) for edge in found.possible],
        "textual": _places(found.textual),
        "unknown": _places(found.unknown),
        "complete": found.complete,
        "searched": found.searched,
        "missing": list(found.missing),
        "tests": list(found.tests),
        "entries": list(found.entries),
        "suggestions": list(lookup.suggestions),
        "index": index(state),
    }


def affected(found: Affected, state: Index) -> Document:
    """The document of ``codeseam callers --changed``."""
    return {
        "changed": [printable(path) for path in found.changed],
        "target": [symbol(row) for row in found.symbols],
        "proved": [_edge(edge) for edge in found.callers],
        "unresolved": [
            {"name": one.name, "path": printable(one.path), "line": one.line} for one in found.lost
        ],
        "index": index(state),
    }


def callees(lookup: Lookup, found: Callees, state: Index) -> Document:
    """The document of ``codeseam callees``."""
    return {
        "query": printable(lookup.query),
        "source": [symbol(row) for row in found.source],
        "proved": [_edge(edge) for edge in found.proved],
        "possible": [_edge(edge) for edge in found.possible],
        "unresolved": [
            {"name": call.name, "path": printable(call.path), "line": call.line}
            for call in found.unresolved
        ],
        "suggestions": list(lookup.suggestions),
        "index": index(state),
    }


def references(lookup: Lookup, found: References, state: Index) -> Document:
    """The document of ``codeseam references``."""
    return {
        "query": printable(lookup.query),
        "target": [symbol(row) for row in found.target],
        "uses": [
            {"path": printable(use.path), "line": use.line, "kind": use.kind, "symbol": use.symbol}
            for use in found.uses
        ],
        "textual": _places(found.textual),
        "unknown": _places(found.unknown),
        "complete": found.complete,
        "missing": list(found.missing),
        "suggestions": list(lookup.suggestions),
        "index": index(state),
    }


def outline(found: FileOutline | FolderOutline) -> Document:
    """The document of ``codeseam outline`` for a file or a folder."""
    if isinstance(found, FileOutline):
        return {
            "path": printable(found.path),
            "language": found.language,
            "lines": found.lines,
            "symbols": [symbol(row) for row in found.symbols],
        }
    return {"path": printable(found.path), "files": [outline(file) for file in found.files]}


def status(state: Status) -> Document:
    """The document of ``codeseam status``."""
    return {
        "workspace": printable(state.workspace),
        "files": state.index.files,
        "symbols": state.symbols,
        "chunks": state.chunks,
        "languages": dict(state.languages),
        "skipped": dict(state.index.skipped),
        "skipped_files": [
            {"path": printable(path), "reason": reason} for path, reason in state.skipped_files
        ],
        "model": state.model,
        "pending": state.index.pending,
        "index_bytes": state.index_bytes,
        "head": state.head,
        "as_of": state.index.as_of,
        "notes": list(state.notes),
    }


def _edge(edge: Edge) -> Document:
    return {
        "symbol": edge.symbol,
        "path": printable(edge.path),
        "line": edge.line,
        "start_line": edge.start_line,
        "end_line": edge.end_line,
        "reason": edge.reason,
        "depth": edge.depth,
        "via": list(edge.via),
        "site": {"path": printable(edge.site.path), "line": edge.site.line},
        "test": edge.test,
    }


def _places(places: Sequence[Place]) -> list[Document]:
    return [{"path": printable(place.path), "line": place.line} for place in places]
