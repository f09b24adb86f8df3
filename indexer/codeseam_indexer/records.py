r"""The frozen records that flow from a file on disk to a row in the index and back to an answer.

Lines are 1-based and inclusive and end at ``\n`` only; columns are 0-based and count characters;
paths are relative to the workspace and use ``/``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Any, Literal, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

_Record = TypeVar("_Record")


def _quickly_pickled(record: type[_Record]) -> type[_Record]:
    """Let a record of many be pickled by its fields: a third of what dataclasses take for it."""
    made = cast(Any, record)
    values = attrgetter(*made.__slots__)
    made.__reduce__ = lambda self: (record, values(self))  # pyright: ignore[reportUnknownLambdaType]
    return record


SymbolKind = Literal[
    "function", "method", "constructor", "class", "interface", "struct", "enum", "trait", "type",
    "module", "namespace", "constant", "variable", "field", "property", "macro", "test", "section",
    "table", "view", "block",
]  # fmt: skip
"""The kinds of the contract; every language is mapped onto them."""

ChunkKind = Literal["definition", "header", "part", "module", "prose", "lines"]
"""A whole definition, the head of a class that was too big, a piece of a function that was too big,
what lies between definitions, a section of prose, or lines of text that did not parse."""


class SkipReason(StrEnum):
    """Why a file of the workspace is not in the index."""

    BINARY = "binary"
    EMPTY_NAME = "name is not UTF-8"
    GENERATED = "generated"
    LINK = "link"
    MINIFIED = "minified"
    MISSING = "missing"
    NESTED = "another repository or worktree"
    NOT_REGULAR = "not a regular file"
    POINTER = "Git LFS pointer"
    SECRET = "secret"  # noqa: S105 - the name of a reason
    TOO_LARGE = "too large"
    UNREADABLE = "unreadable"
    VENDORED = "vendored"


@dataclass(frozen=True, slots=True)
class FileStat:
    """What the file system says of a file: enough to see that it has changed, mostly."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Found:
    """A file that belongs to the workspace."""

    path: str
    stat: FileStat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file of the workspace that stays out of the index, or a folder ("lib/"), and why."""

    path: str
    reason: SkipReason
    stat: FileStat | None = None


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: its text, whatever its encoding was, and the hash of its bytes.

    Attributes:
        path: relative to the workspace.
        text: decoded, without a byte order mark, line ends as they are.
        hash: 16 bytes of BLAKE2b over the bytes on disk.
        language: the name of a row of ``LANGUAGES``, or "text".
    """

    path: str
    text: str
    hash: bytes
    language: str


@_quickly_pickled
@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition.

    Attributes:
        name: as written, without its scopes.
        qualified_name: its scopes and itself joined with ".", outermost first.
        kind: one of the kinds of the contract.
        start_line: its first line, with its decorators, attributes and doc comment.
        end_line: its last line.
        name_line: the line of the name.
        column: the column of the name on it, in characters.
        signature: one line, as written, without the body.
        docstring: its documentation without the comment's markers, "" where there is none.
        parent: index in the file's symbols of the symbol around it, None at the top.
        visibility: "public", "private", "protected", "internal", or "" where the language has none.
    """

    name: str
    qualified_name: str
    kind: SymbolKind
    start_line: int
    end_line: int
    name_line: int
    column: int
    signature: str
    docstring: str = ""
    parent: int | None = None
    visibility: str = ""


@_quickly_pickled
@dataclass(frozen=True, slots=True)
class Import:
    """A name brought in from elsewhere: ``from module import name as alias``.

    ``name`` is "" where the module itself is imported and "*" where everything in it is;
    ``exported`` says that the name is passed on (``export … from``, ``pub use``).
    """

    module: str
    name: str
    alias: str
    line: int
    exported: bool = False


@_quickly_pickled
@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of whole lines of one file; the chunks of a file tile it.

    Attributes:
        start_line: first line of its own span.
        end_line: last line of its own span.
        kind: what it is.
        symbol: index in the file's symbols of what it defines or is a piece of, None for none.
        symbols: indices of all the symbols whose name lies in its span.
        text: its own lines.
        header: what is put before the lines when they are embedded: path, scope, signatures,
            docstring, imports, neighbours.
        tokens: size of header and text in tokens of the counter that was used.
    """

    start_line: int
    end_line: int
    kind: ChunkKind
    symbol: int | None
    symbols: tuple[int, ...]
    text: str
    header: str
    tokens: int

    @property
    def embedded(self) -> str:
        """The text that stands for the chunk in vector space."""
        return f"{self.header}\n{self.text}" if self.header else self.text


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of the chunks of a file in no order: what full-text search knows of them.

    Attributes:
        words: all words of the file, each once, with a blank between.
        sizes: for each chunk how many words it has.
        places: chunk by chunk, the place of each of its words among ``words``.
        weights: for each of those how often it occurs, by what the fields weigh it occurs in.
        lengths: for each chunk the number of all occurrences.
    """

    words: str
    sizes: NDArray[np.int64]
    places: NDArray[np.uint32]
    weights: NDArray[np.uint8]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of the chunks of a file as the index keeps them, a row a chunk.

    Attributes:
        signs: which components are positive, a bit each.
        values: the components, the largest of a row 127.
        gist: those of the mean of all vectors.
    """

    signs: NDArray[np.uint8]
    values: NDArray[np.int8]
    gist: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class IndexedFile:
    """All that the index keeps of one file's content; made in a worker, written by the store.

    Attributes:
        source: path, hash and language; its text is empty here, since no text is stored.
        lines: number of lines of the file.
        symbols: its definitions in document order.
        imports: its imports in document order.
        chunks: its chunks in document order.
        bags: the words of its chunks.
        vectors: those of its chunks, or None where they come later.
        facts: what the resolver needs of the file, packed by ``codeseam_indexer.facts``.
        notes: what went wrong while it was read ("lines 3-9 do not parse", "parser timed out").
        tags: "test", "example", "generated", "stub", "reexport"…: what ranking must know of it.
    """

    source: SourceFile
    lines: int
    symbols: tuple[Symbol, ...]
    imports: tuple[Import, ...]
    chunks: tuple[Chunk, ...]
    bags: Bags
    vectors: Vectors | None
    facts: bytes
    notes: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    mentions: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the manifest: a path of the workspace as it was last seen.

    ``document`` is the row of its content, or None where it was skipped for ``reason``.
    """

    path: str
    stat: FileStat
    hash: bytes
    document: int | None
    reason: SkipReason | None = None


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A symbol in the index, with the file it is in."""

    id: int
    document: int
    ordinal: int
    path: str
    language: str
    symbol: Symbol
    parent_name: str = ""


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk in the index, without its text, which is read from disk when it is shown.

    The numbers are given anew once what had them is gone; ``path`` and ``hash`` tell for good
    which content of which file it is of.
    """

    id: int
    document: int
    path: str
    language: str
    start_line: int
    end_line: int
    kind: ChunkKind
    symbol: str
    symbol_kind: str
    tags: frozenset[str]
    hash: bytes = b""


@dataclass(frozen=True, slots=True)
class Filter:
    """What an answer is restricted to, before anything is ranked.

    Attributes:
        paths: literal paths, folders or globs; any of them may match; empty: no restriction.
        languages: names of languages.
        kinds: kinds of symbols.
        only: exactly these paths (what has changed), None for no restriction.
    """

    paths: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    only: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """How large the index of a workspace is, and what it leaves out."""

    files: int
    symbols: int
    chunks: int
    languages: Mapping[str, int]
    skipped: Mapping[str, int]
    index_bytes: int
