"""The numbers in the facts of a file, column by column, and where each column stands."""

import struct
import sys
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np

WIDTHS: tuple[tuple[Literal["h", "i"], Literal["i", "q"]], ...] = (("h", "i"), ("i", "q"))
"""Codes of ``struct`` for indices and for positions: few files need the wide ones."""

BYTES = {"B": 1, "h": 2, "i": 4, "q": 8}

_COLUMNS_BYTES = 6_000
"""What the columns of a file take beside their numbers; about."""


class Head(NamedTuple):
    """What stands before the streams: how wide numbers are, and how many there are of each."""

    format: int
    wide: int
    nameless: int
    front: int
    comments: int
    words: int
    exprs: int
    parts: int
    scopes: int
    bases: int
    values: int
    bindings: int
    refs: int
    expandos: int


HEAD = struct.Struct("=HBB11I")


class _Starts(NamedTuple):
    """Where the columns of numbers begin: those of indices, then those of positions."""

    expr_texts: int
    expr_sizes: int
    expr_parts: int
    scope_parents: int
    scope_names: int
    scope_symbols: int
    scope_owners: int
    scope_returns: int
    scope_flags: int
    scope_bases_sizes: int
    scope_bases: int
    scope_values_sizes: int
    scope_values: int
    binding_scopes: int
    binding_names: int
    binding_types: int
    binding_values: int
    binding_homes: int
    ref_names: int
    ref_exprs: int
    ref_scopes: int
    ref_arguments: int
    expando_targets: int
    expando_names: int
    expando_values: int
    expando_homes: int
    end: int


def _starts(head: Head) -> _Starts:
    exprs, scopes, bindings, refs = head.exprs, head.scopes, head.bindings, head.refs
    sizes = (
        0, exprs, exprs, head.parts,
        scopes, scopes, scopes, scopes, scopes, scopes, scopes, head.bases, scopes, head.values,
        bindings, bindings, bindings, bindings, bindings,
        refs, refs, refs, refs,
        *[head.expandos] * 4,
    )  # fmt: skip
    return _Starts._make(accumulate(sizes))


class Columns:
    """The numbers of the records of one file, in the order in which ``pack`` writes them.

    Attributes:
        words: operators of expressions and flags of scopes, by number.
        letters: operators of expressions; kinds of scopes, bindings and references.
        indices: what else is counted.
        places: lengths of scopes and their lines behind where they begin, positions.
        at: where each column of ``indices`` begins.
    """

    def __init__(self, head: Head, data: bytes) -> None:
        index, place = WIDTHS[head.wide]
        self.words = [sys.intern(w) for w in data[: head.words].decode().split("\0")]
        self.at = at = _starts(head)
        exprs, scopes, bindings, refs = head.exprs, head.scopes, head.bindings, head.refs
        letters = head.words + exprs + scopes + bindings + refs
        places = letters + at.end * BYTES[index]
        self.letters = data[head.words : letters]
        self.indices = memoryview(data)[letters:places].cast(index)
        self.places = memoryview(data)[places:].cast(place)
        self._data = data
        self._first = letters
        self._width = BYTES[index]
        self.scope_kinds = exprs
        self.binding_kinds = self.scope_kinds + scopes
        self.ref_kinds = self.binding_kinds + bindings
        self.scope_lengths = scopes
        self.scope_lines = 2 * scopes
        self._bindings_from = 3 * scopes
        self._refs_from = self._bindings_from + bindings
        self.expando_places = self._refs_from + refs

    @property
    def size(self) -> int:
        """The bytes that they take in memory, about."""
        return _COLUMNS_BYTES + len(self._data) + len(self.letters)

    @cached_property
    def scope_starts(self) -> "memoryview[int]":
        """The position of the first character of each scope."""
        return _sums(self.places[: self.scope_lengths])

    @cached_property
    def binding_places(self) -> "memoryview[int]":
        """Where each binding is written."""
        return _sums(self.places[self._bindings_from : self._refs_from])

    @cached_property
    def ref_places(self) -> "memoryview[int]":
        """Where the name of each reference stands."""
        return _sums(self.places[self._refs_from : self.expando_places])

    @cached_property
    def expr_ends(self) -> "memoryview[int]":
        """Behind which of the parts of all expressions those of each end."""
        return _sums(self.indices[self.at.expr_sizes : self.at.expr_parts])

    @cached_property
    def scope_bases_ends(self) -> "memoryview[int]":
        """Behind which of the bases of all scopes those of each end."""
        return _sums(self.indices[self.at.scope_bases_sizes : self.at.scope_bases])

    @cached_property
    def scope_values_ends(self) -> "memoryview[int]":
        """Behind which of the values of all scopes those of each end."""
        return _sums(self.indices[self.at.scope_values_sizes : self.at.scope_values])

    def where(self, start: int, end: int, number: int) -> list[int]:
        """The records that have a number in a column of ``indices``, in order."""
        find, width, first = self._data.find, self._width, self._first + start * self._width
        last = self._first + end * width
        wanted = number.to_bytes(width, sys.byteorder, signed=True)
        found: list[int] = []
        at = find(wanted, first, last)
        while at >= 0:
            record, rest = divmod(at - first, width)
            if not rest:
                found.append(record)
            at = find(wanted, at + 1, last)
        return found

    def of_letter(self, start: int, end: int, letter: int) -> list[int]:
        """The records that have a letter in a column of ``letters``, in order."""
        return [at for at, known in enumerate(self.letters[start:end]) if known == letter]


def _sums(numbers: "memoryview[int]") -> "memoryview[int]":
    """The sum of each number and those before it."""
    found = np.frombuffer(numbers, numbers.format)
    return np.cumsum(found, dtype=np.promote_types(found.dtype, np.int32)).data
