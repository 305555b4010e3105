"""Arrays as aligned text."""

from math import inf, nan

from quizzer.tui.documents.matrices import (
    Figure,
    array_lines,
    number_text,
    shape_text,
    side_by_side,
)
from quizzer.tui.text import plain


def lines(value: object, decimals: int = 2, marks: object = None) -> list[str]:
    return [line.plain for line in array_lines(value, decimals, marks)]


def test_columns_are_aligned_at_the_right() -> None:
    assert lines([[1.0, -12.5], [0.25, 3.0]]) == ["[[  1.00 -12.50]", " [  0.25   3.00]]"]


def test_one_dimension_is_one_row_and_a_number_has_no_brackets() -> None:
    assert lines([1.0, 2.5], 1) == ["[1.0 2.5]"]
    assert lines(2.5, 1) == ["2.5"]


def test_each_cell_carries_its_mark_as_text() -> None:
    assert lines([[1.0, 2.0]], 1, [[True, False]]) == ["[[1.0✓ 2.0✗]]"]


def test_a_batch_is_shown_as_slices() -> None:
    assert lines([[[1.0], [2.0]], [[3.0], [4.0]]], 0) == [
        "[0]",
        "[[1]",
        " [2]]",
        "[1]",
        "[[3]",
        " [4]]",
    ]
    four = [[[[1.0]], [[2.0]]]]
    assert lines(four, 0) == ["[0, 0]", "[[1]]", "[0, 1]", "[[2]]"]


def test_numbers_are_rounded_signed_and_never_minus_zero() -> None:
    assert number_text(-0.001, 2) == "0.00"
    assert number_text(-1.005, 1) == "-1.0"
    assert [number_text(x, 2) for x in (inf, -inf, nan, "-inf")] == ["∞", "-∞", "nan", "-∞"]
    assert [number_text(x, 2) for x in (7, True, "cat")] == ["7", "True", "cat"]


def test_figures_stand_side_by_side_while_they_fit() -> None:
    figures = [Figure(plain(name), [plain("[ 1  2 ]")]) for name in "AB"]
    assert side_by_side(figures, 30).plain.splitlines() == [
        "A          B",
        "[ 1  2 ]   [ 1  2 ]",
    ]
    assert side_by_side(figures, 10).plain.splitlines() == [
        "A",
        "[ 1  2 ]",
        "",
        "B",
        "[ 1  2 ]",
    ]


def test_shapes_are_written_as_in_python() -> None:
    assert [shape_text(shape) for shape in ((3,), (2, 4), ())] == ["(3,)", "(2, 4)", "()"]
