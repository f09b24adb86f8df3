"""Scales vectors to unit length, with an answer for those that have no direction."""

import numpy as np
from numpy.typing import NDArray

_TINY = 1e-6


def unit(
    vectors: NDArray[np.float32], blank: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """``vectors`` (n, d) at unit length; ``blank`` (d,) stands for a vector of zeros.

    Without ``blank`` the first axis does: an arbitrary direction, but a unit vector and always
    the same, where a division by zero would put NaN into an index.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True).astype(np.float32)
    instead = np.eye(1, vectors.shape[1], dtype=np.float32)[0] if blank is None else blank
    scaled = vectors / np.maximum(lengths, np.float32(_TINY))
    return np.where(lengths > _TINY, scaled, instead)
