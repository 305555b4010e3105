"""Where code for another library fails in NumPy, and what NumPy has instead."""

import re
from typing import Final

from quizzer.grading.code.run import Raised

_NO_ATTRIBUTE: Final = re.compile(
    r"(?:module 'numpy'|'numpy\.\w+' object) has no attribute '(\w+)'"
)
_KEYWORD: Final = re.compile(r"'(\w+)' is an invalid keyword|unexpected keyword argument '(\w+)'")

_FUNCTIONS: Final = ("exp", "log", "sqrt", "tanh", "sin", "cos", "abs", "tril", "triu", "split")
_INSTEAD: Final = {
    **{name: f"use `np.{name}(x)`" for name in _FUNCTIONS},
    **dict.fromkeys(("mm", "bmm", "matmul"), "use `a @ b`"),
    **dict.fromkeys(("softmax", "log_softmax", "sigmoid", "relu", "silu", "gelu"), "write it out"),
    **dict.fromkeys(("double", "float", "half", "to", "type"), "use `x.astype`, or leave it out"),
    **dict.fromkeys(("contiguous", "detach", "cpu", "numpy"), "leave it out"),
    **dict.fromkeys(("masked_fill", "masked_select"), "use `np.where(mask, x, value)`"),
    **dict.fromkeys(("expand", "expand_as"), "use `np.broadcast_to`"),
    "cat": "use `np.concatenate`",
    "chunk": "use `np.split`",
    "clamp": "use `np.clip`",
    "clone": "use `x.copy()`",
    "dim": "use `x.ndim`",
    "erf": "use `math.erf`, number by number",
    "gather": "use `np.take_along_axis`",
    "norm": "use `np.linalg.norm`",
    "numel": "use `x.size`",
    "permute": "use `x.transpose`",
    "pow": "use `x ** p`",
    "repeat_interleave": "use `np.repeat`",
    "tensor": "use `np.array`",
    "topk": "use `np.sort` or `np.argsort`",
    "unsqueeze": "use `np.expand_dims`",
}
_KEYWORD_INSTEAD: Final = {"dim": "axis", "keepdim": "keepdims", "unbiased": "ddof"}


def is_lacking(raised: Raised, source: str) -> bool:
    """Whether the code used something that NumPy does not have."""
    return bool(_NO_ATTRIBUTE.match(raised.message)) or bool(hint(raised, source))


def hint(raised: Raised, source: str) -> str:
    """What to write instead; empty if the exception has another cause."""
    if found := _NO_ATTRIBUTE.match(raised.message):
        instead = _INSTEAD.get(found[1].rstrip("_"))
        return f"NumPy has no `{found[1]}`: {instead}." if instead else ""
    if found := _KEYWORD.search(raised.message):
        instead = _KEYWORD_INSTEAD.get(found[1] or found[2])
        return f"NumPy calls it `{instead}`." if instead else ""
    return _hint_by_line(raised.message, raised.text_of_line(source))


def _hint_by_line(message: str, line: str) -> str:
    """The hint for names that mean one thing in NumPy and another in PyTorch."""
    if ".size(" in line and message == "'int' object is not callable":
        return "In NumPy `x.size` is a number; use `x.shape[-1]` for the length of an axis."
    if ".view(" in line and message.startswith(("view() takes", "Type must be a sub-type")):
        return "In NumPy `view` changes the type; use `x.reshape` to change the shape."
    if ".transpose(" in line and message == "axes don't match array":
        return "NumPy's `transpose` needs all axes; use `np.swapaxes(x, -1, -2)` to swap two."
    return ""
