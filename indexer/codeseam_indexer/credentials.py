"""Finds tokens of known shapes and private keys in text, to hide them from the index and answers.

Shapes, not meanings: a password that looks like a word is not found. The shapes are those that the
issuers document for scanners (GitHub, GitLab, Slack, AWS, Stripe, …); keys are PEM (RFC 7468).
"""

import re
from collections.abc import Callable, Iterator, Sequence

MASK = "[secret]"
"""What stands for a secret; its length says nothing of the secret's."""

_MORE = "…"
"""What stands for each further line of a key."""

_MARKS = (
    "AKIA", "ASIA", "gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xox", "sk-",
    "k_live_", "AIza", "npm_", "pypi-", "hf_", "SG.", "eyJ",
)  # fmt: skip
"""One of these is in every token: most files have none and are not looked at twice."""

_TOKEN = re.compile(
    r"""
    \b(?:
        (?:AKIA|ASIA)[0-9A-Z]{16}\b                      # AWS access key
      | gh[opsur]_[A-Za-z0-9]{36,255}                    # GitHub tokens
      | github_pat_[A-Za-z0-9_]{50,255}
      | glpat-[A-Za-z0-9_-]{20,64}                       # GitLab
      | xox[abeoprs]-[A-Za-z0-9-]{10,255}                # Slack
      | sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{32,255}        # OpenAI, Anthropic
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

_KEY = "PRIVATE KEY"
_KEY_BEGIN = re.compile(r"-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_AROUND = re.compile(r"""\\[nr]|[\s"'`+,;()>#*|\\]""")
"""What a program writes around the lines of a key."""
_BODY = re.compile(r"[A-Za-z0-9/=]+|(?:Proc-Type|DEK-Info|Version|Comment|Hash):.*")
_LEAST = 40
"""Characters of the smallest key; with fewer the marker is about keys, and is none."""
_MOST_LINES = 400
"""Lines of the largest key in use, with room."""


def mask(text: str) -> tuple[str, int]:
    """The text with ``MASK`` for each secret, line for line, and how many there were.

    A text that begins or ends inside a key is known by its lines, as far as that goes.
    """
    spans = list(_spans(text, piece=True))
    return _replaced(text, spans, lambda part: MASK + f"\n{_MORE}" * part.count("\n")), len(spans)


def hide(text: str) -> str:
    """The text with an ``x`` for each character of a secret: every place in it stays the same."""
    return _replaced(text, list(_spans(text, piece=False)), lambda part: re.sub(".", "x", part))


def _replaced(text: str, spans: Sequence[tuple[int, int]], stand_in: Callable[[str], str]) -> str:
    if not spans:
        return text
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], stand_in(text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _spans(text: str, *, piece: bool) -> Iterator[tuple[int, int]]:
    """Where secrets begin and end, in order, without overlaps, in a file or a piece of one."""
    found = list(_keys(text))
    if piece and not found and _is_inside_a_key(text):
        found = [(0, len(text))]
    if any(mark in text for mark in _MARKS):
        found += (match.span() for match in _TOKEN.finditer(text))
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last:
            yield start, end
            last = end


def _keys(text: str) -> Iterator[tuple[int, int]]:
    """Where private keys begin and end; markers without a key between them are ordinary text."""
    if _KEY not in text:
        return
    begins = list(_KEY_BEGIN.finditer(text))
    first = _KEY_END.search(text)
    if (
        first is not None
        and not (begins and begins[0].start() < first.start())
        and _end_of_key(text, 0)
    ):
        yield 0, first.end()
    for begin in begins:
        end = _end_of_key(text, begin.end())
        if end:
            yield begin.start(), end


def _end_of_key(text: str, at: int) -> int:
    """Where the key ends whose first line goes on at ``at``, 0 where no key is there."""
    marker = _KEY_END.search(text, at)
    size = 0
    for _ in range(_MOST_LINES):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        last = marker is not None and marker.start() <= stop
        core = _AROUND.sub("", text[at : marker.start() if marker and last else stop])
        if core and not _BODY.fullmatch(core):
            return at if size >= _LEAST else 0
        size += len(core)
        if last or stop == len(text):
            end = marker.end() if marker and last else stop
            return end if size >= _LEAST else 0
        at = stop + 1
    return 0


def _is_inside_a_key(text: str) -> bool:
    """Whether a piece of a file has nothing but the inner lines of a key, or of its like."""
    if not text[:200].strip() or " " in text.strip()[:40]:
        return False
    cores = [core for line in text.split("\n") if (core := _AROUND.sub("", line))]
    return len(cores) > 2 and all(
        len(core) >= _LEAST and _BODY.fullmatch(core) is not None for core in cores[:-1]
    )
