"""Text of a workspace made safe to show: nothing invisible, nothing secret, no half character.

A repository is hostile input. What a terminal or a model would obey or not see is shown escaped,
not dropped, so that the reader knows that it is there.
"""

import json
import re
from collections.abc import Iterable, Iterator

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # zero width, line and bidi controls
    "\u00ad\u115f\u1160\u180e\u3164\ufe00-\ufe0e\uffa0\ufff9-\ufffb"  # fillers, other hidden marks
    "\U000e0000-\U000e01ef"  # tags and variations: text that only a model reads
    "\ud800-\udfff]"  # half of a pair: a byte of a name that is not UTF-8
)

_HALVES = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with every character that cannot be seen written as an escape."""
    return _INVISIBLE.sub(_escape, text)


def one_line(text: str) -> str:
    """A name or path as one visible line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def printable(text: str) -> str:
    """The text with only what UTF-8 cannot hold escaped; control characters stay, JSON has them."""
    return text if text.isascii() else _HALVES.sub(_escape, text)


def json_text(text: str) -> str:
    """JSON with what cannot be seen as JSON's own escapes: the same values, safe in a terminal."""
    return _INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # the byte that a file name had
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:
        return "\\r" if code == 0x0D else f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def numbered(lines: Iterable[str], first: int) -> Iterator[str]:
    """Source lines as a client's own read tool numbers them: ``<n>``, a tab, the line."""
    for number, line in enumerate(lines, first):
        yield f"{number}\t{visible(line.removesuffix(chr(13)))}"
