"""Mastery of topics and points of the check-list: only what the evidence bears."""

import pytest

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics import (
    Mastery,
    mastery,
    mastery_by_item,
    no_items,
    points_progress,
    trend,
)
from tests.progress.builders import attempt


def mastery_of(attempts: list[Attempt]) -> Mastery:
    """Of a group in which nothing else was asked."""
    known = mastery_by_item(attempts)
    return mastery(known.values(), len(known))


def test_six_of_six_on_two_days_are_strong() -> None:  # Wilson: 61 to 100 %
    known = mastery_of([attempt(n // 3, item=f"i-{n}") for n in range(6)])
    assert (known.share.hits, known.share.n, known.days, known.level) == (6, 6, 2, "strong")


def test_one_day_is_not_enough_however_much_was_right() -> None:
    assert mastery_of([attempt(0, item=f"i-{n}") for n in range(9)]).level == "not enough data"


def test_four_answers_are_not_enough_however_many_days() -> None:
    assert mastery_of([attempt(n, number=n) for n in range(4)]).level == "not enough data"


@pytest.mark.parametrize(
    ("right", "level"),
    [(0, "weak"), (1, "weak"), (3, "unsettled"), (6, "unsettled")],  # 0-32, 1-47, 14-73, 41-93 %
)
def test_weak_only_where_the_whole_interval_is_below_the_pass_mark(right: int, level: str) -> None:
    scores = ["1"] * right + ["0"] * (8 - right)
    assert mastery_of([attempt(n, number=n, score=s) for n, s in enumerate(scores)]).level == level


@pytest.mark.parametrize(
    ("seen", "of", "level", "lacks"),
    [
        (1, 36, "not enough data", "questions"),  # one question that is missed every day
        (2, 36, "not enough data", "questions"),
        (3, 36, "weak", ""),
        (2, 2, "weak", ""),  # a point has no more
    ],
)
def test_a_level_does_not_rest_on_one_or_two_questions_of_many(
    seen: int, of: int, level: str, lacks: str
) -> None:
    history = [attempt(n, item=f"i-{n % seen}", number=n, score="0") for n in range(6)]
    known = mastery(mastery_by_item(history).values(), of)
    assert (known.share.n, known.items, known.level, known.lacks) == (6, seen, level, lacks)


def test_only_questions_among_the_latest_answers_count() -> None:
    old = [attempt(n, item=f"old-{n}") for n in range(3)]
    new = [attempt(3 + n, item="new", number=n) for n in range(20)]
    assert mastery(mastery_by_item([*old, *new]).values(), 36).items == 1


def test_the_same_numbers_again_are_no_evidence() -> None:
    assert mastery_of([attempt(n, number=0) for n in range(8)]).share.n == 1


def test_what_was_wrong_long_ago_does_not_count_for_ever() -> None:
    history = [attempt(n, number=n, score="0" if n < 10 else "1") for n in range(30)]
    known = mastery_of(history)
    assert (known.share.hits, known.share.n) == (20, 20)


def test_the_trend_compares_the_later_half_with_the_earlier_one() -> None:
    scores = ["0"] * 5 + ["1"] * 6
    change = trend([attempt(n, score=score) for n, score in enumerate(scores)])
    assert (change.earlier.hits, change.earlier.n) == (0, 5)
    assert (change.later.hits, change.later.n) == (6, 6)
    assert change.direction == "up"
    assert trend([attempt(n, score=s) for n, s in enumerate(scores[::-1])]).direction == "down"
    mixed = trend([attempt(n, score=str(n % 2)) for n in range(12)])
    assert mixed.direction == "no clear change"
    assert trend([attempt(n) for n in range(9)]).direction == "not enough data"


@pytest.mark.parametrize(
    ("days", "earlier", "later", "direction"),
    [
        ([20], 0, 20, "not enough data"),  # an hour is no trend, however much was answered in it
        ([16, 4], 16, 4, "not enough data"),
        ([14, 6], 14, 6, "up"),
        ([3, 9, 8], 12, 8, "up"),  # a day is on one side
        ([8, 9, 3], 8, 12, "up"),
        ([9, 1, 10], 10, 10, "up"),
    ],
)
def test_a_trend_parts_days_and_needs_answers_enough_on_either_side(
    days: list[int], earlier: int, later: int, direction: str
) -> None:
    answered = [day for day, answers in enumerate(days) for _ in range(answers)]
    firsts = [attempt(day, score=str(int(n >= earlier))) for n, day in enumerate(answered)]
    change = trend(firsts)
    assert (change.earlier.n, change.later.n) == (earlier, later)
    assert change.direction == direction


@pytest.mark.parametrize(
    ("right", "direction"),
    [
        (4, "no clear change"),  # 0.5 ± 0.418 of 95 %, but below 0.5 − 0.538 = −0.04 of 99 %
        (3, "up"),  # 0.6 − 0.557 = 0.04
    ],
)
def test_a_trend_is_told_where_it_would_be_chance_once_in_a_hundred(
    right: int, direction: str
) -> None:
    scores = "1" * right + "0" * (10 - right) + "1" * 9 + "0"
    firsts = [attempt(n // 10, score=score) for n, score in enumerate(scores)]
    assert trend(firsts).direction == direction


def test_points_of_the_check_list_by_the_items_that_cover_them() -> None:
    history = [attempt(0, item="a"), attempt(1, item="b", score="0"), attempt(2, item="b")]
    covers = {"a": ["scale"], "b": ["scale", "mask"], "c": ["scale"], "d": []}
    points = points_progress(covers, mastery_by_item(history))
    assert set(points) == {"scale", "mask"}
    scale = points["scale"]
    assert (scale.items, scale.seen, scale.mastered) == (3, 2, 2)
    assert (scale.mastery.share.hits, scale.mastery.share.n) == (1, 2)  # b again: same numbers


@pytest.mark.parametrize(
    ("items", "scores", "standing"),
    [
        (3, [], "not yet seen"),
        (3, ["1"], "partly"),  # one of three says little
        (2, ["1"], "can"),
        (3, ["1", "1"], "can"),
        (3, ["1", "1", "0"], "partly"),
        (1, ["0"], "cannot yet"),
        (4, ["1", "0.5"], "partly"),
    ],
)
def test_a_point_can_be_done_when_half_is_known_and_nothing_failed(
    items: int, scores: list[str], standing: str
) -> None:
    history = [attempt(0, item=str(n), score=score) for n, score in enumerate(scores)]
    covers = {str(n): ["scale"] for n in range(items)}
    assert points_progress(covers, mastery_by_item(history))["scale"].standing == standing


def test_what_was_failed_once_and_passed_since_can_be_done() -> None:
    history = [attempt(0, item="a", score="0"), attempt(1, item="a")]
    assert points_progress({"a": ["scale"]}, mastery_by_item(history))["scale"].standing == "can"


@pytest.mark.parametrize(
    ("failed", "standing"),
    [
        (4, "can"),  # 1 of 5 passed: 4 to 62 %
        (6, "partly"),  # 1 of 7 passed: 3 to 51 %, all of it below 60 %
    ],
)
def test_one_pass_after_many_tries_may_be_luck(failed: int, standing: str) -> None:
    history = [attempt(day, item="a", number=day, score="0") for day in range(failed)]
    history += [attempt(failed, item="a", number=failed)]
    assert points_progress({"a": ["scale"]}, mastery_by_item(history))["scale"].standing == standing


def test_a_point_that_nothing_covers_is_not_yet_seen() -> None:
    assert (no_items().items, no_items().standing) == (0, "not yet seen")
