"""What a session leads to when it is over."""

from collections.abc import Callable

import pytest

from quizzer.study.after_session import steps_after
from quizzer.study.next_steps import Step
from quizzer.study.selection import Selection
from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine, fill, taught
from tests.study.interviewing import answer_rightly, blueprint
from tests.study.practising import answer


def steps(study: Study, session: Session, minutes_a_day: int = 20) -> list[tuple[str, str]]:
    return [(step.action, step.target) for step in found(study, session, minutes_a_day)]


def found(study: Study, session: Session, minutes_a_day: int = 20) -> tuple[Step, ...]:
    return steps_after(session, session.summary(), study, minutes_a_day)


def test_what_was_missed_comes_first_then_the_mistake_then_what_is_new(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention", limit=2)
    answer(session, TEMPTED, RIGHT)
    assert steps(study, session) == [
        ("again", ""),
        ("drill", "fell-for-it"),
        ("practice", "attention"),
    ]
    again, drill, new = found(study, session)
    assert again.items == ("a-1",)
    assert again.says == "Try again what you missed: 1 question."
    assert drill.says == "Drill a mistake: fell for it."
    assert new.says == "Continue with “Attention”: 1 new."


@pytest.mark.parametrize(("right", "topic"), [(2, ""), (1, "attention")])
def test_who_missed_most_of_a_topic_reads_its_lesson_first(
    machine: Machine, right: int, topic: str
) -> None:
    study = machine.start()
    study.library = taught(study.library, "attention")
    session = study.start_practice("attention")
    answer(session, *[RIGHT] * right, *[WRONG] * (3 - right))
    again = found(study, session)[0]
    assert (again.action, again.target, len(again.items)) == ("again", topic, 3 - right)
    assert ("Read the lesson on “Attention”" in again.says) == bool(topic)


def test_a_topic_that_has_nothing_new_leads_to_the_next(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    answer(session, RIGHT, RIGHT, RIGHT)
    assert [step.says for step in found(study, session)] == ["Start “Masks”: 2 questions."]
    study.library = taught(study.library, "masks")
    assert steps(study, session) == [("lesson", "masks")]
    assert found(study, session)[0].says == "Read the lesson on “Masks”, then practise it."


def test_what_is_due_comes_before_what_is_new(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention", limit=2), RIGHT, RIGHT)
    machine.clock.pass_days(30)
    session = study.start_practice("masks")
    answer(session, RIGHT, RIGHT)
    assert [step.says for step in found(study, session)] == [
        "Review what is due: 2 questions on “Attention”.",
        "Continue with “Attention”: 1 new.",
    ]


def test_a_review_asks_until_it_is_right_so_nothing_is_missed(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("masks"), WRONG, RIGHT)
    machine.clock.pass_days(9)
    session = study.start_review()
    answer(session, WRONG, RIGHT, RIGHT)
    assert steps(study, session) == [("practice", "attention")]


def test_a_solution_that_was_shown_was_missed(machine: Machine) -> None:
    study = machine.start()
    session = study.start_selection(Selection(topics=("masks",)))
    answer(session, RIGHT)
    session.give_up()
    session.advance()
    assert found(study, session)[0].items == ("m-2",)


def test_a_drill_does_not_lead_to_itself(machine: Machine) -> None:
    study = machine.start()
    session = study.start_drill("fell-for-it")
    answer(session, *[TEMPTED] * session.total)
    assert "drill" not in dict(steps(study, session))


def test_the_placement_leads_to_where_to_start(machine: Machine) -> None:
    study = machine.start()
    session = study.start_placement()
    answer(session, RIGHT, WRONG)
    assert steps(study, session) == [("practice", "masks")]
    study.library = taught(study.library, "masks")
    assert steps(study, session) == [("lesson", "masks")]


def test_a_part_of_the_plan_leads_back_to_the_plan(machine: Machine) -> None:
    study = machine.start()
    study.set_interview_day(study.today().replace(day=20))
    session = study.start_day(3)
    answer(session, RIGHT)
    assert (
        found(study, session)[0].says == "Continue with your plan for the interview on 2026-03-20."
    )
    answer(session, *[RIGHT] * (session.total - 1))
    done = "Today's part is done. Look at your plan for the interview on 2026-03-20."
    assert [step.says for step in found(study, session, 3)] == [done]


def test_until_the_interview_the_plan_comes_before_what_is_due_and_new(machine: Machine) -> None:
    study = machine.start()
    study.set_interview_day(study.today().replace(day=20))
    session = study.start_practice("attention", limit=2)
    answer(session, TEMPTED, RIGHT)
    assert steps(study, session) == [("again", ""), ("plan", ""), ("drill", "fell-for-it")]


def test_an_interview_is_rehearsed_on_the_days_of_the_plan(machine: Machine) -> None:
    study = machine.start()  # on the 2nd
    session = study.start_practice("attention", limit=1)
    answer(session, RIGHT)
    study.set_interview_day(study.today().replace(day=16))
    assert "interview" not in dict(steps(study, session))  # the first day shows nothing yet
    machine.clock.pass_days(1)
    study.set_interview_day(study.today().replace(day=18))
    assert "interview" not in dict(steps(study, session))
    study.set_interview_day(study.today().replace(day=17))
    assert found(study, session)[1].says == "Rehearse an interview: you have not taken one yet."
    assert "interview" not in dict(steps(study, session, 19))  # no minutes for one
    interview = study.interviews.start(blueprint())
    answer_rightly(interview)
    answer_rightly(interview)
    assert "interview" in dict(steps(study, session))  # two answers are no interview
    answer_rightly(interview)
    interview.finish()
    assert "interview" not in dict(steps(study, session))
    machine.clock.pass_days(6)
    assert "interview" not in dict(steps(study, session))
    machine.clock.pass_days(1)
    assert found(study, session)[1].says == "Rehearse an interview: the last one was 7 days ago."
    machine.clock.pass_days(6)  # the eve
    assert "interview" not in dict(steps(study, session))


@pytest.mark.parametrize("limit", [1, 2])
def test_when_all_is_done_an_interview_is_next(
    machine_with: Callable[..., Machine], limit: int
) -> None:
    study = machine_with(masks=[fill("m-1"), fill("m-2")]).start()
    session = study.start_practice("masks", limit=limit)
    answer(session, *[RIGHT] * limit)
    assert steps(study, session) == [("practice", "masks") if limit == 1 else ("interview", "")]
