"""Undo: an answer is taken back, and everything is as it was before it."""

from tests.study.builders import RIGHT, WRONG, Machine
from tests.study.practising import answer_all, item_of


def test_undo_returns_to_the_question_as_it_was(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.hint()
    machine.clock.pass_seconds(5)
    before = session.question
    session.submit(WRONG)
    assert session.undo()
    question = session.question
    assert before is not None
    assert question is not None
    assert session.state == "asking"
    assert question.variant == before.variant
    assert (question.draft, question.hints_shown) == (WRONG, ("first hint",))
    machine.clock.pass_seconds(3)
    session.submit(RIGHT)
    (attempt,) = machine.start().log.attempts()
    assert (attempt.status, attempt.hints, attempt.seconds) == ("right", 1, 8)


def test_undo_reaches_back_over_the_next_question_and_keeps_its_draft(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(WRONG)
    session.advance()
    session.save_draft({"x": "for a-2"})
    assert session.undo()
    assert item_of(session) == "a-1"
    session.submit(RIGHT)
    session.advance()
    question = session.question
    assert question is not None
    assert (question.item.id, question.draft) == ("a-2", {"x": "for a-2"})


def test_undo_of_the_last_answer_reopens_a_finished_session_after_a_restart(
    machine: Machine,
) -> None:
    session = machine.start().start_practice("attention")
    answer_all(session)
    study = machine.start()
    resumed = study.resume(session.id)
    assert resumed.state == "finished"
    assert resumed.undo()
    assert item_of(resumed) == "a-3"
    assert study.overview().resumable is not None
    answer_all(resumed)
    assert machine.start().overview().resumable is None


def test_undo_again_and_again_reaches_the_beginning(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    answer_all(session)
    assert [session.undo() for _ in range(4)] == [True, True, True, False]
    assert item_of(session) == "a-1"
    assert machine.start().log.attempts() == []


def test_the_last_answer_can_be_undone_without_knowing_its_session(machine: Machine) -> None:
    study = machine.start()
    assert study.undo_last() is None
    session = study.start_practice("attention")
    session.submit(WRONG)
    undone = machine.start().undo_last()
    assert undone is not None
    assert (undone.id, item_of(undone)) == (session.id, "a-1")


def test_a_solution_once_seen_stays_seen(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.give_up()
    session.undo()
    session.submit(RIGHT)
    (attempt,) = machine.start().log.attempts()
    assert (attempt.status, attempt.solution_seen) == ("right", True)


def test_undo_restores_the_schedule(machine: Machine) -> None:
    study = machine.start()
    study.start_practice("attention").submit(RIGHT)
    machine.clock.pass_days(10)
    before = study.history.card("a-1")
    session = study.start_review()
    session.submit(WRONG)
    assert study.history.card("a-1") != before
    session.undo()
    assert study.history.card("a-1") == before
    assert machine.start().history.card("a-1") == before
