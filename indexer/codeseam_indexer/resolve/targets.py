"""What the graph asks of an index, and what it answers with: definitions, and what a use means."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from codeseam_indexer.packed import Packed
from codeseam_indexer.records import Symbol
from codeseam_indexer.resolve.values import Cls


class FactSource(Protocol):
    """What the graph asks of an index."""

    def paths(self) -> Sequence[str]:
        """All indexed files."""
        ...

    def language(self, path: str) -> str:
        """The name of a file's row of ``LANGUAGES``."""
        ...

    def facts(self, path: str) -> Packed:
        """The facts of a file, the same object while they are the same."""
        ...

    def symbols(self, path: str) -> Sequence[Symbol]:
        """The symbols of a file in document order."""
        ...

    def mentioning(self, name: str) -> Sequence[str]:
        """Every indexed file whose text contains the identifier."""
        ...

    def text(self, path: str) -> str | None:
        """The text of a file as it was indexed, None where it cannot be had."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """A definition: the scope that it opens in a file."""

    path: str
    scope: int


@dataclass(frozen=True, slots=True)
class Hit:
    """What one use resolves to.

    Attributes:
        proved: the definitions it surely means, as far as types are declared, with the evidence.
        possible: definitions it may mean, with the reason why that is not proved.
        status: "resolved", "external", "local" (a parameter or a local value) or "unknown".
    """

    proved: tuple[tuple[Target, str], ...] = ()
    possible: tuple[tuple[Target, str], ...] = ()
    status: Literal["resolved", "external", "local", "unknown"] = "unknown"


@dataclass(frozen=True, slots=True)
class LookUp:
    """A look-up of methods under names that are not written out, or of constructors.

    Attributes:
        path: of the file that does it.
        made: whether it is for constructors.
        declared: whether it sees all methods that the class itself declares, not public ones.
        count: how many parameters they have, -1 for any number.
        owner: the class that is asked, None where it could be any.
        marks: the annotations of which they have one, empty where none is asked for.
        accessors: whether they are called like a field.
    """

    path: str
    made: bool
    declared: bool
    count: int
    owner: Cls | None
    marks: frozenset[str]
    accessors: bool
