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


class Maker(type):
    # Not documentation of what follows a blank line.

    @staticmethod
    @functools.cache
    def build(*args: "int", **named) -> "Maker":
        r"""Build one \n raw."""

    @classmethod
    async def stream(cls): yield cls

    @overload
    def pick(self, key: int) -> int: ...
    @overload
    def pick(self, key: str) -> str: ...
    def pick(self, key): return key

    def __enter__(self): return self

    __call__ = build
    shout = lambda self: "!"
    typed: ClassVar[dict[str, int]] = {
        "a": 1,
    }
    __slots__ = ("a", "b")

    if TYPE_CHECKING:
        def only_typed(self) -> None: ...
        hint: int


class Row[T: (int, str), *Ts, **P](NamedTuple): cells: list[T]


def generic[T](value: T) -> T: return value


type Tree[T] = T | list["Tree[T]"]
Vector: TypeAlias = list[float]
UserId = NewType("UserId", int)
Point = namedtuple("Point", "x y")
Level = enum.IntEnum("Level", "LOW HIGH")
T_co = TypeVar("T_co", covariant=True)


class Flag(enum.IntFlag):
    """Bits."""

    A = enum.auto()
    B, C = 2, 4

    @property
    def both(self): return self.A | self.B


@dataclass(frozen=True)
class Record:
    name: str
    tags: list[str] = field(default_factory=list)

    class Meta: ordering = ["name"]


try:
    import fast as engine
except ImportError:
    engine = None

    def fallback(): return 0
else:
    READY = True

with suppress(KeyError):
    GUARDED = 1

match sys.argv:
    case [_, *rest]:
        def matched(): return rest


class TestSuite(unittest.TestCase):
    def setUp(self): pass
    def test_one(self): self.assertTrue(True)
    @pytest.mark.parametrize("n", [1, 2])
    async def test_many(self, n): ...


square = lambda x: x * x
handlers["save"] = lambda: None
first = second_ = compute()
(paired, starred), *rest_of = value()
counter: int
counter += 1
if (walrus := compute()): pass
__all__ = ["Maker"] + [
    "generic",
]
__version__ = "1.0"


def outer():
    class Local:
        def method(self):
            def innermost(): pass

    lambda_local = lambda: 1
    global LATE
    LATE = 1


def multi_line(
    a,  # first
    b: "x, y" = {"k": (1, 2)},
    /, *, c=lambda q: q,
) -> dict[
    str, int
]:  # trailing
    '''Single quotes.

        Indented.
    '''
