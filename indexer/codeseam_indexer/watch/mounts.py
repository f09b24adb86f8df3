"""Tells file systems that accept a watch and then never report what others write to them."""

import ctypes
import os
import re
import sys
from pathlib import Path

_SILENT = frozenset({
    "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "9p", "drvfs", "vboxsf", "vmhgfs", "virtiofs",
    "prl_fs", "afs", "ceph", "lustre", "gpfs", "glusterfs", "osxfs", "grpcfuse", "fakeowner",
    "fuse", "fuseblk", "beegfs", "ncpfs", "coda", "webdav", "davfs",
})  # fmt: skip
_MOUNTS = Path("/proc/self/mountinfo")
_REMOTE_DRIVE = 4


def silent_mount(path: Path, mounts: str | None = None) -> str:
    """The type of the file system of ``path`` where it gives no events, else "".

    Args:
        path: absolute, without links.
        mounts: text in the form of ``/proc/self/mountinfo``; that of this process by default.
    """
    if sys.platform == "win32":
        return _windows(path)
    if mounts is None:
        try:
            mounts = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return ""
    best, kind = "", ""
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields, rest = before.split(" "), after.split(" ")
        if len(fields) < 5 or not rest[0]:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), fields[4])
        if len(point) >= len(best) and _is_below(os.fspath(path), point):
            best, kind = point, rest[0]
    silent = kind in _SILENT or kind.startswith("fuse.")
    return kind if silent else ""


def _is_below(path: str, point: str) -> bool:
    return point in {"/", path} or path.startswith(point.rstrip("/") + "/")


def _windows(path: Path) -> str:
    drive = path.drive
    if drive.startswith("\\\\"):
        return "network share"
    windll = getattr(ctypes, "windll", None)
    if windll is None:
        return ""
    kind = windll.kernel32.GetDriveTypeW(drive + "\\")
    return "network drive" if kind == _REMOTE_DRIVE else ""
