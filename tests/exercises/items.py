"""Small items for tests, made the way a bank makes them."""

import math
from typing import Any

import msgspec

from quizzer.bank.schema import ComputeItem, Item
from quizzer.exercises.variant import Variant

NO_SCALE = {
    "id": "no-scale",
    "step": "scores",
    "of": "mistakes.scores_without_scale",
    "says": "You left out the division by √d_k.",
}
OVER_QUERIES = {
    "id": "softmax-over-queries",
    "step": "weights",
    "of": "mistakes.softmax_over_queries",
    "says": "Your columns sum to 1; the rows must.",
}
ATTENTION: dict[str, Any] = {
    "given": {"Q": {"shape": [2, 4]}, "K": {"shape": [3, 4]}, "V": {"shape": [3, 2]}},
    "steps": {
        "scores": {"of": "attention.scaled_dot_product_scores", "with": ["Q", "K"]},
        "weights": {"of": "activations.softmax", "with": ["scores"]},
        "output": {"of": "attention.weighted_sum", "with": ["weights", "V"]},
    },
    "ask": {
        "scores": {"decimals": 2},
        "weights": {"decimals": 3},
        "output": {"decimals": 2, "weight": 2},
    },
    "mistakes": [NO_SCALE, OVER_QUERIES],
}

LN2 = math.log(2)
# Q Kᵀ = [[2 ln 2, 0]]; over √4: [[ln 2, 0]]; softmax: [[2/3, 1/3]]; times V: [[2/3 · 3 + 1/3 · 6]]
BY_HAND = {
    "Q": [[LN2, 0.0, 0.0, 0.0]],
    "K": [[2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
    "V": [[3.0], [6.0]],
}

MODEL = {
    "model": {
        "source_vocabulary": 5,
        "target_vocabulary": "words",
        "d_model": 4,
        "num_heads": 2,
        "d_ff": 3,
        "num_encoder_layers": 1,
        "num_decoder_layers": 1,
    },
    "from": -0.5,
    "to": 0.5,
    "decimals": 1,
}


def item(kind: str, **fields: Any) -> Item:
    """An item with the common fields filled in."""
    common = {
        "id": f"a-{kind}-item",
        "title": "A title",
        "level": "junior",
        "difficulty": 1,
        "prompt": "A prompt",
        "explanation": "An explanation",
        "sources": ["A source"],
    }
    return msgspec.convert({**common, "kind": kind, **fields}, Item)


def compute(**fields: Any) -> ComputeItem:
    """A compute item."""
    made = item("compute", **fields)
    assert isinstance(made, ComputeItem)
    return made


def attention(**changes: Any) -> ComputeItem:
    """Scaled dot-product attention in three steps, with two mistakes."""
    return compute(**(ATTENTION | changes))


def whole_model() -> ComputeItem:
    """A forward pass through a model whose weights are given."""
    return compute(
        given={
            "words": {"integer": [6, 6]},
            "model": MODEL,
            "source": {"value": [1, 2, 3]},
            "target": {"integers": [2], "from": 0, "to": 4},
        },
        steps={
            "probabilities": {
                "of": "transformer.forward",
                "with": ["source", "target", "model.parameters", "model.configuration"],
            }
        },
        ask={"probabilities": {"decimals": 3}},
    )


def variant_with(made: Item, **drawn: Any) -> Variant:
    """A variant that has drawn these values."""
    return Variant(item=made.id, version=made.version, number=0, seed="0", drawn=drawn)
