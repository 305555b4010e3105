"""Plans of interviews: they fit their minutes, follow their blueprint, and come again by seed."""

import math
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quizzer.bank.library import Library
from quizzer.bank.schema import FollowUp, Item
from quizzer.study.errors import StudyError
from quizzer.study.interview.blueprint import (
    READY,
    Blueprint,
    UnreadableBlueprintError,
    as_data,
    checked,
    from_data,
)
from quizzer.study.interview.flavours import flavour_of, stage_of
from quizzer.study.interview.planning import (
    MAIN_SHARE,
    NOT_LONG,
    RANKS,
    Before,
    make_plan,
    one_more,
)
from tests.bundled import bundled
from tests.study.builders import RIGHT, Machine, code_item, fill, library, open_item
from tests.study.interviewing import answer_all, begin, blueprint, chain

TOPICS = ("attention", "masks", "positions", "training", "decoding", "counting")

blueprints = st.builds(
    blueprint,
    minutes=st.integers(10, 90),
    level=st.sampled_from(["junior", "mid", "senior"]),
    seed=st.integers(0, 9999),
    topics=st.lists(st.sampled_from(TOPICS), max_size=4).map(tuple),
)


def items_of(plan_of: Blueprint, banks: Library | None = None) -> list[Item]:
    banks = banks or bundled()
    return [banks.items[place.item] for place in make_plan(plan_of, banks)]


@given(blueprints)
@settings(max_examples=60)
def test_a_plan_fits_its_minutes_and_keeps_to_level_and_topics(plan_of: Blueprint) -> None:
    try:
        items = items_of(plan_of)
    except StudyError:
        assume(False)  # nothing fits: another test's concern
    minutes = sum(item.minutes for item in items)
    assert minutes <= plan_of.minutes * MAIN_SHARE or len(items) == 1
    assert minutes <= plan_of.minutes
    assert len({item.id for item in items}) == len(items)
    assert all(RANKS[item.level] <= RANKS[plan_of.level] for item in items)
    assert not plan_of.topics or {bundled().topic_of(i.id) for i in items} <= set(plan_of.topics)


@pytest.mark.parametrize("name", READY)
def test_ready_blueprints_make_full_and_varied_interviews(name: str) -> None:
    plans = [items_of(msgspec.structs.replace(READY[name], seed=seed)) for seed in range(8)]
    for items in plans:
        minutes = sum(item.minutes for item in items)
        assert minutes >= 0.75 * READY[name].minutes * MAIN_SHARE
        assert len({bundled().topic_of(item.id) for item in items}) >= min(4, len(items))
    assert len({tuple(item.id for item in items) for items in plans}) >= 4


def test_the_same_seed_makes_the_same_plan_with_the_same_numbers() -> None:
    plan_of = msgspec.structs.replace(READY["fundamentals"], seed=4711)
    assert make_plan(plan_of, bundled()) == make_plan(from_data(as_data(plan_of)), bundled())


@pytest.mark.parametrize(
    "changes",
    [
        {"level": "staff"},
        {"minutes": -1},
        {"minutes": 10**15},
        {"minutes": None},
        {"mix": {"concept": None}},  # as JSON keeps what is not a number
        {"mix": {"concept": math.nan}},
        {"mix": {"concept": math.inf}},
        {"mix": {"concept": -1}},
        {"mix": {}},
        {"mix": {"dance": 1}},
    ],
)
def test_a_kept_blueprint_that_makes_no_sense_cannot_be_read(changes: dict[str, Any]) -> None:
    with pytest.raises(UnreadableBlueprintError):
        from_data(as_data(READY["fundamentals"]) | changes)


def test_another_seed_draws_other_numbers_for_the_same_item() -> None:
    only = library(attention=[fill("only")])
    variants = {make_plan(blueprint(seed=seed), only)[0].variant for seed in range(5)}
    assert len(variants) == 5


def test_an_interview_is_the_same_again_with_the_same_answers(tmp_path: Any) -> None:
    turns = []
    for run in range(2):
        machine = Machine(tmp_path / str(run), chain())
        interview = begin(machine, minutes=30, seed=99)
        answer_all(interview)
        turns.append([(turn.item, turn.variant, turn.depth) for turn in interview.turns])
        machine.close()
    assert turns[0] == turns[1]


def test_the_mix_is_kept_to_in_minutes() -> None:
    banks = library(
        attention=[
            *(fill(f"concept-{n}") for n in range(20)),
            *(fill(f"shape-{n}", tags=["shapes"]) for n in range(20)),
            *(open_item(f"explain-{n}", minutes=4) for n in range(20)),
        ]
    )
    mix = {"concept": 0.25, "shape": 0.25, "explain": 0.5}
    items = items_of(blueprint(minutes=50, mix=mix), banks)
    minutes = Counter[str]()
    for item in items:
        minutes[flavour_of(item)] += int(item.minutes)
    assert minutes == {"concept": 8, "shape": 8, "explain": 16}  # of 32.5


def test_what_the_banks_lack_the_others_share() -> None:
    banks = library(attention=[fill(f"concept-{n}") for n in range(20)])
    assert len(items_of(blueprint(mix={"concept": 0.1, "code": 0.9}), banks)) == 3  # of 6.5 min


def test_what_the_mix_asks_for_in_vain_is_known(tmp_path: Any) -> None:
    machine = Machine(tmp_path, library(attention=[fill("a-1"), code_item("c")], masks=[fill("m")]))
    interviews = machine.start().interviews
    wanted = blueprint(mix={"concept": 0.5, "code": 0.3, "debug": 0.2, "shape": 0.0})
    assert interviews.out_of_reach(wanted) == ("debug",)
    elsewhere = msgspec.structs.replace(wanted, topics=("masks",))
    assert interviews.out_of_reach(elsewhere) == ("code", "debug")
    machine.library = machine.library.setting_aside(["code"])
    assert machine.start().interviews.out_of_reach(wanted) == ("code", "debug")
    machine.close()


def test_questions_go_from_easy_to_hard() -> None:
    items = items_of(msgspec.structs.replace(READY["full-round"], seed=3))
    ladder = [(RANKS[item.level], item.difficulty) for item in items]
    assert ladder == sorted(ladder)


def test_a_follow_up_of_a_planned_question_is_kept_for_later() -> None:
    for seed in range(20):
        items = {item.id for item in items_of(blueprint(level="mid", seed=seed), chain())}
        assert not {"what", "why"} <= items


@pytest.mark.parametrize(
    "changes", [{"follow_ups": [FollowUp(item="plain-0", when="right")]}, {"tags": ["interview"]}]
)
def test_what_leads_on_and_what_is_asked_often_is_preferred(changes: dict[str, Any]) -> None:
    wanted = [fill(f"wanted-{n}", **changes) for n in range(20)]
    banks = library(attention=[*wanted, *(fill(f"plain-{n}") for n in range(20))])
    chosen = [item.id for seed in range(30) for item in items_of(blueprint(seed=seed), banks)]
    assert sum(item.startswith("wanted") for item in chosen) > 0.75 * len(chosen)


def test_one_long_question_is_better_than_none() -> None:
    banks = library(attention=[fill("long", minutes=9)])
    assert [item.id for item in items_of(blueprint(minutes=10), banks)] == ["long"]


def test_a_long_question_to_go_on_with_comes_only_while_the_mix_lacks_its_minutes() -> None:
    mostly_concepts = blueprint(mix={"concept": 0.8, "compute": 0.2})
    long, short = fill("long", minutes=9, tags=["by-hand"]), fill("short")
    banks = library(attention=[fill("first"), long, short], masks=[])
    before = Before(banks.items["first"], passed=True)
    asked = [banks.items["first"]] * 8  # sixteen minutes on concepts

    def next_of(plan_of: Blueprint, minutes: float, without: str = "") -> str | None:
        found = one_more(plan_of, banks, asked, minutes, before=before, without=[without])
        return found.id if found else None

    assert next_of(mostly_concepts, 10) == "short"  # computing lacks 5.2 of 26 minutes
    assert next_of(mostly_concepts, 10, without="short") == "long"  # better than none
    assert next_of(blueprint(mix={"concept": 0.4, "compute": 0.6}), 10) == "long"  # 15.6 of 26


def test_nothing_is_planned_to_be_computed_at_length_on_the_phone() -> None:
    for seed in range(20):
        for item in items_of(msgspec.structs.replace(READY["phone-screen"], seed=seed)):
            assert flavour_of(item) != "compute" or item.minutes <= NOT_LONG, item.id


def test_short_interviews_do_not_all_begin_with_the_same_short_question() -> None:
    ten = msgspec.structs.replace(READY["phone-screen"], minutes=10)
    plans = [items_of(msgspec.structs.replace(ten, seed=seed)) for seed in range(20)]
    met = Counter(item.id for items in plans for item in items)
    assert max(met.values()) <= 10


def test_fresh_seeds_prefer_questions_not_answered_before(tmp_path: Any) -> None:
    machine = Machine(tmp_path, library(attention=[fill(f"a-{n}") for n in range(6)]))
    study = machine.start()
    for item in ("a-0", "a-1", "a-2"):
        study.start_items([item]).submit(RIGHT)
    seed = study.interviews.fresh_seed(blueprint())
    plan = study.interviews.plan(blueprint(seed=seed))
    assert {place.item for place in plan} == {"a-3", "a-4", "a-5"}
    machine.close()


def test_blueprints_are_remembered_as_each_was_used_last(tmp_path: Any) -> None:
    machine = Machine(tmp_path, library(attention=[fill(f"a-{n}") for n in range(3)]))
    interviews = machine.start().interviews
    assert interviews.used() == {}
    for changes in (
        {"name": "own", "minutes": 40},
        {"name": "phone-screen", "minutes": 20, "mix": {"concept": 1.0}},
        {"name": "own", "minutes": 15, "topics": ("attention",), "seed": 7},
    ):
        interviews.start(blueprint(**changes))
    used = machine.start().interviews.used()
    assert list(used) == ["own", "phone-screen"]
    assert used["own"] == blueprint(name="own", minutes=15, topics=("attention",), seed=0)
    assert (used["phone-screen"].minutes, used["phone-screen"].mix) == (20, {"concept": 1.0})
    machine.library = library(masks=[fill("m-1")])
    assert machine.start().interviews.used()["own"].topics == ()
    machine.close()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"minutes": 5}, "10 to 90 minutes"),
        ({"minutes": 91}, "10 to 90 minutes"),
        ({"level": "expert"}, "junior, mid, senior"),
        ({"topics": ("cooking",)}, "no topic 'cooking'"),
        ({"mix": {"concept": 0.0}}, "not all of them 0"),
        ({"mix": {"concept": -1.0}}, "not all of them 0"),
        ({"mix": {"jokes": 1.0}}, "concept, explain"),
    ],
)
def test_a_blueprint_that_makes_no_sense_is_refused_in_words(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(StudyError, match=says):
        checked(blueprint(**changes), ["attention"])


def test_a_blueprint_that_nothing_fits_says_what_to_change() -> None:
    with pytest.raises(StudyError, match="Give it more time"):
        make_plan(blueprint(topics=("masks",)), library(attention=[fill("a-1")], masks=[]))


def test_what_a_question_puts_to_the_test() -> None:
    assert flavour_of(code_item("c")) == "code"
    assert flavour_of(code_item("c", broken=True)) == "debug"
    assert flavour_of(fill("f")) == "concept"
    assert flavour_of(fill("f", tags=["pytorch"])) == "shape"
    assert flavour_of(open_item("o")) == "explain"
    assert flavour_of(bundled().items["sdpa-by-hand"]) == "compute"
    assert flavour_of(bundled().items["cross-attention-shapes"]) == "shape"


def test_the_pattern_goes_from_what_to_cost() -> None:
    pattern: list[Item] = [
        fill("what"),
        open_item("why"),
        bundled().items["sdpa-by-hand"],
        fill("change", tags=["what-if"]),
        fill("cost", tags=["memory"]),
    ]
    assert [stage_of(item) for item in pattern] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize(("passed", "next_item"), [(True, "harder"), (False, "easier")])
def test_the_next_question_is_a_step_harder_after_a_good_answer_and_else_a_step_easier(
    passed: bool, next_item: str, seed: int
) -> None:
    difficulties = {"easiest": 1, "easier": 2, "first": 3, "harder": 4, "hardest": 5}
    items = {name: fill(name, difficulty=n) for name, n in difficulties.items()}
    banks = library(attention=list(items.values()))
    before = Before(items["first"], passed)
    found = one_more(blueprint(seed=seed), banks, [items["first"]], 5, before=before)
    assert found is not None
    assert found.id == next_item
