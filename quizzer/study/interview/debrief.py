"""The debrief: an interview question by question, why each was asked, and what was missed."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.schema import Item, OpenItem
from quizzer.grading.rubric import POINTS, UNDECIDED
from quizzer.progress.events import Attempted, LogEvent, Written
from quizzer.progress.store import Store
from quizzer.study.interview.blueprint import Blueprint
from quizzer.study.interview.flavours import ENOUGH, Dimension, dimension_of
from quizzer.study.interview.missed import missed
from quizzer.study.interview.transcript import Given, Transcript, Turn
from quizzer.study.mistakes import MistakeMade, say_of

TELLING = 1 / 3  # of its minutes: if the budgets of what was answered are less, it shows too little

Outcome: TypeAlias = Literal["right", "partly", "wrong", "passed-over", "to-judge", "not-reached"]


class Entry(Struct, frozen=True, kw_only=True):
    """One question of an interview and how it went."""

    number: int  # counted from 1
    item: str
    variant: int
    topic: str
    title: str
    dimension: Dimension
    depth: int  # 0, or how deep in a chain of follow-ups
    because: str  # why it was asked, in words; empty for a planned question
    outcome: Outcome
    score: Fraction | None  # none while there is no verdict
    answer: dict[str, str]  # as entered; of a question not reached, its draft
    aloud: bool
    mistakes: tuple[MistakeMade, ...]
    missed: tuple[str, ...]  # key points, parts, pairs, lines or options, in words
    hints: int
    confidence: int | None
    seconds: float
    budget: float  # seconds
    overtime: bool

    @property
    def is_guessed(self) -> bool:
        """Whether some mark of an open answer was decided by nobody, but suggested by its words."""
        return UNDECIDED in self.answer.get(POINTS, "")


class Debrief(Struct, frozen=True, kw_only=True):
    """The whole interview once it is over; open answers may still wait to be judged."""

    session: str
    blueprint: Blueprint
    at: int  # when it began, UTC in milliseconds
    entries: tuple[Entry, ...]
    seconds: float  # by the clock of the interview
    away: float  # seconds for which that clock stood still
    ended: str = ""  # why: "time", "no-question", "passed-over" or "learner"; empty: not known
    left_out: tuple[str, ...] = ()  # why, of each question that could not be asked

    @property
    def to_judge(self) -> tuple[int, ...]:
        """The numbers of the open answers without a judgement."""
        return tuple(entry.number for entry in self.entries if entry.outcome == "to-judge")

    @property
    def answered(self) -> tuple[Entry, ...]:
        """The questions that were reached, including those answered with "I don't know"."""
        return tuple(entry for entry in self.entries if entry.outcome != "not-reached")

    @property
    def enough(self) -> bool:
        """Whether enough was answered to say how the learner does in such an interview."""
        worth = sum(entry.budget for entry in self.answered)
        return len(self.answered) >= ENOUGH and worth >= TELLING * self.blueprint.minutes * 60

    @property
    def left(self) -> float:
        """Seconds that its clock had left; less than 0 in overtime."""
        return self.blueprint.minutes * 60 - self.seconds

    @property
    def overtime(self) -> float:
        """Seconds beyond the time of the blueprint."""
        return max(0.0, -self.left)


def debrief(transcript: Transcript, library: Library, store: Store) -> Debrief:
    """The debrief of an interview that has ended."""
    started, ended = transcript.started, transcript.ended_at or transcript.last_event_at
    seconds = transcript.elapsed(ended)
    return Debrief(
        session=started.id,
        blueprint=transcript.blueprint,
        at=started.at,
        entries=tuple(_entries(transcript, library, store)),
        seconds=seconds,
        away=max(0.0, (ended - started.at) / 1000 - seconds),
        ended=transcript.ended_because,
        left_out=tuple(flaw.says for flaw in transcript.flaws),
    )


def _entries(transcript: Transcript, library: Library, store: Store) -> Iterator[Entry]:
    led_here: Entry | None = None  # the question before: what a follow-up follows
    for number, turn in enumerate(transcript.turns, start=1):
        item, given = transcript.item(turn), turn.given
        event = store.event(given.attempt.id if given.attempt else given.id) if given else None
        attempt = given.attempt if given else None
        entry = Entry(
            number=number,
            item=item.id,
            variant=turn.variant,
            topic=library.topic_of(item.id),
            title=item.title,
            dimension=dimension_of(item),
            depth=turn.depth,
            because=_because(turn, led_here, library),
            outcome=_outcome(given, event),
            score=attempt.score if attempt else None,
            answer=_answer(event, turn, transcript.started.id, store),
            aloud=given.aloud if given else False,
            mistakes=tuple(
                MistakeMade(
                    id=mistake, name=library.name_of(mistake), says=say_of(item, event, mistake)
                )
                for mistake in (attempt.mistakes if attempt else ())
            ),
            missed=missed(item, event),
            hints=attempt.hints if attempt else 0,
            confidence=attempt.confidence if attempt else None,
            seconds=given.seconds if given else 0.0,
            budget=item.minutes * 60,
            overtime=transcript.overtime(given) if given else False,
        )
        yield entry
        led_here = entry


def _outcome(given: Given | None, event: LogEvent | None) -> Outcome:
    if given is None:
        return "not-reached"
    if not isinstance(event, Attempted):
        return "to-judge"
    return event.status if event.answer else "passed-over"


def _answer(event: LogEvent | None, turn: Turn, session: str, store: Store) -> dict[str, str]:
    if isinstance(event, Attempted | Written):
        return dict(event.answer)
    draft = store.draft(session, turn.item, turn.variant)
    return dict(draft.answer) if draft else {}


def _because(turn: Turn, before: Entry | None, library: Library) -> str:
    """Why a question was added to the plan, in words."""
    item = library.items.get(before.item) if before else None
    match turn.because:
        case "":
            return ""
        case "time":
            return "There was time left."
        case "flaw":
            return "It was asked in place of a question that could not be asked."
        case "right":
            return f"{_good(before, item)}, so the next step was asked."
        case "wrong":
            return f"{_weak(before, item)}, so the basics were tested."
        case "always":
            return "This is what interviewers ask next."
        case missed if missed.startswith("missed-") and isinstance(item, OpenItem):
            number = int(missed.removeprefix("missed-"))
            if number <= len(item.key_points):
                return f"Your answer seemed not to say: {item.key_points[number - 1].text}"
            return "Your answer seemed to leave out a point."
        case mistake:
            return f"Your answer showed a mistake: {library.name_of(mistake)}."


def _good(before: Entry | None, item: Item | None) -> str:
    """Why a step further was asked; an open answer, not judged by then, was taken by its words."""
    if before and before.aloud:
        return "What you said was taken to be good"
    if isinstance(item, OpenItem):
        return "Your answer seemed good"
    is_part = before and before.outcome == "partly"
    return "Most of your answer was right" if is_part else "Your answer was good"


def _weak(before: Entry | None, item: Item | None) -> str:
    """Why the basics were asked."""
    if before and before.outcome == "passed-over":
        return "You said “I don't know”"
    if before and before.aloud:
        return "You were not sure of your answer"
    if isinstance(item, OpenItem):
        return "Your answer seemed to leave out a lot"
    return "Your answer was not right"
