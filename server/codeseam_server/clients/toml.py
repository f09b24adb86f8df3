"""Edit one table of a TOML file, leaving every other line alone."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from codeseam_indexer.errors import UsageError

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class _Statement:
    """The table that begins here, or the key that is set, as paths; neither in a comment."""

    start: int
    end: int
    header: tuple[str, ...] = ()
    key: tuple[str, ...] = ()


def read(text: str) -> dict[str, Any]:
    """The value of a TOML text.

    Raises:
        UsageError: it is not valid.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(
            f"the file is not valid TOML ({error}); mend it, then try again."
        ) from None


def put(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """The text with ``value`` in the table ``path``; other keys of a table that is there stay.

    Raises:
        UsageError: it is written in a way that does not let a table be added.
    """
    line = _newline(text)
    rows = {key: f"{key} = {_dump(item)}{line}" for key, item in value.items()}
    table = f"[{'.'.join(path)}]{line}{''.join(rows.values())}"
    there = _at(read(text), path)
    if there is None:
        after = text + _gap(text, line) + table
    elif (found := _span(text, path)) is None or not isinstance(there, dict):
        raise _by_hand(path)
    elif not _rows(text, path):  # only tables below it are there
        after = text[: found[0]] + table + line + text[found[0] :]
    else:
        after = text if text.endswith("\n") else text + line
        for key, row in rows.items():
            if cast("dict[str, Any]", there).get(key) != value[key]:
                after = _set(after, path, key, row)
    try:
        read(after)
    except UsageError:  # a table of one line takes no other
        raise _by_hand(path) from None
    return after


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the table ``path`` and those below it."""
    while (found := _span(text, path)) is not None:
        start, end = found
        before, after = text[:start], text[end:]
        blank = re.match(r"\r?\n", after)
        if blank is not None:
            after = after[blank.end() :]
        elif not after:
            before = re.sub(r"(\n)\r?\n\Z", r"\1", before)
        text = before + after
    return text


def _span(text: str, path: Sequence[str]) -> tuple[int, int] | None:
    """Where the table and those below it begin and end; comments above the next are not theirs."""
    start, end = -1, 0
    for one in _statements(text):
        if one.header:
            mine = one.header[: len(path)] == tuple(path)
            if start < 0 and mine:
                start = one.start
            elif start >= 0 and not mine:
                break
        if one.header or one.key:
            end = one.end
    return None if start < 0 else (start, end)


def _rows(text: str, path: Sequence[str]) -> list[_Statement]:
    """The header of the table ``path`` and what follows it up to the next, [] for no table."""
    rows: list[_Statement] = []
    for one in _statements(text):
        if rows and one.header:
            break
        if rows or one.header == tuple(path):
            rows.append(one)
    return rows


def _set(text: str, path: Sequence[str], key: str, row: str) -> str:
    """The text with one row of the table ``path`` in the place of its key, or as its first."""
    header, *rows = _rows(text, path)
    there = next((one for one in rows if one.key == (key,)), None)
    start, end = (there.start, there.end) if there is not None else (header.end, header.end)
    return text[:start] + row + text[end:]


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a valid text; one of several lines ends where it can be read."""
    start = 0
    held = ""
    for line in _LINE.findall(text):
        held += line
        try:
            value: Any = tomllib.loads(held.removeprefix("\ufeff"))
        except tomllib.TOMLDecodeError:
            continue
        end = start + len(held)
        if held.removeprefix("\ufeff").lstrip().startswith("["):
            yield _Statement(start, end, header=_names(value))
        else:
            yield _Statement(start, end, key=_names(value))
        start, held = end, ""


def _names(value: Any) -> tuple[str, ...]:
    """The only way down a value: what one statement names."""
    names: list[str] = []
    while isinstance(value, dict) and value:
        name, value = next(iter(cast("dict[str, Any]", value).items()))
        names.append(name)
    return tuple(names)


def _gap(text: str, line: str) -> str:
    if not text.strip("\ufeff"):
        return ""
    return line if text.endswith("\n") else line * 2


def _by_hand(path: Sequence[str]) -> UsageError:
    return UsageError(f"{'.'.join(path)} is written in a way that only a person can change.")


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _dump(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_dump, cast('Sequence[Any]', value)))}]"
    return json.dumps(value, ensure_ascii=False)  # a JSON string, number or truth value is TOML


def _at(value: dict[str, Any], path: Sequence[str]) -> Any:
    found: Any = value
    for name in path:
        found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
    return found
