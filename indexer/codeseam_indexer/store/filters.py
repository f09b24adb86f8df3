"""What a question is restricted to, as a mask over chunk ids that is applied before ranking."""

import json
import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codeseam_indexer.records import Filter
from codeseam_indexer.store.database import Database
from codeseam_indexer.store.kinds import kind_bits

LIVE_BLOCK = 8192
"""Chunks a row of the table ``live``: 1 kB of bits."""


def live_mask(db: Database, workspace: int) -> NDArray[np.bool_]:
    """Give, by chunk id, whether the manifest of a workspace names the chunk's document."""
    rows = list(
        db.execute("SELECT block, bits FROM live WHERE workspace = ? ORDER BY block", (workspace,))
    )
    blocks = rows[-1][0] + 1 if rows else 1
    mask = np.zeros(blocks * LIVE_BLOCK, np.bool_)
    for block, bits in rows:
        unpacked = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
        mask[block * LIVE_BLOCK : (block + 1) * LIVE_BLOCK] = unpacked
    return mask


def allowed_mask(db: Database, workspace: int, chosen: Filter) -> NDArray[np.bool_]:
    """Give, by chunk id, whether the chunk is in the workspace and passes the filter."""
    mask = live_mask(db, workspace)
    if chosen == Filter():
        return mask
    inside = np.zeros_like(mask)
    for _, first, count in files(db, workspace, chosen):
        inside[first : first + count] = True
    if chosen.kinds:
        inside &= _with_kinds(db, chosen.kinds, mask.size)
    return inside & mask


def files(db: Database, workspace: int, chosen: Filter) -> list[tuple[str, int, int]]:
    """Give the paths that pass a filter, kinds left out, with the range of their chunks."""
    query = (
        "SELECT m.path, d.first_chunk, d.chunks FROM manifest m"
        " JOIN document d ON d.id = m.document WHERE m.workspace = ?"
    )
    values: list[int | str] = [workspace]
    if chosen.languages:
        query += " AND d.language IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(chosen.languages))
    if chosen.only is not None:
        query += " AND m.path IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(sorted(chosen.only)))
    wanted = path_test(db, workspace, chosen.paths)
    return [row for row in db.execute(query + " ORDER BY m.path", values) if wanted(row[0])]


def _with_kinds(db: Database, kinds: tuple[str, ...], size: int) -> NDArray[np.bool_]:
    mask = np.zeros(size, np.bool_)
    found = db.execute("SELECT id FROM chunk WHERE kinds & ?", (kind_bits(kinds),))
    ids = np.fromiter((row[0] for row in found), np.int64)
    mask[ids[ids < size]] = True
    return mask


def path_test(db: Database, workspace: int, paths: tuple[str, ...]) -> Callable[[str], bool]:
    """Give a test of paths: any of ``paths``, each a file, a folder with all below, or a glob.

    What exists in the manifest is taken literally, so that ``src/[id]/page.tsx`` is that file.
    """
    if not paths:
        return lambda _: True
    literal: set[str] = set()
    folders: list[str] = []
    globs: list[re.Pattern[str]] = []
    for given in paths:
        path = given.replace("\\", "/").removeprefix("./").strip("/")
        if path in ("", "."):
            return lambda _: True
        if _exists(db, workspace, path):
            literal.add(path)
            folders.append(path + "/")
        else:
            globs.append(glob_pattern(path))
    prefixes = tuple(folders)
    return lambda path: (
        path in literal
        or path.startswith(prefixes)
        or any(pattern.fullmatch(path) for pattern in globs)
    )


def _exists(db: Database, workspace: int, path: str) -> bool:
    found = db.one(
        "SELECT 1 FROM manifest WHERE workspace = ?1 AND (path = ?2 OR path > ?2 || '/'"
        " AND path < ?2 || '0') LIMIT 1",  # "0" is the character after "/"
        (workspace, path),
    )
    return found is not None


@lru_cache(maxsize=256)
def glob_pattern(glob: str) -> re.Pattern[str]:
    """Turn a glob into a pattern for whole paths, as git's ignore files mean it.

    ``*`` and ``?`` stop at ``/``, ``**`` does not, ``{a,b}`` is either; a glob without ``/``
    matches a name at any depth; what matches a folder matches all below it.
    """
    anchored = "/" in glob
    text = "" if anchored else "(?:.*/)?"
    at, depth = 0, 0
    while at < len(glob):
        piece, at, depth = _translate(glob, at, depth)
        text += piece
    try:
        return re.compile(text + ")" * depth + "(?:/.*)?", re.DOTALL)
    except re.error:
        return re.compile(re.escape(glob))


def _translate(glob: str, at: int, depth: int) -> tuple[str, int, int]:
    """Translate what stands at ``at``; give the pattern, where to go on, the open braces."""
    for written, pattern in (("**/", "(?:.*/)?"), ("**", ".*"), ("*", "[^/]*"), ("?", "[^/]")):
        if glob.startswith(written, at):
            return pattern, at + len(written), depth
    sign = glob[at]
    if sign == "[" and (end := glob.find("]", at + 2)) > 0:
        inner = glob[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
        inner = "^/" + inner[1:] if inner[0] in "!^" else inner
        return f"[{inner}]", end + 1, depth
    if sign == "{":
        return "(?:", at + 1, depth + 1
    if depth and sign in ",}":
        return ("|", at + 1, depth) if sign == "," else (")", at + 1, depth - 1)
    return re.escape(sign), at + 1, depth
