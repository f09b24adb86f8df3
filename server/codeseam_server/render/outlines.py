"""The symbols of a file and the map of a folder, as deep as a page allows."""

from collections import Counter
from collections.abc import Sequence

from codeseam_indexer.records import SymbolRow
from codeseam_server.render.pages import Row, paged
from codeseam_server.render.pieces import ROWS, UNDERSTAND, answer, plural, signature
from codeseam_server.render.safe import one_line
from codeseam_server.session.records import FileOutline, FolderOutline, Index

_TOP = 8
"""Names of symbols in the line of a file."""

_DEEPEST = 9
"""Levels of folders that a map of one goes down at most."""


def outline(found: FileOutline | FolderOutline, state: Index, page: int = 1) -> str:
    """The symbols of a file, or what is in a folder, as deep as the budget allows."""
    lines = _file(found, page) if isinstance(found, FileOutline) else _folder(found, page)
    return answer(lines, state)


def _file(found: FileOutline, page: int) -> list[str]:
    symbols = found.symbols
    lines = [
        f"{one_line(found.path)} ({found.language}, {found.lines} lines,"
        f" {len(symbols)} {plural(len(symbols), 'symbol')})"
    ]
    deep = [
        (depth, f"{'  ' * depth}{row.symbol.start_line}-{row.symbol.end_line} {signature(row)}")
        for row, depth in zip(symbols, _depths(symbols), strict=True)
    ]
    rows = [text for _, text in deep]
    for deepest in (1, 0) if page else ():
        if sum(map(len, rows)) <= UNDERSTAND:
            break
        rows = [text for depth, text in deep if depth <= deepest]
    lines += paged([Row(text) for text in rows], page)
    if inner := len(symbols) - len(rows):
        lines.append(f"({inner} inside these are not listed; get_symbol shows any of them)")
    return lines


def _depths(rows: Sequence[SymbolRow]) -> list[int]:
    depths: list[int] = []
    for row in rows:
        parent = row.symbol.parent
        depths.append(0 if parent is None or parent >= len(depths) else depths[parent] + 1)
    return depths


def _folder(found: FolderOutline, page: int) -> list[str]:
    """Files with their top symbols while they fit, else the folders with their counts."""
    name = one_line(found.path) or "."
    lines = [f"{name} ({len(found.files)} {plural(len(found.files), 'file')})"]
    least = sum(len(file.path) + 8 for file in found.files)
    rows: list[str] = []
    if page == 0 or least <= UNDERSTAND:  # else no symbol needs to be read to know that it is more
        rows = [_file_line(file) for file in found.files]
    if page and max(least, sum(map(len, rows))) > UNDERSTAND:
        rows = _folder_lines(found)
    return lines + paged([Row(text) for text in rows], page)


def _file_line(file: FileOutline) -> str:
    top = [*dict.fromkeys(row.symbol.name for row in file.symbols if row.symbol.parent is None)]
    named = ", ".join(map(one_line, top[:_TOP]))
    more = f", +{len(top) - _TOP}" if len(top) > _TOP else ""
    return f"{one_line(file.path)} ({file.lines})" + (f": {named}{more}" if top else "")


def _folder_lines(found: FolderOutline) -> list[str]:
    """One line for each file and folder, as deep as a list that is to be looked over may be."""
    groups = _grouped(found, 1)
    for depth in range(2, _DEEPEST):
        deeper = _grouped(found, depth)
        if len(deeper) > ROWS and len(groups) > 1:
            break
        groups = deeper
    lines: list[str] = []
    for name, files in sorted(groups.items()):
        if len(files) == 1:
            lines.append(_file_line(files[0]))
            continue
        languages = Counter(file.language for file in files)
        most = ", ".join(f"{language} {count}" for language, count in languages.most_common(3))
        lines.append(f"{one_line(name)}/ ({most})")
    return lines


def _grouped(found: FolderOutline, depth: int) -> dict[str, list[FileOutline]]:
    """The files by the folder ``depth`` levels below the one that was asked for, or by their path.

    Files that stand higher, beside such folders, are groups of one.
    """
    start = found.path.count("/") + 1 if found.path else 0
    groups: dict[str, list[FileOutline]] = {}
    for file in found.files:
        parts = file.path.split("/")
        name = "/".join(parts[: start + depth]) if len(parts) > start + depth else file.path
        groups.setdefault(name, []).append(file)
    return groups
