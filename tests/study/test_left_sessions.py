"""What was left goes on; a session that begins ends only what the learner calls the same."""

import pytest

from quizzer.study.purposes import CHOSEN, EASIER, STEP
from quizzer.study.selection import Selection
from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import RIGHT, TEMPTED, WRONG, Machine
from tests.study.practising import answer

MASKS = Selection(topics=("masks",))


@pytest.fixture
def study(machine: Machine) -> Study:
    """Everything was answered, a mistake was made, and everything is due."""
    study = machine.start()
    answer(study.start_practice("attention"), TEMPTED, RIGHT, WRONG)
    answer(study.start_practice("masks"), RIGHT, RIGHT)
    machine.clock.pass_days(30)
    return study


def left(session: Session) -> str:
    answer(session, RIGHT)
    session.leave()
    return session.id


def test_a_chosen_session_stands_beside_a_review_a_drill_and_those_of_topics(study: Study) -> None:
    begun = [
        left(study.start_selection(MASKS)),
        left(study.start_review()),
        left(study.start_drill("fell-for-it")),
        left(study.start_practice("attention")),
        left(study.start_items(["a-1", "a-2"], STEP)),
        left(study.start_items(["a-3", "a-1"], EASIER)),
    ]
    assert {session.id for session in study.history.open_sessions()} == set(begun)


def test_one_chosen_session_ends_another_whatever_was_chosen(study: Study) -> None:
    assert study.left_for(CHOSEN) is None
    left(study.start_selection(Selection(due=True)))
    chosen = study.left_for(CHOSEN)
    assert chosen is not None
    assert (chosen.mode, chosen.position, chosen.total) == ("review", 1, 5)
    second = left(study.start_selection(MASKS))
    assert [session.id for session in study.history.open_sessions()] == [second]


def test_review_drill_and_placement_go_on_where_they_were_left(study: Study) -> None:
    review = left(study.start_review())
    of_topic = left(study.start_review("masks"))
    practice = left(study.start_practice("attention"))
    drill = left(study.start_drill("fell-for-it"))
    placement = left(study.start_placement())
    assert study.open_review().id == review
    assert study.open_review("masks").id == of_topic
    assert study.open_practice("attention").id == practice
    assert study.open_drill("fell-for-it").id == drill
    assert study.open_placement().id == placement


def test_what_was_finished_begins_anew(study: Study) -> None:
    answer(study.start_review("masks"), RIGHT, RIGHT)
    answer(study.open_practice("masks"), RIGHT)
    assert study.open_practice("masks").position == 1
    answer(study.open_practice("masks"), RIGHT)
    assert study.open_practice("masks").position == 0


def test_the_part_of_the_plan_goes_on_on_its_day_only(machine: Machine) -> None:
    study = machine.start()
    study.set_interview_day(study.today().replace(day=20))
    part = left(study.open_day(20))
    assert study.open_day(20).id == part
    machine.clock.pass_days(1)
    assert study.overview().resumable is None
    assert study.open_day(20).id != part


def test_what_was_only_looked_at_is_replaced_without_a_question(study: Study) -> None:
    looked_at = study.start_selection(MASKS)
    looked_at.save_draft({})  # as the app does when one leaves
    looked_at.leave()
    assert study.left_for(CHOSEN) is None
    assert study.overview().resumable is None
    study.start_selection(MASKS)
    end = study.history.in_session(looked_at.id).end
    assert end is not None
    assert not end.finished


def test_a_draft_alone_is_worth_going_on_with(study: Study) -> None:
    begun = study.start_selection(MASKS)
    begun.save_draft({"x": "1"})
    begun.leave()
    assert study.left_for(CHOSEN) is not None
    assert study.left_for(CHOSEN).session == begun.id


def test_a_placement_left_untouched_is_offered_again(machine: Machine) -> None:
    machine.start().start_placement().leave()
    study = machine.start()
    assert study.placement_due
    study.open_placement().submit(RIGHT)
    assert not study.placement_due
