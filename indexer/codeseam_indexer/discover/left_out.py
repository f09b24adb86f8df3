"""Tells whether ignore rules leave out nearly all of a workspace, which nobody else would say."""

import os
from collections import deque
from collections.abc import Container, Iterator
from itertools import islice
from pathlib import Path

from codeseam_indexer.discover.names import STORES, is_data, vendored_folder
from codeseam_indexer.discover.tree import is_real_folder
from codeseam_indexer.languages import LANGUAGES, possible

_FEW = 20
"""With more files in the index than this the rules leave out enough to be useful."""

_SHARE = 20
"""So many times as many files left out as there are in the index are nearly everything."""

_PLACES = 3
"""What is left out of a workspace that has some files lies in so many places at its top at least:
a folder or two of ignored files are what is built or downloaded."""

_ENTRIES = 2_000
_ENTRIES_A_FOLDER = 200
"""So many names are looked at; some 3 ms."""

_CODE = frozenset(row.name for row in LANGUAGES if not row.prose)
_CERTAIN = 4
"""A name that may be of more languages than this says nothing."""


def nearly_all_left_out(root: Path, known: Container[str], indexed: int) -> bool:
    """Whether ignore rules leave out next to every source file of a workspace.

    Args:
        root: the workspace.
        known: every path that was found or skipped, folders that are skipped with a slash at
            their end: what is in none of them was left out by a rule.
        indexed: how many of them are files in the index.
    """
    if indexed > _FEW:
        return False
    least = max(_FEW, _SHARE * indexed) if indexed else 1
    places: set[str] = set()
    for left_out, path in enumerate(_sources(root, known), 1):
        places.add(path.partition("/")[0])
        if left_out >= least and (not indexed or len(places) >= _PLACES):
            return True
    return False


def _sources(root: Path, known: Container[str]) -> Iterator[str]:
    """The first source files that were neither found nor skipped, those near the top first."""
    waiting, looked = deque([("", frozenset[str]())]), 0
    while waiting and looked < _ENTRIES:
        folder, beside = waiting.popleft()
        try:
            with os.scandir(root / folder) as entries:
                some = list(islice(entries, _ENTRIES_A_FOLDER))
        except OSError:
            continue
        looked += len(some)
        inside = frozenset(entry.name for entry in some)
        name = folder.rpartition("/")[2]
        if folder and (".git" in inside or vendored_folder(name, inside, beside, tracked=False)):
            continue
        for entry in some:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if is_real_folder(entry):
                if entry.name not in STORES and f"{path}/" not in known:
                    waiting.append((path, inside))
            elif path not in known and entry.is_file() and _is_code(entry.name):
                yield path


def _is_code(name: str) -> bool:
    languages = possible(name)
    return len(languages) <= _CERTAIN and not languages.isdisjoint(_CODE) and not is_data(name)
