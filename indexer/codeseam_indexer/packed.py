"""The facts of a file as they are stored: columns of numbers, read without making the records.

A question looks at a few names in many files, and at a few records of each. So the texts stand in
one table, apart from the rest: a file whose table lacks a name says nothing of it, and is not
unpacked any further. Of the others only the records that are asked for are ever made.

The first of two zlib streams holds where comments are and the texts (UTF-8, before and behind each
a character that is in none); the second holds the columns, whole numbers of one, two, four or
eight bytes in the machine's order. Positions that mostly grow are kept as differences.
"""

import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, count
from operator import sub
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from codeseam_indexer.columns import BYTES, HEAD, WIDTHS, Columns, Head
from codeseam_indexer.facts import (
    NO_FACTS,
    Binding,
    BindingKind,
    Expando,
    Expr,
    Facts,
    Ref,
    RefKind,
    Scope,
    ScopeKind,
    line_of,
)

SCOPE_KINDS: tuple[ScopeKind, ...] = get_args(ScopeKind)
BINDING_KINDS: tuple[BindingKind, ...] = get_args(BindingKind)
REF_KINDS: tuple[RefKind, ...] = get_args(RefKind)

_Record = TypeVar("_Record")

_FORMAT = 4
_LEVEL = 4
_MOST_TEXTS = 1 << 31
_NUMBERS = 10
"""Texts whose numbers are remembered: a question asks for a few again and again."""

_FILE_BYTES = 4_000
_RECORD_BYTES = 250
_TEXT_BYTES = 130
"""What a file takes beside its numbers and texts, a record that was made, a text; about."""


class Records(dict[int, _Record]):
    """Records by number, each made when it is first asked for; its length tells how many were."""

    __slots__ = ("_make", "_size")

    def __init__(self, size: int, make: Callable[[int], _Record]) -> None:
        super().__init__()
        self._size = size
        self._make = make

    def __missing__(self, number: int) -> _Record:
        if not 0 <= number < self._size:
            raise IndexError(number)
        record = self[number] = self._make(number)
        return record

    def all(self) -> Iterator[_Record]:
        """Every record, in order."""
        return map(self.__getitem__, range(self._size))


class _Front:
    """The first stream: where comments are, and the texts, each cut out when it is asked for."""

    def __init__(self, head: Head, data: bytes) -> None:
        self._data = data
        self._numbers: dict[str, int] = {}
        self._comments = head.comments
        self._place: Literal["i", "q"] = WIDTHS[head.wide][1]

    @cached_property
    def _parts(self) -> tuple[Sequence[int], str]:
        """Where comments are, and the texts in one, a character that is in none around each."""
        whole, self._data = zlib.decompress(self._data) if self._data else b"", b""
        end = self._comments * BYTES[self._place]
        steps = np.frombuffer(whole[:end], self._place)
        comments = np.cumsum(steps, dtype=steps.dtype).data if end else ()
        return comments, whole[end:].decode("utf-8", "surrogatepass")

    @property
    def comments(self) -> Sequence[int]:
        """Spans in which a name means nothing: flat pairs of positions, in order."""
        return self._parts[0]

    @cached_property
    def _between(self) -> Sequence[int]:
        """The places in front of each text and behind the last one."""
        whole = self._parts[1]
        if whole.isascii():
            letters = np.frombuffer(whole.encode("ascii"), np.uint8)
            return np.flatnonzero(letters == ord(whole[0])).astype("i").data
        sizes = (len(text) + 1 for text in whole[1:-1].split(whole[0]))
        return array("i", accumulate(sizes, initial=0))

    def text(self, number: int) -> str:
        """The text of a number."""
        between = self._between
        return self._parts[1][between[number] + 1 : between[number + 1]]

    def number(self, text: str) -> int:
        """The number of a text in the columns, -1 where nothing here has it."""
        known = self._numbers.get(text)
        if known is None:
            if len(self._numbers) >= _NUMBERS:
                self._numbers.clear()
            known = self._numbers[text] = self._number(text)
        return known

    def _number(self, text: str) -> int:
        whole = self._parts[1]
        between = whole[:1]
        at = whole.find(f"{between}{text}{between}") if whole and between not in text else -1
        return bisect_left(self._between, at) if at >= 0 else -1

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        if "_parts" not in self.__dict__:
            return len(self._data)
        comments, whole = self._parts
        between = len(self._between) if "_between" in self.__dict__ else 0
        return 4 * (len(comments) + between) + len(whole)

    @property
    def package(self) -> str:
        """The first of the texts."""
        return self.text(0) if self._parts[1] else ""


class _Streams:
    """What was stored of one file, each stream unpacked when something of it is asked for.

    It knows nothing of the records that are made of it, so that they hold no cycle.
    """

    def __init__(self, head: Head, data: bytes) -> None:
        behind = HEAD.size + head.front
        self.head = head
        self.front = front = _Front(head, data[HEAD.size : behind])
        self.texts: Records[str] = Records(_MOST_TEXTS, front.text)
        self._data = data[behind:]

    @cached_property
    def columns(self) -> "Columns":
        """The numbers of the records."""
        data, self._data = self._data, b""
        return Columns(self.head, zlib.decompress(data))

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        numbers = self.columns.size if "columns" in self.__dict__ else len(self._data)
        return numbers + self.front.weight + len(self.texts) * _TEXT_BYTES

    def expr(self, at: int) -> Expr:
        """Make an expression."""
        c, n = self.columns, self.columns.indices
        parts = c.at.expr_parts
        start = c.expr_ends[at - 1] if at else 0
        return Expr(
            c.words[c.letters[at]],
            self.texts[n[c.at.expr_texts + at]],
            tuple(n[parts + start : parts + c.expr_ends[at]]),
        )

    def scope(self, at: int) -> Scope:
        """Make a scope."""
        c, n, first = self.columns, self.columns.indices, self.columns.at
        base = c.scope_bases_ends[at - 1] if at else 0
        value = c.scope_values_ends[at - 1] if at else 0
        start = c.scope_starts[at]
        return Scope(
            SCOPE_KINDS[c.letters[c.scope_kinds + at]],
            n[first.scope_parents + at],
            self.texts[n[first.scope_names + at]],
            n[first.scope_symbols + at],
            start,
            start + c.places[c.scope_lengths + at],
            n[first.scope_owners + at],
            tuple(n[first.scope_bases + base : first.scope_bases + c.scope_bases_ends[at]]),
            n[first.scope_returns + at],
            tuple(n[first.scope_values + value : first.scope_values + c.scope_values_ends[at]]),
            tuple(c.words[n[first.scope_flags + at]].split()),
            line_of(start) + c.places[c.scope_lines + at],
        )

    def binding(self, at: int) -> Binding:
        """Make a binding."""
        c, n, first = self.columns, self.columns.indices, self.columns.at
        return Binding(
            n[first.binding_scopes + at],
            self.texts[n[first.binding_names + at]],
            BINDING_KINDS[c.letters[c.binding_kinds + at]],
            c.binding_places[at],
            n[first.binding_types + at],
            n[first.binding_values + at],
            n[first.binding_homes + at],
        )

    def ref(self, at: int) -> Ref:
        """Make a reference."""
        c, n, first = self.columns, self.columns.indices, self.columns.at
        return Ref(
            REF_KINDS[c.letters[c.ref_kinds + at]],
            self.texts[n[first.ref_names + at]],
            n[first.ref_exprs + at],
            n[first.ref_scopes + at],
            c.ref_places[at],
            n[first.ref_arguments + at],
        )

    def expando(self, at: int) -> Expando:
        """Make an assignment to a member."""
        c, n, first = self.columns, self.columns.indices, self.columns.at
        return Expando(
            n[first.expando_targets + at],
            self.texts[n[first.expando_names + at]],
            n[first.expando_values + at],
            c.places[c.expando_places + at],
            n[first.expando_homes + at],
        )


class Packed:
    """The facts of one file, unpacked as far as they are asked for.

    Attributes:
        exprs: the table of its expressions; see ``Facts`` for this and the following.
        scopes: its scopes.
        bindings: its names.
        refs: its uses.
        expandos: its assignments to members of others.
        size: how many scopes it has, 0 where it has no facts.
        nameless: whether it calls something that has no name.
    """

    def __init__(self, data: bytes) -> None:
        known = len(data) >= HEAD.size
        head = Head._make(HEAD.unpack_from(data)) if known else _NO_HEAD
        if not known or head.format != _FORMAT:
            head, data = _NO_HEAD, b""
        self._streams = streams = _Streams(head, data)
        self.size = head.scopes
        self.nameless = bool(head.nameless)
        self._front = streams.front
        self.number = streams.front.number
        self.exprs = Records(head.exprs, streams.expr)
        self.scopes = Records(head.scopes, streams.scope)
        self.bindings = Records(head.bindings, streams.binding)
        self.refs = Records(head.refs, streams.ref)
        self.expandos = Records(head.expandos, streams.expando)

    @cached_property
    def comments(self) -> Sequence[int]:
        """Spans in which a name means nothing: flat pairs of positions, in order."""
        return self._front.comments

    @property
    def package(self) -> str:
        """The package or namespace that the file says it belongs to."""
        return self._front.package

    @cached_property
    def columns(self) -> "Columns":
        """The numbers of the records."""
        return self._streams.columns

    def whole(self) -> Facts:
        """All records, as ``pack`` was given them."""
        if not self.size:
            return NO_FACTS
        return Facts(
            tuple(self.exprs.all()), tuple(self.scopes.all()), tuple(self.bindings.all()),
            tuple(self.refs.all()), tuple(self.expandos.all()), tuple(self.comments), self.package,
        )  # fmt: skip

    @property
    def weight(self) -> int:
        """The bytes that it takes in memory, about."""
        tables = (self.exprs, self.scopes, self.bindings, self.refs, self.expandos)
        made = sum(map(len, tables))
        return _FILE_BYTES + self._streams.weight + made * _RECORD_BYTES


def pack(facts: Facts) -> bytes:
    """The facts for ``Packed``; nothing for a file that has none."""
    if not facts.scopes:
        return b""
    try:
        return _pack(facts, 0)
    except struct.error:
        return _pack(facts, 1)


def _pack(facts: Facts, wide: int) -> bytes:
    index, place = WIDTHS[wide]
    ops, texts, parts = zip(*facts.exprs, strict=True)
    kinds, parents, names, symbols, starts, ends, *rest = zip(*facts.scopes, strict=True)
    owners, bases, returns, values, flags, lines = rest
    homes, bound, bound_as, positions, types, set_to, seen_in = _columns(facts.bindings, Binding)
    used_as, used, by, used_in, used_at, arguments = _columns(facts.refs, Ref)
    targets, members, put, put_at, put_in = _columns(facts.expandos, Expando)
    flagged = list(map(" ".join, flags))
    number = _numbered(chain((facts.package,), texts, names, bound, used, members))
    word = _numbered(chain(ops, flagged))
    spoken = "\0".join(word).encode()
    letters = bytes([
        *(word[op] for op in ops), *_letters(kinds, SCOPE_KINDS),
        *_letters(bound_as, BINDING_KINDS), *_letters(used_as, REF_KINDS),
    ])  # fmt: skip
    of = number.__getitem__
    indices = [
        *map(of, texts), *map(len, parts), *chain.from_iterable(parts),
        *parents, *map(of, names), *symbols, *owners, *returns, *map(word.__getitem__, flagged),
        *map(len, bases), *chain.from_iterable(bases),
        *map(len, values), *chain.from_iterable(values),
        *homes, *map(of, bound), *types, *set_to, *seen_in,
        *map(of, used), *by, *used_in, *arguments,
        *targets, *map(of, members), *put, *put_in,
    ]  # fmt: skip
    places = [
        *_steps(starts), *map(sub, ends, starts), *map(sub, lines, map(line_of, starts)),
        *_steps(positions), *_steps(used_at), *put_at,
    ]  # fmt: skip
    columns = (
        spoken, letters, struct.pack(f"={len(indices)}{index}", *indices),
        struct.pack(f"={len(places)}{place}", *places),
    )  # fmt: skip
    comments = struct.pack(f"={len(facts.comments)}{place}", *_steps(facts.comments))
    front = zlib.compress(comments + _spelled(number), _LEVEL)
    head = Head(
        _FORMAT, wide, "" in used, len(front), len(facts.comments), len(spoken), len(ops),
        sum(map(len, parts)), len(kinds), sum(map(len, bases)), sum(map(len, values)),
        len(bound), len(used), len(members),
    )  # fmt: skip
    return HEAD.pack(*head) + front + zlib.compress(b"".join(columns), _LEVEL)


_NO_HEAD = Head(_FORMAT, *[0] * 13)


def _columns(records: Sequence[Any], kind: Any) -> list[Sequence[Any]]:
    return list(zip(*records, strict=True)) or [()] * len(kind._fields)


def _numbered(texts: Iterable[str]) -> dict[str, int]:
    """Each text once, with its number in order."""
    return dict(zip(dict.fromkeys(texts), count()))


def _spelled(texts: Iterable[str]) -> bytes:
    """Texts one after another, before and behind each a character that none of them has."""
    whole = "\0".join(("", *texts, ""))
    if whole.count("\0") > len(number := list(texts)) + 1:
        between = next(c for c in map(chr, count()) if c not in whole)
        whole = between.join(("", *number, ""))
    return whole.encode("utf-8", "surrogatepass")


def _steps(numbers: Sequence[int]) -> Iterable[int]:
    """Numbers as differences to the one before."""
    return map(sub, numbers, chain((0,), numbers))


def _letters(kinds: Iterable[str], known: Sequence[str]) -> Iterator[int]:
    return map({kind: at for at, kind in enumerate(known)}.__getitem__, kinds)
