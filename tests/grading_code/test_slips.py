"""What went wrong in code is named: by a wrong function, a property, or one kind of case."""

from fractions import Fraction

import numpy as np
import pytest

from quizzer.grading.code.case_names import most_telling
from tests.grading_code.items import (
    ATTENTION,
    BROKEN,
    CAUSAL,
    LISTING,
    RIGHT_ATTENTION,
    RIGHT_SOFTMAX,
    SHORT,
    SOFTMAX,
    failing,
    graded,
    said,
)

# Mistakes

UNSCALED = RIGHT_ATTENTION.replace(" / query.shape[-1] ** 0.5", "")


@pytest.mark.parametrize(
    ("item", "source", "mistake"),
    [
        (SOFTMAX, RIGHT_SOFTMAX.replace("axis=-1", "axis=-2"), "wrong-axis"),
        (ATTENTION, RIGHT_ATTENTION.replace(" / query.shape[-1] ** 0.5", ""), "no-scale"),
        (BROKEN, LISTING, "unbiased-variance"),
    ],
)
def test_a_mistake_is_named_when_it_explains_every_case(
    item: dict[str, object], source: str, mistake: str
) -> None:
    verdict = graded(item, source)
    assert verdict.mistakes == (mistake,)
    first = failing(verdict)[0].mistake
    assert first is not None
    assert first.id == mistake
    assert first.says in verdict.feedback


@pytest.mark.parametrize(
    "source",
    [
        RIGHT_ATTENTION,
        RIGHT_ATTENTION.replace("** 0.5", "** 0.25"),
        RIGHT_ATTENTION.replace("-np.inf", "np.inf"),
        RIGHT_ATTENTION.replace(" / query.shape[-1] ** 0.5", "").replace("@ value", "@ value * 2"),
        UNSCALED.replace("    scores", "    query[mask.size:] if mask is None else 0\n    scores"),
    ],
    ids=["nothing wrong", "another scale", "wrong sign", "two in each case", "ends in one kind"],
)
def test_nothing_is_claimed_that_explains_no_kind_of_case(source: str) -> None:
    assert graded(ATTENTION, source).mistakes == ()


@pytest.mark.parametrize(
    "source",
    [
        UNSCALED.replace("if mask", "if 0 and mask"),
        UNSCALED.replace('np.einsum("...qd,...kd->...qk", query, key)', "query @ key.T"),
    ],
    ids=["without the mask", "for matrices only"],
)
def test_of_two_mistakes_the_one_is_named_that_explains_the_first_kind_that_fails(
    source: str,
) -> None:
    verdict = graded(ATTENTION, source)
    assert verdict.mistakes == ("no-scale",)
    shown = most_telling(verdict.parts)
    assert shown is not None
    assert shown.name == "case 1 (two queries, three keys)"
    assert "Divide by the root of d_k." in verdict.feedback
    assert ("with ValueError: matmul" in verdict.feedback) == ("key.T" in source)


def test_of_one_case_alone_a_mistake_is_named_where_it_is_the_plain_first_one() -> None:
    two_or_three, four, five = (
        {"given": {"n": drawn}, "with": ["n"]}
        for drawn in ({"integer": [2, 3]}, {"value": 4}, {"value": 5})
    )
    hides = {
        "id": "polarity",
        "of": "mistakes.causal_mask_as_what_to_hide",
        "says": "True is shown.",
    }
    mask = "(q == 4) ^ np.tri(q, dtype=bool) | (q == 5)"
    source = f"import numpy as np\ndef causal(q, k=None):\n    return {mask}"
    item = {**CAUSAL, "mistakes": [hides]}
    assert graded(item | {"cases": [four, five]}, source).mistakes == ("polarity",)
    assert graded(item | {"cases": [two_or_three, four, five]}, source).mistakes == ()


# Properties

OVERFLOWS = {"mistake": "exp-overflows", "says": "Take the maximum off first."}
NAMED = SOFTMAX | {"properties": [{"holds": "stable-for-large-scores", **OVERFLOWS}]}
UNSTABLE = RIGHT_SOFTMAX.replace("x - x.max(axis=-1, keepdims=True)", "x")


def test_code_that_breaks_nothing_but_the_property_asked_for_is_worth_half_and_the_slip_named() -> (
    None
):
    verdict = graded(NAMED, UNSTABLE)
    (part,) = failing(verdict)
    assert part.name == "stable-for-large-scores"
    assert verdict.feedback.startswith("7 of 7 cases pass. Failed checks: stable for large scores.")
    assert (verdict.status, verdict.score) == ("partly", Fraction(1, 2))
    assert verdict.mistakes == ("exp-overflows",)
    assert part.mistake is not None
    assert part.mistake.says == "Take the maximum off first."
    assert graded(SOFTMAX, UNSTABLE).mistakes == ()  # the bank names none


def test_a_property_that_a_wrong_case_breaks_as_well_costs_like_a_case_and_names_nothing() -> None:
    verdict = graded(NAMED, RIGHT_SOFTMAX.replace("return e /", "return 1.01 * e /"))
    assert verdict.score == 0
    assert verdict.mistakes == ()
    halved = RIGHT_SOFTMAX.replace("return e /", "return (x.ndim - 1) * e /")  # wrong for a batch
    assert graded(NAMED, halved).score == Fraction(3, 8)


SLIP = {"mistake": "axes-from-the-front", "because": "Count axes from the end."}
OF_MATRICES = RIGHT_SOFTMAX.replace("axis=-1", "axis=1")
IN_FLOAT64 = RIGHT_SOFTMAX.replace(
    "np.exp(x", "np.exp(x * x.dtype.type(1e200) / x.dtype.type(1e200)"
)
IN_PLACE = """
import numpy as np
def softmax(x):
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x
"""


def softmax_cases(**batch: object) -> dict[str, object]:
    """The item on the softmax, with more said of its batches."""
    rows, batches = SOFTMAX["cases"]
    return {**SOFTMAX, "cases": [rows, {**batches, **batch}], "properties": []}


@pytest.mark.parametrize(
    ("fields", "source", "mistake", "says"),
    [
        (softmax_cases(**SLIP), OF_MATRICES, "axes-from-the-front", "Count axes from the end."),
        (
            softmax_cases(),
            OF_MATRICES,
            "edge-case-missed",
            "right except for one kind of case: a batch.",
        ),
        (softmax_cases(), IN_FLOAT64, "wrong-in-float32", "wrong in float32"),
        (softmax_cases(**SLIP), IN_FLOAT64, "wrong-in-float32", "wrong in float32"),
        (softmax_cases(), IN_PLACE, "argument-changed", "in place"),
        (
            ATTENTION,
            RIGHT_ATTENTION.replace("total == 0", "total < 0"),
            "edge-case-missed",
            "nothing",
        ),
    ],
)
def test_code_that_fails_one_kind_of_case_alone_has_the_slip_named(
    fields: dict[str, object], source: str, mistake: str, says: str
) -> None:
    verdict = graded(fields, source)
    assert verdict.mistakes == (mistake,)
    assert says in said(verdict)


@pytest.mark.parametrize(
    "source",
    [
        RIGHT_SOFTMAX.replace("return e /", "return 2 * e /"),  # all fail
        RIGHT_SOFTMAX + "    # stays right",
        "def softmax(x):\n    while x.ndim > 2: pass\n" + RIGHT_SOFTMAX.partition("x):\n")[2],
    ],
)
def test_nothing_is_named_where_all_cases_fail_or_none_or_not_all_are_reached(source: str) -> None:
    assert graded(softmax_cases(**SLIP), source, SHORT).mistakes == ()


def test_kinds_that_fail_for_their_axes_name_them_together() -> None:
    rows, batches = SOFTMAX["cases"]
    more = {"says": "more axes", "given": {"x": {"shape": [1, 2, 2, 3]}}, "with": ["x"]}
    item = {**SOFTMAX, "cases": [rows, {**batches, **SLIP}, more], "properties": []}
    assert graded(item, OF_MATRICES).mistakes == ("leading-axes-forgotten",)
    row = {"says": "one row", "given": {"x": {"shape": [3]}}, "with": ["x"]}
    item = {**SOFTMAX, "cases": [row, rows, batches, more], "properties": []}
    of_batches = "    if x.ndim != 3: x = x + np.arange(x.shape[-1])\n"
    verdict = graded(item, RIGHT_SOFTMAX.replace("    e = np", of_batches + "    e = np"))
    assert verdict.mistakes == ("leading-axes-forgotten",)
    assert "right for only one number of axes" in verdict.feedback
    of_two = of_batches.replace("!= 3", "in (1, 4)")
    verdict = graded(item, RIGHT_SOFTMAX.replace("    e = np", of_two + "    e = np"))
    assert verdict.mistakes == ()  # right with two axes and with three


def test_weights_with_more_axes_than_the_tokens_do_not_hide_that_axes_are_forgotten() -> None:
    batch = {"W": {"shape": [3, 2]}, "b": {"shape": [2]}, "x": {"shape": [4, 3]}}
    item = {
        "id": "write-linear",
        "implement": "feedforward.linear",
        "starter": "def linear(x, w, b): ...",
        "cases": [
            {"given": {**batch, "x": {"shape": [3]}}, "with": ["x", "W", "b"]},
            {"given": batch, "with": ["x", "W", "b"]},
            {"given": {**batch, "x": {"shape": [1, 4, 3]}}, "with": ["x", "W", "b"]},
        ],
    }
    verdict = graded(item, "def linear(x, w, b):\n    return x @ w + b if x.ndim < 2 else x")
    assert verdict.mistakes == ("leading-axes-forgotten",)
    assert "more leading axes" in verdict.feedback


def test_code_that_takes_one_number_in_place_of_an_array_says_how_it_ended() -> None:
    one = {"says": "one step", "given": {"t": {"integer": [1, 9]}}, "with": ["t", 0.5, 4]}
    many = {"says": "many", "given": {"t": {"integers": [3], "from": 1}}, "with": ["t", 0.5, 4]}
    item = {
        "id": "write-warm-up",
        "implement": "schedules.linear_warmup",
        "starter": "def linear_warmup(step, peak, warmup_steps): ...",
        "cases": [one, many],
    }
    source = (
        "def linear_warmup(step, peak, warmup_steps):\n"
        "    return peak * step / warmup_steps if step <= warmup_steps else peak"
    )
    verdict = graded(item, source)
    assert verdict.mistakes == ("edge-case-missed",)
    assert "one kind of case: many. 3 cases end in line 2 with ValueError:" in verdict.feedback
    assert "use `np.where` to decide for each number" in verdict.feedback


def test_two_kinds_that_fail_name_what_both_are_called() -> None:
    rows, batches = SOFTMAX["cases"]
    more = {"says": "more axes", "given": {"x": {"shape": [1, 2, 2, 3]}}, "with": ["x"]}
    both = {**SOFTMAX, "cases": [rows, {**batches, **SLIP}, {**more, **SLIP}], "properties": []}
    assert graded(both, OF_MATRICES).mistakes == ("axes-from-the-front",)


def test_a_named_property_shows_nothing_where_a_mistake_explains_it_all() -> None:
    verdict = graded(NAMED, RIGHT_SOFTMAX.replace("axis=-1", "axis=-2"))
    assert verdict.mistakes == ("wrong-axis",)


@pytest.mark.parametrize(
    ("item", "source", "broken"),
    [
        (
            SOFTMAX,
            RIGHT_SOFTMAX.replace(" - x.max(axis=-1, keepdims=True)", ""),
            {"stable-for-large-scores"},
        ),
        (
            SOFTMAX,
            RIGHT_SOFTMAX.replace("return e /", "return (x.max() < 99) * e /"),
            {"stable-for-large-scores", "shift-invariant"},
        ),
        (
            ATTENTION,
            RIGHT_ATTENTION.replace("np.where(total == 0, 1, total)", "total"),
            {"fully-masked-row"},
        ),
        (
            ATTENTION | {"properties": ["same-when-repeated"]},
            RIGHT_ATTENTION + "\nimport itertools\ncount = itertools.count()\n"
            "first = scaled_dot_product_attention\n"
            "def scaled_dot_product_attention(*a):\n    return first(*a) + (next(count) > 8)\n",
            {"same-when-repeated"},
        ),
    ],
    ids=["overflow", "large numbers", "hidden row", "state"],
)
def test_a_property_that_is_not_kept_is_named(
    item: dict[str, object], source: str, broken: set[str]
) -> None:
    verdict = graded(item, source)
    assert {part.name for part in failing(verdict) if "case" not in part.name} == broken
    assert verdict.status != "right"
    assert "Failed checks: " in verdict.feedback


def test_a_property_says_what_must_hold_and_shows_the_inputs() -> None:
    source = RIGHT_SOFTMAX.replace(" - x.max(axis=-1, keepdims=True)", "")
    (part,) = failing(graded(SOFTMAX, source))
    assert part.feedback.startswith("Numbers as large as ±10000 also give the right result. But in")
    assert "not finite: result[0, 0] is nan; it should be " in part.feedback
    assert np.abs(part.given["x"]).max() == 10000
