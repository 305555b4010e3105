"""Reviews: what was missed comes again, leeches are flagged, sure and wrong comes first."""

import pytest

from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import RIGHT, WRONG, Machine, MachineOn, fill, library
from tests.study.practising import answer, planned, reviewed


def place(session: Session) -> tuple[str, int, bool] | None:
    question = session.question
    return (question.item.id, question.variant.number, question.again) if question else None


def test_a_review_ends_when_each_missed_item_was_right_once(machine: Machine) -> None:
    _, review = reviewed(machine)
    assert place(review) == ("a-1", 1, False)
    answer(review, WRONG)
    assert review.total == 3
    answer(review, RIGHT)
    assert place(review) == ("a-1", 2, True)  # in a fresh variant
    answer(review, WRONG)
    assert place(review) == ("a-1", 3, True)
    answer(review, RIGHT)
    assert (review.state, review.total) == ("finished", 4)


def test_what_is_missed_three_times_is_left_for_another_day(machine: Machine) -> None:
    _, review = reviewed(machine)
    seen = []
    while review.question is not None and len(seen) < 10:
        review.give_up()
        seen.append((review.question.item.id, review.comes_again))
        review.advance()
    again = [("a-1", True), ("a-2", True)]
    assert seen == [*again, *again, ("a-1", False), ("a-2", False)]
    assert review.state == "finished"


def test_only_the_first_answer_of_the_day_changes_the_schedule(machine: Machine) -> None:
    study, review = reviewed(machine)
    answer(review, WRONG)
    after_missing = study.history.card("a-1")
    answer(review, RIGHT, RIGHT)
    assert study.history.card("a-1") == after_missing


def test_seeing_the_solution_is_missing_it(machine: Machine) -> None:
    _, review = reviewed(machine)
    review.give_up()
    assert review.total == 3


def test_undo_takes_the_repetition_back(machine: Machine) -> None:
    _, review = reviewed(machine)
    review.submit(WRONG)
    review.undo()
    assert (review.total, place(review)) == (2, ("a-1", 1, False))
    answer(review, RIGHT, RIGHT)
    assert review.state == "finished"


def test_what_is_still_to_be_repeated_survives_a_kill(machine: Machine) -> None:
    study, review = reviewed(machine)
    answer(review, WRONG, RIGHT)
    again = machine.start()
    resumable = again.resumable("review", None)
    assert resumable is not None
    assert (resumable.position, resumable.total) == (2, 3)
    assert place(again.resume(review.id)) == ("a-1", 2, True)
    assert study.overview().resumable == resumable


def test_practice_does_not_repeat(machine: Machine) -> None:
    session = machine.start().start_practice("masks")
    answer(session, WRONG, WRONG)
    assert session.state == "finished"


def test_confidence_is_recorded_with_the_answer(machine: Machine) -> None:
    study = machine.start()
    study.start_practice("attention").submit(RIGHT, 1)
    assert study.log.attempts()[0].confidence == 1


def test_sure_and_wrong_comes_back_before_all_others(machine: Machine) -> None:
    study = machine.start()
    answer(study.start_practice("attention"), WRONG, RIGHT, WRONG)
    session = study.start_practice("masks")
    for confidence in (1, 3):
        session.submit(WRONG, confidence)
        session.advance()
    machine.clock.pass_days(30)
    assert planned(study.start_review()) == ["m-2", "a-1", "a-3", "m-1", "a-2"]


def forget(machine: Machine, study: Study, item: str, times: int) -> None:
    """Answer it rightly once, then wrongly so many times, each on another day."""
    study.start_items([item]).submit(RIGHT)
    for _ in range(times):
        machine.clock.pass_days(60)
        study.start_items([item]).submit(WRONG)
    machine.clock.pass_days(60)


def test_an_item_forgotten_four_times_is_flagged_with_something_easier(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(
        library(
            attention=[
                fill("hard", difficulty=4, covers=["scale"]),
                fill("easy", difficulty=1, covers=["scale"]),
                fill("other", difficulty=1, covers=["masks"]),
            ]
        )
    )
    study = machine.start()
    forget(machine, study, "hard", 3)
    question = study.start_items(["hard"]).question
    assert question is not None
    assert question.leech is None
    study.start_items(["hard"]).submit(WRONG)
    question = study.start_items(["hard"]).question
    assert question is not None
    assert question.leech is not None
    assert (question.leech.lapses, question.leech.lesson) == (4, "Attention")
    assert question.leech.easier is not None
    assert question.leech.easier.id == "easy"


@pytest.mark.parametrize(("known", "easier"), [(False, "needed"), (True, "easy")])
def test_a_prerequisite_not_mastered_is_the_best_thing_easier(
    machine_on: MachineOn, known: bool, easier: str
) -> None:
    machine = machine_on(
        library(
            attention=[
                fill("hard", difficulty=4, covers=["scale"], prerequisites=["needed"]),
                fill("needed", difficulty=5),
                fill("easy", difficulty=1, covers=["scale"]),
            ]
        )
    )
    study = machine.start()
    if known:
        study.start_items(["needed"]).submit(RIGHT)
    forget(machine, study, "hard", 4)
    question = study.start_items(["hard"]).question
    assert question is not None
    assert question.leech is not None
    assert question.leech.easier is not None
    assert question.leech.easier.id == easier
