"""Finds the files of a workspace, tells source from the rest, and reads them safely."""

from codeseam_indexer.discover.changes import changed, git_folder, head
from codeseam_indexer.discover.decided import (
    rule_files,
    tracked_folders,
    tracked_though_ignored,
)
from codeseam_indexer.discover.left_out import nearly_all_left_out
from codeseam_indexer.discover.paths import inside, is_utf8, shown
from codeseam_indexer.discover.reading import content_hash, read_bytes, read_file, read_source
from codeseam_indexer.discover.rules import IGNORE_NAMES
from codeseam_indexer.discover.scan import (
    Discovery,
    Looker,
    discover,
    visible_folders,
)
from codeseam_indexer.discover.tree import file_stat, is_real_folder

__all__ = [
    "IGNORE_NAMES",
    "Discovery",
    "Looker",
    "changed",
    "content_hash",
    "discover",
    "file_stat",
    "git_folder",
    "head",
    "inside",
    "is_real_folder",
    "is_utf8",
    "nearly_all_left_out",
    "read_bytes",
    "read_file",
    "read_source",
    "rule_files",
    "shown",
    "tracked_folders",
    "tracked_though_ignored",
    "visible_folders",
]
