"""All interviews: starting one, going on with one, and looking back at those before."""

import random
from typing import NamedTuple

import msgspec
from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.progress.events import LogEvent, Planned, SessionStarted
from quizzer.progress.history import History
from quizzer.study import set_aside
from quizzer.study.clock import Clock
from quizzer.study.errors import StudyError
from quizzer.study.event_maker import EventMaker
from quizzer.study.interview.blueprint import (
    Blueprint,
    UnreadableBlueprintError,
    as_data,
    checked,
    from_data,
)
from quizzer.study.interview.debrief import Debrief, debrief
from quizzer.study.interview.flavours import Flavour
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.planning import make_plan, out_of_reach
from quizzer.study.interview.timing import time_at
from quizzer.study.interview.transcript import Transcript
from quizzer.study.interview.words import minutes

SEEDS = 10_000  # short enough to pass on to somebody who wants the same interview
SEEDS_TRIED = 12


class InterviewCard(Struct, frozen=True, kw_only=True):
    """An interview in a list; `open` while it can be resumed."""

    session: str
    blueprint: Blueprint
    at: int  # when it began, UTC in milliseconds
    open: bool
    answered: int
    to_come: int  # questions planned, in one that is open
    not_reached: int  # questions planned and not answered, in one that is over
    remaining: float  # seconds left on its clock; 0 in overtime
    to_judge: int  # open answers that wait to be judged

    @property
    def says(self) -> str:
        """Where it was left."""
        where = f"question {self.answered + 1}, with {minutes(self.remaining)} on the clock"
        return f"You left the interview “{self.blueprint.title}” at {where}."


class Unreadable(NamedTuple):
    """An interview whose blueprint cannot be read, and why. Its answers count nevertheless."""

    started: SessionStarted
    why: str


def unreadable(history: History) -> tuple[Unreadable, ...]:
    """The interviews that cannot be listed or resumed here, the latest last."""
    return tuple(
        Unreadable(started, why)
        for started in history.interviews()
        if (why := _why_unreadable(started))
    )


def _why_unreadable(started: SessionStarted) -> str:
    try:
        from_data(started.blueprint)
    except UnreadableBlueprintError as error:
        return str(error)
    return ""


class Interviews:
    """The door to interviews, in `Study.interviews`.

    An interview whose blueprint cannot be read is in no list; see `unreadable`.
    """

    def __init__(self, library: Library, history: History, clock: Clock) -> None:
        self._library = library
        self._history = history
        self._clock = clock
        self._make = EventMaker(history.store, clock)

    def fresh_seed(self, blueprint: Blueprint) -> int:
        """A seed whose questions were answered least before; that of the blueprint is ignored."""
        self._history.refresh()
        drawn = random.Random(self._clock.now_ms()).sample(range(1, SEEDS), SEEDS_TRIED)

        def known(seed: int) -> int:
            plan = self.plan(msgspec.structs.replace(blueprint, seed=seed))
            records = (self._history.record_of(place.item) for place in plan)
            return sum(record.answers for record in records if record is not None)

        return min(drawn, key=known)

    def used(self) -> dict[str, Blueprint]:
        """The blueprints used so far, by name: each as it was last, the last one first.

        They are without their seeds, and without topics that no longer exist.
        """
        topics = {topic.id for topic in self._library.topics}
        used: dict[str, Blueprint] = {}
        for started in reversed(self._readable()):
            last = from_data(started.blueprint)
            known = tuple(topic for topic in last.topics if topic in topics)
            used.setdefault(last.name, msgspec.structs.replace(last, topics=known, seed=0))
        return used

    def plan(self, blueprint: Blueprint) -> list[Planned]:
        """The questions that an interview of this blueprint begins with."""
        topics = [topic.id for topic in self._library.topics]
        return make_plan(checked(blueprint, topics), self._library)

    def out_of_reach(self, blueprint: Blueprint) -> tuple[Flavour, ...]:
        """What the mix asks for and the banks do not have for this level and these topics."""
        return out_of_reach(blueprint, self._library)

    def start(self, blueprint: Blueprint) -> Interview:
        """Begin an interview now. One that was left open, and could go on here, ends."""
        plan = self.plan(blueprint)
        self._history.refresh()
        ends: list[LogEvent] = [
            self._make.ended(started.id, finished=False, because="learner")
            for started in self._left()
            if not self._waits_elsewhere(started)
        ]
        started = self._make.started("interview", None, plan, blueprint=as_data(blueprint))
        self._history.append(*ends, started)
        return Interview(started, self._library, self._history, self._clock)

    def resume(self, session: str) -> Interview:
        """Go on with an interview, or judge its answers and read its debrief after the end."""
        started = self._started(session)
        if self._waits_elsewhere(started):
            raise set_aside.refusal(self._library, "This interview cannot continue here.")
        return Interview(started, self._library, self._history, self._clock)

    def debrief(self, session: str) -> Debrief:
        """The debrief of an interview that has ended, read only."""
        transcript = Transcript(self._started(session), self._library, self._history)
        if transcript.ended_at is None:
            raise StudyError("The debrief comes after the end of the interview.")
        return debrief(transcript, self._library, self._history.store)

    def cards(self) -> tuple[InterviewCard, ...]:
        """All interviews, the latest first."""
        self._history.refresh()
        return tuple(self._card(started) for started in reversed(self._readable()))

    @property
    def open(self) -> InterviewCard | None:
        """The interview that can be resumed here."""
        self._history.refresh()
        left = (
            started
            for started in self._left()
            if not self._waits_elsewhere(started) and not _why_unreadable(started)
        )
        return next(map(self._card, left), None)

    def _readable(self) -> list[SessionStarted]:
        """The interviews that can be listed and resumed, the latest last."""
        return [each for each in self._history.interviews() if not _why_unreadable(each)]

    def _waits_elsewhere(self, started: SessionStarted) -> bool:
        """Whether an interview is open and still asks what is set aside here."""
        return self._history.in_session(started.id).end is None and set_aside.still_asks(
            started, self._library, self._history
        )

    def _left(self) -> list[SessionStarted]:
        """The interviews that have not ended, the latest first."""
        left = reversed(self._history.open_sessions())
        return [started for started in left if started.mode == "interview"]

    def _started(self, session: str) -> SessionStarted:
        self._history.refresh()
        started = self._history.in_session(session).started
        if started is None or started.mode != "interview":
            raise StudyError(f"There is no interview {session!r}.")
        if why := _why_unreadable(started):
            raise StudyError(f"This interview cannot be read ({why}). Its answers still count.")
        return started

    def _card(self, started: SessionStarted) -> InterviewCard:
        transcript = Transcript(started, self._library, self._history)
        given, is_open = transcript.answers, transcript.ended_at is None
        return InterviewCard(
            session=started.id,
            blueprint=transcript.blueprint,
            at=started.at,
            open=is_open,
            answered=len(given),
            to_come=len(transcript.to_ask) if is_open else 0,
            not_reached=0 if is_open else len(transcript.turns) - len(given),
            remaining=time_at(transcript, self._last_seen(transcript)).remaining,
            to_judge=sum(entry.open and entry.attempt is None for entry in given),
        )

    def _last_seen(self, transcript: Transcript) -> int:
        """The last sign of life: from then on, the clock stands still until it is resumed."""
        turn = transcript.turn
        draft = self._history.store.draft(transcript.started.id, *turn.place) if turn else None
        return transcript.last_seen(draft)
