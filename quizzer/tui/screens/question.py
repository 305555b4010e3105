"""One question after another: answer, verdict, next; everything typed is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from quizzer.grading.verdict import Status
from quizzer.tui.actions import bindings
from quizzer.tui.asking import labels_for, notes_for, panel_for, prompt_for, right_letters
from quizzer.tui.prose import inline
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.text import plain
from quizzer.tui.widgets.choice import ChoicePanel
from quizzer.tui.widgets.compute import ComputePanel
from quizzer.tui.widgets.figures import Figures, given_figures
from quizzer.tui.widgets.fitted import Hanging
from quizzer.tui.widgets.panel import AnswerPanel
from quizzer.tui.widgets.prose import Prose
from quizzer.tui.widgets.verdict import PartLabels, SolutionView, VerdictView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.binding import BindingType
    from textual.timer import Timer
    from textual.widget import Widget

    from quizzer.grading.verdict import Verdict
    from quizzer.study.session import Question, Session

PREVIEW_AFTER = 0.15  # seconds without a key
KEEP_EVERY = 0.5  # seconds


class QuestionScreen(FullScreen):
    """Asks the questions of a session. The session is begun behind the first frame."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("question")]

    def __init__(self, begin: Callable[[], Session]) -> None:
        super().__init__()
        self._begin = begin
        self._session: Session | None = None
        self._question: Question | None = None
        self._panel: AnswerPanel | None = None
        self._preview_timer: Timer | None = None
        self._keep_timer: Timer | None = None
        self._sure = ""  # what was asked to be pressed twice, after the first press

    def page(self) -> Iterable[Widget]:
        """The question scrolls as a whole."""
        yield VerticalScroll(id="page", can_focus=False)

    def on_mount(self) -> None:
        """Begin the session behind the frame."""
        self.head("…")
        self.note()
        self.run_worker(self._start())

    async def _start(self) -> None:
        with self.quizzer.explaining(then=self._close):
            self._session = await self.quizzer.behind(self._begin)
            await self._ask()

    async def _ask(self) -> None:
        """Show the question where the session stands, or the summary after the last one."""
        session = self._session
        assert session is not None
        question = await self.quizzer.behind(lambda: session.question)
        if question is None:
            await self._sum_up(session)
            return
        self._question, self._sure = question, ""
        self._panel = panel_for(question)
        page = self.query_one("#page", VerticalScroll)
        page.can_focus = False
        async with self.batch():
            await page.remove_children()
            await page.mount(*self._parts(question, self._panel))
            self._panel.load(question.draft)
        self._write_head(question)
        self.note()
        page.scroll_home(animate=False)
        self._panel.begin()
        if question.draft:
            await self._preview()
        self.refresh_bindings()

    def _parts(self, question: Question, panel: AnswerPanel) -> Iterable[Widget]:
        shown = question.presentation
        yield Static(plain(shown.title, "bold"), classes="title")
        yield Prose(prompt_for(question))
        if shown.given:
            yield Figures(given_figures(shown.given))
        hints = [_hint(number, text) for number, text in enumerate(question.hints_shown, 1)]
        yield Vertical(*hints, id="hints")
        yield panel

    def _write_head(self, question: Question) -> None:
        study, session = self.quizzer.study, self._session
        assert study is not None
        assert session is not None
        topic = study.library.topic_of(question.item.id)
        title = next(entry.title for entry in study.library.topics if entry.id == topic)
        left = f"{title} · {question.number} of {question.total} · {question.item.level}"
        self.head(left, session.mode)

    async def _sum_up(self, session: Session) -> None:
        from quizzer.tui.screens.summary import SummaryScreen

        summary = await self.quizzer.behind(session.summary)
        self.quizzer.switch_screen(SummaryScreen(session, summary))

    @property
    def _answered(self) -> bool:
        return self._session is not None and self._session.verdict is not None

    # ------------------------------------------------------------------ typing

    @on(AnswerPanel.Changed)
    def _changed(self) -> None:
        """Keep the draft and show how it reads, soon but not at every key."""
        self._sure = ""
        self.note()
        if self._preview_timer is not None:
            self._preview_timer.stop()
        self._preview_timer = self.set_timer(PREVIEW_AFTER, self._preview)
        if self._keep_timer is None:
            self._keep_timer = self.set_timer(KEEP_EVERY, self.keep)

    @on(AnswerPanel.Submitted)
    async def _submitted(self) -> None:
        await self.action_check()

    async def _preview(self) -> None:
        """Show how the answer is understood."""
        session, panel = self._session, self._panel
        if session is None or panel is None or self._answered or not panel.previews:
            return
        answer = panel.answer
        understood = await self.quizzer.behind(session.understand, answer)
        if panel.is_attached and panel.answer == answer:
            panel.show_understood(understood)

    async def keep(self) -> None:
        """Write down what is typed so far."""
        session, panel = self._session, self._panel
        self._keep_timer = None
        if session is None or panel is None or self._answered or not panel.is_attached:
            return
        with self.quizzer.explaining():
            await self.quizzer.behind(session.save_draft, panel.answer)

    # ----------------------------------------------------------------- actions

    async def action_check(self) -> None:
        """Grade the answer, or go on when that has been done."""
        if self._session is None or self._panel is None:
            return
        if self._answered:
            await self._advance()
            return
        answer, missing = self._panel.answer, self._panel.missing
        if not answer:
            self.note(missing)
        elif not self._panel.is_shown(answer):
            await self._preview()
            self.note("This is how it was understood. Enter grades it.", "$text-accent")
        elif not missing or self._pressed_twice("check", f"{missing} Enter again grades it so."):
            await self._submit(answer)

    async def _submit(self, answer: dict[str, str]) -> None:
        session = self._session
        assert session is not None
        with self.quizzer.explaining(then=self._look_again):
            verdict = await self.quizzer.behind(session.submit, answer)
            if verdict.status is Status.INVALID:
                self._show_invalid(verdict)
            else:
                await self._show_verdict(verdict)

    def _look_again(self) -> None:
        """After a failure: the session may have moved on, when another window answered."""
        self.run_worker(self._ask_what_is_new())

    async def _ask_what_is_new(self) -> None:
        session, shown = self._session, self._question
        assert session is not None
        question = await self.quizzer.behind(lambda: session.question)
        if question is None or shown is None or question.variant != shown.variant:
            await self._ask()

    def _show_invalid(self, verdict: Verdict) -> None:
        """Say what was not understood and where; the answer stays in its field."""
        assert self._panel is not None
        part = next((part for part in verdict.parts if part.status.invalid), None)
        label = self._labels.names.get(part.name, "") if part is not None else ""
        text = (part.feedback if part is not None else "") or verdict.feedback
        self.note(f"{label}: {text} This costs nothing." if label else text)
        if part is not None:
            self._panel.focus_part(part.name)

    async def _show_verdict(self, verdict: Verdict) -> None:
        """The verdict goes under the answer, which stays in sight."""
        question, panel = self._question, self._panel
        assert question is not None
        assert panel is not None
        panel.freeze()
        if isinstance(panel, ChoicePanel):
            panel.mark_right(right_letters(question))
        view = VerdictView(verdict, self._labels, question.item.explanation)
        page = self.query_one("#page", VerticalScroll)
        page.can_focus = True
        await page.mount(view)
        page.focus(scroll_visible=False)
        self.note()
        self.refresh_bindings()
        self.call_after_refresh(self._reveal, view)

    def _reveal(self, view: Widget) -> None:
        """Bring the verdict into sight, with as much of the answer above it as there is room."""
        page = self.query_one("#page", VerticalScroll)
        height = page.size.height
        room_above = max(height // 3, height - view.outer_size.height)
        top = view.virtual_region.y - room_above
        page.scroll_to(y=min(view.virtual_region.y, max(0, top)), animate=False)

    @property
    def _labels(self) -> PartLabels:
        assert self._question is not None
        return labels_for(self._question)

    async def _advance(self) -> None:
        session = self._session
        assert session is not None
        with self.quizzer.explaining():
            await self.quizzer.behind(session.advance)
            await self._ask()

    async def action_hint(self) -> None:
        """Show the next hint."""
        session, question = self._session, self._question
        if session is None or question is None or self._answered:
            return
        with self.quizzer.explaining():
            text = await self.quizzer.behind(session.hint)
            hints = self.query_one("#hints", Vertical)
            if text is None:
                self.note("There are no more hints." if question.item.hints else "No hints here.")
                return
            shown = _hint(len(hints.children) + 1, text)
            await hints.mount(shown)
            shown.scroll_visible(animate=False)

    async def action_cells(self) -> None:
        """Change between text and cells."""
        if isinstance(self._panel, ComputePanel):
            await self._panel.toggle_cells()
            self.refresh_bindings()

    async def action_show_me(self) -> None:
        """Show the solution instead of answering; asks once."""
        again = "Press again to see the solution; the item then counts as not known yet."
        session = self._session
        if session is None or self._answered or not self._pressed_twice("show", again):
            return
        with self.quizzer.explaining():
            verdict = await self.quizzer.behind(session.give_up)
            await self._show_verdict(verdict)
            await self.action_solution()

    async def action_solution(self) -> None:
        """Show every step of the solution under the verdict."""
        session, question = self._session, self._question
        if session is None or question is None or self.query(SolutionView):
            return
        with self.quizzer.explaining():
            steps = await self.quizzer.behind(session.solution)
            view = SolutionView(steps, notes_for(question))
            await self.query_one("#page").mount(view)
            self.refresh_bindings()
            self.call_after_refresh(view.scroll_visible, animate=False, top=True)

    async def action_undo(self) -> None:
        """Take the last answer of this session back."""
        session = self._session
        if session is None:
            return
        await self.keep()
        with self.quizzer.explaining():
            if await self.quizzer.behind(session.undo):
                await self._ask()
                self.note("Taken back: answer it again.", "$text-accent")
            else:
                self.note("There is no answer to take back in this session.")

    async def action_next(self) -> None:
        """Go on; an open question is put off."""
        session = self._session
        if session is None:
            return
        if self._answered:
            await self._advance()
            return
        await self.keep()
        with self.quizzer.explaining():
            if await self.quizzer.behind(session.skip):
                await self._ask()
                self.note("Put off: it comes again at the end.", "$text-accent")
            else:
                self.note("This is the last open question. i shows its solution, q leaves it.")

    async def action_leave(self) -> None:
        """Back to the check-list; the place and the draft are kept."""
        await self.keep()
        session = self._session
        if session is not None:
            with self.quizzer.explaining():
                await self.quizzer.behind(session.leave)
        self._close()

    def _close(self) -> None:
        self.dismiss()

    def action_page_up(self) -> None:
        """Scroll the question up."""
        self.query_one("#page").scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll the question down."""
        self.query_one("#page").scroll_page_down(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What makes sense in the present state."""
        question, answered = self._question, self._answered
        if action == "leave":
            return True
        if question is None:
            return False
        if action == "hint":
            return not answered and bool(question.item.hints)
        if action == "cells":
            return not answered and isinstance(self._panel, ComputePanel) and self._panel.can_toggle
        if action == "show_me":
            return not answered
        if action == "solution":
            return answered and not self.query(SolutionView)
        if action == "undo":
            return answered or question.number > 1
        return True

    def wording(self, action_id: str) -> str | None:
        """Enter checks, then goes on; next skips while the question is open."""
        if action_id == "question.check":
            return "next" if self._answered else "check"
        if action_id == "question.next":
            return "" if self._answered else "skip"
        return None

    def _pressed_twice(self, what: str, text: str) -> bool:
        """True at the second press; at the first one, say what it would do."""
        if self._sure == what:
            self._sure = ""
            return True
        self._sure = what
        self.note(text)
        return False


def _hint(number: int, text: str) -> Hanging:
    return Hanging(f"Hint {number}  ", inline(text), classes="hint")
