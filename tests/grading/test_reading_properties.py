"""What is written in any notation is read back; and nothing that is typed breaks the parser."""

from contextlib import suppress

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from quizzer.exercises.notation import format_array
from quizzer.exercises.numpy_code import assignments
from quizzer.exercises.plain import to_plain
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.arrays import parse_array
from quizzer.grading.reading.counts import parse_count
from quizzer.grading.reading.shapes import parse_shape
from tests.grading.written import TYPED, to_python

Array = NDArray[np.float64]

CELLS = st.one_of(
    st.integers(-10_000, 10_000).map(lambda n: n / 1000),
    st.sampled_from([np.inf, -np.inf, np.nan]),
)
ANY_SHAPE = array_shapes(min_dims=1, max_dims=4, max_side=4)
MATRICES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=5), elements=CELLS)
ARRAYS = arrays(np.float64, ANY_SHAPE, elements=CELLS)


def assert_read_as(text: str, array: Array) -> None:
    value = parse_array(text).value
    assert value.shape == array.shape
    np.testing.assert_array_equal(value, array)


@given(ARRAYS)
def test_python_lists_are_read_back(array: Array) -> None:
    assert_read_as(to_python(array, 3), array)


@given(ARRAYS)
def test_numpy_code_is_read_back(array: Array) -> None:
    code = assignments({"x": to_plain(array)})
    assert_read_as(code.removeprefix("import numpy as np"), array)


@given(ARRAYS)
def test_printed_numpy_arrays_are_read_back(array: Array) -> None:
    assert_read_as(repr(array), array)
    if array.ndim > 1:
        assert_read_as(str(array), array)


@given(arrays(np.float64, st.integers(1, 60), elements=CELLS))
def test_long_rows_printed_over_several_lines_are_read_back(array: Array) -> None:
    value = parse_array(str(array), array.shape).value
    np.testing.assert_array_equal(value, array)


@given(MATRICES)
def test_our_own_rows_are_read_back(array: Array) -> None:
    assert_read_as(format_array(array, 3), array)
    assert_read_as(format_array(array, 3).replace("-", "−"), array)


def rows_of(array: Array, between: str) -> list[str]:
    words = [[f"{number:.3f}" for number in row] for row in array.tolist()]
    return [between.join(row) for row in words]


@given(MATRICES, st.sampled_from([" ", "\t", ", ", ",", " | ", ";"]))
def test_rows_on_lines_are_read_back(array: Array, between: str) -> None:
    value = parse_array("\n".join(rows_of(array, between)), array.shape).value
    np.testing.assert_array_equal(value, array)


@given(MATRICES, st.sampled_from([" ", ", "]))
def test_matlab_rows_are_read_back(array: Array, between: str) -> None:
    text = "[" + "; ".join(rows_of(array, between)) + "]"
    value = parse_array(text).value
    if array.shape[0] == 1:
        value = value[np.newaxis]  # [1 2 3] is taken for a Python list
    np.testing.assert_array_equal(value, array)


@given(MATRICES)
def test_markdown_tables_are_read_back(array: Array) -> None:
    rule = "|---" * array.shape[1] + "|"
    head = "| k" * array.shape[1] + " |"
    rows = [f"| {row} |" for row in rows_of(array, " | ")]
    value = parse_array("\n".join([head, rule, *rows]), array.shape).value
    np.testing.assert_array_equal(value, array)


@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, min_side=2), elements=CELLS))
def test_decimal_commas_are_read_back_where_spaces_part_the_numbers(array: Array) -> None:
    text = "\n".join(rows_of(array, " ")).replace(".", ",")
    value = parse_array(text, array.shape).value
    np.testing.assert_array_equal(value, array)


@settings(max_examples=500)
@given(TYPED, st.one_of(st.none(), array_shapes(min_dims=0, max_dims=3, max_side=3)))
def test_whatever_is_typed_is_read_or_refused(text: str, shape: tuple[int, ...] | None) -> None:
    with suppress(AnswerError):
        parse_array(text, shape)
    with suppress(AnswerError):
        parse_shape(text)


@settings(max_examples=200)
@given(TYPED, st.sampled_from(["", "GiB", "parameters"]))
def test_whatever_count_is_typed_is_read_or_refused(text: str, unit: str) -> None:
    with suppress(AnswerError):
        parse_count(text, unit)


@given(TYPED)
def test_a_refusal_points_into_the_text(text: str) -> None:
    try:
        parse_array(text)
    except AnswerError as error:
        refused = error
    else:
        return
    line = (text.split("\n") or [""])[refused.line - 1]
    assert 1 <= refused.column <= len(line) + 1
