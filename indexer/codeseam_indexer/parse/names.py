"""Names as they are written -> their parts: receivers without generics, scopes in front."""

import re

import tree_sitter

from codeseam_indexer.languages import Language

_GENERIC = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|/\*.*?\*/")
_WORD = re.compile(r"[^\W\d]\w*")
_SEPARATOR = re.compile(r"::|->|\.|\\|#")
_CARRIERS = frozenset(
    {"class", "interface", "struct", "enum", "trait", "module", "namespace", "scope"}
)
"""Kinds whose written name may carry its scopes (``namespace a::b``)."""
_WRAPPING = frozenset({
    "parenthesized_declarator", "reference_declarator", "attributed_declarator",
    "variadic_declarator", "array_declarator", "block_pointer_declarator",
})  # fmt: skip
_POINTERS = frozenset({"parenthesized_declarator", "block_pointer_declarator"})
_MEMBER_POINTERS = frozenset({"pointer_type_declarator", "pointer_declarator"})
_NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "operator_name", "destructor_name",
    "literal_operator", "primitive_type", "namespace_identifier",
})  # fmt: skip
_MAX_CHAIN = 50
_EDGES = " \t\r\n`\"'"
"""What a name may be wrapped in."""
_IGNORED = frozenset({"mut", "const", "dyn", "self", "this", "ref", "in", "out", "struct", "class"})


def bare_path(text: str) -> tuple[str, ...]:
    """Reduce a written type or receiver to the names on its path.

    ``*Deck[T]`` is ``("Deck",)``, ``orbit::Crate<int>`` is ``("orbit", "Crate")``.
    """
    whole = text
    for _ in range(8):
        text, count = _GENERIC.subn("", text)
        if not count:
            break
    parts: list[str] = []
    for part in _SEPARATOR.split(text):
        words = [word for word in _WORD.findall(part.partition("+")[0]) if word not in _IGNORED]
        if words:
            parts.append(words[-1])
    if not parts:  # a tuple or an array
        parts = [word for word in _WORD.findall(whole) if word not in _IGNORED][:1]
    return tuple(parts)


def split_name(text: str, byte: int, kind: str, row: Language) -> tuple[str, int, tuple[str, ...]]:
    """Split a name from the scopes written in front of it; give name, its offset, the scopes."""
    if kind == "scope":
        path = bare_path(text)
        return (path[-1], byte, path[:-1]) if path else ("", byte, ())
    scopes: tuple[str, ...] = ()
    if kind in _CARRIERS:
        for separator in row.separators:
            before, found, _ = text.rpartition(separator)
            if found:
                byte += len((before + separator).encode())
                text, scopes = text[len(before) + len(separator) :], bare_path(before)
    bare = text.lstrip(_EDGES)
    byte += len(text) - len(bare)
    text = bare.rstrip(_EDGES) if bare != text else text.rstrip()
    return (" ".join(text.split()) if "\n" in text or "\r" in text else text), byte, scopes


def follow(node: tree_sitter.Node, data: bytes) -> tuple[str, int, tuple[str, ...], bool] | None:
    """Follow a chain of declarators to the name at its end.

    ``*(*f(int))(void)`` declares f; ``A::B<int>::operator=`` is operator= of A and B.

    Returns:
        The name, its offset, the scopes in front of it, and whether it is what is called: a
        function, not a pointer to one. None where the chain ends in no name.
    """
    scopes: tuple[str, ...] = ()
    callable_ = False
    for _ in range(_MAX_CHAIN):
        kind = node.type
        if kind == "qualified_identifier":
            scopes += _scope(node, data)
            inner = node.child_by_field_name("name")
        elif kind in _MEMBER_POINTERS:
            scopes, inner = (), node.child_by_field_name("declarator")
        elif kind == "operator_cast":
            inner = node.child_by_field_name("declarator")
            end = inner.start_byte if inner is not None else node.end_byte
            return _named(data, node.start_byte, end), node.start_byte, scopes, True
        elif kind in {"template_function", "template_method", "template_type"}:
            inner = node.child_by_field_name("name")
        else:
            inner = node.child_by_field_name("declarator")
            if inner is None and kind in _WRAPPING:
                inner = next(iter(node.named_children), None)
            if kind == "function_declarator":
                callable_ = inner is not None and inner.type not in _POINTERS
            elif inner is None and kind not in _NAMES:
                return None
        if inner is None:
            return _named(data, node.start_byte, node.end_byte), node.start_byte, scopes, callable_
        node = inner
    return None


def _scope(node: tree_sitter.Node, data: bytes) -> tuple[str, ...]:
    scope = node.child_by_field_name("scope")
    return bare_path(_named(data, scope.start_byte, scope.end_byte)) if scope is not None else ()


def _named(data: bytes, start: int, end: int) -> str:
    return data[start:end].decode("utf-8", "replace").strip()
