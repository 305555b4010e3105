"""The array types that signatures use, and the one way to complain about shapes."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]  # floating point
Mask: TypeAlias = NDArray[np.bool_]
Ids: TypeAlias = NDArray[np.integer[Any]]


def require(fits: bool, complaint: str, **arrays: NDArray[Any]) -> None:
    """Raise a `ValueError` that names the shapes of `arrays`, unless they fit.

    Formula:
        "query and key must have the same width: query (2, 3), key (2, 4)"

    Args:
        fits: whether the shapes fit.
        complaint: what must hold, in words.
        arrays: the arrays that the complaint is about, by name.

    Raises:
        ValueError: when `fits` is false.
    """
    if not fits:
        shapes = ", ".join(f"{name} {np.shape(array)}" for name, array in arrays.items())
        raise ValueError(f"{complaint}: {shapes}")
