"""Ruby as facts: open classes, mixins, instance variables, calls without parentheses."""

from tree_sitter import Node

from codeseam_indexer.facts import RefKind
from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.lowering import MAX_ARGUMENTS, UNKNOWN, Lowering, Table

METHOD = "()"
_MIXINS = frozenset({"include", "extend", "prepend"})
_SENDS = frozenset({"send", "public_send", "__send__", "try", "method"})
_VISIBILITIES = frozenset({
    "private", "protected", "public", "module_function", "private_class_method",
    "public_class_method", "private_constant",
})  # fmt: skip
_ATTRIBUTES = frozenset({"attr_reader", "attr_accessor", "attr_writer"})
_ITERATORS = frozenset({
    "each", "map", "select", "reject", "find", "detect", "each_with_index", "flat_map", "sort_by",
    "group_by", "any?", "all?", "none?", "min_by", "max_by", "filter", "filter_map", "sum", "tap",
    "then", "partition", "each_with_object", "find_all", "reverse_each",
})  # fmt: skip


def _class(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    last = name
    if name is not None and name.type == "scope_resolution":
        last = name.child_by_field_name("name")
    index = low.reserve(node)
    if last is not None:
        low.bind(low.text(last), "def", last, value=low.make("cls", "", index))
    base = node.child_by_field_name("superclass")
    inner = roles.child(base, "#0") if base is not None else None
    low.open(node, "class", last)
    low.flag(index, "partial")
    if inner is not None:
        low.bases[index].append(low.expr(inner))
        roles.refer(low, "inherit", inner)


def _method(low: Lowering, node: Node) -> None:
    name = node.child_by_field_name("name")
    index = low.reserve(node)
    owner = low.around("class")
    if name is not None:
        low.bind(low.text(name) + METHOD, "def", name, value=low.make("fn", "", index), scope=owner)
    of_class = node.type == "singleton_method" or "static" in low.flags[low.scope]
    low.open(node, "function", name)
    if of_class:
        low.flag(index, "static")
    _parameters(low, node.child_by_field_name("parameters"))
    body = node.child_by_field_name("body")
    if body is not None:
        last = (
            body.named_children[-1]
            if body.type == "body_statement" and body.named_children
            else body
        )
        low.values[index].append(low.expr(last))


def _singleton(low: Lowering, node: Node) -> None:
    """``class << self``: its methods are those of the class itself."""
    low.open(node, "block")
    low.flag(low.scope, "static")


def _parameters(low: Lowering, node: Node | None, source: int = -1) -> None:
    for part in node.named_children if node is not None else ():
        name = part if part.type == "identifier" else part.child_by_field_name("name")
        default = part.child_by_field_name("value")
        value = low.expr(default) if default is not None else source
        if name is not None:
            low.bind(low.text(name), "param", name, value=value)


def _block(low: Lowering, node: Node) -> None:
    low.open(node, "block")
    low.flag(low.scope, "own")
    call = node.parent
    source = -1
    if call is not None and call.type == "call":
        method = low.text(call.child_by_field_name("method"))
        receiver = low.expr(call.child_by_field_name("receiver"))
        if method in _ITERATORS and receiver:
            source = receiver if method in {"tap", "then"} else low.make("elem", "", receiver)
    _parameters(low, node.child_by_field_name("parameters"), source)


def _assignment(low: Lowering, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    value = low.expr(right)
    if left is None:
        return
    if left.type == "identifier":
        low.bind(low.text(left), "local", node, value=value, end=True)
    elif left.type == "constant":
        low.bind(low.text(left), "field" if low.around("class") else "var", left, value=value)
    elif left.type == "instance_variable":
        low.bind(low.text(left), "attribute", left, value=value, scope=low.around("class"))
    elif left.type == "left_assignment_list":
        for part in left.named_children:
            if part.type == "identifier":
                low.bind(low.text(part), "local", node, end=True)


def _rescue(low: Lowering, node: Node) -> None:
    variable, types = node.child_by_field_name("variable"), node.child_by_field_name("exceptions")
    name = roles.child(variable, "#0") if variable is not None else None
    if name is not None:
        of = (
            low.union([low.expr(t) for t in types.named_children]) if types is not None else UNKNOWN
        )
        low.bind(low.text(name), "local", name, type=of)


def _alias(low: Lowering, node: Node) -> None:
    name, old = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is not None and old is not None:
        value = low.get(low.make("self"), low.text(old) + METHOD)
        low.bind(low.text(name) + METHOD, "def", name, value=value, scope=low.around("class"))


def _given(low: Lowering, node: Node) -> list[int]:
    given = node.child_by_field_name("arguments")
    return [low.expr(c) for c in given.named_children[:MAX_ARGUMENTS]] if given is not None else []


def _callee(low: Lowering, node: Node) -> int:
    method = node.child_by_field_name("method")
    receiver = node.child_by_field_name("receiver")
    if method is None:
        return UNKNOWN
    if method.type == "super":
        return low.get(low.make("super"), low.heads[low.around("function")][0] + METHOD)
    if receiver is None:
        return _own(low, low.text(method))
    if receiver.type == "call" and low.text(receiver.child_by_field_name("method")) == "class":
        made = low.make("class of", "", low.expr(receiver.child_by_field_name("receiver")))
        return low.get(made, low.text(method) + METHOD)
    return low.get(low.expr(receiver), low.text(method) + METHOD)


def _call_value(low: Lowering, node: Node) -> int:
    method = low.text(node.child_by_field_name("method"))
    receiver = node.child_by_field_name("receiver")
    if method == "new":
        if receiver is None or receiver.type == "self":
            return low.make("self")
        return low.make("new", "", low.expr(receiver), *_given(low, node))
    return low.make("call", "", _callee(low, node), *_given(low, node))


def _call(low: Lowering, node: Node) -> None:
    method = node.child_by_field_name("method")
    if method is None:
        return
    text = low.text(method)
    receiver = node.child_by_field_name("receiver")
    given = node.child_by_field_name("arguments")
    parts = given.named_children if given is not None else []
    if text == "new":
        target = low.expr(receiver) if receiver is not None else low.make("selftype")
        name = low.terminal(receiver) if receiver is not None else method
        if name is not None:
            low.ref("new", name, target, len(parts))
        return
    if receiver is None and _declares(low, text, parts):
        return
    if method.type == "super":
        low.ref(
            "call", method, _callee(low, node), len(parts), low.heads[low.around("function")][0]
        )
        return
    low.ref("call", method, _callee(low, node), len(parts))
    _named_by_symbols(low, text, receiver, parts)


def _named_by_symbols(low: Lowering, text: str, receiver: Node | None, parts: list[Node]) -> None:
    """Methods that symbols name: sent, as the block of an iterator, or given to a class."""
    if text in _SENDS and parts and parts[0].type == "simple_symbol":
        _by_symbol(low, "call" if text != "method" else "read", parts[0], _target(low, receiver))
    elif parts and parts[-1].type == "block_argument" and receiver is not None:
        symbol = roles.child(parts[-1], "#0")
        if text in _ITERATORS and symbol is not None and symbol.type == "simple_symbol":
            _by_symbol(low, "call", symbol, low.make("elem", "", low.expr(receiver)))
    elif receiver is None and not low.around("function") and low.around("class"):
        given = [p.child_by_field_name("value") if p.type == "pair" else p for p in parts]
        for symbol in given if text not in _VISIBILITIES else ():
            if symbol is not None and symbol.type == "simple_symbol":
                _by_symbol(low, "read", symbol, low.make("self"))


def _target(low: Lowering, receiver: Node | None) -> int:
    return low.expr(receiver) if receiver is not None else _receiver(low)


def _by_symbol(low: Lowering, kind: RefKind, symbol: Node, target: int) -> None:
    name = low.text(symbol).lstrip(":")
    low.ref(kind, symbol, low.get(target, name + METHOD), -1, name)


def _declares(low: Lowering, text: str, parts: list[Node]) -> bool:
    """Calls in a class body that say something of the class."""
    cls = low.around("class")
    if text in _MIXINS:
        for part in parts:
            if part.type in {"constant", "scope_resolution"}:
                low.bases[cls].insert(0, low.expr(part))  # the last one hides the others
                roles.refer(low, "inherit", part)
        return True
    if text in _ATTRIBUTES:
        for part in parts:
            name = low.text(part).lstrip(":") + ("=" if text == "attr_writer" else "")
            index = low.reserve(part)
            low.bind(name + METHOD, "def", part, value=low.make("fn", "", index), scope=cls)
            low.open(part, "function", text=name)
            low.values[index].append(low.get(low.make("self"), f"@{name.removesuffix('=')}"))
            low.stack.pop()
        return True
    if text == "alias_method" and len(parts) == 2:
        names = [low.text(p).lstrip(":") + METHOD for p in parts]
        low.bind(names[0], "def", parts[0], value=low.get(low.make("self"), names[1]), scope=cls)
        return True
    return False


def _bare(low: Lowering, node: Node) -> None:
    """A name alone: a call of a method, unless a local variable has it."""
    parent = node.parent
    if parent is None or parent.type in _NO_VALUES or _is_name_of(parent, node):
        return
    text = low.text(node)
    if text == "new":
        low.ref("new", node, low.make("selftype"), 0)
    elif not _is_local(low, text):
        low.ref("call", node, _own(low, text), 0)


_NO_VALUES = frozenset({
    "method_parameters", "block_parameters", "lambda_parameters", "exception_variable",
    "left_assignment_list", "alias", "undef", "destructured_parameter", "splat_parameter",
    "block_parameter", "hash_splat_parameter",
})  # fmt: skip


def _is_name_of(parent: Node, node: Node) -> bool:
    for field in ("name", "method", "left"):
        named = parent.child_by_field_name(field)
        if (
            named is not None
            and named.id == node.id
            and parent.type not in {"binary", "conditional"}
        ):
            return True
    return False


def _is_local(low: Lowering, name: str) -> bool:
    function = low.around("function")
    start = low.heads[function][2] if function else 0
    for binding in reversed(low.bindings):
        if binding.position < start:
            return False
        if binding.name == name and binding.kind in {"local", "param"}:
            return True
    return False


def _super(low: Lowering, node: Node) -> None:
    parent = node.parent
    if parent is None or parent.type != "call":
        name = low.heads[low.around("function")][0]
        low.ref("call", node, low.get(low.make("super"), name + METHOD), -1, name)


def _named(low: Lowering, node: Node) -> int:
    text = low.text(node)
    if _is_local(low, text):
        return low.name(text)
    if text == "new":
        return low.make("self")
    return low.make("call", "", _own(low, text))


def _scoped(low: Lowering, node: Node) -> int:
    scope = node.child_by_field_name("scope")
    name = low.text(node.child_by_field_name("name"))
    return low.get(low.expr(scope), name) if scope is not None else low.name(name)


def _instance_variable(low: Lowering, node: Node) -> int:
    return low.get(low.make("self"), low.text(node))


def _own(low: Lowering, name: str) -> int:
    """A method that is called without a receiver: one of ``self``, or of the file."""
    if low.around("class"):
        return low.get(_receiver(low), name + METHOD)
    return low.name(name + METHOD)


def _self(low: Lowering, node: Node) -> int:
    return _receiver(low)


def _receiver(low: Lowering) -> int:
    function = low.around("function")
    static = not function or "static" in low.flags[function]
    return low.make("selftype" if static else "self")


def _return(low: Lowering, node: Node) -> None:
    given = roles.child(node, "#0")
    value = roles.child(given, "#0") if given is not None else None
    if value is not None:
        low.values[low.around("function")].append(low.expr(value))


RUBY = Table(
    statements={
        "class": _class,
        "module": _class,
        "singleton_class": _singleton,
        "method": _method,
        "singleton_method": _method,
        "block": _block,
        "do_block": _block,
        "assignment": _assignment,
        "operator_assignment": _assignment,
        "rescue": _rescue,
        "alias": _alias,
        "call": _call,
        "identifier": _bare,
        "super": _super,
        "return": _return,
    },
    expressions={
        "identifier": _named,
        "constant": roles.named,
        "scope_resolution": _scoped,
        "instance_variable": _instance_variable,
        "self": _self,
        "call": _call_value,
        "parenthesized_statements": roles.within("#-1"),
        "assignment": roles.within("right"),
        "operator_assignment": roles.within("right"),
        "conditional": roles.either("consequence", "alternative"),
        "string": roles.literal("String"),
        "simple_symbol": roles.literal("Symbol"),
        "integer": roles.literal("Integer"),
        "float": roles.literal("Float"),
        "true": roles.literal("bool"),
        "false": roles.literal("bool"),
        "nil": roles.literal("None"),
        "array": roles.elements("list"),
        "hash": roles.literal("Hash"),
    },
    terminals={"identifier": "", "constant": "", "scope_resolution": "name"},
)
