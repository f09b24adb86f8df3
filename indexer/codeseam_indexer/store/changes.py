"""The log of what was looked at last, so that nobody reads a whole manifest for one save."""

from collections.abc import Collection

import apsw

from codeseam_indexer.store.database import Database

_MOST = 64
"""A batch of more paths is logged as one that may have changed everything."""

_KEPT = 1_000
"""Lines of the log: whoever saw none of them reads everything."""

_EVERYTHING = ""


def note(db: Database, workspace: int, paths: Collection[str]) -> None:
    """Log that these lines of a manifest were written; inside the transaction."""
    noted = sorted(paths) if len(paths) <= _MOST else [_EVERYTHING]
    db.executemany(
        "INSERT INTO change (workspace, path) VALUES (?, ?)", [(workspace, path) for path in noted]
    )
    db.execute("DELETE FROM change WHERE id <= ?", (last(db) - _KEPT,))


def note_everything(db: Database) -> None:
    """Log that any line of any manifest may have been written."""
    db.execute("INSERT INTO change (workspace, path) SELECT id, ? FROM workspace", (_EVERYTHING,))


def last(db: Database) -> int:
    """Give the number of the last line of the log, 0 where there is none."""
    return db.one("SELECT max(id) FROM change") or 0


def since(db: Database, workspace: int, seen: int) -> set[str] | None:
    """Give the paths of a workspace that were logged after a line; None: any may have changed.

    Raises:
        apsw.CorruptError: the line is not there yet, so that an older state was put in place.
    """
    if seen > last(db):
        raise apsw.CorruptError("the log of changes is older than it was")
    first = db.one("SELECT min(id) FROM change") or 1
    if seen < first - 1:
        return None
    found = db.execute("SELECT path FROM change WHERE id > ? AND workspace = ?", (seen, workspace))
    paths = {row[0] for row in found}
    return None if _EVERYTHING in paths else paths
