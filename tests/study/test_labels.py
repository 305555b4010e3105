"""What was missed is called as it was on the screen."""

from collections.abc import Callable

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import Blank
from tests.study.builders import Machine, fill, library
from tests.study.interviewing import begin


@pytest.mark.parametrize(
    ("labels", "missed"),
    [
        ({"x": "divisor", "y": "row sum"}, ("divisor", "row sum")),
        ({"x": "number", "y": "number"}, ("x", "y")),  # which do not tell the blanks apart
        ({"x": "divisor", "y": ""}, ("divisor", "y")),
    ],
)
def test_a_debrief_names_what_was_missed_by_its_label(
    machine_on: Callable[[Library], Machine], labels: dict[str, str], missed: tuple[str, ...]
) -> None:
    blanks = {name: Blank(accept=["right"], label=label) for name, label in labels.items()}
    item = fill("a-1", prompt="Type right: {x}, {y}", blanks=blanks)
    interview = begin(machine_on(library(attention=[item])))
    interview.submit(dict.fromkeys(labels, "wrong"))
    assert [entry.missed for entry in interview.finish().entries] == [missed]
