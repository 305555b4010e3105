"""What a report says of an item never contradicts itself, whatever was answered again that day."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quizzer.reports import html, markdown
from quizzer.reports import json as as_json
from quizzer.reports.report import Report
from tests.reports.reporting import assert_published_form, report_on
from tests.study.builders import RIGHT, WRONG, Machine, fill, library

LATER = "Further answers on that day"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path, library(attention=[fill("a-1")]))
    yield machine
    machine.close()


def answered(machine: Machine, *answers: dict[str, str]) -> Report:
    """The report after one day on which the same item was answered again and again."""
    study = machine.start()
    for answer in answers:
        session = study.start_again(("a-1",))
        session.submit(answer)
        session.advance()
    return report_on(study)


def row(report: Report) -> list[str]:
    """The cells of the one item, below the heads of the table of items."""
    lines = markdown.render(report).partition("\n## Items\n")[2].splitlines()
    heads, _, cells = (line for line in lines if line.startswith("|"))
    assert "Score that day | Passed" in heads
    return [cell.strip() for cell in cells.strip("|").split("|")]


@pytest.mark.parametrize(
    ("answers", "scores", "mastered"),
    [
        ((RIGHT,), "1", "yes"),
        ((RIGHT, WRONG), "1, later 0", "yes"),
        ((WRONG, WRONG, RIGHT), "0, later 1", "no"),
        ((RIGHT, WRONG, RIGHT), "1", "yes"),
    ],
)
def test_passed_stands_beside_the_score_that_it_goes_by(
    machine: Machine, answers: tuple[dict[str, str], ...], scores: str, mastered: str
) -> None:
    report = answered(machine, *answers)
    assert row(report)[3:5] == [scores, mastered]
    assert (LATER in markdown.render(report)) is ("later" in scores)
    assert (LATER in html.render(report)) is ("later" in scores)
    assert f">{scores}</td>" in html.render(report)


def test_the_json_has_both_scores(machine: Machine) -> None:
    content: dict[str, Any] = json.loads(as_json.render(answered(machine, RIGHT, WRONG)))
    (item,) = content["items"]
    assert (item["mastered"], item["first_score"], item["last_score"]) == (True, "1", "0")
    assert_published_form(content)


def test_right_with_the_solution_seen_says_why_it_is_not_mastered(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    session.give_up()
    session.undo()
    session.submit(RIGHT)
    report = report_on(study)
    assert row(report)[3:5] == ["1, solution seen", "no"]
