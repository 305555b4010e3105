"""Fill items: forgiving about how a thing is written, strict about what it is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.grading.fill import grade_fill
from quizzer.grading.lookalikes import normal_form
from quizzer.grading.verdict import PartStatus, Status, Verdict
from tests.exercises.items import item


def graded(accept: str | list[str], entered: str) -> Verdict:
    answers = [accept] if isinstance(accept, str) else accept
    return grade_fill(item("fill", blanks={"x": {"accept": answers}}), {"x": entered})


@pytest.mark.parametrize(
    ("accept", "entered"),
    [
        ("d_k", "dₖ"),
        ("d_k", "dk"),
        ("d_k", "D_K"),
        ("d_k", "$d_k$"),
        ("d_k", "d_{k}"),
        ("√d_k", "sqrt(d_k)"),
        ("√d_k", "sqrt(dk)"),
        ("√d_k", "sqrt dₖ"),
        ("√d_k", "√(d_k)"),
        ("√d_k", "√ d_k"),
        ("√d_k", r"\sqrt{d_k}"),
        ("1/√d_k", "1 / sqrt(d_k)"),
        ("1/√d_k", "(1/sqrt(dk))"),
        ("QKᵀ", "Q K^T"),
        ("QKᵀ", "qk^t"),
        ("QKᵀ", "QK.T"),
        ("softmax(QKᵀ/√d_k)V", "softmax(Q K^T / sqrt(d_k)) V"),
        ("W_O", "Wₒ"),
        ("α", "alpha"),
        ("σ", "Sigma"),
        ("λ", r"\lambda"),
        ("β₁", "beta_1"),
        ("μ", "µ"),
        ("2 × 3", "2x3"),
        ("2 × 3", "2*3"),
        ("2 × 3", "2 · 3"),
        ("(2, 3)", "(2,3)"),
        ("(2, 3)", "[2, 3]"),
        ("layer normalization", "Layer Normalisation"),
        ("layer norm", "LayerNorm"),
        ("layer norm", "layer-norm"),
        ("pre-norm", "pre norm"),
        ("pre-norm", "pre–norm"),
        ("the encoder", "encoder"),
        ("residual connection", "a residual connection."),
        ("Bahdanau", "bahdanau "),
        ("naïve", "naive"),
        ("softmax", "ｓｏｆｔｍａｘ"),
        ("−∞", "-inf"),
        ("−1", "-1"),
        ("n²", "n^2"),
        ("n²", "n**2"),
        ("O(n²·d)", "O(n^2 * d)"),
        ("10000", "10,000"),
        ("10000", "10 000"),
        ("0.1", ".1"),
        ("0.1", "0.10"),
        ("8", "8.0"),
        ("d_model", "dmodel"),
        ("x ≥ 0", "x>=0"),
        ("'query'", "query"),
    ],
)
def test_ways_of_writing_the_same(accept: str, entered: str) -> None:
    assert graded(accept, entered).status is Status.RIGHT


@pytest.mark.parametrize(
    ("accept", "entered"),
    [
        ("√d_k", "d_k"),
        ("d_k", "d_v"),
        ("n - k", "n k"),
        ("n-1", "n+1"),
        ("-1", "1"),
        ("n²", "n2"),
        ("0.1", "0.01"),
        ("1/2", "12"),
        ("query", "key"),
        ("encoder", "decoder"),
        ("symmetric", "asymmetric"),
        ("(2, 3)", "(3, 2)"),
        ("K^T", "K"),
        ("β₁", "β₂"),
        ("left", "lift"),
        ("10000", "1000"),
    ],
)
def test_other_things_are_wrong(accept: str, entered: str) -> None:
    assert graded(accept, entered).status is Status.WRONG


@pytest.mark.parametrize("entered", ["sotfmax", "softmx", "softmaxx", "sofdmax"])
def test_a_slip_of_the_pen_is_right_and_shown_as_it_is_written(entered: str) -> None:
    verdict = graded("softmax", entered)
    assert verdict.status is Status.RIGHT
    assert verdict.parts[0].feedback == "Right; it is written softmax."


def test_every_accepted_answer_is_right_and_the_first_is_shown() -> None:
    verdict = graded(["value", "V"], "v")
    assert verdict.status is Status.RIGHT
    assert verdict.parts[0].expected == "value"


TEMPTING = {
    "accept": ["√d_k"],
    "tempting": [
        {"answers": ["d_k"], "because": "That is too much.", "mistake": "scaled-by-d-k"},
        {"answers": ["d_model"], "because": "Each head is narrower."},
    ],
}


def test_a_tempting_answer_is_explained_and_its_mistake_named() -> None:
    verdict = grade_fill(item("fill", blanks={"scale": TEMPTING}), {"scale": "dₖ"})
    assert verdict.status is Status.WRONG
    assert verdict.mistakes == ("scaled-by-d-k",)
    assert verdict.parts[0].feedback == "That is too much."
    assert verdict.parts[0].mistake is not None
    assert verdict.parts[0].mistake.step == "scale"


def test_each_blank_counts_the_same_and_an_empty_one_is_missing() -> None:
    blanks = {"a": {"accept": ["x"]}, "b": {"accept": ["y"]}, "c": {"accept": ["z"]}}
    verdict = grade_fill(item("fill", blanks=blanks), {"a": "x", "b": "", "c": "q"})
    assert verdict.status is Status.PARTLY
    assert verdict.score == Fraction(1, 3)
    statuses = [part.status for part in verdict.parts]
    assert statuses == [PartStatus.RIGHT, PartStatus.MISSING, PartStatus.WRONG]


def test_empty_unknown_and_endless_answers_cost_nothing() -> None:
    made = item("fill", blanks={"x": {"accept": ["a"]}})
    assert grade_fill(made, {}).status is Status.INVALID
    assert grade_fill(made, {"x": " "}).status is Status.INVALID
    assert grade_fill(made, {"y": "a"}).status is Status.INVALID
    assert grade_fill(made, {"x": "a" * 1000}).status is Status.INVALID


@given(st.text(max_size=40))
def test_whatever_is_filled_in_gives_a_verdict(text: str) -> None:
    assert graded("√d_k", text).status in Status


def test_a_normal_form_is_stable() -> None:
    for text in ("√d_k", "softmax(QKᵀ/√d_k)V", "β₁", "10,000", "The Layer-Norm.", "½", "((a))"):
        assert normal_form(normal_form(text)) == normal_form(text)
