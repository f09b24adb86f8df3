"""Says which readers made a document, so that better ones read every file again."""

import functools
import hashlib
import importlib.metadata
from pathlib import Path

_STAGES = (
    "parse",
    "languages",
    "chunk",
    "columns.py",
    "facts.py",
    "packed.py",
    "words.py",
    "credentials.py",
    "pipeline",
)
"""What decides how a file is read: when any of it changes, documents are made anew."""


@functools.cache
def extractor() -> str:
    """Give a fingerprint of everything that decides what is read out of a file.

    Unchanged files are never read again, so a better reader has to say that it is another.
    """
    package = Path(__file__).parent.parent
    digest = hashlib.blake2b(digest_size=16)
    for name in ("tree-sitter", "tree-sitter-language-pack"):
        digest.update(importlib.metadata.version(name).encode())
    for stage in _STAGES:
        top = package / stage
        files = [top] if top.is_file() else sorted([*top.rglob("*.py"), *top.rglob("*.scm")])
        for file in files:
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
