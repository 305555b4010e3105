"""Shapes and counts, as people type them."""

import pytest

from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.counts import parse_count
from quizzer.grading.reading.shapes import parse_shape


@pytest.mark.parametrize(
    "text",
    [
        "(2, 3)",
        "[2, 3]",
        "2, 3",
        "2 3",
        "2x3",
        "2 x 3",
        "2 X 3",
        "2×3",
        "2 × 3",
        "2*3",
        "2 by 3",
        "(2,3,)",
        "torch.Size([2, 3])",
        "Size([2, 3])",
        "shape = (2, 3)",
        "x.shape: (2, 3)",
        "（2，3）",
        "x.shape == (2, 3)",
        "the shape is (2, 3)",
        "'(2, 3)'",
        "ℝ^(2×3)",
        r"$\mathbb{R}^{2 \times 3}$",
        r"$2 \times 3$",
        "(2; 3).",
        "W_V is 2x3",
        "W_V: 2x3",
        "T x d_v = 2 x 3",
        "(T, d_v) = (2, 3)",
        "the shape of K is (2, 3)",
        "K.shape == torch.Size([2, 3])",
    ],
)
def test_one_shape_written_in_many_ways(text: str) -> None:
    assert parse_shape(text) == (2, 3)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("()", ()),
        ("scalar", ()),
        ("torch.Size([])", ()),
        ("(3,)", (3,)),
        ("3", (3,)),
        ("1x8x5x5", (1, 8, 5, 5)),
        ("(0, 4)", (0, 4)),
        ("4*128, 64", (512, 64)),
        ("(768, 3 × 768)", (768, 2304)),
        ("768 x 3*768", (768, 2304)),
        ("(4 × 128*2)", (4, 256)),
        ("(768, 3 x 2*384)", (768, 2304)),
        ("2*3*4", (2, 3, 4)),
        ("8x20x10k", (8, 20, 10_000)),
        ("(8, 20, 2*5K)", (8, 20, 10_000)),
    ],
)
def test_shapes_of_any_number_of_axes(text: str, shape: tuple[int, ...]) -> None:
    assert parse_shape(text) == shape


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "no length"),
        ("(2, n)", 5, "not 'n'"),
        ("(2, -3)", 5, "not '-'"),
        ("(2.5, 3)", 3, "not '.'"),
        ("two by three", 1, "not 't'"),
        ("1 " * 20, 1, "more than 16 axes"),
    ],
)
def test_other_shapes_are_refused_with_the_place(text: str, column: int, says: str) -> None:
    with pytest.raises(AnswerError, match=says) as caught:
        parse_shape(text)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("65000000", "parameters", 65e6),
        ("65,000,000", "parameters", 65e6),
        ("1,208.5", "million parameters", 1208.5),
        ("65 000 000 parameters", "parameters", 65e6),
        ("65_000_000", "", 65e6),
        ("65'000'000", "", 65e6),
        ("65M", "parameters", 65e6),
        ("65 million", "parameters", 65e6),
        ("65 M params", "parameters", 65e6),
        ("0.065B", "parameters", 65e6),
        ("65e6", "parameters", 65e6),
        ("12 * 768^2", "parameters", 12 * 768**2),
        ("2 * 7,000,000 + 50,257 * 3", "parameters", 14_150_771),
        ("1.5", "GiB", 1.5),
        ("1,5 GiB", "GiB", 1.5),
        ("1.5 gib", "GiB", 1.5),
        ("1536 MiB", "GiB", 1.5),
        ("1610612736 bytes", "GiB", 1.5),
        ("1610612736 B", "GiB", 1.5),
        ("1.610612736 GB", "GiB", 1.5),
        ("2", "million parameters", 2.0),
        ("2,000,000 parameters", "million parameters", 2.0),
        ("3 TFLOPs", "GFLOPs", 3000.0),
        ("1.208,5", "million parameters", 1208.5),
        ("65.000.000", "parameters", 65e6),
        ("65millionparameters", "million parameters", 65.0),
        ("12 x 768 x 2", "parameters", 12 * 768 * 2),
        ("12 * 768 = 9,216", "parameters", 9216.0),
        (r"$1.2 \cdot 10^{4}$", "parameters", 12_000.0),
        ("two = 131.1", "million parameters", 131.1),
        ("nineteen", "tokens", 19.0),
        ("two thousand and forty-eight tokens", "tokens", 2048.0),
        ("seven billion", "billion parameters", 7.0),
        ("two hundred thousand", "parameters", 200_000.0),
        ("minus three", "", -3.0),
    ],
)
def test_counts_are_converted_to_the_unit_asked_for(text: str, unit: str, value: float) -> None:
    assert parse_count(text, unit).value == pytest.approx(value, rel=1e-12)


def test_decimals_are_those_of_the_unit_asked_for() -> None:
    assert parse_count("65.3M", "").decimals == pytest.approx(-5)
    assert parse_count("1.61 GiB", "GiB").decimals == 2


@pytest.mark.parametrize(
    ("text", "unit", "says"),
    [
        ("", "", "no number"),
        ("many", "", "no number"),
        ("supercalifragilisticexpialidocious!", "", "'supercalifragi"),  # and at once
        ("12 apples", "parameters", "'apples' is not understood"),
        ("12 bananas", "GiB", "'bananas' is not understood"),
        ("1 2", "", "one number"),
        ("12 pairs", "parameters", "'pairs' is not understood"),
    ],
)
def test_other_counts_are_refused(text: str, unit: str, says: str) -> None:
    with pytest.raises(AnswerError, match=says):
        parse_count(text, unit)
