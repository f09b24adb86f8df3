"""Says before an answer which files most likely changed since they were indexed."""

from codeseam_indexer.fresh.freshness import Freshness, Suspects

__all__ = ["Freshness", "Suspects"]
