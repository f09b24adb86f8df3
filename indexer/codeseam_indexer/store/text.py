"""What is looked for: the words of a question, as many as are affordable, and mentions of names."""

from codeseam_indexer.store.database import Database
from codeseam_indexer.words import exact, written_words

_MAX_WORDS = 64
"""A longer question is a pasted text: its rarest words say what it is about."""

_POSTINGS = 20_000
_POSTINGS_SHARE = 10
"""Postings a query may touch, some 40 ns each: so many, or one for each ten chunks there are.
What is left out are its commonest words, which say least."""

_NEVER_COMMON = 500
"""A word in no more chunks than this is always looked for."""


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
