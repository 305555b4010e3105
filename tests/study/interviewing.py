"""A library with chains of follow-ups, and blueprints and answers for interviews on it."""

from typing import Any

import msgspec

from quizzer.bank.library import Library
from quizzer.bank.schema import FillItem, FollowUp, OpenItem
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.interview.interview import Interview
from quizzer.study.study import Study
from tests.study.builders import RIGHT, WRONG, Machine, fill, library, open_item

ALL_SAID = {"answer": "the jacobian of the product, and clip it"}
NO_CLIPPING = {"answer": "it is the product of each jacobian"}


def main(item_id: str, *follow_ups: tuple[str, str], **changes: Any) -> FillItem:
    """A junior item that a junior interview may open with."""
    return fill(item_id, follow_ups=_links(follow_ups), **changes)


def later(item_id: str, *follow_ups: tuple[str, str], **changes: Any) -> FillItem:
    """An item that a junior interview asks as a follow-up only."""
    return fill(item_id, level="mid", follow_ups=_links(follow_ups), **changes)


def explain(item_id: str, *follow_ups: tuple[str, str], **changes: Any) -> OpenItem:
    """An open item that a junior interview may open with."""
    return open_item(item_id, follow_ups=_links(follow_ups), **changes)


def _links(follow_ups: tuple[tuple[str, str], ...]) -> list[FollowUp]:
    return [FollowUp(when=when, item=item) for when, item in follow_ups]


def chain() -> Library:
    """One main question; right answers lead six deep, a mistake and a wrong answer elsewhere."""
    return library(
        attention=[
            main("what", ("right", "why"), ("fell-for-it", "trap"), ("wrong", "ground")),
            later("why", ("right", "derive")),
            later("derive", ("always", "change")),
            later("change", ("right", "cost")),
            later("cost", ("right", "deeper")),
            later("deeper", ("right", "deepest")),
            later("deepest"),
            later("trap"),
            main("ground"),
        ]
    )


def two_topics() -> Library:
    """Three short main questions in each of two topics, and an open one, without follow-ups."""
    return library(
        attention=[main("a-1"), main("a-2"), main("a-3"), explain("a-open")],
        masks=[main("m-1"), main("m-2"), main("m-3")],
    )


def blueprint(**changes: Any) -> Blueprint:
    """Ten minutes for a junior."""
    plain = Blueprint(name="own", title="Own", minutes=10, level="junior", seed=1)
    return msgspec.structs.replace(plain, **changes)


def begin(machine: Machine, **changes: Any) -> Interview:
    """Start the program and an interview."""
    return machine.start().interviews.start(blueprint(**changes))


def again(machine: Machine, interview: Interview) -> Interview:
    """Start the program anew, as after a crash, and go on with the interview."""
    return machine.start().interviews.resume(interview.id)


def asked(interview: Interview) -> str | None:
    """The item that the interview asks now."""
    question = interview.question
    return question.item.id if question else None


def answer_rightly(interview: Interview) -> None:
    """Answer the current question as it is right."""
    question = interview.question
    assert question is not None
    interview.submit(ALL_SAID if isinstance(question.item, OpenItem) else RIGHT)


def answer_all(interview: Interview) -> None:
    """Answer all that is left rightly."""
    while interview.state == "asking":
        answer_rightly(interview)


def due_in(study: Study, item: str) -> int:
    """In how many days an item comes back."""
    study.history.refresh()
    card = study.history.card(item)
    assert card is not None
    return (card.due_day - study.today()).days


def take(machine: Machine, interview: Interview, *minutes: float, right: bool = True) -> None:
    """Answer questions, each after so many minutes."""
    for spent in minutes:
        machine.clock.pass_seconds(spent * 60)
        interview.submit(RIGHT if right else WRONG)


def walked(interview: Interview) -> list[tuple[str, int]]:
    """The items that were answered, each with its depth as a follow-up."""
    return [(turn.item, turn.depth) for turn in interview.turns if turn.given]


def gap() -> Library:
    """An open question that leads on by what its answer says, and where it leaves a gap."""
    links = (("missed-2", "clipping"), ("right", "onward"), ("wrong", "back"))
    return library(
        attention=[explain("open", *links), later("clipping"), later("onward"), later("back")]
    )


def only_open() -> Library:
    """An open question, and one with a blank."""
    return library(attention=[explain("open"), main("a-1")])
