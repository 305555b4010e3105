"""Questions of kinds that are set aside here; sessions that still ask them can go on elsewhere."""

from typing import Final

from quizzer.bank.library import Library
from quizzer.progress.events import SessionStarted
from quizzer.progress.history import History
from quizzer.study.errors import StudyError

WORDS: Final[dict[str, str]] = {"code": "that ask for code"}


def still_asks(started: SessionStarted, library: Library, history: History) -> bool:
    """Whether questions that are set aside are left in a session or an interview."""
    told = history.in_session(started.id)
    answered = {(attempt.item, attempt.number) for attempt in told.attempts}
    planned = {(place.item, place.variant) for place in started.plan}
    grown = {(place.item, place.variant) for place in told.growth}
    gone = {(place.item, place.variant) for place in told.shrinking}
    left = (library.items.get(item) for item, _ in (planned | grown) - answered - gone)
    return any(item is not None and not library.asks(item) for item in left)


def refusal(library: Library, what: str) -> StudyError:
    """Why something cannot be done here."""
    kinds = " or ".join(WORDS.get(kind, f"of the kind {kind}") for kind in library.set_aside)
    return StudyError(f"{what} Questions {kinds} are off here; in a terminal they are on.")
