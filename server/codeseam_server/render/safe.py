"""Text of a workspace made safe to show: nothing invisible, nothing secret, no half character.

A repository is hostile input. What a terminal or a model would obey or not see is shown escaped,
not dropped, so that the reader knows that it is there.
"""

import re
from collections.abc import Iterable, Iterator

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # zero width, line and bidi controls
    "\U000e0000-\U000e007f"  # tags: text that only a model reads
    "\ud800-\udfff]"  # half of a pair: a byte of a name that is not UTF-8
)

_HALVES = re.compile("[\ud800-\udfff]")

_SECRETS = re.compile(
    r"""
      (?P<pem>-----BEGIN[ A-Z0-9]*PRIVATE[ ]KEY(?:[ ]BLOCK)?-----)
    | \b(?:
        (?:AKIA|ASIA)[0-9A-Z]{16}                        # AWS access key
      | gh[opsur]_[A-Za-z0-9]{36,255}                    # GitHub tokens
      | github_pat_[A-Za-z0-9_]{50,255}
      | glpat-[A-Za-z0-9_-]{20,64}                       # GitLab
      | xox[abeoprs]-[A-Za-z0-9-]{10,255}                # Slack
      | sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{32,255}       # OpenAI, Anthropic
      | (?:sk|rk)_live_[A-Za-z0-9]{16,255}               # Stripe
      | AIza[0-9A-Za-z_-]{35}                            # Google
      | npm_[A-Za-z0-9]{36}
      | pypi-AgEI[A-Za-z0-9_-]{50,255}
      | hf_[A-Za-z0-9]{30,64}
      | SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}   # SendGrid
      | eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}   # JSON web token
    )
    """,
    re.VERBOSE,
)

_PEM_END = re.compile(r"-----END[ A-Z0-9]*PRIVATE KEY(?: BLOCK)?-----")

MASK = "[secret]"
"""What stands for a secret; its length says nothing of the secret's."""


def visible(text: str) -> str:
    """The text with every character that cannot be seen written as an escape."""
    return _INVISIBLE.sub(_escape, text)


def one_line(text: str) -> str:
    """A name or path as one visible line."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def printable(text: str) -> str:
    """The text with only what UTF-8 cannot hold escaped; control characters stay, JSON has them."""
    return text if text.isascii() else _HALVES.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # the byte that a file name had
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:
        return "\\r" if code == 0x0D else f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def mask(text: str) -> tuple[str, int]:
    """The text without secrets of known shapes, line count unchanged, and how many there were."""
    count = 0
    lines: list[str] = []
    within = False
    for line in text.split("\n"):
        if within:
            within = _PEM_END.search(line) is None
            lines.append(MASK)
            continue
        match = _SECRETS.search(line)
        if match is None:
            lines.append(line)
            continue
        if match["pem"]:
            count += 1
            within = _PEM_END.search(line, match.end()) is None
            lines.append(line[: match.start()] + MASK)
        else:
            masked, found = _SECRETS.subn(MASK, line)
            count += found
            lines.append(masked)
    return "\n".join(lines), count


def numbered(lines: Iterable[str], first: int) -> Iterator[str]:
    """Source lines as a client's own read tool numbers them: ``<n>``, a tab, the line."""
    for number, line in enumerate(lines, first):
        yield f"{number}\t{visible(line.removesuffix(chr(13)))}"
