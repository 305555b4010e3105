"""Code items in a session: handed in, called off, given up."""

from collections.abc import Callable

import pytest

from quizzer.bank.schema import Cases, Given
from quizzer.grading.verdict import Status
from tests.study.builders import Machine, code_item

RIGHT = """
import numpy as np

def relu(x):
    return np.maximum(x, 0)
"""
ENDLESS = "def relu(x):\n    while True:\n        pass\n"


@pytest.fixture
def machine(machine_with: Callable[..., Machine]) -> Machine:
    """One topic with one function to write."""
    item = code_item(
        "write-relu",
        implement="activations.relu",
        starter="def relu(x): ...",
        cases=[Cases(given={"x": Given(shape=[3])}, with_=["x"])],
    )
    return machine_with(activations=[item])


def test_right_code_is_logged_as_right(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("activations")
    assert session.submit({"code": RIGHT}).status is Status.RIGHT
    assert [attempt.item for attempt in study.log.attempts()] == ["write-relu"]


def test_a_run_that_is_called_off_costs_nothing_and_keeps_the_code(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("activations")
    verdict = session.submit({"code": ENDLESS}, cancelled=lambda: True)
    assert verdict.status is Status.INVALID
    assert session.state == "asking"
    assert study.log.attempts() == []
    assert machine.start().resume(session.id).question.draft == {"code": ENDLESS}


def test_what_is_no_python_is_told_before_anything_runs(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("activations")
    verdict = session.not_understood({"code": "def relu(x):\n    retrun x\n"})
    assert verdict is not None
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].feedback.startswith("Line 2 is not Python: invalid syntax.")
    assert session.not_understood({"code": RIGHT}) is None
    assert session.not_understood({"code": ENDLESS}) is None  # it was not run
    assert study.log.attempts() == []


def test_giving_up_shows_the_code_of_the_reference(machine: Machine) -> None:
    session = machine.start().start_practice("activations")
    assert session.give_up().score == 0
    (step,) = session.solution()
    assert step.name == "relu"
    assert "def relu(" in step.text
    assert "np.maximum(" in step.text
