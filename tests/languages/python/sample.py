"""What the module is for."""

import os.path as p, sys
from . import sibling
from ..pkg.mod import first as one, second
from typing import *

LIMIT: int = 3
_cache = {}
left, right = 1, 2
type Pair[T] = tuple[T, T]


@decorated(
    "with arguments",
)
async def handler(request, *, strict=False) -> int:
    """Handle a request.

    Over several lines.
    """

    def inner():
        return request

    return inner()


class Base(Generic[T], metaclass=Meta):
    """A base."""

    field: int = 0
    other = None

    def __init__(self, value):
        self.value = value

    @property
    def value(self): ...

    @value.setter
    def value(self, new): ...

    class Nested:
        def deep(self): return lambda: None


class Colour(Enum):
    RED = 1


if sys.platform == "win32":
    def conditional(): pass


def test_something(): assert LIMIT


def _private(): pass
