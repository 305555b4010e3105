"""The score card against cards worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from quizzer.bank.library import Library
from quizzer.bank.schema import CodeMistake
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.interview.debrief import Debrief, Entry
from quizzer.study.interview.scorecard import (
    DimensionScore,
    ScoreCard,
    TimeUse,
    band_of,
    score_card,
)
from quizzer.study.interview.words import ending, evidence, how_little, time_sentences
from quizzer.study.mistakes import MistakeMade
from tests.study.builders import NOON, code_item, fill, library, taught
from tests.study.interviewing import blueprint

HALF = Fraction(1, 2)


def entry(number: int, score: Fraction | int | None, **changes: Any) -> Entry:
    fields: dict[str, Any] = {
        "number": number,
        "item": f"i-{number}",
        "variant": 0,
        "topic": "attention",
        "title": "Title",
        "dimension": "concepts",
        "depth": 0,
        "because": "",
        "outcome": "to-judge" if score is None else "right" if score == 1 else "wrong",
        "score": None if score is None else Fraction(score),
        "answer": {"x": "said"},
        "aloud": False,
        "mistakes": (),
        "missed": (),
        "hints": 0,
        "confidence": None,
        "seconds": 60.0,
        "budget": 120.0,
        "overtime": False,
    }
    return Entry(**(fields | changes))


def card(
    *entries: Entry,
    seconds: float = 500.0,
    banks: Library | None = None,
    about: Blueprint | None = None,
) -> ScoreCard:
    debrief = Debrief(
        session="s",
        blueprint=about or blueprint(),
        at=NOON,
        entries=entries,
        seconds=seconds,
        away=0.0,
    )
    return score_card(debrief, banks or library(attention=[], masks=[]))


def line(shown: ScoreCard, dimension: str) -> DimensionScore:
    return next(entry for entry in shown.dimensions if entry.dimension == dimension)


def test_a_dimension_is_the_mean_of_its_scores_weighed_by_minutes() -> None:
    shown = card(
        entry(1, 1, budget=120.0),
        entry(2, HALF, budget=240.0),
        entry(3, 0, budget=120.0),
        entry(4, 1, dimension="shapes"),
    )
    # (2 · 1 + 4 · ½ + 2 · 0) / 8 minutes
    assert line(shown, "concepts") == DimensionScore(
        dimension="concepts", band="shaky", score=HALF, n=3, evidence=(1, 2, 3), to_judge=0
    )
    assert line(shown, "concepts").enough
    shapes = line(shown, "shapes")
    assert (shapes.band, shapes.n, shapes.enough) == ("strong", 1, False)


def test_what_a_score_rests_on_is_said_and_cut_where_it_is_much() -> None:
    assert next(evidence(line(card(entry(7, 1)), "concepts"))) == "question 7"
    few = card(*(entry(number, 1) for number in range(1, 13)))
    assert list(evidence(line(few, "concepts"))) == [
        "12 questions (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)"
    ]
    many = card(*(entry(number, 1) for number in range(1, 60)))
    assert list(evidence(line(many, "concepts"))) == [
        "59 questions (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …)"
    ]


def test_the_five_dimensions_are_always_there() -> None:
    assert [entry.dimension for entry in card().dimensions] == [
        "concepts",
        "shapes",
        "computation",
        "code",
        "explanation",
    ]
    assert all(entry.band is None for entry in card().dimensions)


@pytest.mark.parametrize(
    ("score", "band"),
    [
        (Fraction(1), "strong"),
        (Fraction(85, 100), "strong"),
        (Fraction(84, 100), "solid"),
        (Fraction(60, 100), "solid"),
        (Fraction(59, 100), "shaky"),
        (Fraction(35, 100), "shaky"),
        (Fraction(34, 100), "weak"),
        (Fraction(0), "weak"),
    ],
)
def test_a_band_begins_at_its_lowest_score(score: Fraction, band: str) -> None:
    assert band_of(score) == band


def test_answers_that_wait_are_no_evidence_yet() -> None:
    shown = line(card(entry(1, None, dimension="explanation")), "explanation")
    assert (shown.band, shown.n, shown.to_judge) == (None, 0, 1)


def test_the_score_card_tells_overtime_what_was_not_reached_and_what_was_slow() -> None:
    shown = card(
        entry(1, 1, seconds=200.0),  # more than 1.5 · 120
        entry(2, 1, seconds=180.0),
        entry(3, 0, overtime=True),
        entry(4, None, outcome="not-reached", seconds=0.0),
        seconds=660.0,
    )
    assert shown.time == TimeUse(
        used=660.0, total=600, overtime=60.0, in_overtime=1, not_reached=1, slow=(1,)
    )


@pytest.mark.parametrize(
    ("away", "says"),
    [
        (0.4, []),
        (245, ["The clock was stopped for 4:05."]),
        (3600, ["The clock was stopped for 1 hour."]),
        (30 * 3600, ["The clock was stopped for 30 hours."]),
        (521_149, ["The clock was stopped for 6 days."]),
    ],
)
def test_how_long_the_clock_was_stopped_is_told_roughly(away: float, says: list[str]) -> None:
    time = TimeUse(used=60.0, total=600, overtime=0.0, in_overtime=0, not_reached=0, slow=())
    assert list(time_sentences(time, away))[1:] == says


@pytest.mark.parametrize(
    ("why", "left", "says"),
    [
        ("time", 100, "The 1:40 left was too little for another question."),
        ("time", -5, "Time was up."),
        ("no-question", 330, "No question was left that fits into the last 5:30."),
        (
            "passed-over",
            330,
            "After “I don't know” 3 times in a row, no more questions were added.",
        ),
        ("learner", 330, "You ended it with 5:30 left."),
        ("learner", -5, "You ended it."),
        ("", 330, ""),
    ],
)
def test_why_it_ended_is_said(why: str, left: float, says: str) -> None:
    assert ending(why, left) == says


def test_hints_are_counted_beside_the_bands() -> None:
    assert card(entry(1, 1, hints=2), entry(2, 1, hints=1)).hints == 3


def steps(shown: ScoreCard) -> list[tuple[str, str]]:
    return [(step.action, step.target) for step in shown.next_steps]


def test_next_steps_go_after_what_was_lost_most() -> None:
    banks = taught(library(attention=[fill("i-1")], masks=[]), "attention")
    fell = MistakeMade(id="fell-for-it", name="taken in", says="You fell.")
    shown = card(
        entry(1, 0, topic="masks", mistakes=(fell,)),
        entry(2, 0, topic="attention", budget=600.0),
        entry(3, 0, topic="masks", mistakes=(fell,)),
        banks=banks,
    )
    assert steps(shown) == [
        ("again", "attention"),
        ("drill", "fell-for-it"),
        ("practice", "masks"),
    ]
    again, _, practice = shown.next_steps
    assert again.items == ("i-1",)  # the others are gone from the banks
    assert "“Attention”, then try again what you missed: 1 question." in again.says
    assert practice.says == "Practise “Masks”."


def test_of_mistakes_made_equally_often_one_is_drilled_that_fresh_cases_show() -> None:
    slip = CodeMistake(id="slipped", of="attention.sigmoid", says="Slipped.")
    banks = library(attention=[fill("picked"), code_item("written", mistakes=[slip])])
    fell = MistakeMade(id="fell-for-it", name="taken in", says="Fell.")
    slipped = MistakeMade(id="slipped", name="slipped", says="Slipped.")
    once = [
        entry(1, 0, item="picked", mistakes=(fell,)),
        entry(2, 0, item="written", mistakes=(slipped,)),
    ]
    assert steps(card(*once, banks=banks))[1] == ("drill", "slipped")
    twice = entry(3, 0, item="picked", mistakes=(fell,))
    assert steps(card(*once, twice, banks=banks))[1] == ("drill", "fell-for-it")


def test_judging_comes_first() -> None:
    assert steps(card(entry(1, None), entry(2, 0)))[:2] == [
        ("judge", ""),
        ("practice", "attention"),
    ]


def test_running_out_of_time_is_a_reason_to_repeat() -> None:
    minutes = blueprint().minutes
    late = card(entry(1, 1), entry(2, None, outcome="not-reached"), seconds=minutes * 60)
    assert "watch the time" in late.next_steps[0].says
    early = card(entry(1, 1), entry(2, None, outcome="not-reached"), seconds=60)
    assert "and finish it" in early.next_steps[0].says
    assert early.next_steps[0].blueprint == replace(blueprint(), seed=0)


def test_after_a_perfect_interview_there_are_still_three_steps() -> None:
    shown = card(entry(1, 1))
    assert len(shown.next_steps) == 3
    assert "shapes, computation, code or explanation" in shown.next_steps[0].says
    untested = shown.next_steps[0].blueprint
    assert untested is not None
    assert set(untested.mix) == {"shape", "compute", "code", "debug", "explain"}


def test_who_answered_nothing_is_not_told_all_that_was_not_asked() -> None:
    shown = card(entry(1, None, outcome="not-reached"), seconds=60)
    (again,) = shown.next_steps  # no review of nothing, nor aloud what was not even written
    assert "and finish it" in again.says


@pytest.mark.parametrize(
    ("answers", "budget", "enough"),
    [(2, 300.0, False), (3, 60.0, False), (3, 80.0, True), (10, 60.0, True)],
)
def test_three_answers_worth_a_third_of_its_minutes_tell_something(
    answers: int, budget: float, enough: bool
) -> None:
    entries = [entry(number, 1, budget=budget) for number in range(1, answers + 1)]
    left = entry(answers + 1, None, outcome="not-reached", budget=600.0)
    of = Debrief(
        session="s",
        blueprint=blueprint(minutes=12),
        at=NOON,
        entries=(*entries, left),
        seconds=60.0,
        away=0.0,
    )
    assert of.enough is enough
    assert bool(how_little(of)) is not enough


def test_an_open_answer_that_nobody_judged_is_counted_as_such() -> None:
    judged = entry(1, 1, dimension="explanation", answer={"answer": "said", "points": "1 1"})
    taken = entry(2, HALF, dimension="explanation", answer={"answer": "said", "points": "1 ?"})
    about = line(card(judged, taken), "explanation")
    assert (about.n, about.guessed) == (2, 1)
    assert "1 marked by single words only" in list(evidence(about))


def test_only_who_passed_enough_is_sent_a_level_up() -> None:
    junior = replace(blueprint(), level="junior")
    levels = {}
    for score in (0, HALF, 1):
        found = card(*(entry(n, score) for n in (1, 2, 3)), about=junior)
        next_one = found.next_steps[-1 if score != 1 else 1]
        assert next_one.blueprint is not None
        levels[score] = next_one.blueprint.level
    assert levels == {0: "junior", HALF: "junior", 1: "mid"}
    for little in (entry(1, None, outcome="not-reached"), entry(1, 1)):
        shown = card(little, about=junior)
        assert not [step for step in shown.next_steps if "level" in step.says]
