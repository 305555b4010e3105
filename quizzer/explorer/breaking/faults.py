"""Which class describes what each what-if breaks."""

from collections.abc import Mapping
from typing import Final

from quizzer.explorer.breaking.axis import AlongTheWrongAxis
from quizzer.explorer.breaking.fault import Fault
from quizzer.explorer.breaking.mask import WithoutMask
from quizzer.explorer.breaking.positions import WithoutPositions
from quizzer.explorer.breaking.scale import WithoutScale
from quizzer.explorer.model import Model
from quizzer.explorer.tensors import Step
from quizzer.explorer.what_ifs import WHAT_IFS

_FAULTS: Final[Mapping[str, type[Fault]]] = {
    "no-scale": WithoutScale,
    "no-mask": WithoutMask,
    "no-positions": WithoutPositions,
    "wrong-axis": AlongTheWrongAxis,
}


def faults_of(model: Model, right: dict[str, Step], names: frozenset[str]) -> list[Fault]:
    """One fault for each what-if in `names`, in the order of the table of what-ifs."""
    return [
        _FAULTS[name](model, what_if, right) for name, what_if in WHAT_IFS.items() if name in names
    ]
