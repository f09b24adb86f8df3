"""Occurrences of a name in a text, with what stands around them on their line."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_SHORT = 4


class Occurrence(NamedTuple):
    """A name in a text, its line, and what stands before and behind it there."""

    name: str
    line: int
    before: str
    after: str


def places(text: str, name: str) -> list[tuple[int, int]]:
    """The line and the offset of each place of a name as a whole word."""
    count = text.count
    line, behind = 1, 0
    found: list[tuple[int, int]] = []
    for at in _short(text, name) if len(name) <= _SHORT else _long(text, name):
        line += count("\n", behind, at)
        behind = at
        found.append((line, at))
    return found


def _short(text: str, name: str) -> list[int]:
    """Where a name stands that many words hold."""
    return [found.start() for found in _whole(name).finditer(text)]


@lru_cache(maxsize=64)
def _whole(name: str) -> re.Pattern[str]:
    """What finds a name as a whole word.

    It begins with the name, and looks behind after it: so it is looked for as fast as a text.
    """
    plain = re.escape(name)
    return re.compile(rf"{plain}(?<!\w{plain})(?!\w)")


def _long(text: str, name: str) -> list[int]:
    """Where a name stands that is mostly a word of its own: no pattern is made for each."""
    find, size = text.find, len(name)
    found: list[int] = []
    at = find(name)
    while at >= 0:
        end = at + size
        after, before = text[end : end + 1], text[at - 1 : at]
        if not (after.isalnum() or after == "_" or before.isalnum() or before == "_"):
            found.append(at)
        at = find(name, end)
    return found


def occurrence(text: str, name: str, line: int, at: int) -> Occurrence:
    """A place of a name with its line around it."""
    end = at + len(name)
    stop = text.find("\n", end)
    rest = text[end:] if stop < 0 else text[end:stop]
    return Occurrence(name, line, text[text.rfind("\n", 0, at) + 1 : at], rest)


def occurrences(text: str, name: str) -> Iterator[Occurrence]:
    """The places of a name as a whole word, each with its line."""
    return (occurrence(text, name, line, at) for line, at in places(text, name))


def quoted(before: str) -> bool:
    """Whether what follows some text on its line stands in a string, as far as a line shows."""
    return any(before.count(q) % 2 for q in "\"'`")
