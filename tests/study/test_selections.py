"""Selections, drills, bookmarks and the placement."""

from collections.abc import Callable
from pathlib import Path

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import ComputeItem
from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade
from quizzer.study.errors import StudyError
from quizzer.study.selection import Selection
from quizzer.study.study import Study
from tests.commands.answering import small_library
from tests.study.builders import (
    RIGHT,
    TEMPTED,
    WRONG,
    Machine,
    MachineOn,
    code_item,
    fill,
    library,
    open_item,
)
from tests.study.practising import answer, planned


@pytest.fixture
def varied(machine_on: MachineOn) -> Machine:
    return machine_on(
        library(
            attention=[
                fill("a-easy", difficulty=1, tags=["shapes"]),
                fill("a-hard", difficulty=5, level="senior"),
                open_item("a-open", difficulty=2),
            ],
            masks=[fill("m-mid", difficulty=3, level="mid", tags=["shapes"])],
        )
    )


@pytest.mark.parametrize(
    ("selection", "items"),
    [
        (Selection(), ["a-easy", "a-open", "m-mid", "a-hard"]),
        (Selection(topics=("masks",)), ["m-mid"]),
        (Selection(kinds=("open",)), ["a-open"]),
        (Selection(levels=("mid", "senior")), ["m-mid", "a-hard"]),
        (Selection(tags=("shapes",)), ["a-easy", "m-mid"]),
        (Selection(tags=("shapes",), levels=("mid",)), ["m-mid"]),
        (Selection(mistakes=("fell-for-it",)), ["a-easy", "m-mid", "a-hard"]),
        (Selection(hardest_first=True), ["a-hard", "m-mid", "a-open", "a-easy"]),
        (Selection(due=True), []),
        (Selection(leeches=True), []),
        (Selection(bookmarked=True), []),
    ],
)
def test_a_selection_of_items_never_seen(
    varied: Machine, selection: Selection, items: list[str]
) -> None:
    assert [item.id for item in varied.start().select(selection)] == items


def test_unseen_due_and_personal_hardness_go_by_the_answers(varied: Machine) -> None:
    study = varied.start()
    study.start_items(["a-easy"]).submit(WRONG)
    study.start_items(["m-mid"]).submit(RIGHT)
    unseen = study.select(Selection(unseen=True))
    assert [item.id for item in unseen] == ["a-open", "a-hard"]
    varied.clock.pass_days(1)
    assert [item.id for item in study.select(Selection(due=True))] == ["a-easy"]
    hardest = [item.id for item in study.select(Selection(hardest_first=True))]
    assert hardest.index("a-easy") < hardest.index("m-mid")


def test_a_selection_of_due_items_is_a_review_all_others_are_practice(varied: Machine) -> None:
    study = varied.start()
    assert study.start_selection(Selection()).mode == "practice"
    study.start_items(["a-easy"]).submit(WRONG)
    varied.clock.pass_days(1)
    assert study.start_selection(Selection(due=True)).mode == "review"


def test_practice_beside_the_schedule_leaves_it_alone(varied: Machine) -> None:
    study = varied.start()
    study.start_items(["a-easy"]).submit(RIGHT)
    before = study.history.card("a-easy")
    varied.clock.pass_days(1)
    study.start_selection(Selection(tags=("shapes",), topics=("attention",))).submit(WRONG)
    assert study.history.card("a-easy") == before


def test_a_selection_that_nothing_fits_is_refused(varied: Machine) -> None:
    with pytest.raises(StudyError, match="Remove a condition"):
        varied.start().start_selection(Selection(tags=("nothing",)))


def test_bookmarks_are_kept_and_taken_away(varied: Machine) -> None:
    study = varied.start()
    study.bookmark("a-hard")
    study.bookmark("m-mid")
    study.bookmark("m-mid", on=False)
    again = varied.start()
    assert again.bookmarks() == {"a-hard"}
    assert [item.id for item in again.select(Selection(bookmarked=True))] == ["a-hard"]
    with pytest.raises(StudyError, match="no item"):
        study.bookmark("nothing")


# Drills


def test_mistakes_made_can_be_drilled_with_their_count_and_chances(machine: Machine) -> None:
    study = machine.start()
    assert study.drills() == ()
    answer(study.start_practice("attention"), TEMPTED, TEMPTED, RIGHT)
    (drill,) = study.drills()
    assert (drill.mistake, drill.name) == ("fell-for-it", "fell for it")
    assert (drill.count, drill.chances) == (2, 3)
    session = study.start_drill("fell-for-it", limit=3)
    assert (planned(session), session.purpose) == (["a-1", "a-2", "a-3"], "drill: fell-for-it")


def test_all_mistakes_that_questions_tell_are_listed_the_learners_own_first(
    machine: Machine, machine_on: MachineOn, tmp_path: Path
) -> None:
    small = small_library(tmp_path / "banks")
    small.mistake_names["argument-changed"] = "the argument changed"
    study = machine_on(small).start()
    listed = [(entry.name, entry.count) for entry in study.mistakes()]
    assert listed == [("no scale", 0), ("the argument changed", 0)]  # in the order that is seen
    study = machine.start()
    answer(study.start_practice("attention"), TEMPTED)
    assert [(entry.mistake, entry.count, entry.chances) for entry in study.mistakes()] == [
        ("fell-for-it", 1, 1)
    ]


def test_a_drill_fills_up_with_fresh_numbers(machine_on: MachineOn, tmp_path: Path) -> None:
    study = machine_on(small_library(tmp_path / "banks")).start()
    session = study.start_drill("no-scale", limit=4)
    assert planned(session) == ["sdpa", "which-scale", "sdpa", "sdpa"]
    assert len({(place.item, place.variant) for place in session.plan}) == 4


def test_a_drill_begins_with_what_is_easiest(machine_with: Callable[..., Machine]) -> None:
    hard, easy = fill("a-1", difficulty=4), fill("m-1", difficulty=2)
    machine = machine_with(attention=[hard, fill("a-2", difficulty=3)], masks=[easy])
    session = machine.start().start_drill("fell-for-it")
    assert planned(session) == ["m-1", "a-2", "a-1"]


def test_in_every_variant_of_a_drill_exactly_this_mistake_shows(tmp_path: Path) -> None:
    item = small_library(tmp_path / "banks").items["sdpa"]
    assert isinstance(item, ComputeItem)
    for number in range(30):
        variant = draw(item, number)
        query, key = variant.drawn["Q"], variant.drawn["K"]
        unscaled = [[sum(a * b for a, b in zip(q, k, strict=True)) for k in key] for q in query]
        verdict = grade(item, variant, {"scores": str(unscaled)})
        assert verdict.mistakes == ("no-scale",)


def test_a_mistake_that_no_item_tells_cannot_be_drilled(machine: Machine) -> None:
    with pytest.raises(StudyError, match="No question can show"):
        machine.start().start_drill("unheard-of")


# The placement


def long_library() -> Library:
    topics = {f"t{n}": [fill(f"t{n}-1"), fill(f"t{n}-long", minutes=9)] for n in range(11)}
    return library(**topics, last=[code_item("only-code")])


def test_the_placement_asks_a_short_question_all_along_the_check_list(
    machine_on: MachineOn,
) -> None:
    study = machine_on(long_library()).start()
    session = study.start_placement()
    assert planned(session) == ["t0-1", "t2-1", "t4-1", "t6-1", "t8-1", "t10-1"]
    assert session.purpose == "placement"


def placed(study: Study, *answers: dict[str, str]) -> tuple[str, tuple[str, ...]]:
    answer(study.start_placement(), *answers)
    placement = study.placement()
    assert placement is not None
    return placement.start, placement.known


@pytest.mark.parametrize(
    ("answers", "start", "known"),
    [
        ([WRONG, RIGHT], "t0", ("t2",)),
        ([RIGHT, RIGHT, WRONG], "t3", ("t0", "t2")),  # nothing is known of t3
        ([RIGHT] * 6, "last", ("t0", "t2", "t4", "t6", "t8", "t10")),
    ],
)
def test_start_after_what_was_passed_before_the_first_question_missed(
    machine_on: MachineOn, answers: list[dict[str, str]], start: str, known: tuple[str, ...]
) -> None:
    assert placed(machine_on(long_library()).start(), *answers) == (start, known)


def test_where_to_start_is_still_told_after_other_sessions(machine_on: MachineOn) -> None:
    study = machine_on(long_library()).start()
    told = placed(study, RIGHT, RIGHT, WRONG)
    answer(study.start_practice("t7"), WRONG)
    placement = study.placement()
    assert placement is not None
    assert (placement.start, placement.known) == told


def test_the_placement_asks_what_is_rather_easy_and_of_the_lowest_level(
    machine_on: MachineOn,
) -> None:
    short = {"minutes": 1.0}
    machine = machine_on(
        library(
            attention=[
                fill("a-mid", difficulty=2, level="mid", **short),
                fill("a-junior", difficulty=2, **short),
                fill("a-easy", difficulty=1, **short),
            ]
        )
    )
    assert planned(machine.start().start_placement()) == ["a-junior"]


def test_the_placement_is_offered_once_and_may_be_skipped(machine: Machine) -> None:
    study = machine.start()
    assert study.placement_due
    assert study.placement() is None
    study.skip_placement()
    assert not machine.start().placement_due
    assert study.overview().resumable is None


def test_who_answered_something_needs_no_placement(machine: Machine) -> None:
    study = machine.start()
    study.start_practice("attention").submit(RIGHT)
    assert not study.placement_due
