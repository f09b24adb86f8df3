"""The int8 values of vectors, read row by row, or all at once where they are asked for often."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.store.database import NUMBERS, Database, numbers

_OFTEN = 4
"""Questions from which on all values are kept: to read them all takes as long as ten of them save,
and after most changes of an index nobody asks so many."""

_MOST_BYTES = 16 * 1024 * 1024
"""Of larger tables nothing is kept."""

_SQL = (  # Rows come in the order of the ids; without a vector there are zeros.
    "SELECT CAST(group_concat(coalesce(t.value, zeroblob(?2)), '') AS BLOB)"  # noqa: S608 - a constant
    f" FROM {NUMBERS}(?1) n LEFT JOIN %s t ON t.%s = n.value"
)

Rows = NDArray[np.int8]
"""A vector a row."""


class Values:
    """The values in one table in one state of the index.

    Args:
        table: its name; it has a column ``value``.
        key: the name of its other column.
        dimensions: length of a vector.
    """

    def __init__(self, table: str, key: str, dimensions: int) -> None:
        self._sql = _SQL % (table, key)
        self._last = f"SELECT max({key}) FROM {table}"  # noqa: S608 - our names
        self._dimensions = dimensions
        self._asked = 0
        self._all: Rows | None = None

    def of(self, db: Database, ids: Sequence[int] | NDArray[np.int64]) -> Rows:
        """Give the values of ids in their order, zeros where there are none."""
        if not len(ids):
            return np.zeros((0, self._dimensions), np.int8)
        self._asked += 1
        if self._asked == _OFTEN:
            size = 1 + int(db.one(self._last) or 0)
            if size * self._dimensions <= _MOST_BYTES:
                self._all = self._read(db, np.arange(size))
        if self._all is not None and np.max(ids) < len(self._all):
            return self._all[ids]
        return self._read(db, ids)

    def _read(self, db: Database, ids: Sequence[int] | NDArray[np.int64]) -> Rows:
        found = db.one(self._sql, (numbers(ids), self._dimensions))
        return np.frombuffer(found, np.int8).reshape(-1, self._dimensions)
