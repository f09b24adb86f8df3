"""One ignore file, matched exactly as git matches it, in time linear in the name.

Names are bytes, as they are for git: ``?`` stands for one byte. The semantics are those of
gitignore(5) and of git's wildmatch, odd corners included: a literal beginning is compared first
and the rest is matched as if it began the pattern. Segments are matched one by one with atomic
groups and ``**`` by going back to the last one only, so that a hostile pattern cannot take
exponential time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_SPECIAL = frozenset(b"*?[\\")
_CLASSES = {
    b"alnum": b"[0-9A-Za-z]", b"alpha": b"[A-Za-z]", b"blank": rb"[ \t]",
    b"cntrl": rb"[\x00-\x1f\x7f]",
    b"digit": b"[0-9]", b"graph": rb"[\x21-\x7e]", b"lower": b"[a-z]",
    b"print": rb"[\x20-\x7e]",
    b"punct": rb"[!-/:-@\[-`{-~]", b"space": rb"[ \t\n\v\f\r]", b"upper": b"[A-Z]",
    b"xdigit": b"[0-9A-Fa-f]",
}  # fmt: skip
_MEMBERS = {
    name: frozenset(n for n in range(256) if re.fullmatch(expression, bytes([n])))
    for name, expression in _CLASSES.items()
}
_ANY_BYTE = b"[^/]"
_MAX_LINES = 20_000
"""Lines of one ignore file that are obeyed; more is no ignore file that a person wrote."""


class _Unmatchable(Exception):  # noqa: N818 - a signal inside this module
    """The pattern is malformed in a way that makes git match nothing with it."""


def _bracket(text: bytes, at: int) -> tuple[bytes, int]:
    """Translate the set that opens at ``text[at]``; the expression and the index after it."""
    at += 1
    negated = text[at : at + 1] in {b"!", b"^"} and at < len(text)
    at += negated
    members: set[int] = set()
    before: int | None = None
    first = True
    while first or text[at : at + 1] != b"]":
        first = False
        before, at = _member(text, at, before, members)
    allowed = (set(range(256)) - members if negated else members) - {ord("/")}
    if not allowed:
        return b"(?!)", at + 1
    return b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(allowed)) + b"]", at + 1


def _member(text: bytes, at: int, before: int | None, members: set[int]) -> tuple[int | None, int]:
    """Read one member into ``members``; it (as the start of a range) and the index after it."""
    byte = _byte(text, at)
    if byte == ord("\\"):
        byte = _byte(text, at + 1)
        members.add(byte)
        return byte, at + 2
    if byte == ord("-") and before and text[at + 1 : at + 2] not in {b"", b"]"}:
        end = _byte(text, at + 1)
        at += 2
        if end == ord("\\"):
            end = _byte(text, at)
            at += 1
        members.update(range(before, end + 1))
        return None, at
    if byte == ord("[") and text[at + 1 : at + 2] == b":":
        close = text.find(b"]", at + 2)
        if close < 0:
            raise _Unmatchable
        if close > at + 2 and text[close - 1] == ord(":"):
            name = text[at + 2 : close - 1]
            if name not in _MEMBERS:
                raise _Unmatchable
            members.update(_MEMBERS[name])
            return None, close + 1
    members.add(byte)
    return byte, at + 1


def _byte(text: bytes, at: int) -> int:
    if at >= len(text):
        raise _Unmatchable
    return text[at]


@dataclass(slots=True)
class _Segment:
    """What stands between two slashes: runs of one-byte expressions, a star between two runs."""

    runs: list[list[bytes]] = field(default_factory=lambda: [[]])

    def expression(self) -> bytes:
        """The expression that matches the whole segment, without ever going back over a star."""
        parts = [b"".join(run) for run in self.runs]
        if len(parts) == 1:
            return parts[0]
        middle = b"".join(b"(?>" + _ANY_BYTE + b"*?" + part + b")" for part in parts[1:-1] if part)
        return parts[0] + middle + _ANY_BYTE + b"*" + parts[-1]


class _Splitter:
    """Splits a pattern at its slashes; None stands for a ``**`` that spans folders."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._at = 0
        self._segment = _Segment()
        self.result: list[re.Pattern[bytes] | None] = []

    def split(self) -> tuple[re.Pattern[bytes] | None, ...]:
        """Read the whole pattern."""
        boundary = True  # what was read so far ends at a slash, or nothing was
        while self._at < len(self._text):
            if self._text[self._at] == ord("*"):
                boundary = self._stars(boundary=boundary)
                if boundary and self._at >= len(self._text):
                    return tuple(self.result)
            elif slash := self._slash(self._at):
                self._close()
                self._at += slash
                boundary = True
            else:
                self._one()
                boundary = False
        self._close()
        return tuple(self.result)

    def _slash(self, at: int) -> int:
        """The length of the slash, escaped or not, that stands at an index; 0 for none."""
        if self._text[at : at + 1] == b"/":
            return 1
        return 2 if self._text[at : at + 2] == b"\\/" else 0

    def _close(self) -> None:
        self.result.append(re.compile(self._segment.expression(), re.DOTALL))
        self._segment = _Segment()

    def _stars(self, *, boundary: bool) -> bool:
        """Read a run of stars; whether it was a segment of its own that spans folders."""
        end = self._at
        while self._text[end : end + 1] == b"*":
            end += 1
        slash = self._slash(end)
        if boundary and end - self._at > 1 and (slash or end == len(self._text)):
            self.result.append(None)
            self._at = end + slash
            return True
        self._segment.runs.append([])
        self._at = end
        return False

    def _one(self) -> None:
        """Read what matches one byte."""
        run = self._segment.runs[-1]
        byte = self._text[self._at]
        if byte == ord("["):
            expression, self._at = _bracket(self._text, self._at)
            run.append(expression)
            return
        if byte == ord("?"):
            run.append(_ANY_BYTE)
        else:
            self._at += byte == ord("\\")
            run.append(re.escape(bytes([_byte(self._text, self._at)])))
        self._at += 1


def _match_segments(pattern: Sequence[re.Pattern[bytes] | None], names: list[bytes]) -> bool:
    """Match folder by folder; only the last ``**`` is ever tried anew, as in a glob of one name."""
    at = name = 0
    star, resume = -1, 0
    while name < len(names):
        part = pattern[at] if at < len(pattern) else None
        if at < len(pattern) and part is None:
            if at == len(pattern) - 1:
                return True
            star, resume = at, name
            at += 1
        elif part is not None and part.fullmatch(names[name]):
            at, name = at + 1, name + 1
        elif star >= 0:
            resume += 1
            at, name = star + 1, resume
        else:
            return False
    return at == len(pattern)


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an ignore file.

    Attributes:
        negated: it takes back what an earlier line ignored.
        folders_only: it ends in a slash.
        by_name: it has no other slash and is matched against the last part of a path alone.
        literal: what it begins with up to its first special byte.
        rest: the segments that follow the literal; empty for none; None: nothing matches it.
    """

    negated: bool
    folders_only: bool
    by_name: bool
    literal: bytes
    rest: tuple[re.Pattern[bytes] | None, ...]
    broken: bool = False

    def matches(self, text: bytes) -> bool:
        """Match against a name, or against a path relative to the folder of the ignore file."""
        if self.broken or not text.startswith(self.literal):
            return False
        text = text[len(self.literal) :]
        if not self.rest:
            return not text
        if self.by_name and self.rest[0] is None:
            return True
        return _match_segments(self.rest, text.split(b"/"))


def _trim(line: bytes) -> bytes:
    """Drop trailing spaces that no backslash protects."""
    at, keep = 0, 0
    while at < len(line):
        if line[at] == ord(" "):
            at += 1
            continue
        at += 2 if line[at] == ord("\\") else 1
        keep = min(at, len(line))
    return line[:keep]


def parse_line(line: bytes) -> Rule | None:
    """Parse one line of an ignore file; None for a comment or an empty line."""
    if line.startswith(b"#"):
        return None
    text = _trim(line)
    if not text:
        return None
    negated = text.startswith(b"!")
    text = text[negated:]
    folders_only = text.endswith(b"/")
    if folders_only:
        text = text[:-1]
    by_name = b"/" not in text
    text = text.removeprefix(b"/")
    length = next((at for at, byte in enumerate(text) if byte in _SPECIAL), len(text))
    try:
        rest = _Splitter(text[length:]).split() if length < len(text) else ()
    except _Unmatchable:
        return Rule(negated, folders_only, by_name, b"", (), broken=True)
    broken = by_name and not text
    return Rule(negated, folders_only, by_name, text[:length], rest, broken)


class IgnoreFile:
    """The rules of one ignore file; the last line that matches decides."""

    def __init__(self, data: bytes) -> None:
        data = data.removeprefix(b"\xef\xbb\xbf")
        lines = data.split(b"\n")[:_MAX_LINES]
        parsed = (parse_line(line.removesuffix(b"\r")) for line in lines)
        self._rules = [rule for rule in parsed if rule is not None and not rule.broken]
        self._rules.reverse()
        named = [rule for rule in self._rules if rule.by_name]
        self._literal = frozenset(rule.literal for rule in named if not rule.rest)
        self._globs = [rule for rule in named if rule.rest]
        self._by_path = any(not rule.by_name for rule in self._rules)
        self._known: dict[bytes, bool] = {}
        self.negates = any(rule.negated for rule in self._rules)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def _names(self, name: bytes) -> bool:
        """Whether a rule that looks at names alone may match; remembered by name."""
        known = self._known.get(name)
        if known is None:
            known = name in self._literal or any(rule.matches(name) for rule in self._globs)
            if len(self._known) < 100_000:
                self._known[name] = known
        return known

    def decide(self, path: bytes, name: bytes, *, folder: bool) -> bool | None:
        """True: ignored, False: taken back, None: no rule speaks of it.

        Args:
            path: relative to the folder of this file, with ``/``.
            name: the last part of it.
            folder: whether it is a folder.
        """
        named = self._names(name)
        if not named and not self._by_path:
            return None
        for rule in self._rules:
            if rule.folders_only and not folder:
                continue
            if rule.by_name:
                if named and rule.matches(name):
                    return not rule.negated
            elif rule.matches(path):
                return not rule.negated
        return None
