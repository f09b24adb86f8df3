"""Fingerprints of the code that must not be trained on, and whether a piece has one of them."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import definitions

Prints = tuple[str, list[str], list[str]]
"""The hash of a piece's code, its normalised documentation, its name with how that begins."""

_WORDS = 4
SHORT = 25
"""Normalised documentation below this length ("returnthevalue") proves nothing by itself."""


def normal(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def code_hash(code: str) -> bytes:
    """A hash of code that does not depend on its white space."""
    return hashlib.md5(re.sub(r"\s+", "", code).encode()).digest()


def named(qualified: str, doc: str) -> tuple[str, str]:
    """The last two parts of a qualified name with the first words of its documentation."""
    parts = re.split(r"[.:]+", qualified.lower())
    return ".".join(parts[-2:]), " ".join(doc.lower().split()[:_WORDS])


@dataclass
class Fingerprints:
    """Documentation, code and names of evaluation projects."""

    docs: set[str] = field(default_factory=set)
    codes: set[bytes] = field(default_factory=set)
    names: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def of(cls, folders: Iterable[Path]) -> "Fingerprints":
        """Read all source files below ``folders``."""
        found = cls()
        for folder in folders:
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() not in definitions.SUFFIXES or not path.is_file():
                    continue
                if path.stat().st_size > 1_500_000:
                    continue
                text = path.read_text(encoding="utf-8", errors="replace")
                for piece in definitions.pieces(str(path), text):
                    found.add(piece.qualified, piece.doc, piece.code)
        return found

    def add(self, qualified: str, doc: str, code: str) -> None:
        """Remember one piece."""
        self.codes.add(code_hash(code))
        for sentence in [doc, *definitions.sentences(doc)]:
            if len(normal(sentence)) >= SHORT:
                self.docs.add(normal(sentence))
        if doc and qualified:
            self.names.add(named(qualified, doc))

    def holds(self, record: dict[str, str]) -> bool:
        """Is a mined piece one of them by any of the three fingerprints?"""
        code, texts, name = prints(record)
        return self.holds_prints(code, texts, name)

    def holds_prints(self, code: str, texts: list[str], name: list[str]) -> bool:
        """The same for the fingerprints of a piece."""
        if bytes.fromhex(code) in self.codes or any(text in self.docs for text in texts):
            return True
        return bool(name) and (name[0], name[1]) in self.names


def prints(record: dict[str, str]) -> Prints:
    """The fingerprints of a mined piece: of its code, of its documentation, of its name."""
    doc = record["doc"]
    texts = [normal(sentence) for sentence in [doc, *definitions.sentences(doc)]] if doc else []
    name = list(named(record["qualified"], doc)) if doc and record["qualified"] else []
    return code_hash(record["code"]).hex(), [text for text in texts if text], name
