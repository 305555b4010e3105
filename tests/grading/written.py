"""What people enter: values as Python writes them, and anything at all."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

CHARACTERS = "0123456789.,;|-+*/^()[]{} \n\te√π∞−½×⁻³%=_'\"xX…$#:<>"
WORDS = ["1/3", "sqrt(", "array(", "nan", "inf", "tensor(", "e^", "10^", "| a |", "|---|", "0,5"]
PIECES = st.sampled_from([*CHARACTERS, *WORDS, ", dtype=", "...", "**", "1e5"])
TYPED = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=40).map("".join))


def to_python(value: ArrayLike, decimals: int) -> str:
    """Nested lists on one line, each number with this many decimals."""
    return _nested(np.asarray(value, dtype=np.float64).tolist(), decimals)


def _nested(value: Any, decimals: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(part, decimals) for part in value)}]"
    return f"{value:.{decimals}f}"
