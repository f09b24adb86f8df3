"""The words of a chunk, weighed by where they stand: in its name, its documentation, its body."""

from collections import Counter
from collections.abc import Sequence

from codeseam_indexer.records import Bag, Chunk, Symbol
from codeseam_indexer.words import bag_of_words, split_words

WEIGHTS = (6, 2, 2, 3, 2, 1)
"""What one occurrence weighs in the name, scope, signature, path, doc and body of a chunk."""

_HEAVIEST = 255
"""What weighs more says no more: BM25 has long been saturated."""


def bag_of(piece: Chunk, symbols: Sequence[Symbol], path_words: list[str]) -> Bag:
    """Give the words of a chunk of a file with these symbols and these words in its path."""
    ordinals = set(piece.symbols)
    if piece.symbol is not None:
        ordinals.add(piece.symbol)
    inside = [symbols[at] for at in sorted(ordinals)]
    own = None if piece.symbol is None else symbols[piece.symbol]
    signature = "\n".join(symbol.signature for symbol in inside)
    doc = "\n".join(symbol.docstring for symbol in inside)
    return weighed(
        (
            split_words("\n".join(symbol.name for symbol in inside)),
            split_words(own.qualified_name.rpartition(".")[0]) if own else [],
            bag_of_words(signature),
            path_words,
            bag_of_words(doc),
            # Signature and documentation are lines of the text too: no word is indexed twice.
            bag_of_words(piece.text, f"{signature}\n{doc}"),
        )
    )


def weighed(fields: Sequence[list[str]]) -> Bag:
    """Put the words of fields, which come in the order of ``WEIGHTS``, into one bag."""
    every: list[str] = []
    for words, weight in zip(fields, WEIGHTS, strict=True):
        every += words * weight
    counts = Counter(every)
    return Bag(
        " ".join(counts),
        bytes([min(count, _HEAVIEST) for count in counts.values()]),
        sum(map(len, fields)),
    )
