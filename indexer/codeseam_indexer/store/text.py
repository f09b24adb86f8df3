"""Full-text queries: built from words that were tokenised here, quoted, and bounded in cost."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.store.database import Database
from codeseam_indexer.words import exact, split_words, written_words

WEIGHTS = (6.0, 2.0, 2.0, 3.0, 2.0, 1.0)
"""BM25 weights of name, scope, signature, path, doc and body."""

_MAX_WORDS = 64
"""A longer question is a pasted text: its rarest words say what it is about."""

_POSTINGS = 20_000
_POSTINGS_SHARE = 10
"""Postings a query may touch, some 0.3 µs each: so many, or one for each ten chunks there are.
What is left out are its commonest words, which say least."""

_NEVER_COMMON = 500
"""A word in no more chunks than this is always looked for."""


def frequencies(db: Database, words: Sequence[str], known: dict[str, int]) -> dict[str, int]:
    """Give the number of chunks in the database that hold each word; absent: none.

    Counting reads all postings of a word, so counts are remembered in ``known`` (and may lag
    behind a little); that a word is in no chunk is not, since it may come.
    """
    found: dict[str, int] = {}
    for word in words:
        if word in known:
            found[word] = known[word]
            continue
        count = db.one("SELECT doc FROM text_terms WHERE term = ?", (word,))
        if count:
            found[word] = known[word] = int(count)
    return found


def budget_for(chunks: int) -> int:
    """Give the postings that a query may touch in an index of so many chunks."""
    return max(_POSTINGS, chunks // _POSTINGS_SHARE)


def affordable(counts: dict[str, int], budget: int = _POSTINGS) -> list[str]:
    """Choose the words to look for: the rarest first, as far as the budget goes, at least one."""
    chosen: list[str] = []
    spent = 0
    for word, count in sorted(counts.items(), key=lambda item: (item[1], item[0])):
        spent += count
        if chosen and spent > budget and count > _NEVER_COMMON:
            break
        chosen.append(word)
        if len(chosen) == _MAX_WORDS:
            break
    return chosen


def known_words(words: Sequence[str]) -> list[str]:
    """Give the words of a question as the index spells them, each once, in order."""
    return list(dict.fromkeys(word for text in words for word in split_words(text)))


def any_of(words: Sequence[str]) -> str:
    """Write the FTS5 expression for any of the words; each is a quoted string, so any text is safe.

    ``words`` come from ``known_words``: they hold no quote and no NUL.
    """
    return " OR ".join(f'"{word}"' for word in words)


def ranked(
    db: Database,
    expression: str,
    limit: int,
    allowed: NDArray[np.bool_],
    weights: Sequence[float] = WEIGHTS,
) -> list[tuple[int, float]]:
    """Give the best allowed chunks for an expression with their BM25, the best first.

    All matches come in order of rank and those outside ``allowed`` are passed over, so that the
    result is what a search of the allowed chunks alone would give, whatever share they are.
    """
    rank = "bm25(" + ",".join(f"{float(weight):g}" for weight in weights) + ")"
    found: list[tuple[int, float]] = []
    rows = db.execute(
        "SELECT rowid, rank FROM text WHERE text MATCH ? AND rank MATCH ? ORDER BY rank",
        (expression, rank),
    )
    for chunk, value in rows:
        if chunk < allowed.size and allowed[chunk]:
            found.append((chunk, -value))
            if len(found) >= limit:
                rows.close()
                break
    return found


def mentions(db: Database, name: str) -> list[int] | None:
    """Give the documents whose text holds every identifier of ``name``; None: it has none."""
    words = written_words(name)
    if not words:
        return None
    expression = " AND ".join(f'"{exact(word)}"' for word in words)
    return [
        row[0]
        for row in db.execute("SELECT rowid FROM mention WHERE mention MATCH ?", (expression,))
    ]
