"""What an interview asks next goes after what an answer showed."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from quizzer.bank.schema import FollowUp
from quizzer.study.interview.flavours import Flavour
from tests.study.builders import (
    RIGHT,
    TEMPTED,
    WRONG,
    MachineOn,
    code_item,
    fill,
    library,
    order_item,
)
from tests.study.interviewing import (
    ALL_SAID,
    NO_CLIPPING,
    answer_all,
    answer_rightly,
    asked,
    begin,
    chain,
    explain,
    gap,
    later,
    main,
    walked,
)


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
        (TEMPTED, "trap", "Your answer showed a mistake: fell for it."),
        (WRONG, "ground", "Your answer was not right, so the basics were tested."),
    ],
)
def test_the_next_question_goes_after_what_the_answer_showed(
    machine_on: MachineOn, answer: dict[str, str], next_item: str, because: str
) -> None:
    interview = begin(machine_on(chain()))
    interview.submit(answer)
    assert asked(interview) == next_item
    assert interview.finish().entries[1].because == because


def test_a_step_further_after_most_was_right_does_not_call_all_of_it_good(
    machine_on: MachineOn,
) -> None:
    links = [FollowUp(when="right", item="next")]
    banks = library(attention=[replace(order_item("what"), follow_ups=links), later("next")])
    interview = begin(machine_on(banks))
    question = interview.question
    assert question is not None
    shown = {text: letter for letter, text in question.presentation.options}
    interview.submit({"order": " ".join(shown[text] for text in ("two", "three", "one"))})
    (_, step) = interview.finish().entries
    assert step.because == "Most of your answer was right, so the next step was asked."


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
    assert interview.finish().entries[1].because == "Your answer showed a mistake: fell for it."


def test_passing_over_is_a_wrong_answer_without_a_mistake(machine_on: MachineOn) -> None:
    interview = begin(machine_on(chain()))
    interview.pass_over()
    assert asked(interview) == "ground"
    (what, ground) = interview.finish().entries
    assert (what.outcome, what.score) == ("passed-over", Fraction(0))
    assert what.answer == {}
    assert ground.because == "You said “I don't know”, so the basics were tested."


@pytest.mark.parametrize(
    ("answer", "next_item", "because"),
    [
        (NO_CLIPPING, "clipping", "Your answer seemed not to say: Says clipping"),
        (ALL_SAID, "onward", "Your answer seemed good, so the next step was asked."),
        (
            {"answer": "clip, clip, clip"},
            "back",
            "Your answer seemed to leave out a lot, so the basics were tested.",
        ),
    ],
)
def test_an_open_answer_is_followed_where_its_words_leave_a_gap(
    machine_on: MachineOn, answer: dict[str, str], next_item: str, because: str
) -> None:
    interview = begin(machine_on(gap()))
    interview.submit(answer)
    assert asked(interview) == next_item
    assert interview.finish().entries[1].because == because


@pytest.mark.parametrize(
    ("answer", "next_item"), [("clip, clip, clip", "detail"), ("It is more stable.", "ground")]
)
def test_who_says_nothing_of_it_is_taken_back_to_the_ground_before_a_detail_is_asked(
    machine_on: MachineOn, answer: str, next_item: str
) -> None:
    links = (("missed-1", "detail"), ("wrong", "ground"))
    banks = library(attention=[explain("open", *links), main("detail"), main("ground")])
    interview = begin(machine_on(banks), mix={"explain": 0.9, "concept": 0.1})
    assert asked(interview) == "open"
    interview.submit({"answer": answer})
    assert asked(interview) == next_item


@pytest.mark.parametrize("answer", ["clip, clip, clip", "It is more stable."])
def test_after_an_answer_that_says_nothing_comes_nothing_harder(
    machine_on: MachineOn, answer: str
) -> None:
    links = (("missed-1", "harder"),)
    banks = library(attention=[explain("open", *links), later("harder")])
    interview = begin(machine_on(banks))
    interview.submit({"answer": answer})
    assert asked(interview) == ("harder" if "clip" in answer else None)


@pytest.mark.parametrize(
    ("confidence", "next_item", "because"),
    [
        (3, "onward", "What you said was taken to be good, so the next step was asked."),
        (None, "onward", "What you said was taken to be good, so the next step was asked."),
        (1, "back", "You were not sure of your answer, so the basics were tested."),
    ],
)
def test_a_spoken_answer_is_followed_by_how_sure_the_learner_was(
    machine_on: MachineOn, confidence: int | None, next_item: str, because: str
) -> None:
    interview = begin(machine_on(gap()))
    interview.submit({}, aloud=True, confidence=confidence)
    assert asked(interview) == next_item
    assert interview.finish().entries[1].because == because


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


@pytest.mark.parametrize("when", ["always", "wrong"])
def test_a_harder_question_follows_a_weak_answer_and_not_i_dont_know(
    machine_on: MachineOn, when: str
) -> None:
    banks = library(attention=[main("what", (when, "derive")), later("derive"), main("else")])
    interview = begin(machine_on(banks))
    interview.submit(WRONG)
    assert asked(interview) == "derive"
    interview = begin(machine_on(banks))
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


def test_a_weak_answer_without_a_listed_follow_up_has_its_ground_tested(
    machine_on: MachineOn,
) -> None:
    """By what is about the same point, no harder, and not later in the pattern."""
    banks = library(
        attention=[
            main("what", covers=["scale"], difficulty=2),
            later("harder", covers=["scale"], difficulty=3),
            later("cost", covers=["scale"], tags=["counting"]),
            later("other", covers=["masks"]),
            later("basics", covers=["scale"]),
        ]
    )
    interview = begin(machine_on(banks))
    interview.submit(WRONG)
    assert asked(interview) == "basics"
    (_, basics) = interview.finish().entries
    assert basics.because == "Your answer was not right, so the basics were tested."


def test_the_ground_of_what_nobody_claimed_to_know_is_not_tested(machine_on: MachineOn) -> None:
    banks = library(attention=[main("what", covers=["scale"]), later("basics", covers=["scale"])])
    interview = begin(machine_on(banks))
    interview.pass_over()
    assert interview.state == "finished"


def test_whoever_failed_to_write_one_thing_is_not_asked_to_write_another(
    machine_on: MachineOn,
) -> None:
    written = main("what", title="Write it", covers=["scale"], difficulty=2)
    code = code_item("code", level="mid", covers=["scale"], difficulty=2)
    banks = library(attention=[written, code, later("basics", covers=["scale"])])
    interview = begin(machine_on(banks), mix={"concept": 0.6, "code": 0.4})
    interview.submit(WRONG)
    assert asked(interview) == "basics"


def test_a_point_that_many_questions_are_about_is_no_ground(machine_on: MachineOn) -> None:
    others = [later(f"other-{n}", covers=["bugs"]) for n in range(5)]
    interview = begin(machine_on(library(attention=[main("what", covers=["bugs"]), *others])))
    interview.submit(WRONG)
    assert interview.state == "finished"


@pytest.mark.parametrize(("share", "next_item"), [(0.1, "short"), (0.5, "long")])
def test_what_is_worked_out_at_length_follows_only_where_the_mix_lacks_it(
    machine_on: MachineOn, share: float, next_item: str
) -> None:
    links = (("fell-for-it", "long"), ("fell-for-it", "short"))
    banks = library(
        attention=[
            main("what", *links),
            later("long", minutes=7, tags=["by-hand"]),
            later("short", tags=["by-hand"]),
        ]
    )
    interview = begin(machine_on(banks), minutes=30, mix={"concept": 1 - share, "compute": share})
    interview.submit(TEMPTED)
    assert asked(interview) == next_item


@pytest.mark.parametrize(
    ("flavour", "tags", "depth"), [("compute", ["by-hand"], 0), ("concept", [], 1)]
)
def test_beyond_its_share_of_the_mix_a_good_answer_leads_to_talk_and_not_to_numbers(
    machine_on: MachineOn, flavour: Flavour, tags: list[str], depth: int
) -> None:
    banks = library(
        attention=[
            main("what", ("right", "next"), tags=tags),
            later("next", tags=tags),
            later("shape", tags=["shapes"]),
        ]
    )
    interview = begin(machine_on(banks), mix={flavour: 0.2, "shape": 0.8})
    answer_rightly(interview)
    assert interview.turns[1].depth == depth


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
