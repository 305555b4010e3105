"""What can be done wrongly on purpose: a named mistake replaces one function of the pass."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class WhatIf:
    """A kind of step whose function is replaced by a mistake of `reference.mistakes`."""

    name: str
    title: str  # "no √d_k"
    healthy: str  # its title while it is done right: "√d_k"
    says: str
    kinds: tuple[str, ...]  # the kinds of steps it replaces, see `kinds.KINDS`
    mistake: str  # the name of a function in `reference.mistakes`


WHAT_IFS: Final = {
    what_if.name: what_if
    for what_if in (
        WhatIf(
            "no-scale",
            "no √d_k",
            "√d_k",
            "The scores are not divided by √d_k.",
            ("scores",),
            "scores_without_scale",
        ),
        WhatIf(
            "no-mask",
            "no mask",
            "mask",
            "The mask is built and never used.",
            ("masked_scores",),
            "scores_left_unmasked",
        ),
        WhatIf(
            "no-positions",
            "no positions",
            "positions",
            "Positions are never added to the words.",
            ("embedded",),
            "embedding_without_positions",
        ),
        WhatIf(
            "wrong-axis",
            "softmax over queries",
            "softmax over keys",
            "The softmax of the scores runs down the queries instead of along the keys.",
            ("weights",),
            "softmax_over_queries",
        ),
    )
}
