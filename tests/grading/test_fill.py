"""Fill items: forgiving about how a thing is written, strict about what it is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.grading.fill import grade_fill
from quizzer.grading.reading.lookalikes import normal_form
from quizzer.grading.verdict import PartStatus, Status
from tests.exercises.items import item
from tests.grading.filling import graded


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
        ("query", "„query“"),
        ("query", "« query »"),
        ("(1, 512)", "(1,512)"),
        ("12, 197, 197", "12,197,197"),
        ("0.25", "0,25"),
        ("0.0004", "4e-4"),
        ("8/3", "8 / 3"),
        ("2 2/3", "2⅔"),
        ("0 1 2", "0, 1, 2"),
        ("0 1 2", "0; 1; 2"),
        ("B, c", "(B, c)"),
        ("0 1 2", "0\u00a01\u00a02"),
        ("10000", "10\u202f000"),
        ("softmax", "soft\u200bmax"),
        ("ŷ", "y_hat"),
        ("déjà vu", "deja vu"),
        ("√(d_k)", "√dₖ"),
        ("x ∉ S", "x ∉ S"),
        ("+5", "5"),
        ("mask", "a mask!"),
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
        ("(3,)", "3"),
        ("K^T", "K"),
        ("β₁", "β₂"),
        ("left", "lift"),
        ("10000", "1000"),
        ("125", "0,125"),
        ("23", "2 3"),
        ("11/2", "1½"),
        ("1099511627776", "1099511627777"),
        ("∞", "9" * 400),
        ("√(2n)", "√(2)n"),
        ("n!", "n"),
        ("f'(x)", "f(x)"),
        ("A Kᵀ", "Kᵀ"),
        ("d_model - d_head", "d_model d_head"),
        ("logits - max", "logits max"),
        ("y - ŷ", "ŷ - y"),
        ("x ∈ S", "x ∉ S"),
        ("u ⊗ v", "u · v"),
    ],
)
def test_other_things_are_wrong(accept: str, entered: str) -> None:
    assert graded(accept, entered).status is Status.WRONG


@pytest.mark.parametrize(
    ("entered", "status"),
    [
        ("inf (overflow)", Status.RIGHT),
        ("inf  (it is too large)", Status.RIGHT),
        ("90000 (no overflow)", Status.WRONG),
        ("inf (or the largest)", Status.WRONG),
        ("inf (largest)", Status.WRONG),
        ("inf(overflow)", Status.WRONG),
        ("(overflow)", Status.WRONG),
    ],
)
def test_a_remark_in_parentheses_takes_nothing_from_a_right_answer_unless_it_gives_another(
    entered: str, status: Status
) -> None:
    tempting = [{"answers": ["largest"], "because": "Beyond it nothing is finite."}]
    asked = item("fill", blanks={"x": {"accept": ["inf"], "tempting": tempting}})
    assert grade_fill(asked, {"x": entered}).status is status


@pytest.mark.parametrize("entered", ["sotfmax", "softmx", "softmaxx", "sofdmax"])
def test_a_slip_of_the_pen_is_right_and_shown_as_it_is_written(entered: str) -> None:
    verdict = graded("softmax", entered)
    assert verdict.status is Status.RIGHT
    assert verdict.parts[0].feedback == "Right; the spelling is softmax."


@pytest.mark.parametrize(
    ("accept", "entered"),
    [
        ("model A", "model B"),
        ("cos ωk", "cos ωj"),
        ("layer_norm_1", "layer_norm_2"),
        ("decoder", "encoder"),
        ("encoder", "encoded"),
        ("pre-norm", "per-norm"),
        ("pre-norm", "post-norm"),
        ("unbiased", "biased"),
        ("unbiased", "inbiased"),
        ("inter-layer", "intra-layer"),
        ("no weights", "no weight-sharing"),
        ("not equal", "now equal"),
        ("columns", "volumns"),
        ("shared", "sharded"),
        ("sharded", "shared"),
        ("shape", "share"),
        ("projected", "protected"),
        ("contiguous", "continuous"),
        ("masked", "marked"),
        ("deviation", "derivation"),
        ("untied", "united"),
        ("argmax", "argmin"),
        ("seventeen", "seventy"),
        ("causal", "acausal"),
    ],
)
def test_what_can_be_meant_is_no_slip_of_the_pen(accept: str, entered: str) -> None:
    assert graded(accept, entered).status is Status.WRONG


def test_one_word_of_several_may_have_a_slip() -> None:
    assert graded("future tokens", "futrue tokens").status is Status.RIGHT
    assert graded("future tokens", "futrue tokesn").status is Status.WRONG


def test_a_word_of_the_question_is_taken_at_its_word() -> None:
    blanks = {"x": {"accept": ["tokens"]}}
    asked = item("fill", blanks=blanks, explanation="A tokken is no token.")
    assert grade_fill(asked, {"x": "tokens"}).status is Status.RIGHT
    assert grade_fill(asked, {"x": "tokken"}).status is Status.WRONG
    assert grade_fill(asked, {"x": "tokenss"}).status is Status.RIGHT


def test_what_is_as_near_to_a_tempting_answer_is_wrong() -> None:
    blanks = {
        "x": {"accept": ["queries"], "tempting": [{"answers": ["querier"], "because": "No."}]}
    }
    assert grade_fill(item("fill", blanks=blanks), {"x": "querie"}).status is Status.WRONG


CUTS = {
    "accept": ["un lock ed", "un, lock, ed"],
    "tempting": [{"answers": ["unlock ed", "unlock, ed"], "because": "No.", "mistake": "greedy"}],
}


@pytest.mark.parametrize(
    ("entered", "status", "mistakes"),
    [
        ("un lock ed", Status.RIGHT, ()),
        ("un  Lock ed", Status.RIGHT, ()),
        ("un,lock,ed", Status.RIGHT, ()),
        ("unlock ed", Status.WRONG, ("greedy",)),
        ("unlock  ed", Status.WRONG, ("greedy",)),
        ("un locked", Status.WRONG, ()),
        ("unlocked", Status.WRONG, ()),
    ],
)
def test_spaces_count_where_they_tell_an_accepted_from_a_tempting_answer(
    entered: str, status: Status, mistakes: tuple[str, ...]
) -> None:
    verdict = grade_fill(item("fill", blanks={"x": CUTS}), {"x": entered})
    assert (verdict.status, verdict.mistakes) == (status, mistakes)


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
