"""Banks written for a test, and what is found in them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent

import pytest

from quizzer.bank import loading
from quizzer.bank.loading import load_folder
from quizzer.diagnostics import Problem

CHECKLIST = """\
topics:
- id: attention
  title: Attention
  about: Weighted sums.
  points:
  - {id: derive-the-scale, text: can derive the scale}
  - {id: compute-attention, text: can compute attention}
- id: positions
  title: Positions
  about: Where a token stands.
"""

# Eight lines that every item needs; what follows them begins on line 9 of an item.
COMMON = """\
  title: A title
  level: junior
  difficulty: 2
  prompt: What?
  explanation: Because.
  sources: [A paper]
  hints: [Think]
"""

CHOICE = f"""\
- id: plain-choice
{COMMON}\
  kind: choice
  options:
  - {{text: Yes it is, correct: true}}
  - {{text: No it is not, because: It is}}
"""

COMPUTE = f"""\
- id: plain-compute
{COMMON}\
  kind: compute
  given:
    n: {{integer: [2, 3]}}
    Q: {{shape: [n, 3]}}
  steps:
    scores: {{of: attention.scores, with: [Q, Q]}}
    weights: {{of: activations.softmax, with: [scores]}}
  ask:
    weights: {{decimals: 3}}
  mistakes:
  - {{id: no-scale, step: scores, of: mistakes.no_scale, says: No scale.}}
"""
SOUND_COMPUTE = COMPUTE.replace("attention.scores", "attention.scaled_dot_product_scores").replace(
    "mistakes.no_scale", "mistakes.scores_without_scale"
)  # with functions that there are

FILL = f"""\
- id: plain-fill
{COMMON.replace("What?", "It is divided by {{scale}}, and {{ what }} follows.")}\
  kind: fill
  blanks:
    scale: {{accept: [√d_k, sqrt(d_k)]}}
    what:
      accept: [softmax]
      tempting: [{{answers: [sigmoid], because: It is not, mistake: sigmoid-for-softmax}}]
"""

ORDER = f"""\
- id: plain-order
{COMMON}\
  kind: order
  sequence: [scores, weights, output]
"""

MATCH = f"""\
- id: plain-match
{COMMON}\
  kind: match
  pairs:
  - {{left: query, right: asks}}
  - {{left: key, right: answers}}
  distractors: [sleeps]
"""

OPEN = f"""\
- id: plain-open
{COMMON}\
  kind: open
  key_points:
  - {{text: variance grows}}
  - {{text: softmax saturates}}
  model_answer: Both.
"""

CODE = f"""\
- id: plain-code
{COMMON}\
  kind: code
  implement: activations.softmax
  starter: "def softmax(x): ..."
  cases:
  - {{given: {{x: {{shape: [2, 3]}}}}, with: [x]}}
  mistakes:
  - {{id: wrong-axis, of: mistakes.wrong_axis, says: The axis.}}
"""


def bank(*items: str, topic: str = "attention") -> str:
    """A bank: its first item begins on line 3."""
    return f"topic: {topic}\nitems:\n" + "".join(map(dedent, items))


def write_folder(folder: Path, text: str | bytes) -> Path:
    """A folder with the check-list and one bank."""
    folder.mkdir(exist_ok=True)
    (folder / "checklist.yaml").write_text(CHECKLIST, encoding="utf-8")
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "bank.yaml").write_bytes(data)
    return folder


@pytest.fixture
def banks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of banks in the place of the bundled ones."""
    folder = write_folder(tmp_path / "questions", bank(CHOICE, COMPUTE))
    monkeypatch.setattr(loading, "bundled_folder", lambda: folder)
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def problems_in(tmp_path: Path) -> Callable[[str | bytes], list[Problem]]:
    """All problems of a bank, given as its text."""
    return lambda text: load_folder(write_folder(tmp_path / "banks", text))[1]


def the_only(problems: Iterable[Problem]) -> Problem:
    """The problem, when there is exactly one."""
    (problem,) = problems
    return problem


def place(problem: Problem) -> tuple[int, int]:
    return problem.line, problem.column
