"""Preparing for a date: forecasts, and plans that fit the minutes of a day."""

import tempfile
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.progress.schedule import recall, recall_if_passed
from quizzer.reports.plan import days_in_words
from quizzer.study import rehearsals
from quizzer.study.errors import StudyError
from quizzer.study.preparation import make_plan
from quizzer.study.study import Study
from tests.study.builders import RIGHT, WRONG, Machine, MachineOn, fill, library
from tests.study.interviewing import ALL_SAID, answer_rightly, blueprint, explain, two_topics
from tests.study.practising import answer


def prepared(machine: Machine, days: int) -> Study:
    study = machine.start()
    study.set_interview_day(study.today() + timedelta(days=days))
    return study


def test_the_day_is_remembered_and_can_be_taken_back(machine: Machine) -> None:
    day = prepared(machine, 10).interview_day
    study = machine.start()
    assert day is not None
    assert study.interview_day == day == study.today() + timedelta(days=10)
    study.set_interview_day(None)
    assert machine.start().interview_day is None


def test_a_day_that_is_over_is_refused(machine: Machine) -> None:
    study = machine.start()
    with pytest.raises(StudyError, match="is in the past"):
        study.set_interview_day(study.today() - timedelta(days=1))


def test_recall_is_forecast_topic_by_topic(machine: Machine) -> None:
    study = machine.start()
    study.start_items(["a-1"]).submit(RIGHT)
    study.start_items(["a-2"]).submit(WRONG)
    day = study.today() + timedelta(days=20)
    attention, masks = study.forecast(day)
    cards = [study.history.card(item) for item in ("a-1", "a-2")]
    expected = sum(recall(card, day) for card in cards if card) / 2
    assert (attention.topic, attention.items, attention.seen) == ("attention", 3, 2)
    assert attention.recall == pytest.approx(expected)
    assert (masks.seen, masks.recall) == (0, None)


def test_what_was_forgotten_is_forecast_lower_than_what_was_known(machine: Machine) -> None:
    study = machine.start()
    study.start_items(["a-1"]).submit(RIGHT)
    study.start_items(["m-1"]).submit(WRONG)
    attention, masks = study.forecast(study.today() + timedelta(days=20))
    assert attention.recall is not None
    assert masks.recall is not None
    assert masks.recall < attention.recall


@given(
    minutes=st.integers(2, 40),
    days=st.integers(0, 12),
    lengths=st.lists(st.sampled_from([1.0, 2.0, 5.0, 12.0]), min_size=1, max_size=12),
)
@settings(max_examples=40)
def test_every_day_fits_its_minutes_and_items_are_new_once(
    tmp_path_factory: pytest.TempPathFactory, minutes: int, days: int, lengths: list[float]
) -> None:
    banks = library(attention=[fill(f"a-{n}", minutes=m) for n, m in enumerate(lengths)])
    machine = Machine(tmp_path_factory.mktemp("log"), banks)
    study = machine.start()
    target = study.today() + timedelta(days=days)
    plan = make_plan(banks, study.history, study.today(), target, minutes)
    machine.close()
    assert [day.day for day in plan.days] == [
        target - timedelta(days=n) for n in range(days, 0, -1)
    ]
    for day in plan.days:
        assert day.minutes == sum(banks.items[item].minutes for item in day.items) <= minutes
        assert len(set(day.items)) == len(day.items)
    planned = {item for day in plan.days for item in day.items}
    assert planned.isdisjoint(plan.left_out)
    assert planned | set(plan.left_out) == set(banks.items)
    assert sum(day.new for day in plan.days) == len(planned)


def test_a_plan_that_is_followed_brings_more_than_doing_nothing(machine: Machine) -> None:
    study = prepared(machine, 14)
    for item in ("a-1", "a-2", "a-3", "m-1", "m-2"):
        study.start_items([item]).submit(WRONG)
    target = study.interview_day
    assert target is not None
    idle = study.forecast(target)
    followed = study.plan(10).forecast
    for before, after in zip(idle, followed, strict=True):
        assert before.recall is not None
        assert after.recall is not None
        assert after.recall > before.recall


def test_prerequisites_come_first(machine_on: MachineOn) -> None:
    machine = machine_on(
        library(attention=[fill("later", prerequisites=["first"]), fill("first", minutes=3)])
    )
    days = prepared(machine, 3).plan(3).days
    assert [day.items for day in days][:2] == [("first",), ("later",)]


def test_what_the_minutes_do_not_suffice_for_is_said(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill("a", minutes=4), fill("b", minutes=20)]))
    plan = prepared(machine, 5).plan(6)
    assert plan.left_out == ("b",)


def test_the_plan_of_today_is_answered_as_a_review(machine: Machine) -> None:
    study = prepared(machine, 5)
    session = study.start_day(4)
    assert session.mode == "review"
    assert [place.item for place in session.plan] == list(study.plan(4).days[0].items)


def test_what_was_answered_today_is_not_planned_again(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=2) for n in range(9)]))
    study = prepared(machine, 5)
    session = study.start_day(6)
    assert session.total == 3
    session.submit(RIGHT)
    plan = study.plan(6)
    assert (plan.done, plan.minutes_done) == (("a-0",), 2)
    assert plan.days[0].items == ("a-1", "a-2")
    study.start_items(["a-1", "a-2"]).submit(RIGHT)
    study.start_items(["a-2"]).submit(RIGHT)
    assert [len(day.items) for day in study.plan(6).days][:2] == [0, 3]


def test_what_was_missed_has_up_to_half_of_the_next_day(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=2) for n in range(30)]))
    study = prepared(machine, 6)
    for item in ("a-0", "a-1", "a-2"):
        study.start_items([item]).submit(WRONG)
    study.start_items(["a-3"]).submit(RIGHT)
    machine.clock.pass_days(1)
    first, second, third = machine.start().plan(8).days[:3]
    assert [item in ("a-0", "a-1", "a-2") for item in first.items] == [True, True, False, False]
    assert [item in ("a-0", "a-1", "a-2") for item in second.items] == [True, False, False, False]
    assert {*first.items, *second.items} >= {"a-0", "a-1", "a-2"}
    assert third.new == 4


def test_what_was_missed_comes_back_though_it_was_right_once_more_on_the_same_day(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=2) for n in range(30)]))
    session = prepared(machine, 6).open_day(8)
    answer(session, RIGHT, WRONG, RIGHT, RIGHT, RIGHT)
    assert session.state == "finished"
    machine.clock.pass_days(1)
    first, second, *_ = machine.start().plan(8).days
    assert first.items[0] == "a-1"
    assert first.new == 3
    assert "a-1" not in second.items


def test_topics_take_turns_where_not_all_has_room(machine_on: MachineOn) -> None:
    machine = machine_on(
        library(
            attention=[fill("a-1", minutes=2), fill("a-2", minutes=2)],
            masks=[fill("m-1", minutes=2), fill("m-2", minutes=2)],
        )
    )
    tight, roomy = prepared(machine, 1).plan(6), machine.start().plan(8)
    assert tight.days[0].items == ("a-1", "m-1", "a-2")
    assert roomy.days[0].items == ("a-1", "a-2", "m-1", "m-2")


def test_each_point_is_planned_once_before_any_is_twice(machine_on: MachineOn) -> None:
    machine = machine_on(
        library(
            attention=[
                fill("a", covers=["scale"], minutes=2),
                fill("b", covers=["scale"], minutes=2),
                fill("c", covers=["mask"], minutes=2),
            ]
        )
    )
    assert prepared(machine, 1).plan(4).days[0].items == ("a", "c")


def test_what_interviews_ask_often_is_planned_first_where_not_all_has_room(
    machine_on: MachineOn,
) -> None:
    rare = [fill(f"rare-{n}", minutes=2) for n in range(4)]
    often = [fill(f"often-{n}", minutes=2, tags=["interview"]) for n in range(2)]
    study = prepared(machine_on(library(attention=[*rare, *often])), 3)
    assert study.plan(3).days[0].items == ("often-0",)
    assert study.plan(3).days[1].items == ("often-1",)
    assert study.plan(20).days[0].items[:2] == ("rare-0", "rare-1")  # all of them fit


def test_long_questions_are_planned_like_short_ones(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill("long", minutes=8), fill("short", minutes=1)]))
    assert prepared(machine, 1).plan(8).days[0].items == ("long",)


@pytest.mark.parametrize(("count", "last"), [(6, "short-5"), (2, "long")])
def test_what_takes_longer_than_half_of_a_day_comes_when_nothing_shorter_is_left(
    machine_on: MachineOn, count: int, last: str
) -> None:
    short = [fill(f"short-{n}", minutes=5) for n in range(count)]
    machine = machine_on(library(attention=[fill("long", minutes=20), *short]))
    assert prepared(machine, 1).plan(30).days[0].items[-1] == last


def test_a_day_has_one_long_question_beside_shorter_ones(machine_on: MachineOn) -> None:
    long = [fill(f"long-{n}", minutes=20) for n in range(2)]
    short = [fill(f"short-{n}", minutes=5) for n in range(8)]
    machine = machine_on(library(attention=[*long, *short]))
    days = prepared(machine, 5).plan(40).days[:2]  # a mock interview and the eve come later
    assert [[item for item in day.items if "long" in item] for day in days] == [
        ["long-0"],
        ["long-1"],
    ]
    assert [len(day.items) for day in days] == [5, 5]


def test_what_is_nearly_forgotten_and_short_comes_before_what_is_new_and_long(
    machine_on: MachineOn,
) -> None:
    forgotten = [fill(f"old-{n}", minutes=1) for n in range(3)]
    unseen = [fill(f"new-{n}", minutes=12) for n in range(3)]
    machine = machine_on(library(attention=[*unseen, *forgotten]))
    study = machine.start()
    for item in forgotten:
        study.start_items([item.id]).submit(WRONG)
    machine.clock.pass_days(60)
    first, *_ = prepared(machine, 3).plan(12).days
    assert set(first.items) == {"old-0", "old-1", "old-2"}


@given(
    lengths=st.lists(st.sampled_from([1.0, 2.0, 3.0]), min_size=2, max_size=12),
    breaks=st.lists(st.integers(0, 40), min_size=12, max_size=12),
    days=st.integers(2, 40),
)
@settings(max_examples=25)
def test_what_was_seen_comes_by_its_gain_per_minute(
    lengths: list[float], breaks: list[int], days: int
) -> None:
    items = [fill(f"i-{n}", minutes=length) for n, length in enumerate(lengths)]
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder), library(attention=items))
        study = machine.start()
        for item, pause in zip(items, breaks, strict=False):
            study.start_items([item.id]).submit(RIGHT)
            machine.clock.pass_days(1 + pause)
        today, target = study.today(), study.today() + timedelta(days=days)
        cards = {item.id: study.history.card(item.id) for item in items}
        study.set_interview_day(target)
        order = study.plan(100).days[0].items
        machine.close()
    gains = {
        item.id: (recall_if_passed(card, today, target) - recall(card, target)) / item.minutes
        for item in items
        if (card := cards[item.id])
    }
    worth = [item.id for item in items if gains[item.id] * item.minutes >= 0.02]
    assert list(order) == sorted(worth, key=lambda item: -gains[item])


@pytest.mark.parametrize(
    ("today", "taken", "days"),  # all counted back from the interview
    [
        (30, None, [14, 7, 3]),
        (14, None, [14, 7, 3]),
        (13, None, [13, 7, 3]),  # missed, so at once
        (10, 16, [7, 3]),  # two days before its mark serves
        (12, 17, [12, 7, 3]),  # two days late
        (11, 17, [7, 3]),  # too late for the first
        (8, None, [7, 3]),
        (7, 7, [3]),
        (5, None, [5]),
        (2, None, [2]),
        (2, 4, []),
        (1, None, []),  # the eve is free
    ],
)
def test_mock_interviews_come_in_good_time(today: int, taken: int | None, days: list[int]) -> None:
    target = date(2026, 4, 1)
    before = [target - timedelta(days=n) for n in days]
    latest = None if taken is None else target - timedelta(days=taken)
    assert list(rehearsals.days_of(target, target - timedelta(days=today), latest)) == before


@pytest.mark.parametrize(("done", "long"), [(0, 25), (3, 22), (10, 20), (15, 20), (16, 0)])
def test_a_mock_interview_has_room_beside_a_few_questions(done: int, long: int) -> None:
    assert rehearsals.minutes_of_one(25, done) == long


@pytest.mark.parametrize(("minutes", "long"), [(19, 0), (20, 20), (60, 45)])
def test_a_mock_interview_has_up_to_45_of_the_minutes_and_questions_the_rest(
    machine_on: MachineOn, minutes: int, long: int
) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=1) for n in range(200)]))
    plan = prepared(machine, 7).plan(minutes)
    assert [day.interview for day in plan.days] == [0, long, 0, 0, long, 0, 0]  # none at the start
    assert [day.minutes for day in plan.days[:2]] == [minutes, minutes - long]


def test_an_open_answer_of_an_interview_took_its_minutes_before_it_is_judged(
    machine_on: MachineOn,
) -> None:
    machine = machine_on(library(attention=[explain("open", minutes=4), fill("a", minutes=4)]))
    study = prepared(machine, 2)
    interview = study.interviews.start(blueprint(mix={"explain": 1.0}))
    interview.submit(ALL_SAID)
    plan = study.plan(6)
    assert (plan.done, plan.minutes_done, plan.days[0].items) == (("open",), 4, ())
    machine.clock.pass_days(1)
    assert machine.start().plan(6).done == ()


def test_a_mock_interview_that_was_taken_is_not_planned_again(machine_on: MachineOn) -> None:
    machine = machine_on(two_topics())
    study = prepared(machine, 8)
    study.start_items(["a-1"]).submit(RIGHT)
    machine.clock.pass_days(1)
    interview = study.interviews.start(blueprint())
    answer_rightly(interview)
    answer_rightly(interview)
    assert study.plan(30).days[0].interview == 26  # four minutes of this day are used
    answer_rightly(interview)
    assert [day.interview for day in study.plan(30).days] == [0, 0, 0, 0, 30, 0, 0]


def test_who_takes_no_mock_interview_is_asked_questions_every_day(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=5) for n in range(30)]))
    study = prepared(machine, 9)
    with_an_interview = []
    for _ in range(9):
        with_an_interview += [study.plan(20).days[0].interview]
        session = study.open_day(20)
        assert session.total == 4  # all the minutes that there are
        answer(session, *[RIGHT] * session.total)
        assert dict(days_in_words(study.plan(20), 1)).popitem()[1] == "done"
        machine.clock.pass_days(1)
        study = machine.start()
    assert with_an_interview == [0, 0, 20, 20, 20, 0, 20, 20, 0]  # up to two days late


def test_a_mock_interview_and_the_questions_instead_of_it_are_told(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=10) for n in range(30)]))
    study = prepared(machine, 4)
    study.start_items(["a-0"]).submit(RIGHT)
    machine.clock.pass_days(1)
    plan = machine.start().plan(30)
    today = "a mock interview, 30 minutes, or 3 new questions, 30 minutes"
    assert dict(days_in_words(plan, 1)) == {"Tue 03 Mar": today}
    machine.start().open_day(30).submit(RIGHT)
    plan = machine.start().plan(30)
    today = "a mock interview, 20 minutes; 2 questions left"
    assert dict(days_in_words(plan, 1)) == {"Tue 03 Mar": today}


def test_a_day_is_not_done_while_something_is_asked_once_more(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=2) for n in range(2)]))
    study = prepared(machine, 2)
    session = study.open_day(20)
    answer(session, RIGHT, WRONG)
    plan = study.plan(20)
    assert (plan.to_go, plan.days[0].items) == (1, ())
    assert dict(days_in_words(plan, 1)) == {"Mon 02 Mar": "1 question left"}
    assert study.open_day(20).id == session.id
    answer(session, RIGHT)
    assert dict(days_in_words(study.plan(20), 1)) == {"Mon 02 Mar": "done"}


def test_a_plan_needs_a_day_and_minutes(machine: Machine) -> None:
    study = machine.start()
    with pytest.raises(StudyError, match="set the day of your interview"):
        study.plan(10)
    study.set_interview_day(study.today())
    with pytest.raises(StudyError, match="minutes per day"):
        study.plan(0)
    with pytest.raises(StudyError, match="nothing for today"):
        study.start_day(10)


def test_on_the_eve_what_was_seen_comes_before_what_is_new(machine_on: MachineOn) -> None:
    items = [fill(f"a-{n}", minutes=2) for n in range(40)]
    machine = machine_on(library(attention=items))
    study = machine.start()
    seen = [f"a-{n}" for n in range(6)]
    for item in seen:
        study.start_items([item]).submit(RIGHT)
    machine.clock.pass_days(10)
    today = study.today()

    def first_day(days: int) -> tuple[str, ...]:
        target = today + timedelta(days=days)
        return make_plan(study.library, study.history, today, target, 20).days[0].items

    assert set(first_day(1)[:6]) == set(seen)
    assert len(first_day(1)) == 10  # minutes that are left go to what is new
    assert set(first_day(7)[:6]) != set(seen)


def test_who_begins_on_the_eve_is_asked_what_is_new(machine_on: MachineOn) -> None:
    machine = machine_on(library(attention=[fill(f"a-{n}", minutes=2) for n in range(40)]))
    study = prepared(machine, 1)
    assert study.plan(20).days[0].new == 10
