"""Named wrong versions of the reference's functions, such as `mistakes.scores_without_scale`.

A mistake takes the same arguments as the function it gets wrong, and its docstring says in one line
what people confuse. `REGISTRY` maps each name to its entry: the right function, and whether the
version is wrong at all (an `equivalent` one only looks wrong, and must be accepted as right).
"""

from typing import Any

from reference.mistakes import (
    accounting,
    activations,
    architectures,
    attention,
    beams,
    decoder_layers,
    decoding,
    embeddings,
    feedforward,
    heads,
    layers,
    masks,
    normalization,
    optimizers,
    positions,
    recurrent,
    relative,
    single_head,
    tokenization,
    training,
    transformer,
)
from reference.mistakes.registry import REGISTRY, Function, Mistake, equivalent, mistake

__all__ = ["REGISTRY", "Function", "Mistake", "equivalent", "mistake"]

_FAMILIES = (
    recurrent,
    embeddings,
    activations,
    masks,
    attention,
    single_head,
    positions,
    normalization,
    feedforward,
    heads,
    layers,
    decoder_layers,
    transformer,
    relative,
    decoding,
    beams,
    architectures,
    training,
    optimizers,
    tokenization,
    accounting,
)


def __getattr__(name: str) -> Any:
    """Every entry of the table is an attribute of this package."""
    if name in REGISTRY:
        return REGISTRY[name].function
    raise AttributeError(f"there is no mistake called {name}")


def __dir__() -> list[str]:
    return sorted([*globals(), *REGISTRY])
