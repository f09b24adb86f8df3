"""Bytes of a file -> text, whatever the encoding, without ever moving a line."""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COOKIE = re.compile(rb"(?:coding|fileencoding|fenc|charset)[:=]\s*[\"']?([-\w.]+)")
_COOKIE_REACH = 400
"""A declaration of the encoding stands in the first lines, further down it is about another."""
_SNIFFED = 2048
_TRUSTED = frozenset({
    "big5", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp949", "euc_jp", "euc_kr",
    "gb18030", "gb2312", "gbk", "iso8859-1", "iso8859-15", "iso8859-2", "iso8859-5", "iso8859-7",
    "iso8859-9", "koi8-r", "koi8-u", "shift_jis", "cp932", "mac-roman", "utf-8",
})  # fmt: skip
"""Encodings that keep ASCII and line breaks where they are: a file may name no other one."""


def decode(data: bytes) -> str:
    r"""Decode a file's bytes without raising, keeping every ``\n`` where it was.

    In this order: a byte order mark (which is dropped), UTF-8, UTF-16 without a mark, the encoding
    that the first lines declare, UTF-8 with a few broken bytes (each becomes U+FFFD), and at last
    Windows-1252, which is what most legacy source is in.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _legacy(data)
    if "\0" in text[:_SNIFFED] and (wide := _utf16(data)):
        return data.decode(wide, "replace")
    return text


def _utf16(data: bytes) -> str:
    """Name UTF-16 without a mark by its zero bytes, which all fall on one side; "" for none."""
    head = data[:_SNIFFED]
    if len(head) < 4:
        return ""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > 0.6 * half and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd == 0 else ""


def _legacy(data: bytes) -> str:
    if wide := _utf16(data):
        return data.decode(wide, "replace")
    if (declared := _declared(data)) and declared != "utf-8":
        return data.decode(declared, "replace")
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = sum(1 for character in text if character > "\x7f") - broken
    if whole > broken:
        return text
    return _windows(data)


def _windows(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes have no meaning there, all have one in Latin-1
        return data.decode("latin-1")


def _declared(data: bytes) -> str:
    found = _COOKIE.search(data[:_COOKIE_REACH])
    if found is None:
        return ""
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return ""
    return name if name in _TRUSTED else ""
