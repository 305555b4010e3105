"""An interview from its first question to its debrief: follow-ups, clock, kills, judgements."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from quizzer.bank.library import Library
from quizzer.grading.verdict import Status
from quizzer.progress.events import Attempted, SessionEnded
from quizzer.study.errors import StudyError
from quizzer.study.interview.flavours import Flavour
from quizzer.study.interview.interview import Interview
from tests.study.builders import DAY, EMPTY, NOON, RIGHT, TEMPTED, WRONG, Machine, fill, library
from tests.study.interviewing import (
    ALL_SAID,
    NO_CLIPPING,
    again,
    answer_all,
    answer_rightly,
    asked,
    begin,
    blueprint,
    chain,
    due_in,
    explain,
    later,
    main,
    two_topics,
)

MachineOn = Callable[[Library], Machine]


def walked(interview: Interview) -> list[tuple[str, int]]:
    return [(turn.item, turn.depth) for turn in interview.turns if turn.given]


# Follow-ups


def test_right_answers_lead_five_deep_and_no_deeper(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()), minutes=60)
    answer_all(interview)
    assert walked(interview)[:6] == [
        ("what", 0),
        ("why", 1),
        ("derive", 2),
        ("change", 3),
        ("cost", 4),
        ("deeper", 5),
    ]
    assert [depth for _, depth in walked(interview)[6:]] == [0, 0, 0]


@pytest.mark.parametrize(
    ("answer", "next_item", "because"),
    [
        (RIGHT, "why", "Your answer was good, so the next step was asked."),
        (TEMPTED, "trap", "Your answer showed a mistake: You fell for it."),
        (WRONG, "ground", "Your answer was not right, so its ground was tested."),
    ],
)
def test_the_next_question_goes_after_what_the_answer_showed(
    machine_on: MachineOn, answer: dict[str, str], next_item: str, because: str
) -> None:
    interview = begin(machine_on(chain()))
    interview.submit(answer)
    assert asked(interview) == next_item
    assert interview.finish().entries[1].because == because


def test_a_mistake_without_a_follow_up_leads_to_where_it_shows_again(
    machine_on: MachineOn,
) -> None:
    banks = library(
        attention=[fill("what"), fill("long", level="mid", minutes=3), fill("near", level="mid")],
        masks=[fill("far", level="mid", minutes=1)],
    )
    interview = begin(machine_on(banks), topics=("attention",))
    interview.submit(TEMPTED)
    assert asked(interview) == "near"
    assert interview.finish().entries[1].because == "Your answer showed a mistake: You fell for it."


def test_passing_over_is_a_wrong_answer_without_a_mistake(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()))
    interview.pass_over()
    assert asked(interview) == "ground"
    (what, _) = interview.finish().entries
    assert (what.outcome, what.score) == ("passed-over", Fraction(0))
    assert what.answer == {}


def gap() -> Library:
    links = (("missed-2", "clipping"), ("right", "onward"), ("wrong", "back"))
    return library(
        attention=[explain("open", *links), later("clipping"), later("onward"), later("back")]
    )


@pytest.mark.parametrize(
    ("answer", "next_item"),
    [
        (NO_CLIPPING, "clipping"),
        (ALL_SAID, "onward"),
        ({"answer": "clip, clip, clip"}, "back"),
    ],
)
def test_an_open_answer_is_followed_where_its_words_leave_a_gap(
    machine_on: MachineOn, answer: dict[str, str], next_item: str
) -> None:
    interview = begin(machine_on(gap()))
    interview.submit(answer)
    assert asked(interview) == next_item


@pytest.mark.parametrize(
    ("confidence", "next_item"), [(3, "onward"), (None, "onward"), (1, "back")]
)
def test_a_spoken_answer_is_followed_by_how_sure_the_learner_was(
    machine_on: MachineOn, confidence: int | None, next_item: str
) -> None:
    interview = begin(machine_on(gap()))
    interview.submit({}, aloud=True, confidence=confidence)
    assert asked(interview) == next_item


def test_without_a_listed_follow_up_a_later_stage_of_the_same_point_is_asked(
    machine_on: MachineOn,
) -> None:
    banks = library(
        attention=[
            main("what", covers=["scale"]),
            later("cost", covers=["scale"], tags=["counting"]),
            later("why", covers=["scale"], title="Why it is scaled"),
            later("other", covers=["masks"], title="Why it is masked"),
        ]
    )
    interview = begin(machine_on(banks))
    answer_all(interview)
    assert walked(interview)[:3] == [("what", 0), ("why", 1), ("cost", 2)]


def test_where_a_follow_up_is_listed_none_is_found_in_its_place(machine_on: MachineOn) -> None:
    """A question that only looks like a step further asks the same again."""
    banks = library(
        attention=[
            main("what", ("right", "long"), covers=["scale"]),
            later("long", minutes=30),
            later("why", covers=["scale"], title="Why it is scaled"),
        ]
    )
    interview = begin(machine_on(banks))
    answer_rightly(interview)
    assert (asked(interview), interview.turns[-1].depth) == ("why", 0)


def test_what_always_follows_waits_for_an_answer_where_it_is_harder(machine_on: MachineOn) -> None:
    harder = library(attention=[main("what", ("always", "derive")), later("derive"), main("else")])
    interview = begin(machine_on(harder))
    interview.submit(WRONG)
    assert asked(interview) == "derive"
    interview = begin(machine_on(harder))
    interview.pass_over()
    assert asked(interview) == "else"


def test_what_always_follows_comes_after_i_dont_know_where_it_is_not_harder(
    machine_on: MachineOn,
) -> None:
    banks = library(attention=[main("what", ("always", "ground")), main("ground")])
    interview = begin(machine_on(banks))
    interview.pass_over()
    assert (asked(interview), interview.turns[1].depth) == ("ground", 1)


def test_a_step_further_is_not_an_easier_question(machine_on: MachineOn) -> None:
    banks = library(
        attention=[
            main("what", covers=["scale"], difficulty=3),
            later("basics", covers=["scale"], title="Why it is scaled", difficulty=2),
            later("why", covers=["scale"], title="Why by the root", difficulty=4),
        ]
    )
    interview = begin(machine_on(banks))
    answer_rightly(interview)
    assert asked(interview) == "why"


def test_a_step_further_is_of_a_flavour_in_the_mix_and_a_mistake_is_met_by_any(
    machine_on: MachineOn,
) -> None:
    banks = library(
        attention=[
            main("what", ("right", "said"), ("right", "why"), ("fell-for-it", "said")),
            explain("said"),
            later("why"),
        ]
    )
    short_questions: dict[Flavour, float] = {"concept": 1.0}
    interview = begin(machine_on(banks), mix=short_questions)
    answer_rightly(interview)
    assert asked(interview) == "why"
    interview = begin(machine_on(banks), mix=short_questions)
    interview.submit(TEMPTED)
    assert asked(interview) == "said"


def test_from_the_second_follow_up_on_a_step_further_keeps_to_the_shares_of_the_mix(
    machine_on: MachineOn,
) -> None:
    banks = library(
        attention=[
            main("what", ("right", "said")),
            explain("said", ("right", "more-said"), ("always", "number")),
            explain("more-said"),
            later("number"),
        ]
    )
    interview = begin(machine_on(banks), mix={"concept": 0.7, "explain": 0.3})
    answer_rightly(interview)
    assert asked(interview) == "said"  # half of the minutes, as the mix cannot be kept with two
    answer_rightly(interview)
    assert asked(interview) == "number"


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_after_a_good_answer_a_harder_question_comes_before_an_easy_one_of_a_new_topic(
    machine_on: MachineOn, seed: int
) -> None:
    banks = library(
        attention=[main("first"), later("harder", difficulty=2)],
        masks=[later("easy", difficulty=1)],
    )
    interview = begin(machine_on(banks), seed=seed)
    answer_rightly(interview)
    assert asked(interview) == "harder"


def test_a_follow_up_comes_right_behind_its_answer(machine_on: MachineOn) -> None:
    banks = library(
        attention=[main("a-1", ("right", "a-2")), later("a-2")],
        masks=[main("m-1", ("right", "m-2")), later("m-2")],
    )
    interview = begin(machine_on(banks), minutes=20)
    answer_all(interview)
    items = [item for item, _ in walked(interview)]
    assert items in (["a-1", "a-2", "m-1", "m-2"], ["m-1", "m-2", "a-1", "a-2"])


def test_a_follow_up_is_never_asked_twice(machine_on: MachineOn) -> None:
    banks = library(
        attention=[main("a-1", ("right", "next")), main("a-2", ("right", "next")), later("next")]
    )
    interview = begin(machine_on(banks), minutes=30)
    answer_all(interview)
    assert sorted(item for item, _ in walked(interview)) == ["a-1", "a-2", "next"]


def test_a_follow_up_is_one_level_above_the_interview_at_most(machine_on: MachineOn) -> None:
    hard = fill("hard", level="senior")
    banks = library(
        attention=[main("a-1", ("right", "hard"), ("always", "next")), later("next"), hard]
    )
    interview = begin(machine_on(banks), minutes=30)
    answer_all(interview)
    assert walked(interview) == [("a-1", 0), ("next", 1)]


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
    assert interview.time.elapsed == 60
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
    interview.submit(RIGHT)
    machine.clock.pass_seconds(900)
    interview.advance()
    assert interview.state == "finished"
    assert interview.debrief().seconds == 60


# The clock


def test_the_clock_goes_by_the_wall_while_the_terminal_is_suspended(machine_on: MachineOn) -> None:
    machine = machine_on(chain())
    interview = begin(machine)
    machine.clock.ms += 240_000  # asleep: what counts seconds for the program stood still
    assert (interview.time.elapsed, interview.time.remaining) == (240, 360)
    machine.clock.ms += 400_000
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


# Judging open answers


def only_open() -> Library:
    return library(attention=[explain("open"), main("a-1")])


def to_the_end(machine: Machine, answer: dict[str, str], *, aloud: bool = False) -> Interview:
    interview = begin(machine, mix={"explain": 1.0})
    interview.submit(answer, aloud=aloud)
    interview.finish()
    return interview


def test_an_interview_of_another_window_is_listed_here(machine_on: MachineOn) -> None:
    machine = machine_on(only_open())
    here = machine.start()
    assert here.interviews.cards() == ()
    there = begin(machine, mix={"explain": 1.0})
    assert [card.session for card in here.interviews.cards()] == [there.id]


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
        ("Says product",),
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


def test_looking_back_shows_what_would_have_been_right(machine_on: MachineOn) -> None:
    interview = begin(machine_on(only_open()))
    answers = {"open": NO_CLIPPING, "a-1": TEMPTED}
    while (item := asked(interview)) is not None:
        interview.submit(answers[item])
    places = {entry.item: entry.number for entry in interview.finish().entries}
    tempted = interview.look_back(places["a-1"])
    assert tempted.verdict is not None
    assert (tempted.verdict.mistakes, tempted.right_answer) == (("fell-for-it",), {"x": "right"})
    unjudged = interview.look_back(places["open"])
    assert (unjudged.verdict, unjudged.right_answer) == (None, {"answer": "A strong answer."})
