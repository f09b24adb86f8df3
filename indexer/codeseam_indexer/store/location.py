"""Where the index of a repository lies: one file in the cache folder, shared by its work trees."""

import contextlib
import glob
import hashlib
import re
from pathlib import Path

from codeseam_indexer.store.lock import in_use

_READABLE = re.compile(r"[^A-Za-z0-9._-]+")

_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.s3fs"}
"""File systems without the shared memory between hosts that a write-ahead log needs."""


KEPT_OTHERS = 2
"""Indexes of one repository that other versions or models made, beside the one in use."""

KEPT_SECONDS = 14 * 24 * 3600
"""How long such an index is kept for its maker to come back."""


def database_path(folder: Path, workspace: Path, makers: str = "") -> Path:
    """Give the file for the repository that ``workspace`` belongs to, whether it exists or not.

    Args:
        folder: the cache folder.
        workspace: the root of a work tree, or any folder.
        makers: what decides what is in the file (versions, model), so that two versions of
            codeseam that are used in turn do not rebuild each other's index.
    """
    home = repository(workspace)
    named = home.parent if home.name == ".git" else home
    readable = _READABLE.sub("-", named.name).strip("-.")[:60] or "root"
    # surrogateescape: a folder whose name is not UTF-8 is a folder all the same.
    digest = hashlib.blake2b(str(home).encode("utf-8", "surrogateescape"), digest_size=8)
    made = ""
    if makers:
        made = "-" + hashlib.blake2b(makers.encode(), digest_size=4).hexdigest()
    return folder / f"{readable}-{digest.hexdigest()}{made}.sqlite3"


def remove_others(path: Path, now: float) -> list[Path]:
    """Delete the indexes of the same repository that other makers left; give their files.

    The two that were used last stay for 14 days, and those that a server has open.
    """
    stem = path.stem
    if stem.count("-") and len(stem.rpartition("-")[2]) == 8:
        stem = stem.rpartition("-")[0]
    others: list[tuple[float, Path]] = []
    for other in path.parent.glob(f"{glob.escape(stem)}*.sqlite3"):
        if other != path:
            with contextlib.suppress(OSError):
                others.append((_used(other), other))
    others.sort(reverse=True)
    removed: list[Path] = []
    for at, (used, other) in enumerate(others):
        if at < KEPT_OTHERS and now - used < KEPT_SECONDS:
            continue
        if in_use(other):
            continue
        removed.append(other)
        for file in path.parent.glob(f"{glob.escape(other.name)}*"):
            with contextlib.suppress(OSError):  # Windows: it is in use
                file.rmdir() if file.is_dir() else file.unlink()
    return removed


def _used(path: Path) -> float:
    """Give the time of the last write; that of the log counts too."""
    times = [path.stat().st_mtime]
    with contextlib.suppress(OSError):
        times.append(path.with_name(path.name + "-wal").stat().st_mtime)
    return max(times)


def repository(workspace: Path) -> Path:
    """Give the folder that stands for the repository: git's common folder, else the workspace.

    Read from the files themselves: git may be missing, or refuse a folder of another user.
    """
    root = workspace.resolve()
    for folder in (root, *root.parents):
        marker = folder / ".git"
        if (marker / "HEAD").is_file():
            return marker
        if marker.is_file():
            return _common(marker) or root
    return root


def _common(marker: Path) -> Path | None:
    """Follow a ``.git`` file (a work tree, a submodule) to the common folder of the repository."""
    try:
        line = marker.read_text("utf-8", "surrogateescape").strip()
        if not line.startswith("gitdir:"):
            return None
        own = (marker.parent / line.removeprefix("gitdir:").strip()).resolve()
        shared = own / "commondir"
        if not shared.is_file():
            return own if own.is_dir() else None
        return (own / shared.read_text("utf-8", "surrogateescape").strip()).resolve()
    except OSError:
        return None


def on_network(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Say whether ``folder`` lies on a network file system (Linux mounts, Windows shares)."""
    if str(folder).startswith("\\\\"):
        return True
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return False
    best, kind = -1, ""
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = Path(fields[1].replace("\\040", " "))
        if folder.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), fields[2]
    return kind in _NETWORK
