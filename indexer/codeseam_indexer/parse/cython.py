"""Cython as the grammar of Python reads it: definitions without the types of C in them."""

import re

from codeseam_indexer.parse.blanks import blank, hidden

_CYTHON = re.compile(
    rb"^[ \t]*(?:cdef|cpdef|ctypedef|cimport|from[ \t]+[\w.]+[ \t]+cimport)\b", re.MULTILINE
)
_TYPES = rb"[\w.*&\[\], \t]*?[ \t*&]"
_FUNCTION = re.compile(
    rb"^([ \t]*)(cdef|cpdef)([ \t]+(?:" + _TYPES + rb")?)(\w+)([ \t]*)\(([^()]*)\)"
    rb"([^\n:]*)(:[^\n]*)$",
    re.MULTILINE,
)
_TYPED = re.compile(rb"^[ \t]*def[ \t]+\w+[ \t]*\(([^()]*[\w*\]][ \t]+\w[^()]*)\)", re.MULTILINE)
_CLASS = re.compile(
    rb"^([ \t]*)((?:cdef|cpdef|ctypedef)(?:[ \t]+(?:public|api|packed))*[ \t]+class)\b",
    re.MULTILINE,
)
_RECORD = re.compile(
    rb"^([ \t]*)((?:cdef|cpdef|ctypedef)[ \t]+(?:(?:public|api|packed)[ \t]+)*(?:struct|union|enum)"
    rb"|struct|union|enum)([ \t]+\w+[ \t]*:)",
    re.MULTILINE,
)
_IMPORT = re.compile(rb"\bcimport\b")
_EXTERN = re.compile(rb"^([ \t]*)(cdef[ \t]+extern[^\n]*|cdef[ \t]*):(?=[ \t]*\r?$)", re.MULTILINE)
_VALUE = re.compile(rb"^([ \t]*)((?:cdef|cpdef)[ \t][^\n=(:]*[ \t*])\w+[ \t]*=", re.MULTILINE)
_KEYWORDS = (
    rb"(?!(?:return|import|from|del|raise|global|nonlocal|assert|yield|await|async|not|pass|lambda|print"
    rb"|if|elif|else|for|while|try|except|finally|with|def|class|in|is|and|or|case|match)\b)"
)
_PROTOTYPE = re.compile(
    rb"^([ \t]*)((?:(?:cdef|cpdef)[ \t]+(?:" + _TYPES + rb")?|(?!ctypedef\b)" + _KEYWORDS + rb"\w\w"
    rb"[\w.*&\[\], \t]*[ \t*&]))(\w+[ \t]*)\(((?:[^()*][^()]*)?)\)([^\n\r:]*)(\r?)$",
    re.MULTILINE,
)
_NAMED = re.compile(
    rb"^([ \t]*)((?:(?:cdef|cpdef|ctypedef)[ \t][^\n(:]*[ \t*])"
    rb"|(?<=[ \t])" + _KEYWORDS + rb"\w+(?:[ \t]+\w+)*[ \t*]+)\w+[ \t]*\r?$",
    re.MULTILINE,
)
_OTHER = re.compile(
    rb"^([ \t]*)((?:cdef|cpdef|ctypedef)\b[^\n]*"
    rb"|" + _KEYWORDS + rb"\w[\w* \t]*[ \t*]\w+[ \t]*\([^()\n]*\)[^\n:]*)$",
    re.MULTILINE,
)
_CAST = re.compile(rb"(?<=[=(,\[ ])(<[A-Za-z_][\w.* ]*\??>)(?=[\w(&\"'])|(?<=[=(, ])(&)(?=\w)")


def untyped(data: bytes) -> bytes:
    """Give the text with the words of C blanked or changed for those of Python, byte for byte."""
    if not _CYTHON.search(data):
        return data
    data = _CLASS.sub(lambda found: found[1] + b"class".ljust(len(found[2])), data)
    data = _FUNCTION.sub(_function, data)
    data = _TYPED.sub(blank, data)
    data = _CAST.sub(blank, data)
    data = _IMPORT.sub(b" import", data)
    data = _RECORD.sub(_record, data)
    data = _EXTERN.sub(
        lambda found: (
            found[1] + b"if 1".ljust(len(found[2])) + found[0][len(found[1] + found[2]) :]
        ),
        data,
    )
    data = _PROTOTYPE.sub(_prototype, data)
    data = _VALUE.sub(_declared, data)
    data = _NAMED.sub(_declared, data)
    return _OTHER.sub(lambda found: found[1] + b"0".ljust(len(found[2])), data)


def _record(found: re.Match[bytes]) -> bytes:
    """A class for its members; a block without a name where there is no room for the word."""
    word = b"with" if found[2] == b"enum" else b"class".ljust(len(found[2]))
    return found[1] + word + found[3]


def _declared(found: re.Match[bytes]) -> bytes:
    """A statement of no effect for the types, so that what follows them keeps its margin."""
    margin, types = found[1], found[2]
    return margin + b"0".ljust(len(types) - 1) + b";" + found[0][len(margin) + len(types) :]


def _prototype(found: re.Match[bytes]) -> bytes:
    """A function without a body, where there is a byte for the colon that Python wants."""
    margin, types, name, parameters, rest, end = found.groups()
    if len(types) < len(b"def ") or not parameters + rest:
        return found[0]
    head = margin + b"def".ljust(len(types)) + name + b"("
    if rest:
        return head + hidden(parameters) + b")" + hidden(rest[:-1]) + b":" + end
    return head + hidden(parameters[:-1]) + b"):" + end


def _function(found: re.Match[bytes]) -> bytes:
    margin, word, types, name, gap, parameters, rest, end = found.groups()
    head = margin + b"def".ljust(len(word)) + hidden(types) + name + gap
    return head + b"(" + hidden(parameters) + b")" + hidden(rest) + end
