"""What a grammar is given to read: the same bytes in the same places, less what breaks it."""

import re

from codeseam_indexer.parse.blanks import Span, blank, blanked, hidden
from codeseam_indexer.parse.conditionals import bare_lists, join_branches
from codeseam_indexer.parse.conflicts import undivided
from codeseam_indexer.parse.cython import untyped
from codeseam_indexer.parse.item_macros import bare_items
from codeseam_indexer.parse.newer_rust import older

_LONE_RETURN = re.compile(rb"\r(?!\n)")


_LINKAGE = re.compile(
    rb"^[ \t]*#[ \t]*ifdef[ \t]+__cplusplus\b[^\n]*\n(?:[^\n#]*\n){0,3}?"
    rb"[ \t]*(extern[ \t]+\"C\"[ \t]*\{|\}[^\n]*)[ \t]*\r?\n[ \t]*#[ \t]*endif",
    re.MULTILINE,
)
_TYPE_MACRO = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)"
    rb"(?=(?:\s+[A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?|\s+\[\[[^\]\n]*\]\]){0,3}"
    rb"\s+[A-Za-z_][\w:]*(?:<[^<>\n]*>)?\s*(?:final\s*)?[:{])"
)
_OWNER = rb"(?:\w+(?:<[^<>()\n]*>)?::)*"
_APPLIED = rb"[A-Za-z_][\w:]*<(?:[^<>;(){}\n]|<[^<>;(){}\n]*>)*>(?:::\w+)?"
"""A type with its arguments."""
_BETWEEN = rb"(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]+)*"
_LEADING_MACRO = re.compile(
    rb"^[ \t]*(?:template[ \t]*<[^<>()\n]*>[ \t]*)?(?:extern[ \t]+|static[ \t]+|inline[ \t]+)*"
    rb"([A-Z][A-Z0-9_]{3,}(?:\([^()\n]*\))?)"
    rb"(?=[ \t]+(?:"
    + _BETWEEN
    + rb"(?:[a-z_]\w*[ \t]+)*(?:[A-Za-z_][\w:<>]*|"
    + _APPLIED
    + rb")[ \t\n*&]+"
    + _BETWEEN
    + _OWNER
    + rb"(?:[A-Za-z_]\w*|operator[ \t]*(?:\(\)|[^\w\s(]{1,3}))|"
    + _OWNER
    + rb"(\w+)(?:<[^<>()\n]*>)?::(?:~?\2|operator[ \t]+[\w:]+))[ \t]*\()",
    re.MULTILINE,
)
_BLOCK_MACRO = re.compile(rb"(?<=[;{})])[ \t]*\r?\n[ \t]+([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]*\{)")
"""``LIB_TRY {`` before a block."""
_CONSTRUCTOR_MACRO = re.compile(
    rb"^[ \t]*((?:[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]+)+)(?:constexpr[ \t]+|explicit[ \t]+)*"
    rb"(?:(?=[a-z]\w*\([^(){};]*(?:\([^(){};]*\)[^(){};]*)*\)\s*(?:noexcept\s*)?:\s*[\w:<>]+\s*[({])"
    rb"|(?=~\w+\())",
    re.MULTILINE,
)
"""``LIB_CONSTEXPR name(int x) : x_(x) {}``, ``LIB_CONSTEXPR ~name()``."""
_INNER_MACRO = re.compile(
    rb"^[ \t]*(?!(?:return|else|throw|new|delete|case|goto|co_return)\b)(?:[a-z_][\w:<>]*[ \t*&]+)+"
    rb"([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]+(?:[a-z_][\w:<>]*[ \t*&]+)*"
    + _OWNER
    + rb"~?[a-z_]\w*[ \t]*\()",
    re.MULTILINE,
)
"""``void LIB_INLINE Class::method(``: between a type and a name."""


_LONE_MACRO = re.compile(
    rb"^(?:[ \t]*[A-Z][A-Z0-9_]{3,}(?:\([^()\n?]* : [^()\n]*\))?|[A-Z][A-Z0-9_]{3,}\([^()\n]*\))"
    rb"[ \t]*\r?\n(?!\s*[{,=(])",
    re.MULTILINE,
)
_LAST = re.compile(rb"\s*\}")
_NEAR = 500
_BEFORE_LONE = (b";", b"}", b"{", b"/")
_OPENS = re.compile(rb"\s*(?:inline\s+)?(?:namespace|template|class|struct)\b")


_POINTER_CONVENTION = re.compile(
    rb"\([ \t]*([A-Z][A-Z0-9_]{2,})[ \t]*(?=\*[ \t]*\w+[ \t]*\)[ \t\n]*\()"
)
_CONVENTION = re.compile(
    rb"(?<=[\w*][ \t])([A-Z][A-Z0-9_]*(?:API|CALL|CALLBACK|ENTRY))[ \t]+(?=[A-Za-z_]\w*[ \t]*\()"
)
_WRAPPING_MACRO = re.compile(
    rb"^([A-Z][A-Z0-9_]{2,}[ \t]*\()(?=(?:static|inline|extern|const|unsigned|struct|int|void)\b)"
    rb"[^;{}()]*\([^;{}()]*\)\s*(\))(?=\s*[;{])",
    re.MULTILINE,
)
"""``UNUSED(static int f(void)) {``: the whole of a signature."""
_GUARDS = re.compile(
    rb"(?<=[)\w&])[ \t\n]+((?:[A-Z][A-Z0-9_]*)?(?:GUARDED_BY|LOCKS?_REQUIRED|LOCKS_EXCLUDED"
    rb"|_ANALYSIS|LOCK_FUNCTION|LIFETIME_BOUND|_ATTRIBUTE\w*)(?:\([^()\n]*\))?)"
    rb"(?=\s*[;{,)=]|\s*:[^:]|\s+(?:const|override|noexcept)\b)"
)
_TRAILING_MACRO = re.compile(
    rb"(?:\)|\bconst)[ \t\n]+(?:([A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]*\))?)(?=\s*(?:\{|:[^:]))"
    rb"|([A-Z][A-Z0-9_]*_(?:NOEXCEPT|NOTHROW|OVERRIDE|FINAL)(?:\([^()\n]*\))?)(?=\s*(?:;|=|o|f)))"
)
_CAST = re.compile(rb"\b(constexpr)(?=[ \t]+[\w:<>]+::operator[ \t]+\w)")
_NULLABILITY = re.compile(
    rb"(?<=\*)[ \t]*(\w*_(?:[nN]onnull|[nN]ullable|[nN]ull(?:ability)?_[uU]n(?:known|specified)))"
    rb"(?=[ \t]+\w|\s*[,()>])"
)


def _linkage(data: bytes) -> bytes:
    """Braces of ``extern "C"`` that stand in one branch of an #ifdef each."""
    return _LINKAGE.sub(blank, data) if b"__cplusplus" in data else data


_MACROS: tuple[tuple[re.Pattern[bytes], tuple[bytes, ...]], ...] = (
    (_WRAPPING_MACRO, (b"(",)),
    (_POINTER_CONVENTION, (b"(",)),
    (_CONVENTION, (b"API ", b"CALL ", b"CALLBACK ", b"ENTRY ")),
    (_GUARDS, (b"GUARDED_BY", b"LOCK", b"_ANALYSIS", b"LIFETIME_BOUND", b"_ATTRIBUTE")),
    (_TRAILING_MACRO, (b"{", b";")),
    (_NULLABILITY, (b"onnull", b"ullable", b"ullability")),
    (_CAST, (b"::operator",)),
    (_LEADING_MACRO, (b"(",)),
    (_LEADING_MACRO, (b"(",)),
    (_CONSTRUCTOR_MACRO, (b"(",)),
    (_BLOCK_MACRO, (b"{",)),
    (_INNER_MACRO, (b"(",)),
)
"""What finds a macro, and words without one of which there is none: to look for them is cheaper."""
_ROUNDS = 3


_CONDITION = re.compile(rb"[,<]\s*[A-Z][A-Z0-9]*_[A-Z0-9_]+(\()")
_PARENTHESIS = re.compile(rb"[()]")


def _conditions(data: bytes) -> list[Span]:
    """What macros among the parameters of a template are given: ``LIB_ENABLE_IF(!is_x<T>::value)``.

    The parentheses stay, which say that there is a condition.
    """
    spans: list[Span] = []
    for found in _CONDITION.finditer(data):
        depth, start = 0, found.start(1)
        for bracket in _PARENTHESIS.finditer(data, start, start + _NEAR):
            depth += 1 if bracket[0] == b"(" else -1
            if depth == 0:
                inside = data[start + 1 : bracket.start()]
                if b"!" in inside or b"&&" in inside or b"||" in inside or b"::" in inside:
                    spans.append((start + 1, bracket.start()))
                break
    return spans


def _macros(data: bytes) -> bytes:
    """Macros in capitals in front of a declaration: visibility, attributes, calling conventions."""
    for _ in range(_ROUNDS):
        data, count = _TYPE_MACRO.subn(blank, data)
        if not count:
            break
    data = blanked(data, _lone(data))
    if b"template" in data:
        data = blanked(data, _conditions(data))
    for macro, words in _MACROS:
        if any(word in data for word in words):
            data = macro.sub(blank, data)
    return data


def _lone(data: bytes) -> list[Span]:
    """Lines of nothing but a macro, behind what may end a statement or another such line."""
    spans: list[Span] = []
    for found in _LONE_MACRO.finditer(data):
        start = found.start()
        line = data[data.rfind(b"\n", 0, max(0, start - 1)) + 1 : start].partition(b"//")[0].strip()
        follows = bool(spans) and spans[-1][1] == start
        begins = not line or line.endswith(_BEFORE_LONE) or bool(_OPENS.match(data, found.end()))
        if not start or not (follows or begins):
            continue
        if not _LAST.match(data, found.end()) or _ends_statement(data, start):
            spans.append(found.span())
    return spans


def _ends_statement(data: bytes, byte: int) -> bool:
    """Does a statement end before a byte, but for comments? Else the last name of a list stands."""
    for line in reversed(data[max(0, byte - _NEAR) : byte].split(b"\n")):
        code = line.partition(b"//")[0].strip()
        if code:
            return code.endswith((b"}", b";"))
    return False


_MODIFIER = rb"(?:public|internal|private|protected|static|sealed|unsafe|abstract|partial)"
_BRANCHED_MODIFIERS = re.compile(
    rb"^([ \t]*#[ \t]*if[^\n]*\n(?:[ \t]*"
    + _MODIFIER
    + rb"(?:[ \t]+"
    + _MODIFIER
    + rb")*[ \t]*\r?\n"
    rb"[ \t]*#[ \t]*(?:else|elif|endif)[^\n]*\n?)+)",
    re.MULTILINE,
)
_EXTENSION = re.compile(
    rb"^([ \t]*)extension([ \t]*(?:<[^<>()\n]*>)?[ \t]*)(\((?:[^()]|\([^()]*\))*\))"
    rb"(?=\s*(?:where\b|\{))",
    re.MULTILINE,
)
_REF_STRUCT = re.compile(rb"\b(ref)(?=[ \t]+(?:readonly[ \t]+)?(?:partial[ \t]+)?struct\b)")


def _modifiers(data: bytes) -> bytes:
    """Modifiers that stand in the branches of an #if, and those the grammar does not know."""
    return _REF_STRUCT.sub(blank, _BRANCHED_MODIFIERS.sub(blank, data))


def _extensions(data: bytes) -> bytes:
    """``extension(Type self) {``, whose members are those of the class around it: a scope "_"."""

    def plain(found: re.Match[bytes]) -> bytes:
        return found[1] + b"struct  _" + found[2] + hidden(found[3])

    return _EXTENSION.sub(plain, data) if b"extension" in data else data


_BATS = re.compile(rb"^([ \t]*@test[ \t]+)([\"'])(.+)\2([ \t]+)(?=\{[ \t]*(?:#.*)?$)", re.MULTILINE)


def _bats(data: bytes) -> bytes:
    """``@test "name" {``: a function whose name is as many "@"."""

    def plain(found: re.Match[bytes]) -> bytes:
        return hidden(found[1] + found[2]) + b"@" * len(found[3]) + b"()" + found[4][1:]

    return _BATS.sub(plain, data) if b"@test" in data else data


_CONTEXT = re.compile(rb"^[ \t]*(context\((?:[^()\n]|\([^()\n]*\))*\))(?=\s*[a-z@])", re.MULTILINE)
_CLOSES = re.compile(rb"(?<=[\w)}\]\"'?!]) (?=\})")


_DELEGATE = re.compile(
    rb"\b(?:class|object)\s++\w++\s*+(?:<[^{}()]*>)?[\w@. \t]*+"
    rb"(?:\((?:[^(){}]|\([^(){}]*\))*+\))?\s*+:"
    rb"(?:(?!\b(?:val|var|fun|class|object)\b)[^{}=])*?(?<!\s)(\s++by\s++[\w.]++)(?=\s*+\{)"
)


def _headers(data: bytes) -> bytes:
    """Context parameters, and delegates that a class body would be a trailing lambda of."""
    data = _CONTEXT.sub(blank, data) if b"context(" in data else data
    return _DELEGATE.sub(blank, data) if b" by " in data else data


_DIRECTIVE = re.compile(
    rb"^([ \t]*#[ \t]*(?:(?:if|else|elif|elseif|endif|ifdef|ifndef|define|undef|include)\b"
    rb"(?:[^\n\\]|\\\r?\n|\\.)*))",
    re.MULTILINE,
)


def _directives(data: bytes) -> bytes:
    """Lines of a preprocessor: what stands in its branches is read, all of it."""
    return _DIRECTIVE.sub(blank, data) if b"#" in data else data


_GROUP = re.compile(
    rb"^([ \t]*(?:(?:optional|repeated|required)[ \t]+)?group\b)([ \t]+\w+)"
    rb"([ \t]*=[ \t]*\d++[ \t]*+(?:\[[^\]\n]*\][ \t]*+)?)(?=\{)",
    re.MULTILINE,
)


def _groups(data: bytes) -> bytes:
    """``optional group Name = 1 {``: a message with a field of it."""

    def plain(found: re.Match[bytes]) -> bytes:
        return b"message".rjust(len(found[1])) + found[2] + hidden(found[3])

    return _GROUP.sub(plain, data) if b"group" in data else data


_STRING = re.compile(rb"/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
_BRACES = bytes.maketrans(b"{};", b"   ")


def _strings(data: bytes) -> bytes:
    """Braces and semicolons in strings of CSS, which look like the ends of its blocks."""
    return _STRING.sub(lambda found: found[0].translate(_BRACES), data)


def _closes(data: bytes) -> bytes:
    """Semicolons in front of braces that close several scopes on one line."""
    return _CLOSES.sub(b";", data)


_NAMED_ENUM = re.compile(
    rb"\b((?:typedef[ \t]+)?)((?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*"
    rb"\([^,()\n]*,[ \t]*)(\w+)([ \t]*\))"
)


def _enums(data: bytes) -> bytes:
    """Macros of Apple's libraries that define an enum: ``typedef NS_ENUM(type, Name) {``."""

    def plain(found: re.Match[bytes]) -> bytes:
        return hidden(found[1]) + b"enum".ljust(len(found[2])) + found[3] + hidden(found[4])

    return _NAMED_ENUM.sub(plain, data) if b"_ENUM" in data or b"_OPTIONS" in data else data


_GENERIC_CALL = re.compile(
    rb"(?<!=>)(?<=[\w>\])}'\"])[ \t\r]*(?://[^\n]*)?\n(?:[ \t]*(?://[^\n]*)?\r?\n)*"
    rb"[ \t]*([ \t])(?=<[A-Za-z_$\r\n])"
)


def _signatures(data: bytes) -> bytes:
    """An end for each signature before one that begins with type parameters: ``<T>(x: T): T``."""
    out = bytearray(data)
    for found in _GENERIC_CALL.finditer(data):
        out[found.start(1)] = ord(";")
    return bytes(out)


_TYPED_MACRO = re.compile(
    rb"^([A-Z][A-Z0-9_]{2,}\((?:const\b|unsigned\b|bool|char|short|int|long|float|double)[ \t]*"
    rb"(?:,[^;{}\n]*\n?[^;{}\n]*)?\);)[ \t]*\r?$",
    re.MULTILINE,
)


def _typed_macros(data: bytes) -> bytes:
    """Macros at the margin that are given a type: ``FLAG(int, size, 8, "how many");``."""
    return _TYPED_MACRO.sub(blank, data)


STRATEGIES = {
    "bats": _bats,
    "branches": join_branches,
    "closes": _closes,
    "cython": untyped,
    "directives": _directives,
    "enums": _enums,
    "extensions": _extensions,
    "groups": _groups,
    "headers": _headers,
    "item_macros": bare_items,
    "linkage": _linkage,
    "lists": bare_lists,
    "macros": _macros,
    "modifiers": _modifiers,
    "newer_rust": older,
    "signatures": _signatures,
    "typed macros": _typed_macros,
    "strings": _strings,
}
"""Named in the rows of the languages that need them."""


def scrub(data: bytes, strategies: tuple[str, ...] = ()) -> bytes:
    """Blank merge-conflict markers and NULs and end lines at lone carriage returns.

    Every byte stays where it is, so that offsets into the result are offsets into the file.
    """
    if b"\r" in data:
        data = _LONE_RETURN.sub(b"\n", data)
    if b"\0" in data:
        data = data.replace(b"\0", b" ")
    data = undivided(data)
    for name in strategies:
        data = STRATEGIES[name](data)
    return data
