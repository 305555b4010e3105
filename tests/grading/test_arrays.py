"""What people type and what is understood; the rest is refused with a place and a way out."""

import math

import numpy as np
import pytest

from quizzer.grading.errors import AnswerError, UnfinishedError
from quizzer.grading.reading.arrays import parse_array

INF = math.inf
MATRIX = [[1.5, -2.0], [0.25, 4.0]]


@pytest.mark.parametrize(
    "text",
    [
        "[[1.5, -2.0], [0.25, 4.0]]",
        "[[1.5,-2],[.25,4.]]",
        "[[ 1.5  -2.  ]\n [ 0.25  4.  ]]",
        "array([[ 1.5 , -2.  ],\n       [ 0.25,  4.  ]])",
        "np.array([[1.5, -2], [0.25, 4]], dtype=np.float32)",
        "numpy.asarray([[1.5, -2], [0.25, 4]])",
        "tensor([[ 1.5000, -2.0000],\n        [ 0.2500,  4.0000]])",
        "tensor([[1.5, -2.], [.25, 4.]], device='cuda:0', grad_fn=<SoftmaxBackward0>)",
        "torch.tensor([[1.5, -2], [0.25, 4]], requires_grad=True)",
        "Array([[1.5, -2.], [0.25, 4.]], dtype=float32)",
        "weights = np.array([[1.5, -2], [0.25, 4]])",
        "((1.5, -2), (0.25, 4))",
        "[(1.5, -2), (0.25, 4)]",
        "{{1.5, -2}, {0.25, 4}}",
        "[1.5 -2; 0.25 4]",
        "[1.5, -2; 0.25, 4];",
        "[1.5 -2\n 0.25 4]",
        "W = [1.5 -2;\n     0.25 4];",
        "1.5 -2\n0.25 4",
        "1.5, -2\n0.25, 4\n",
        "1.5, -2,\n0.25, 4,",
        "1.5\t-2\n0.25\t4",
        "1.5;-2\n0.25;4",
        "1.5 -2; 0.25 4",
        "\n\n  1.5   -2  \r\n  0.25  4  \r\n\n",
        "[1.5, -2], [0.25, 4]",
        "[1.5 -2]\n[0.25 4]",
        "| 1.5 | -2 |\n|-----|----|\n| 0.25 | 4 |",
        "| a | b |\n|:--|--:|\n| 1.5 | -2 |\n| 0.25 | 4 |",
        "|   | k1 | k2 |\n|---|---|---|\n| q1 | 1.5 | -2 |\n| q2 | 0.25 | 4 |",
        "1.5 | -2\n0.25 | 4",
        "3/2 −2\n¼ 4",
        "1½ –2\n1/4 4",
        "1.5e0 -2E0\n25e-2 +4",
        "1.5 -2\n2.5×10⁻¹ 4×10⁰",
        "1.5 -2\n25*10^-2 2^2",
        "１．５ －２\n０．２５ ４",
        "1,5 -2\n0,25 4",
        "[1,5 -2; 0,25 4]",
        '[["1.5", "-2"], ["0.25", "4"]]',
        "```\n[[1.5, -2], [0.25, 4]]\n```",
        "⎡1.5 -2⎤\n⎣0.25 4⎦",
        r"\begin{bmatrix} 1.5 & -2 \\ 0.25 & 4 \end{bmatrix}",
        r"\begin{pmatrix}1.5&-2\\0.25&4\\\end{pmatrix}",
        "W = \\begin{bmatrix}\n1.5 & -2 \\\\\n0.25 & 4\n\\end{bmatrix}",
        r"\left[ 1.5 & -2 \\ 0.25 & 4 \right]",
        "1,5 & −2 \\\\ 0,25 & 4",
        "$$\\begin{pmatrix}\n1.5 & -2 \\\\\n0.25 & 4\n\\end{pmatrix}$$",
        "W = V / 2 = [[1.5, -2], [0.25, 4]]",
        r"\begin{bmatrix} \frac{3}{2} & -2 \\ 2^{-2} & 2 \cdot 2 \end{bmatrix}",
        "weights: [[1.5, -2], [0.25, 4]].",
        "1.5 and -2\n0.25 and 4",
    ],
)
def test_one_matrix_written_in_many_ways(text: str) -> None:
    assert parse_array(text).value.tolist() == MATRIX


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".823", 0.823),
        ("0.823.", 0.823),
        ("$0.823$", 0.823),
        ("loss: 0.823", 0.823),
        ("e^-1/(1 + e^-1) = 0.269", 0.269),
        (r"\frac{1}{\sqrt{2}}", 1 / math.sqrt(2)),
        (r"\sqrt{\frac{1}{2}}", math.sqrt(0.5)),
        (r"-\infty", -INF),
        (r"e^{-1}", math.exp(-1)),
        (r"2\sqrt{3}", 2 * math.sqrt(3)),
        (r"\ln(2) \approx 0.693", 0.693),
        ("-.5", -0.5),
        ("+3", 3.0),
        ("1_000", 1000.0),
        ("1/3", 1 / 3),
        ("-1/3", -1 / 3),
        ("(1+2)/4", 0.75),
        ("1 - 2", -1.0),
        ("2 * 3 + 1", 7.0),
        ("2 + 3 * 4", 14.0),
        ("8/2/2", 2.0),
        ("sqrt(2)", math.sqrt(2)),
        ("√2", math.sqrt(2)),
        ("√2/2", math.sqrt(2) / 2),
        ("1/√(4)", 0.5),
        ("2√3", 2 * math.sqrt(3)),
        ("np.sqrt(9)", 3.0),
        ("2^-1", 0.5),
        ("2**3", 8.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("e", math.e),
        ("e^-1", math.exp(-1)),
        ("2e^-1", 2 * math.exp(-1)),
        ("exp(-1)", math.exp(-1)),
        ("math.exp(-1)/(1+exp(-1))", math.exp(-1) / (1 + math.exp(-1))),
        ("ln(2)", math.log(2)),
        ("-log(0.5)", math.log(2)),
        ("2π", 2 * math.pi),
        ("sin(pi/2)", 1.0),
        ("cos(0)", 1.0),
        ("82.3%", 0.823),
        ("82 %", 0.82),
        ("½", 0.5),
        ("3²", 9.0),
        ("4.1×10⁻³", 0.0041),
        ("4.1 · 10^3", 4100.0),
        ("5e-324", 5e-324),
        ("-inf", -INF),
        ("−∞", -INF),
        ("-np.inf", -INF),
        ("float('-inf')", -INF),
        ("Infinity", INF),
        ("inf", INF),
        ("np.float64(0.25)", 0.25),
        ("tensor(0.25)", 0.25),
        ("x = 0.25", 0.25),
        ("x ≈ 0.25", 0.25),
        ("≈ 0.25", 0.25),
        ("~0.25", 0.25),
        ("True", 1.0),
        ("0,5 ", 0.5),
        ("„0.5“", 0.5),
    ],
)
def test_one_number_written_in_many_ways(text: str, value: float) -> None:
    assert parse_array(text, shape=()).value == pytest.approx(value, rel=1e-12)


def test_not_a_number_is_a_number_that_can_be_typed() -> None:
    assert np.isnan(parse_array("[nan, NaN, np.nan]").value).all()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 -2", [1.0, -2.0]),
        ("1 - 2", -1.0),
        ("[1 -2]", [1.0, -2.0]),
        ("[1 - 2]", [-1.0]),
        ("[1, -2]", [1.0, -2.0]),
        ("1/3 -1/3", [1 / 3, -1 / 3]),
        ("1 / 3, 2 / 3", [1 / 3, 2 / 3]),
        ("(1/2, 1/4)", [0.5, 0.25]),
        ("(1/2)", 0.5),
        ("1,", 1.0),
        ("[1,]", [1.0]),
        ("(1,)", [1.0]),
        ("[1 2 3]", [1.0, 2.0, 3.0]),
        ("[[1 2 3]]", [[1.0, 2.0, 3.0]]),
        ("[1; 2; 3]", [[1.0], [2.0], [3.0]]),
        ("[[1], [2]]", [[1.0], [2.0]]),
        ("[1,2,3]", [1.0, 2.0, 3.0]),
        ("1, 2, and 3", [1.0, 2.0, 3.0]),
        ("((1, 2, 3))", [[1.0, 2.0, 3.0]]),
        ("1. 2. 3.", [1.0, 2.0, 3.0]),
        ("[0.1 0.2\n 0.3]", [0.1, 0.2, 0.3]),  # a long row that was printed over two lines
        ("[1, 2,\n 3, 4]", [1.0, 2.0, 3.0, 4.0]),
        ("1 2\n3 4\n\n5 6\n7 8", [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]),
        ("1 2\n\n3 4", [[1.0, 2.0], [3.0, 4.0]]),
        ("[[[[1]]], [[[2]]]]", [[[[1.0]]], [[[2.0]]]]),
        ("0 -inf\n0 0", [[0.0, -INF], [0.0, 0.0]]),
        ("True False", [1.0, 0.0]),
        ("torch.Size([2, 3])", [2.0, 3.0]),
        ("1;2;3", [[1.0], [2.0], [3.0]]),
    ],
)
def test_brackets_signs_and_lines_decide_the_shape(text: str, value: object) -> None:
    found = parse_array(text).value
    assert found.shape == np.shape(value)
    np.testing.assert_array_equal(found, value)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("1 2 3", (3,)),
        ("1 2 3", (1, 3)),
        ("1 2 3", (1, 1, 3)),
        ("1\n2\n3", (3,)),
        ("1\n2\n3", (3, 1)),
        ("7", ()),
        ("7", (1,)),
        ("7", (1, 1)),
        ("1;2;3", (3,)),
        ("1;2;3", (1, 3)),
        ("1 2\n3 4", (1, 2, 2)),
        ("[0.1 0.2\n 0.3 0.4]", (4,)),
    ],
)
def test_without_brackets_the_shape_asked_for_is_meant(text: str, shape: tuple[int, ...]) -> None:
    assert parse_array(text, shape).value.shape == shape


@pytest.mark.parametrize(
    ("text", "asked", "shape"),
    [
        ("[1, 2, 3]", (1, 3), (3,)),
        ("[1, 2, 3]", (3, 1), (3,)),
        ("[[1, 2, 3]]", (3,), (1, 3)),
        ("[7]", (), (1,)),
        ("1 2 3", (3, 1), (3,)),
        ("[[1], [2], [3]]", (3,), (3, 1)),
        ("1 2 3 4", (2, 2), (4,)),
        ("1\n2\n3", (1, 3), (3, 1)),
    ],
)
def test_brackets_are_taken_at_their_word(
    text: str, asked: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    assert parse_array(text, asked).value.shape == shape


@pytest.mark.parametrize(
    ("text", "shape", "value"),
    [
        ("0,5", (), 0.5),
        ("0,5", (2,), [0.0, 5.0]),
        ("0,5\n0,25", (2,), [0.5, 0.25]),
        ("0,5\n0,25", (2, 2), [[0.0, 5.0], [0.0, 25.0]]),
        ("0,5; 0,25", (2,), [0.5, 0.25]),
        ("0,5;0,25\n0,1;0,9", (2, 2), [[0.5, 0.25], [0.1, 0.9]]),
        ("0,5 0,25\n0,1; 0,9", (2, 2), [[0.5, 0.25], [0.1, 0.9]]),
        ("0,5, 0,25", (2,), [0.5, 0.25]),
        ("[1,5, 4]", (2,), [1.5, 4.0]),
        ("[1,5, 4]", (3,), [1.0, 5.0, 4.0]),
        ("0,5 0,25", None, [0.5, 0.25]),
        ("[1,2]", None, [1.0, 2.0]),
        ("-0,5e-3 2,0e1", None, [-0.0005, 20.0]),
    ],
)
def test_a_comma_is_a_decimal_comma_where_nothing_else_fits(
    text: str, shape: tuple[int, ...] | None, value: object
) -> None:
    assert parse_array(text, shape).value.tolist() == np.array(value).tolist()


def test_a_decimal_comma_is_remarked_on() -> None:
    assert parse_array("0,5 0,25").warnings == ("Commas were read as decimal commas.",)


@pytest.mark.parametrize(
    ("text", "decimals"),
    [
        ("0.82", 2),
        ("-0.820", 3),
        (".5", 1),
        ("3", 0),
        ("3.", 0),
        ("1.2e-3", 4),
        ("5e2", -2),
        ("4.1×10⁻³", 4),
        ("82.3%", 3),
        ("0,82", 2),
        ("1/3", INF),
        ("√2", INF),
        ("0.5/3", INF),
        ("-inf", INF),
        ("e^-1", INF),
    ],
)
def test_the_typed_decimals_are_recorded(text: str, decimals: float) -> None:
    assert parse_array(text, shape=()).decimals == decimals


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "no number"),
        ("   \n ", 1, 1, "no number"),
        ("[]", 1, 1, "no number"),
        ("[[1, 2], [3]]", 1, 10, "row 2 has 1 number, but row 1 has 2 numbers"),
        ("1 2 3\n4 5", 2, 1, "row 2 has 2 numbers"),
        ("1 2\n3 4\n\n5 6", 4, 1, "matrix 2 has 2 numbers, but matrix 1 has 2 × 2 numbers"),
        (".5, 1; 0,1  0,6", 1, 8, "same length. If 0,1 is one number, write 0.1."),
        (".5 .6\n,48 -,63", 2, 6, "not ','. If ,48 is one number, write .48."),
        ("[[1, 2],\n [3, 4]", 1, 1, "never closed"),
        ("[1, 2]]", 1, 7, "closes nothing"),
        ("[1, 2)", 1, 6, "should be ]"),
        ("1, 2, x", 1, 7, "'x' is not understood"),
        ("[1, 2\n 3, foo(2)]", 2, 5, "'foo' is not understood"),
        ("1,, 2", 1, 3, "missing"),
        (", 2", 1, 1, "missing"),
        ("1.2.3", 1, 1, "two decimal points"),
        ("1 + ", 1, 5, "ends where a number is expected"),
        ("2 * \n3", 1, 5, "line ends"),
        ("1e", 1, 2, "exponent"),
        ("[1, ..., 3]", 1, 5, "ellipsis"),
        ("[1 … 3]", 1, 4, "ellipsis"),
        ("1,234.5", 1, 1, "thousands"),
        ("1'000", 1, 2, "thousands"),
        ("[[1, 2]].T", 1, 9, "methods"),
        ("[1 2 3]'", 1, 8, "transposed"),
        ("[1, 2] * 2", 1, 8, "whole arrays"),
        ("2 [1, 2]", 1, 3, "are mixed"),
        ("[1, [2, 3]]", 1, 5, "are mixed"),
        ("np.array([1, 2], [3, 4])", 1, 18, "one array"),
        ("array()", 1, 7, "not ')'"),
        ("1/0", 1, 1, "divides by zero"),
        ("sqrt(-1)", 1, 1, "no real value"),
        ("(-8)^(1/3)", 1, 1, "no real value"),
        ("10^400", 1, 1, "too large"),
        ("9" * 400, 1, 1, "too large"),
        ("exp(1000)", 1, 1, "too large"),
        ("sqrt x", 1, 1, "parentheses"),
        ("(1", 1, 1, "never closed"),
        ("__import__('os')", 1, 1, "not understood"),
        ("[x for x in y]", 1, 2, "not understood"),
        ("0,5", 1, 1, "one number or two"),
        ("2x3", 1, 2, "'x3' is not understood"),
        ("[" * 9 + "1" + "]" * 9, 1, 9, "nested more than 8"),
        ("(" * 40 + "1", 1, 31, "nested too deeply"),
        ("array(" * 2000, 1, 54, "nested more than 8"),
        ("1 " * 5000, 1, 8193, "more than 4096 numbers"),
        ("1" * 20_001, 1, 20_001, "longer than 20000"),
        ("<= 0.5", 1, 1, "not '<='"),
        ("2 != 3", 1, 3, "not '!='"),
        ("§1.5", 1, 1, "'§'"),
        ("a\x00b", 1, 1, "not understood"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(
    text: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(AnswerError) as caught:
        parse_array(text)
    assert says in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "is_unfinished"),
    [
        ("1 2\n3", True),
        ("[[1, 2], [3", True),
        ("[[1, 2], [3, ?]]", True),
        ("1 2\n3 -", True),
        ("1 2\n3 4\n\n5 6", True),
        ("1 2\n3 4 5", False),
        ("1 2\n3\n4 5", False),
        ("1 2\n3 cat", False),
    ],
)
def test_what_breaks_off_may_still_become_right(text: str, is_unfinished: bool) -> None:
    with pytest.raises(AnswerError) as caught:
        parse_array(text, (2, 2))
    assert isinstance(caught.value, UnfinishedError) is is_unfinished


def test_where_one_number_is_asked_thousands_are_not_taken_for_a_list() -> None:
    with pytest.raises(AnswerError, match="Write 1234567"):
        parse_array("1,234,567", shape=())


def test_an_ambiguous_comma_says_both_ways_to_write_it() -> None:
    with pytest.raises(AnswerError, match=r"Write 0\.5 or \[0, 5\]"):
        parse_array("0,5")
