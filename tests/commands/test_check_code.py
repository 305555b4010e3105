"""`quizzer check` on code items: mistakes that pass, `--deep`, and the report on mutants."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer

BANK = """\
topic: attention
items:
- id: my-own-softmax
  kind: code
  title: Softmax
  level: junior
  difficulty: 1
  prompt: Write softmax.
  implement: activations.softmax
  starter: |
    import numpy as np

    def softmax(x):
        return np.exp(x)
  cases:
  - {given: {x: {shape: [2, 3]}}, with: [x]}
  mistakes:
  - {id: wrong-axis, of: mistakes.softmax_over_queries, says: The rows must sum to 1.}
  hints: [Powers of e first.]
  explanation: Powers of e, divided by their sum.
  sources: [Any book.]
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return tmp_path / "mine.yaml"


def test_a_sound_item_passes_the_deep_check(quizzer: Quizzer, bank: Path) -> None:
    bank.write_text(BANK, encoding="utf-8")
    result = quizzer("check", "--deep", "--variants", 2, bank)
    assert (result.code, result.out) == (0, "1 item checked, no problem found.\n")


def test_the_deep_check_runs_the_starter(quizzer: Quizzer, bank: Path) -> None:
    passing = "return np.exp(x) / np.exp(x).sum(-1, keepdims=True)"
    bank.write_text(BANK.replace("return np.exp(x)", passing), encoding="utf-8")
    assert quizzer("check", bank).code == 0
    result = quizzer("check", "--deep", "--variants", 1, bank)
    assert result.code == 1
    assert "mine.yaml:10:" in result.out
    assert "the starter passes all cases as it is" in result.out


def test_a_mistake_that_passes_is_a_problem_where_it_stands(quizzer: Quizzer, bank: Path) -> None:
    square = BANK.replace("shape: [2, 3]", "value: [[1, 2], [2, 1]]")
    bank.write_text(square, encoding="utf-8")
    result = quizzer("check", bank)
    assert result.code == 1
    assert "mine.yaml:18:" in result.out
    assert "the mistake 'wrong-axis' passes all cases" in result.out


def test_mutants_tells_what_becomes_of_each_mistake(quizzer: Quizzer, bank: Path) -> None:
    bank.write_text(BANK, encoding="utf-8")
    result = quizzer("check", "--mutants", bank)
    assert (result.code, result.out.splitlines()) == (
        0,
        [
            "my-own-softmax",
            "  ✓  wrong-axis  rejected and named",
            "",
            "1 mistake: 1 rejected, 1 named.",
        ],
    )


def test_mutants_that_pass_are_found_wrong(quizzer: Quizzer, bank: Path) -> None:
    square = BANK.replace("shape: [2, 3]", "value: [[1, 2], [2, 1]]")
    bank.write_text(square, encoding="utf-8")
    result = quizzer("check", "--mutants", "--json", bank)
    assert result.code == 1
    assert json.loads(result.out) == {
        "schema": "quizzer-mutants/1",
        "items": [
            {
                "id": "my-own-softmax",
                "mistakes": [{"id": "wrong-axis", "rejected": False, "named": []}],
            }
        ],
        "not_judged": [],
    }


def test_what_cannot_be_judged_is_told(quizzer: Quizzer, bank: Path) -> None:
    bank.write_text(BANK.replace("activations.softmax", "activations.sotfmax"), encoding="utf-8")
    result = quizzer("check", "--mutants", bank)
    assert result.code == 1
    assert "my-own-softmax cannot be judged; `quizzer check` says why." in result.out
