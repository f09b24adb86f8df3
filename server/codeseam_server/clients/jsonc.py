"""Edit one member of a JSON file that may have comments, leaving every other character alone."""

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from codeseam_indexer.errors import UsageError

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NOTHING = "\ufeff \t\r\n"
_STRICT = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object, and where its key, its value and its comma are in the text."""

    name: str
    value: Any
    start: int
    at: int
    end: int
    comma: int


def read(text: str) -> Any:
    """The value of a text with comments and trailing commas; an empty text is an empty object.

    Raises:
        UsageError: it is no such text.
    """
    if not text.strip(_NOTHING):
        return {}
    at = _skip(text, 0)
    value, end = _value(text, at)
    if _skip(text, end) != len(text):
        raise _broken(text, end)
    return value


def put(text: str, path: Sequence[str], value: Any) -> str:
    """The text with ``value`` at ``path``: what is missing is made, as the file is written.

    Of an object that is there, the members that ``value`` does not have stay.
    """
    if not text.strip(_NOTHING):
        text = ("\ufeff" if text.startswith("\ufeff") else "") + "{}\n"
    at = _skip(text, 0)
    for depth, name in enumerate(path):
        member = _find(text, at, name)
        rest = path[depth + 1 :]
        if member is None:
            nested = value
            for outer in reversed(rest):
                nested = {outer: nested}
            return _insert(text, at, name, nested, depth)
        if not rest:
            return _replace(text, path, member, value)
        if text[member.at] != "{":
            raise UsageError(f"{'.'.join(path[: depth + 1])} is not an object; mend it by hand.")
        at = member.at
    raise ValueError("an empty path")


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the member at ``path``, the same text where there is none."""
    if not text.strip(_NOTHING):
        return text
    at = _skip(text, 0)
    for name in path[:-1]:
        member = _find(text, at, name)
        if member is None or text[member.at] != "{":
            return text
        at = member.at
    members, _ = _members(text, at)
    index = next((i for i, member in enumerate(members) if member.name == path[-1]), None)
    return text if index is None else _cut(text, members, index)


def _replace(text: str, path: Sequence[str], member: _Member, value: Any) -> str:
    if member.value == value:
        return text
    if isinstance(value, dict) and isinstance(member.value, dict):
        for name, inner in cast("dict[str, Any]", value).items():
            text = put(text, (*path, name), inner)
        return text
    new = _dump(value, text, len(path))
    return text[: member.at] + new + text[member.end :]


def _cut(text: str, members: list[_Member], index: int) -> str:
    member = members[index]
    if member.comma >= 0:
        end = member.comma + 1
        start = _line_start(text, member.start)
        line_end = text.find("\n", end)
        alone = (
            line_end >= 0
            and not text[end:line_end].strip()
            and not text[start : member.start].strip()
        )
        return (
            text[:start] + text[line_end + 1 :]
            if alone
            else text[: member.start] + text[end:].lstrip(" ")
        )
    if index:  # the last one: the comma before it goes too
        before = members[index - 1]
        return (
            text[: before.end] + text[before.comma + 1 : member.start].rstrip() + text[member.end :]
        )
    inner = text[: member.start].rstrip()
    rest = text[member.end :]
    return inner + (rest.lstrip() if inner.endswith("{") else rest)


def _insert(text: str, at: int, name: str, value: Any, depth: int) -> str:
    if text[at] != "{":
        raise UsageError("The file does not hold an object; mend it by hand.")
    line = _newline(text)
    inner = line + _unit(text) * (depth + 1)
    new = f"{json.dumps(name)}: {_dump(value, text, depth + 1)}"
    members, end = _members(text, at)
    if not members:
        close = end - 1
        inside = text[at + 1 : close].rstrip()
        return text[: at + 1] + inside + inner + new + line + _unit(text) * depth + text[close:]
    last = members[-1]
    if last.comma >= 0:
        at = _comment_end(text, last.comma + 1)
        return text[:at] + inner + new + "," + text[at:]
    at = _comment_end(text, last.end)
    return text[: last.end] + "," + text[last.end : at] + inner + new + text[at:]


def _comment_end(text: str, at: int) -> int:
    """The end of a comment that follows on the same line, since it speaks of what is before it."""
    found = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\n]*?\*/[ \t]*(?=\r?\n))").match(text, at)
    return found.end() if found else at


def _dump(value: Any, text: str, depth: int) -> str:
    """A value as it is written so deep in ``text``."""
    unit = _unit(text)
    lines = json.dumps(value, indent=unit, ensure_ascii=False)
    return lines.replace("\n", _newline(text) + unit * depth)


def _unit(text: str) -> str:
    """The indentation of the file: that of its first indented line."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _find(text: str, at: int, name: str) -> _Member | None:
    if text[at : at + 1] != "{":
        raise UsageError("The file does not hold an object; mend it by hand.")
    found = [member for member in _members(text, at)[0] if member.name == name]
    return found[-1] if found else None  # of equal keys the last one counts


def _members(text: str, at: int) -> tuple[list[_Member], int]:
    """The members of the object that begins at ``at``, and where it ends."""
    members: list[_Member] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key = _STRING.match(text, at)
        if key is None:
            raise _broken(text, at)
        colon = _skip(text, key.end())
        if text[colon : colon + 1] != ":":
            raise _broken(text, colon)
        start = _skip(text, colon + 1)
        value, end = _value(text, start)
        after = _skip(text, end)
        comma = after if text[after : after + 1] == "," else -1
        members.append(_Member(_STRICT.decode(key[0]), value, at, start, end, comma))
        if comma < 0 and text[after : after + 1] != "}":
            raise _broken(text, after)
        at = _skip(text, comma + 1) if comma >= 0 else after
    return members, at + 1


def _value(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at ``at`` and where it ends."""
    with contextlib.suppress(ValueError):  # comments: the slow way
        return _STRICT.raw_decode(text, at)
    char = text[at : at + 1]
    if char == "{":
        members, end = _members(text, at)
        return {member.name: member.value for member in members}, end
    if char == "[":
        return _array(text, at)
    raise _broken(text, at)


def _array(text: str, at: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        item, at = _value(text, at)
        items.append(item)
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise _broken(text, at)
    return items, at + 1


def _skip(text: str, at: int) -> int:
    if at == 0 and text.startswith("\ufeff"):
        at = 1
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _broken(text: str, at: int) -> UsageError:
    line = text.count("\n", 0, at) + 1
    return UsageError(f"line {line} is not valid JSON; mend it, then try again.")
