"""When items come back. Expected numbers are worked out from the published FSRS-6 formulas."""

from datetime import UTC, date, datetime, timedelta
from math import exp

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.progress import forgetting
from quizzer.progress.days import study_day
from quizzer.progress.forgetting import Rating
from quizzer.progress.schedule import CardState, Settings, fuzzed, rate, recall
from tests.progress.builders import DAY, MONDAY, NOON, attempt, replay, reviews_in

# The default weights of FSRS-6 that the examples below use, as published.
W = {
    0: 0.212,
    1: 1.2931,
    2: 2.3065,
    4: 6.4133,
    5: 0.8334,
    6: 3.0194,
    7: 0.001,
    8: 1.8722,
    9: 0.1666,
    10: 0.796,
    11: 1.4835,
    12: 0.0614,
    13: 0.2629,
    14: 1.6483,
    15: 0.6014,
    20: 0.1542,
}


def day(n: int) -> date:
    return MONDAY + timedelta(days=n)


def recalled(elapsed: float, stability: float) -> float:
    factor = 0.9 ** (-1 / W[20]) - 1
    return float((1 + factor * elapsed / stability) ** -W[20])


# Study days


@pytest.mark.parametrize(
    ("hours", "offset", "expected"),
    [
        (0, 0, day(0)),  # Monday noon
        (15, 0, day(0)),  # 3 at night is still Monday
        (16, 0, day(1)),  # 4 in the morning is Tuesday
        (15, 60, day(1)),  # the same moment one zone further east is 4 in the morning
        (-8, 0, day(0)),
        (-9, 0, day(-1)),
        (-12, 14 * 60, day(0)),
        (9_000_000, 0, date(2999, 12, 31)),  # a clock in the year 3053
        (10**14, 0, date(2999, 12, 31)),
        (-(10**14), 0, date(1900, 1, 1)),
    ],
)
def test_a_study_day_begins_at_four_in_the_morning_local_time(
    hours: int, offset: int, expected: date
) -> None:
    assert study_day(NOON + hours * 3_600_000, offset) == expected


# Ratings


def test_what_an_attempt_says_about_memory() -> None:
    assert rate(attempt(score="1")) is Rating.GOOD
    assert rate(attempt(score="1", hints=1)) is Rating.HARD
    assert rate(attempt(score="1", confidence=0)) is Rating.HARD
    assert rate(attempt(score="3/5")) is Rating.HARD
    assert rate(attempt(score="59/100")) is Rating.AGAIN
    assert rate(attempt(score="0")) is Rating.AGAIN
    assert rate(attempt(score="1", solution_seen=True)) is Rating.AGAIN


# FSRS by hand


@pytest.mark.parametrize(
    ("changes", "stability", "interval"),
    [
        ({"score": "0"}, 0.212, 1),  # at least a day
        ({"score": "2/3"}, 1.2931, 1),
        ({"score": "1"}, 2.3065, 2),
    ],
)
def test_the_first_answer_sets_the_stability(
    changes: dict[str, str], stability: float, interval: int
) -> None:
    card = replay([attempt(0, **changes)])["item"]
    assert card.stability == pytest.approx(stability)
    assert (card.interval, card.due_day) == (interval, day(interval))
    assert (card.reviews, card.lapses, card.last_day) == (1, 0, day(0))


def test_a_success_on_the_due_day_lengthens_the_interval() -> None:
    card = replay([attempt(0), attempt(2)])["item"]
    difficulty = W[4] - exp(W[5] * 2) + 1
    growth = (
        exp(W[8])
        * (11 - difficulty)
        * 2.3065 ** -W[9]
        * (exp((1 - recalled(2, 2.3065)) * W[10]) - 1)
    )
    assert card.stability == pytest.approx(2.3065 * (1 + growth))
    assert card.stability == pytest.approx(10.97, abs=0.02)
    assert card.due_day - day(2) == timedelta(days=fuzzed(11, "item", 2, 365))


def test_a_failure_shortens_it_to_what_is_left() -> None:
    card = replay([attempt(0), attempt(2, score="0")])["item"]
    difficulty = W[4] - exp(W[5] * 2) + 1
    forgotten = (
        W[11]
        * difficulty ** -W[12]
        * ((2.3065 + 1) ** W[13] - 1)
        * exp((1 - recalled(2, 2.3065)) * W[14])
    )
    assert card.stability == pytest.approx(forgotten)
    assert (card.interval, card.lapses) == (1, 1)


def test_recall_is_the_desired_one_after_one_stability() -> None:
    card = replay([attempt(0)])["item"]
    assert recall(card, day(0)) == 1
    assert recall(card, day(2)) == pytest.approx(recalled(2, 2.3065))
    assert recall(card, day(-5)) == 1


@given(
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(Rating)), min_size=1, max_size=12),
    st.floats(0.7, 0.99),
)
def test_a_card_of_the_library_that_goes_on_by_itself_has_the_same_numbers(
    answers: list[tuple[int, Rating]], desired: float
) -> None:
    theirs = fsrs.Scheduler(
        desired_retention=desired,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=365,
        enable_fuzzing=False,
    )
    card, at, memory = fsrs.Card(card_id=0), datetime(2026, 1, 1, tzinfo=UTC), None
    for days, rating in answers:
        at += timedelta(days=days)
        if memory is not None:
            expected = theirs.get_card_retrievability(card, at)
            assert forgetting.recalled(memory.stability, days) == expected
        card, _ = theirs.review_card(card, fsrs.Rating(rating.value), at)
        memory, interval = forgetting.after(memory, days, rating, desired, 365)
        assert memory == (card.stability, card.difficulty)
        assert interval == (card.due - at).days


def test_a_higher_desired_retention_asks_sooner() -> None:
    history = [attempt(0), attempt(2), attempt(20)]
    eager = replay(history, Settings(desired_retention=0.95))["item"]
    assert eager.interval < replay(history)["item"].interval


def test_no_interval_exceeds_the_maximum() -> None:
    history = [attempt(400 * n) for n in range(6)]
    assert replay(history, Settings(maximum_interval=30))["item"].interval <= 30


# What counts


def test_only_the_first_answer_of_a_study_day_counts() -> None:
    failed_then_right = [attempt(0, score="0"), attempt(0), attempt(0)]
    assert replay(failed_then_right) == replay([attempt(0, score="0")])


def test_practice_before_the_item_is_due_changes_nothing() -> None:
    assert replay([attempt(0), attempt(1, score="0")]) == replay([attempt(0)])


def test_practice_on_the_due_day_counts() -> None:
    assert replay([attempt(0), attempt(2)])["item"].reviews == 2


def test_a_review_counts_early_too() -> None:
    card = replay([attempt(0), attempt(1, mode="review")])["item"]
    assert (card.reviews, card.last_day) == (2, day(1))


def test_a_review_after_practice_on_the_same_day_is_not_the_first_answer() -> None:
    history = [attempt(0), attempt(1), attempt(1, mode="review", score="0")]
    assert replay(history) == replay([attempt(0)])


def test_the_reviews_carry_the_days_between_them() -> None:
    found = reviews_in([attempt(0), attempt(1), attempt(2), attempt(2)])
    assert [review.elapsed for review in found] == [None, 2]


def test_items_are_scheduled_apart() -> None:
    cards = replay([attempt(0, item="a"), attempt(0, item="b", score="0")])
    assert {item: card.interval for item, card in cards.items()} == {"a": 2, "b": 1}


# Clocks and chance


def test_flying_west_over_the_date_line_is_no_new_day() -> None:
    assert replay([attempt(1), attempt(0, score="0", mode="review")]) == replay([attempt(1)])


def test_a_clock_that_was_far_ahead_hides_nothing() -> None:
    ahead = attempt(30_000)
    assert replay([ahead])["item"].due(day(0))
    card = replay([ahead, attempt(0)])["item"]
    assert card.last_day == day(0)
    assert day(0) < card.due_day < day(30)


def test_a_day_ahead_is_not_yet_a_wrong_clock() -> None:
    assert not replay([attempt(1)])["item"].due(day(0))


def test_intervals_are_spread_but_always_in_the_same_way() -> None:
    intervals = {f"item-{n}": fuzzed(10, f"item-{n}", 3, 365) for n in range(200)}
    # 10 days: 1 + 0.15 x 4.5 + 0.1 x 3 = 1.975, so from 8.025 to 11.975, rounded
    assert set(intervals.values()) == {8, 9, 10, 11, 12}
    assert intervals == {item: fuzzed(10, item, 3, 365) for item in intervals}
    assert fuzzed(10, "item-0", 3, 10) <= 10


def test_short_intervals_are_left_alone() -> None:
    assert [fuzzed(days, "item", 1, 365) for days in (1, 2)] == [1, 2]


HISTORIES = st.lists(
    st.tuples(
        st.integers(0, 60),
        st.sampled_from(["0", "1/2", "2/3", "1"]),
        st.sampled_from([None, "practice", "review"]),
    ),
    min_size=1,
    max_size=12,
)


@given(HISTORIES)
def test_the_same_log_gives_the_same_schedule(history: list[tuple[int, str, str | None]]) -> None:
    attempts = [attempt(n, score=score, mode=mode) for n, score, mode in history]
    assert replay(attempts) == replay(attempts)


@given(HISTORIES)
def test_an_item_is_never_due_before_the_day_after(
    history: list[tuple[int, str, str | None]],
) -> None:
    attempts = [attempt(n, score=score, mode=mode) for n, score, mode in history]
    card: CardState = replay(attempts)["item"]
    assert card.due_day > card.last_day
    assert DAY * (card.due_day - card.last_day).days <= DAY * 365
