"""Files on disk -> rows in the index: the only package that knows the order of the stages."""

from codeseam_indexer.pipeline.apart import Errand, sync_apart
from codeseam_indexer.pipeline.compose import (
    Cut,
    Embed,
    embedded_texts,
    index_lines,
    index_one,
    index_parsed,
)
from codeseam_indexer.pipeline.messages import Start
from codeseam_indexer.pipeline.pending import embed_pending
from codeseam_indexer.pipeline.pool import Workers
from codeseam_indexer.pipeline.update import Progress, SyncReport, start_of, sync
from codeseam_indexer.pipeline.version import extractor
from codeseam_indexer.pipeline.worker import collect_seldom

__all__ = [
    "Cut",
    "Embed",
    "Errand",
    "Progress",
    "Start",
    "SyncReport",
    "Workers",
    "collect_seldom",
    "embed_pending",
    "embedded_texts",
    "extractor",
    "index_lines",
    "index_one",
    "index_parsed",
    "start_of",
    "sync",
    "sync_apart",
]
