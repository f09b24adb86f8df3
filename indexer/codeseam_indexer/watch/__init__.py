"""Notices that files of a workspace may have changed: events where there are any, else polling."""

from codeseam_indexer.watch.watcher import Watcher

__all__ = ["Watcher"]
