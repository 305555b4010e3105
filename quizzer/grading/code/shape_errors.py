"""NumPy's errors about shapes that do not fit, explained in terms of axes."""

import re
from typing import Final

_IN_WORDS: Final = (
    (
        r"matmul: Input operand 1 has a mismatch .*\(size (\d+) is different from (\d+)\)",
        "The last axis on the left of `@` has length {2}, but the second-to-last axis on the right "
        "(or its only axis) has length {1}; they must be equal.",
    ),
    (
        r"operands could not be broadcast .*newaxis,newaxis\)",
        "On both sides of `@`, the axes before the last two are matched from the right: two "
        "lengths must be equal, or one of them must be 1.",
    ),
    (
        r"operands could not be broadcast",
        "Shapes are matched from the right: two lengths must be equal, or one of them must be 1.",
    ),
    (
        r"cannot reshape array of size (\d+)",
        "All numbers must be kept: the product of the new lengths must be {1}.",
    ),
)
_TWO_SHAPES: Final = re.compile(
    r"operands could not be broadcast .*shapes \(([\d,]*)\) \(([\d,]*)\)"
)
_RESHAPE: Final = re.compile("cannot reshape")  # counts numbers, whatever the order of axes
_DROPPED: Final = (
    "One shape lacks an axis that the other has: a sum, mean or maximum over an axis drops it, "
    "unless `keepdims=True` keeps it with length 1."
)
_TRANSPOSED: Final = (
    (
        r"\.T\b",
        "With more than two axes, `x.T` reverses all of them; `np.swapaxes(x, -1, -2)` swaps the "
        "last two.",
    ),
    (
        r"\.transpose\(\s*(?:-2\s*,\s*-1|0\s*,\s*1)\s*\)",
        "In NumPy, `transpose` lists all axes in their new order, so this changes nothing; "
        "`np.swapaxes(x, -1, -2)` swaps the last two.",
    ),
)


def hint(message: str, line: str = "") -> str:
    """What does not fit, and what the line that failed may have meant by transposing.

    Empty if the message is about something else, or clear already.
    """
    for pattern, words in _IN_WORDS:
        if found := re.match(pattern, message):
            says = words.format("", *found.groups())
            dropped = _DROPPED if _lacks_an_axis(message) else ""
            meant = "" if _RESHAPE.match(message) else _about_transposing(line)
            return " ".join(filter(None, (says, dropped, meant)))
    return ""


def _about_transposing(line: str) -> str:
    return next((told for way, told in _TRANSPOSED if re.search(way, line)), "")


def _lacks_an_axis(message: str) -> bool:
    """Whether one shape is the other without one axis."""
    found = _TWO_SHAPES.match(message)
    if found is None:
        return False
    short, long = sorted((shape.strip(",").split(",") for shape in found.groups()), key=len)
    return any(short == long[:axis] + long[axis + 1 :] for axis in range(len(long)))
