"""What an answer adds to the plan of an interview: a follow-up, or a question for minutes left."""

from dataclasses import dataclass

from quizzer.bank.library import Library
from quizzer.progress.events import Planned
from quizzer.study.interview.follow_ups import DEEPEST, Outcome, follow_up
from quizzer.study.interview.planning import one_more, place
from quizzer.study.interview.transcript import Transcript, Turn


@dataclass(frozen=True)
class Addition:
    """A place to be added to the plan, and why."""

    place: Planned
    because: str
    depth: int


def addition(
    transcript: Transcript, number: int, outcome: Outcome, library: Library
) -> Addition | None:
    """What the answer to question `number` (from 0) adds; none when nothing fits the minutes."""
    blueprint = transcript.blueprint
    turns = transcript.turns
    items = [transcript.item(turn) for turn in turns]
    spare = blueprint.minutes - sum(item.minutes for item in items)
    found = None
    if turns[number].depth < DEEPEST:
        found = follow_up(
            items[number],
            outcome,
            library,
            asked={item.id for item in items},
            level=blueprint.level,
            minutes=_for_this_chain(turns, number, transcript, spare),
        )
    if found:
        return Addition(place(blueprint, found.item), found.because, turns[number].depth + 1)
    more = one_more(blueprint, library, items, spare) if number + 1 == len(turns) else None
    return Addition(place(blueprint, more), "time", 0) if more else None


def _for_this_chain(
    turns: tuple[Turn, ...], number: int, transcript: Transcript, spare: float
) -> float:
    """The minutes that the next follow-up may take.

    A chain gets at most half of what was left for follow-ups when it began, so that later questions
    have theirs too. Its first follow-up and the chain of the last question may take all.
    """
    follow_ups = turns[number - turns[number].depth + 1 : number + 1]
    if not follow_ups or number + 1 == len(turns):
        return spare
    spent = sum(transcript.item(turn).minutes for turn in follow_ups)
    return min(spare, (spare + spent) / 2 - spent)
