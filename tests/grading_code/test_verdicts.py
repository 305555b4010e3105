"""What the verdict on code says, through the door that everyone uses."""

from fractions import Fraction

import numpy as np
import pytest

from quizzer.exercises.drawing import draw
from quizzer.grading.code.case_names import told_together
from quizzer.grading.code.submission import try_code
from quizzer.grading.grade import grade, understand
from quizzer.grading.verdict import Status
from tests.grading_code.items import (
    ATTENTION,
    BROKEN,
    CAUSAL,
    LISTING,
    RIGHT_ATTENTION,
    RIGHT_SOFTMAX,
    SOFTMAX,
    code_item,
    failing,
    graded,
    said,
)

# Right

ONE_ROW_AT_A_TIME = """
import math
import numpy as np
def softmax(x):
    if x.ndim > 1:
        return np.stack([softmax(row) for row in x])
    powers = [math.exp(number - max(x)) for number in x]
    return np.array([power / sum(powers) for power in powers], dtype=x.dtype)
"""
OF_LISTS = """
import numpy as np
def softmax(x):
    e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
    return (e / e.sum(-1)[..., None]).tolist()
"""


@pytest.mark.parametrize(
    ("item", "source"),
    [
        (SOFTMAX, RIGHT_SOFTMAX),
        (SOFTMAX, RIGHT_SOFTMAX.replace("(x -", "(x.astype(np.longdouble) -")),
        (SOFTMAX, RIGHT_SOFTMAX.replace("keepdims=True)\n", "keepdims=True).astype(object)\n")),
        (SOFTMAX, ONE_ROW_AT_A_TIME),
        (SOFTMAX, OF_LISTS),
        (SOFTMAX, RIGHT_SOFTMAX.replace("def softmax", "def mine") + "softmax = lambda x: mine(x)"),
        (ATTENTION, RIGHT_ATTENTION),
        (BROKEN, LISTING.replace(", ddof=1", "")),
        (
            CAUSAL,
            "def causal(query_length, key_length=None):\n"
            "    n = key_length or query_length\n"
            "    past = n - query_length\n"
            "    return [[j <= i + past for j in range(n)] for i in range(query_length)]",
        ),
    ],
    ids=[
        "plain",
        "more digits",
        "objects",
        "row by row",
        "lists",
        "lambda",
        "attention",
        "mended listing",
        "mask as lists",
    ],
)
def test_whatever_gives_the_right_values_passes(item: dict[str, object], source: str) -> None:
    verdict = graded(item, source)
    assert not failing(verdict)
    assert verdict.score == 1
    assert verdict.status is Status.RIGHT


BY_NAME = {**CAUSAL, "cases": CAUSAL["cases"][1:]}
MASK = "\n    return [[j <= i + m - n for j in range(m)] for i in range(n)]"


@pytest.mark.parametrize(
    "source",
    [
        "def causal(n, m=None):",
        "def causal(n, *, m=None):",
        "def causal(n, key_length=None):\n    m = key_length",
        "def causal(m, query_length):\n    m, n = m, query_length",
    ],
)
def test_a_parameter_may_have_another_name(source: str) -> None:
    verdict = graded(BY_NAME, source + MASK)
    by_place = "(m, query_length" not in source
    assert (verdict.status is Status.RIGHT) is by_place
    assert by_place or "The starter has `causal(query_length, key_length=None)`." in said(verdict)


def test_a_result_in_float32_is_measured_as_one() -> None:
    rounded = RIGHT_SOFTMAX.replace("return e / e.sum(", "return (e / e.sum(").replace(
        "keepdims=True)\n", "keepdims=True)).astype(np.float32)\n"
    )
    assert graded(SOFTMAX, rounded).status is Status.RIGHT
    coarse = RIGHT_SOFTMAX.replace("return e /", "return 1.000003 * e /")
    told = said(graded(SOFTMAX, coarse))
    assert "as far as float32 goes it is right, so something is in float32, or rounded" in told
    assert "Tolerance: 1e-09 + 1e-07 · |right value|." in told
    wrong = rounded.replace("return (e", "return (1.001 * e")
    assert graded(SOFTMAX, wrong).status is Status.WRONG


TYPED = """\
{first}import numpy as np
{first}def softmax(x):
{more}    e = np.exp(x - x.max(axis=-1, keepdims=True))
{more}    return e / e.sum(axis=-1, keepdims=True)
{more}
{first}softmax(np.zeros(2))
array([0.5, 0.5])
"""
INDENTED = "".join(f"    {line}\n" for line in RIGHT_SOFTMAX.splitlines())


@pytest.mark.parametrize(
    "source",
    [
        f"```python\n{RIGHT_SOFTMAX}```",
        f"\n~~~\n{RIGHT_SOFTMAX}\n~~~\n",
        INDENTED,
        f"\n\n{INDENTED}",
        f"\ufeff{RIGHT_SOFTMAX}".replace("    ", "\u00a0" * 4).replace("e /", "\u200be /"),
        RIGHT_SOFTMAX.replace("\n", "\r\n"),
        f"Here it is:\n\n```py\n{RIGHT_SOFTMAX}```\n\nIt takes the maximum off first.",
        TYPED.format(first=">>> ", more="... "),
        TYPED.format(first="In [7]: ", more="   ...: "),
        f'{RIGHT_SOFTMAX}\n"""\n```\nnothing\n```\n"""\n',
        RIGHT_SOFTMAX.replace("    e =", "    print(chr(0xD800))\n    e ="),
        f"%matplotlib inline\n!pip install numpy\n{RIGHT_SOFTMAX}%timeit softmax(3)\n",
    ],
    ids=[
        *("fence", "fence of tildes", "indented", "indented below", "characters unseen", "Windows"),
        *("among words", "shell", "notebook", "fence in a text", "prints half a character"),
        "commands of a notebook",
    ],
)
def test_code_is_taken_as_it_is_copied(source: str) -> None:
    assert graded(SOFTMAX, source).status is Status.RIGHT
    item = code_item(SOFTMAX)
    (understood,) = understand(item, draw(item, 0), {"code": source})
    assert understood.problem is None


def test_what_is_wrong_in_copied_code_is_told_with_its_line() -> None:
    verdict = graded(SOFTMAX, "```python\ndef softmax(x):\n    retrun x\n```")
    assert "Line 3 is not Python: invalid syntax." in said(verdict)


def test_the_door_for_all_kinds_leads_here() -> None:
    item = code_item(SOFTMAX)
    variant = draw(item, 3)
    assert grade(item, variant, {"code": RIGHT_SOFTMAX}).status == "right"
    (read,) = understand(item, variant, {"code": RIGHT_SOFTMAX})
    assert (read.text, read.problem) == ("`softmax` in 6 lines of Python", None)
    (read,) = understand(item, variant, {"code": "def sotfmax(x): ..."})
    assert read.problem == "The function `softmax` is not defined yet."


def test_a_block_for_running_the_file_is_left_out() -> None:
    block = "\nif __name__ == '__main__':\n    raise SystemExit('not reached')\n"
    assert graded(SOFTMAX, RIGHT_SOFTMAX + block).status == "right"


# Not graded


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("  \n", "no answer yet"),
        (
            "def softmax(x):\n    retrun x",
            "Line 2 is not Python: invalid syntax.\n        retrun x\n               ^",
        ),
        ("def softmax(x)\n    return x", "Line 1 is not Python: expected ':'."),
        ("def softmax(x):\nreturn x", "Line 2 is not Python: expected an indented block"),
        (
            "def sofmax(x):\n    return x",
            "does not define the function `softmax`. There is `sofmax`",
        ),
        ("def attend(x): ...", "There is `attend`: is that the one?"),
        ("class A:\n    def softmax(x): ...", "The one in line 2 is inside something else"),
        ("class Softmax: ...", "`Softmax` is a class: define a function."),
        ("softmax = 3", "`softmax` is not a function"),
        ("def softmax(x, axis): ...", "softmax(x, axis) cannot be called with the arguments"),
        ("def softmax(): ...", "too many positional arguments. The starter has `softmax(x)`."),
        ("def softmax(x): return '\ud800'", "Line 1 holds half a character"),
        (
            "import torch\ndef softmax(x): ...",
            "failed before the first case:\n    line 1\n        import torch\n"
            "ModuleNotFoundError: there is no module 'torch' here: use NumPy and the standard",
        ),
        (
            "def softmax(x):\n    return np.exp(x)",
            "could run in no case:\n    line 2, in softmax\n        return np.exp(x)\n"
            "NameError: name 'np' is not defined. Is `import numpy as np` missing?",
        ),
        ("def softmax(x):\n    import jax", "there is no module 'jax' here: use NumPy and the"),
        ("def softmax(x):\n    return math.exp(x)", "Is `import math` missing?"),
        ("def softmax(x):\n    return torch.exp(x)", "Use NumPy and the standard library."),
        ("def softmax(x):\n    return x.softmax(-1)", "NumPy has no `softmax`: write it out."),
        (
            "import numpy as np\ndef softmax(x):\n    return np.cat([x])",
            "NumPy has no `cat`: take `np.concatenate`.",
        ),
        ("def softmax(x):\n    return x / x.sum(dim=-1)", "NumPy calls it `axis`."),
        ("def softmax(x):\n    return x.sum(-1, keepdim=True)", "NumPy calls it `keepdims`."),
        ("def softmax(x):\n    return x / x.size(-1)", "`x.shape[-1]` is the length of an axis."),
        ("def softmax(x):\n    return x.view(-1, 2, 1)", "`x.reshape` changes the shape."),
        ("x = unknown\ndef softmax(x): ...", "NameError: name 'unknown' is not defined."),
    ],
)
def test_what_cannot_be_run_costs_nothing(source: str, says: str) -> None:
    verdict = graded(SOFTMAX, source)
    assert verdict.status == "invalid"
    assert says in said(verdict)


# Wrong


def test_the_exception_of_most_cases_is_told_at_once() -> None:
    source = "def softmax(x):\n    return 1 // 0 if x.ndim > 2 else x[7]"
    told = "0 of 7 cases pass. 4 cases end in line 2 with ZeroDivisionError: integer"
    assert graded(SOFTMAX, source).feedback.startswith(told)
    swapped = "def softmax(x):\n    return x[7] if x.ndim < 3 else x.transpose(-2, -1)"
    says = "NumPy's `transpose` wants all axes: `np.swapaxes(x, -1, -2)` exchanges two."
    assert says in graded(SOFTMAX, swapped).feedback


def test_a_tuple_in_place_of_an_array_is_told_as_one() -> None:
    both = RIGHT_SOFTMAX.replace("return e /", "return e, e /")
    first = failing(graded(SOFTMAX, both))[0].feedback
    assert first == "the result is a tuple of 2; right is an array of shape (2, 3)."


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
    assert part.feedback.startswith("3 of 6 numbers differ, at most by ")
    assert "First: the result[0, 0] is " in part.feedback
    assert part.feedback.endswith("Tolerance: 1e-09 + 1e-07 · |right value|.")


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ("x.T", "the result has shape (3, 2); right is (2, 3): it is transposed."),
        (
            "x[None]",
            "the result has shape (1, 2, 3); right is (2, 3): an axis of length 1 is extra",
        ),
        ("x[0, 0]", "the result has shape (); right is (2, 3)."),
        ("x > 0", "the result has dtype bool; right is float64 (real numbers)."),
        ("x / 0", "not finite: the result[0, 0] is "),
        ("None", "the result is None, not an array of shape (2, 3); a `return` may be missing."),
        ("'text'", "the result is 'text', not an array"),
        (
            "(n for n in x)",
            "the result is a generator, not an array of shape (2, 3); it hands out one",
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
    assert part.feedback.startswith("The function changed `x` in place; work on a copy.")
    assert (verdict.status, verdict.score) == ("partly", Fraction(7, 8))


def test_the_score_is_the_share_of_cases() -> None:
    source = RIGHT_SOFTMAX.replace("axis=-1", "axis=1")  # right for two rows, wrong for a batch
    verdict = graded(SOFTMAX | {"properties": []}, source)
    assert verdict.score == Fraction(3, 7)
    assert verdict.feedback.startswith("3 of 7 cases pass.")


def test_single_precision_has_a_looser_tolerance_and_says_so() -> None:
    nearly = RIGHT_SOFTMAX.replace("return e /", "return (1 + 1e-6) * e /")
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
    assert "result.hidden has shape (2,); right is (2, 2)" in failing(alone)[0].feedback
    three = graded(LSTM, RIGHT_LSTM.replace("np.tanh(c), c", "np.tanh(c), c, c"))
    assert "the result has 3 parts; right are 2" in failing(three)[0].feedback


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
