"""Items of a kind that is set aside: never asked, never lost."""

from collections.abc import Callable
from datetime import date

import pytest

from quizzer.bank.schema import Cases, CodeItem, Given
from quizzer.progress.events import SessionEnded
from quizzer.study.errors import StudyError
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.selection import Selection
from quizzer.study.study import Study
from tests.reports.reporting import report_on
from tests.study.builders import DAY, RIGHT, Machine, code_item, fill

CODED = {"code": "import numpy as np\n\ndef relu(x):\n    return np.maximum(x, 0)\n"}


@pytest.fixture
def machine(machine_with: Callable[..., Machine]) -> Machine:
    """A topic with code between two short items, and one with nothing but code."""
    return machine_with(
        activations=[fill("before"), relu("write-relu"), fill("after")], code=[relu("write-more")]
    )


def relu(item: str) -> CodeItem:
    return code_item(
        item,
        implement="activations.relu",
        starter="def relu(x): ...",
        cases=[Cases(given={"x": Given(shape=[3])}, with_=["x"])],
    )


def without_code(study: Study) -> Study:
    return Study(study.library.setting_aside(["code"]), study.log, study.clock)


def ends(study: Study) -> list[str]:
    return [event.session for event in study.log.events() if isinstance(event, SessionEnded)]


def test_it_is_neither_counted_nor_asked_in_practice(machine: Machine) -> None:
    study = without_code(machine.start())
    activations, code = study.overview().topics
    assert (activations.items, code.items, code.next_action) == (2, 0, "empty")
    assert [place.item for place in study.start_practice("activations").plan] == ["before", "after"]
    with pytest.raises(StudyError, match="nothing to practise"):
        study.start_practice("code")


def test_it_is_no_part_of_a_selection_or_a_plan(machine: Machine) -> None:
    study = without_code(machine.start())
    assert [item.id for item in study.select(Selection())] == ["before", "after"]
    assert study.select(Selection(kinds=("code",))) == []
    study.set_interview_day(date(2026, 3, 9))
    assert {item for day in study.plan(600).days for item in day.items} == {"before", "after"}


def test_when_it_is_due_it_waits(machine: Machine) -> None:
    everywhere = machine.start()
    everywhere.start_items(["write-relu"]).submit(CODED)
    machine.clock.ms += 300 * DAY
    assert everywhere.overview().due == 1
    assert without_code(everywhere).overview().due == 0


def test_asking_for_it_by_name_is_refused_in_words(machine: Machine) -> None:
    study = without_code(machine.start())
    with pytest.raises(StudyError, match="ask for code are off here"):
        study.start_items(["write-relu"])
    assert [place.item for place in study.start_items(["write-relu", "after"]).plan] == ["after"]


def test_a_session_left_elsewhere_goes_on_without_it_and_keeps_it_for_later(
    machine: Machine,
) -> None:
    everywhere = machine.start()
    left = everywhere.start_practice("activations")
    left.submit(RIGHT)
    left.leave()
    here = without_code(machine.start())
    session = here.resume(left.id)
    assert (session.position, session.total) == (1, 2)
    session.submit(RIGHT)
    session.advance()
    assert session.state == "finished"
    here.start_practice("activations")
    assert ends(here) == []
    later = machine.start().resume(left.id)
    assert later.question.item.id == "write-relu"
    later.submit(CODED)
    later.advance()
    assert ends(machine.start()) == [left.id]


def test_the_answer_to_it_is_not_taken_back(machine: Machine) -> None:
    session = machine.start().start_items(["before", "write-relu"])
    session.submit(RIGHT)
    session.advance()
    session.submit(CODED)
    here = without_code(machine.start())
    with pytest.raises(StudyError, match="cannot be taken back here"):
        here.undo_last()
    assert len(here.log.attempts()) == 2


@pytest.fixture
def coding() -> Blueprint:
    return Blueprint(
        name="own",
        title="Your own",
        minutes=20,
        level="junior",
        mix={"code": 0.5, "concept": 0.5},
        seed=1,
    )


def test_an_interview_is_planned_without_it(machine: Machine, coding: Blueprint) -> None:
    planned = {place.item for place in without_code(machine.start()).interviews.plan(coding)}
    assert planned <= {"before", "after"}
    assert planned


def test_an_interview_with_it_waits_until_it_is_asked_again(
    machine: Machine, coding: Blueprint
) -> None:
    interview = machine.start().interviews.start(coding)
    assert {"write-relu", "write-more"} & {turn.item for turn in interview.turns}
    interview.leave()
    here = without_code(machine.start())
    assert here.interviews.open is None
    with pytest.raises(StudyError, match="cannot continue here"):
        here.interviews.resume(interview.id)
    other = here.interviews.start(coding)
    assert here.interviews.open.session == other.id
    assert ends(here) == []


def test_its_answer_in_an_interview_is_not_run_again_but_told(
    machine: Machine, coding: Blueprint
) -> None:
    interview = machine.start().interviews.start(coding)
    while (question := interview.question) is not None:
        interview.submit(CODED if isinstance(question.item, CodeItem) else RIGHT)
    here = without_code(machine.start()).interviews.resume(interview.id)
    told = [entry for entry in here.debrief().entries if entry.item.startswith("write")]
    assert [entry.outcome for entry in told] == ["right"] * len(told)
    with pytest.raises(StudyError, match="cannot be shown here"):
        here.look_back(told[0].number)


def test_a_report_tells_of_it_all_the_same(machine: Machine) -> None:
    study = machine.start()
    study.start_items(["write-relu"]).submit(CODED)
    here = without_code(study)
    assert report_on(here) == report_on(study)
