"""`quizzer check --coverage`: the table of points, and the gaps that make it fail."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer

CHECKLIST = """\
topics:
- id: attention
  title: Attention
  about: Weighted sums.
  points:
  - {id: say-why, text: can say why}
  - {id: work-it-out, text: can work it out, subject: formula}
  - {id: left-alone, text: can do more}
"""
BANK = """\
topic: attention
items:
- id: the-only-one
  kind: choice
  title: A choice
  level: junior
  difficulty: 1
  prompt: Which?
  options:
  - {text: This one, correct: true}
  - {text: That one, because: No.}
  hints: [Think.]
  explanation: So it is.
  sources: [Any book.]
  covers: [say-why, work-it-out]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "checklist.yaml").write_text(CHECKLIST)
    (tmp_path / "bank.yaml").write_text(BANK)
    return tmp_path


def test_the_bundled_banks_cover_every_point(quizzer: Quizzer) -> None:
    result = quizzer("check", "--coverage")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith(" points, no gap.\n")


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_gaps_are_named_and_fail(
    quizzer: Quizzer, own: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    result = quizzer("check", "--coverage", own)
    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[-3:] == [
        "✗ work-it-out (formula): no hands-on item",
        "✗ left-alone (concept): no item",
        "3 points, 2 gaps.",
    ]
    assert max(map(len, lines)) <= columns


def test_json_holds_every_point_with_its_items(quizzer: Quizzer, own: Path) -> None:
    result = quizzer("check", "--coverage", own, "--json")
    content = json.loads(result.out)
    assert (result.code, content["schema"], content["gaps"]) == (1, "quizzer-coverage/1", 2)
    assert content["points"][1] == {
        "topic": "attention",
        "point": "work-it-out",
        "text": "can work it out",
        "subject": "formula",
        "items": ["the-only-one"],
        "by_kind": {
            "choice": 1,
            "fill": 0,
            "order": 0,
            "match": 0,
            "open": 0,
            "compute": 0,
            "code": 0,
        },
        "hands_on": 0,
        "gap": "no hands-on item",
    }
    assert [point["gap"] for point in content["points"]] == [None, "no hands-on item", "no item"]


def test_flawed_items_do_not_count_and_are_told(quizzer: Quizzer, own: Path) -> None:
    (own / "bank.yaml").write_text(BANK.replace("level: junior", "level: junoir"))
    result = quizzer("check", "--coverage", own)
    assert result.out.endswith("3 points, 3 gaps.\n")
    assert result.err == "Items with problems do not count; `quizzer check` shows 1 problem.\n"


def test_one_table_at_a_time_is_shown(quizzer: Quizzer) -> None:
    result = quizzer("check", "--coverage", "--mutants")
    assert (result.code, result.out) == (2, "")
    assert "not allowed with" in result.err
