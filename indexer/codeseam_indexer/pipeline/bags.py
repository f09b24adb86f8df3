"""The words of a file's chunks, weighed by where they stand: in a name, documentation, the body.

All chunks of a file are counted at once, by sorting numbers that stand for a chunk, a word and a
field: a loop over the words of each chunk takes three times as long.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, compress

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import Bags, Chunk, Symbol
from codeseam_indexer.words import forms_of, mentioned, written_words

WEIGHTS = (6, 2, 2, 3, 2, 1)
"""What one occurrence weighs in the name, scope, signature, path, doc and body of a chunk."""

_WEIGHTS = np.array(WEIGHTS)
_TWICE = np.array((False, False, True, False, True, False))
"""The signature and the documentation are lines of the body too."""
_BODY = 5
_FIELD_BITS = 3

_MOST_OCCURRENCES = 4
"""A word counts no oftener in a signature, documentation or body: BM25 gives more occurrences
little, and they are most of an index."""
_MOST = np.where(_TWICE | (np.arange(len(WEIGHTS)) == _BODY), _MOST_OCCURRENCES, 1 << 30)

_WEIGHT_BITS = 8
_HEAVIEST = (1 << _WEIGHT_BITS) - 1
"""What weighs more says no more: BM25 has long been saturated."""

Fields = Sequence[Sequence[str]]
"""The words of a chunk as written, those of each field, in the order of ``WEIGHTS``."""

_Numbers = NDArray[np.int64]


def fields_of(piece: Chunk, symbols: Sequence[Symbol], path_words: Sequence[str]) -> Fields:
    """Give the words of a chunk of a file with these symbols and these words in its path."""
    own = None if piece.symbol is None else symbols[piece.symbol]
    inside = [symbols[at] for at in piece.symbols]
    if own is not None and piece.symbol not in piece.symbols:
        inside.append(own)
    return (
        written_words("\n".join([symbol.name for symbol in inside])),
        written_words(own.qualified_name.rpartition(".")[0]) if own else (),
        written_words("\n".join([symbol.signature for symbol in inside])),
        path_words,
        written_words("\n".join([symbol.docstring for symbol in inside])),
        written_words(piece.text),
    )


def gathered(pieces: Sequence[Fields]) -> tuple[Bags, str]:
    """Put the words of the chunks of a file together, in all their forms.

    Returns:
        The bags of the chunks, and the words of their bodies for the index of mentions.
    """
    sizes = [len(words) for fields in pieces for words in fields]
    tokens, written = _numbered(chain.from_iterable(chain.from_iterable(pieces)), sum(sizes))
    chunks, fields = np.divmod(np.repeat(np.arange(len(sizes)), sizes), len(WEIGHTS))
    keys, counts = np.unique(
        (chunks * len(written) + tokens) << _FIELD_BITS | fields, return_counts=True
    )
    pairs, fields = keys >> _FIELD_BITS, keys & (1 << _FIELD_BITS) - 1
    chunks, words = np.divmod(pairs, len(written))
    in_bodies = np.bincount(words[fields == _BODY], minlength=len(written)).tolist()
    firsts = _firsts(pairs)
    counts = _capped(counts, fields, firsts)
    weights = np.minimum(np.add.reduceat(counts * _WEIGHTS[fields], firsts), _HEAVIEST)
    occurrences = np.add.reduceat(counts, firsts)
    chunks, words = chunks[firsts], words[firsts]
    forms = [forms_of[word] for word in written]
    sizes = np.array(list(map(len, forms)), np.int64)
    lengths = np.bincount(chunks, occurrences * sizes[words], len(pieces)).astype(np.int64)
    said, chunks, places, weights = _in_forms(chunks, words, weights, forms, sizes)
    sizes = np.bincount(chunks, minlength=len(pieces))
    bags = Bags(said, sizes, places.astype(np.uint32), weights.astype(np.uint8), lengths)
    return bags, mentioned(compress(written, in_bodies))


def _numbered(words: Iterable[str], count: int) -> tuple[_Numbers, list[str]]:
    """Give each word a number, equal ones the same; and the word of each number."""
    numbers: defaultdict[str, int] = defaultdict()
    # A word that is not there yet gets the next number, in C.
    numbers.default_factory = numbers.__len__
    found = np.fromiter(map(numbers.__getitem__, words), np.int64, count)
    numbers.default_factory = None  # it holds the numbers: a cycle
    return found, list(numbers)


def _firsts(ordered: _Numbers) -> _Numbers:
    """Give where in ordered numbers each distinct one begins."""
    differ = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=differ[1:])
    return np.flatnonzero(differ)


def _capped(counts: _Numbers, fields: _Numbers, firsts: _Numbers) -> _Numbers:
    """Bound how often the words of each chunk count, which begin at ``firsts``.

    An occurrence in the signature or the documentation is not counted again in the body.
    """
    # The body is the last field, so the last of the counts of a word.
    lasts = np.append(firsts[1:], len(counts))[: len(firsts)] - 1
    again = np.add.reduceat(counts * _TWICE[fields], firsts)
    bodies = fields[lasts] == _BODY
    left = counts[lasts] - again
    counts[lasts[bodies]] = np.maximum(left[bodies], 0)
    return np.minimum(counts, _MOST[fields])


def _in_forms(
    chunks: _Numbers,
    words: _Numbers,
    weights: _Numbers,
    forms: Sequence[Sequence[str]],
    sizes: _Numbers,
) -> tuple[str, _Numbers, _Numbers, _Numbers]:
    """Put in the place of words their forms: an identifier, and its parts by their stems.

    Returns:
        All forms with a blank between; chunks, places among the forms, and weights.
    """
    form_of, every = _numbered(chain.from_iterable(forms), int(sizes.sum()))
    times = sizes[words]
    starts = (np.cumsum(sizes) - sizes)[words]
    at = np.arange(int(times.sum())) + np.repeat(starts + times - np.cumsum(times), times)
    packed = np.repeat(chunks, times) * len(every) + form_of[at]
    # To sort numbers that hold the weight too is faster than to sort their places.
    packed = np.sort(packed << _WEIGHT_BITS | np.repeat(weights, times))
    pairs, weights = packed >> _WEIGHT_BITS, packed & _HEAVIEST
    firsts = _firsts(pairs)
    chunks, places = np.divmod(pairs[firsts], len(every))
    return " ".join(every), chunks, places, np.minimum(np.add.reduceat(weights, firsts), _HEAVIEST)
