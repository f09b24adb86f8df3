"""What is said of a chunk before its lines: where it stands, and what it uses."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from codeseam_indexer.chunk.spans import Span
from codeseam_indexer.parse import ParsedFile
from codeseam_indexer.records import Import, Symbol
from codeseam_indexer.words import written_words

_WORD = re.compile(r"\w+")

MAX_LINE = 240
"""Characters of one line of a header: a signature or a list of names longer than that is cut."""
MAX_MEMBERS = 60
"""Members that the header of a class names."""


class Headers:
    """Writes the headers of the chunks of one file."""

    def __init__(self, parsed: ParsedFile) -> None:
        self._parsed = parsed

    def lines(self, span: Span, text: str, before: int | None, after: int | None) -> Iterator[str]:
        """Yield the lines that stand before the chunk of ``span``.

        Args:
            span: the chunk.
            text: its own lines.
            before: the symbol whose lines end above it, if any.
            after: the symbol whose lines begin below it, if any.
        """
        symbols = self._parsed.symbols
        around = _around(symbols, span.symbol)
        whole = span.kind not in ("part", "lines") or span.whole
        own = around[-1] if around else None
        yield " > ".join((self._parsed.source.path, *(s.name for s in around)))
        for symbol in around[:-1] if whole else around:
            yield _cut(symbol.signature)
        if own is not None and not whole:
            yield _cut(_first_paragraph(own.docstring))
        if span.kind == "header":
            yield _cut(", ".join(self._members(span.symbol)), MAX_LINE * 4)
        yield _cut(", ".join(self._used(span, text)))
        yield _neighbours(symbols, before, after)

    def _members(self, owner: int | None) -> Iterator[str]:
        found = 0
        for symbol in self._parsed.symbols:
            if symbol.parent == owner and found < MAX_MEMBERS:
                found += 1
                yield symbol.name

    @cached_property
    def _imports(self) -> list[tuple[int, str, re.Pattern[str] | None, str]]:
        """Of each import its line, the name it binds, what finds that, what it stands for.

        A name that is a word is found among the words.
        """
        bound = {_bound(i): i for i in self._parsed.imports}
        return [
            (i.line, name, None if _WORD.fullmatch(name) else _alone(name), _said(i))
            for name, i in bound.items()
            if name
        ]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for _, name, alone, _ in self._imports if alone is None)

    def _used(self, span: Span, text: str) -> Iterator[str]:
        """Say what the imports stand for that are used in the span and do not stand in it."""
        if not self._imports:
            return
        words = self._names.intersection(written_words(text))
        for line, name, alone, said in self._imports:
            used = name in words if alone is None else name in text and alone.search(text)
            if used and not span.start <= line <= span.end:
                yield said


def _alone(name: str) -> re.Pattern[str]:
    """What finds a name that is no single word (``$``, ``foo-bar``) where it stands by itself."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _around(symbols: Sequence[Symbol], index: int | None) -> list[Symbol]:
    out: list[Symbol] = []
    while index is not None:
        out.append(symbols[index])
        index = symbols[index].parent
    return out[::-1]


def _bound(imported: Import) -> str:
    if imported.alias or imported.name not in ("", "*"):
        return imported.alias or imported.name
    return "" if imported.name == "*" else re.split(r"[./:\\]+", imported.module)[-1]


def _said(imported: Import) -> str:
    return f"{imported.module}.{imported.name}" if imported.name else imported.module


def _first_paragraph(text: str) -> str:
    return " ".join(text.strip().split("\n\n", 1)[0].split())


def _cut(text: str, most: int = MAX_LINE) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _neighbours(symbols: Sequence[Symbol], before: int | None, after: int | None) -> str:
    left = f"< {symbols[before].name}" if before is not None else ""
    right = f"{symbols[after].name} >" if after is not None else ""
    return f"{left} {right}".strip()
