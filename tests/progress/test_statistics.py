"""Numbers about progress, each worked out by hand."""

from datetime import timedelta

import pytest

from quizzer.progress.schedule import replay, replay_item
from quizzer.progress.statistics import (
    first_try,
    is_mastered,
    mistakes,
    retention,
    time_spent,
    topic_progress,
    wilson,
)
from tests.progress.builders import MONDAY, attempt


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
    nothing = first_try([])
    assert (nothing.value, nothing.enough) == (None, False)


def test_first_try_takes_the_first_answer_of_each_day_and_only_clean_ones() -> None:
    share = first_try(
        [
            attempt(0, score="0"),
            attempt(0),  # second answer of the day
            attempt(1),
            attempt(1, item="b", hints=1),
            attempt(2, item="b", solution_seen=True, score="0"),
            attempt(3, item="b"),
        ]
    )
    assert (share.hits, share.n, share.enough) == (2, 5, True)
    assert share.value == pytest.approx(0.4)


def test_four_answers_are_not_enough_to_speak_of_a_share() -> None:
    assert not first_try([attempt(n) for n in range(4)]).enough


def test_mastered_is_what_passed_at_the_latest_first_answer() -> None:
    assert is_mastered([attempt(0, score="0"), attempt(1, score="2/3")])
    assert not is_mastered([attempt(0), attempt(1, score="1/2"), attempt(1)])
    assert not is_mastered([attempt(0, score="1", solution_seen=True)])
    assert not is_mastered([])


def test_retention_leaves_out_first_answers_and_cramming() -> None:
    history = [
        attempt(0),  # nothing to remember yet
        attempt(1, score="0"),  # not due: beside the schedule
        attempt(2),  # remembered
        attempt(60, score="0"),  # forgotten
        attempt(60),  # the same day
    ]
    share = retention(replay_item(history).reviews)
    assert (share.hits, share.n) == (1, 2)


def test_time_is_capped_an_answer_and_the_capping_is_told() -> None:
    spent = time_spent([attempt(seconds=30), attempt(seconds=600), attempt(seconds=4000)])
    assert (spent.seconds, spent.capped) == (1230, 1)


def test_mistakes_are_counted_with_the_chances_there_were() -> None:
    history = [
        attempt(0, mistakes=("no-scale",)),
        attempt(0, mistakes=("no-scale", "wrong-axis")),
        attempt(1),
        attempt(1, item="b", mistakes=("no-scale",)),
        attempt(1, item="c"),
        attempt(1, item="d", mistakes=("mask-flipped",)),
    ]
    assert [(m.id, m.count, m.chances) for m in mistakes(history)] == [
        ("no-scale", 3, 4),
        ("mask-flipped", 1, 1),
        ("wrong-axis", 1, 3),
    ]
    assert mistakes(history)[0].last == history[3]


def test_progress_in_a_topic() -> None:
    history = [
        attempt(0, item="a", seconds=10),
        attempt(0, item="b", score="0", seconds=20),
        attempt(1, item="b", score="0"),
        attempt(1, item="gone"),  # no longer in the bank
    ]
    reviews = [
        r for item in "ab" for r in replay_item([a for a in history if a.item == item]).reviews
    ]
    progress = topic_progress(
        ["a", "b", "c"], history, replay(history), reviews, MONDAY + timedelta(days=2)
    )
    assert (progress.items, progress.seen, progress.mastered, progress.due) == (3, 2, 1, 2)
    assert (progress.attempts, progress.first_try.hits, progress.first_try.n) == (4, 2, 4)
    assert (progress.retention.hits, progress.retention.n) == (0, 1)
    assert progress.time.seconds == 30
    assert progress.last_day == MONDAY + timedelta(days=1)
