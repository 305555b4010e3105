"""The end of a session: how it went, what to do next, and question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from quizzer.grading.words import sign
from quizzer.reports.plan import when
from quizzer.study.purposes import PLACEMENT
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Gap, Paragraph, heading
from quizzer.tui.documents.markdown import inline
from quizzer.tui.screens.next_steps import PLACES, NextStepsScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.verdict_words import score_text, style
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.page import Page
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.next_steps import Step
    from quizzer.study.session import Session
    from quizzer.study.study import Study
    from quizzer.study.summary import Summary, SummaryRow
    from quizzer.tui.documents.document import Element


class SummaryScreen(NextStepsScreen):
    """Shows what was right, what was not, which mistakes came up, and when questions come back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("summary")]

    def __init__(self, session: Session, summary: Summary) -> None:
        super().__init__()
        self._session = session
        self._summary = summary

    def page(self) -> Iterable[Widget]:
        """Totals, next steps, rows."""
        with Page(id="page"):
            yield Static(plain(self._totals(), "bold"), classes="title")
            yield Document(list(self._elements()))

    def _elements(self) -> Iterator[Element]:
        for row in self._summary.rows:
            yield _row(row)
            for mistake in row.mistakes:
                yield Paragraph("  ▸ ", inline(mistake.name).stylize_before("$text-warning"))

    def on_mount(self) -> None:
        """Write the head line and when to come back; look for next steps in the background."""
        self.head("Session finished", self._session.called)
        self.begin_work(self._look_further)
        self.note(self._return(), MUTED)

    def _return(self) -> str:
        due, study = self._summary.next_due, self.quizzer.study
        if due is None or study is None:
            return ""
        today = study.today()
        which = "It" if self._summary.total == 1 else "The first of these"
        return f"{which} is due {when(max(due, today), today)} ({due:%A, %d %B})."

    async def _look_further(self) -> None:
        """Show the next steps; after the placement, also what seems to be known."""
        study = self.quizzer.study
        assert study is not None
        known, self._steps = await self.quizzer.behind(
            _further, study, self._session, self._summary, self.quizzer.settings.minutes_a_day
        )
        said = Paragraph("", plain(known, "$text-accent"))
        text: list[Element] = [said, Gap()] if known else []
        steps = [
            Paragraph(f"{key}  ", inline(step.says))
            for key, step in zip(self._step_keys(), self._steps, strict=False)
        ]
        title = self.query_one(".title")
        await self.paper.mount(Document([*text, heading("Next steps"), *steps]), after=title)
        self.refresh_bindings()

    def _step_keys(self) -> list[str]:
        return [self.key(f"summary.{place}") for place in PLACES]

    def _totals(self) -> str:
        summary = self._summary
        minutes = max(1, round(summary.seconds / 60))
        parts = [f"{summary.right} of {summary.total} right"]
        parts += [f"{summary.partly} partly"] if summary.partly else []
        parts += [f"{summary.wrong} not yet"] if summary.wrong else []
        return " · ".join([*parts, counted(minutes, "minute")])

    def _ask(self, begin: Callable[[], Session]) -> None:
        """Ask in place of the summary."""
        self.quizzer.replace_by_question(begin)

    def _take(self, step: Step) -> None:
        match step.action:
            case "plan":
                self._show_plan()
            case "interview":
                from quizzer.tui.screens.interview_setup import InterviewSetUpScreen

                self.quizzer.switch_screen(InterviewSetUpScreen())
            case _:
                super()._take(step)

    def _show_plan(self) -> None:
        """Go to the plan, or back to it if the session was begun from it."""
        from quizzer.tui.screens.plan import PlanScreen

        if any(isinstance(screen, PlanScreen) for screen in self.app.screen_stack):
            self.dismiss()
        else:
            self.quizzer.switch_screen(PlanScreen())

    async def action_done(self) -> None:
        """Back to the check-list, or to where the session was begun."""
        self.dismiss()

    async def action_undo(self) -> None:
        """Take back the last answer, and ask its question again."""
        await self.alone(self._undo)

    async def _undo(self) -> None:
        session = self._session
        if await self.quizzer.behind(session.undo) and self.is_active:
            self.quizzer.replace_by_question(lambda: session)

    def wording(self, action_id: str) -> str | None:
        """Label the way out "back" if the session was not begun from the check-list."""
        stack = self.app.screen_stack
        is_elsewhere = self in stack and stack.index(self) > 1
        return "back" if action_id == "summary.done" and is_elsewhere else None

    def action_export(self) -> None:
        """Ask where the report goes."""
        self.quizzer.ask_for_report()


def _further(
    study: Study, session: Session, summary: Summary, minutes_a_day: int
) -> tuple[str, Sequence[Step]]:
    from quizzer.study.after_session import steps_after

    placed = study.placement() if session.purpose == PLACEMENT else None
    known = placed.known_in_words(study.library.title_of) if placed is not None else ""
    return known, steps_after(session, summary, study, minutes_a_day)


def _row(row: SummaryRow) -> Paragraph:
    if row.status is None:
        return Paragraph("– ", plain(row.title) + plain("  not answered", MUTED))
    parts = [score_text(row.score)] if row.status == "partly" and row.score is not None else []
    parts += [counted(row.hints, "hint")] if row.hints else []
    parts += ["solution seen"] if row.solution_seen else []
    about = plain("  " + " · ".join(parts) if parts else "", MUTED)
    return Paragraph(f"{sign(row.status)} ", plain(row.title, style(row.status)) + about)
