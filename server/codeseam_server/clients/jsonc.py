"""Edit one member of a JSON file that may have comments, leaving every other character alone."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from codeseam_indexer.errors import UsageError

_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^\s,\]}/]+")


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object: where its key, its value and its comma are in the text."""

    name: str
    start: int
    value: int
    end: int
    comma: int


def read(text: str) -> Any:
    """The value of a text with comments and trailing commas; an empty text is an empty object.

    Raises:
        UsageError: it is no such text.
    """
    if not text.strip("\ufeff \t\r\n"):
        return {}
    at = _skip(text, 0)
    value, end = _value(text, at)
    if _skip(text, end) != len(text):
        raise _broken(text, end)
    return value


def put(text: str, path: Sequence[str], value: Any) -> str:
    """The text with ``value`` at ``path``; what is there is replaced, what is missing is made."""
    if not text.strip("\ufeff \t\r\n"):
        text = "{}\n"
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
            if _value(text, member.value)[0] == value:
                return text
            new = _dump(value, _unit(text), depth + 1)
            return text[: member.value] + new + text[member.end :]
        if text[member.value] != "{":
            raise UsageError(f"{'.'.join(path[: depth + 1])} is not an object; mend it by hand.")
        at = member.value
    raise ValueError("an empty path")


def drop(text: str, path: Sequence[str]) -> str:
    """The text without the member at ``path``, the same text where there is none."""
    if not text.strip("\ufeff \t\r\n"):
        return text
    at = _skip(text, 0)
    for name in path[:-1]:
        member = _find(text, at, name)
        if member is None or text[member.value] != "{":
            return text
        at = member.value
    members = list(_members(text, at))
    index = next((i for i, member in enumerate(members) if member.name == path[-1]), None)
    return text if index is None else _cut(text, members, index)


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
    start, end = member.start, member.end
    inner = text[:start].rstrip()
    return inner + text[end:].lstrip() if inner.endswith("{") else text[:start] + text[end:]


def _insert(text: str, at: int, name: str, value: Any, depth: int) -> str:
    if text[at] != "{":
        raise UsageError("The file does not hold an object; mend it by hand.")
    unit = _unit(text)
    inner = "\n" + unit * (depth + 1)
    new = f"{json.dumps(name)}: {_dump(value, unit, depth + 1)}"
    members = list(_members(text, at))
    if not members:
        close = _object_end(text, at) - 1
        inside = text[at + 1 : close].rstrip()
        return text[: at + 1] + inside + inner + new + "\n" + unit * depth + text[close:]
    last = members[-1]
    if last.comma >= 0:
        at = _comment_end(text, last.comma + 1)
        return text[:at] + inner + new + "," + text[at:]
    at = _comment_end(text, last.end)
    return text[: last.end] + "," + text[last.end : at] + inner + new + text[at:]


def _comment_end(text: str, at: int) -> int:
    """The end of a comment that follows on the same line, since it speaks of what is before it."""
    found = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*(?=\n))").match(text, at)
    return found.end() if found else at


def _dump(value: Any, unit: str, depth: int) -> str:
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", "\n" + unit * depth)


def _unit(text: str) -> str:
    """The indentation of the file: that of its first indented line."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _find(text: str, at: int, name: str) -> _Member | None:
    if text[at : at + 1] != "{":
        raise UsageError("The file does not hold an object; mend it by hand.")
    found = [member for member in _members(text, at) if member.name == name]
    return found[-1] if found else None  # of equal keys the last one counts


def _members(text: str, at: int) -> Iterator[_Member]:
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key = _STRING.match(text, at)
        if key is None:
            raise _broken(text, at)
        colon = _skip(text, key.end())
        if text[colon : colon + 1] != ":":
            raise _broken(text, colon)
        value = _skip(text, colon + 1)
        _, end = _value(text, value)
        after = _skip(text, end)
        comma = after if text[after : after + 1] == "," else -1
        yield _Member(json.loads(key[0]), at, value, end, comma)
        if comma < 0 and text[after : after + 1] != "}":
            raise _broken(text, after)
        at = _skip(text, comma + 1) if comma >= 0 else after


def _object_end(text: str, at: int) -> int:
    return _value(text, at)[1]


def _value(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at ``at`` and where it ends."""
    char = text[at : at + 1]
    if char == "{":
        members = list(_members(text, at))
        last = members[-1] if members else None
        start = at + 1 if last is None else (last.end if last.comma < 0 else last.comma + 1)
        close = _skip(text, start)
        return {m.name: _value(text, m.value)[0] for m in members}, close + 1
    if char == "[":
        return _array(text, at)
    found = _STRING.match(text, at) or _SCALAR.match(text, at)
    if found is None:
        raise _broken(text, at)
    try:
        return json.loads(found[0], strict=False), found.end()
    except ValueError:
        raise _broken(text, at) from None


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
