"""Shell scripts as facts: every command may be a function, of this file or of one it sources."""

from tree_sitter import Node

from codeseam_indexer.parse.facts.lowering import Lowering, Table

_TAKES_COMMAND = frozenset({"trap", "time", "exec", "command", "builtin", "xargs", "eval", "nohup"})


def _function(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is not None:
        value = low.make("fn", "", low.reserve(node))
        low.bind(low.text(name), "def", name, value=value, scope=0)
    low.open(node, "function", name)


def _command(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    text = low.text(name)
    given = node.children_by_field_name("argument")
    low.ref("call", name, low.name(text), len(given))
    if text in _TAKES_COMMAND and given and given[0].type == "word":
        low.ref("read", given[0], low.name(low.text(given[0])))


BASH = Table(
    statements={"function_definition": _function, "command": _command},
    expressions={},
    terminals={"command_name": ""},
)
