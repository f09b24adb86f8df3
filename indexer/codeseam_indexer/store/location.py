"""Where the index of a repository lies: one file in the cache folder, shared by its work trees."""

import hashlib
import re
from pathlib import Path

_READABLE = re.compile(r"[^A-Za-z0-9._-]+")

_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.s3fs"}
"""File systems without the shared memory between hosts that a write-ahead log needs."""


def database_path(folder: Path, workspace: Path) -> Path:
    """Give the file for the repository that ``workspace`` belongs to, whether it exists or not.

    Args:
        folder: the cache folder.
        workspace: the root of a work tree, or any folder.
    """
    home = repository(workspace)
    named = home.parent if home.name == ".git" else home
    readable = _READABLE.sub("-", named.name).strip("-.")[:60] or "root"
    # surrogateescape: a folder whose name is not UTF-8 is a folder all the same.
    digest = hashlib.blake2b(str(home).encode("utf-8", "surrogateescape"), digest_size=8)
    return folder / f"{readable}-{digest.hexdigest()}.sqlite3"


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
