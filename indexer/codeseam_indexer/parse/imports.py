"""Imports as the query captured them -> records; a tree of braces in one path is taken apart."""

import re
from collections.abc import Iterator

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.definitions import Captures, Match
from codeseam_indexer.parse.lines import Lines
from codeseam_indexer.records import Import

_TOKEN = re.compile(r"\{|\}|,|\bas\b|=>|[^\s{},]+")
_USE = re.compile(
    r"^(?:use|import|export)\s+(?:(?:function|const)\s+)?|(?<=[{,])\s*(?:function|const)\s+(?=\w)"
)
_ENDS = frozenset({",", "}"})
_RENAMES = frozenset({"as", "=>"})
_MAX_TREE = 10_000
"""Words in one import statement; what is beyond is not written by hand."""


def imports(matches: list[Match], data: bytes, lines: Lines, row: Language) -> list[Import]:
    """Make the records of the imports of one tree, in document order.

    A path that one pattern finds alone and another with what is imported from it is one import.
    """
    found: list[tuple[int, Import]] = []
    bare: dict[int, tuple[int, Import]] = {}
    told: set[int] = set()
    for pattern, captures in matches:
        node = captures["import"][0]
        byte = node.start_byte
        line = lines.line(byte)
        exported = "exported" in captures
        module = _module(captures, data)
        if "symbol.default" in captures:
            name, alias = "default", _captured(captures, "symbol.default", data)
        else:
            name = pattern.settings.get("symbol") or _captured(captures, "symbol", data)
            alias = _captured(captures, "alias", data)
        how = pattern.settings.get("imports") or row.imports
        unless = pattern.settings.get("unless")
        if unless and unless.encode() in data[byte : node.end_byte].split():
            continue
        if how == "captures":
            record, path = Import(module, name, alias, line, exported), _start(captures)
            if name or alias:
                told.add(path)
                found.append((byte, record))
            else:
                bare[path] = (byte, record)
            continue
        head = data[byte : node.end_byte].decode("utf-8", "replace")
        exported = exported or head.startswith("pub")
        if how == "tree":
            found += [
                (byte, Import(*leaf, line, exported))
                for leaf in _leaves(module, row.import_separator, name, alias)
            ]
        else:
            found.append((byte, Import(*_path(module, row.import_separator, name), alias, line)))
    found += [pair for path, pair in bare.items() if path not in told]
    found.sort(key=lambda pair: pair[0])
    return [record for _, record in dict.fromkeys(found)]


def _start(captures: Captures) -> int:
    """Where the path of an import is written."""
    return (captures.get("module") or captures["import"])[0].start_byte


def _captured(captures: Captures, key: str, data: bytes) -> str:
    nodes = captures.get(key)
    if not nodes:
        return ""
    text = data[nodes[0].start_byte : nodes[-1].end_byte].decode("utf-8", "replace")
    return text.strip().strip("\"'`<>").lstrip(":")


def _module(captures: Captures, data: bytes) -> str:
    text = _captured(captures, "module", data)
    return "".join(text.split()) if "\n" in text else text


def _path(text: str, separator: str, name: str) -> tuple[str, str]:
    """Split the last part off a path: ``a.b.C`` is C of a.b, ``a.b.*`` is all of a.b."""
    if name:
        return text, name
    before, found, last = text.rpartition(separator)
    if not found:
        return text, ""
    return before, "*" if last in {"*", "_"} else last


def _leaves(text: str, separator: str, name: str, alias: str) -> Iterator[tuple[str, str, str]]:
    """Flatten ``a::{b, c::{self as d, *}}`` into (module, name, alias), iteratively."""
    text = _USE.sub("", text).rstrip("; ")
    if "{" not in text and "," not in text:
        yield from _leaf(text, separator, name, alias)
        return
    prefixes: list[str] = [""]
    path, renamed, renames = "", "", False
    words = _TOKEN.findall(text)[:_MAX_TREE]
    for word in [*words, ","]:
        if word == "{":
            prefixes.append(_glue(prefixes[-1], path, separator))
            path = ""
        elif word in _ENDS:
            if path:
                yield from _leaf(_glue(prefixes[-1], path, separator), separator, "", renamed)
            path, renamed = "", ""
            del prefixes[max(1, len(prefixes) - (word == "}")) :]
        elif renames:
            renamed, renames = word, False
        elif word in _RENAMES:
            renames = True
        else:
            path += word


def _glue(prefix: str, path: str, separator: str) -> str:
    path = path.removesuffix(separator)
    return f"{prefix}{separator}{path}" if prefix and path else prefix or path


def _leaf(text: str, separator: str, name: str, alias: str) -> Iterator[tuple[str, str, str]]:
    if " as " in text:
        text, _, alias = (part.strip() for part in text.partition(" as "))
    before, found, last = text.rpartition(separator)
    if name or not found:
        yield text, name, alias
    elif last == "self":
        yield before, "", alias
    else:
        yield before, "*" if last in {"*", "_"} else last, alias
