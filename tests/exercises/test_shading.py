"""What is shaded in heat maps, and how dark."""

import math

import pytest

from quizzer.exercises.shading import LEVELS, are_shares, glyph, level, shares_in


def test_the_largest_number_is_darkest_and_nothing_is_not_shaded() -> None:
    assert [level(share, 1.0) for share in (0.0, 0.05, 0.1, 0.5, 1.0)] == [0, 0, 1, 4, LEVELS]
    assert level(-3.0, 6.0) == -LEVELS // 2
    assert level(9.0, 6.0) == LEVELS
    assert [level(number, 1.0) for number in (math.nan, math.inf, -math.inf)] == [0, 0, 0]
    assert level(1.0, 0.0) == 0


def test_blocks_grow_with_the_level_whatever_its_sign() -> None:
    assert [glyph(number) for number in (0, 1, 3, -5, 8)] == [" ", "░", "▒", "▓", "█"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([[0.3, 0.7], [1.0, 0.0]], True),
        ([[[0.33, 0.33, 0.33]] * 2] * 2, True),  # rounded, head by head
        ([[0.0, 0.0], [0.5, 0.5]], True),  # a row that may look at nothing
        ([[0.3, 0.6], [1.0, 0.0]], False),
        ([[1.5, -0.5], [1.0, 0.0]], False),
        ([[1, 0], [0, 1]], False),  # a mask
        ([[1.0], [1.0]], False),
        ([0.5, 0.5], False),
        ([[0.5, "-inf"], [0.5, 0.5]], False),
        ([[0.0, 0.0], [0.0, 0.0]], False),
        (0.5, False),
    ],
)
def test_weights_are_rows_of_shares(value: object, expected: bool) -> None:
    assert are_shares(value) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[0.10 0.90]\n [0.50 0.50]]", True),
        ("[0]\n[[0.10 0.90]\n [0.50 0.50]]\n[1]\n[[1.00 0.00]\n [0.25 0.75]]", True),
        ("[[1 0]\n [1 1]]", False),
        ("[[0.10 -∞]\n [0.50 0.50]]", False),
        ("a word. and another", False),
        ("", False),
    ],
)
def test_weights_are_known_as_text_too(text: str, expected: bool) -> None:
    assert shares_in(text) is expected
