"""Edit one table of a TOML file, leaving every other line alone."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, cast

from codeseam_indexer.errors import UsageError

_HEADER = re.compile(r"^[ \t]*\[{1,2}[ \t]*(?P<name>[^\]]+?)[ \t]*\]{1,2}[ \t]*(?:#.*)?$")
_KEY = re.compile(r""""((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)""")


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
    """The text with the table ``path`` set to ``value``, in its place or at the end."""
    found = _span(text, path)
    table = f"[{'.'.join(path)}]\n" + "".join(f"{k} = {_dump(v)}\n" for k, v in value.items())
    if found is None:
        if _at(read(text), path) is not None:
            raise UsageError(f"{'.'.join(path)} is written in a way that only a person can change.")
        gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
        return text + gap + table
    start, end = found
    rest = text[end:]
    return text[:start] + table + ("\n" + rest if rest else "")


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the table ``path`` and those below it."""
    while (found := _span(text, path)) is not None:
        start, end = found
        before, after = text[:start], text[end:]
        if not after and before.endswith("\n\n"):
            before = before[:-1]
        text = before + after
    return text


def _span(text: str, path: Sequence[str]) -> tuple[int, int] | None:
    """Where the table begins and the next one, with the comments above it, does."""
    start: int | None = None
    at, content = 0, 0
    for line in text.splitlines(keepends=True):
        header = _HEADER.match(line.rstrip("\r\n"))
        if header is not None:
            names = _names(header["name"])
            mine = names[: len(path)] == list(path)
            if start is None and mine:
                start = at
            elif start is not None and not mine:
                return start, content
        at += len(line)
        if start is not None and line.strip() and not line.lstrip().startswith("#"):
            content = at
            continue
        if start is not None and content == at - len(line) and not line.strip():
            content = at  # one blank line goes with the table
    return None if start is None else (start, len(text))


def _names(written: str) -> list[str]:
    return [match[1] or match[2] or match[3] or "" for match in _KEY.finditer(written)]


def _dump(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_dump, cast('Sequence[Any]', value)))}]"
    return json.dumps(value, ensure_ascii=False)  # a JSON string, number or truth value is TOML


def _at(value: dict[str, Any], path: Sequence[str]) -> Any:
    found: Any = value
    for name in path:
        found = cast("dict[str, Any]", found).get(name) if isinstance(found, dict) else None
    return found
