"""An interview: one question after another, against a visible clock; answers come at the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.widgets import TextArea

from quizzer.bank.schema import OpenItem
from quizzer.grading.verdict import Status
from quizzer.study.interview.words import minutes, patience
from quizzer.tui.actions import bindings
from quizzer.tui.interview_words import clock, place
from quizzer.tui.item_kinds import panel_for
from quizzer.tui.screens.answering import AnsweringScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.confidence import ConfidenceBar
from quizzer.tui.widgets.writing import WritingPanel

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.binding import BindingType

    from quizzer.bank.schema import Item
    from quizzer.grading.verdict import Verdict
    from quizzer.study.interview.interview import Interview, InterviewQuestion

SIGN_OF_LIFE = 15.0  # seconds between saves; after a crash, time since the last does not count
CALM = 10.0  # seconds between updates of the clock while a text field has the focus


class InterviewScreen(AnsweringScreen):
    """Asks the questions of an interview, which is begun or resumed in the background."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("interview")]
    CHECKS = "hands it in"  # most interviews show no grading

    def __init__(self, begin: Callable[[], Interview]) -> None:
        super().__init__()
        self._begin = begin
        self._interview: Interview | None = None
        self._question: InterviewQuestion | None = None
        self._said_time_is_up = False
        self._clock_written = (0, 0.0)  # the question and the time when the clock was last shown

    async def on_mount(self) -> None:
        """Begin in the background; the clock runs from then on."""
        self.head("Interview", "…")
        await self.begin_with_first_frame(self._start)

    async def _start(self) -> None:
        with self.quizzer.explaining(then=self._close):
            self._interview = await self.quizzer.behind(self._begin)
            await self._ask()
            self.set_interval(1, self.show_clock)
            self.set_interval(SIGN_OF_LIFE, self._live)

    @property
    def run(self) -> Interview | None:
        """The interview; after `leave`, its clock stands still until it is resumed."""
        return self._interview

    async def _ask(self) -> None:
        """Show the current question, or the debrief after the last one."""
        interview = self._interview
        assert interview is not None
        question = await self.quizzer.behind(lambda: interview.question)
        if question is None:
            self._open_debrief(interview)
            return
        self._write_clock(interview, question)
        written = isinstance(question.item, OpenItem)
        await self._show(question, WritingPanel() if written else panel_for(question))

    def _open_debrief(self, interview: Interview) -> None:
        from quizzer.tui.screens.debrief import DebriefScreen

        if self.is_active:  # it may have been left meanwhile
            self.quizzer.switch_screen(DebriefScreen(lambda: interview, just_over=True))

    @property
    def _asking(self) -> tuple[Interview, AnswerPanel] | None:
        interview, panel = self._interview, self._page.panel
        if interview is None or panel is None or interview.state != "asking":
            return None
        return interview, panel

    @property
    def _answered(self) -> bool:
        """Whether an answer is shown now; only in interviews that show it after each question."""
        return self._interview is not None and self._interview.state == "answered"

    # The clock.

    def show_clock(self) -> None:
        """Write the clock. The time is only read, so this need not wait for background work."""
        interview, question = self._interview, self._question
        if interview is None or question is None or interview.state == "finished":
            return
        self._write_clock(interview, question)
        if slept := interview.slept:
            self.begin_work(self.keep)  # records that the clock stood still
            self.note(f"Your machine slept, and the clock stood still: {minutes(slept)}.", MUTED)

    def _write_clock(self, interview: Interview, question: InterviewQuestion) -> None:
        time = interview.time
        number, written = self._clock_written
        if self._is_typing and number == question.number and time.elapsed - written < CALM:
            return
        self._clock_written = question.number, time.elapsed
        style = "$text-error" if time.overtime else MUTED
        left = plain(place(question, time), "bold")
        self.show_head(left, plain(clock(time), style))
        if time.overtime and not self._said_time_is_up:
            self._said_time_is_up = True
            self.note(self._time_is_up, "$text-error")

    @property
    def _is_typing(self) -> bool:
        """Whether a text field has the focus: a moving clock would disturb people who write."""
        return isinstance(self.focused, TextArea)

    async def _live(self) -> None:
        """Save a sign of life: if the app crashes, the clock is stopped at the last one."""
        if self._asking is not None:
            await self.keep()

    # Answering.

    @on(AnswerPanel.Submitted)
    async def action_check(self) -> None:
        """Hand in the answer, or go on from an answer that is shown."""
        if self._answered:
            await self.alone(self._advance)
            return
        if self._asking is None:
            return
        _, panel = self._asking
        if isinstance(panel, WritingPanel) and panel.aloud:
            self._confidence.ask()
        elif await self._ready(panel):
            self._begin_alone(partial(self._hand_in, panel))

    @on(ConfidenceBar.Said)
    def _spoken(self, event: ConfidenceBar.Said) -> None:
        """Hand in an answer that was said aloud, with how sure the learner is of it."""
        self._confidence.put_away()
        if self._asking is not None:
            interview, _ = self._asking
            level = event.level
            self._begin_alone(
                lambda: self._take(
                    self.quizzer.behind(interview.submit, {}, confidence=level, aloud=True)
                )
            )

    async def _hand_in(self, panel: AnswerPanel) -> None:
        """Hand in what is entered; code runs in the background while the clock goes on."""
        if self._asking is None or self._asking[1] is not panel:
            return
        interview, answer = self._asking[0], panel.answer
        if panel.slow:
            await self._take(
                self._watch(panel, lambda stop: interview.submit(answer, cancelled=stop))
            )
        else:
            await self._take(self.quizzer.behind(interview.submit, answer))

    async def _take(self, handing_in: Awaitable[Verdict | None]) -> None:
        """Wait until an answer is handed in, then show what comes next."""
        interview, question = self._interview, self._question
        assert interview is not None
        assert question is not None
        with self.quizzer.explaining(then=self._look_again):
            verdict = await handing_in
            if interview.state == "answered":
                await self._show_answer(interview, question, verdict)
            elif verdict is not None and verdict.status is Status.INVALID:
                self._show_invalid(verdict, question)
            else:
                await self._ask()

    def _look_again(self) -> None:
        """After a failure, read the current question: another window may have answered."""
        self._begin_alone(self._ask)

    async def _show_answer(
        self, interview: Interview, question: InterviewQuestion, verdict: Verdict | None
    ) -> None:
        """Show what was right, with answers after each question; first judge an open answer."""
        self.set_focus(None)
        if verdict is None:
            from quizzer.tui.screens.judging import JudgingScreen

            await self.quizzer.push_screen_wait(JudgingScreen(interview, (question.number,)))
            verdict = interview.verdict
        if verdict is not None:
            await self._page.show_verdict(verdict)
        self.note(f"The clock is stopped. {self.key('interview.check')} goes on.", "$text-accent")
        self.refresh_bindings()

    @property
    def _time_is_up(self) -> str:
        finish = self.key("interview.finish")
        return (
            "Time is up. This is the last answer, and it will be marked as overtime; "
            f"{finish} ends the interview without it."
        )

    async def _advance(self) -> None:
        interview = self._interview
        assert interview is not None
        await self.quizzer.behind(interview.advance)
        await self._ask()

    async def action_pass_over(self) -> None:
        """Say "I don't know", when the key is pressed twice."""
        if self._asking is None or self._question is None:
            return
        interview, _ = self._asking
        ends = patience(self._question)
        again = "Press again to say “I don't know” and go on to the next question."
        again = f"Press again to say it: {ends}" if ends else again
        if self._twice("pass", again):
            self._begin_alone(lambda: self._take(self.quizzer.behind(interview.pass_over)))

    def action_aloud(self) -> None:
        """Change between writing and speaking."""
        if isinstance(self._page.panel, WritingPanel):
            self._page.panel.toggle_aloud()
            self.note()  # a note about writing, or about speaking, no longer applies
            self.refresh_bindings()

    async def action_finish(self) -> None:
        """End the interview now, when the key is pressed twice."""
        await self.alone(self._finish)

    async def _finish(self) -> None:
        again = "Press again to end the interview; the remaining questions stay unanswered."
        interview = self._interview
        if interview is None or not self._twice("finish", again):
            return
        await self.keep()
        await self.quizzer.behind(interview.finish)
        self._open_debrief(interview)

    def _own_sense(self) -> dict[str, bool]:
        return {"pass_over": not self._answered, "aloud": not self._answered}

    def _fits(self, item: Item) -> dict[str, bool]:
        return super()._fits(item) | {"aloud": isinstance(item, OpenItem)}

    def wording(self, action_id: str) -> str | None:
        """Label Enter with "hand in" or "next", and Esc with "stop" while code runs."""
        if action_id == "interview.leave" and self._handed_in is not None:
            return "stop"
        if action_id == "interview.aloud" and isinstance(self._page.panel, WritingPanel):
            return "write" if self._page.panel.aloud else "aloud"
        return super().wording(action_id)

    @property
    def _check_label(self) -> str:
        panel = self._page.panel
        if self._answered:
            return "next"
        return panel.check_label if isinstance(panel, WritingPanel) else "hand in"
