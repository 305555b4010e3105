"""The table of intervals in docs/grading.md is what the schedule does."""

import re
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quizzer.progress.attempt import Attempt
from tests.progress.builders import replay

TEXT = (Path(__file__).parent.parent.parent / "docs" / "grading.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ((?:Good|Hard|Again)(?:, \w+)+) \| ([\d, ]+) \|$", TEXT, re.MULTILINE)
ANSWERS: dict[str, dict[str, Any]] = {
    "Good": {"status": "right", "score": Fraction(1)},
    "Hard": {"status": "partly", "score": Fraction(3, 4)},
    "Again": {"status": "wrong", "score": Fraction(0)},
}


@pytest.mark.parametrize(("answers", "days"), ROWS)
def test_days_to_the_next(answers: str, days: str) -> None:
    day, attempts, found = date(2026, 11, 2), [], []
    for number, answer in enumerate(answers.split(", ")):
        attempts.append(
            Attempt(
                id=str(number),
                day=day,
                at=0,
                item="sdpa-by-hand",
                topic="attention",
                kind="compute",
                **ANSWERS[answer],
            )
        )
        interval = replay(attempts)["sdpa-by-hand"].interval
        found.append(str(interval))
        day += timedelta(days=interval)
    assert ", ".join(found) == days


def test_there_is_a_table() -> None:
    assert len(ROWS) >= 3
