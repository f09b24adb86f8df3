"""Whether an answer about the uses of a definition is all there is, and if not, why."""

from collections.abc import Callable, Iterator, Sequence

from codeseam_indexer.records import Symbol, SymbolRow
from codeseam_indexer.resolve import Found, unwritten

_PROSE = (".md", ".rst", ".txt", ".adoc", ".org", ".mdx", ".po", ".lock")


def missing_from(
    found: Found, rows: Sequence[SymbolRow], covered: int, unseen: Sequence[str]
) -> Iterator[str]:
    """Sentences that say why an answer may not be all; none where it is.

    Args:
        found: the uses.
        rows: the definitions that were asked for.
        covered: how many of them the resolver knows.
        unseen: files that may use a symbol although they are not in the index.
    """
    if covered < len(rows):
        yield "the resolver does not cover the language or the kind of a definition"
    if found.possible:
        yield _counted(len(found.possible), "possible use is", "possible uses are") + " not proved"
    if found.unresolved:
        uses = _counted(len(found.unresolved), "use of the name has", "uses of the name have")
        yield f"{uses} a receiver of unknown type"
    code = [p for p, _ in found.unexplained if not p.endswith(_PROSE)]
    if code:
        lines = _counted(len(code), "line", "lines")
        yield f"the name occurs on {lines} that the graph does not explain"
    yield from found.outside
    kin = {row.path.rpartition(".")[2] for row in rows}
    missed = [p for p in unseen if p.rpartition(".")[2] in kin]
    if missed:
        files = _counted(len(missed), "file of the language is", "files of the language are")
        yield f"{files} not indexed ({missed[0]})"


def unwritten_calls(rows: Sequence[SymbolRow], text: Callable[[str], str | None]) -> Iterator[str]:
    """Sentences that say who may call definitions although no source does, each once.

    Args:
        rows: the definitions.
        text: gives the text of a file, None where it cannot be had.
    """
    found: dict[str, None] = {}
    for row in rows:
        found[unwritten(row.language, row.symbol, _head(row.symbol, text(row.path) or ""))] = None
    yield from filter(None, found)


def _head(symbol: Symbol, text: str) -> str:
    """The lines of a definition up to its name, less what stands before it on the first."""
    lines = text.split("\n")[symbol.start_line - 1 : symbol.name_line]
    if lines:
        lines[-1] = lines[-1][: symbol.column]
        if len(lines) == 1:
            lines[0] = lines[0][max(map(lines[0].rfind, ";{}")) + 1 :]
    return "\n".join(lines)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
