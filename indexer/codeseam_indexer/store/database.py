"""One connection to SQLite, typed: the stubs of apsw leave its values unknown to a checker."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, cast

import apsw


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
