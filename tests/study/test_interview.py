"""An interview from its first question to its debrief: what is told when, clock, kills, the log."""

from fractions import Fraction

import pytest

from quizzer.grading.verdict import Status
from quizzer.progress.events import Attempted, LogEvent, SessionEnded
from quizzer.progress.failures import LogError
from quizzer.study.errors import StudyError
from tests.study.builders import DAY, EMPTY, RIGHT, WRONG, MachineOn, library
from tests.study.interviewing import (
    ALL_SAID,
    again,
    answer_all,
    answer_rightly,
    asked,
    begin,
    blueprint,
    chain,
    due_in,
    gap,
    main,
    only_open,
    two_topics,
    walked,
)

# Nothing is told before the end


def test_no_verdict_and_no_debrief_before_the_end(machine_on: MachineOn) -> None:
    interview = begin(machine_on(gap()))
    assert interview.submit(ALL_SAID) is None
    assert interview.verdict is None
    for early in (interview.debrief, lambda: interview.judging(1), lambda: interview.look_back(1)):
        with pytest.raises(StudyError):
            early()


def test_what_was_not_understood_costs_nothing(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()))
    verdict = interview.submit(EMPTY)
    assert verdict is not None
    assert verdict.status is Status.INVALID
    assert (interview.state, asked(interview)) == ("asking", "what")
    assert walked(interview) == []


def test_with_answers_after_each_the_clock_waits_while_one_is_read(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine, answers_after_each=True)
    machine.clock.pass_seconds(60)
    verdict = interview.submit(RIGHT)
    assert verdict is not None
    assert (verdict.status, interview.state) == (Status.RIGHT, "answered")
    assert (asked(interview), interview.time.elapsed) == ("what", 60)
    machine.clock.pass_seconds(500)
    assert (interview.time.elapsed, interview.time.question) == (60, 60)
    interview.advance()
    machine.clock.pass_seconds(30)
    assert (asked(interview), interview.time.elapsed, interview.time.question) == ("why", 90, 30)


def test_with_answers_after_each_an_open_answer_is_judged_at_once_or_later(
    machine_on: MachineOn,
) -> None:
    interview = begin(machine_on(gap()), answers_after_each=True)
    assert interview.submit(ALL_SAID) is None
    assert (interview.state, interview.verdict) == ("answered", None)
    interview.judging(1).judge("1 0")
    assert interview.verdict is not None
    assert interview.verdict.score == Fraction(2, 3)
    interview.advance()
    assert interview.finish().entries[0].score == Fraction(2, 3)


def test_reading_the_last_answer_takes_no_time(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[main("only")]))
    interview = begin(machine, answers_after_each=True)
    machine.clock.pass_seconds(60)
    budget = interview.time.question_total
    interview.submit(RIGHT)
    machine.clock.pass_seconds(900)
    assert (interview.time.question, interview.time.question_total) == (60, budget)
    interview.advance()
    assert interview.state == "finished"
    assert interview.debrief().seconds == 60


# The clock


def test_the_clock_goes_by_the_wall_while_the_terminal_is_suspended(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.pass_seconds(240)
    assert (interview.time.elapsed, interview.time.remaining) == (240, 360)
    machine.clock.pass_seconds(400)
    assert (interview.time.remaining, interview.time.overtime) == (0, 40)


def test_overtime_is_marked_not_lost_and_brings_no_follow_ups(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    interview.submit(RIGHT)
    machine.clock.pass_seconds(601)
    interview.submit(RIGHT)
    assert interview.state == "finished"
    debrief = interview.debrief()
    assert [(e.item, e.outcome, e.overtime) for e in debrief.entries] == [
        ("what", "right", False),
        ("why", "right", True),
    ]
    assert debrief.overtime == 1


def test_it_does_not_end_by_itself(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.pass_seconds(3600)
    assert again(machine, interview).state == "asking"


def test_the_clock_stands_still_while_the_learner_is_away(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.pass_seconds(100)
    interview.leave()
    machine.clock.pass_days(2)
    interview = again(machine, interview)
    machine.clock.pass_seconds(20)
    assert (interview.time.elapsed, interview.time.question) == (120, 120)
    interview.submit(RIGHT)
    debrief = interview.finish()
    assert (debrief.seconds, debrief.away) == (120, 2 * DAY / 1000)
    assert debrief.entries[0].seconds == 120


def test_after_a_kill_it_goes_on_from_the_last_draft(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.pass_seconds(50)
    interview.submit(RIGHT)
    interview.hint()
    machine.clock.pass_seconds(70)
    interview.save_draft({"x": "rig"})
    machine.clock.pass_days(1)
    interview = again(machine, interview)
    question = interview.question
    assert question is not None
    assert (question.item.id, question.depth, question.number) == ("why", 1, 2)
    assert (question.draft, question.hints_shown) == ({"x": "rig"}, ("first hint",))
    assert (interview.time.elapsed, interview.time.question) == (120, 70)


def test_a_clock_that_is_set_back_does_no_harm(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.ms -= DAY
    interview = again(machine, interview)
    assert interview.time.elapsed == 0
    answer_all(interview)
    assert {entry.seconds for entry in interview.debrief().entries} == {0}


def test_time_is_counted_question_by_question(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    for seconds in (30, 75.5):
        machine.clock.pass_seconds(seconds)
        interview.submit(RIGHT)
    entries = interview.finish().entries
    assert [(entry.seconds, entry.budget) for entry in entries[:2]] == [(30, 120), (75.5, 120)]


# Ending, leaving, and other windows


def test_ending_early_keeps_what_was_typed(machine_on: MachineOn) -> None:
    interview = begin(machine_on(two_topics()))
    answer_rightly(interview)
    interview.save_draft({"x": "half a thou"})
    debrief = interview.finish()
    assert [entry.outcome for entry in debrief.entries][1:] == ["not-reached", "not-reached"]
    assert debrief.entries[1].answer == {"x": "half a thou"}
    with pytest.raises(StudyError):
        interview.submit(RIGHT)


def test_the_end_comes_with_the_last_answer(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[main("only")]))
    interview = begin(machine)
    answer_rightly(interview)
    assert interview.state == "finished"
    last = machine.start().log.events()[-1]
    assert isinstance(last, SessionEnded)
    assert last.finished


def test_a_window_can_be_left_where_another_one_broke_off_after_the_last_answer(
    machine_on: MachineOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = machine_on(library(attention=[main("only")]))
    study = machine.start()
    first = study.interviews.start(blueprint())
    second = again(machine, first)
    append = study.log.append

    def break_off(*events: LogEvent) -> None:
        if any(isinstance(event, SessionEnded) for event in events):
            raise LogError("The disk is full.")
        append(*events)

    monkeypatch.setattr(study.log, "append", break_off)
    with pytest.raises(LogError):
        first.submit(RIGHT)
    with pytest.raises(StudyError, match="another window"):
        second.submit(RIGHT)
    second.leave()
    assert again(machine, second).state == "finished"


def test_a_second_window_cannot_answer_a_question_twice(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    first = begin(machine)
    second = again(machine, first)
    first.submit(RIGHT)
    with pytest.raises(StudyError, match="another window"):
        second.submit(WRONG)
    assert asked(second) == "why"


def test_interviews_and_other_sessions_leave_each_other_alone(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    study = machine.start()
    interview = study.interviews.start(blueprint())
    answer_rightly(interview)
    with pytest.raises(StudyError, match="no session"):
        study.resume(interview.id)
    assert study.undo_last() is None
    assert study.overview().resumable is None
    study.start_practice("masks").submit(RIGHT)
    card = study.interviews.open
    assert card is not None
    assert (card.session, card.answered, card.to_come) == (interview.id, 1, 2)


def test_a_new_interview_ends_the_one_before_and_keeps_its_debrief(machine_on: MachineOn) -> None:
    study = machine_on(two_topics()).start()
    first = study.interviews.start(blueprint())
    answer_rightly(first)
    second = study.interviews.start(blueprint(seed=2))
    assert [(card.session, card.open) for card in study.interviews.cards()] == [
        (second.id, True),
        (first.id, False),
    ]
    assert study.interviews.debrief(first.id).entries[0].outcome != "not-reached"


def test_an_interview_of_another_window_is_listed_here(machine_on: MachineOn) -> None:
    machine = machine_on(only_open())
    here = machine.start()
    assert here.interviews.cards() == ()
    there = begin(machine, mix={"explain": 1.0})
    assert [card.session for card in here.interviews.cards()] == [there.id]


# What is left in the log


def test_what_was_missed_comes_back_for_review(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    study = machine.start()
    interview = study.interviews.start(blueprint())
    interview.submit(WRONG)
    interview.submit(RIGHT)
    assert due_in(study, "what") == 1
    assert due_in(study, "ground") > 1


def test_an_interview_counts_for_the_schedule_even_before_an_item_is_due(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(chain())
    study = machine.start()
    study.start_items(["what"]).submit(RIGHT)
    assert due_in(study, "what") > 1
    machine.clock.pass_days(1)
    study.interviews.start(blueprint()).submit(WRONG)
    assert due_in(study, "what") == 1


def test_hints_and_confidence_are_recorded(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    assert interview.hint() == "first hint"
    interview.submit(RIGHT, confidence=2)
    entry = interview.finish().entries[0]
    assert (entry.hints, entry.confidence) == (1, 2)
    (attempt,) = machine.start().log.attempts()
    assert isinstance(attempt, Attempted)
    assert (attempt.hints, attempt.confidence) == (1, 2)
