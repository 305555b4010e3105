"""What banks say is shown in reports as they mean it; what learners enter stays as it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quizzer.bank.schema import Blank, Tempting
from quizzer.reports import html, json, markdown
from quizzer.reports.report import Report
from tests.reports.reporting import report_on
from tests.study.builders import Machine, fill, library

SAYS = "Keys *and* values are kept, n*d each: `2*n*d`."
NAME = "keys *and* values counted once, n*d: `n*d`"
ENTERED = "is *this* it"


@pytest.fixture
def report(tmp_path: Path) -> Iterator[Report]:
    """A report on a named mistake, made twice."""
    tempting = Tempting(answers=[ENTERED], because=SAYS, mistake="values-forgotten")
    blank = Blank(accept=["right"], tempting=[tempting])
    banks = library(attention=[fill("a-1", blanks={"x": blank})])
    banks.mistake_names["values-forgotten"] = NAME
    machine = Machine(tmp_path, banks)
    study = machine.start()
    for _ in range(2):
        study.start_practice("attention").submit({"x": ENTERED})
    yield report_on(study)
    machine.close()


def test_markdown_keeps_emphasis_and_code(report: Report) -> None:
    text = markdown.render(report)
    assert r"- **keys *and* values counted once, n\*d: `n*d`:** 2 of 2 answers" in text
    assert r"Drill a mistake you made 2 times: keys *and* values counted once, n\*d: `n*d`." in text
    assert r"entered: is \*this\* it" in text


def test_html_has_elements_for_them(report: Report) -> None:
    page = html.render(report)
    assert "<strong>keys <em>and</em> values counted once, n*d: <code>n*d</code>:</strong>" in page
    assert "entered: is *this* it" in page


def test_json_hands_on_what_the_bank_says(report: Report) -> None:
    assert f'"says": "{SAYS}"' in json.render(report)
