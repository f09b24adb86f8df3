"""Upkeep of an index: what a caller keeps in it, emptying it, collecting what nobody shows."""

from pathlib import Path

from codeseam_indexer.store import changes
from codeseam_indexer.store.batch import remove_documents
from codeseam_indexer.store.database import Database

UNUSED_SECONDS = 14 * 24 * 3600
"""How long a document that no work tree shows is kept for a branch to come back to."""

UNUSED_SHARE = 1.5
"""Unused chunks beyond this share of the used ones go before their time: a branch on which every
file differs fits in, so that coming back from it makes nothing anew."""

UNUSED_LEAST = 10_000
"""So many unused chunks are kept in any case, some 8 MB."""

SURPLUS = 2_500
"""So many more may gather: to take some out of the postings costs much the same as to take many."""

GONE_SECONDS = 7 * 24 * 3600
"""A workspace whose folder is missing so long is forgotten; a mount may come back."""


def clear(db: Database) -> None:
    """Delete all documents and manifests; inside a transaction."""
    db.execute("DELETE FROM manifest")
    db.execute("DELETE FROM live")
    changes.note_everything(db)
    remove_documents(db, [row[0] for row in db.execute("SELECT id FROM document")])
    db.execute("UPDATE workspace SET generation = generation + 1, pending = 1")


def surplus(db: Database) -> int:
    """Count the chunks of unused documents that are more than are kept; some 0.1 ms."""
    unused = int(db.one("SELECT total(chunks) FROM document WHERE unused IS NOT NULL"))
    if unused <= UNUSED_LEAST:
        return 0
    given = int(db.one("SELECT value FROM meta WHERE key = 'next_chunk'")) - 1
    used = given - unused - int(db.one("SELECT total(size) FROM free_range"))
    return max(0, unused - max(UNUSED_LEAST, int(UNUSED_SHARE * used)))


def collect(db: Database, own: int, moment: int) -> int:
    """Forget workspaces that are gone and delete unused documents, the old and the too many.

    Args:
        db: the writing connection, inside a transaction.
        own: the workspace that is never forgotten.
        moment: now, in seconds since 1970.
    """
    _forget_workspaces(db, own, moment)
    left, gone = surplus(db), list[int]()
    unused = db.execute(
        "SELECT id, chunks, unused FROM document WHERE unused IS NOT NULL ORDER BY unused, id"
    )
    for document, chunks, since in list(unused):
        if left <= 0 and since >= moment - UNUSED_SECONDS:
            break
        gone.append(document)
        left -= chunks
    return remove_documents(db, gone)


def _forget_workspaces(db: Database, own: int, moment: int) -> None:
    for workspace, root in list(
        db.execute(
            "SELECT id, root FROM workspace WHERE seen < ? AND id <> ?",
            (moment - GONE_SECONDS, own),
        )
    ):
        if Path(root).is_dir():
            continue
        db.execute(
            "UPDATE document SET unused = ?1 WHERE id IN (SELECT document FROM manifest WHERE"
            " workspace = ?2) AND NOT EXISTS (SELECT 1 FROM manifest o WHERE"
            " o.document = document.id AND o.workspace <> ?2)",
            (moment, workspace),
        )
        db.execute("DELETE FROM manifest WHERE workspace = ?", (workspace,))
        db.execute("DELETE FROM live WHERE workspace = ?", (workspace,))
        db.execute("DELETE FROM workspace WHERE id = ?", (workspace,))
