"""What the names of Python are set to: by assignments, loops, patterns, and by what is put in."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering


def assignment(low: Lowering, node: Node) -> None:
    """An assignment to names, members, items or patterns of these."""
    right = node.child_by_field_name("right")
    declared = node.child_by_field_name("type")
    left = node.child_by_field_name("left")
    value = low.expr(right) if right is not None else -1
    kind = low.type(declared) if declared is not None else -1
    targets, values = roles.listed(left), roles.listed(right)
    if left is not None and left.type in _PATTERNS and _pairwise(right, targets, values):
        for target, given in zip(targets, values, strict=True):
            _target(low, target, low.expr(given), after=node)
    else:
        _target(low, left, value, kind, node)
    if right is not None:
        roles.read(low, right)


def _pairwise(right: Node | None, targets: list[Node], values: list[Node]) -> bool:
    """Whether an assignment puts one value into each of its targets."""
    if right is None or right.type not in {"expression_list", "tuple", "list"}:
        return False
    spread = any(part.type.startswith("list_splat") for part in (*targets, *values))
    return len(targets) == len(values) and not spread


_PATTERNS = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"})


def _target(
    low: Lowering, node: Node | None, value: int, kind: int = -1, after: Node | None = None
) -> None:
    if node is None:
        return
    if node.type == "identifier":
        where = "field" if low.kinds[low.around("class", "function")] == "class" else "local"
        at = node if after is None else after
        low.bind(low.text(node), where, at, type=kind, value=value, end=after is not None)
        outer = _declared_outside(low, low.text(node))
        if outer >= 0:
            low.bind(low.text(node), "assigned", at, value=value, scope=outer, end=True)
    elif node.type == "attribute":
        _attribute_target(low, node, value, kind)
    elif node.type == "subscript":
        key = roles.child(node, "#1")
        if key is not None and key.type == "string":
            target = low.expr(node.child_by_field_name("value"))
            low.expando(target, f"[{roles.unquoted(low.text(key))}]", value, key)
    elif node.type in _PATTERNS:
        for number, part in enumerate(node.named_children):
            item = low.make("item", str(number), value) if value > 0 else UNKNOWN
            _target(low, part, item, after=after)
    elif node.type == "list_splat_pattern":
        _target(low, roles.child(node, "#0"), low.make("lit", "list"))


def _attribute_target(low: Lowering, node: Node, value: int, kind: int) -> None:
    target = node.child_by_field_name("object")
    name = node.child_by_field_name("attribute")
    if name is None:
        return
    method = low.around("function")
    while method > 0 and method not in low.self_names:
        method = low.around("function", scope=low.parents[method])
    owner = low.around("class", scope=method)
    if owner > 0 and target is not None and low.text(target) == low.self_names.get(method):
        low.bind(low.text(name), "attribute", name, type=kind, value=value, scope=owner)
    else:
        low.expando(low.expr(target), low.text(name), value, name)


def loop(low: Lowering, node: Node) -> None:
    """``for``: its variables are elements of what it goes over."""
    right = low.expr(node.child_by_field_name("right"))
    _target(low, node.child_by_field_name("left"), low.make("elem", "", right))


def as_pattern(low: Lowering, node: Node) -> None:
    """``as``: what a context manager gives, an exception, what a pattern has matched."""
    alias = node.child_by_field_name("alias")
    source = roles.child(node, "#0")
    value = low.expr(source)
    parent = node.parent
    if parent is not None and parent.type == "with_item":
        value = low.make("enter", "", value)
    elif parent is not None and parent.type.startswith("except"):
        value = low.make("inst", "", _caught(low, source))
    target = roles.child(alias, "#0") if alias is not None and alias.named_child_count else alias
    _target(low, target, value)


def _caught(low: Lowering, node: Node | None) -> int:
    """What an exception handler takes; of the root of all exceptions a program knows nothing."""
    if node is None or low.text(node) in {"Exception", "BaseException"}:
        return UNKNOWN
    if node.type == "tuple":
        return low.union([_caught(low, part) for part in roles.listed(node)])
    return low.expr(node)


def named(low: Lowering, node: Node) -> None:
    """``:=`` sets a name inside an expression."""
    value = low.expr(node.child_by_field_name("value"))
    _target(low, node.child_by_field_name("name"), value)


def call(low: Lowering, node: Node) -> None:
    """A call; one that puts something into a collection says what that holds."""
    first = len(low.refs)
    _CALL(low, node)
    ref = low.refs[first] if len(low.refs) > first else None
    if ref is not None and ref.name == "getattr":
        _looking_up(low, node)
    how = _GROWING.get(ref.name) if ref is not None else None
    function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if how is None or function is None or function.type != "attribute":
        return
    target, added = function.child_by_field_name("object"), roles.listed(given)
    if target is None or not added or added[-1].type not in _VALUES:
        return
    value = low.make(
        "list", "", low.make("spread", "", low.expr(added[-1])) if how else low.expr(added[-1])
    )
    if target.type == "identifier":
        held = low.make("grown", "", low.expr(target), value)
        low.bind(low.text(target), "assigned", node, value=held, end=True)
    elif target.type == "attribute":
        _attribute_target(low, target, value, -1)


def _looking_up(low: Lowering, node: Node) -> None:
    """``getattr`` uses the member that it names, or one whose name is put together."""
    expr = low.expr(node)
    found = low.exprs[expr]
    if found.op == "union":
        found = low.exprs[found.parts[0]]
    name = found.text if found.op == "get" else "getattr"
    low.refs.append(roles.use("read", name, expr, low.scope, low.at(node)))


_CALL = roles.calls("function", "arguments")
_GROWING = {
    "append": 0, "add": 0, "appendleft": 0, "insert": 0, "extend": 1, "update": 1,
}  # fmt: skip
"""Methods of collections that put in their last argument, or (1) what that holds."""

_VALUES = frozenset({
    "identifier", "attribute", "call", "lambda", "list", "tuple", "dictionary", "subscript",
    "list_comprehension", "generator_expression", "await",
})  # fmt: skip
"""What may be or hold something of ours."""


def _declared_outside(low: Lowering, name: str) -> int:
    """The scope that ``global`` or ``nonlocal`` has said a name is of, -1 for the one at hand."""
    return low.outer_names.get((low.around("function"), name), -1) if low.outer_names else -1
