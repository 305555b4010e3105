"""Numbers about progress, each worked out by hand."""

from datetime import date, timedelta

import pytest

from quizzer.progress.attempt import Attempt, first_answers
from quizzer.progress.schedule import CardState, Review
from quizzer.progress.statistics import (
    Answered,
    MistakeCount,
    Share,
    Streak,
    by_item,
    calendar,
    calibration,
    clean_share,
    difference,
    forecast,
    made_in,
    mastery_by_item,
    mistakes,
    mistakes_by_week,
    predicted_recall,
    retention,
    retention_by_week,
    streak,
    time_by_week,
    time_spent,
    topic_progress,
    wilson,
)
from tests.progress.builders import MONDAY, attempt, replay, reviews_in


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe (1998), table I, method 3: the score interval without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_wilson_as_published(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


def test_of_nothing_everything_is_possible() -> None:
    assert wilson(0, 0) == (0, 1)
    nothing = clean_share([])
    assert (nothing.value, nothing.enough) == (None, False)


def test_first_try_takes_the_first_answer_of_each_day_and_only_clean_ones() -> None:
    firsts = first_answers(
        [
            attempt(0, score="0"),
            attempt(0),  # second answer of the day
            attempt(1),
            attempt(1, item="b", hints=1),
            attempt(2, item="b", solution_seen=True, score="0"),
            attempt(3, item="b"),
        ]
    )
    share = clean_share(firsts)
    assert (share.hits, share.n, share.enough) == (2, 5, True)
    assert share.value == pytest.approx(0.4)


def test_four_answers_are_not_enough_to_speak_of_a_share() -> None:
    assert not clean_share([attempt(n) for n in range(4)]).enough


def test_mastered_is_what_passed_at_the_latest_first_answer() -> None:
    known = mastery_by_item(
        [
            attempt(0, item="a", score="0"),
            attempt(1, item="a", score="2/3"),
            attempt(0, item="b"),
            attempt(1, item="b", score="1/2"),
            attempt(1, item="b"),
            attempt(0, item="c", score="1", solution_seen=True),
        ]
    )
    assert {item: own.mastered for item, own in known.items()} == {
        "a": True,
        "b": False,
        "c": False,
    }


def test_retention_leaves_out_first_answers_and_cramming() -> None:
    history = [
        attempt(0),  # nothing to remember yet
        attempt(1, score="0"),  # not due: beside the schedule
        attempt(2),  # remembered
        attempt(60, score="0"),  # forgotten
        attempt(60),  # the same day
    ]
    share = retention(reviews_in(history))
    assert (share.hits, share.n) == (1, 2)


def test_time_is_capped_an_answer_and_the_capping_is_told() -> None:
    spent = time_spent([attempt(seconds=30), attempt(seconds=600), attempt(seconds=4000)])
    assert (spent.seconds, spent.capped) == (1230, 1)


def mistakes_in(attempts: list[Attempt], **names: tuple[str, ...]) -> list[MistakeCount]:
    return mistakes(
        Answered(item=item, answers=len(own), made=made_in(own), names=names.get(item, ()))
        for item, own in by_item(attempts).items()
    )


def test_mistakes_are_counted_with_the_chances_there_were() -> None:
    history = [
        attempt(0, mistakes=("no-scale",)),
        attempt(0, mistakes=("no-scale", "wrong-axis")),
        attempt(1),
        attempt(1, item="b", mistakes=("no-scale",)),
        attempt(1, item="c"),
        attempt(1, item="d", mistakes=("mask-flipped",)),
    ]
    found = mistakes_in(history)
    assert [(m.id, m.count, m.chances) for m in found] == [
        ("no-scale", 3, 4),
        ("mask-flipped", 1, 1),
        ("wrong-axis", 1, 3),
    ]
    assert (found[0].last, found[0].latest_item) == (history[3].id, "b")
    assert found[0].items == ("item", "b")


def test_an_item_that_can_name_a_mistake_is_a_chance_also_where_it_was_never_made() -> None:
    history = [attempt(0, item="a", mistakes=("no-scale",)), attempt(1, item="a")]
    history += [attempt(day, item="b") for day in range(4)]
    history += [attempt(5, item="c")]
    (found,) = mistakes_in(history, a=("no-scale",), b=("no-scale", "never-made"), c=("other",))
    assert (found.count, found.chances, found.items) == (1, 2 + 4, ("a", "b"))


def test_progress_in_a_topic() -> None:
    history = [
        attempt(0, item="a", seconds=10),
        attempt(0, item="b", score="0", seconds=20),
        attempt(1, item="b", score="0"),
        attempt(1, item="gone"),  # no longer in the bank
    ]
    reviews = [r for item in "ab" for r in reviews_in([a for a in history if a.item == item])]
    progress = topic_progress(
        ["a", "b", "c"],
        history,
        first_answers(history),
        mastery_by_item(history),
        replay(history),
        reviews,
        MONDAY + timedelta(days=2),
    )
    assert (progress.items, progress.seen, progress.mastered, progress.due) == (3, 2, 1, 2)
    assert (progress.attempts, progress.first_try.hits, progress.first_try.n) == (4, 2, 4)
    assert (progress.retention.hits, progress.retention.n) == (0, 1)
    assert progress.time.seconds == 30
    assert progress.last_day == MONDAY + timedelta(days=1)


@pytest.mark.parametrize(
    ("later", "earlier", "low", "high"),
    [
        # Newcombe (1998), interval estimation for the difference, table II, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
    ],
)
def test_the_interval_of_a_change_as_published(
    later: tuple[int, int], earlier: tuple[int, int], low: float, high: float
) -> None:
    change = difference(Share(hits=later[0], n=later[1]), Share(hits=earlier[0], n=earlier[1]))
    assert change == pytest.approx((low, high), abs=5e-5)


def test_of_nothing_every_change_is_possible() -> None:
    assert difference(Share(hits=1, n=1), Share(hits=0, n=0)) == (-1, 1)


# Memory


def test_retention_week_by_week() -> None:
    week_1, week_2 = date(2026, 3, 2), date(2026, 3, 9)
    reviews = [
        Review(attempt=attempt(0), elapsed=None, due_day=week_1),
        Review(attempt=attempt(2), elapsed=2, due_day=week_1),
        Review(attempt=attempt(6, score="0"), elapsed=4, due_day=week_1),  # Sunday
        Review(attempt=attempt(7), elapsed=1, due_day=week_1),  # Monday
    ]
    weeks = [(w.monday, w.retention.hits, w.retention.n) for w in retention_by_week(reviews)]
    assert weeks == [(week_1, 1, 2), (week_2, 1, 1)]


def card(due: int, stability: float = 10.0, last: int = 0) -> CardState:
    return CardState(
        due_day=MONDAY + timedelta(days=due),
        last_day=MONDAY + timedelta(days=last),
        interval=due,
        stability=stability,
        difficulty=5.0,
        reviews=1,
        lapses=0,
    )


def test_the_forecast_puts_what_is_overdue_on_today() -> None:
    today = MONDAY + timedelta(days=3)
    coming = forecast([card(1), card(3), card(4), card(4), card(6), card(99)], today, days=4)
    assert [entry.count for entry in coming] == [2, 2, 0, 1]
    assert [entry.day.day for entry in coming] == [5, 6, 7, 8]


def test_predicted_recall_on_a_date() -> None:
    """By definition of stability 90 % are recalled after that many days."""
    nothing = predicted_recall([], MONDAY)
    assert (nothing.expected, nothing.n) == (None, 0)
    in_ten_days = predicted_recall([card(10), card(10)], MONDAY + timedelta(days=10))
    assert in_ten_days.expected == pytest.approx(0.9)
    assert in_ten_days.n == 2
    # 0.9 ± 1.96 · √(2 · 0.9 · 0.1) / 2 = 0.9 ± 0.4158
    assert in_ten_days.low == pytest.approx(0.4842, abs=1e-4)
    assert in_ten_days.high == 1.0


def test_what_was_answered_today_is_predicted_for_tomorrow() -> None:
    """FSRS-6: (1 + t/S · (0.9^(−1/w) − 1))^−w with w = 0.1542; for 1 day of 10, 0.98568."""
    today = MONDAY + timedelta(days=10)
    just_now = predicted_recall([card(10, last=10)], today)
    assert just_now.expected == pytest.approx(0.98568, abs=1e-4)
    with_another = predicted_recall([card(10), card(10, last=10)], today)
    assert with_another.expected == pytest.approx((0.9 + 0.98568) / 2, abs=1e-4)


# Confidence


def test_calibration_in_bins_with_the_score_of_brier() -> None:
    history = [
        attempt(0, item="a", confidence=3),
        attempt(0, item="b", confidence=3, score="0"),
        attempt(1, item="c", confidence=1),
        attempt(1, item="d", confidence=0, score="1/2"),  # partly is not right
        attempt(1, item="e", confidence=2, score="0", solution_seen=True),
        attempt(2, item="f"),
        attempt(3, item="a", confidence=3, score="2/3"),  # a slip, but passed
    ]
    result = calibration(history)
    assert [(b.predicted, b.right.hits, b.right.n) for b in result.bins] == [
        (0.25, 0, 1),
        (0.5, 1, 1),
        (0.75, 0, 0),
        (0.95, 1, 3),
    ]
    assert result.n == 5
    # (0.05² + 0.95² + 0.5² + 0.25² + 0.95²) / 5
    assert result.brier == pytest.approx(0.424)
    # (3 · 0.95 + 0.5 + 0.25 − 2) / 5
    assert result.bias == pytest.approx(0.32)
    # 1.96 · √(0.25 · 0.75 + 0.5 · 0.5 + 3 · 0.95 · 0.05) / 5
    assert result.by_chance == pytest.approx(0.2985, abs=1e-4)
    assert [a.item for a in result.sure_and_wrong] == ["b"]


def test_without_confidence_there_is_no_calibration() -> None:
    result = calibration([attempt(0)])
    assert (result.n, result.brier, result.bias) == (0, None, None)


# Days


def due_after(*answers: tuple[int, int]) -> list[Review]:
    """The reviews of one item: on which day answered, and on which day due after that."""
    return [
        Review(attempt=attempt(day), elapsed=None, due_day=MONDAY + timedelta(days=due))
        for day, due in answers
    ]


def days(*numbers: int) -> list[date]:
    return [MONDAY + timedelta(days=number) for number in numbers]


def test_a_streak_is_broken_by_a_day_on_which_something_was_left_waiting() -> None:
    schedule = due_after((0, 1), (2, 4))
    assert streak(days(0, 2), [schedule], MONDAY + timedelta(days=2)) == Streak(
        current=1, longest=1, studied_today=True
    )


def test_a_streak_survives_days_with_nothing_due() -> None:
    schedule = due_after((0, 3), (3, 9))
    found = streak(days(0, 3), [schedule], MONDAY + timedelta(days=6))
    assert found == Streak(current=2, longest=2, studied_today=False)


def test_today_is_still_open() -> None:
    schedule = due_after((0, 1), (1, 2))
    assert streak(days(0, 1), [schedule], MONDAY + timedelta(days=2)).current == 2
    assert streak(days(0, 1), [schedule], MONDAY + timedelta(days=3)).current == 0


def test_the_longest_streak_is_remembered() -> None:
    schedule = due_after((0, 1), (1, 2), (2, 3), (9, 12))
    found = streak(days(0, 1, 2, 9), [schedule], MONDAY + timedelta(days=10))
    assert (found.current, found.longest) == (1, 3)


def test_no_study_is_no_streak() -> None:
    assert streak([], [], MONDAY) == Streak(current=0, longest=0, studied_today=False)


def test_the_calendar_has_the_days_of_study() -> None:
    history = [attempt(0, seconds=30), attempt(0, score="0", seconds=900), attempt(3, seconds=1)]
    first, second = calendar(history)
    assert (first.day, first.answers, first.right) == (MONDAY, 2, 1)
    assert (first.time.seconds, first.time.capped) == (630, 1)
    assert second.day == MONDAY + timedelta(days=3)


def test_time_week_by_week() -> None:
    weeks = time_by_week([attempt(0, seconds=1), attempt(6, seconds=2), attempt(7, seconds=4)])
    assert [(w.monday.day, w.answers, w.time.seconds) for w in weeks] == [(2, 2, 3), (9, 1, 4)]


def test_a_mistake_week_by_week_with_its_chances() -> None:
    chances = [
        attempt(0, mistakes=("no-scale",)),
        attempt(1, item="b", mistakes=("other",)),
        attempt(2),
        attempt(14),
    ]
    weeks = mistakes_by_week(chances, "no-scale")
    assert [(w.monday.day, w.count, w.chances) for w in weeks] == [(2, 1, 3), (16, 0, 1)]
