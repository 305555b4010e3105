"""A session from its first question to its summary, through crashes and changes of mind."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction

import pytest
from msgspec import structs

from quizzer.bank.schema import Blank, Item, Tempting
from quizzer.grading.verdict import Status
from quizzer.progress.events import Attempted, SessionEnded
from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from quizzer.study.errors import StudyError
from quizzer.study.purposes import EASIER
from tests.exercises.items import NO_SCALE, attention
from tests.study.builders import EMPTY, RIGHT, TEMPTED, WRONG, Machine, fill, open_item
from tests.study.practising import answer_all, item_of

# Asking and answering


def test_what_cannot_be_asked_is_passed_over_and_told(
    machine_with: Callable[..., Machine],
) -> None:
    flawed = attention(
        given={name: {"shape": [2, 1]} for name in "QKV"}, mistakes=[NO_SCALE]
    )  # of width 1, whose root is 1: the mistake gives the right answer
    study = machine_with(attention=[flawed, fill("a-2"), flawed_too(flawed)]).start()
    session = study.start_practice("attention")
    assert session.left_out == ()
    question = session.question
    assert question is not None
    assert (question.item.id, question.number, question.total) == ("a-2", 1, 2)
    assert flawed.id in session.left_out[0]
    session.submit(RIGHT)
    session.advance()
    assert session.question is None
    assert len(session.left_out) == 2
    assert session.state == "finished"
    assert study.overview().resumable is None
    assert [row.item for row in session.summary().rows] == ["a-2"]


def flawed_too(item: Item) -> Item:
    return structs.replace(item, id=f"{item.id}-too")


def test_it_asks_one_question_after_another_and_ends(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    seen = []
    while (question := session.question) is not None:
        seen.append((question.item.id, question.number, question.total, session.position))
        assert session.submit(RIGHT).status is Status.RIGHT
        assert session.state == "answered"
        session.advance()
    assert seen == [("a-1", 1, 3, 0), ("a-2", 2, 3, 1), ("a-3", 3, 3, 2)]
    assert session.state == "finished"
    last = study.log.events()[-1]
    assert isinstance(last, SessionEnded)
    assert last.finished


def test_an_answer_is_on_disk_before_its_verdict_is_shown(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    machine.clock.pass_seconds(12.5)
    session.submit(TEMPTED)
    (attempt,) = machine.start().log.attempts()
    assert (attempt.item, attempt.topic, attempt.kind) == ("a-1", "attention", "fill")
    assert (attempt.session, attempt.answer) == (session.id, TEMPTED)
    assert (attempt.status, attempt.score, attempt.mistakes) == ("wrong", "0", ["fell-for-it"])
    assert (attempt.seconds, attempt.item_version) == (12.5, 1)
    assert attempt.variant["number"] == 0


def test_what_was_not_understood_costs_nothing_and_stays_entered(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    assert session.submit(EMPTY).status is Status.INVALID
    assert session.state == "asking"
    assert session.verdict is None
    study = machine.start()
    assert study.log.attempts() == []
    assert study.history.card("a-1") is None


def test_the_verdict_stays_until_the_next_question(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    verdict = session.submit(WRONG)
    assert session.verdict == verdict
    assert item_of(session) == "a-1"
    session.advance()
    assert session.verdict is None
    assert item_of(session) == "a-2"


def test_a_question_is_answered_once(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(WRONG)
    for again in (lambda: session.submit(RIGHT), session.give_up, session.hint):
        with pytest.raises(StudyError):
            again()
    assert len(machine.start().log.attempts()) == 1


def test_an_unanswered_question_is_not_passed_over(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    with pytest.raises(StudyError):
        session.advance()
    with pytest.raises(StudyError):
        session.solution()


def test_a_finished_session_takes_no_answers(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    answer_all(session)
    with pytest.raises(StudyError):
        session.submit(RIGHT)
    assert session.question is None


def test_hints_come_in_steps_and_are_counted(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    assert [session.hint() for _ in range(3)] == ["first hint", "second hint", None]
    question = session.question
    assert question is not None
    assert question.hints_shown == ("first hint", "second hint")
    session.submit(RIGHT)
    assert machine.start().log.attempts()[0].hints == 2


def test_how_sure_one_is_is_asked_neither_in_short_sessions_nor_before_judging_oneself(
    machine_with: Callable[..., Machine],
) -> None:
    study = machine_with(attention=[fill("a-1"), open_item("o-1")]).start()
    practice = study.start_practice("attention")
    assert practice.may_ask_how_sure
    practice.submit(RIGHT)
    practice.advance()
    assert not practice.may_ask_how_sure  # of the open answer
    assert study.start_items(["a-1"], EASIER).may_ask_how_sure
    assert not study.start_placement().may_ask_how_sure
    assert not study.start_drill("fell-for-it").may_ask_how_sure


def test_giving_up_shows_the_solution_and_counts_as_not_known(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.save_draft({"x": "no idea"})
    verdict = session.give_up()
    assert (verdict.status, verdict.score) == (Status.WRONG, Fraction(0))
    assert [(part.name, part.expected) for part in verdict.parts] == [("x", "right")]
    assert session.verdict == verdict
    (attempt,) = machine.start().log.attempts()
    assert attempt.solution_seen
    assert attempt.answer == {"x": "no idea"}


def test_what_was_typed_is_kept_no_longer_once_it_is_answered(machine: Machine) -> None:
    study = machine.start()
    session = study.start_practice("attention")
    session.save_draft({"x": "ri"})
    variant = session.question.variant
    assert study.log.draft(session.id, "a-1", variant.number) is not None
    session.submit(RIGHT)
    assert study.log.draft(session.id, "a-1", variant.number) is None


def test_time_away_is_not_counted(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    machine.clock.pass_seconds(10)
    session.save_draft({"x": "ri"})
    machine.clock.pass_seconds(5)
    session.leave()
    machine.clock.pass_seconds(1000)
    session = machine.start().resume(session.id)
    machine.clock.pass_seconds(7)
    session.submit(RIGHT)
    assert machine.start().log.attempts()[0].seconds == 22


# Leaving, crashing, coming back


def test_after_a_crash_the_session_stands_where_it_was(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(RIGHT)
    session.advance()
    session.hint()
    session.save_draft({"x": "half an ans"})
    resumed = machine.start().resume(session.id)
    question = resumed.question
    assert question is not None
    assert (question.item.id, question.number, question.total) == ("a-2", 2, 3)
    assert question.draft == {"x": "half an ans"}
    assert question.hints_shown == ("first hint",)
    assert resumed.plan == session.plan


def test_after_a_crash_before_the_next_question_that_one_is_asked(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(RIGHT)
    assert item_of(machine.start().resume(session.id)) == "a-2"


@pytest.mark.parametrize("doing", ["answered", "typed", "taken back"])
def test_after_a_crash_the_session_last_used_is_offered(machine: Machine, doing: str) -> None:
    study = machine.start()
    older, newer = study.start_practice("attention"), study.start_practice("masks")
    for session in (older, newer):
        machine.clock.pass_seconds(60)
        session.submit(RIGHT)
    assert machine.start().overview().resumable.session == newer.id
    machine.clock.pass_seconds(60)
    resumed = machine.start().resume(older.id)
    if doing == "answered":
        resumed.submit(RIGHT)
    elif doing == "typed":
        resumed.save_draft({"x": "ri"})
    else:
        resumed.undo()
    assert machine.start().overview().resumable.session == older.id


def test_an_item_that_left_the_bank_is_skipped(machine_with: Callable[..., Machine]) -> None:
    machine = machine_with(attention=[fill("a-1"), fill("a-2"), fill("a-3")])
    session = machine.start().start_practice("attention")
    session.submit(RIGHT)
    machine.library = machine_with(attention=[fill("a-1"), fill("a-3")]).library
    resumed = machine.start().resume(session.id)
    assert (item_of(resumed), resumed.position, resumed.total) == ("a-3", 1, 2)


def test_two_windows_count_one_question_once(machine: Machine) -> None:
    here = machine.start().start_practice("attention")
    there = machine.start().resume(here.id)
    here.submit(RIGHT)
    with pytest.raises(StudyError, match="another window"):
        there.submit(WRONG)
    assert item_of(there) == "a-2"
    assert len(machine.start().log.attempts()) == 1


def test_an_answer_that_cannot_be_written_can_be_given_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = machine.start().start_practice("attention")

    def disk_is_full(*_: object) -> None:
        raise LogError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(Log, "append", disk_is_full)
        with pytest.raises(LogError):
            session.submit(RIGHT)
    assert session.state == "asking"
    session.submit(RIGHT)
    assert len(machine.start().log.attempts()) == 1


# Summary


def test_the_summary_tells_each_question_and_the_totals(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.hint()
    machine.clock.pass_seconds(4)
    session.submit(RIGHT)
    session.advance()
    machine.clock.pass_seconds(6)
    session.submit(TEMPTED)
    summary = session.summary()
    assert [(row.item, row.title, row.status) for row in summary.rows] == [
        ("a-1", "Title of a-1", "right"),
        ("a-2", "Title of a-2", "wrong"),
        ("a-3", "Title of a-3", None),
    ]
    assert (summary.right, summary.partly, summary.wrong) == (1, 0, 1)
    assert (summary.total, summary.seconds) == (3, 10)
    assert [(m.id, m.says, m.count) for m in summary.mistakes] == [
        ("fell-for-it", "You fell for it.", 1)
    ]
    assert summary.rows[0].hints == 1
    tomorrow = machine.start().today() + timedelta(days=1)
    assert (summary.next_due, summary.rows[2].due) == (tomorrow, None)


def test_the_summary_says_of_a_mistake_what_the_verdict_said(
    machine_with: Callable[..., Machine],
) -> None:
    tempting = [
        Tempting(answers=["512"], because="512 are the dimensions.", mistake="counts-dimensions"),
        Tempting(answers=["7"], because="And 7 is a dimension.", mistake="counts-dimensions"),
    ]
    blanks = {"x": Blank(accept=["255"], tempting=tempting)}
    session = (
        machine_with(positions=[fill("a-1", blanks=blanks)]).start().start_practice("positions")
    )
    session.submit({"x": "512"})
    assert [mistake.says for mistake in session.summary().mistakes] == ["512 are the dimensions."]
    session.undo()
    session.submit({"x": "7"})
    assert [mistake.says for mistake in session.summary().mistakes] == ["And 7 is a dimension."]


def test_the_summary_is_the_same_after_a_restart(machine: Machine) -> None:
    session = machine.start().start_practice("attention")
    session.submit(TEMPTED)
    session.advance()
    answer_all(session)
    assert machine.start().resume(session.id).summary() == session.summary()


def test_a_session_logs_nothing_but_what_happened(machine: Machine) -> None:
    study = machine.start()
    answer_all(study.start_practice("attention"))
    kinds = [type(event).__name__ for event in study.log.events()]
    assert kinds == ["SessionStarted", *["Attempted"] * 3, "SessionEnded"]
    assert all(e.app_version for e in study.log.events() if isinstance(e, Attempted))
