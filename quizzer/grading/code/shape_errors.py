"""What NumPy says of shapes that do not fit, once more in words on axes."""

import re
from typing import Final

_IN_WORDS: Final = (
    (
        r"matmul: Input operand 1 has a mismatch .*\(size (\d+) is different from (\d+)\)",
        "The last axis of what stands before `@` has length {2}, the last but one of what stands "
        "behind it (or its only one) {1}; they must be equal.",
    ),
    (
        r"operands could not be broadcast .*newaxis,newaxis\)",
        "The axes before the last two of what stands on both sides of `@` are matched from the "
        "right: two lengths must be equal, or one of them 1.",
    ),
    (
        r"operands could not be broadcast",
        "Shapes are matched from the right: two lengths must be equal, or one of them 1.",
    ),
    (
        r"cannot reshape array of size (\d+)",
        "All numbers must be kept: the new lengths must have the product {1}.",
    ),
)


def hint(message: str) -> str:
    """What does not fit; nothing where the message is about something else, or plain."""
    for pattern, words in _IN_WORDS:
        if found := re.match(pattern, message):
            return words.format("", *found.groups())
    return ""
