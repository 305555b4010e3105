"""Makes the events of study, stamped with id, device and time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, TypedDict

import msgspec

from quizzer import __version__
from quizzer.bank.schema import Item, kind_of
from quizzer.exercises.variant import Variant
from quizzer.grading.verdict import Status, Verdict
from quizzer.progress.events import (
    Attempted,
    Bookmarked,
    InterviewDated,
    Mode,
    PlainVariant,
    PlanGrew,
    Planned,
    PlanShrank,
    PutOff,
    SessionEnded,
    SessionResumed,
    SessionStarted,
    Undone,
    Written,
)
from quizzer.progress.store import Store
from quizzer.study.clock import Clock
from quizzer.study.errors import StudyError

_LOGGED: dict[Status, Literal["right", "partly", "wrong"]] = {
    Status.RIGHT: "right",
    Status.PARTLY: "partly",
    Status.WRONG: "wrong",
}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question as it was asked: what is written down with every answer to it."""

    item: Item
    topic: str
    variant: Variant
    session: str | None = None
    hints: int = 0
    seconds: float = 0.0
    confidence: int | None = None


class _Stamp(TypedDict):
    id: str
    device: str
    at: int
    offset: int


class _OfPlace(TypedDict):
    """What events about a place in the plan of a session have in common."""

    session: str
    item: str
    variant: int


class _Answered(TypedDict):
    """What attempts and answers that wait to be judged have in common."""

    item: str
    item_version: int
    topic: str
    variant: PlainVariant
    answer: dict[str, str]
    hints: int
    seconds: float
    confidence: int | None


class EventMaker:
    """Makes events; whoever asks for them puts them into the log."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def started(
        self,
        mode: Mode,
        topic: str | None,
        plan: Sequence[Planned],
        *,
        blueprint: dict[str, Any] | None = None,
        purpose: str = "",
    ) -> SessionStarted:
        """A session begins with this plan."""
        return SessionStarted(
            **self._stamp(),
            mode=mode,
            topic=topic,
            plan=list(plan),
            blueprint=blueprint,
            purpose=purpose,
        )

    def grew(
        self, session: str, place: Planned, after: str, because: str, depth: int = 0
    ) -> PlanGrew:
        """An answer added a place to the plan."""
        return PlanGrew(
            **self._stamp(),
            **_of_place(session, place),
            after=after,
            because=because,
            depth=depth,
        )

    def shrank(
        self, session: str, place: Planned, because: Literal["time", "flaw"], says: str = ""
    ) -> PlanShrank:
        """A place in the plan of an interview will not be asked."""
        return PlanShrank(
            **self._stamp(),
            **_of_place(session, place),
            because=because,
            says=says,
        )

    def put_off(self, session: str, place: Planned) -> PutOff:
        """A place in the plan of a session comes after all others."""
        return PutOff(**self._stamp(), **_of_place(session, place))

    def resumed(self, session: str, left: int) -> SessionResumed:
        """The clock of an interview runs again, after it was stopped."""
        return SessionResumed(**self._stamp(), session=session, left=left)

    def ended(self, session: str, *, finished: bool, because: str = "") -> SessionEnded:
        """A session is over: all answered, or left for good."""
        return SessionEnded(**self._stamp(), session=session, finished=finished, because=because)

    def undone(self, target: str) -> Undone:
        """An earlier event does not count."""
        return Undone(**self._stamp(), target=target)

    def bookmarked(self, item: str, *, on: bool) -> Bookmarked:
        """An item is marked, or no longer marked."""
        return Bookmarked(**self._stamp(), item=item, on=on)

    def dated(self, day: date | None) -> InterviewDated:
        """The interview will be on this day."""
        return InterviewDated(**self._stamp(), day=day)

    def written(self, asked: Asked, answer: Mapping[str, str], *, aloud: bool = False) -> Written:
        """An open question was answered; the learner judges the answer later."""
        assert asked.session is not None, "an open answer waits in its interview"
        return Written(
            **self._stamp(), session=asked.session, **_answered(asked, answer), aloud=aloud
        )

    def judged(
        self, written: Written, item: Item, answer: Mapping[str, str], verdict: Verdict
    ) -> Attempted:
        """An open answer was judged: an attempt as of when it was given."""
        asked = Asked(
            item=item,
            topic=written.topic,
            variant=msgspec.convert(written.variant, Variant),
            session=written.session,
            hints=written.hints,
            seconds=written.seconds,
            confidence=written.confidence,
        )
        return msgspec.structs.replace(
            self.attempted(asked, answer, verdict),
            at=written.at,
            offset=written.offset,
            judges=written.id,
        )

    def attempted(
        self,
        asked: Asked,
        answer: Mapping[str, str],
        verdict: Verdict,
        *,
        solution_seen: bool = False,
    ) -> Attempted:
        """An item was answered. What was not understood is not an attempt, and is refused."""
        status = _LOGGED.get(verdict.status)
        if status is None:
            raise StudyError("An answer that was not understood is not an attempt.")
        return Attempted(
            **self._stamp(),
            session=asked.session,
            **_answered(asked, answer),
            kind=kind_of(asked.item),
            status=status,
            score=str(verdict.score),
            parts={part.name: part.status.value for part in verdict.parts},
            mistakes=list(verdict.mistakes),
            solution_seen=solution_seen,
            app_version=__version__,
        )

    def _stamp(self) -> _Stamp:
        return {
            "id": self._store.new_id(),
            "device": self._store.device,
            "at": self._clock.now_ms(),
            "offset": self._clock.offset_minutes(),
        }


def _of_place(session: str, place: Planned) -> _OfPlace:
    return {"session": session, "item": place.item, "variant": place.variant}


def _answered(asked: Asked, answer: Mapping[str, str]) -> _Answered:
    return {
        "item": asked.item.id,
        "item_version": asked.item.version,
        "topic": asked.topic,
        "variant": msgspec.to_builtins(asked.variant),
        "answer": dict(answer),
        "hints": asked.hints,
        "seconds": round(asked.seconds, 1),
        "confidence": asked.confidence,
    }
