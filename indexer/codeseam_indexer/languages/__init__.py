"""The languages: one row in the table and one query file each."""

from codeseam_indexer.languages.detect import detect, possible
from codeseam_indexer.languages.table import LANGUAGES, TEXT, Language, language, query_text

__all__ = ["LANGUAGES", "TEXT", "Language", "detect", "language", "possible", "query_text"]
