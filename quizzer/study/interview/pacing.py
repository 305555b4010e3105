"""What an interview asks after an answer, paced by what its clock has left.

Next comes the first of these whose budget fits: a follow-up, what is planned, a further question.
So the budgets of all that is planned never exceed the clock once something was added, nothing is
begun that cannot be finished in time, and nobody waits for the end with nothing to do.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from quizzer.progress.events import Attempted, Planned
from quizzer.progress.store import Store
from quizzer.study.interview.flavours import SPOKEN, Flavour
from quizzer.study.interview.follow_ups import DEEPEST, Impression, follow_up
from quizzer.study.interview.planning import Before, lack, one_more, place
from quizzer.study.interview.transcript import Given, Transcript, Turn

SHORTEST = 2.0  # minutes: with less on the clock no question is begun
PATIENCE = 3  # "I don't know" in a row: an interviewer asks what is planned, and adds nothing more


@dataclass(frozen=True)
class Addition:
    """A place to be added to the plan, and why."""

    place: Planned
    because: str
    depth: int = 0


@dataclass(frozen=True, kw_only=True)
class PlanChange:
    """What an answer changes in the plan. With nothing left in it, the interview is over."""

    dropped: tuple[Turn, ...] = ()  # planned, but too long for what the clock has left
    added: Addition | None = None


@dataclass(frozen=True, kw_only=True)
class Moment:
    """An answer that was just given: to which question, what it showed, and how the clock stood."""

    turn: Turn
    impression: Impression
    left: float  # minutes on the clock; less than 0 in overtime
    passed_over: int  # questions in a row, including this one


def after_answer(transcript: Transcript, moment: Moment, library: Library) -> PlanChange:
    """What comes after an answer."""
    ahead = [turn for turn in transcript.to_ask if turn.place != moment.turn.place]
    within = moment.left if moment.left >= SHORTEST else 0.0
    fitting = [turn for turn in ahead if transcript.item(turn).minutes <= within]
    dropped = tuple(turn for turn in ahead if turn not in fitting)
    added = None
    if within and moment.passed_over < PATIENCE:
        added = _follow_up(transcript, moment, fitting, library)
        if added is None and not fitting:
            added = _further(transcript, moment, library)
    return PlanChange(dropped=dropped, added=added)


def replacement(transcript: Transcript, left: float, library: Library) -> Addition | None:
    """A question in place of the current one, which cannot be asked, with so many minutes left.

    None while others are planned, or if nothing fits.
    """
    if left < SHORTEST or len(transcript.to_ask) > 1:
        return None
    without = _flawed(transcript)
    found = one_more(transcript.blueprint, library, _items(transcript), left, without=without)
    return Addition(place(transcript.blueprint, found), "flaw") if found else None


def why_over(transcript: Transcript, at: int, store: Store) -> str:
    """Why nothing is left to ask, as the event that ends a session records it."""
    if transcript.minutes_left(at) < SHORTEST:
        return "time"
    silent = passed_over_in_a_row(transcript.answers, store)
    return "passed-over" if silent >= PATIENCE else "no-question"


def passed_over_in_a_row(answers: Sequence[Given], store: Store) -> int:
    """How many of the latest answers were "I don't know"."""
    return sum(1 for _ in takewhile(lambda given: _passed_over(given, store), reversed(answers)))


def _passed_over(given: Given, store: Store) -> bool:
    event = store.event(given.id)
    return isinstance(event, Attempted) and not event.answer


def _follow_up(
    transcript: Transcript, moment: Moment, ahead: Sequence[Turn], library: Library
) -> Addition | None:
    """A follow-up, if one fits into what the planned questions leave of the clock."""
    depth, blueprint = moment.turn.depth, transcript.blueprint
    if depth >= DEEPEST:
        return None
    found = follow_up(
        transcript.item(moment.turn),
        moment.impression,
        library,
        asked={turn.item for turn in transcript.turns} | _flawed(transcript),
        level=blueprint.level,
        minutes=_for_this_chain(transcript, moment, ahead),
        flavours=_for_a_step_further(transcript, depth, library),
        lack=lack(blueprint, library, _items(transcript), blueprint.minutes),
    )
    if found is None:
        return None
    return Addition(place(blueprint, found.item), found.because, depth + 1)


def _for_a_step_further(
    transcript: Transcript, depth: int, library: Library
) -> Collection[Flavour]:
    """The flavours of a follow-up that no mistake calls for: those that had less than their share.

    The first of a chain may be a spoken one even beyond that. If later ones could be, all good
    answers in an interview on code would lead to explanations.
    """
    items = _items(transcript)
    left = lack(transcript.blueprint, library, items, sum(item.minutes for item in items))
    free = frozenset() if depth else SPOKEN
    return [flavour for flavour in left if left[flavour] >= 0 or flavour in free]


def _for_this_chain(transcript: Transcript, moment: Moment, ahead: Sequence[Turn]) -> float:
    """The minutes that the next follow-up may take.

    A chain gets at most half of the time that was left for follow-ups when it began, so that later
    questions have theirs too. Its first follow-up and the chain of the last question may take all.
    """
    room = moment.left - sum(transcript.item(turn).minutes for turn in ahead)
    if not moment.turn.depth or not ahead:
        return room
    began = transcript.turns[transcript.number(moment.turn) - moment.turn.depth].given
    assert began is not None
    spent = transcript.minutes_left(began.at) - moment.left
    return min(room, (room + spent) / 2 - spent)


def _further(transcript: Transcript, moment: Moment, library: Library) -> Addition | None:
    """A further question, harder than the last one if that was answered rightly."""
    found = one_more(
        transcript.blueprint,
        library,
        _items(transcript),
        moment.left,
        without=_flawed(transcript),
        before=Before(transcript.item(moment.turn), moment.impression.passed),
    )
    return Addition(place(transcript.blueprint, found), "time") if found else None


def _items(transcript: Transcript) -> Sequence[Item]:
    return [transcript.item(turn) for turn in transcript.turns]


def _flawed(transcript: Transcript) -> frozenset[str]:
    return frozenset(flaw.item for flaw in transcript.flaws)
