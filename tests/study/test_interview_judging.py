"""Open answers of an interview wait to be judged, and are looked back at."""

from fractions import Fraction

import pytest
from msgspec import structs

from quizzer.bank.schema import Blank
from quizzer.grading.verdict import Status
from quizzer.study.errors import StudyError
from quizzer.study.interview.interview import Interview
from tests.exercises.items import ATTENTION, attention
from tests.study.builders import NOON, RIGHT, TEMPTED, Machine, MachineOn, library, order_item
from tests.study.interviewing import (
    ALL_SAID,
    NO_CLIPPING,
    again,
    asked,
    begin,
    chain,
    main,
    only_open,
)


def to_the_end(machine: Machine, answer: dict[str, str], *, aloud: bool = False) -> Interview:
    interview = begin(machine, mix={"explain": 1.0})
    interview.submit(answer, aloud=aloud)
    interview.finish()
    return interview


def test_open_answers_wait_to_be_judged_even_for_days(machine_on: MachineOn) -> None:
    machine = machine_on(only_open())
    interview = to_the_end(machine, NO_CLIPPING)
    debrief = interview.debrief()
    assert debrief.to_judge == (1,)
    assert machine.start().log.attempts() == []
    machine.clock.pass_days(3)
    study = machine.start()
    interview = study.interviews.resume(interview.id)
    judging = interview.judging(1)
    assert judging.answer == NO_CLIPPING["answer"]
    assert [hint.mark for hint in judging.suggestions] == [1, 0]
    verdict = judging.judge("½ 1")
    assert verdict.score == Fraction(2, 3)  # (2 · ½ + 1 · 1) / 3
    judged = interview.debrief()
    assert (judged.seconds, judged.away) == (debrief.seconds, debrief.away)
    (entry,) = judged.entries
    assert (entry.outcome, entry.score, entry.missed) == (
        "partly",
        Fraction(2, 3),
        ("half said: Says product",),
    )
    (attempt,) = study.history.chronicle().attempts
    assert attempt.at == NOON  # when it was answered


def test_marks_that_are_not_understood_leave_the_answer_unjudged(machine_on: MachineOn) -> None:
    interview = to_the_end(machine_on(only_open()), ALL_SAID)
    assert interview.judging(1).judge("yes").status is Status.INVALID
    assert interview.debrief().to_judge == (1,)


def test_the_last_judgement_counts(machine_on: MachineOn) -> None:
    machine = machine_on(only_open())
    interview = to_the_end(machine, ALL_SAID)
    interview.judging(1).judge("0 0")
    assert interview.judging(1).points == "0 0"
    interview.judging(1).judge("1 1")
    assert interview.debrief().entries[0].score == 1
    (attempt,) = machine.start().log.attempts()
    assert (attempt.score, attempt.answer["points"]) == ("1", "1 1")


def test_a_spoken_answer_is_judged_without_a_word_written(machine_on: MachineOn) -> None:
    machine = machine_on(only_open())
    interview = to_the_end(machine, {}, aloud=True)
    judging = interview.judging(1)
    assert judging.aloud
    assert not judging.suggestions
    assert judging.judge("1 ?").status is Status.INVALID
    assert judging.judge("1 1").score == 1
    assert interview.debrief().entries[0].aloud


def test_only_open_answers_are_judged(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()))
    interview.submit(RIGHT)
    interview.finish()
    for number in (0, 1, 2, 9):
        with pytest.raises(StudyError):
            interview.judging(number)


def test_looking_back_shows_what_would_have_been_right(machine_on: MachineOn) -> None:
    interview = begin(machine_on(only_open()))
    answers = {"open": NO_CLIPPING, "a-1": TEMPTED}
    while (item := asked(interview)) is not None:
        interview.submit(answers[item])
    places = {entry.item: entry.number for entry in interview.finish().entries}
    tempted = interview.look_back(places["a-1"])
    assert tempted.verdict is not None
    assert tempted.verdict.mistakes == ("fell-for-it",)
    assert [part.expected for part in tempted.verdict.parts] == ["right"]
    assert interview.look_back(places["open"]).verdict is None  # it is not judged yet


@pytest.mark.parametrize("lines", [2, 4])
def test_a_question_whose_lines_came_or_went_since_is_not_looked_back_at(
    machine_on: MachineOn, lines: int
) -> None:
    item = order_item("o")
    machine = machine_on(library(attention=[item]))
    interview = begin(machine)
    interview.submit({"order": "B A C"})
    interview.finish()
    assert interview.look_back(1).verdict is not None
    edited = structs.replace(item, sequence=[*item.sequence, "a new one"][:lines])
    machine.library = library(attention=[edited])
    with pytest.raises(StudyError, match="has been edited since"):
        again(machine, interview).look_back(1)


def test_a_computation_whose_given_values_have_other_names_since_is_not_looked_back_at(
    machine_on: MachineOn,
) -> None:
    item = attention(id="c")
    machine = machine_on(library(attention=[item]))
    interview = begin(machine, mix={"compute": 1.0})
    interview.submit({"scores": "[[1, 2, 3], [4, 5, 6]]"})
    interview.finish()
    assert interview.look_back(1).verdict is not None
    renamed = attention(
        id="c",
        given={"H": {"shape": [2, 4]}, "K": {"shape": [3, 4]}, "V": {"shape": [3, 2]}},
        steps=ATTENTION["steps"]
        | {"scores": {"of": "attention.scaled_dot_product_scores", "with": ["H", "K"]}},
    )
    machine.library = library(attention=[renamed])
    with pytest.raises(StudyError, match="has been edited since"):
        again(machine, interview).look_back(1)


def test_a_verdict_that_is_another_one_since_the_question_was_edited_says_what_it_was(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(library(attention=[main("m")]))
    interview = begin(machine)
    interview.submit(RIGHT)
    interview.finish()
    assert interview.look_back(1).then is None
    blanks = {"x": Blank(accept=["another"])}
    machine.library = library(attention=[main("m", blanks=blanks)])
    past = again(machine, interview).look_back(1)
    assert past.verdict is not None
    assert (past.verdict.status, past.then) == (Status.WRONG, "right")
