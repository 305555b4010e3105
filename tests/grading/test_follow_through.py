"""A slip costs its own step: what is right for the learner's own earlier value earns its marks."""

from fractions import Fraction

from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import Graph, rebuilt
from quizzer.grading.grade import grade
from quizzer.grading.verdict import PartStatus, Status
from tests.exercises.items import ATTENTION, BY_HAND, NO_SCALE, attention, compute, variant_with
from tests.grading.written import to_python

ITEM = attention()
VARIANT = variant_with(ITEM, **BY_HAND)

RIGHT, FOLLOWS, WRONG = PartStatus.RIGHT, PartStatus.FOLLOWS, PartStatus.WRONG


def statuses(answer: dict[str, str]) -> list[PartStatus]:
    return [part.status for part in grade(ITEM, VARIANT, answer).parts]


def test_what_follows_from_a_slip_earns_full_marks() -> None:
    # softmax of (0, 0) is (1/2, 1/2), and the mean of 3 and 6 is 4.5
    answer = {"scores": "[[0, 0]]", "weights": "[[0.5, 0.5]]", "output": "[[4.5]]"}
    verdict = grade(ITEM, VARIANT, answer)
    scores, weights, output = verdict.parts
    assert (scores.status, weights.status, output.status) == (PartStatus.PARTLY, FOLLOWS, FOLLOWS)
    assert verdict.score == (Fraction(1, 2) + 1 + 2) / 4
    assert weights.feedback == "Right for your own scores: full marks for this step."
    assert weights.cells == [[True, True]]
    assert weights.expected == [[0.667, 0.333]]


def test_going_on_with_the_right_value_after_a_slip_is_right() -> None:
    assert statuses({"scores": "[[0, 1]]", "weights": "[[2/3, 1/3]]"})[1] is RIGHT


def test_going_on_from_a_rounded_right_value_is_simply_right() -> None:
    # exp(0.69) / (exp(0.69) + 1) = 0.66596: at three decimals not 0.667
    verdict = grade(ITEM, VARIANT, {"scores": "[[0.69, 0]]", "weights": "[[0.666, 0.334]]"})
    assert [part.status for part in verdict.parts[:2]] == [RIGHT, RIGHT]
    assert statuses({"weights": "[[0.666, 0.334]]"})[1] is WRONG


def test_a_second_slip_after_the_first_is_wrong() -> None:
    answer = {"scores": "[[0, 0]]", "weights": "[[0.9, 0.1]]", "output": "[[3.3]]"}
    assert statuses(answer)[1:] == [WRONG, FOLLOWS]


def test_a_part_that_was_left_out_breaks_nothing() -> None:
    # scores (0, 0) → weights (1/2, 1/2), not entered → output 4.5
    assert statuses({"scores": "[[0, 0]]", "output": "4.5"})[2] is FOLLOWS


def test_lone_numbers_are_followed_like_arrays() -> None:
    made = compute(
        given={"x": {"value": 2.0}},
        steps={
            "y": {"of": "activations.sigmoid", "with": ["x"]},
            "z": {"of": "activations.sigmoid", "with": ["y"]},
        },
        ask={"y": {"decimals": 2}, "z": {"decimals": 2}},
    )
    variant = draw(made, 0)  # sigmoid of 0.5 is 0.62
    assert grade(made, variant, {"y": "0.5", "z": "0.62"}).parts[1].status is FOLLOWS
    assert grade(made, variant, {"y": "0.88", "z": "0.1"}).parts[1].status is WRONG


def test_working_on_with_unrounded_own_values_is_followed() -> None:
    """Someone who forgot the scale and computes with full precision types rounded scores."""
    for number in range(20):
        variant = draw(ITEM, number)
        wrong = Graph(ITEM, rebuilt(variant)).substituting(ITEM.mistakes[0])
        answer = {name: to_python(wrong.asked(name), ITEM.ask[name].decimals) for name in ITEM.ask}
        verdict = grade(ITEM, variant, answer)
        assert verdict.mistakes == ("no-scale",)
        assert {part.status for part in verdict.parts[1:]} <= {FOLLOWS, RIGHT}


def test_unrounded_own_values_are_followed_though_nobody_knows_the_slip() -> None:
    """The typed scores tell the rest only up to their rounding; that much is granted."""
    made = attention(mistakes=[])
    for number in range(20):
        variant = draw(made, number)
        right = Graph(made, rebuilt(variant))
        own = right.overriding({"scores": right.value("scores") * 1.2345 + 0.1})
        answer = {name: to_python(own.asked(name), made.ask[name].decimals) for name in made.ask}
        verdict = grade(made, variant, answer)
        assert {part.status for part in verdict.parts[1:]} <= {FOLLOWS, RIGHT}


def test_one_slip_in_a_call_with_several_asked_intermediates_costs_once() -> None:
    call = {"of": "attention.scaled_dot_product_attention", "with": ["Q", "K", "V"]}
    made = attention(
        steps={
            "scores": {**call, "record": "scores"},
            "weights": {**call, "record": "weights"},
            "output": call,
        },
        mistakes=[
            {"id": "exchanged", "step": "scores", "with": ["K", "Q", "Q"], "says": "Q asks."},
        ],
        given={**ATTENTION["given"], "K": {"shape": [2, 4]}, "V": {"shape": [2, 4]}},
    )
    variant = draw(made, 0)
    wrong = Graph(made, rebuilt(variant)).substituting(made.mistakes[0])
    answer = {name: to_python(wrong.asked(name), made.ask[name].decimals) for name in made.ask}
    verdict = grade(made, variant, answer)
    # K Qᵀ is Q Kᵀ transposed, so that its diagonal is right
    assert [part.status for part in verdict.parts] == [PartStatus.PARTLY, FOLLOWS, FOLLOWS]
    assert verdict.mistakes == ("exchanged",)


def test_own_values_that_nothing_follows_from_do_no_harm() -> None:
    made = attention(mistakes=[NO_SCALE])
    verdict = grade(made, VARIANT, {"scores": "[[1e300, -1e300]]", "weights": "[[1, 0]]"})
    assert verdict.status is Status.PARTLY
