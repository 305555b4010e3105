"""The order in which a session asks: its plan, what answers added, and what was put off."""

from quizzer.bank.library import Library
from quizzer.progress.events import Planned, SessionStarted
from quizzer.progress.history import History
from quizzer.study.choosing import askable


def course(started: SessionStarted, library: Library, history: History) -> tuple[Planned, ...]:
    """All places of a session that can be asked: first those answered, in the order of the answers.

    The others follow as planned; at the end come those added or put off, the latest of them last.
    """
    told = history.in_session(started.id)
    grown = {Planned(item=g.item, variant=g.variant): g.id for g in told.growth}
    moved = {Planned(item=m.item, variant=m.variant): m.id for m in told.put_off}
    answered = {
        Planned(item=attempt.item, variant=attempt.number): number
        for number, attempt in enumerate(told.attempts)
    }
    came = grown | moved
    last = len(answered)
    return tuple(
        sorted(
            askable([*started.plan, *grown], library),
            key=lambda place: (answered.get(place, last), came.get(place, "")),
        )
    )
