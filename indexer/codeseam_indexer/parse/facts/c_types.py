"""Types of C and C++ as expressions: primitive ones, pointers, constant ones."""

from tree_sitter import Node

from codeseam_indexer.parse.facts import roles
from codeseam_indexer.parse.facts.declarators import Declared
from codeseam_indexer.parse.facts.lowering import UNKNOWN, Lowering

_PRIMITIVE = frozenset({"primitive_type", "sized_type_specifier"})
_ORDER = ("unsigned", "signed", "short", "long", "char", "double", "int")


def declared_type(low: Lowering, node: Node, declared: Declared) -> int:
    """The type of a declaration, -1 where it is inferred."""
    type_ = node.child_by_field_name("type")
    if type_ is None or type_.type == "placeholder_type_specifier":
        return -1
    if type_.type in _PRIMITIVE:
        return _declared_primitive(low, node, type_, declared)
    found = low.type(type_)
    if declared.array:
        return low.make("generic", "", low.make("builtin", "array"), found)
    found = constant(low, node, found)
    if declared.pointer and found > 0:
        return low.make("pointer", indirection(declared.name or declared.function), found)
    return found


def _declared_primitive(low: Lowering, node: Node, type_: Node, declared: Declared) -> int:
    text = primitive(low.text(type_))
    if declared.pointer or declared.array:
        if not declared.array and indirection(declared.name) == "&":
            return low.make("builtin", text)
        deep = declared.pointer and declared.array
        fixed = "const " if is_constant(low, node) else ""
        return low.make("builtin", f"{fixed}{text}**" if deep else f"{fixed}{text}*")
    return low.make("builtin", text)


def returned(low: Lowering, node: Node, declared: Declared) -> int:
    """The type of what a function returns."""
    trailing = None
    if declared.function is not None:
        trailing = next(
            (c for c in declared.function.children if c.type == "trailing_return_type"), None
        )
    if trailing is not None:
        return low.type(roles.child(trailing, "#0"))
    return declared_type(low, node, declared)


def constant(low: Lowering, node: Node, found: int) -> int:
    """An expression of a type or a value, marked where its declaration says that it is constant."""
    return low.make("const", "", found) if found > 0 and is_constant(low, node) else found


def is_constant(low: Lowering, node: Node) -> bool:
    """Whether a declaration says that what it declares is constant, or what that points to."""
    return any(
        c.type == "type_qualifier" and low.text(c) in {"const", "constexpr"} for c in node.children
    )


def indirection(name: Node | None) -> str:
    """How a declarator points to its type: "*", "&", "&&"."""
    found = "*"
    at = name.parent if name is not None else None
    while at is not None and "declarator" in at.type:
        if at.type.endswith("reference_declarator"):
            found = "&&" if any(c.type == "&&" for c in at.children) else "&"
        elif at.type.endswith("pointer_declarator"):
            return "*"
        at = at.parent
    return found


def primitive(text: str) -> str:
    """The usual spelling of a primitive type: ``long unsigned int`` is ``unsigned long``."""
    words = text.split()
    if len(words) < 2:
        return {"unsigned": "unsigned int", "signed": "int"}.get(text, text)
    words.sort(key=lambda word: _ORDER.index(word) if word in _ORDER else len(_ORDER))
    if "short" in words or "long" in words:
        words = [word for word in words if word != "int"]
    if "char" not in words:
        words = [word for word in words if word != "signed"]
    return " ".join(words)


def tagged(low: Lowering, node: Node) -> int:
    """A type with a tag: what it defines, else what its name says."""
    if node.child_by_field_name("body") is not None:
        return low.make("cls", "", low.reserve(node))
    return low.type(node.child_by_field_name("name"))


def number(low: Lowering, node: Node) -> int:
    """A literal number, by its suffix."""
    text = low.text(node).lower().replace("'", "")
    if text.startswith("0x") or not ("." in text or "e" in text or text.endswith("f")):
        suffix = text[len(text.rstrip("ul")) :]
        long = "long long" if suffix.count("l") > 1 else "long" if "l" in suffix else ""
        name = ("unsigned " + (long or "int")) if "u" in suffix else long or "int"
        return low.make("lit", name)
    return low.make("lit", "float" if text.endswith("f") else "double")


def text_literal(low: Lowering, node: Node) -> int:
    """A string literal, which is a pointer to characters."""
    text = low.text(node)
    prefix = text[: text.find('"')].rstrip("R")
    kind = {"L": "wchar_t", "u": "char16_t", "U": "char32_t"}.get(prefix, "char")
    return low.make("lit", f"const {kind}*")


def _primitive(low: Lowering, node: Node) -> int:
    return low.make("builtin", primitive(low.text(node)))


def _descriptor(low: Lowering, node: Node) -> int:
    inner = node.child_by_field_name("type")
    declarator = node.child_by_field_name("declarator")
    pointed = declarator is not None and "pointer" in declarator.type
    if inner is not None and inner.type in _PRIMITIVE and pointed:
        fixed = "const " if is_constant(low, node) else ""
        return low.make("builtin", f"{fixed}{primitive(low.text(inner))}*")
    found = low.type(inner) if inner is not None else UNKNOWN
    return low.make("pointer", "*", constant(low, node, found)) if found and pointed else found


TYPE_EXPRESSIONS: dict[str, roles.Converter] = {
    "type_identifier": roles.named,
    "struct_specifier": tagged,
    "union_specifier": tagged,
    "enum_specifier": tagged,
    "primitive_type": _primitive,
    "sized_type_specifier": _primitive,
    "type_descriptor": _descriptor,
}
