"""Turn the cached packages into pieces of code with their documentation, one JSON line each.

Usage: python training/mine.py CACHE OUT.jsonl [--processes N]. Beside OUT a manifest is written:
every package with its version, licence, where that was read, and how many pieces it gave.
"""

import argparse
import collections
import hashlib
import json
import multiprocessing
import re
import sys
from pathlib import Path

import archives
import blocked
import definitions

MAX_PER_PACKAGE = 4_000
MAX_BARE = 1_200
"""Undocumented definitions of one package: they teach names, and serve as distractors."""

_FOLDERS = re.compile(
    r"(?:^|/)(?:tests?|testing|testdata|__tests__|spec|specs|fixtures|vendor|_vendor|_vendored"
    r"|vendored|third_?party|3rdparty|extern|externals?|node_modules|deps|examples?|samples?|locale"
    r"|locales|i18n|umd|cjs|min|generated|bundled|contrib-build|site-packages|referencesource)/"
    r"|\.min\.|\.d\.[mc]?ts$|_test\.|\.test\.|\.spec\.|_pb2|\.pb\.|/zz_|(?:^|/)test_|(?:^|/)conftest"
)
_GENERATED = re.compile(
    r"code generated|do not edit|@generated|auto-?generated|sourceMappingURL", re.I
)


def _usable(path: str, data: bytes) -> bool:
    if _FOLDERS.search(path) or blocked.path(path) or b"\0" in data[:1024]:
        return False
    head = data[:2_000].decode("utf-8", "replace")
    if _GENERATED.search(head):
        return False
    return len(data) < 3_000 or data.count(b"\n") > len(data) / 300


def _ordered(files: dict[str, bytes]) -> list[str]:
    """Sources before what was compiled from them, so that a doc counts with its source."""
    return sorted(files, key=lambda path: (not re.search(r"(?:^|/)src/", path), path))


def mine(place: tuple[str, Path]) -> tuple[dict[str, object], list[str]]:
    """The manifest row and the JSON lines of one package."""
    package = archives.load(*place, wanted=set(definitions.SUFFIXES))
    row = {
        "registry": package.registry, "name": package.name, "version": package.version,
        "licence": package.verdict.licence, "evidence": package.verdict.evidence, "pieces": 0,
        "allowed": package.verdict.allowed and not blocked.name(package.name),
    }  # fmt: skip
    if not row["allowed"]:
        return row, []
    seen: set[str] = set()
    documents: collections.Counter[str] = collections.Counter()
    lines: list[str] = []
    bare = 0
    label = f"{package.registry}/{package.name}"
    for path in _ordered(package.files):
        data = package.files[path]
        if not _usable(path, data) or package.verdict.excludes(path):
            continue
        language = definitions.SUFFIXES.get(Path(path).suffix.lower(), "")
        for piece in definitions.pieces(path, data.decode("utf-8", "replace")):
            key = hashlib.md5(re.sub(r"\s+", "", piece.code).encode()).hexdigest()
            if key in seen or len(piece.code) < 30 or len(lines) >= MAX_PER_PACKAGE:
                continue
            documents[piece.doc] += 1
            documented = bool(piece.doc) and documents[piece.doc] == 1
            if not documented:
                bare += 1
                if piece.kind not in {"function", "type"} or bare > MAX_BARE:
                    continue
            seen.add(key)
            record = {
                "kind": piece.kind, "language": language, "package": label, "path": path,
                "name": piece.name, "qualified": piece.qualified,
                "doc": piece.doc if documented else "", "code": piece.code,
            }  # fmt: skip
            lines.append(json.dumps(record))
    row["pieces"] = len(lines)
    return row, lines


def main() -> None:
    """Mine every package of the cache."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    rows = []
    counts: collections.Counter[str] = collections.Counter()
    with (
        options.out.open("w", encoding="utf-8") as out,
        multiprocessing.Pool(options.processes, maxtasksperchild=50) as pool,
    ):
        for row, lines in pool.imap(mine, archives.places(options.cache), chunksize=1):
            rows.append(row)
            out.writelines(line + "\n" for line in lines)
            counts["allowed" if row["allowed"] else "left out"] += 1
            counts["pieces"] += len(lines)
    manifest = options.out.with_suffix(".manifest.json")
    manifest.write_text(json.dumps(rows, indent=0), encoding="utf-8")
    print(dict(counts), file=sys.stderr)


if __name__ == "__main__":
    main()
