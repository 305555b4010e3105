"""One question of an interview that is over, in full: what was asked, answered, and right."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from quizzer.bank.schema import Item
from quizzer.exercises.letters import fits
from quizzer.exercises.variant import Variant
from quizzer.grading.verdict import Verdict
from quizzer.progress.events import Attempted, LogEvent, Written
from quizzer.progress.store import Store
from quizzer.study import engine
from quizzer.study.errors import StudyError
from quizzer.study.giving_up import passed_over
from quizzer.study.interview.transcript import Turn

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation, StepShown


@dataclass(frozen=True, kw_only=True)
class LookBack:
    """All there is to learn from one question. The answer is graded again, which may take a while.

    Without a verdict, the question was not reached, or its open answer waits to be judged. `then`
    is the status at the time if it was another one, because the bank has been edited since.
    """

    item: Item
    variant: Variant
    presentation: "Presentation"
    verdict: Verdict | None
    then: Literal["right", "partly", "wrong"] | None
    steps: "tuple[StepShown, ...]"


def look_back(item: Item, turn: Turn, store: Store) -> LookBack:
    """A question with its answer as the log has it; of one not reached, what would be right."""
    given = turn.given
    event = store.event(given.attempt.id if given.attempt else given.id) if given else None
    if not isinstance(event, Attempted | Written):
        return _looked_back(item, engine.draw(item, turn.variant), None)
    variant = msgspec.convert(event.variant, Variant)
    if fits(item, variant):
        with suppress(StudyError):  # what was drawn then is not what the item asks for now
            return _looked_back(item, variant, event)
    raise StudyError(f"“{item.title}” has been edited since and can no longer be shown.")


def _looked_back(item: Item, variant: Variant, event: LogEvent | None) -> LookBack:
    verdict, then = None, None
    if isinstance(event, Attempted):
        answer = event.answer
        verdict = engine.grade(item, variant, answer) if answer else passed_over(item, variant)
        then = event.status if verdict.status != event.status else None
    return LookBack(
        item=item,
        variant=variant,
        presentation=engine.present(item, variant),
        verdict=verdict,
        then=then,
        steps=engine.solution(item, variant),
    )
