"""The grid behind the cell editor."""

import pytest

from quizzer.tui.cells import Grid, split_cells


@pytest.mark.parametrize(
    "text",
    [
        "1 2\n3 4",
        "[[1, 2], [3, 4]]",
        "array([[1, 2],\n       [3, 4]])",
        "np.array([[1, 2], [3, 4]], dtype=float32)",
        "tensor([[1, 2], [3, 4]])",
        "[1 2; 3 4]",
        "1,2\n3,4\n".replace(",", ", "),
        "1\t2\r\n3\t4",
        "| 1 | 2 |\n| 3 | 4 |",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
    ],
)
def test_pasted_arrays_of_any_form_give_the_same_cells(text: str) -> None:
    assert split_cells(text) == ["1", "2", "3", "4"]


def test_decimal_commas_stay_in_their_cells() -> None:
    assert split_cells("0,5 1,25\n0,1 2") == ["0,5", "1,25", "0,1", "2"]


def test_commas_are_read_so_that_the_cells_fit() -> None:
    assert split_cells("1,2\n3,4", expected=4) == ["1", "2", "3", "4"]
    assert split_cells("1,2\n3,4", expected=2) == ["1,2", "3,4"]


def test_expressions_stay_in_their_cells() -> None:
    assert split_cells("1/3 sqrt(2)\n-inf e^-1") == ["1/3", "sqrt(2)", "-inf", "e^-1"]


def test_a_grid_becomes_text_that_shows_its_shape_and_its_gaps() -> None:
    grid = Grid((2, 2))
    assert grid.text() == ""
    grid.paste(["1", "2"], 1)
    assert grid.text() == "[[?, 1],\n [2, ?]]"
    assert Grid((3,), ["1", "2", "3"]).text() == "[1, 2, 3]"
    assert Grid((2, 1, 2), ["1", "2", "3", "4"]).text() == "[[[1, 2]],\n [[3, 4]]]"


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1,5", "1.5"), (",4", ".4"), ("-0，25", "-0.25"), ("3,", "3"), ("3;", "3"), ("1/3", "1/3")],
)
def test_a_cell_is_one_number_whatever_comma_is_in_it(typed: str, number: str) -> None:
    grid = Grid((2, 2), [typed, "2.5", "0,1", "4"])
    assert grid.text() == f"[[{number}, 2.5],\n [0.1, 4]]"


def test_what_a_grid_writes_it_can_read() -> None:
    grid = Grid((2, 3), ["1", "", "1/3", "-2", "5", "6"])
    again = Grid((2, 3))
    again.paste(split_cells(grid.text()), 0)
    assert again.cells == grid.cells


def test_a_whole_array_fills_from_the_start_and_a_part_from_the_cursor() -> None:
    grid = Grid((2, 2))
    assert grid.paste(["7", "8"], 2) == 3
    assert grid.cells == ["", "", "7", "8"]
    assert grid.paste(["1", "2", "3", "4"], 3) == 3
    assert grid.cells == ["1", "2", "3", "4"]
    assert grid.paste(["9", "9", "9"], 3) == 3
    assert grid.cells == ["1", "2", "3", "9"]


def test_slices_of_a_batch_are_known_by_their_index() -> None:
    grid = Grid((2, 2, 2, 3))
    starts = {row: grid.slice_before(row) for row in range(grid.rows)}
    assert {row: index for row, index in starts.items() if index is not None} == {
        0: (0, 0),
        2: (0, 1),
        4: (1, 0),
        6: (1, 1),
    }
