"""What is found without a grammar, before it is a symbol."""

from dataclasses import dataclass

from codeseam_indexer.records import SymbolKind


@dataclass(frozen=True, slots=True)
class Item:
    """A symbol found in the text, in bytes: its span, its name, how deep it lies.

    An item is inside the nearest one before it with a smaller ``level`` that it does not pass.
    """

    start: int
    end: int
    name: str
    name_byte: int
    kind: SymbolKind
    level: int
    signature: str
    doc: str = ""
    scopes: tuple[str, ...] = ()
