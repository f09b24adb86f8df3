"""Find symbols by any written form of their name or by a place, never another symbol instead."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from codeseam_indexer.records import Symbol, SymbolRow
from codeseam_server.symbols import names
from codeseam_server.symbols.catalog import Catalog
from codeseam_server.symbols.suggest import suggest

_TRANSPARENT = frozenset({"__init__", "__main__", "index", "mod", "lib", "main"})
"""File names that stand for their folder in a module path."""

_ROOTS = frozenset({"crate", "self", "super", "this", "global", "root", "$", ""})
"""Words that begin a path in some language and name no scope."""

_ASIDE = frozenset({"test", "example", "benchmark", "docs", "vendored", "generated", "stub"})
"""Tags of files whose definitions are read after the others."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a name stands for.

    Attributes:
        query: the name as it was asked for.
        rows: all symbols that it means, the closest first; the order never changes.
        suggestions: where there are none, the nearest qualified names that exist.
        files: where there are none, the indexed files or the folder that the text names instead.
    """

    query: str
    rows: tuple[SymbolRow, ...]
    suggestions: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def find(
    catalog: Catalog, query: str, allowed: Callable[[str], bool] = lambda _path: True
) -> Lookup:
    """Find what ``query`` names, in files that ``allowed`` accepts.

    The ladder: the text itself as a name; as a suffix of a qualified name with any of the
    separators ``. :: # -> /``; with a module path before it; as ``path:name`` or ``path:line``.
    The same then without what agents add to a name (quotes, call brackets, a keyword).
    """
    for spelling in names.spellings(query):
        rows = _rows(catalog, spelling)
        inside = tuple(row for row in rows if allowed(row.path))
        if inside:
            return Lookup(query, inside)
        if rows:
            return Lookup(query, (), _labels(rows))
    return Lookup(query, (), suggest(catalog, query, allowed), _files(catalog, query, allowed))


def _files(catalog: Catalog, query: str, allowed: Callable[[str], bool]) -> tuple[str, ...]:
    """The files that the text names, or the folder, with a slash behind it."""
    path = query.strip().rstrip("/")
    if not path:
        return ()
    files = tuple(filter(allowed, catalog.files(path)))
    return files or tuple(f"{path}/" for _ in catalog.below(path)[:1])


def _rows(catalog: Catalog, text: str) -> list[SymbolRow]:
    found = _named(catalog, text) or _in_module(catalog, text) or _placed(catalog, text)
    wanted = len(names.parts(text))
    aside = _aside(catalog, {row.path for row in found})

    def order(row: SymbolRow) -> tuple[bool, bool, str, int, int]:
        deeper = len(names.parts(row.symbol.qualified_name)) > wanted
        return deeper, row.path in aside, row.path, row.symbol.start_line, row.ordinal

    unique = {(row.path, row.ordinal): row for row in found}
    return sorted(unique.values(), key=order)


def _aside(catalog: Catalog, paths: Collection[str]) -> set[str]:
    """The files that are about the code rather than the code; one alone needs no order."""
    if len(paths) < 2:
        return set()
    return {file.path for file in catalog.store.files(paths) if file.tags & _ASIDE}


def _named(catalog: Catalog, text: str) -> list[SymbolRow]:
    """Symbols whose name is the text or whose qualified name ends in it."""
    wanted = names.parts(text)
    for tail in names.tails(text):
        found = [
            row
            for row in catalog.named(tail)
            if tail == text or names.ends_with(names.parts(row.symbol.qualified_name), wanted)
        ]
        if found:
            return found
    return []


def _in_module(catalog: Catalog, text: str) -> list[SymbolRow]:
    """Symbols with the path of their module before their qualified name."""
    wanted = names.parts(text)
    while wanted and wanted[0] in _ROOTS:
        wanted = wanted[1:]
    found: list[SymbolRow] = []
    for tail in names.tails(text):
        for row in catalog.named(tail):
            own = names.parts(row.symbol.qualified_name)
            module = wanted[: len(wanted) - len(own)]
            if wanted == own or (names.ends_with(wanted, own) and _is_module(row.path, module)):
                found.append(row)
    return found


def _is_module(path: str, module: tuple[str, ...]) -> bool:
    """Whether a file is what a module path names: ``pkg.mod`` for ``src/pkg/mod.py``."""
    pure = PurePosixPath(path)
    stem = pure.name.split(".")[0]
    folder = pure.parts[:-1]
    own = folder if stem in _TRANSPARENT else (*folder, stem)
    return names.ends_with(own, module) or names.ends_with((*folder, stem), module)


def _placed(catalog: Catalog, text: str) -> list[SymbolRow]:
    """Symbols of a file that the text names, by line or by name."""
    for place in names.places(text):
        files = catalog.files(place.path)
        if not files:
            continue
        if place.line:
            found = [row for path in files for row in _around(catalog, path, place.line)]
        else:
            within = frozenset(files)
            found = [row for row in _named(catalog, place.name) if row.path in within]
        if found:
            return found
    return []


def _around(catalog: Catalog, path: str, line: int) -> list[SymbolRow]:
    """The symbols named on a line, else the innermost one around it."""
    rows = catalog.store.symbol_rows(path)
    named = [row for row in rows if row.symbol.name_line == line]
    around = [row for row in rows if row.symbol.start_line <= line <= row.symbol.end_line]
    return named or sorted(around, key=lambda row: (_height(row.symbol), -row.ordinal))[:1]


def _height(symbol: Symbol) -> int:
    return symbol.end_line - symbol.start_line


def _labels(rows: Iterable[SymbolRow], limit: int = 5) -> tuple[str, ...]:
    """Names that find exactly these rows."""
    return tuple(dict.fromkeys(f"{row.path}:{row.symbol.qualified_name}" for row in rows))[:limit]
