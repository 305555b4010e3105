"""Each property tells a function that keeps it from one that does not."""

from typing import Any

import numpy as np
import pytest

from quizzer.exercises.cases import Case
from quizzer.exercises.graph import Value
from quizzer.grading.code.comparing import TOLERANCES
from quizzer.grading.code.properties import PROPERTIES, Probe

X = np.array([[[1.0, -2.0, 0.5], [0.3, 1.5, -1.0], [2.0, 0.0, 1.0], [-1.0, 0.7, 0.2]]] * 2)
X[1] *= 0.5
IDS = np.array([[3, 1, 2, 0], [2, 2, 1, 3]])
MASK = np.tri(4, 4, dtype=np.bool_)


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def causal_mean(x: Any) -> Any:
    return np.cumsum(x, axis=-2) / np.arange(1, x.shape[-2] + 1)[:, None]


def rotated(x: Any) -> Any:
    return np.stack([-x[..., 1], x[..., 0], x[..., 2]], axis=-1)


def over_mask(mask: Any) -> Any:
    return mask / np.maximum(mask.sum(-1, keepdims=True), 1)


def counted(ids: Any) -> Any:
    return np.cumsum(np.eye(4)[ids], axis=-2)


KEPT_AND_BROKEN = [
    # property, argument, a function that keeps it (and is right), one that does not
    ("rows-sum-to-one", X, softmax, lambda x: softmax(x.T).T),
    ("keeps-norm", X, rotated, lambda x: rotated(x) * 1.01),
    ("type-as-asked", X, softmax, lambda x: softmax(x).astype(np.float32)),
    ("stable-for-large-scores", X, softmax, lambda x: np.exp(x) / np.exp(x).sum(-1)[..., None]),
    ("fully-masked-row", MASK, over_mask, lambda mask: mask / mask.sum(-1, keepdims=True)),
    ("shift-invariant", X, softmax, lambda x: softmax(x) + x.max() / 1e4),
    ("causal", X, causal_mean, lambda x: x - x.mean(-2, keepdims=True)),
    ("causal", X[0], causal_mean, lambda x: x - x.mean(-2, keepdims=True)),
    ("causal", IDS, counted, lambda ids: counted(ids[:, ::-1])),
    ("causal", IDS[0], counted, lambda ids: counted(ids[::-1])),
    ("order-invariant", X, lambda x: x.sum(-2), lambda x: x[..., 0, :]),
    ("order-equivariant", X, softmax, causal_mean),
    ("batch-independent", X, softmax, lambda x: x - x.mean(0)),
    ("same-when-repeated", X, softmax, lambda x: np.random.default_rng().normal(size=x.shape)),
]


def flaw(name: str, argument: Value, function: Any, right: Any) -> str | None:
    known = PROPERTIES[name]
    of = known.of or "x"
    first = Case({of: argument}, 1)
    varied = known.vary(first, [of]) if known.vary else first
    assert varied is not None
    with np.errstate(all="ignore"):
        results = [function(case.arguments[of]) for case in (first, varied)]
        wanted = right(varied.arguments[of])
    return known.flaw(Probe([of], varied, results[1], wanted, results[0], TOLERANCES["float64"]))


@pytest.mark.parametrize(("name", "argument", "kept", "broken"), KEPT_AND_BROKEN)
def test_a_property_tells_what_keeps_it_from_what_breaks_it(
    name: str, argument: Value, kept: Any, broken: Any
) -> None:
    assert flaw(name, argument, kept, kept) is None
    assert flaw(name, argument, broken, kept)


def test_complex_rows_are_told_as_they_are(recwarn: pytest.WarningsRecorder) -> None:
    told = flaw("rows-sum-to-one", X, lambda x: softmax(x) + 0.25j, softmax)
    assert told == "row [0, 0] sums to 1+0.75j"
    assert not recwarn.list


def test_every_property_is_tried_here() -> None:
    assert {name for name, *_ in KEPT_AND_BROKEN} == set(PROPERTIES)


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("fully-masked-row", None),
        ("fully-masked-row", X),
        ("causal", X[:, :1]),
        ("causal", X[0, 0]),
        ("stable-for-large-scores", IDS),
        ("batch-independent", X[:1]),
        ("order-invariant", X[0, 0]),
    ],
)
def test_a_case_that_cannot_show_it_is_passed_over(name: str, argument: Value) -> None:
    vary = PROPERTIES[name].vary
    assert vary is not None
    assert vary(Case({"x": argument}, 1), ["x"]) is None


def test_varying_leaves_the_first_case_as_it_was() -> None:
    for known in PROPERTIES.values():
        for argument in (X.copy(), IDS.copy(), MASK.copy()):
            before = argument.copy()
            if known.vary is not None:
                known.vary(Case({"x": argument}, 1), ["x"])
            assert np.array_equal(argument, before)
