"""What the rest of codeseam knows of an embedding model."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into vectors of unit length; vectors of two names are never compared."""

    @property
    def name(self) -> str:
        """A fingerprint: the model's id and a hash of what it is made of."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of code, float32 of shape (texts, dimensions)."""
        ...

    def query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, float32 of shape (dimensions,)."""
        ...

    def count(self, text: str) -> int:
        """Size of ``text`` in tokens of the model; adds up over the parts of a text."""
        ...
