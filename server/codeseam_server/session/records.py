"""What a session answers with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from codeseam_indexer.records import SymbolRow


@dataclass(frozen=True, slots=True)
class Index:
    """How complete the index was when a question was answered.

    Attributes:
        files: files that are indexed.
        pending: files known to wait, at least 1 until the first scan is done.
        skipped: number of files that stay out, by reason.
        as_of: when the index was last known to agree with the disk, ISO 8601, UTC.
        notice: a sentence that the user must read (the index was rebuilt, cannot be written).
    """

    files: int
    pending: int
    skipped: Mapping[str, int]
    as_of: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A symbol with its own lines as they are on disk, None where the file is gone or changed.

    ``members`` are the symbols right inside it; callers and callees are qualified names.
    """

    row: SymbolRow
    text: str | None
    members: tuple[SymbolRow, ...] = ()
    callers: tuple[str, ...] = ()
    callees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileOutline:
    """A file and its symbols in document order, read when they are asked for."""

    path: str
    language: str
    lines: int
    read: Callable[[str], tuple[SymbolRow, ...]]

    @property
    def symbols(self) -> tuple[SymbolRow, ...]:
        """The symbols, with the qualified names of their parents; ask once."""
        return self.read(self.path)


@dataclass(frozen=True, slots=True)
class FolderOutline:
    """The files below a folder, sorted."""

    path: str
    files: tuple[FileOutline, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """What is in the index of a workspace and what is not."""

    workspace: str
    index: Index
    symbols: int
    chunks: int
    languages: Mapping[str, int]
    skipped_files: tuple[tuple[str, str], ...]
    model: str
    index_bytes: int
    head: str
    notes: tuple[str, ...] = ()
