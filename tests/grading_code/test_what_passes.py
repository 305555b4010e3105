"""Which code is taken, which passes, and what is not graded at all."""

import pytest

from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade, understand
from quizzer.grading.verdict import PartStatus, Status
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
    coarse = RIGHT_SOFTMAX.replace("return e /", "return 1.00001 * e /")
    told = said(graded(SOFTMAX, coarse))
    assert "it is right to float32 precision: something is in float32, rounded" in told
    assert "Tolerance: 1e-09 + 1e-07 · |right value|." in told
    wrong = rounded.replace("return (e", "return (1.001 * e")
    assert graded(SOFTMAX, wrong).status is Status.WRONG


THROUGH_FLOAT32 = RIGHT_SOFTMAX.replace("np.exp(x", "np.exp(np.float64(1) * x.astype('float32')")
ROUNDED = RIGHT_SOFTMAX.replace("return e /", "return np.round(1e6 * e /").replace(
    "keepdims=True)\n", "keepdims=True)) / 1e6\n"
)


@pytest.mark.parametrize("source", [THROUGH_FLOAT32, ROUNDED])
def test_code_that_lacks_digits_and_nothing_else_costs_nothing(source: str) -> None:
    verdict = graded(SOFTMAX, source)
    assert verdict.status is Status.INVALID
    assert [part.status for part in verdict.parts] == [PartStatus.TOO_FEW_DIGITS]
    assert "Right to six digits but no further, first in " in said(verdict)


def test_code_that_lacks_digits_and_has_a_mistake_is_wrong() -> None:
    verdict = graded(SOFTMAX, THROUGH_FLOAT32.replace("axis=-1", "axis=-2"))
    assert (verdict.status, verdict.mistakes) == (Status.WRONG, ("wrong-axis",))
    in_place = THROUGH_FLOAT32.replace("    e =", "    x *= 1 + 1e-12\n    e =")
    assert graded(SOFTMAX, in_place).mistakes == ("argument-changed",)


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
        ("def attend(x): ...", "There is `attend`: is that the one you mean?"),
        ("class A:\n    def softmax(x): ...", "The one in line 2 is inside something else"),
        ("class Softmax: ...", "`Softmax` is a class: define a function."),
        ("softmax = 3", "`softmax` is not a function"),
        ("def softmax(x, axis): ...", "softmax(x, axis) cannot be called with the arguments"),
        ("def softmax(): ...", "too many positional arguments. The starter has `softmax(x)`."),
        ("def softmax(x): return '\ud800'", "Line 1 contains half a character"),
        (
            "import torch\ndef softmax(x): ...",
            "failed before the first case:\n    line 1\n        import torch\n"
            "ModuleNotFoundError: there is no module 'torch' here: use NumPy and the standard",
        ),
        (
            "def softmax(x):\n    return np.exp(x)",
            "could not run in any case:\n    line 2, in softmax\n        return np.exp(x)\n"
            "NameError: name 'np' is not defined. Is `import numpy as np` missing?",
        ),
        ("def softmax(x):\n    import jax", "there is no module 'jax' here: use NumPy and the"),
        ("def softmax(x):\n    return math.exp(x)", "Is `import math` missing?"),
        ("def softmax(x):\n    return torch.exp(x)", "Use NumPy and the standard library."),
        ("def softmax(x):\n    return x.softmax(-1)", "NumPy has no `softmax`: write it out."),
        (
            "import numpy as np\ndef softmax(x):\n    return np.cat([x])",
            "NumPy has no `cat`: use `np.concatenate`.",
        ),
        ("def softmax(x):\n    return x / x.sum(dim=-1)", "NumPy calls it `axis`."),
        ("def softmax(x):\n    return x.sum(-1, keepdim=True)", "NumPy calls it `keepdims`."),
        ("def softmax(x):\n    return x / x.size(-1)", "use `x.shape[-1]` for the length"),
        ("def softmax(x):\n    return x.view(-1, 2, 1)", "use `x.reshape` to change the shape."),
        ("x = unknown\ndef softmax(x): ...", "NameError: name 'unknown' is not defined."),
    ],
)
def test_what_cannot_be_run_costs_nothing(source: str, says: str) -> None:
    verdict = graded(SOFTMAX, source)
    assert verdict.status == "invalid"
    assert says in said(verdict)
