"""What the verdict on code that is graded says, through the door that everyone uses."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from quizzer.exercises.drawing import draw
from quizzer.grading.code.case_names import most_telling, told_together
from quizzer.grading.code.submission import try_code
from quizzer.grading.grade import grade
from quizzer.grading.verdict import Status
from tests.grading_code.items import (
    ATTENTION,
    RIGHT_ATTENTION,
    RIGHT_SOFTMAX,
    SOFTMAX,
    code_item,
    failing,
    graded,
)


def test_the_exception_of_most_cases_is_told_at_once() -> None:
    source = "def softmax(x):\n    return 1 / 0 if x.ndim > 2 else x[7]"
    told = "0 of 7 cases pass. 4 cases end in line 2 with ZeroDivisionError: division"
    assert graded(SOFTMAX, source).feedback.startswith(told)
    swapped = "def softmax(x):\n    return x[7] if x.ndim < 3 else x.transpose(-2, -1)"
    says = "NumPy's `transpose` needs all axes; use `np.swapaxes(x, -1, -2)` to swap two."
    assert says in graded(SOFTMAX, swapped).feedback


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("np.ones((4, 5)) @ np.ones(6)", "left of `@` has length 5, but the second-to-last"),
        (
            "np.ones((2, 3, 3)) @ np.ones((5, 3, 3))",
            "the axes before the last two are matched from",
        ),
        ("np.ones((2, 3)) + np.ones(4)", "Shapes are matched from the right: two lengths"),
        ("np.ones((2, 3)) / np.ones((2, 3)).sum(axis=-1)", "unless `keepdims=True` keeps it"),
        ("np.ones((2, 3, 5)) - np.ones((2, 3, 5)).max(axis=1)", "unless `keepdims=True` keeps it"),
        ("np.ones((2, 3)).reshape(2, 2)", "the product of the new lengths must be 6."),
    ],
)
def test_shapes_that_do_not_fit_are_explained(body: str, says: str) -> None:
    source = f"import numpy as np\ndef softmax(x):\n    return {body}"
    told = " ".join(graded(SOFTMAX, source).feedback.split())
    assert says in told
    assert ("keepdims" in told) == ("keepdims" in says)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("np.ones((2, 3, 4)) @ np.ones((2, 3, 4)).T", "`x.T` reverses all of them"),
        ("np.ones((3, 4)) @ np.ones((3, 4)).transpose(-2, -1)", "so this changes nothing"),
        ("np.ones((3, 4)) @ np.ones((3, 4)).transpose(0,1)", "so this changes nothing"),
        ("np.ones((3, 4)) @ np.ones((3, 4))", ""),
    ],
)
def test_what_numpy_transposes_is_told_where_shapes_do_not_fit(body: str, says: str) -> None:
    source = f"import numpy as np\ndef softmax(x):\n    return {body}"
    told = " ".join(graded(SOFTMAX, source).feedback.split())
    assert "must be equal" in told
    assert ("`np.swapaxes(x, -1, -2)` swaps the last two." in told) == bool(says)
    assert says in told


def test_a_reshape_that_drops_numbers_has_nothing_to_do_with_transposing() -> None:
    source = "def softmax(x):\n    return x.T.reshape(7)"
    told = " ".join(graded(SOFTMAX, source).feedback.split())
    assert "must be 6." in told
    assert "reverses" not in told


def test_a_tuple_in_place_of_an_array_is_told_as_one() -> None:
    both = RIGHT_SOFTMAX.replace("return e /", "return e, e /")
    first = failing(graded(SOFTMAX, both))[0].feedback
    assert first == "the result is a tuple of 2; it should be an array of shape (2, 3)."


def test_an_exception_comes_with_the_learners_lines_alone() -> None:
    source = (
        "import numpy as np\n\ndef softmax(x):\n    return helper(x)\n\n"
        "def helper(x):\n    return np.sum(x, axis=7)\n"
    )
    feedback = failing(graded(SOFTMAX, source))[0].feedback
    lines = feedback.splitlines()
    assert lines[:4] == [
        "    line 4, in softmax",
        "        return helper(x)",
        "    line 7, in helper",
        "        return np.sum(x, axis=7)",
    ]
    assert lines[4].startswith("AxisError: axis 7 is out of bounds")
    assert "numpy/" not in feedback


def test_a_failing_case_is_shown_whole() -> None:
    source = RIGHT_SOFTMAX.replace("return e /", "e[0, 1] *= 2; return e /")
    part = failing(graded(SOFTMAX, source))[0]
    assert part.name == "case 1 (two rows)"
    given = np.array(part.given["x"])
    e = np.exp(given)
    assert np.allclose(part.expected, e / e.sum(axis=1, keepdims=True))
    assert part.cells == [[False] * 3, [True] * 3]
    assert part.feedback.startswith("3 of 6 numbers differ, by at most ")
    assert "First: result[0, 0] is " in part.feedback
    assert part.feedback.endswith("Tolerance: 1e-09 + 1e-07 · |right value|.")


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ("x.T", "the result has shape (3, 2); it should be (2, 3): it is transposed."),
        (
            "x[None]",
            "the result has shape (1, 2, 3); it should be (2, 3): an axis of length 1 is extra",
        ),
        ("x[0, 0]", "the result has shape (); it should be (2, 3)."),
        ("x > 0", "the result has dtype bool; it should be float64 (real numbers)."),
        ("x / 0", "not finite: result[0, 0] is "),
        ("None", "the result is None, not an array of shape (2, 3); a `return` may be missing."),
        ("'text'", "the result is 'text', not an array"),
        (
            "(n for n in x)",
            "the result is a generator, not an array of shape (2, 3); it yields its values one",
        ),
        ("[[1, 2], [3]]", "the result is a list of 2, not an array of shape (2, 3)."),
        ("x.astype(str).astype(object)", "the result is an array of Python objects, not an array"),
    ],
)
def test_shape_comes_first_then_type_then_finiteness(result: str, says: str) -> None:
    verdict = graded(SOFTMAX, f"import numpy as np\ndef softmax(x):\n    return {result}")
    assert says in failing(verdict)[0].feedback


def test_changed_inputs_are_told_though_the_values_are_right() -> None:
    source = RIGHT_SOFTMAX.replace("e = np.exp(x - x", "x -= x").replace(
        "keepdims=True))", "keepdims=True); e = np.exp(x)", 1
    )
    verdict = graded(SOFTMAX, source)
    (part,) = failing(verdict)
    assert part.name == "inputs-unchanged"
    assert part.feedback == "The function changed `x` in place, as seen in case 1 (two rows)."
    assert part.mistake is not None
    assert part.mistake.says.endswith("work on a copy.")
    assert (verdict.status, verdict.score) == ("partly", Fraction(7, 8))


def test_the_score_is_the_share_of_cases() -> None:
    source = RIGHT_SOFTMAX.replace("axis=-1", "axis=1")  # right for two rows, wrong for a batch
    verdict = graded(SOFTMAX | {"properties": []}, source)
    assert verdict.score == Fraction(3, 7)
    assert verdict.feedback.startswith("3 of 7 cases pass.")


def test_single_precision_has_a_looser_tolerance_and_says_so() -> None:
    nearly = RIGHT_SOFTMAX.replace("return e /", "return (1 + 1e-5) * e /")
    verdict = graded(SOFTMAX, nearly)
    wrong = {part.name for part in failing(verdict)}
    assert not [name for name in wrong if "float32" in name]
    assert "case 1 (two rows)" in wrong
    far = graded(SOFTMAX, RIGHT_SOFTMAX.replace("return e /", "return 1.01 * e /"))
    (single, *_) = [part for part in failing(far) if "float32" in part.name]
    assert "Tolerance: 1e-05 + 0.0001" in single.feedback


def test_what_was_printed_is_shown_and_time_and_memory_told() -> None:
    source = RIGHT_SOFTMAX.replace("    e =", "    print('shape', x.shape)\n    e =")
    run = graded(SOFTMAX, source).run
    assert run is not None
    assert run.printed.startswith("shape (2, 3)\nshape (2, 3)\n")
    assert 0 < run.seconds < 10
    large = RIGHT_SOFTMAX.replace("    e =", "    np.ones(10_000_000)\n    e =")
    heavy = graded(SOFTMAX, large).run
    assert heavy is not None
    assert 40e6 < heavy.memory < 200e6


def test_warnings_of_numpy_are_shown_with_the_learners_line() -> None:
    run = graded(SOFTMAX, "import numpy as np\ndef softmax(x):\n    return x / np.float64(0)").run
    assert run is not None
    assert "<your code>:3: RuntimeWarning: divide by zero" in run.printed


# Results with parts, arguments with parts


LSTM = {
    "id": "write-lstm-step",
    "implement": "recurrent.lstm_step",
    "starter": "def lstm_step(x, h, c, w_ih, w_hh, b): ...",
    "cases": [
        {
            "given": {
                "x": {"shape": [2, 3]},
                "h": {"shape": [2, 2]},
                "c": {"shape": [2, 2]},
                "w_ih": {"shape": [3, 8]},
                "w_hh": {"shape": [2, 8]},
                "b": {"shape": [8]},
            },
            "with": ["x", "h", "c", "w_ih", "w_hh", "b"],
        }
    ],
}


RIGHT_LSTM = """
import numpy as np
def lstm_step(x, h, c, w_ih, w_hh, b):
    i, f, g, o = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    s = lambda z: 1 / (1 + np.exp(-z))
    c = s(f) * c + s(i) * np.tanh(g)
    return s(o) * np.tanh(c), c
"""


def test_a_result_of_several_parts_is_compared_part_by_part() -> None:
    assert graded(LSTM, RIGHT_LSTM).status == "right"
    swapped = graded(LSTM, RIGHT_LSTM.replace("np.tanh(c), c", "np.tanh(c), h"))
    assert "result.cell[0, 0] is" in failing(swapped)[0].feedback
    alone = graded(LSTM, RIGHT_LSTM.replace("np.tanh(c), c", "np.tanh(c)"))
    assert "result.hidden has shape (2,); it should be (2, 2)" in failing(alone)[0].feedback
    three = graded(LSTM, RIGHT_LSTM.replace("np.tanh(c), c", "np.tanh(c), c, c"))
    assert "the result has 3 parts; it should have 2" in failing(three)[0].feedback


def test_weights_of_a_model_arrive_with_their_names() -> None:
    item = {
        "id": "write-encoder-layer",
        "implement": "layers.encoder_layer",
        "starter": "def encoder_layer(x, parameters, num_heads): ...",
        "cases": [
            {
                "given": {
                    "model": {
                        "model": {
                            "source_vocabulary": 5,
                            "target_vocabulary": 5,
                            "d_model": 4,
                            "num_heads": 2,
                            "d_ff": 3,
                            "num_encoder_layers": 1,
                            "num_decoder_layers": 1,
                        }
                    },
                    "x": {"shape": [3, 4]},
                },
                "with": ["x", "model.encoder.0", 2],
                "count": 1,
            }
        ],
    }
    source = (
        "def encoder_layer(x, parameters, num_heads):\n"
        "    raise ValueError(str(parameters.self_attention.w_q.shape) + str(num_heads))"
    )
    (part, *_) = failing(graded(item, source))
    assert "ValueError: (4, 4)2" in part.feedback
    assert "parameters.self_attention.w_q" in part.given


# Trying, and calling off


def test_trying_runs_the_visible_examples_and_claims_no_mistake() -> None:
    item = code_item(SOFTMAX)
    wrong_axis = (
        "import numpy as np\ndef softmax(x):\n    e = np.exp(x)\n    return e / e.sum(axis=-2)\n"
    )
    tried = try_code(item, draw(item, 0), {"code": wrong_axis})
    assert [part.name for part in tried.parts] == ["case 1 (two rows)", "inputs-unchanged"]
    assert tried.status is Status.WRONG
    assert tried.mistakes == ()
    assert try_code(item, draw(item, 0), {"code": RIGHT_SOFTMAX}).status is Status.RIGHT


def test_a_run_that_is_called_off_is_not_graded() -> None:
    item = code_item(SOFTMAX)
    answer = {"code": "def softmax(x):\n    while True: pass\n"}
    asked = iter([False, False, True])
    verdict = grade(item, draw(item, 0), answer, lambda: next(asked))
    assert verdict.status is Status.INVALID
    assert verdict.feedback == "The run was cancelled; nothing was graded."


def test_of_all_that_fails_a_plain_case_is_shown_and_not_the_shortest() -> None:
    doubled = graded(ATTENTION, RIGHT_ATTENTION.replace("@ value", "@ value * 2"))
    shown = most_telling(doubled.parts)
    assert shown is not None
    assert shown.name == "case 1 (two queries, three keys)"
    halved = graded(
        ATTENTION, RIGHT_ATTENTION.replace("@ value", "@ value / (1 if mask is None else 2)")
    )
    shown = most_telling(halved.parts)
    assert shown is not None
    assert shown.name.endswith("(a query that may attend to nothing)")  # shorter than the batch
    assert most_telling(graded(ATTENTION, RIGHT_ATTENTION).parts) is None


def test_cases_of_one_kind_that_came_out_alike_are_told_as_one() -> None:
    alike = graded(ATTENTION, RIGHT_ATTENTION.replace("total == 0", "total < 0"))
    assert [name for name, _ in told_together(alike.parts)] == [
        "cases 1–3 (two queries, three keys)",  # of both precisions
        "cases 4–6 (causal, in a batch)",
        "cases 7–9 (a query that may attend to nothing)",
        "inputs unchanged",
        "stable for large scores",
        "fully masked row",
        "order invariant",
    ]
    only_float32 = "def softmax(x):\n    return x if x.dtype == np.float32 else mine(x)\n"
    apart = graded(SOFTMAX, RIGHT_SOFTMAX.replace("def softmax", "def mine") + only_float32)
    told = [(name, str(status)) for name, status in told_together(apart.parts)]
    assert told[:3] == [
        ("cases 1–3 (two rows)", "right"),
        ("case 4 (a batch)", "right"),
        ("case 5 (a batch, float32)", "wrong"),
    ]


def test_a_case_that_cannot_be_drawn_costs_nothing() -> None:
    empty = {"n": {"integer": [0, 0]}, "x": {"shape": [2, "n"]}}
    item = code_item(SOFTMAX, cases=[{"given": empty, "with": ["x"], "visible": True}])
    for door in (grade, try_code):
        verdict = door(item, draw(item, 0), {"code": RIGHT_SOFTMAX})
        assert verdict.status is Status.INVALID
        assert "cannot be graded: given 'x': a length in its shape is 0" in verdict.feedback


def test_a_tuple_of_one_word_does_not_look_like_the_word() -> None:
    item: dict[str, Any] = {
        "id": "write-wordpiece",
        "implement": "tokenization.wordpiece_encode",
        "starter": "def wordpiece_encode(word, vocabulary, *, unknown='[UNK]'):\n    ...\n",
        "cases": [
            {
                "given": {"word": {"value": "aba"}, "vocabulary": {"value": ["a", "b"]}},
                "with": ["word", "vocabulary"],
            }
        ],
    }
    wrong = "def wordpiece_encode(word, vocabulary, *, unknown='[UNK]'):\n    return '[UNK]'"
    (part,) = failing(graded(item, wrong))
    assert (part.entered, part.expected) == ("'[UNK]'", "('[UNK]',)")
