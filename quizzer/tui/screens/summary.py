"""The end of a session: how it went, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.widgets import Static

from quizzer.grading.words import sign
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Gap, Paragraph, heading
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.verdict_words import score_text, style
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.page import Page
from quizzer.words import counted, in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.session import Session
    from quizzer.study.summary import MistakeMade, Summary, SummaryRow
    from quizzer.tui.documents.document import Element


class SummaryScreen(PagedScreen):
    """What was right, what was not, which mistakes came up, and when it comes back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("summary")]

    def __init__(self, session: Session, summary: Summary) -> None:
        super().__init__()
        self._session = session
        self._summary = summary

    def page(self) -> Iterable[Widget]:
        """Totals, rows, mistakes."""
        with Page(id="page"):
            yield Static(plain(self._totals(), "bold"), classes="title")
            yield Static(id="placement")
            yield Document(list(self._elements()))

    def _elements(self) -> Iterator[Element]:
        yield from map(_row, self._summary.rows)
        if self._summary.mistakes:
            yield Gap()
            yield heading("Mistakes that came up")
            yield from map(_mistake, self._summary.mistakes)

    def on_mount(self) -> None:
        """The head line, and when to come back."""
        self.head("Session done", self._session.called)
        self.query_one("#placement").display = False
        if self._session.purpose == "placement":
            self.begin_work(self._place)
        due = self._summary.next_due
        self.note(f"The first of these comes back on {due:%A, %d %B}." if due else "", MUTED)

    async def _place(self) -> None:
        """After the placement: where to start, and what seems to be known."""
        study = self.quizzer.study
        assert study is not None
        placed = await self.quizzer.behind(study.placement)
        if placed is None:
            return
        title_of = study.library.title_of
        known = ", ".join(map(title_of, placed.known))
        text = f"Start with: {title_of(placed.start)}."
        text += f" You seem to know: {known}." if known else ""
        line = self.query_one("#placement", Static)
        line.update(plain(text, "$text-accent"))
        line.display = True

    def _totals(self) -> str:
        summary = self._summary
        minutes = max(1, round(summary.seconds / 60))
        parts = [f"{summary.right} of {summary.total} right"]
        parts += [f"{summary.partly} partly"] if summary.partly else []
        parts += [f"{summary.wrong} not yet"] if summary.wrong else []
        return " · ".join([*parts, counted(minutes, "minute")])

    async def action_done(self) -> None:
        """Back to the check-list."""
        self.dismiss()

    async def action_undo(self) -> None:
        """Take the last answer back and stand at its question again."""
        from quizzer.tui.screens.question import QuestionScreen

        session = self._session
        with self.quizzer.explaining():
            if await self.quizzer.behind(session.undo) and self.is_active:
                self.quizzer.switch_screen(QuestionScreen(lambda: session))

    def action_export(self) -> None:
        """Ask where the report goes."""
        self.quizzer.ask_for_report()


def _row(row: SummaryRow) -> Paragraph:
    if row.status is None:
        return Paragraph("– ", plain(row.title) + plain("  not answered", MUTED))
    parts = [score_text(row.score)] if row.status == "partly" and row.score is not None else []
    parts += [counted(row.hints, "hint")] if row.hints else []
    parts += ["solution seen"] if row.solution_seen else []
    parts += [in_words(mistake.id) for mistake in row.mistakes]
    about = plain("  " + " · ".join(parts) if parts else "", MUTED)
    return Paragraph(f"{sign(row.status)} ", plain(row.title, style(row.status)) + about)


def _mistake(mistake: MistakeMade) -> Paragraph:
    marker = f"{mistake.count}× "
    return Paragraph(" " * max(0, 4 - cell_len(marker)) + marker, plain(mistake.says))
