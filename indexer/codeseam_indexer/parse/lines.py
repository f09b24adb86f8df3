"""Where the lines of a text begin: from a byte offset to a line and a column in characters."""

from bisect import bisect_left

import numpy as np

_BREAK = 10


class Lines:
    r"""The line table of one file; lines end at ``\n`` only.

    Columns on one line are counted on from the last one asked for, so that many symbols on a
    line of a megabyte cost one pass over it when they are asked for in order.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.breaks = _breaks(data)
        self._ascii = data.isascii()
        self._line, self._byte, self._column = 0, 0, 0

    def line(self, byte: int) -> int:
        """The 1-based line that holds the byte."""
        return bisect_left(self.breaks, byte) + 1

    def start(self, line: int) -> int:
        """The offset of the first byte of a 1-based line."""
        return self.breaks[line - 2] + 1 if line > 1 else 0

    def column(self, byte: int, line: int) -> int:
        """The 0-based column of a byte of that line, in characters."""
        start = self.start(line)
        if self._ascii:
            return byte - start
        if line != self._line or byte < self._byte:
            self._line, self._byte, self._column = line, start, 0
        self._column += len(self.data[self._byte : byte].decode("utf-8", "replace"))
        self._byte = byte
        return self._column

    @property
    def count(self) -> int:
        """How many lines there are; a text that ends in a line break has no line after it."""
        return len(self.breaks) + (not self.data.endswith(b"\n") and bool(self.data))


def _breaks(data: bytes) -> list[int]:
    bytes_ = np.frombuffer(data, dtype=np.uint8)
    return np.flatnonzero(bytes_ == _BREAK).tolist()
