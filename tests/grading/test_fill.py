"""Fill items: forgiving about how a thing is written, strict about what it is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.grading.fill import grade_fill
from quizzer.grading.reading.lookalikes import normal_form
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


def counted(line: str, answer: str, entered: str) -> Verdict:
    """The verdict on one blank of several, which stands in a line of its own."""
    blanks = {"x": {"accept": [answer]}, "y": {"accept": ["2"]}}
    prompt = f"Say:\n- how many there are: {{{{y}}}}\n- {line}"
    return grade_fill(item("fill", prompt=prompt, blanks=blanks), {"x": entered, "y": "2"})


NOTHING = ("none", "None.", "no", "nothing", "nil")


@pytest.mark.parametrize("entered", NOTHING)
@pytest.mark.parametrize(
    "line",
    [
        "how many keys the first query sees: {{x}}",
        "keys that the first query sees: {{x}}",
        "the number of keys that it sees: {{x}}",
        "how often the state is handed on: {{x}}",
    ],
)
def test_none_is_zero_to_who_asks_how_many(line: str, entered: str) -> None:
    assert counted(line, "0", entered).status is Status.RIGHT
    assert counted(line, "1", entered).status is Status.PARTLY
    assert counted(line, "0", "zero").status is Status.RIGHT


@pytest.mark.parametrize("entered", NOTHING)
@pytest.mark.parametrize(
    "line",
    [
        "mean of q · k: {{x}}",
        "the bias is {{x}}",
        "its loss: {{x}}",
        "the axis of the heads is {{x}}",
        "error in the weights: {{x}}",
    ],
)
def test_none_is_no_number_elsewhere(line: str, entered: str) -> None:
    assert counted(line, "0", entered).status is Status.PARTLY
    assert counted(line, "0", "zero").status is Status.RIGHT
    assert counted(line, "none", "none").status is Status.RIGHT  # where its bank says so


def test_none_of_them_named_as_the_question_names_them() -> None:
    assert counted("keys that it sees: {{x}}", "0", "no keys").status is Status.RIGHT


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


@pytest.mark.parametrize("entered", ["sotfmax", "softmx", "softmaxx", "sofdmax"])
def test_a_slip_of_the_pen_is_right_and_shown_as_it_is_written(entered: str) -> None:
    verdict = graded("softmax", entered)
    assert verdict.status is Status.RIGHT
    assert verdict.parts[0].feedback == "Right; it is written softmax."


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


def measured(entered: str, behind: str, accept: str) -> Verdict:
    blanks = {"x": {"accept": [accept]}}
    return grade_fill(
        item("fill", prompt=f"It is {{{{x}}}} {behind}.", blanks=blanks), {"x": entered}
    )


@pytest.mark.parametrize(
    ("entered", "behind", "accept"),
    [
        ("64 dimensions", "dimensions wide", "64"),
        ("64 dims", "dimensions wide", "64"),
        ("13 GB", "GB in all", "13"),
        ("13GB", "GB in all", "13"),
        ("12 %", "% of them", "12"),
        ("12%", "% of them", "12"),
        ("causal mask", "mask", "causal"),
        ("= √d_k", "in all", "√d_k"),
        ("x = √d_k", "in all", "√d_k"),
    ],
)
def test_what_stands_behind_the_blank_may_be_repeated(
    entered: str, behind: str, accept: str
) -> None:
    assert measured(entered, behind, accept).status is Status.RIGHT


@pytest.mark.parametrize(
    ("entered", "behind", "accept"),
    [
        ("13 GiB", "GB in all", "13"),
        ("13 Gb", "GB in all", "13"),
        ("12 %", "of them", "12"),
        ("64 bits", "bytes wide", "64"),
        ("dims", "dimensions wide", "64"),
        ("d_model = d_k", "wide", "d_k"),
    ],
)
def test_another_unit_is_not_passed_over(entered: str, behind: str, accept: str) -> None:
    assert measured(entered, behind, accept).status is Status.WRONG


@pytest.mark.parametrize(
    ("accept", "entered"),
    [
        (["1/8"], "8/64"),
        (["0.5"], "50/10000^(256/512)"),
        (["0.36"], ".4 * .9"),
        (["5120000"], "10000*512"),
        (["5120000"], "5.12M"),
        (["8/3"], "2.66667"),
        (["2.83"], "2√2"),
        (["10.82", "10.8", "10.825"], "ln(50257)"),
        (["3"], "three"),
        (["19"], "nineteen"),
        (["24"], "twenty-four"),
        (["128"], "a hundred and twenty-eight"),
        (["1200000"], "one million two hundred thousand"),
        (["-1"], "minus one"),
        (["-1"], "negative 1"),
        (["2.5"], "two and a half"),
        (["2/3"], "Two thirds"),
        (["6.29"], "six point two nine"),
        (["0"], "Zero"),
        (["2"], "twice"),
        (["0.25"], "a quarter"),
        (["-0.25"], "-1/4"),
        (["(4, 6)", "4 x 6"], "4 by 6"),
    ],
)
def test_a_number_may_be_written_as_arithmetic_or_in_a_word(
    accept: list[str], entered: str
) -> None:
    assert graded(accept, entered).status is Status.RIGHT


@pytest.mark.parametrize(
    ("accept", "entered"),
    [
        (["0.5"], "50/93"),
        (["8/3"], "2.7"),
        (["10.82", "10.8", "10.825"], "10.77"),
        (["255"], "510.5/2"),
        (["24"], "four twenty"),
        (["1"], "2:1"),
        (["1"], "one-hot"),
        (["19"], "nine"),
        (["0"], "1e-9"),
        (["768–1536"], "-768"),
        (["2 and 5", "2*5"], "10"),
        (["24 x 24"], "5*115.2"),
    ],
)
def test_what_comes_to_another_number_or_is_none_stays_wrong(
    accept: list[str], entered: str
) -> None:
    assert graded(accept, entered).status is Status.WRONG


@pytest.mark.parametrize(
    ("accept", "entered", "says"),
    [
        ("2.303", "2,303", "Did you mean 2.303 or 2303? Write 2.3030 or 2303."),
        ("2303", "2.303", "Did you mean 2.303 or 2303? Write 2.3030 or 2303."),
        ("1.024 million", "1,024 million", "Did you mean 1.024 or 1024?"),
    ],
)
def test_a_comma_that_can_be_a_decimal_comma_is_asked_about_before_it_makes_an_answer_wrong(
    accept: str, entered: str, says: str
) -> None:
    verdict = graded([accept], entered)
    assert verdict.status is Status.INVALID
    assert says in verdict.parts[0].feedback


@pytest.mark.parametrize(
    ("accept", "entered", "status"),
    [
        ("2303", "2,303", Status.RIGHT),
        ("0.693", "0,693", Status.RIGHT),
        ("2.303", "2,304", Status.WRONG),
        ("2303", "2.3030", Status.WRONG),
        ("2.303", "2,302,585", Status.WRONG),
    ],
)
def test_no_question_is_asked_where_none_would_help(
    accept: str, entered: str, status: Status
) -> None:
    assert graded([accept], entered).status is status


@pytest.mark.parametrize(
    ("prompt", "accept", "entered"),
    [
        ("Tokens for 10 billion parameters, in billions: {{x}}", "200", "200 billion"),
        ("Tokens for 10 billion parameters, in billions: {{x}}", "200", "200B"),
        ("Answer in millions.\n\n- the whole: {{x}}", "109.5", "109.5 M"),
        ("Answer in millions.\n\n- the whole: {{x}}", "109.5", "109,482,240"),
        ("Answer in millions.\n\n- the whole: {{x}}", "2", "2e6"),
        ("It needs {{x}} microseconds", "1", "1 µs"),
        ("It needs {{x}} microseconds", "1", "1us"),
        ("The expected loss in nats is {{x}}", "10.82", "≈ 10.82 nats"),
        ("The angle, in radians: {{x}}", "0.25", "1/4 rad"),
        ("A bound on tokens a second is {{x}}", "143", "about 143 tokens"),
        ("How many of the 64 pairs are allowed? {{x}}", "36", "36 pairs"),
        ("It is {{x}} times as many", "2", "2x"),
        ("It grows by a factor of {{x}}", "8.6", "8.6 ×"),
        ("The entropy: {{x}}", "0.693", "ln 2 = 0.693"),
        ("The probability: {{x}}", "90 %", "90 percent"),
    ],
)
def test_what_stands_around_a_right_number_does_not_make_it_wrong(
    prompt: str, accept: str, entered: str
) -> None:
    made = item("fill", prompt=prompt, blanks={"x": {"accept": [accept]}})
    assert grade_fill(made, {"x": entered}).status is Status.RIGHT


@pytest.mark.parametrize(
    ("prompt", "accept", "entered"),
    [
        ("Activations, in GiB: {{x}}", "64", "64 GB"),
        ("Answer in millions. The whole: {{x}}", "109.5", "109,782,240"),
        ("Answer in numbers. The whole: {{x}}", "109.5", "109500000"),
        ("Bytes to read, in GB: {{x}}", "14", "14 bytes"),
        ("A model of 7 billion parameters has {{x}} layers", "32", "32 billion"),
        ("Weights in 16 bits: {{x}} GB", "26", "26 bits"),
        ("The entropy: {{x}}", "0.693", "0.693 = 1"),
        ("A model: {{x}}", "A", "model = A, about"),
        ("The loss in nats: {{x}}", "10.82", "about 15.62 nats"),
        ("It needs {{x}} microseconds", "1", "1 ms"),
        ("How much?\n\n- operations, in millions: 2\n- time: {{x}} µs", "1", "1 million"),
    ],
)
def test_another_number_or_unit_stays_wrong_whatever_stands_around_it(
    prompt: str, accept: str, entered: str
) -> None:
    made = item("fill", prompt=prompt, blanks={"x": {"accept": [accept]}})
    assert grade_fill(made, {"x": entered}).status is Status.WRONG


@pytest.mark.parametrize(
    "entered", ["[4; 6]", "4 | 6", "torch.Size([4, 6])", "4X6", "shape: 4 6", "4, 2*3", "(4, 2×3)"]
)
def test_a_shape_may_be_written_in_any_way_in_which_shapes_are_read(entered: str) -> None:
    assert graded("(4, 6)", entered).status is Status.RIGHT
    assert graded("(6, 4)", entered).status is Status.WRONG
    assert graded("(4, 6, 1)", entered).status is Status.WRONG


def test_arithmetic_that_comes_to_a_tempting_answer_is_told_why_it_is_wrong() -> None:
    tempting = [{"answers": ["1/64"], "because": "That divides twice."}]
    verdict = grade_fill(
        item("fill", blanks={"x": {"accept": ["1/8"], "tempting": tempting}}), {"x": "8/512"}
    )
    assert verdict.parts[0].feedback == "That divides twice."


def test_a_word_of_the_label_may_be_repeated() -> None:
    blanks = {"x": {"accept": ["2"], "label": "number of beams"}}
    verdict = grade_fill(item("fill", prompt="It is {{x}}.", blanks=blanks), {"x": "two beams"})
    assert verdict.status is Status.RIGHT
