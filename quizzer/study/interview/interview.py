"""An interview: one question after another against a clock, a state machine without interface."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from quizzer.bank.library import Library
from quizzer.bank.schema import OpenItem
from quizzer.exercises.variant import Variant
from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.verdict import Status, Verdict
from quizzer.progress.drafts import Draft
from quizzer.progress.events import Attempted, LogEvent, SessionStarted, Written
from quizzer.progress.history import History
from quizzer.study import engine
from quizzer.study.clock import Clock
from quizzer.study.drafting import Drafting
from quizzer.study.errors import StudyError
from quizzer.study.event_maker import Asked, EventMaker
from quizzer.study.giving_up import passed_over
from quizzer.study.interview.debrief import Debrief, debrief
from quizzer.study.interview.follow_ups import Impression, impression_of
from quizzer.study.interview.judging import Judging
from quizzer.study.interview.look_back import LookBack, look_back
from quizzer.study.interview.pacing import (
    PATIENCE,
    Addition,
    Moment,
    after_answer,
    passed_over_in_a_row,
    replacement,
    why_over,
)
from quizzer.study.interview.sleep import Sleep
from quizzer.study.interview.timing import Time, time_at
from quizzer.study.interview.transcript import Transcript, Turn
from quizzer.study.question import ShownQuestion
from quizzer.study.set_aside import refusal
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation
    from quizzer.grading.grade import Understood

State: TypeAlias = Literal["asking", "answered", "finished"]
SURE = 2  # from this confidence on, a spoken answer counts as a good one for what is asked next


@dataclass(frozen=True, kw_only=True)
class InterviewQuestion(ShownQuestion):
    """The current question of an interview; nothing in it shows how the learner is doing."""

    number: int  # counted from 1
    to_come: int  # questions planned after it; more are added while the clock has time for them
    depth: int  # 0, or how deep in a chain of follow-ups
    minutes: float  # its budget
    last_if_passed_over: bool  # one "I don't know" more, and the interview is over


class Interview:
    """Is at the first question without an answer. What matters is on disk before a method returns.

    asking    a question waits for its answer
    answered  only with answers shown after each: the answer is shown, the clock stands still
    finished  nothing is left to ask, or the learner ended it; `debrief` tells how it went

    Each answer decides what comes next: see `pacing`. While a question waits, the interview does
    not end by itself: an answer after the end of the time is marked, and is the last one.
    Open answers are judged by the learner: in the debrief, or while their answer is shown.
    Making an Interview of one that was left lets its clock run again.
    """

    def __init__(
        self, started: SessionStarted, library: Library, history: History, clock: Clock
    ) -> None:
        self.id = started.id
        self._started = started
        self._library = library
        self._history = history
        self._store = history.store
        self._clock = clock
        self._sleep = Sleep(clock)
        self._make = EventMaker(history.store, clock)
        self._answered: Turn | None = None  # the question whose answer is shown
        self._answer: dict[str, str] = {}  # what was handed in to it
        self._verdict: Verdict | None = None
        self._shown: tuple[tuple[str, int], Variant, Presentation] | None = None
        self._read()
        self._go_on()

    def _read(self) -> None:
        self._history.refresh()
        self._transcript = Transcript(self._started, self._library, self._history)
        self.blueprint = self._transcript.blueprint
        turn = self._transcript.turn
        place = turn.planned if turn is not None else None
        self._drafting = Drafting(self._store, self._clock, self.id, place)

    @property
    def _draft(self) -> Draft:
        return self._drafting.draft

    def _go_on(self) -> None:
        """Run the clock again, which stopped at the last sign of life; end if nothing is left."""
        if self._transcript.ended_at is not None:
            return
        now, left = self._clock.now_ms(), self._transcript.last_seen(self._draft)
        if now > left:
            self._record(self._make.resumed(self.id, left))
        self._end_when_nothing_is_left()

    @property
    def state(self) -> State:
        """Which of its three states the interview is in."""
        if self._answered is not None:
            return "answered"
        return "finished" if self._transcript.ended_at is not None else "asking"

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The questions so far, answered or not, in the order in which they are asked."""
        return self._transcript.turns

    @property
    def question(self) -> InterviewQuestion | None:
        """The current question, answered or not; none when the interview is finished.

        What cannot be asked, as can happen in the learner's own banks, is left out and replaced.
        """
        self._leave_out_flawed()
        turn = self._answered or (self._transcript.turn if self.state == "asking" else None)
        if turn is None:
            return None
        item = self._transcript.item(turn)
        variant, presentation = self._drawn(turn)
        to_come = sum(other.place != turn.place for other in self._transcript.to_ask)
        silent = passed_over_in_a_row(self._transcript.answers, self._store)
        return InterviewQuestion(
            item=item,
            variant=variant,
            presentation=presentation,
            hints_shown=tuple(item.hints[: self._draft.hints]),
            draft=dict(self._answer if self._answered else self._draft.answer),
            number=self._transcript.number(turn) + 1,
            to_come=to_come,
            depth=turn.depth,
            minutes=item.minutes,
            last_if_passed_over=not to_come and silent + 1 >= PATIENCE,
        )

    @property
    def time(self) -> Time:
        """How the clock stands; it stands still while an answer is shown."""
        now = self._clock.now_ms() - self._sleep.ms
        return time_at(self._transcript, now, self._answered)

    @property
    def slept(self) -> float:
        """Seconds that the machine slept while a question waits, without those logged already."""
        return self._sleep.ms / 1000 if self.state == "asking" else 0.0

    @property
    def verdict(self) -> Verdict | None:
        """With answers shown after each: the verdict on the one shown; none if it is unjudged."""
        return self._verdict

    def asks(self, variant: Variant) -> bool:
        """Whether this variant is the current question, and not answered yet."""
        turn = self._transcript.turn if self.state == "asking" else None
        return turn is not None and (turn.item, turn.variant) == (variant.item, variant.number)

    def save_draft(self, answer: Mapping[str, str]) -> None:
        """Keep what is entered so far, and the time: call it as the learner types."""
        self._asking()
        self._wake()
        self._drafting.enter(answer)

    def hint(self) -> str | None:
        """The next hint, counted from now on; none when there is no further one."""
        item = self._transcript.item(self._asking())
        self._wake()
        return self._drafting.hint(item)

    def understand(self, answer: Mapping[str, str]) -> "list[Understood]":
        """How an answer would be read; this does not show whether it is right."""
        turn = self._asking()
        return engine.understand(self._transcript.item(turn), self._drawn(turn)[0], answer)

    def submit(
        self,
        answer: Mapping[str, str],
        *,
        confidence: int | None = None,
        aloud: bool = False,
        cancelled: Cancelled = never,
    ) -> Verdict | None:
        """Hand in an answer; `aloud` for an open one that was spoken.

        A verdict that is `invalid` comes back when the answer was not understood, or the run of
        code was `cancelled`: nothing counted, try again. Otherwise there is a verdict only with
        answers shown after each, and not yet for open ones.
        """
        turn = self._asking()
        self._wake()
        item, variant = self._transcript.item(turn), self._drawn(turn)[0]
        if isinstance(item, OpenItem) and aloud:
            spoken = self._make.written(self._asked(turn, confidence), {}, aloud=True)
            return self._take(turn, spoken, Impression(passed=_sure(confidence)), None)
        verdict = engine.grade(item, variant, answer, cancelled)
        self._wake()  # code runs for seconds
        if verdict.status is Status.INVALID:
            self._drafting.enter(answer)
            return verdict
        impression = impression_of(item, verdict)
        if isinstance(item, OpenItem):
            written = self._make.written(self._asked(turn, confidence), answer)
            return self._take(turn, written, impression, None)
        attempted = self._make.attempted(self._asked(turn, confidence), answer, verdict)
        return self._take(turn, attempted, impression, verdict)

    def pass_over(self) -> Verdict | None:
        """Say "I don't know": logged as not known; there is a verdict only as with `submit`."""
        turn = self._asking()
        self._wake()
        item, variant = self._transcript.item(turn), self._drawn(turn)[0]
        verdict = passed_over(item, variant)
        attempted = self._make.attempted(self._asked(turn), {}, verdict)
        return self._take(turn, attempted, Impression(passed=False, silent=True), verdict)

    def advance(self) -> None:
        """Leave an answer that is shown for the next question; the clock goes on."""
        if self._answered is None:
            raise StudyError("There is no answer shown; submit one first.")
        self._record(*self._put_away())
        self._end_when_nothing_is_left()

    def leave(self) -> None:
        """Leave; the clock stands still until the interview is resumed."""
        if self.state == "asking":
            self._wake()
            self._drafting.keep()

    def finish(self) -> Debrief:
        """End the interview, answered or not. A draft that was not handed in is kept and shown."""
        if self._transcript.ended_at is None:
            self.leave()
            if self._answered is not None:
                self.advance()
        if self._transcript.ended_at is None:
            self._record(self._make.ended(self.id, finished=False, because="learner"))
        return self.debrief()

    def debrief(self) -> Debrief:
        """How it went, question by question; only after the end."""
        if self._transcript.ended_at is None:
            raise StudyError("The debrief comes after the end of the interview.")
        return debrief(self._transcript, self._library, self._store)

    def look_back(self, number: int) -> LookBack:
        """A question of the debrief in full, by its number: what was asked, answered and right."""
        if self._transcript.ended_at is None:
            raise StudyError("You can look at your answers after the end of the interview.")
        if not 1 <= number <= len(self.turns):
            has = counted(len(self.turns), "question")
            raise StudyError(f"There is no question {number}: the interview has {has}.")
        turn = self.turns[number - 1]
        item = self._transcript.item(turn)
        if not self._library.asks(item):
            raise refusal(self._library, f"“{item.title}” cannot be shown here.")
        return look_back(item, turn, self._store)

    def judging(self, number: int) -> Judging:
        """The judging of the open answer to a question, by its number in the debrief."""
        turn = self.turns[number - 1] if 1 <= number <= len(self.turns) else None
        shown = self._transcript.ended_at is not None or turn == self._answered
        if turn is None or turn.given is None or not turn.given.open or not shown:
            raise StudyError(f"Question {number} has no open answer to judge now.")
        event = self._store.event(turn.given.id)
        item = self._transcript.item(turn)
        assert isinstance(event, Written)
        assert isinstance(item, OpenItem)
        return Judging(event, item, turn.given.attempt, self._history, self._make, self._judged)

    def _judged(self, verdict: Verdict) -> None:
        number = self._transcript.number(self._answered) if self._answered else None
        self._read()
        if number is not None:
            self._answered, self._verdict = self.turns[number], verdict

    def _wake(self) -> None:
        """Log that the clock stood still while the machine slept, as nobody answers then."""
        if slept := self._sleep.ms:
            alive = self._transcript.last_seen(self._draft)  # if the clock was set
            left = max(self._clock.now_ms() - slept, alive)
            self._record(self._make.resumed(self.id, left))
            self._sleep.forget()

    def _put_away(self) -> list[LogEvent]:
        """Stop showing an answer: the clock stood still since it was given."""
        shown, self._answered, self._verdict = self._answered, None, None
        if shown is None or shown.given is None:
            return []
        self._sleep.forget()
        return [self._make.resumed(self.id, shown.given.at)]

    def _asking(self) -> Turn:
        turn = self._transcript.turn
        if self.state != "asking" or turn is None:
            raise StudyError(f"The interview is not waiting for an answer: it is {self.state}.")
        return turn

    def _drawn(self, turn: Turn) -> "tuple[Variant, Presentation]":
        if self._shown is None or self._shown[0] != turn.place:
            item = self._transcript.item(turn)
            variant = engine.draw(item, turn.variant)
            self._shown = turn.place, variant, engine.present(item, variant)
        return self._shown[1:]

    def _asked(self, turn: Turn, confidence: int | None = None) -> Asked:
        item = self._transcript.item(turn)
        return Asked(
            item=item,
            topic=self._library.topic_of(item.id),
            variant=self._drawn(turn)[0],
            session=self.id,
            hints=self._draft.hints,
            seconds=self.time.question,
            confidence=confidence,
        )

    def _take(
        self,
        turn: Turn,
        answer: Attempted | Written,
        impression: Impression,
        verdict: Verdict | None,
    ) -> Verdict | None:
        """Log an answer together with what it changes in the plan."""
        self._refuse_when_answered_elsewhere(turn)
        number, after_each = self._transcript.number(turn), self.blueprint.answers_after_each
        self._record(answer, *self._changes(turn, answer, impression))
        if after_each:
            self._answered, self._answer = self.turns[number], dict(answer.answer)
            self._verdict = verdict
        else:
            self._end_when_nothing_is_left()
        return self._verdict

    def _changes(
        self, turn: Turn, answer: Attempted | Written, impression: Impression
    ) -> list[LogEvent]:
        before = self._transcript.answers
        moment = Moment(
            turn=turn,
            impression=impression,
            left=self._transcript.minutes_left(answer.at),
            passed_over=1 + passed_over_in_a_row(before, self._store) if impression.silent else 0,
        )
        step = after_answer(self._transcript, moment, self._library)
        dropped = [self._make.shrank(self.id, gone.planned, "time") for gone in step.dropped]
        return [*dropped, *self._grown(step.added, answer.id)]

    def _grown(self, added: Addition | None, after: str) -> list[LogEvent]:
        if added is None:
            return []
        return [self._make.grew(self.id, added.place, after, added.because, added.depth)]

    def _leave_out_flawed(self) -> None:
        """Go on to a question that can be asked; the log says which could not, and why."""
        while self.state == "asking" and (turn := self._transcript.turn) is not None:
            try:
                self._drawn(turn)
            except StudyError as error:
                gone = self._make.shrank(self.id, turn.planned, "flaw", str(error))
                left = self._transcript.minutes_left(gone.at)
                another = replacement(self._transcript, left, self._library)
                self._record(gone, *self._grown(another, gone.id))
                self._end_when_nothing_is_left()
            else:
                return

    def _end_when_nothing_is_left(self) -> None:
        transcript = self._transcript
        if transcript.ended_at is None and transcript.turn is None:
            at = transcript.last.at if transcript.last else self._clock.now_ms()
            because = why_over(transcript, at, self._store)
            self._record(self._make.ended(self.id, finished=True, because=because))

    def _refuse_when_answered_elsewhere(self, turn: Turn) -> None:
        """A second window on the same interview must not count one question twice."""
        self._read()
        now = self._transcript.turn
        if now is None or now.place != turn.place or self._transcript.ended_at is not None:
            raise StudyError("This question has been answered in another window.")

    def _record(self, *events: LogEvent) -> None:
        self._history.append(*events)
        self._read()


def _sure(confidence: int | None) -> bool:
    return confidence is None or confidence >= SURE
