"""What cannot be asked is left out of an interview, told, and made up for."""

from typing import Any

from quizzer.bank.schema import ComputeItem
from quizzer.study.interview.scorecard import score_card
from tests.exercises.items import NO_SCALE, attention
from tests.study.builders import MachineOn, library
from tests.study.interviewing import again, asked, begin, main, take


def flawed(**changes: Any) -> ComputeItem:
    """In each of its variants a mistake gives the right answer, so none can be drawn."""
    given = {name: {"shape": [2, 1]} for name in "QKV"}  # of width 1, whose root is 1
    return attention(id="flawed", given=given, mistakes=[NO_SCALE], **changes)


def test_what_cannot_be_asked_is_left_out_and_made_up_for(machine_on: MachineOn) -> None:
    banks = library(attention=[flawed(), main("sound", minutes=6)])
    machine = machine_on(banks)
    interview = begin(machine, mix={"compute": 0.9, "concept": 0.1})
    assert [turn.item for turn in interview.turns] == ["flawed"]
    assert asked(interview) == "sound"
    assert asked(again(machine, interview)) == "sound"
    take(machine, interview, 1)
    debrief = interview.debrief()
    (entry,) = debrief.entries
    assert (entry.number, entry.item, entry.outcome) == (1, "sound", "right")
    assert entry.because == "It was asked in place of a question that could not be asked."
    (why,) = debrief.left_out
    assert "of flawed cannot be asked" in why


def test_what_cannot_be_asked_is_never_tried_again(machine_on: MachineOn) -> None:
    """Neither as a follow-up nor as a further question."""
    first, last = main("first", ("right", "flawed")), main("last", minutes=6)
    banks = library(attention=[first, flawed(level="mid"), last])
    machine = machine_on(banks)
    interview = begin(machine)
    while (item := asked(interview)) is not None:
        assert item != "flawed"
        take(machine, interview, 1)
    assert [entry.item for entry in interview.debrief().entries] == ["first", "last"]
    assert len(interview.debrief().left_out) == 1


def test_with_nothing_that_can_be_asked_it_is_over(machine_on: MachineOn) -> None:
    interview = begin(machine_on(library(attention=[flawed()])))
    assert interview.question is None
    assert interview.state == "finished"
    assert interview.debrief().entries == ()
    assert interview.debrief().ended == "no-question"
    assert score_card(interview.debrief(), library(attention=[])).next_steps
