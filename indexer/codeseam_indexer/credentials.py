"""Finds tokens of known shapes and private keys in text, to hide them from the index and answers.

Shapes, not meanings: a password that looks like a word is not found. The shapes are those that the
issuers document for scanners (GitHub, GitLab, Slack, AWS, Stripe, …), and passwords in addresses;
keys are PEM (RFC 7468).
"""

import re
from collections.abc import Callable, Iterator, Sequence

MASK = "[secret]"
"""What stands for a secret; its length says nothing of the secret's."""

_MORE = "…"
"""What stands for each further line of a key."""

_SHAPES = tuple(
    (mark, re.compile(shape))
    for mark, shape in (
        ("AKIA", r"\bAKIA[0-9A-Z]{16}\b"),  # AWS
        ("ASIA", r"\bASIA[0-9A-Z]{16}\b"),
        *(
            (name, rf"{name}\W{{1,5}}([A-Za-z0-9/+]{{40}})(?![\w/+=])")
            for name in ("ecretAccessKey", "ecret_access_key", "ECRET_ACCESS_KEY")
        ),
        ("AccountKey=", r"AccountKey=([A-Za-z0-9/+]{86}==)"),  # Azure
        *((f"gh{one}_", rf"\bgh{one}_[A-Za-z0-9]{{36,255}}") for one in "oprsu"),  # GitHub
        ("_pat_", r"\b(?:github|dckr)_pat_[A-Za-z0-9_-]{20,255}"),  # GitHub, Docker
        *(
            (mark, rf"\b{mark}[A-Za-z0-9_.-]{{20,128}}")
            for mark in ("glpat-", "gldt-", "glrt-", "glptt-")  # GitLab
        ),
        ("xox", r"\bxox(?:[abeoprs]|e\.xox[bp])-[A-Za-z0-9-]{10,255}"),  # Slack
        ("xapp-", r"\bxapp-\d-[A-Za-z0-9-]{10,255}"),
        ("hooks.slack", r"\bhooks\.slack\.com/services/T\w+/B\w+/[A-Za-z0-9]{16,64}"),
        ("sk-", r"\bsk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{32,255}"),  # OpenAI, Anthropic
        ("k_live_", r"\b[rs]k_live_[A-Za-z0-9]{16,255}"),  # Stripe
        ("k_test_", r"\b[rs]k_test_[A-Za-z0-9]{16,255}"),
        ("whsec_", r"\bwhsec_[A-Za-z0-9/+]{24,64}"),
        ("AIza", r"\bAIza[0-9A-Za-z_-]{35}"),  # Google
        ("GOCSPX-", r"\bGOCSPX-[0-9A-Za-z_-]{28}"),
        ("ya29.", r"\bya29\.[0-9A-Za-z_-]{40,}"),
        ("npm_", r"\bnpm_[A-Za-z0-9]{36}"),
        ("_authToken=", r"_authToken=([A-Za-z0-9_-]{20,})"),
        ("pypi-AgE", r"\bpypi-AgE[A-Za-z0-9_-]{50,255}"),
        ("eyJ", r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),  # JSON web token
        ("hf_", r"\bhf_[A-Za-z0-9]{30,64}"),  # Hugging Face
        ("SG.", r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),  # SendGrid
        ("key-", r"\bkey-[a-f0-9]{32}\b"),  # Mailgun
        ("SK", r"\bSK[a-f0-9]{32}\b"),  # Twilio
        ("_v1_", r"\bdo[opr]_v1_[a-f0-9]{64}"),  # DigitalOcean
        ("shp", r"\bshp(?:at|ca|pa|ss)_[a-f0-9]{32}"),  # Shopify
        ("sq0", r"\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,64}"),  # Square
        ("hvs.", r"\bhvs\.[A-Za-z0-9_-]{24,}"),  # Vault
        ("dapi", r"\bdapi[a-f0-9]{32}\b"),  # Databricks
        ("NRAK-", r"\bNRAK-[A-Z0-9]{27}"),  # New Relic
        ("lin_api_", r"\blin_api_[A-Za-z0-9]{40}"),  # Linear
        ("ntn_", r"\bntn_[A-Za-z0-9]{40,}"),  # Notion
        ("PMAK-", r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}"),  # Postman
        ("glsa_", r"\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}"),  # Grafana
        ("sntry", r"\bsntry[su]_[A-Za-z0-9_+/=-]{32,}"),  # Sentry
        ("sbp_", r"\bsbp_[a-f0-9]{40}"),  # Supabase
        ("r8_", r"\br8_[A-Za-z0-9]{37}"),  # Replicate
        ("gsk_", r"\bgsk_[A-Za-z0-9]{40,}"),  # Groq
        ("pscale_", r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}"),  # PlanetScale
        ("figd_", r"\bfigd_[A-Za-z0-9_-]{40}"),  # Figma
        ("dp.pt.", r"\bdp\.pt\.[A-Za-z0-9]{40,}"),  # Doppler
        ("ATATT3", r"\bATATT3[A-Za-z0-9_=-]{100,}"),  # Atlassian
        ("AGE-SECRET", r"\bAGE-SECRET-KEY-[0-9A-Z]{50,}"),
        # A password in an address, with letters and digits: a word, or a place for one, stays.
        (
            "://",
            r"://[^\s:/?#@\"'`<>{}$%]{0,64}:"
            r"((?=[^@]*[A-Za-z])(?=[^@]*\d)[^\s:/?#@\"'`<>{}()$%*]{6,128})@(?!sha\d)",
        ),
    )
)
"""What a text must hold for a shape to be looked for, which most texts do not -> the shape.

Where a shape has a group, that is the secret, and what stands around it shows that it is one.
"""

_APART = frozenset(("://", "ecretAccessKey", "ecret_access_key", "ECRET_ACCESS_KEY"))
"""The marks that need not stand in one run with their secret."""

_SHORTEST = 15
"""Characters of the shortest run that a shape with its mark can be (``xoxb-`` and ten more)."""

_RUNS = bytes(
    120 if chr(sign).isalnum() or chr(sign) in "_-.+/=" or sign > 127 else 32 for sign in range(256)
)
"""``x`` for what the other shapes are made of, a blank for all else."""

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
    runs = _long_runs(text)
    for mark, shape in _SHAPES:
        if mark in (text if mark in _APART else runs):
            found += (match.span(match.lastindex or 0) for match in shape.finditer(text))
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last:
            yield start, end
            last = end


def _long_runs(text: str) -> str:
    """The runs in which a secret may be: a small part of most code, in which marks are sought."""
    data = text.encode("utf-8", "replace")
    signs = data.translate(_RUNS) + b" "
    runs: list[bytes] = []
    at = signs.find(b"x" * _SHORTEST)
    while at >= 0:
        end = signs.find(b" ", at)
        runs.append(data[at:end])
        at = signs.find(b"x" * _SHORTEST, end)
    return b"\n".join(runs).decode("utf-8", "replace")


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
