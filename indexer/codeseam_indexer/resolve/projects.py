"""What project files say about imports: path aliases of TypeScript, names of packages."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from posixpath import join, normpath
from typing import Any, cast

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r",(\s*[}\]])")
MAX_TEXT = 200_000
"""Longer project files are generated."""


def _object(text: str) -> dict[str, Any]:
    """A JSON object that may have comments and trailing commas; empty where it is none."""
    if len(text) > MAX_TEXT:
        return {}
    plain = _TRAILING.sub(r"\1", _COMMENT.sub(lambda m: m[1] or "", text))
    try:
        found = json.loads(plain)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def project_aliases(text: str, folder: str) -> list[tuple[str, list[str]]]:
    """The path aliases of a TypeScript project file, as paths of the workspace."""
    options = _object(text).get("compilerOptions")
    if not isinstance(options, dict):
        return []
    options = cast("dict[str, Any]", options)
    base = options.get("baseUrl")
    root = normpath(join(folder, base)) if isinstance(base, str) else folder
    found: list[tuple[str, list[str]]] = []
    paths = options.get("paths")
    if isinstance(paths, dict):
        for pattern, targets in cast("dict[str, Any]", paths).items():
            if isinstance(targets, list):
                listed = cast("list[Any]", targets)
                found.append(
                    (pattern, [normpath(join(root, t)) for t in listed if isinstance(t, str)])
                )
    if isinstance(base, str):
        found.append(("*", [join(root, "*") if root != "." else "*"]))
    return found


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm: its name, and the files that it says it is entered by, best first."""

    name: str
    entries: tuple[str, ...]


def package(text: str) -> Package:
    """What a package file says."""
    found = _object(text)
    name = found.get("name")
    exports = found.get("exports")
    whole = _table(exports).get(".", exports)
    listed = [found.get("source"), *_conditions(whole), found.get("module"), found.get("main")]
    entries = (normpath(e) for e in listed if isinstance(e, str))
    return Package(name if isinstance(name, str) else "", tuple(dict.fromkeys(entries)))


def _conditions(value: object) -> Iterator[str]:
    """The files of an entry in ``exports``, for whatever condition."""
    if isinstance(value, str):
        yield value
    for key, inner in _table(value).items():
        if not key.startswith("."):
            yield from _conditions(inner)


@dataclass(frozen=True, slots=True)
class Crate:
    """A Rust crate: the name that others use, its library, and all its root files."""

    name: str
    library: str
    roots: tuple[str, ...]


def cargo(text: str, folder: str, conventional: Sequence[str]) -> Crate:
    """What a Cargo manifest says of its crate, beside what Cargo finds by convention."""
    try:
        manifest = tomllib.loads(text[:MAX_TEXT])
    except (tomllib.TOMLDecodeError, RecursionError):
        manifest = {}
    package = _table(manifest.get("package"))
    library = _table(manifest.get("lib"))
    name = str(library.get("name") or package.get("name") or "").replace("-", "_")
    path = library.get("path")
    lib = normpath(join(folder, path if isinstance(path, str) else "src/lib.rs"))
    roots = [lib]
    found: list[str] = []
    for kind in ("bin", "test", "example", "bench"):
        listed = manifest.get(kind)
        for target in cast("list[Any]", listed) if isinstance(listed, list) else []:
            own = _table(target).get("path")
            if isinstance(own, str):
                roots.append(normpath(join(folder, own)))
        if listed and kind == "test":
            found.append(join(folder, "tests"))
    # Where a manifest lists its tests, the other files beside them are modules of theirs.
    roots += [c for c in conventional if c.rpartition("/")[0] not in found]
    return Crate(name, lib, tuple(roots))


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
