"""An interview goes on until its clock is over, for the fast, the slow and the silent."""

from typing import Any

import msgspec
import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import FillItem, Item
from quizzer.grading.verdict import Verdict
from quizzer.progress.events import LogEvent, PlanGrew, Planned, SessionEnded
from quizzer.study import engine
from quizzer.study.event_maker import EventMaker
from quizzer.study.interview.blueprint import as_data
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.scorecard import score_card
from quizzer.study.interview.words import time_sentences
from tests.progress.builders import attempted, session_started, variant
from tests.study.builders import NOON, Machine, MachineOn, fill, library
from tests.study.interviewing import (
    again,
    answer_rightly,
    asked,
    begin,
    blueprint,
    chain,
    later,
    main,
    take,
    two_topics,
)


def take_all(machine: Machine, interview: Interview, share: float) -> None:
    """Answer all rightly, each after this share of its budget."""
    while (question := interview.question) is not None:
        machine.clock.pass_seconds(question.minutes * share * 60)
        answer_rightly(interview)


def depths(interview: Interview) -> list[int]:
    return [turn.depth for turn in interview.turns if turn.given]


def outcomes(interview: Interview) -> dict[str, str]:
    return {entry.item: entry.outcome for entry in interview.debrief().entries}


def how_it_ended(interview: Interview) -> tuple[str, float]:
    """Why, and how many minutes were left."""
    debrief = interview.debrief()
    return debrief.ended, debrief.blueprint.minutes - debrief.seconds / 60


# The fast


def test_who_takes_the_time_given_is_asked_until_it_is_over(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[main(f"a-{n}") for n in range(9)]))
    interview = begin(machine)
    planned = len(interview.turns)
    take_all(machine, interview, 1.0)
    assert planned == 3  # of 2 minutes each, in 65 % of 10 minutes
    assert len(interview.turns) == 5
    assert how_it_ended(interview) == ("time", 0)
    assert interview.debrief().entries[-1].because == "There was time left."


def test_who_takes_half_of_it_is_asked_twice_as_much(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[main(f"a-{n}") for n in range(20)]))
    interview = begin(machine)
    take_all(machine, interview, 0.5)
    # After the ninth there is one minute left: too little for another.
    assert len(interview.turns) == 9
    assert how_it_ended(interview) == ("time", 1)


def test_it_ends_before_its_time_when_nothing_is_left_to_ask(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    take_all(machine, interview, 0.25)
    assert sorted(turn.item for turn in interview.turns) == sorted(two_topics().items)
    ended, left = how_it_ended(interview)
    assert ended == "no-question"
    assert left > 5


def long_chains() -> Library:
    """Two topics with a chain each that is five deep, each question 4 minutes long."""

    def links(topic: str) -> list[FillItem]:
        names = [f"{topic}-{n}" for n in range(6)]
        first = main(names[0], ("right", names[1]), minutes=4)
        pairs = zip(names[1:], [*names[2:], ""], strict=True)
        return [first, *(later(n, *([("right", to)] if to else []), minutes=4) for n, to in pairs)]

    return library(attention=links("a"), masks=links("m"))


def test_a_chain_leaves_half_of_the_time_to_later_ones_and_the_last_takes_the_rest(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(long_chains())
    interview = begin(machine, minutes=32)
    take_all(machine, interview, 1.0)
    # After the first, 24 of 28 minutes are for follow-ups: 12 of them for its chain.
    assert depths(interview) == [0, 1, 2, 3, 0, 1, 2, 3]


def test_who_is_fast_is_asked_deeper(machine_on: MachineOn) -> None:
    machine = machine_on(long_chains())
    interview = begin(machine, minutes=32)
    take_all(machine, interview, 0.25)
    assert depths(interview) == [0, 1, 2, 3, 4, 5] * 2


def stairs() -> Library:
    """One short question to begin with, and others of each difficulty."""
    first = [main("first", difficulty=2, minutes=3)]
    return library(
        attention=[*first, *(main(f"d-{n}", difficulty=n, minutes=7) for n in range(1, 6))]
    )


@pytest.mark.parametrize(
    ("right", "difficulties"), [(True, [2, 3, 4, 5]), (False, [2, 1, 2, 3])], ids=["up", "down"]
)
def test_difficulty_rises_after_good_answers_and_falls_after_others(
    machine_on: MachineOn, right: bool, difficulties: list[int]
) -> None:
    machine = machine_on(stairs())
    interview = begin(machine, minutes=10)
    take(machine, interview, *[0.1] * 4, right=right)
    met = [machine.library.items[turn.item].difficulty for turn in interview.turns[:4]]
    assert met == difficulties


@pytest.mark.parametrize(("right", "next_item"), [(True, "above"), (False, None)])
def test_only_after_a_good_answer_a_further_question_lies_above_the_level(
    machine_on: MachineOn, right: bool, next_item: str | None
) -> None:
    machine = machine_on(
        library(attention=[main("own"), fill("above", level="mid"), fill("far", level="senior")])
    )
    interview = begin(machine)
    take(machine, interview, 1, right=right)
    assert asked(interview) == next_item


def test_further_questions_are_spread_over_topics_and_flavours(machine_on: MachineOn) -> None:
    def of(topic: str) -> list[Item]:
        return [
            *(main(f"{topic}-concept-{n}") for n in range(4)),
            *(main(f"{topic}-shape-{n}", tags=["shapes"]) for n in range(4)),
        ]

    machine = machine_on(library(attention=of("a"), masks=of("m")))
    interview = begin(machine, mix={"concept": 0.5, "shape": 0.5})
    take(machine, interview, *[0.5] * 8)
    kinds = sorted(turn.item.rpartition("-")[0] for turn in interview.turns[:8])
    assert kinds == sorted(["a-concept", "a-shape", "m-concept", "m-shape"] * 2)


# The slow


def mixed_lengths() -> Library:
    """What a plan for 20 minutes holds is 6, 4 and 3 minutes long; one more takes 2."""
    return library(
        attention=[
            main("six", difficulty=1, minutes=6),
            main("four", difficulty=2, minutes=4),
            main("three", difficulty=3, minutes=3),
            main("two", difficulty=3, minutes=2),
        ]
    )


def test_what_no_longer_fits_is_dropped_for_what_does(machine_on: MachineOn) -> None:
    machine = machine_on(mixed_lengths())
    interview = begin(machine, minutes=20)
    assert [turn.item for turn in interview.turns] == ["six", "four", "three"]
    take(machine, interview, 16.5)
    assert asked(interview) == "three"  # 3:30 are left
    take(machine, interview, 1)
    assert asked(interview) == "two"  # 2:30
    take(machine, interview, 1)
    assert how_it_ended(interview) == ("time", 1.5)
    assert list(outcomes(interview).items()) == [
        ("six", "right"),
        ("three", "right"),
        ("two", "right"),
        ("four", "not-reached"),
    ]


def test_what_is_planned_comes_before_follow_ups_when_time_is_short(machine_on: MachineOn) -> None:
    banks = library(
        attention=[main("a-1", ("right", "a-2")), later("a-2")],
        masks=[main("m-1", ("right", "m-2")), later("m-2")],
    )
    machine = machine_on(banks)
    interview = begin(machine)
    second = interview.turns[1].item
    take(machine, interview, 6.5)
    assert asked(interview) == second  # 3:30 are left: not enough for both
    take(machine, interview, 1)
    assert asked(interview) == second.replace("1", "2")


@pytest.mark.parametrize(("minutes", "goes_on"), [(8, True), (8.01, False)])
def test_with_less_than_two_minutes_left_nothing_is_begun(
    machine_on: MachineOn, minutes: float, goes_on: bool
) -> None:
    machine = machine_on(library(attention=[main(f"a-{n}", minutes=1) for n in range(9)]))
    interview = begin(machine)
    take(machine, interview, minutes)
    assert (interview.state == "asking") is goes_on


def test_the_question_at_hand_is_finished_in_overtime_and_the_rest_is_not_reached(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(11 * 60)
    answer_rightly(interview)
    assert interview.state == "finished"
    debrief = interview.debrief()
    assert [(entry.outcome, entry.overtime) for entry in debrief.entries[1:]] == [
        ("not-reached", False)
    ] * 2
    assert debrief.entries[0].overtime
    assert (debrief.ended, debrief.overtime) == ("time", 60)


def test_time_away_is_not_taken_from_it(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[main(f"a-{n}") for n in range(9)]))
    interview = begin(machine)
    interview.leave()
    machine.clock.pass_days(1)
    interview = again(machine, interview)
    take_all(machine, interview, 1.0)
    assert (len(interview.turns), how_it_ended(interview)) == (5, ("time", 0))


# The silent


def many() -> Library:
    return library(attention=[main(f"a-{n}") for n in range(9)])


def test_after_three_passed_over_in_a_row_only_what_is_planned_is_asked(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(many())
    interview = begin(machine)
    for _ in range(3):
        interview.pass_over()
    assert interview.state == "finished"
    assert how_it_ended(interview) == ("passed-over", 10)


def test_one_answer_between_makes_it_go_on(machine_on: MachineOn) -> None:
    machine = machine_on(many())
    interview = begin(machine)
    interview.pass_over()
    interview.pass_over()
    take(machine, interview, 1, right=False)
    interview.pass_over()
    interview.pass_over()
    assert interview.state == "asking"
    interview.pass_over()
    assert how_it_ended(interview) == ("passed-over", 9)


def test_what_was_passed_over_once_is_still_followed_up(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()))
    interview.pass_over()
    assert asked(interview) == "ground"


# How it ends, and what the log tells


def test_the_learner_may_end_it(machine_on: MachineOn) -> None:
    machine = machine_on(many())
    interview = begin(machine)
    take(machine, interview, 1)
    interview.finish()
    assert how_it_ended(interview) == ("learner", 9)


def test_with_answers_after_each_it_ends_by_the_clock_as_well(machine_on: MachineOn) -> None:
    machine = machine_on(many())
    interview = begin(machine, answers_after_each=True)
    take(machine, interview, 8.5)
    machine.clock.pass_seconds(300)  # reading
    interview.advance()
    assert (interview.state, how_it_ended(interview)) == ("finished", ("time", 1.5))


def test_a_question_tells_what_is_to_come(machine_on: MachineOn) -> None:
    machine = machine_on(many())
    interview = begin(machine)
    told = []
    for _ in range(4):
        question = interview.question
        assert question is not None
        told.append((question.number, question.to_come))
        take(machine, interview, 1)
    assert told == [(1, 2), (2, 1), (3, 0), (4, 0)]


def places(events: list[LogEvent]) -> list[str]:
    return [event.item for event in events if isinstance(event, PlanGrew)]


def test_each_addition_is_in_the_log_with_the_answer(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    take(machine, interview, 1)
    assert places(machine.start().log.events()) == ["why"] == [asked(interview)]


def test_killed_at_each_question_it_is_the_same_interview(machine_on: MachineOn) -> None:
    taken = []
    for killed in (False, True):
        machine = machine_on(long_chains())
        interview = begin(machine, minutes=40)
        while (question := interview.question) is not None:
            if killed:
                interview = again(machine, interview)
            take(machine, interview, question.minutes / 2, right=question.number % 3 > 0)
        taken.append((interview.turns, interview.debrief().ended))
    (plain, why), (resumed, as_before) = taken
    assert why == as_before
    assert [turn.place for turn in plain] == [turn.place for turn in resumed]


def test_an_interview_of_before_is_told_as_it_was(machine_on: MachineOn) -> None:
    """It ended when its budgets were used up, however early, and its log does not say why."""
    machine = machine_on(many())
    study = machine.start()
    log = study.log
    plan = [Planned(item=f"a-{n}", variant=n) for n in range(3)]
    started = session_started(
        log, mode="interview", topic=None, plan=plan, blueprint=as_data(blueprint())
    )
    log.append(started)
    for number in range(5):  # a minute each
        answer = attempted(
            log,
            session=started.id,
            item=f"a-{number}",
            variant=variant(number),
            at=NOON + (number + 1) * 60_000,
            seconds=60.0,
        )
        added = Planned(item=f"a-{number + 1}", variant=number + 1)
        grew = EventMaker(log, machine.clock).grew(started.id, added, answer.id, "time")
        log.append(answer, *([grew] if 2 <= number < 4 else []))
    old = {"event": "session-ended", "id": log.new_id(), "device": "d", "at": NOON + 300_000}
    log.append(msgspec.convert(old | {"session": started.id, "finished": True}, SessionEnded))
    debrief = study.interviews.debrief(started.id)
    assert [(e.item, e.outcome) for e in debrief.entries] == [(f"a-{n}", "right") for n in range(5)]
    assert (debrief.seconds, debrief.ended) == (300, "")
    assert list(time_sentences(score_card(debrief, machine.library).time, debrief.away)) == [
        "5:00 of 10:00 used."
    ]


# The machine that sleeps


def test_the_clock_stands_still_while_the_machine_sleeps(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(20)
    machine.clock.sleep(3600)
    machine.clock.pass_seconds(5)
    assert interview.slept == 3600
    assert interview.time.elapsed == interview.time.question == 25
    answer_rightly(interview)
    assert interview.slept == 0
    assert interview.time.elapsed == 25
    assert interview.turns[0].given is not None
    assert interview.turns[0].given.seconds == 25


@pytest.mark.parametrize("keeps", ["draft", "hint", "leave", "pass", "finish"])
def test_that_it_slept_is_kept_with_the_next_sign_of_life(
    machine_on: MachineOn, keeps: str
) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(20)
    machine.clock.sleep(600)
    {
        "draft": lambda: interview.save_draft({"x": "1"}),
        "hint": interview.hint,
        "leave": interview.leave,
        "pass": interview.pass_over,
        "finish": interview.finish,
    }[keeps]()
    if keeps == "finish":
        assert interview.debrief().seconds == 20
        return
    assert again(machine, interview).time.elapsed == 20


def test_a_clock_that_is_set_is_no_sleep(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.sleep(20)
    assert (interview.slept, interview.time.elapsed) == (0, 20)


def test_two_windows_tell_of_one_sleep(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(20)
    interview.save_draft({"x": "1"})
    other = again(machine, interview)
    machine.clock.seconds = 120.0  # on the same machine: it was not started anew
    machine.clock.sleep(600)
    interview.save_draft({"x": "1"})
    machine.clock.pass_seconds(5)
    other.save_draft({"x": "1"})
    assert 20 <= again(machine, interview).time.elapsed <= 25  # not 600 seconds less


def test_with_answers_after_each_what_is_slept_before_an_answer_is_left_counts_once(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine, answers_after_each=True)
    machine.clock.pass_seconds(20)
    answer_rightly(interview)
    machine.clock.sleep(600)
    machine.clock.pass_seconds(5)
    assert interview.slept == 0
    interview.advance()
    machine.clock.pass_seconds(10)
    assert interview.time.elapsed == 30


def test_what_is_slept_while_an_answer_is_graded_is_no_time_of_its(
    machine_on: MachineOn, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(20)
    grade = engine.grade

    def grade_slowly(*args: Any) -> Verdict:
        machine.clock.sleep(3600)
        return grade(*args)

    monkeypatch.setattr(engine, "grade", grade_slowly)
    answer_rightly(interview)
    assert interview.turns[0].given is not None
    assert interview.turns[0].given.seconds == 20
    assert (interview.state, interview.time.elapsed, interview.time.question) == ("asking", 20, 0)


def test_a_clock_that_is_set_right_takes_back_nothing_of_what_was_used(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(two_topics())
    interview = begin(machine)
    machine.clock.pass_seconds(20)
    answer_rightly(interview)
    machine.clock.sleep(-3600)
    interview = again(machine, interview)
    machine.clock.sleep(3600)
    machine.clock.pass_seconds(5)
    answer_rightly(interview)
    assert interview.time.elapsed >= 20
