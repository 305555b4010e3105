"""A session: one question after another, as a state machine without any interface."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from quizzer.bank.library import Library
from quizzer.bank.schema import Item, OpenItem
from quizzer.exercises.variant import Variant
from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.verdict import Status, Verdict
from quizzer.progress.attempt import PASS_MARK, Attempt
from quizzer.progress.chronicle import SessionChronicle
from quizzer.progress.drafts import Draft
from quizzer.progress.events import Attempted, LogEvent, Mode, Planned, SessionStarted
from quizzer.progress.history import History
from quizzer.study import choosing, engine
from quizzer.study.clock import Clock
from quizzer.study.course import course
from quizzer.study.drafting import Drafting
from quizzer.study.errors import StudyError
from quizzer.study.event_maker import Asked, EventMaker
from quizzer.study.giving_up import given_up
from quizzer.study.purposes import CHOSEN, EASIER, PLAN, STEP, in_short
from quizzer.study.question import Question, leech
from quizzer.study.set_aside import refusal, still_asks
from quizzer.study.summary import Summary, summarise

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation, StepShown
    from quizzer.grading.grade import Understood

State: TypeAlias = Literal["asking", "answered", "finished"]

MOST_TRIES = 3  # at an item in one review: after that a night, or its lesson, helps more


class Session:
    """Is at one question of its plan. What matters is on disk before a method returns.

    asking    a question waits for its answer
    answered  it has its verdict; `advance` leads to the next question
    finished  nothing is left to ask; `undo` leads back

    A review asks what was missed once more at its end, in a fresh variant, until it passes or was
    missed three times: its plan grows. Only the first answer of the day changes the schedule.

    The current question is not stored: it is the first one of the plan without an attempt.
    """

    def __init__(
        self, started: SessionStarted, library: Library, history: History, clock: Clock
    ) -> None:
        self.id = started.id
        self.mode: Mode = started.mode
        self.topic = started.topic
        self._library = library
        self._history = history
        self.purpose = started.purpose
        self._started = started
        self.plan = course(started, library, history)
        self._store = history.store
        self._clock = clock
        self._make = EventMaker(history.store, clock)
        self.left_out: tuple[str, ...] = ()  # why, of each question that could not be asked
        self._place: Planned | None
        self._verdict: Verdict | None
        self._shown: tuple[Variant, Presentation] | None
        self._go_to_next()

    @property
    def state(self) -> State:
        """Which of its three states the session is in."""
        if self._verdict is not None:
            return "answered"
        return "asking" if self._place is not None else "finished"

    @property
    def position(self) -> int:
        """How many questions come before the current one."""
        return self._position

    @property
    def total(self) -> int:
        """How many questions the session has."""
        return len(self.plan)

    @property
    def question(self) -> Question | None:
        """The current question, answered or not; none when the session is finished.

        What cannot be asked, as can happen in the learner's own banks, is skipped and `left_out`.
        """
        self._pass_over_flawed()
        if self._place is None:
            return None
        item = self._library.items[self._place.item]
        variant, presentation = self._drawn()
        return Question(
            item=item,
            variant=variant,
            presentation=presentation,
            hints_shown=tuple(item.hints[: self._draft.hints]),
            draft=dict(self._draft.answer),
            number=self._position + 1,
            total=self.total,
            again=self._place in self._grown(),
            leech=leech(item, self._library, self._history),
        )

    @property
    def called(self) -> str:
        """What it is in a word or two, for the head of its screens."""
        return in_short(self.purpose, self.mode)

    @property
    def may_ask_how_sure(self) -> bool:
        """Whether to ask for confidence: not for self-judged answers, a placement or a drill."""
        place = self._place
        judged = place is not None and isinstance(self._library.items[place.item], OpenItem)
        return not judged and self.purpose in ("", PLAN, CHOSEN, STEP, EASIER)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the current question; none while it is not answered."""
        return self._verdict

    @property
    def comes_again(self) -> bool:
        """Whether the question just answered was missed, and is asked once more in this session."""
        attempts = self._told.attempts if self._verdict is not None else []
        return bool(attempts) and any(after == attempts[-1].id for _, after in self._growth())

    def hint(self) -> str | None:
        """The next hint, counted from now on; none when there is no further one."""
        item, _ = self._asking()
        return self._drafting.hint(item)

    def asks(self, variant: Variant) -> bool:
        """Whether this variant is the current question, and not answered yet."""
        asked = Planned(item=variant.item, variant=variant.number)
        return self._verdict is None and self._place == asked

    def save_draft(self, answer: Mapping[str, str]) -> None:
        """Keep what is entered so far; it is there again after a crash."""
        self._asking()
        self._drafting.enter(answer)

    def understand(self, answer: Mapping[str, str]) -> "list[Understood]":
        """How an answer would be read, before it is graded."""
        item, variant = self._current()
        return engine.understand(item, variant, answer)

    def solution(self) -> "tuple[StepShown, ...]":
        """How the right answer comes about, once the question is answered or given up."""
        if self._verdict is None:
            raise StudyError("The solution is shown after the answer; give up to see it now.")
        item, variant = self._current()
        return engine.solution(item, variant)

    def not_understood(self, answer: Mapping[str, str]) -> Verdict | None:
        """The verdict on an answer that would not be understood, else none; it costs nothing."""
        return engine.not_understood(*self._asking(), answer)

    def submit(
        self,
        answer: Mapping[str, str],
        confidence: int | None = None,
        cancelled: Cancelled = never,
    ) -> Verdict:
        """Grade an answer and log it. What is not understood costs nothing: try again.

        Confidence is 0 to 3 for a guess, 50, 75 and 95 %, asked before the verdict is shown.
        Code that runs is killed as soon as `cancelled` says so; that costs nothing either.
        """
        item, variant = self._asking()
        verdict = engine.grade(item, variant, answer, cancelled)
        if verdict.status is Status.INVALID:
            self._drafting.enter(answer)
            return verdict
        seen = self._draft.solution_seen
        self._log(answer, verdict, solution_seen=seen, confidence=confidence)
        return verdict

    def give_up(self) -> Verdict:
        """See the solution instead of answering; logged as not known yet."""
        verdict = given_up(*self._asking())
        self._log(self._draft.answer, verdict, solution_seen=True)
        return verdict

    def advance(self) -> None:
        """Leave an answered question for the next one, or end the session after the last."""
        if self._verdict is None:
            raise StudyError("Answer the question first, or give up to see the solution.")
        self._go_to_next()
        self._end_when_all_is_answered()

    def skip(self) -> bool:
        """Put the question off to the end of the session; false when it is the only one left.

        Its draft stays.
        """
        self._asking()
        place = self.plan[self._position]
        if place == self.plan[-1]:
            return False
        self.leave()
        self._history.append(self._make.put_off(self.id, place))
        self.plan = (*(other for other in self.plan if other != place), place)
        self._go_to_next()
        return True

    def undo(self) -> bool:
        """Cancel the last answer of this session and go back to its question, as it was."""
        self._history.refresh()
        attempts = self._told.attempts
        if not attempts:
            return False
        last = attempts[-1]
        if last.item in self._library.items and not self._library.asks(
            self._library.items[last.item]
        ):
            raise refusal(self._library, "The last answer cannot be taken back here.")
        # The draft goes first: if we are killed in between, it does no harm where it is.
        self._store.save_draft(self.id, last.item, last.number, self._draft_before(last))
        events: list[LogEvent] = [self._make.undone(last.id)]
        end = self._told.end
        if end is not None:
            events.append(self._make.undone(end.id))
        gone = [place for place, after in self._growth() if after == last.id]
        self._history.append(*events)
        self.plan = tuple(place for place in self.plan if place not in gone)
        self._go_to_next()
        return True

    def leave(self) -> None:
        """Leave; the session can be resumed. The time is kept if the draft is not empty."""
        if self.state == "asking" and not self._draft.is_empty:
            self._drafting.keep()

    def summary(self) -> Summary:
        """What was achieved so far."""
        return summarise(self.plan, self._told.attempts, self._library, self._history)

    @property
    def _told(self) -> SessionChronicle:
        """What the log says about this session by now."""
        return self._history.in_session(self.id)

    def _growth(self) -> list[tuple[Planned, str]]:
        """What was added to the plan, each with the attempt that added it."""
        return [
            (Planned(item=grown.item, variant=grown.variant), grown.after)
            for grown in self._told.growth
        ]

    def _grown(self) -> list[Planned]:
        return [place for place, _ in self._growth()]

    def _go_to_next(self) -> None:
        answered = {(a.item, a.number) for a in self._told.attempts}
        left = (i for i, p in enumerate(self.plan) if (p.item, p.variant) not in answered)
        ended = self._told.end is not None
        self._position = next(left, self.total)
        self._place = None if ended or self._position == self.total else self.plan[self._position]
        self._verdict, self._shown = None, None
        self._drafting = Drafting(self._store, self._clock, self.id, self._place)

    @property
    def _draft(self) -> Draft:
        return self._drafting.draft

    def _draft_before(self, attempt: Attempt) -> Draft:
        """What the question held before it was answered; a solution once seen stays seen."""
        event = self._store.event(attempt.id)
        return Draft(
            answer=event.answer if isinstance(event, Attempted) else {},
            hints=attempt.hints,
            solution_seen=attempt.solution_seen,
            seconds=attempt.seconds,
            at=self._clock.now_ms(),
        )

    def _current(self) -> tuple[Item, Variant]:
        if self._place is None:
            raise StudyError("The session is finished.")
        return self._library.items[self._place.item], self._drawn()[0]

    def _drawn(self) -> "tuple[Variant, Presentation]":
        assert self._place is not None
        if self._shown is None:
            item = self._library.items[self._place.item]
            variant = engine.draw(item, self._place.variant)
            self._shown = variant, engine.present(item, variant)
        return self._shown

    def _pass_over_flawed(self) -> None:
        place = self._place
        while place is not None:
            try:
                self._drawn()
            except StudyError as error:
                self.left_out = (*self.left_out, str(error))
                self.plan = tuple(other for other in self.plan if other != place)
                self._go_to_next()
                place = self._place
                self._end_when_all_is_answered()
            else:
                return

    def _asking(self) -> tuple[Item, Variant]:
        if self._verdict is not None:
            raise StudyError("This question has been answered; go on to the next one.")
        return self._current()

    def _log(
        self,
        answer: Mapping[str, str],
        verdict: Verdict,
        *,
        solution_seen: bool,
        confidence: int | None = None,
    ) -> None:
        item, variant = self._current()
        self._refuse_when_answered_elsewhere()
        asked = Asked(
            item=item,
            topic=self._library.topic_of(item.id),
            variant=variant,
            session=self.id,
            hints=self._draft.hints,
            seconds=self._drafting.seconds,
            confidence=confidence,
        )
        attempted = self._make.attempted(asked, answer, verdict, solution_seen=solution_seen)
        missed = solution_seen or verdict.score < PASS_MARK
        if self.mode == "review" and missed and self._tries(item) < MOST_TRIES - 1:
            again = Planned(item=item.id, variant=self._fresh_variant(item))
            self._history.append(attempted, self._make.grew(self.id, again, attempted.id, "again"))
            self.plan = (*self.plan, again)
        else:
            self._history.append(attempted)
        self._verdict = verdict

    def _tries(self, item: Item) -> int:
        """How often an item was answered before in this session."""
        return sum(attempt.item == item.id for attempt in self._told.attempts)

    def _fresh_variant(self, item: Item) -> int:
        return choosing.fresh_variant(item.id, self._history, self.plan)

    def _refuse_when_answered_elsewhere(self) -> None:
        """A second window on the same session must not count one question twice."""
        place = self._place
        self._history.refresh()
        attempts = self._told.attempts
        if place and any((a.item, a.number) == (place.item, place.variant) for a in attempts):
            self._go_to_next()
            raise StudyError("This question has been answered in another window.")

    def _end_when_all_is_answered(self) -> None:
        history = self._history
        waits = self._place is not None or still_asks(self._started, self._library, history)
        if not waits and self._told.end is None:
            history.append(self._make.ended(self.id, finished=True))
