"""What an answer of an interview missed is told in words, also where letters were entered."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs, to_builtins

from quizzer.bank.schema import Blank, ChoiceItem, Item, Option, Tempting
from quizzer.exercises.drawing import draw
from quizzer.grading.answer_key import right_answer
from quizzer.grading.choice import shown_options
from quizzer.grading.grade import grade
from quizzer.progress.log import Log
from quizzer.reports.entered import entered
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.interview import InterviewQuestion as Question
from quizzer.study.interview.missed import missed as missed_in
from tests.bundled import bundled
from tests.progress.builders import attempted, variant
from tests.study.builders import (
    MachineOn,
    code_item,
    fill,
    library,
    match_item,
    open_item,
    order_item,
)
from tests.study.interviewing import begin


def several() -> ChoiceItem:
    """Three options of five are right; of the wrong ones one tells a mistake."""
    wrong = Option(text="bias", correct=False, because="It has none.", mistake="bias-counted")
    options = [Option(text=text, correct=True) for text in ("keys", "values", "queries")]
    return ChoiceItem(
        id="c",
        title="Several",
        level="junior",
        difficulty=1,
        prompt="Which?",
        explanation="Said.",
        sources=["The book"],
        options=[*options, Option(text="labels", correct=False), wrong],
    )


def begun(machine_on: MachineOn, item: Item) -> tuple[Interview, Question]:
    """An interview that asks this item."""
    interview = begin(machine_on(library(attention=[item])))
    question = interview.question
    assert question is not None
    return interview, question


def missed(interview: Interview, answer: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What an answer misses by the debrief."""
    interview.submit(answer)
    return [entry.missed for entry in interview.finish().entries]


def letters(question: Question, *texts: str) -> str:
    """The letters under which these lines are shown."""
    shown = {text: letter for letter, text in question.presentation.options}
    return " ".join(shown[text] for text in texts)


@pytest.mark.parametrize(
    ("picked", "expected"),
    [
        (("keys", "values"), ("that it is also “queries”",)),
        (("keys", "values", "queries"), ()),
        (("keys", "values", "queries", "labels"), ("that it is not “labels”",)),
        (("keys", "values", "queries", "bias"), ()),  # which the mistake tells
        (("labels",), ("keys", "values", "queries", "labels")),
    ],
)
def test_of_several_options_those_left_out_and_those_that_are_wrong(
    machine_on: MachineOn, picked: Sequence[str], expected: Sequence[str]
) -> None:
    interview, question = begun(machine_on, several())
    (told,) = missed(interview, {"choice": letters(question, *picked)})
    assert len(told) == len(expected)
    for text in expected:
        assert any(text in entry for entry in told)


@pytest.mark.parametrize(
    ("entered", "expected"),
    [
        (("one", "two", "three"), ()),
        (("two", "three", "one"), ("where “one” comes",)),
        (("three", "two", "one"), ("the whole order",)),
    ],
)
def test_of_an_order_the_lines_that_are_to_be_moved(
    machine_on: MachineOn, entered: Sequence[str], expected: tuple[str, ...]
) -> None:
    interview, question = begun(machine_on, order_item("o"))
    assert missed(interview, {"order": letters(question, *entered)}) == [expected]


def test_of_pairs_those_that_were_not_found(machine_on: MachineOn) -> None:
    item = match_item("m")
    interview, question = begun(machine_on, item)
    right = right_answer(item, question.variant)
    assert missed(interview, {"1": right["1"], "2": letters(question, "three")}) == [("2 – two",)]


def test_of_key_points_those_not_said_and_those_that_were_half_said(
    machine_on: MachineOn,
) -> None:
    interview, _ = begun(machine_on, open_item("w"))
    interview.submit({"answer": "a product"})
    interview.finish()
    interview.judging(1).judge("½ 0")
    (entry,) = interview.finish().entries
    assert entry.missed == ("half said: Says product", "Says clipping")
    interview.judging(1).judge("1 0")
    (entry,) = interview.finish().entries
    assert entry.missed == ("Says clipping",)


def test_of_cases_of_code_what_they_are_about_once(tmp_path: Path) -> None:
    failed = ("case 2 (a batch)", "case 3 (a batch)", "case 4", "inputs unchanged")
    with closing(Log.open(tmp_path / "progress.sqlite3")) as log:
        parts = {"case 1 (one row)": "right"} | dict.fromkeys(failed, "wrong")
        event = attempted(log, item="c", kind="code", status="partly", parts=parts)
    assert missed_in(code_item("c"), event) == ("a batch", "case 4", "inputs unchanged")


@pytest.mark.parametrize("item", [several(), order_item("o"), match_item("m")])
def test_of_an_answer_that_was_not_given_nothing(machine_on: MachineOn, item: Item) -> None:
    interview, _ = begun(machine_on, item)
    interview.pass_over()
    assert [entry.missed for entry in interview.finish().entries] == [()]


def single() -> ChoiceItem:
    """One option is right; why others are not is told, but not by the name of a mistake."""
    return structs.replace(
        several(),
        options=[
            Option(text="keys", correct=True),
            Option(text="labels.", correct=False, because="They are for training."),
            Option(text="bias", correct=False),
        ],
    )


@pytest.mark.parametrize(
    ("picked", "expected"),
    [
        ("labels.", "that it is not “labels”: They are for training."),
        ("bias", "that it is not “bias”"),
    ],
)
def test_of_a_single_option_what_was_chosen_and_why_it_fails(
    machine_on: MachineOn, picked: str, expected: str
) -> None:
    interview, question = begun(machine_on, single())
    assert missed(interview, {"choice": letters(question, picked)}) == [(expected,)]


def test_of_a_blank_what_its_bank_says_of_a_wrong_entry_without_a_name(
    machine_on: MachineOn,
) -> None:
    known = Tempting(answers=["left"], because="That is the other side.")
    item = fill("f", blanks={"x": Blank(accept=["right"], label="side", tempting=[known])})
    interview, _ = begun(machine_on, item)
    assert missed(interview, {"x": "left"}) == [("side: That is the other side.",)]


@pytest.mark.parametrize("item", [single(), order_item("o"), match_item("m"), open_item("w")])
def test_of_a_question_edited_since_that_it_is_not_known(tmp_path: Path, item: Item) -> None:
    with closing(Log.open(tmp_path / "progress.sqlite3")) as log:
        event = attempted(log, item=item.id, item_version=9, status="wrong", parts={"1": "wrong"})
        assert missed_in(item, event) == ("no longer known: the question has been edited since",)
        named = structs.replace(event, mistakes=["bias-counted"])
        assert missed_in(item, named) == ()  # that is told already


@pytest.mark.parametrize("order", ["CAB", None, [0.5], [99]])
@pytest.mark.parametrize("item", [single(), order_item("o")])
def test_of_an_answer_whose_order_the_log_has_not_that_it_is_not_known(
    tmp_path: Path, item: Item, order: object
) -> None:
    drawn = variant(0) | {"drawn": {"order": order}}
    answer = {"choice": "B", "order": "B A C"}
    with closing(Log.open(tmp_path / "progress.sqlite3")) as log:
        event = attempted(log, item=item.id, variant=drawn, answer=answer, status="wrong")
        assert missed_in(item, event) == ("no longer known: the question has been edited since",)
        assert entered(event, item) == answer


def test_of_every_wrong_option_of_the_banks_something(tmp_path: Path) -> None:
    items = [item for item in bundled().items.values() if isinstance(item, ChoiceItem)]
    assert len(items) > 50
    with closing(Log.open(tmp_path / "progress.sqlite3")) as log:
        for item in items:
            drawn = draw(item, 0)
            for letter, option in shown_options(item, drawn).items():
                if option.correct:
                    continue
                answer = {"choice": letter}
                verdict = grade(item, drawn, answer)
                event = attempted(
                    log,
                    item=item.id,
                    item_version=item.version,
                    variant=to_builtins(drawn),
                    answer=answer,
                    status="wrong",
                    parts={part.name: part.status.value for part in verdict.parts},
                )
                assert verdict.mistakes or missed_in(item, event), (item.id, option.text)
