"""What a grammar lost after an error is read again from where a new top-level construct begins.

A grammar that loses its way in a half-written definition takes what follows for a part of it. The
first line that stands at the margin and was swallowed so is where a reader would start afresh.
"""

import re
from collections.abc import Callable, Iterator

import tree_sitter

from codeseam_indexer.parse.grammars import errors

_MARGIN = re.compile(rb"^(?=[A-Za-z_@#\[(<\"'/$~])", re.MULTILINE)
_ROUNDS = 12
_AGAIN = 2
"""How often the whole of a file is read again at most: one that is not of its language at all
would be read once for each of its lines."""
_SMALL = 20_000
_LOOKED_AT = 2000


def pieces(
    tree: tree_sitter.Tree, grammar: str, data: bytes, read: Callable[[int], tree_sitter.Tree]
) -> Iterator[tuple[tree_sitter.Tree, int]]:
    """Give trees that cover a file between them, each with the byte where it ends.

    Args:
        tree: the tree of the whole file.
        grammar: whose it is.
        data: what was parsed.
        read: parses from a byte on.
    """
    start, budget = 0, _AGAIN * len(data) + _SMALL
    for _ in range(_ROUNDS):
        again = _swallowed(tree, grammar, data, start) if tree.root_node.has_error else None
        if again is None or len(data) - again > budget:
            break
        yield tree, again
        budget -= len(data) - again
        start, tree = again, read(again)
    yield tree, len(data)


def _swallowed(tree: tree_sitter.Tree, grammar: str, data: bytes, start: int) -> int | None:
    """The first line at the margin that an error took for its own; None where there is none."""
    looked = 0
    for error in errors(tree.root_node, grammar):
        first, end = error.start_byte, error.end_byte
        if b"\n" not in data[first : min(end, first + 2000)]:
            continue
        for found in _MARGIN.finditer(data, max(first, start) + 1, end):
            looked += 1
            if looked > _LOOKED_AT:
                return None
            if _loose(tree.root_node, found.start()):
                return found.start()
    return None


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
