"""Tells what is no source by the bytes of a file: binary, a key, generated, minified."""

import re

from codeseam_indexer.records import SkipReason

HEAD_BYTES = 8192
"""How much of a file tells what it is; git looks at as much."""

_CONTROLS = bytes(n for n in range(32) if n not in b"\t\n\v\f\r\x1b\b") + b"\x7f"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_MAGIC = (
    b"%PDF-",
    b"\x7fELF",
    b"\x89PNG",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"SQLite format 3",
    b"\xca\xfe\xba\xbe",
)
_KEY_BEGINS = re.compile(
    rb"-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1"
)
_KEY_BODY = re.compile(
    rb"-----BEGIN ([A-Z0-9 ]*PRIVATE KEY[A-Z ]*)-----.*?(-----END \1-----|\Z)", re.DOTALL
)
_SERVICE_ACCOUNT = re.compile(rb'"private_key"\s*:\s*"-----BEGIN')
_REGISTRY_TOKEN = re.compile(rb"^\s*(//.*:)?_(authToken|password|auth)\s*=\s*[^\s$]", re.MULTILINE)
_GENERATED = re.compile(
    rb"\bCode generated .{0,200}DO NOT EDIT"
    rb"|(?<![\w@])@(partially-)?generated\b"
    rb"|<auto-?generated\b"
    rb"|\b(auto-?generated|(automatically|machine) generated|generated (by|from|with|using))\b"
    rb"[^\n]{0,120}[\s\S]{0,240}?\b(do not|don't|never) (edit|modify|change|hand-edit)"
    rb"|\b(do not|don't|never) (edit|modify|change)\b[\s\S]{0,160}?"
    rb"\b(auto-?generated|automatically generated|generated (by|from|with))\b",
    re.IGNORECASE,
)
_COMMENT_LINE = re.compile(
    rb"\s*(//|#|/\*|\*|--|;|<!--|%|\"\"\"|'''|\(\*|REM\b|{-|dnl\b|$)", re.IGNORECASE
)
_LFS = b"version https://git-lfs.github.com/spec/"

_PACKED_SUFFIXES = (
    ".js",
    ".mjs",
    ".cjs",
    ".css",
    ".json",
    ".html",
    ".htm",
    ".xml",
    ".svg",
    ".map",
    ".ts",
)
_PROSE_SUFFIXES = (
    ".md", ".mdx", ".rst", ".txt", ".adoc", ".org", ".tex", ".po", ".pot", ".ipynb", ".csv", ".tsv",
)  # fmt: skip


def _is_binary(data: bytes) -> bool:
    if data.startswith(_WIDE_MARKS):
        return False
    if data.startswith(_MAGIC):
        return True
    if b"\0" in data:
        return not _is_wide(data)
    head = data[:HEAD_BYTES]
    return len(head.translate(None, _CONTROLS)) < 0.9 * len(head)


def _is_wide(data: bytes) -> bool:
    """Whether it reads as UTF-16 without a mark: every other byte of mostly Latin text is zero."""
    head = data[: HEAD_BYTES - HEAD_BYTES % 2]
    if len(head) < 8 or len(data) % 2:
        return False
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    few, many = sorted((even, odd))
    if few or many < 0.6 * half:
        return False
    text = head[1::2] if even else head[::2]
    return len(text.translate(None, _CONTROLS)) > 0.95 * len(text)


def _is_key(data: bytes) -> bool:
    """Whether the file is a private key: a source file that merely quotes one is none."""
    found = _KEY_BEGINS.search(data)
    if not found:
        return False
    before = data[: found.start()]
    if not before.strip() or all(
        not line.strip() or line.startswith(b"#") for line in before.split(b"\n")
    ):
        return True
    key = sum(len(match[0]) for match in _KEY_BODY.finditer(data))
    return key > 0.6 * len(data)


def _says_generated(data: bytes) -> bool:
    """Whether the comment at the top says that a program wrote the file."""
    head: list[bytes] = []
    for line in data[:HEAD_BYTES].split(b"\n")[:40]:
        if (
            head
            and not _COMMENT_LINE.match(line)
            and not head[0].lstrip().startswith((b"/*", b'"""', b"<!--"))
        ):
            break
        head.append(line[:400])
    return bool(_GENERATED.search(b"\n".join(head)))


def _is_minified(name: str, data: bytes) -> bool:
    """Whether most of the file is in lines that no person wrote."""
    lower = name.lower()
    if lower.endswith(_PROSE_SUFFIXES):
        return False
    packed = lower.endswith(_PACKED_SUFFIXES)
    least, long, share = (4096, 1000, 0.5) if packed else (16_384, 4000, 0.8)
    if len(data) < least:
        return False
    total = sum(len(line) for line in data.split(b"\n") if len(line) > long)
    return total > share * len(data)


def is_secret_content(name: str, data: bytes) -> bool:
    """Whether the content is a credential: a private key, a service account, a registry's token."""
    if _is_key(data) or (name.endswith((".json", ".txt")) and _SERVICE_ACCOUNT.search(data)):
        return True
    return name.lower() in {".npmrc", ".yarnrc.yml", ".yarnrc"} and bool(
        _REGISTRY_TOKEN.search(data)
    )


def skipped_by_content(name: str, data: bytes) -> SkipReason | None:
    """Why a file with these bytes is left out although its name is that of a source, or None."""
    if is_secret_content(name, data):
        return SkipReason.SECRET
    if data.startswith(_LFS) and len(data) < 1024:
        return SkipReason.POINTER
    if _is_binary(data):
        return SkipReason.BINARY
    if _says_generated(data):
        return SkipReason.GENERATED
    if _is_minified(name, data):
        return SkipReason.MINIFIED
    return None
