"""Reads labelled questions: a TOML or JSONL file beside the user's code.

Each names a query and where its answer stands: a path with a symbol, a path with lines, a path
alone, or several of them.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from codeseam_indexer.errors import UsageError

_PLACE = re.compile(r"(?P<path>[^:]+)(?::(?P<rest>.+))?")
_RANGE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
_HELP = (
    'write query = "…", path = "a.py" with symbol = "Class.name" or lines = [10, 20], '
    'or targets = ["a.py:name", "b.py:10-20"]'
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target as it is written in a label.

    Attributes:
        path: relative to the workspace, or its unambiguous end.
        symbol: a qualified name or the end of one, "" for none.
        lines: first and last, None for none; without a symbol too the whole file is meant.
    """

    path: str
    symbol: str = ""
    lines: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.symbol:
            return f"{self.path}:{self.symbol}"
        return self.path if self.lines is None else f"{self.path}:{self.lines[0]}-{self.lines[1]}"


@dataclass(frozen=True, slots=True)
class Label:
    """A question with the targets that answer it.

    ``at`` says where it stands in its file, for messages.
    """

    query: str
    targets: tuple[Wanted, ...]
    category: str = ""
    at: str = ""


def read_labels(file: Path) -> tuple[Label, ...]:
    """Read a file of labels; ``.toml`` is TOML with ``[[query]]`` tables, all else JSON lines.

    Raises:
        UsageError: the file cannot be read, holds no label, or one that cannot be meant.
    """
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}.") from None
    entries = _toml(file, text) if file.suffix.lower() == ".toml" else _lines(file, text)
    labels = tuple(_label(entry, at) for entry, at in entries)
    if not labels:
        raise UsageError(f"{file} holds no label; {_HELP}.")
    return labels


def _toml(file: Path, text: str) -> Iterator[tuple[object, str]]:
    try:
        entries = _list(tomllib.loads(text).get("query"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{file} is no TOML: {error}.") from None
    except TypeError:
        raise UsageError(f"{file} holds no [[query]] tables; {_HELP}.") from None
    for number, entry in enumerate(entries, 1):
        yield entry, f"{file}, query {number}"


def _lines(file: Path, text: str) -> Iterator[tuple[object, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry: object = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{file}, line {number} is no JSON: {error}.") from None
        yield entry, f"{file}, line {number}"


def _label(entry: object, at: str) -> Label:
    try:
        fields = _mapping(entry)
        query = fields["query"]
        if not isinstance(query, str) or not query.strip():
            raise ValueError
        targets = tuple(_targets(fields))
        if not targets:
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"{at} is no label; {_HELP}.") from None
    return Label(query, targets, str(fields.get("category") or ""), at)


def _targets(fields: Mapping[str, object]) -> Iterator[Wanted]:
    if "path" in fields:
        yield _wanted(fields)
    for entry in _list(fields.get("targets")):
        yield _written(entry) if isinstance(entry, str) else _wanted(_mapping(entry))


def _wanted(fields: Mapping[str, object]) -> Wanted:
    path, symbol, lines = fields["path"], fields.get("symbol") or "", fields.get("lines")
    if not isinstance(path, str) or not path or not isinstance(symbol, str):
        raise ValueError
    if isinstance(lines, str):
        return Wanted(path, symbol, _range(lines))
    if isinstance(lines, int):
        return Wanted(path, symbol, _ordered(lines, lines))
    ends = [int(cast("int", end)) for end in _list(lines)]
    if len(ends) > 2:
        raise ValueError
    return Wanted(path, symbol, _ordered(ends[0], ends[-1]) if ends else None)


def _written(text: str) -> Wanted:
    """Read ``path``, ``path:symbol`` or ``path:10-20``."""
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        raise ValueError
    rest = (match["rest"] or "").strip()
    if _RANGE.fullmatch(rest):
        return Wanted(match["path"], "", _range(rest))
    return Wanted(match["path"], rest.lstrip(":"))


def _range(text: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise ValueError
    return _ordered(int(match[1]), int(match[2] or match[1]))


def _ordered(first: int, last: int) -> tuple[int, int]:
    if not 1 <= first <= last:
        raise ValueError
    return first, last


def _list(value: object) -> Sequence[object]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise TypeError
    return cast("list[object]", value)


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return cast("dict[str, Any]", value)
