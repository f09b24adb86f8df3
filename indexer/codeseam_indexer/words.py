"""Splits code and questions into the words that full-text search compares.

A word is a run of letters, digits and ``_`` of any script, lower-cased. Beside an identifier as
written stand its parts (``parseHTTPHeader2`` -> parse, http, header, 2), each with its plural or
verb ending taken off, so that a question in plain English meets an identifier. Texts to be indexed
and queries go through the same functions; nothing else may decide what a word is.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeVar

_WORD = re.compile(r"\w+")
# What ``\w+`` finds in ASCII, ten times faster: all else becomes a blank, and blanks are split at.
_APART = bytes(sign if chr(sign).isalnum() or sign == 95 else 32 for sign in range(128)).ljust(256)
_ASCII_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# Scripts written without spaces, and Hangul, whose words carry their particles: a run of them is a
# phrase, and is cut into overlapping pairs.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+"
)
_SHORT = re.compile("[^aeiou][aeiouy][^aeiouwxy]")

_CAPITAL = re.compile("[A-Z]")
_CAPITAL_MARK = "\u02c6"
"""A letter to every tokenizer, and in no identifier that anybody writes."""

_MEMO_LIMIT = 40_000
"""Distinct identifiers remembered in each memo; at some 200 bytes each four of them take 32 MB."""

_LONGEST_WORD = 200
"""Longer runs are data (base64, hashes): they are cut, so that they do not fill the index."""

_Found = TypeVar("_Found")


class Memo(dict[str, _Found]):
    """What was written -> what it gives; what is not there yet is worked out and kept.

    A dict with ``__missing__`` keeps a loop over the words of a text in C.
    """

    def __init__(self, work_out: Callable[[str], _Found]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, written: str) -> _Found:
        found = self._work_out(written)
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[written] = found
        return found


def split_words(text: str) -> list[str]:
    """Give the words of ``text`` in order.

    An identifier of several parts is given as written, lower-cased, then its parts by their stems;
    a plain word by its stem alone.
    """
    return list(chain.from_iterable(map(forms_of.__getitem__, written_words(text))))


@lru_cache(maxsize=8)
def written_words(text: str) -> Sequence[str]:
    """Give the identifiers of ``text`` as written, case kept, without their parts.

    The last few texts are remembered: the stages of a file ask for those of one chunk in turn.
    """
    if text.isascii():
        return ascii_words(text)
    # A composed and a decomposed spelling of one identifier are one word.
    return _WORD.findall(unicodedata.normalize("NFKC", text))


def ascii_words(text: str) -> list[str]:
    """Give the runs of ASCII letters, digits and ``_`` in ``text``; every other sign separates."""
    return text.encode("utf-8", "replace").translate(_APART).decode("ascii").split()


def mentioned(words: Iterable[str]) -> str:
    """Join identifiers as ``written_words`` gives them, spelled by ``exact``."""
    return " ".join(map(_exact_of.__getitem__, words))


def exact(word: str) -> str:
    """Spell a word so that an index that folds ASCII case tells ``Client`` from ``client``.

    A mark stands before each upper-case letter, which is then lower-cased.
    """
    if word.islower():
        return word
    return _CAPITAL.sub(_mark, word) if word.isascii() else "".join(map(_mark_sign, word))


def _mark(match: re.Match[str]) -> str:
    return _CAPITAL_MARK + match.group().lower()


def _mark_sign(sign: str) -> str:
    return _CAPITAL_MARK + sign.lower() if sign.isupper() else sign


def parts(identifier: str) -> tuple[str, ...]:
    """Give the lower-cased parts of an identifier, cut at ``_``, camelCase, digits; unstemmed."""
    if identifier.isascii():
        return tuple(map(str.lower, _ASCII_PART.findall(identifier)))
    found: list[str] = []
    for piece in identifier.split("_"):
        found.extend(_cut_piece(piece))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def stem(part: str) -> str:
    """Take a plural or verb ending off a lower-cased English word; short words stay as they are.

    An S-stemmer (Harman 1991) with -ing, -ed and -er (parser, parsing, parsed -> pars), since
    names are verbs and agents as often as nouns. A final e goes too, so that parse -> pars; a
    short word keeps it, and has it back (Porter 1980, step 1b): typing, typed, type -> type.
    """
    size = len(part)
    if size < 4 or not part.isascii() or not part.isalpha():
        return part
    part = _singular(part)
    for ending in ("ing", "ed", "er", "or"):
        if part.endswith(ending) and len(part) - len(ending) >= 3:
            bare = part[: -len(ending)]
            if _SHORT.fullmatch(bare):
                return bare + "e"
            if any(vowel in bare for vowel in "aeiouy"):
                return _undouble(bare)
            return part
    return part[:-1] if part.endswith("e") and len(part) > 4 else part


def _singular(part: str) -> str:
    if part.endswith("ies") and len(part) > 4:
        return part[:-3] + "y"
    if part.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return part[:-2]
    if part.endswith("s") and not part.endswith(("ss", "us", "is")):
        return part[:-1]
    return part


def _undouble(bare: str) -> str:
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz":
        return bare[:-1]
    return bare[:-1] if bare.endswith("e") and len(bare) > 4 else bare


def _forms(word: str) -> tuple[str, ...]:
    lowered = word.lower()[:_LONGEST_WORD]
    if len(word) > _LONGEST_WORD:
        return (lowered,)
    found = parts(word)
    if found == (lowered,):
        return (stem(lowered),)
    return (lowered, *map(stem, found))


def _cut_piece(piece: str) -> Iterable[str]:
    """Cut at changes between lower case, upper case, digits and unspaced scripts, any alphabet."""
    start = 0
    for match in _UNSPACED.finditer(piece):
        yield from _cut_cased(piece[start : match.start()])
        run = match.group()
        yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
        start = match.end()
    yield from _cut_cased(piece[start:])


def _cut_cased(piece: str) -> Iterable[str]:
    begin = 0
    for at in range(1, len(piece)):
        before, here = piece[at - 1], piece[at]
        after = piece[at + 1] if at + 1 < len(piece) else ""
        camel = here.isupper() and (before.islower() or (before.isupper() and after.islower()))
        if camel or before.isdigit() != here.isdigit():
            yield piece[begin:at].lower()
            begin = at
    if begin < len(piece):
        yield piece[begin:].lower()


forms_of: Memo[tuple[str, ...]] = Memo(_forms)
"""An identifier as written -> the words that ``split_words`` gives of it."""

_exact_of: Memo[str] = Memo(exact)
