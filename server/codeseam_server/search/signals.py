"""The signals that order files and chunks, each with its weight, in two tables.

A signal looks at all candidates of a question at once and gives a number for each. What it needs of
every single one (``each``) should be quick to read from what is kept of it.

The weights are learned by ``benchmarks/rank_train.py`` on labelled questions (listwise softmax over
the candidates of a question) and checked by cross-validation over repositories;
``benchmarks/RESULTS.md`` shows what each is worth. All weights are for the signals as they are
given here, none is scaled afterwards.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import ChunkRow
from codeseam_server.search.families import FLOAT, Wanted, last_stems, name_words
from codeseam_server.search.profile import Profile
from codeseam_server.search.question import Question

T = TypeVar("T")
S = TypeVar("S")


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


class Files(NamedTuple):
    """The files beside one question, by path: all that a signal of files may look at.

    Attributes:
        asked: the question.
        profiles: the files.
        words: BM25 of each word in the chunk that is best for it, added up, over the most of all.
        gist: cosine of the mean of its chunks over the best of all.
        meaning: cosine of its best chunk over the best of all.
        text_top: how many of its chunks are among the 50 best by BM25.
        meaning_top: the same by cosine.
        symbol: best of its symbols: share of the question in its name x share of its name asked.
        defines: how much it says that it defines a name of the question x share of the question
            in that name, 0 where it does not.
        stem: share of the question in the file's name.
        rarity: of the words of the file's name at least, where one of them was asked for.
    """

    asked: Asked
    profiles: Sequence[Profile]
    words: FLOAT
    gist: FLOAT
    meaning: FLOAT
    text_top: NDArray[np.int64]
    meaning_top: NDArray[np.int64]
    symbol: FLOAT
    defines: FLOAT
    stem: FLOAT
    rarity: Mapping[str, float]


class Pieces(NamedTuple):
    """Chunks beside one question, by path and line: all that a signal of chunks may look at.

    Attributes:
        asked: the question.
        rows: the chunks.
        file: of each the place of its file among the candidates.
        text: BM25 over the best of all chunks.
        meaning: cosine over the best of all chunks.
        text_rank: 1 for the best chunk by BM25, a half for the eleventh, and so on; 0 for none.
        mentioned: how much the best chunks speak of what it defines, 0 at the first look.
        mentions: how much it speaks of what the best chunks define, likewise.
    """

    asked: Asked
    rows: Sequence[ChunkRow]
    file: NDArray[np.int64]
    text: FLOAT
    meaning: FLOAT
    text_rank: FLOAT
    mentioned: FLOAT
    mentions: FLOAT


@dataclass(frozen=True, slots=True)
class Signal(Generic[T]):
    """A number between about 0 and 10 for each candidate, and what one of it is worth."""

    name: str
    weight: float
    of: Callable[[T], FLOAT]
    what: str


def each(of: Callable[[S], float], subjects: Iterable[S]) -> FLOAT:
    """Give a number for each of some subjects."""
    return np.fromiter(map(of, subjects), np.float64)


def _path(files: Files) -> FLOAT:
    return files.asked.wanted.share([profile.place.words for profile in files.profiles])


def _stem_precision(files: Files) -> FLOAT:
    """Share of the rarity of the file's name that was asked for."""
    wanted, rarity = files.asked.wanted, files.rarity
    found = np.zeros(files.stem.size)
    for at in np.flatnonzero(files.stem).tolist():
        words = sorted(files.profiles[at].place.stem.exact)
        total = sum(rarity[word] for word in words)
        met = sum(rarity[word] * wanted.met_by(word) for word in words)
        found[at] = met / total if total else 0.0
    return found


def _folder_precision(files: Files) -> FLOAT:
    """Share of the name of the file's folder that was asked for."""
    met_by = files.asked.wanted.met_by

    @cache  # many files lie in one folder
    def of(words: frozenset[str]) -> float:
        return sum(map(met_by, words)) / (len(words) or 1)

    return each(lambda profile: of(profile.place.folder.exact), files.profiles)


def _named(files: Files) -> FLOAT:
    names = files.asked.names
    return each(lambda profile: profile.place.name in names, files.profiles)


def _in(sort: str) -> Callable[[Files], FLOAT]:
    def of(files: Files) -> FLOAT:
        if sort in files.asked.question.asks:
            return np.zeros(len(files.profiles))
        return each(lambda profile: sort in profile.place.sorts, files.profiles)

    return of


FILE_SIGNALS: tuple[Signal[Files], ...] = (
    Signal("words", 1.8, lambda f: f.words, "BM25 of its best chunk for each word"),
    Signal("text_top", 0.22, lambda f: np.log1p(f.text_top), "its chunks among the 50 best"),
    Signal("meaning", 1.1, lambda f: f.meaning, "cosine of its best chunk"),
    Signal("meaning_top", 0.44, lambda f: np.log1p(f.meaning_top), "its among the 50 nearest"),
    Signal("gist", 2.5, lambda f: f.gist, "cosine of the mean of its chunks"),
    Signal("path", 1.4, _path, "question in its path"),
    Signal("stem_all", 1.8, _stem_precision, "its name in the question"),
    Signal("folder", 1, _folder_precision, "its folder's name in the question"),
    Signal("symbol", 2.4, lambda f: f.symbol, "best single symbol, both ways"),
    Signal("defines", 4.8, lambda f: f.defines, "a name of the question is defined here"),
    Signal("named", 1, _named, "is called so itself"),
    Signal("test", -4.4, _in("test"), "a test, not asked for"),
    Signal("example", -2.3, _in("example"), "an example or document, not asked for"),
    Signal("compat", -4.2, _in("compat"), "for compatibility, generated or vendored"),
    Signal("port", -3.7, _in("port"), "for one platform only, not asked for"),
    Signal("code", 2.35, lambda f: each(lambda p: p.code, f.profiles), "is code"),
    Signal("prose", -2.1, lambda f: each(lambda p: p.prose, f.profiles), "is prose"),
    Signal("types", -1, lambda f: each(lambda p: p.types, f.profiles), "declares types"),
    Signal("depth", -0.87, lambda f: each(lambda p: p.place.depth, f.profiles), "folders above it"),
)
"""What makes a file answer a question."""


_TESTS = re.compile(r"(?:^|\.)(?:tests?|Test[A-Z]\w*)(?:\.|$)")


@lru_cache(maxsize=1 << 15)
def _in_a_test(symbol: str) -> bool:
    return _TESTS.search(symbol) is not None


def _name_match(pieces: Pieces) -> FLOAT:
    return pieces.asked.wanted.both_ways([last_stems(row.symbol) for row in pieces.rows])


def _scope_match(pieces: Pieces) -> FLOAT:
    return pieces.asked.wanted.share([name_words(row.symbol) for row in pieces.rows])


def _called(pieces: Pieces) -> FLOAT:
    """Whether it is (the head of) the very symbol that the question names."""
    question = pieces.asked.question
    if not question.names:
        return np.zeros(len(pieces.rows))

    def of(row: ChunkRow) -> float:
        scope, _, name = row.symbol.rpartition(".")
        if name not in question.names:
            return 0.0
        qualified = f"{scope.rpartition('.')[2]}.{name}" in question.scoped
        return (1.0 if row.kind in ("definition", "header") else 0.5) * (2 if qualified else 1)

    return each(of, pieces.rows)


def _is_test(pieces: Pieces) -> FLOAT:
    if "test" in pieces.asked.question.asks:
        return np.zeros(len(pieces.rows))
    return each(lambda row: row.symbol_kind == "test" or _in_a_test(row.symbol), pieces.rows)


def _length(pieces: Pieces) -> FLOAT:
    return np.log(each(lambda row: 2 + row.end_line - row.start_line, pieces.rows))


def _kind(kind: str) -> Callable[[Pieces], FLOAT]:
    return lambda pieces: each(lambda row: row.kind == kind, pieces.rows)


def _outdone(pieces: Pieces) -> FLOAT:
    """Whether something twice as long has its name in its file: it only declares what that does."""
    named = [(row.document, row.symbol) if row.symbol else None for row in pieces.rows]
    many = {name for name, times in Counter(named).items() if name and times > 1}
    longest: dict[tuple[int, str], int] = {}
    found = np.zeros(len(named))
    for name, row in zip(named, pieces.rows, strict=True):
        if name in many:
            longest[name] = max(row.end_line - row.start_line + 1, longest.get(name, 0))
    for at, (name, row) in enumerate(zip(named, pieces.rows, strict=True)):
        if name in many and row.kind == "definition":
            found[at] = 2 * (row.end_line - row.start_line + 1) <= longest[name]
    return found


SECOND_LOOK: tuple[Signal[Pieces], ...] = (
    Signal("mentioned", 1.4, lambda p: p.mentioned, "the best chunks speak of what it defines"),
    Signal("mentions", 1, lambda p: p.mentions, "it speaks of what the best chunks define"),
)
"""Of ``PIECE_SIGNALS`` those that need to know which chunks are the best by the others."""

PIECE_SIGNALS: tuple[Signal[Pieces], ...] = (
    Signal("text", 2.3, lambda p: p.text, "BM25"),
    Signal("meaning", 3, lambda p: p.meaning, "cosine"),
    Signal("text_rank", 1.3, lambda p: p.text_rank, "place by BM25"),
    Signal("name", 4.2, _name_match, "its symbol's name, both ways"),
    Signal("scope", 1.4, _scope_match, "question in its qualified name"),
    Signal("called", 2, _called, "is what the question names"),
    *SECOND_LOOK,
    Signal("header", -2.1, _kind("header"), "the head of a class"),
    Signal("part", -1.7, _kind("part"), "a piece of a function"),
    Signal("outdone", -1.5, _outdone, "a longer one has its name: a declaration, an overload"),
    Signal("loose", -0.9, _kind("module"), "imports and loose statements"),
    Signal("test", -1.5, _is_test, "a test in a file of other things, not asked for"),
    Signal("length", -0.33, _length, "logarithm of its lines: a price, not learned"),
)
"""What makes a chunk the right one of its file, and its file the right one."""


def values(signals: Sequence[Signal[T]], subjects: T) -> FLOAT:
    """Give the signals (rows) of all files or chunks (columns)."""
    return np.array([signal.of(subjects) for signal in signals])


def score(signals: Sequence[Signal[T]], subjects: T) -> FLOAT:
    """Give the weighted sum of the signals of each file or chunk."""
    weights = np.array([signal.weight for signal in signals])
    return np.einsum("i,ij->j", weights, values(signals, subjects))
