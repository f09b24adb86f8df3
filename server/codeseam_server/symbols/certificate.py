"""Whether an answer about the uses of a definition is all there is, and if not, why."""

from collections.abc import Iterator, Sequence

from codeseam_indexer.records import SymbolRow
from codeseam_indexer.resolve import Found

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
        yield f"{len(found.possible)} possible uses are not proved"
    if found.unresolved:
        yield f"{len(found.unresolved)} uses of the name have a receiver of unknown type"
    code = [p for p, _ in found.unexplained if not p.endswith(_PROSE)]
    if code:
        yield f"the name occurs on {len(code)} lines that the graph does not explain"
    yield from found.outside
    kin = {row.path.rpartition(".")[2] for row in rows}
    missed = [p for p in unseen if p.rpartition(".")[2] in kin]
    if missed:
        yield f"{len(missed)} files of the language are not indexed ({missed[0]})"
