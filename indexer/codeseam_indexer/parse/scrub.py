"""What the grammar is given to read: the same bytes in the same places, less what would break it."""

import re

_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t].*)?\r?$", re.MULTILINE)
_LONE_RETURN = re.compile(rb"\r(?!\n)")


def scrub(data: bytes) -> bytes:
    """Blank merge-conflict markers and NULs and end lines at lone carriage returns.

    Every byte stays where it is, so that offsets into the result are offsets into the file. Both
    sides of a conflict are read, which shows twice what is there twice.
    """
    if b"\r" in data:
        data = _LONE_RETURN.sub(b"\n", data)
    if b"\0" in data:
        data = data.replace(b"\0", b" ")
    if b"<<<<<<<" in data and b">>>>>>>" in data:
        data = _CONFLICT.sub(lambda found: b" " * len(found[0]), data)
    return data
