"""Numbers in blanks: with units, as arithmetic, in words, with commas in doubt."""

import pytest

from quizzer.grading.fill import grade_fill
from quizzer.grading.verdict import Status, Verdict
from tests.exercises.items import item
from tests.grading.filling import graded


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
    ("entered", "says"),
    [
        ("3.5.5", "two decimal points"),
        ("1,2,3", "one number is asked for"),
        ("35..5", "a number is expected here"),
    ],
)
def test_digits_that_make_no_number_can_be_corrected(entered: str, says: str) -> None:
    verdict = graded("35.5", entered)
    assert verdict.status is Status.INVALID
    assert says in verdict.parts[0].feedback


def test_digits_that_make_no_number_are_as_wrong_as_words_where_no_number_is_asked_for() -> None:
    assert graded("section 3.5", "3.5.5").status is Status.WRONG
    assert graded("35.5", "fig 3.5.5").status is Status.WRONG


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
        ("How many keys are seen? {{x}}", "0", "exactly 0"),
        ("How many keys are seen? {{x}}", "6", "only six keys"),
        ("The angle, in radians: {{x}}", "0.25", "1/4 rad"),
        ("A bound on tokens a second is {{x}}", "143", "about 143 tokens"),
        ("How many of the 64 pairs are allowed? {{x}}", "36", "36 pairs"),
        ("It is {{x}} times as many", "2", "2x"),
        ("It grows by a factor of {{x}}", "8.6", "8.6 ×"),
        ("It grows by a factor of {{x}}", "8.6", "×8.6"),
        ("It grows by a factor of {{x}}", "4", "x 4"),
        ("The entropy: {{x}}", "0.693", "ln 2 = 0.693"),
        ("The entropy: {{x}}", "0.693", "the entropy is 0.693"),
        ("How many heads? {{x}}", "6", "There are 6 heads"),
        ("The probability: {{x}}", "90 %", "90 percent"),
        ("- the rank is at most {{x}}", "100", "up to 100"),
        ("- the rank is at most {{x}}", "100", "≤ 100"),
        ("- tokens of a round at least: {{x}}", "1", "at least one"),
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
        ("- the rank is at most {{x}}", "100", "at least 100"),
        ("- the rank is {{x}}", "100", "at most 100"),
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


def test_a_unit_that_a_label_measures_something_else_in_is_none_of_the_answer() -> None:
    blank = {"accept": ["26"], "label": "16 bits"}
    made = item("fill", prompt="Weights in 16 bits: {{x}} GB", blanks={"x": blank})
    assert grade_fill(made, {"x": "26 bits"}).status is Status.WRONG
    assert grade_fill(made, {"x": "26 GB"}).status is Status.RIGHT


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ("(6, 4)", "The first and second axes are swapped."),
        ("4", "An axis is missing: the second one."),
        ("1x4x6", "There is an axis too many: the first one."),
        ("(4, 8)", "The second axis is wrong."),
        ("(4, d_k)", ""),
        ("(4, 6)", ""),
    ],
)
def test_how_a_shape_differs_is_said_where_the_bank_says_nothing(entered: str, says: str) -> None:
    assert graded("(4, 6)", entered).parts[0].feedback == says
