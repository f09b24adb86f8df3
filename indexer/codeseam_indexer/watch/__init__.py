"""Notices that files of a workspace may have changed: events where there are any, else polling."""

import logging

from codeseam_indexer.watch.door import Door
from codeseam_indexer.watch.watcher import Watcher

__all__ = ["Door", "Watcher"]

# What watchdog logs is acted upon here; without a handler Python would print it for the user.
logging.getLogger("watchdog").addHandler(logging.NullHandler())
