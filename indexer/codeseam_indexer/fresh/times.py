"""What the stat of a file or folder tells of changes, and how long it cannot be believed."""

import os
import stat

from codeseam_indexer.discover import file_stat
from codeseam_indexer.records import FileStat

RACY_NS = 2_000_000_000
"""A time stamp is believed once it is older than this; the coarsest file systems count 2 s."""


def stat_of(path: str) -> FileStat | None:
    """The stat of a file, None where there is none or a folder."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return None if stat.S_ISDIR(status.st_mode) else file_stat(status)


def moved_on(path: str, indexed: FileStat) -> bool:
    """Whether a file is gone or its stat is not the indexed one.

    An indexed time of -1 says that it could not be believed; the rest of the stat has to do.
    """
    try:
        now = os.lstat(path)
    except (OSError, ValueError):
        return True
    return (
        now.st_ctime_ns != indexed.ctime_ns
        or now.st_size != indexed.size
        or now.st_ino != indexed.inode
        or indexed.mtime_ns not in (now.st_mtime_ns, -1)
        or stat.S_ISDIR(now.st_mode)
    )


def settled(mtime_ns: int, ctime_ns: int, at_ns: int) -> bool:
    """Whether a change after ``at_ns`` must show in these times."""
    # Nobody can set the ctime of POSIX back; on Windows it is the time of creation.
    return at_ns - (mtime_ns if os.name == "nt" else ctime_ns) > RACY_NS
