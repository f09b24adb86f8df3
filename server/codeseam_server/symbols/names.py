"""What a written symbol name can mean: any separator, a place before it, call brackets after it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SEPARATORS = re.compile(r"::|->|\.|#|/|\\")
_QUOTES = "`'\"\u201c\u201d\u2018\u2019"
_KEYWORDS = re.compile(
    r"^(?:(?:export|default|public|private|protected|static|async|pub|const|final|abstract)\s+)*"
    r"(?:def|class|func|fun|fn|function|method|struct|enum|trait|interface|impl|type|module|"
    r"namespace|macro|record|object|protocol|constructor|property|field|variable)\s+(?=\S)"
)
_RECEIVER = re.compile(r"^\(\s*(?:\w+\s+)?[*&]?\s*(\w+)\s*\)\s*[.]?\s*")
_LINE = re.compile(r"^(?P<path>.+?)(?::|#L)(?P<line>\d+)(?:[-:]L?\d+)?$")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a query: an optional place and a name, or a line of a file."""

    path: str
    name: str
    line: int = 0


def tidy(query: str) -> str:
    """The query without blanks around it, quotes and backticks that an agent puts there."""
    text = " ".join(query.split())
    while len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return text.strip("`").strip()


def spellings(query: str) -> Iterator[str]:
    """The name as written, then without keyword, call brackets, type parameters, receiver."""
    text = tidy(query)
    seen: set[str] = set()
    for found in _spellings(text):
        if found and found not in seen:
            seen.add(found)
            yield found


def _spellings(text: str) -> Iterator[str]:
    yield text
    bare = _KEYWORDS.sub("", text)
    yield bare
    received = _RECEIVER.sub(lambda match: f"{match[1]}.", bare)
    yield _without_brackets(received)
    yield _without_brackets(received).lstrip("*&@$")


def _without_brackets(text: str) -> str:
    """``Vec<T>::push(item) -> bool`` as ``Vec::push``."""
    out: list[str] = []
    depth, i = 0, 0
    while i < len(text):
        char = text[i]
        if char == "(" and depth == 0:
            break  # what follows the parameters is a return type or a body
        if text.startswith("->", i):
            out.append("->" if depth == 0 else "")
            i += 2
            continue
        if char in "<[":
            depth += 1
        elif char in ">]" and depth:
            depth -= 1
        elif depth == 0:
            out.append(char)
        i += 1
    return re.sub(r"::$", "", "".join(out).rstrip(" ;:{,"))


def parts(name: str) -> tuple[str, ...]:
    """A name cut at every separator of the contract, empty pieces dropped."""
    return tuple(part.strip() for part in _SEPARATORS.split(name) if part.strip())


def tails(name: str) -> Iterator[str]:
    """The name itself, then what follows each separator: each may be a bare name."""
    yield name
    for match in _SEPARATORS.finditer(name):
        if tail := name[match.end() :].strip():
            yield tail


def places(text: str) -> Iterator[Reading]:
    """Every way to cut ``path:name``, ``path::name``, ``path#name``, ``path:12`` in two."""
    if (at := _LINE.match(text)) is not None:
        yield Reading(at["path"], "", int(at["line"]))
    for match in re.finditer(r"::|:|#|/", text):
        left, right = text[: match.start()], text[match.end() :]
        if left and right and not right.startswith(":"):
            yield Reading(left, right)


def ends_with(qualified: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether ``wanted`` is a suffix of ``qualified``, part by part."""
    return bool(wanted) and qualified[-len(wanted) :] == wanted
