"""The signals that order files and chunks, each with its weight, in two tables.

The weights are learned by ``benchmarks/rank_train.py`` on labelled questions (listwise softmax over
the candidates of a question) and checked by cross-validation over repositories;
``benchmarks/RESULTS.md`` shows what each is worth. All weights are for the signals as they are
given here, none is scaled afterwards.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from codeseam_indexer.records import ChunkRow
from codeseam_server.search.families import Wanted, name_words
from codeseam_server.search.profile import Profile
from codeseam_server.search.question import Question

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what the index says of its words.

    Attributes:
        question: as it was read.
        wanted: its stems, each weighted by its inverse document frequency.
        names: its identifiers, lower-cased and without underscores.
    """

    question: Question
    wanted: Wanted
    names: frozenset[str]


def asked(question: Question, rarity: Mapping[str, float]) -> Asked:
    """Join a question and the rarity of its stems."""
    return Asked(
        question=question,
        wanted=Wanted(rarity),
        names=frozenset(name.lower().replace("_", "") for name in question.names),
    )


class Whole(NamedTuple):
    """A file as a whole beside one question, over the best of all files.

    Attributes:
        words: BM25 of each word in the chunk that is best for it, added up.
        meaning: cosine of the mean of its chunks.
    """

    words: float
    meaning: float


class File(NamedTuple):
    """One file beside one question: all that a signal of files may look at.

    Attributes:
        asked: the question.
        profile: the file.
        whole: the same as a whole.
        meaning: cosine of its best chunk over the best of all.
        text_top: how many of its chunks are among the 50 best by BM25.
        meaning_top: the same by cosine.
        symbol: best of its symbols: share of the question in its name x share of its name asked.
        defines: how much it says that it defines a name of the question, 0 where it does not.
        rarity: of the words of the file's name at least, where one of them was asked for.
    """

    asked: Asked
    profile: Profile
    whole: Whole
    meaning: float
    text_top: int
    meaning_top: int
    symbol: float
    defines: float
    rarity: Mapping[str, float]


class Piece(NamedTuple):
    """One chunk beside one question: all that a signal of chunks may look at.

    Attributes:
        asked: the question.
        row: the chunk.
        text: BM25 over the best of all chunks.
        meaning: cosine over the best of all chunks.
        text_rank: 1 for the best chunk by BM25, a half for the eleventh, and so on.
    """

    asked: Asked
    row: ChunkRow
    text: float
    meaning: float
    text_rank: float


@dataclass(frozen=True, slots=True)
class Signal(Generic[T]):
    """A number between about 0 and 10 and what one of it is worth."""

    name: str
    weight: float
    of: Callable[[T], float]
    what: str


def _stem_precision(file: File) -> float:
    """Share of the rarity of the file's name that was asked for."""
    if not file.asked.wanted.share(file.profile.place.stem):
        return 0.0
    asked_for = total = 0.0
    for word in file.profile.place.stem.exact:
        rare = file.rarity[word]
        total += rare
        asked_for += rare * file.asked.wanted.met_by(word)
    return asked_for / total if total else 0.0


def _in(sort: str) -> Callable[[File], float]:
    def of(file: File) -> float:
        place = file.profile.place
        return float(sort in place.sorts and sort not in file.asked.question.asks)

    return of


FILE_SIGNALS: tuple[Signal[File], ...] = (
    Signal("words", 1.7, lambda f: f.whole.words, "BM25 of its best chunk for each word"),
    Signal("text_top", 0.22, lambda f: math.log1p(f.text_top), "its chunks among the 50 best"),
    Signal("meaning", 1.2, lambda f: f.meaning, "cosine of its best chunk"),
    Signal("meaning_top", 0.47, lambda f: math.log1p(f.meaning_top), "its among the 50 nearest"),
    Signal("gist", 2.5, lambda f: f.whole.meaning, "cosine of the mean of its chunks"),
    Signal(
        "path", 2, lambda f: f.asked.wanted.share(f.profile.place.words), "question in its path"
    ),
    Signal("stem_all", 1.75, _stem_precision, "its name in the question"),
    Signal("symbol", 2.4, lambda f: f.symbol, "best single symbol, both ways"),
    Signal("defines", 1.8, lambda f: f.defines, "a name of the question is defined here"),
    Signal(
        "named", 0.5, lambda f: float(f.profile.place.name in f.asked.names), "is called so itself"
    ),
    Signal("test", -4.4, _in("test"), "a test, not asked for"),
    Signal("example", -2.3, _in("example"), "an example or document, not asked for"),
    Signal("compat", -4.2, _in("compat"), "for compatibility, generated or vendored"),
    Signal("port", -3.7, _in("port"), "for one platform only, not asked for"),
    Signal("code", 2.35, lambda f: float(f.profile.code), "is code"),
    Signal("prose", -2.1, lambda f: float(f.profile.prose), "is prose"),
    Signal("depth", -0.74, lambda f: float(f.profile.place.depth), "folders above it"),
)
"""What makes a file answer a question."""


_TESTS = re.compile(r"(?:^|\.)(?:tests?|Test[A-Z]\w*)(?:\.|$)")


def _name_match(piece: Piece) -> float:
    return piece.asked.wanted.both_ways(name_words(piece.row.symbol.rpartition(".")[2]))


def _scope_match(piece: Piece) -> float:
    return piece.asked.wanted.share(name_words(piece.row.symbol))


def _called(piece: Piece) -> float:
    """Whether it is (the head of) the very symbol that the question names."""
    scope, _, name = piece.row.symbol.rpartition(".")
    question = piece.asked.question
    if name not in question.names:
        return 0.0
    qualified = f"{scope.rpartition('.')[2]}.{name}" in question.scoped
    return (1.0 if piece.row.kind in ("definition", "header") else 0.5) * (2 if qualified else 1)


def _is_test(piece: Piece) -> float:
    row = piece.row
    inside = row.symbol_kind == "test" or _TESTS.search(row.symbol) is not None
    return float(inside and "test" not in piece.asked.question.asks)


def _length(piece: Piece) -> float:
    return math.log(2 + piece.row.end_line - piece.row.start_line)


def _kind(kind: str) -> Callable[[Piece], float]:
    return lambda piece: float(piece.row.kind == kind)


PIECE_SIGNALS: tuple[Signal[Piece], ...] = (
    Signal("text", 2.2, lambda p: p.text, "BM25"),
    Signal("meaning", 3.1, lambda p: p.meaning, "cosine"),
    Signal("text_rank", 1.7, lambda p: p.text_rank, "place by BM25"),
    Signal("name", 3, _name_match, "its symbol's name, both ways"),
    Signal("scope", 1.1, _scope_match, "question in its qualified name"),
    Signal("called", 2, _called, "is what the question names"),
    Signal("header", -1.9, _kind("header"), "the head of a class"),
    Signal("part", -1.4, _kind("part"), "a piece of a function"),
    Signal("loose", -3, _kind("module"), "imports and loose statements"),
    Signal("test", -1.4, _is_test, "a test in a file of other things, not asked for"),
    Signal("length", -0.32, _length, "logarithm of its lines: a price, not learned"),
)
"""What makes a chunk the right one of its file, and its file the right one."""


def score(signals: Sequence[Signal[T]], subject: T) -> float:
    """Give the weighted sum of the signals of a file or a chunk."""
    total = 0.0
    for signal in signals:
        total += signal.weight * signal.of(subject)
    return total
