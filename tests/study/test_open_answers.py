"""An open answer is written, then judged: both stages outlive a crash at any moment."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from quizzer.grading.verdict import Status
from quizzer.study.session import Session
from tests.study.builders import Machine, fill, match_item, open_item, order_item
from tests.study.practising import after_a_crash

TEXT = "The product of Jacobians.\nNothing [else]."
WRITTEN = {"answer": TEXT}
JUDGED = {"answer": TEXT, "points": "1 ½"}
HALF_JUDGED = {"answer": TEXT, "points": "1 ?"}


@pytest.fixture
def machine(machine_with: Callable[..., Machine]) -> Machine:
    """One topic with an open item and one that follows it."""
    return machine_with(attention=[open_item("o-1"), fill("a-1")])


def draft_of(session: Session) -> dict[str, str]:
    assert session.question is not None
    return session.question.draft


@pytest.mark.parametrize("draft", [WRITTEN, HALF_JUDGED, JUDGED], ids=["writing", "half", "judged"])
def test_text_and_stage_survive_a_crash(machine: Machine, draft: dict[str, str]) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft(draft)
    again = after_a_crash(machine, session)
    assert draft_of(again) == draft
    assert again.state == "asking"
    assert machine.start().log.attempts() == []


def test_the_answer_is_logged_with_text_marks_and_exact_score(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft(HALF_JUDGED)
    session = after_a_crash(machine, session)
    assert session.submit(JUDGED).score == Fraction(5, 6)  # (2 · 1 + 1 · ½) / 3
    (attempt,) = machine.start().log.attempts()
    assert (attempt.kind, attempt.answer, attempt.score) == ("open", JUDGED, "5/6")
    assert attempt.parts == {"1": "right", "2": "partly"}


def test_bad_marks_are_never_logged_and_stay_entered(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    bad = {"answer": TEXT, "points": "1 7"}
    assert session.submit(bad).status is Status.INVALID
    assert session.state == "asking"
    again = after_a_crash(machine, session)
    assert draft_of(again) == bad
    assert machine.start().log.attempts() == []


def test_undo_leads_back_to_the_judging_with_its_marks(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(JUDGED)
    session = after_a_crash(machine, session)
    assert session.undo()
    assert draft_of(session) == JUDGED
    assert draft_of(after_a_crash(machine, session)) == JUDGED
    assert session.submit({"answer": TEXT, "points": "0 0"}).status is Status.WRONG
    assert [attempt.score for attempt in machine.start().log.attempts()] == ["0"]


def test_giving_up_while_judging_keeps_the_text_in_the_log(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft(HALF_JUDGED)
    verdict = session.give_up()
    assert verdict.parts[0].expected == "A strong answer."
    (attempt,) = machine.start().log.attempts()
    assert (attempt.answer, attempt.solution_seen) == (HALF_JUDGED, True)


def test_a_question_put_off_while_judging_comes_back_as_it_was(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft(HALF_JUDGED)
    assert session.skip()
    session.submit({"x": "right"})
    session.advance()
    assert draft_of(session) == HALF_JUDGED


def test_orders_and_pairs_are_asked_kept_and_given_up(
    machine_with: Callable[..., Machine],
) -> None:
    machine = machine_with(attention=[order_item("o-1"), match_item("m-1")])
    session = machine.start().start_practice("attention")
    question = session.question
    assert question is not None
    session.save_draft({"order": "B A C"})
    session = after_a_crash(machine, session)
    assert draft_of(session) == {"order": "B A C"}
    assert session.submit({"order": "B A"}).status is Status.INVALID
    right = str(session.give_up().parts[0].expected)
    lines = dict(question.presentation.options)
    assert [lines[letter] for letter in right.split()] == ["one", "two", "three"]
    session.advance()
    assert session.submit({"1": "A"}).status in (Status.PARTLY, Status.WRONG)
    assert [attempt.kind for attempt in machine.start().log.attempts()] == ["order", "match"]
