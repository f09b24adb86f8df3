"""What a grammar lost after an error is read again: without what is to blame, else from further on.

A grammar that loses its way in a half-written definition takes what follows for a part of it. First
the lines to blame are looked for and blanked (``mend``). What still is in error is read again from
where a new top-level construct begins: the first line at the margin that was swallowed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import tree_sitter

from codeseam_indexer.languages import Language
from codeseam_indexer.parse.blanks import Span, blanked
from codeseam_indexer.parse.grammars import attributes, errors, misread, parses, unclosed
from codeseam_indexer.parse.mend import culprits
from codeseam_indexer.parse.scrub import scrub
from codeseam_indexer.parse.templates import untagged

_MARGIN = re.compile(rb"^(?=[A-Za-z_@#\[(<\"'/$~])", re.MULTILINE)
_NEW = re.compile(
    rb"(?:^|[;}])[ \t]*\r?\n" + _MARGIN.pattern + rb"(?!#|[A-Za-z_]\w*:[ \t]*\r?$)", re.MULTILINE
)
"""A line at the margin behind an end; directives and labels stand there inside of a scope, too."""
_BRACKET = re.compile(rb"[()]|\"(?:[^\"\\\n]|\\.)*\"")
_CLOSERS = (b"}", b")", b"]")
_BLANKS = (b" ", b"\t")
_A_SCOPE = 1000
_A_LINE = 40
"""Bytes."""
_ROUNDS = 12
_AGAIN = 2
"""How often the whole of a file is read again at most: one that is not of its language at all
would be read once for each of its lines."""
_SMALL = 20_000
_LOOKED_AT = 2000


@dataclass(frozen=True, slots=True)
class Mended:
    """A file read again: its tree, what was parsed for it, and what was blanked of it.

    ``attributes`` belong to what stands behind them; ``culprits`` do not parse; ``clean`` still
    holds both.
    """

    tree: tree_sitter.Tree
    data: bytes
    clean: bytes
    attributes: tuple[Span, ...] = ()
    culprits: tuple[Span, ...] = ()


def mended(data: bytes, row: Language, reader: tree_sitter.Parser) -> Mended:
    """Parse a file; once more where an error took whole lines, and where it was misread."""
    grammar = row.grammar or row.name
    tree = reader.parse(data)
    broken = _lost(tree, data)
    if row.repair and (broken or _is_cut(tree, data)):
        text = scrub(data, row.repair)
        if text != data:
            data, tree = text, reader.parse(text)
            broken = _lost(tree, data)
    if tree.root_node.has_error and (text := untagged(data)) != data:
        again = reader.parse(text)
        if _damage(again, text) < _damage(tree, data):
            data, tree = text, again
            broken = _lost(tree, data)
    clean = data
    found: list[Span] = []
    if broken:
        found, text = culprits(data, broken, lambda text: parses(grammar, text))
        again = reader.parse(text)
        left = _cost(again, text) + sum(end - start for start, end in found)
        if left < _cost(tree, data):
            data, tree = text, again
        else:
            found = []
    undone = _undone(tree, row, grammar, data)
    if undone:
        data = blanked(data, undone)
        tree = reader.parse(data)
    return Mended(tree, data, clean, tuple(undone), tuple(found))


def _undone(tree: tree_sitter.Tree, row: Language, grammar: str, data: bytes) -> list[Span]:
    """The attributes that made an expression of a declaration."""
    spans: list[Span] = []
    for name in misread(tree.root_node, row.name, grammar):
        node = name
        while node.parent is not None and node.parent.type.endswith("_expression"):
            node = node.parent
        spans.append((node.start_byte, node.end_byte))
    if not spans:
        return []
    return [
        (node.start_byte, _behind_arguments(data, node.end_byte))
        for node in attributes(tree.root_node, row.name, grammar)
        if any(start <= node.start_byte and node.end_byte <= end for start, end in spans)
    ]


def _behind_arguments(data: bytes, end: int) -> int:
    """The byte behind the arguments that stand right at a byte; that byte where there are none."""
    if not data.startswith(b"(", end):
        return end
    depth = 0
    for found in _BRACKET.finditer(data, end):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return end


def _lost(tree: tree_sitter.Tree, data: bytes) -> list[Span]:
    """The errors that take lines or end a scope too early, and the scopes that have no end."""
    if not tree.root_node.has_error:
        return []
    stray = _stray(tree, data)
    found = errors(tree.root_node)
    lost = [node for node in found if node.id in stray or _takes_lines(node, data)]
    lost += [scope for scope in unclosed(tree.root_node) if _takes_lines(scope, data)]
    return sorted((node.start_byte, node.end_byte) for node in lost)


def _is_whole(tree: tree_sitter.Tree, data: bytes) -> bool:
    """Did the grammar read the text to its end? Some give up at an error."""
    return not data[tree.root_node.end_byte :].strip()


def _stray(tree: tree_sitter.Tree, data: bytes) -> set[int]:
    """The errors outside of all constructs that close what is not open or are not at the margin.

    They are looked for from the root: to ask a node for its parent costs a walk from there.
    """
    return {
        node.id
        for node in tree.root_node.children
        if node.is_error
        and (
            data[node.start_byte : node.start_byte + 1] in _CLOSERS
            or data[max(0, node.start_byte - 1) : node.start_byte] in _BLANKS
        )
    }


def _is_cut(tree: tree_sitter.Tree, data: bytes) -> bool:
    """Is there a brace that closes no scope, so that another scope ends too late?"""
    return tree.root_node.has_error and any(
        data.startswith(b"}", node.start_byte) for node in errors(tree.root_node)
    )


def _takes_lines(node: tree_sitter.Node, data: bytes) -> bool:
    start = node.start_byte
    return b"\n" in data[start : min(node.end_byte, start + _LOOKED_AT)]


def _damage(tree: tree_sitter.Tree, data: bytes) -> tuple[int, int]:
    """What errors take, and how many they are."""
    return _cost(tree, data), len(errors(tree.root_node))


def _cost(tree: tree_sitter.Tree, data: bytes) -> int:
    """How much errors take, in bytes.

    What is of no whole construct; a line for each construct that has lost what it stands in; and
    the rest of a scope that was closed too early.
    """
    cost = 0 if _is_whole(tree, data) else len(data) - tree.root_node.end_byte
    cost += _A_SCOPE * len(unclosed(tree.root_node))
    stray = _stray(tree, data)
    for error in errors(tree.root_node):
        if error.id in stray:
            cost += _A_SCOPE
        if not _takes_lines(error, data):
            continue
        cost += error.end_byte - error.start_byte
        for child in error.children:
            if child.is_error:  # counted by itself
                cost -= child.end_byte - child.start_byte
            elif child.is_named and _takes_lines(child, data):
                cost += _A_LINE - (child.end_byte - child.start_byte)
    return cost


def pieces(
    tree: tree_sitter.Tree, data: bytes, read: Callable[[int], tree_sitter.Tree]
) -> Iterator[tuple[tree_sitter.Tree, int]]:
    """Give trees that cover a file between them, each with the byte where it ends.

    Args:
        tree: the tree of the whole file.
        data: what was parsed.
        read: parses from a byte on.
    """
    start, budget = 0, _AGAIN * len(data) + _SMALL
    for _ in range(_ROUNDS):
        again = _swallowed(tree, data, start) if tree.root_node.has_error else None
        if again is None or len(data) - again > budget:
            break
        yield tree, again
        budget -= len(data) - again
        start, tree = again, read(again)
    yield tree, len(data)


def _swallowed(tree: tree_sitter.Tree, data: bytes, start: int) -> int | None:
    """The first line at the margin that an error took for its own, or that was not read at all."""
    looked = 0
    for error in errors(tree.root_node):
        first, end = error.start_byte, error.end_byte
        if b"\n" not in data[first : min(end, first + 2000)]:
            continue
        brace = next((child for child in error.children if child.type == "{"), None)
        if brace is not None and (
            again := _behind(tree, data, max(brace.end_byte, start + 1), end)
        ):
            return again
        for found in _MARGIN.finditer(data, max(first, start) + 1, end):
            looked += 1
            if looked > _LOOKED_AT:
                return None
            if _loose(tree.root_node, found.start()):
                return found.start()
    for scope in unclosed(tree.root_node):
        if again := _behind(tree, data, max(scope.start_byte, start) + 1, scope.end_byte):
            return again
    if _is_whole(tree, data):
        return None
    following = _MARGIN.search(data, max(tree.root_node.end_byte, start + 1))
    return following.start() if following else None


def _behind(tree: tree_sitter.Tree, data: bytes, start: int, end: int) -> int | None:
    """Where in a scope without an end the first thing begins that stands at the margin."""
    found = _NEW.search(data, start, end)
    if found is None:
        return None
    node = tree.root_node.descendant_for_byte_range(found.end(), found.end() + 1)
    begins = node is not None and node.start_byte == found.end()
    return found.end() if begins else None  # else it is in a string or a comment


def _loose(root: tree_sitter.Node, byte: int) -> bool:
    """Is what begins at a byte a mere token of an error, not a construct of its own?"""
    node = root.descendant_for_byte_range(byte, byte + 1)
    if node is None or node.start_byte != byte:
        return False  # inside a string or a comment, or a blank
    while (parent := node.parent) is not None and parent.start_byte == byte:
        if parent.is_error:
            break
        node = parent
    return node.child_count == 0 and node.parent is not None and node.parent.is_error
