"""Arrays as aligned text."""

from math import inf, nan

from textual.content import Content

from quizzer.tui.documents.matrices import (
    Figure,
    array_lines,
    number_text,
    shape_text,
    side_by_side,
    text_lines,
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


def shades(lines: list[Content]) -> list[str]:
    """The shades on the lines, from light to dark."""
    return sorted(
        str(span.style).split()[-1]
        for line in lines
        for span in line.spans
        if "heat" in str(span.style)
    )


def test_weights_stand_on_the_shade_of_their_size_and_other_numbers_do_not() -> None:
    assert shades(array_lines([[0.5, 0.5], [0.0, 1.0]], 2)) == [
        "$heat-more-4",
        "$heat-more-4",
        "$heat-more-8",
    ]
    assert shades(array_lines([[0.5, 0.4], [0.0, 1.0]], 2)) == []


def test_what_is_marked_has_no_shade_on_which_the_marks_could_not_be_read() -> None:
    lines = array_lines([[0.5, 0.5], [0.0, 1.0]], 2, [[True, False], [True, True]])
    assert lines[0].plain == "[[0.50✓ 0.50✗]"
    assert "$text-error bold" in [str(span.style) for span in lines[0].spans]
    assert shades(lines) == []


def test_text_of_weights_is_shaded_too() -> None:
    assert shades(text_lines("[0]\n[[0.10 0.90]\n [0.50 0.50]]")) == [
        "$heat-more-1",
        "$heat-more-4",
        "$heat-more-4",
        "$heat-more-7",
    ]
