"""The index on disk: the only package that speaks SQL."""

from codeseam_indexer.store.batch import Batch
from codeseam_indexer.store.location import database_path, on_network, repository
from codeseam_indexer.store.lock import FileLock
from codeseam_indexer.store.rows import FileRow, Pending
from codeseam_indexer.store.store import Store, open_store
from codeseam_indexer.store.vectors import quantise

__all__ = [
    "Batch",
    "FileLock",
    "FileRow",
    "Pending",
    "Store",
    "database_path",
    "on_network",
    "open_store",
    "quantise",
    "repository",
]
