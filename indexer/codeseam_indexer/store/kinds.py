"""The kinds of things as numbers, which take a byte in a row where the word takes ten."""

from collections.abc import Iterable
from typing import get_args

from codeseam_indexer.records import ChunkKind, SymbolKind

SYMBOL_KINDS: tuple[SymbolKind, ...] = get_args(SymbolKind)
CHUNK_KINDS: tuple[ChunkKind, ...] = get_args(ChunkKind)
VISIBILITIES = ("", "public", "private", "protected", "internal")

SYMBOL_KIND = {kind: at for at, kind in enumerate(SYMBOL_KINDS)}
CHUNK_KIND = {kind: at for at, kind in enumerate(CHUNK_KINDS)}
VISIBILITY = {word: at for at, word in enumerate(VISIBILITIES)}


def kind_bits(kinds: Iterable[str]) -> int:
    """Give the kinds of symbols as bits; a name that is no kind adds none."""
    bits = 0
    for kind in kinds:
        bits |= _BIT.get(kind, 0)
    return bits


_BIT: dict[str, int] = {kind: 1 << at for kind, at in SYMBOL_KIND.items()}
