"""Values as someone who computes in Python would enter them."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def to_python(value: ArrayLike, decimals: int) -> str:
    """Nested lists on one line, each number with this many decimals."""
    return _nested(np.asarray(value, dtype=np.float64).tolist(), decimals)


def _nested(value: Any, decimals: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(part, decimals) for part in value)}]"
    return f"{value:.{decimals}f}"
