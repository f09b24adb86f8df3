"""How a process that lives for long deals with memory: one arena, and what is free given back."""

import ctypes
import gc
import sys
from collections.abc import Mapping

_ARENA_MAX = -8
"""The number of ``M_ARENA_MAX`` in glibc's malloc.h."""


def one_arena() -> None:
    """Let all threads allocate from one place: one for each keeps some 5 MB that nobody uses."""
    libc = _libc()
    if libc is not None and hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Collect garbage and return what is free; some 20 ms."""
    _forget()
    gc.collect()
    libc = _libc()
    if libc is not None and hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def _forget() -> None:
    """Empty the caches of our functions that have a bound; the others are small, or must stay.

    Python returns memory to the system in pieces of 1 MB, each when nothing in it is in use, so
    thousands of small values that were remembered during big answers keep most of it.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith(("codeseam_indexer.", "codeseam_server.")):
            for value in list(vars(module).values()):
                limits: Mapping[str, object] = getattr(value, "cache_parameters", dict)()
                if limits.get("maxsize") is not None:
                    value.cache_clear()


def _libc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None)
    except OSError:
        return None
