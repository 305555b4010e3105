"""Code items for tests, right answers to them, and a short way to grade."""

from typing import Any

import msgspec

from quizzer.bank.schema import CodeItem
from quizzer.exercises.drawing import draw
from quizzer.grading.code.limits import Limits
from quizzer.grading.code.submission import grade_code
from quizzer.grading.verdict import PartVerdict, Verdict

SHORT = Limits(seconds=1.0)

COMMON: dict[str, Any] = {
    "title": "A title",
    "level": "junior",
    "difficulty": 2,
    "prompt": "Write it.",
    "explanation": "Because.",
    "sources": ["A paper"],
    "hints": ["Think"],
    "kind": "code",
}

SOFTMAX: dict[str, Any] = {
    "id": "write-softmax",
    "implement": "activations.softmax",
    "starter": "import numpy as np\n\n\ndef softmax(x):\n    ...\n",
    "cases": [
        {
            "says": "two rows",
            "visible": True,
            "given": {"x": {"shape": [2, 3]}},
            "with": ["x"],
        },
        {
            "says": "a batch",
            "given": {"n": {"integer": [2, 4]}, "x": {"shape": [2, "n", 5]}},
            "with": ["x"],
            "dtypes": ["float64", "float32"],
            "count": 4,
        },
    ],
    "properties": ["rows-sum-to-one", "stable-for-large-scores", "shift-invariant"],
    "mistakes": [
        {
            "id": "wrong-axis",
            "of": "mistakes.softmax_over_queries",
            "says": "The rows must sum to 1, not the columns.",
        },
    ],
}

ATTENTION: dict[str, Any] = {
    "id": "write-attention",
    "implement": "attention.scaled_dot_product_attention",
    "starter": (
        "import numpy as np\n\n\n"
        "def scaled_dot_product_attention(query, key, value, mask=None):\n    ...\n"
    ),
    "cases": [
        {
            "says": "two queries, three keys",
            "visible": True,
            "given": {
                "Q": {"shape": [2, 4]},
                "K": {"shape": [3, 4]},
                "V": {"shape": [3, 2]},
            },
            "with": ["Q", "K", "V"],
            "dtypes": ["float64", "float32"],
        },
        {
            "says": "causal, in a batch",
            "given": {
                "n": {"integer": [3, 5]},
                "Q": {"shape": [2, "n", 4]},
                "K": {"shape": [2, "n", 4]},
                "V": {"shape": [2, "n", 3]},
            },
            "steps": {"mask": {"of": "masks.causal", "with": ["n"]}},
            "with": ["Q", "K", "V", "mask"],
        },
        {
            "says": "a query that may attend to nothing",
            "given": {
                "Q": {"shape": [2, 3]},
                "K": {"shape": [2, 3]},
                "V": {"shape": [2, 2]},
                "mask": {"value": [[False, False], [True, True]]},
            },
            "with": ["Q", "K", "V", "mask"],
        },
    ],
    "properties": [
        "inputs-unchanged",
        "stable-for-large-scores",
        "fully-masked-row",
        {"holds": "order-invariant", "of": ["key", "value"]},
    ],
    "mistakes": [
        {
            "id": "no-scale",
            "of": "mistakes.attention_without_scale",
            "says": "Divide by the root of d_k.",
        },
        {
            "id": "mask-after-softmax",
            "of": "mistakes.attention_masked_after_softmax",
            "says": "Mask the scores, not the weights.",
        },
    ],
}

CAUSAL: dict[str, Any] = {
    "id": "write-causal-mask",
    "implement": "masks.causal",
    "starter": "def causal(query_length, key_length=None):\n    ...\n",
    "cases": [
        {"given": {"n": {"integer": [2, 6]}}, "with": ["n"]},
        {
            "given": {"n": {"integer": [2, 3]}, "m": {"integer": [4, 6]}},
            "with": {"query_length": "n", "key_length": "m"},
        },
    ],
}

LISTING = """\
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True, ddof=1)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
"""

BROKEN: dict[str, Any] = {
    "id": "mend-layer-norm",
    "implement": "normalization.layer_norm",
    "broken": True,
    "starter": LISTING,
    "cases": [
        {
            "given": {
                "x": {"shape": [2, 3, 5], "from": -3, "to": 3},
                "gamma": {"shape": [5], "from": 0.5, "to": 2},
                "beta": {"shape": [5], "from": -1, "to": 1},
            },
            "with": ["x", "gamma", "beta"],
        }
    ],
    "mistakes": [
        {
            "id": "unbiased-variance",
            "of": "mistakes.layer_norm_with_unbiased_variance",
            "says": "ddof must be 0.",
        }
    ],
}

RIGHT_SOFTMAX = """\
import numpy as np


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""

RIGHT_ATTENTION = """\
import numpy as np


def scaled_dot_product_attention(query, key, value, mask=None):
    scores = np.einsum("...qd,...kd->...qk", query, key) / query.shape[-1] ** 0.5
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ value
"""


def code_item(fields: dict[str, Any], **changes: Any) -> CodeItem:
    """A code item with the common fields filled in."""
    made = msgspec.convert({**COMMON, **fields, **changes}, CodeItem)
    assert isinstance(made, CodeItem)
    return made


def graded(
    fields: dict[str, Any], source: str, limits: Limits | None = None, number: int = 0
) -> Verdict:
    """The verdict on this source."""
    item = code_item(fields)
    return grade_code(item, draw(item, number), {"code": source}, limits)


def failing(verdict: Verdict) -> list[PartVerdict]:
    """The parts that are wrong, in order."""
    return [part for part in verdict.parts if part.status == "wrong"]


def said(verdict: Verdict) -> str:
    """All that a verdict says in words."""
    return "\n".join([verdict.feedback, *(part.feedback for part in verdict.parts)])
