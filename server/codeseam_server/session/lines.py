"""Source lines as they are on disk now, and only where that is what the index has read."""

import os
from collections import OrderedDict
from pathlib import Path

from codeseam_indexer.discover import content_hash, file_stat, read_bytes, read_file
from codeseam_indexer.parse import decode
from codeseam_indexer.records import FileStat, SourceFile
from codeseam_indexer.settings import Settings
from codeseam_indexer.store import Store

_KEPT = 64
"""Files whose text stays in memory between two spans of them."""


class Lines:
    """Reads spans of indexed files. No text is stored in the index, so it can never be stale.

    Attributes:
        stale: paths that were found to differ from what was indexed, since last cleared.
        shown: paths of which lines were given, since last cleared.
    """

    def __init__(self, store: Store, root: Path, settings: Settings) -> None:
        self.stale: set[str] = set()
        self.shown: set[str] = set()
        self._store = store
        self._root = root
        self._settings = settings
        self._kept: OrderedDict[str, tuple[FileStat, SourceFile, list[str]]] = OrderedDict()

    def span(self, path: str, first: int, last: int) -> str | None:
        """The lines ``first`` to ``last``, None where the file is not what was indexed."""
        lines = self._lines(path)
        return None if lines is None else "\n".join(lines[first - 1 : last])

    def text(self, path: str, hash: bytes = b"") -> str | None:
        """The whole text of a file, None where it is not what was indexed.

        A content that was indexed needs no second look at what it is.

        Args:
            path: of the file.
            hash: that of its content in the index, which is looked up where it is not given.
        """
        if not hash:
            entry = self._store.entry(path)
            hash = entry.hash if entry is not None else b""
        read = read_bytes(self._root, path, self._settings.max_file_bytes)
        if read is None or content_hash(read[0]) != hash:
            self.stale.add(path)
            return None
        self.shown.add(path)
        return decode(read[0])

    def forget(self) -> None:
        """Keep no text."""
        self._kept.clear()

    def _lines(self, path: str) -> list[str] | None:
        known = self._kept.get(path)
        entry = self._store.entry(path)
        if entry is None or entry.document is None:
            return None
        if known is None or known[0] != self._stat(path):
            known = self._read(path)
        if known is None or known[1].hash != entry.hash:
            self.stale.add(path)
            return None
        self.shown.add(path)
        self._kept[path] = known
        self._kept.move_to_end(path)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return known[2]

    def _read(self, path: str) -> tuple[FileStat, SourceFile, list[str]] | None:
        source, stat = read_file(self._root, path, self._settings)
        if stat is None or not isinstance(source, SourceFile):
            return None
        return stat, source, source.text.split("\n")

    def _stat(self, path: str) -> FileStat | None:
        try:
            return file_stat(os.lstat(self._root / path))
        except (OSError, ValueError):
            return None
