"""One connection to SQLite, typed: the stubs of apsw leave its values unknown to a checker."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

import apsw
import numpy as np
from numpy.typing import NDArray

_ARRAYS = "ENABLE_CARRAY" in apsw.compile_options

NUMBERS = "carray" if _ARRAYS else "json_each"
"""The table of one column, ``value``, that SQL sees in what ``numbers`` gives."""


def numbers(values: Sequence[int] | NDArray[np.int64]) -> object:
    """Give numbers, at least one, as a parameter of the table ``NUMBERS``.

    An array that is read where it lies costs a sixth of one that is written and read as JSON; an
    apsw that is not the one of PyPI may lack it.
    """
    if not _ARRAYS:
        return json.dumps(np.asarray(values, np.int64).tolist())
    return cast(Any, apsw).carray(np.ascontiguousarray(values, np.int64))


class Rows(Protocol):
    """The rows of a statement that has begun to run; each is a tuple of its columns."""

    def __iter__(self) -> "Rows":
        """Give itself."""
        ...

    def __next__(self) -> Any:
        """Give the next row."""
        ...

    def close(self) -> None:
        """Leave the other rows unread."""
        ...


class Database:
    """A connection; its errors are those of apsw, which only this package sees."""

    def __init__(self, name: str, flags: int | None = None) -> None:
        usual = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        self.connection = apsw.Connection(name, flags=usual if flags is None else flags)
        self._any = cast(Any, self.connection)
        frames = self._frames = [0]

        def committed(_: apsw.Connection, _name: str, pages: int) -> int:
            frames[0] = pages
            return apsw.SQLITE_OK

        # In place of SQLite's own hook, which writes the log back when it has grown.
        self.connection.set_wal_hook(committed)

    @property
    def frames(self) -> int:
        """How many pages the log had after the last commit of this connection."""
        return self._frames[0]

    def execute(self, sql: str, values: Sequence[object] = ()) -> Rows:
        """Run a statement and give its rows."""
        return self._any.execute(sql, values)

    def one(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Give the first row: its value where there is one column; None where there is no row."""
        return self._any.execute(sql, values).get

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run a statement for each row of values."""
        self._any.executemany(sql, rows)

    def script(self, sql: str) -> None:
        """Run several statements without values."""
        self._any.execute(sql)

    def overwrite(self, table: str, column: str, row: int, at: int, content: bytes) -> None:
        """Write into a blob where it lies, from the byte ``at`` on."""
        with self._any.blob_open("main", table, column, row, True) as blob:
            blob.seek(at)
            blob.write(content)

    def last_id(self) -> int:
        """Give the id of the row inserted last."""
        return self.connection.last_insert_rowid()

    def close(self) -> None:
        """Close it; harmless when it is closed."""
        self.connection.close()
