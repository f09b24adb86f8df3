"""How a process that lives for long deals with memory: one arena, and what is free given back."""

import ctypes
import gc
import sys

_ARENA_MAX = -8
"""The number of ``M_ARENA_MAX`` in glibc's malloc.h."""


def one_arena() -> None:
    """Let all threads allocate from one place: one for each keeps some 5 MB that nobody uses."""
    libc = _libc()
    if libc is not None and hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Collect garbage and return what is free; some 20 ms."""
    gc.collect()
    libc = _libc()
    if libc is not None and hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def _libc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None)
    except OSError:
        return None
