"""What people write beside digits and signs is read, or asked back; it is never marked wrong."""

import math
from fractions import Fraction

import pytest

from quizzer.exercises.units import factor_of
from quizzer.grading.errors import AnswerError
from quizzer.grading.fill import grade_fill
from quizzer.grading.reading.arrays import parse_array
from quizzer.grading.reading.counts import parse_count
from quizzer.grading.reading.letters import letters_in
from quizzer.grading.reading.shapes import parse_shape
from quizzer.grading.verdict import Status
from tests.exercises.items import item

LN_2 = math.log(2)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ln 2", LN_2),
        ("-log 0.5", LN_2),
        ("−ln ½", LN_2),
        (r"\ln 2", LN_2),
        ("1/sqrt 4", 0.5),
        ("ln 2 + 1", LN_2 + 1),
        ("6.93x10^-1", 0.693),
        ("6.93 x 10⁻¹", 0.693),
        ("about 0.693", 0.693),
        ("approx. 0.693", 0.693),
        ("ca. −0.693", -0.693),
        ("0.693…", 0.693),
        ("0.693...", 0.693),
        ('"0.693"', 0.693),
        ("`0.693`", 0.693),
        (r"\frac12", 0.5),
        ("| -0.693 |", -0.693),
    ],
)
def test_a_number_as_people_write_it(text: str, value: float) -> None:
    assert parse_array(text, ()).value == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "ln 1/2",  # ln(1/2), or half of ln 1?
        "log 2^3",
        "ln 2x",
        "|-0.693|",  # its absolute value?
        "0.1 … 0.9",
        "0.1 ... 0.9",
        "0.693f",
        "yes",
        "T",
        "about",
    ],
)
def test_what_can_be_read_in_two_ways_or_in_none_is_asked_back(text: str) -> None:
    with pytest.raises(AnswerError):
        parse_array(text, ())


def test_the_place_of_a_fault_is_that_in_the_text_as_it_was_typed() -> None:
    with pytest.raises(AnswerError) as caught:
        parse_array('"about 6.9 x 10^-1 ?"', ())
    assert caught.value.column == 20


MASK = [[1, 0], [1, 1]]


@pytest.mark.parametrize(
    "text",
    [
        "T F; T T",
        "t f\nt t",
        "yes no; yes yes",
        "Y N | Y Y",
        "✓ ✗\n✓ ✓",
        "✔ ✘; ✔ ✔",
        "[[T, F], [T, T]]",
        "True, False | True, True",
        "1, 0 | 1, 1",
        "true F; T TRUE",
    ],
)
def test_a_mask_in_words_and_signs(text: str) -> None:
    assert parse_array(text, (2, 2), is_mask=True).value.tolist() == MASK


@pytest.mark.parametrize("text", ["F T; T T", "T T; F T", "✗ ✓\n✓ ✓"])
def test_another_mask_is_another(text: str) -> None:
    assert parse_array(text, (2, 2), is_mask=True).value.tolist() != MASK


@pytest.mark.parametrize(
    "text",
    [
        "0 minus infinity; 0 0",
        "0, negative infinity; 0, 0",
        "[[0, np.NINF], [0, 0]]",
        r"\left(\begin{array}{cc}0 & -\infty \\ 0 & 0\end{array}\right)",
        "tf.constant([[0, -inf], [0, 0]])",
    ],
)
def test_minus_infinity_in_a_matrix(text: str) -> None:
    assert parse_array(text, (2, 2)).value.tolist() == [[0, -math.inf], [0, 0]]


def test_bars_part_numbers_where_nothing_else_does() -> None:
    assert parse_array("0.5 | 0.25 | 2", (3,)).value.tolist() == [0.5, 0.25, 2]
    assert parse_array("| 1 | 0 |\n| 1 | 1 |", (2, 2)).value.tolist() == MASK


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("2 rows, 3 columns", (2, 3)),
        ("2 rows and 3 columns", (2, 3)),
        ("2 rows x 3 cols", (2, 3)),
        ("rows 2, columns 3", (2, 3)),
        ("2 × 3 matrix", (2, 3)),
        ("a 2x3 matrix", (2, 3)),
        ("2-by-3", (2, 3)),
        ("(2, 768/12)", (2, 64)),
        ("(2, 5+1)", (2, 6)),
        ("a scalar", ()),
    ],
)
def test_a_shape_in_words_or_worked_out(text: str, shape: tuple[int, ...]) -> None:
    assert parse_shape(text) == shape


@pytest.mark.parametrize(
    "text",
    [
        "(2, 5/2)",
        "(2, 1/0)",
        "3 columns",
        "2/3",
        "(2, 1+)",
        "(1, 9" + "*999999999" * 40 + ")",
        " " * 9000,
    ],
)
def test_what_is_no_shape_costs_nothing(text: str) -> None:
    with pytest.raises(AnswerError):
        parse_shape(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("65 millions", 65e6),
        ("65 Mio.", 65e6),
        ("65 mln", 65e6),
        ("about 65 million", 65e6),
        ("1.5 Gi", 1.5 * 2**30),
        ("6.5 x 10^7", 65e6),
    ],
)
def test_a_count_in_other_words(text: str, value: float) -> None:
    assert parse_count(text, "parameters").value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "count"),
    [("1.5 gibibytes", 1.5), ("1536 mebibytes", 1.5), ("3 gigabytes", 3e9 / 2**30)],
)
def test_units_may_be_spelled_out(text: str, count: float) -> None:
    assert parse_count(text, "GiB").value == pytest.approx(count)
    assert factor_of("GiB") == 2**30


@pytest.mark.parametrize("text", ["both A and C", "The answers are A and C", "Ａ，Ｃ", "ａ ｃ"])
def test_letters_are_found_among_words(text: str) -> None:
    assert [entry.letter for entry in letters_in(text, "ABCD")] == ["A", "C"]


@pytest.mark.parametrize("text", ["not B", "all but A", "neither A nor C"])
def test_letters_that_are_ruled_out_are_not_taken(text: str) -> None:
    with pytest.raises(AnswerError):
        letters_in(text, "ABCD")


def test_of_what_repeats_the_question_only_as_much_goes_as_is_needed() -> None:
    blanks = {"x": {"accept": ["bottom right"], "label": "right alignment"}}
    corner = item("fill", prompt="The corner is {{x}}.", blanks=blanks)
    for entered in ("bottom right", "x = bottom right", "right alignment = bottom right"):
        assert grade_fill(corner, {"x": entered}).status is Status.RIGHT
    assert grade_fill(corner, {"x": "x = bottom"}).score == Fraction(0)
