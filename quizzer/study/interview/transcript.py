"""What the log says about one interview: its questions, their answers, and how its clock ran.

The clock follows the wall clock: it runs on while the terminal is suspended. It stands still while
the learner has left the interview, while the machine sleeps, or while the program is not running at
all: from the last sign of life (an answer, or a draft kept) until it is resumed. With answers shown
after each question, it stands still while an answer is read.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from quizzer.progress.attempt import Attempt
from quizzer.progress.chronicle import SessionChronicle
from quizzer.progress.drafts import Draft
from quizzer.progress.events import PlanGrew, Planned, PlanShrank, SessionStarted
from quizzer.progress.history import History
from quizzer.study.choosing import askable
from quizzer.study.interview.blueprint import Blueprint, from_data


class Given(Struct, frozen=True, kw_only=True):
    """The answer to a question; without an attempt it waits to be judged."""

    id: str  # of the event that carries the answer
    at: int
    seconds: float
    aloud: bool = False
    open: bool = False
    attempt: Attempt | None = None


class Turn(Struct, frozen=True, kw_only=True):
    """One question of an interview. A follow-up has a depth of 1 or more, and followed an answer.

    `because` says why it was asked: "right", "wrong", "always", a mistake's id or "missed-2"; or
    "time" if it fills minutes left over, "flaw" if it replaces a question that cannot be asked.
    """

    item: str
    variant: int
    depth: int = 0
    because: str = ""
    dropped: bool = False  # too long for what the clock had left: it will not be asked
    given: Given | None = None

    @property
    def place(self) -> tuple[str, int]:
        """What it is known by in the log."""
        return self.item, self.variant

    @property
    def planned(self) -> Planned:
        """Its place in the plan."""
        return Planned(item=self.item, variant=self.variant)


class Transcript:
    """Read from the history as it is now; nothing in it changes."""

    def __init__(self, started: SessionStarted, library: Library, history: History) -> None:
        self.started = started
        self.blueprint: Blueprint = from_data(started.blueprint)
        self._library = library
        told = history.in_session(started.id)
        end = told.end
        self.ended_at = end.at if end else None
        self.ended_because = end.because if end else ""
        stood_still = [(r.left, r.at) for r in told.resumptions]
        self._last_resumed = max((at for _, at in stood_still), default=started.at)
        self._stood_still = _each_moment_once(stood_still)
        self.flaws = tuple(gone for gone in told.shrinking if gone.because == "flaw")
        self.turns = _turns(
            # All its questions, even those that are set aside here: if it still asks one, it is not
            # resumed here.
            askable(started.plan, library.setting_aside(())),
            [g for g in told.growth if g.item in library.items],
            told.shrinking,
            _given(told),
        )

    @property
    def to_ask(self) -> tuple[Turn, ...]:
        """The questions without an answer that are to be asked: the current one comes first.

        What was dropped is asked no more.
        """
        return tuple(turn for turn in self.turns if turn.given is None and not turn.dropped)

    @property
    def turn(self) -> Turn | None:
        """The current question; none when nothing is left to ask."""
        return next(iter(self.to_ask), None)

    def number(self, turn: Turn) -> int:
        """The place of a question, counted from 0; an answer does not change it."""
        return [other.place for other in self.turns].index(turn.place)

    @cached_property
    def answers(self) -> tuple[Given, ...]:
        """The answers in the order in which they were given."""
        given = (turn.given for turn in self.turns if turn.given)
        return tuple(sorted(given, key=lambda entry: entry.id))

    @property
    def last(self) -> Given | None:
        """The answer given last."""
        return self.answers[-1] if self.answers else None

    @property
    def last_event_at(self) -> int:
        """When the interview last gave a sign of life in the log."""
        given = self.last.at if self.last else 0
        return max(self.started.at, self._last_resumed, given)

    def last_seen(self, draft: Draft | None) -> int:
        """When there was a sign of life at all; a draft is one, too, though not in the log."""
        return max(self.last_event_at, draft.at if draft else 0)

    def item(self, turn: Turn) -> Item:
        """The item of a question."""
        return self._library.items[turn.item]

    def elapsed(self, at: int) -> float:
        """Seconds that the clock of the interview showed at a moment."""
        still = sum(max(0, min(back, at) - left) for left, back in self._stood_still if left < at)
        return max(0, at - self.started.at - still) / 1000

    def minutes_left(self, at: int) -> float:
        """What the clock had left at a moment; negative in overtime."""
        return self.blueprint.minutes - self.elapsed(at) / 60

    def overtime(self, given: Given) -> bool:
        """Whether an answer came after the end of the time."""
        return self.minutes_left(given.at) < 0


def _each_moment_once(times: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pauses in order, without overlap, each from when until when: two windows may log one."""
    apart: list[tuple[int, int]] = []
    for since, until in sorted(times):
        begins = max(since, apart[-1][1]) if apart else since
        if until > begins:
            apart.append((begins, until))
    return apart


def _given(told: SessionChronicle) -> dict[tuple[str, int], Given]:
    judgements = {attempt.judges: attempt for attempt in told.attempts if attempt.judges}
    given = {
        (attempt.item, attempt.number): Given(
            id=attempt.id, at=attempt.at, seconds=attempt.seconds, attempt=attempt
        )
        for attempt in told.attempts
        if attempt.judges is None
    }
    for event in told.written:
        given[event.item, event.variant.number] = Given(
            id=event.id,
            at=event.at,
            seconds=event.seconds,
            aloud=event.aloud,
            open=True,
            attempt=judgements.get(event.id),
        )
    return given


def _turns(
    plan: Sequence[Planned],
    growth: Sequence[PlanGrew],
    shrinking: Sequence[PlanShrank],
    given: Mapping[tuple[str, int], Given],
) -> tuple[Turn, ...]:
    """The questions in the order in which they are asked: each follow-up behind its answer.

    Those that were dropped come last, and those that cannot be asked are gone.
    """
    turns = [
        Turn(item=p.item, variant=p.variant, given=given.get((p.item, p.variant))) for p in plan
    ]
    for grown in growth:
        turn = Turn(
            item=grown.item,
            variant=grown.variant,
            depth=grown.depth,
            because=grown.because,
            given=given.get((grown.item, grown.variant)),
        )
        answered = (n for n, t in enumerate(turns) if t.given and t.given.id == grown.after)
        turns.insert(next(answered, len(turns) - 1) + 1, turn)
    gone = {(shrank.item, shrank.variant): shrank.because for shrank in shrinking}
    asked = (turn for turn in turns if turn.place not in gone)
    dropped = (replace(turn, dropped=True) for turn in turns if gone.get(turn.place) == "time")
    return (*asked, *dropped)
