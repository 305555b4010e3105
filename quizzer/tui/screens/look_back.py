"""One question of a past interview: your answer, what is right, and what was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from quizzer.bank.schema import CodeItem, OpenItem
from quizzer.grading.rubric import ANSWER
from quizzer.study.interview.words import entry_times, graded_otherwise
from quizzer.study.question import ShownQuestion
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Paragraph
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.open_answers import compared
from quizzer.tui.documents.verdicts import why_elements
from quizzer.tui.interview_words import outcome
from quizzer.tui.item_kinds import panel_for
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.question_page import QuestionPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.interview.debrief import Debrief, Entry
    from quizzer.study.interview.interview import Interview
    from quizzer.study.interview.look_back import LookBack
    from quizzer.tui.documents.document import Element


class LookBackScreen(PagedScreen):
    """Shows one question; a key goes to the next or the previous one."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("looking")]

    def __init__(self, interview: Interview, debrief: Debrief, number: int) -> None:
        super().__init__()
        self._interview = interview
        self._debrief = debrief
        self._number = number
        self._page = QuestionPage()

    def page(self) -> Iterable[Widget]:
        """The question as it was asked, and below it everything there is to learn."""
        yield self._page

    async def on_mount(self) -> None:
        """Show the head at once: grading the answer again may take a while."""
        self._say_where()
        await self.begin_with_first_frame(self._show)

    def _turn_to(self, number: int) -> None:
        self._number = number
        self.renew(self._show)

    def _say_where(self) -> None:
        entry, count = self._entry, len(self._debrief.entries)
        _, words, _ = outcome(entry)
        self.head(f"{self._number} of {count} · {words}", " · ".join(entry_times(entry)))
        self.refresh_bindings()

    @property
    def _entry(self) -> Entry:
        return self._debrief.entries[self._number - 1]

    async def _show(self) -> None:
        entry = self._entry
        if self._runs_code(entry):
            self._say_where()
            await self._page.remove_children()
            self.note("Your code is running again. This may take some seconds.", MUTED)
        past = await self.quizzer.behind(self._interview.look_back, entry.number)
        asked = _shown_again(past, entry)
        with self.app.batch_update():
            self._say_where()
            self.note()
            await self._write(past, asked)
            self._page.to_top()

    async def _write(self, past: LookBack, asked: ShownQuestion) -> None:
        """Write the question, the answer as it was given, and how it was graded."""
        panel = panel_for(asked)
        await self._page.ask(asked, panel)
        panel.freeze()
        if report := list(_report(self._entry, past)):
            await self._page.mount(Document(report, classes="verdict"))
        await self._show_verdict(past, asked)

    def _runs_code(self, entry: Entry) -> bool:
        study = self.quizzer.study
        item = study.library.items.get(entry.item) if study is not None else None
        return isinstance(item, CodeItem) and bool(entry.answer)

    async def _show_verdict(self, past: LookBack, asked: ShownQuestion) -> None:
        """Show what was right; without an answer, the solution."""
        answered = past.verdict is not None and self._entry.outcome != "passed-over"
        if past.verdict is not None and answered:
            await self._page.show_verdict(past.verdict)
        elif isinstance(past.item, OpenItem):
            written = asked.draft.get(ANSWER, "")
            await self._page.mount(Document(compared(written, past.item.model_answer)))
        if past.steps or not answered:
            await self._page.show_solution(past.steps)
        if not answered:
            await self._page.mount(Document(list(why_elements(past.item))))

    @on(AnswerPanel.Changed)
    @on(AnswerPanel.Submitted)
    def _frozen(self, event: AnswerPanel.Changed | AnswerPanel.Submitted) -> None:
        """Ignore messages of the panel: nothing can be changed here."""
        event.stop()

    def action_next(self) -> None:
        """To the next question."""
        self._turn_to(self._number + 1)

    def action_previous(self) -> None:
        """To the question before."""
        self._turn_to(self._number - 1)

    def action_leave(self) -> None:
        """Back to the debrief."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is another question in this direction."""
        if action == "next":
            return self._number < len(self._debrief.entries)
        return self._number > 1 if action == "previous" else True


def _shown_again(past: LookBack, entry: Entry) -> ShownQuestion:
    """The question as it was asked, with the answer that was given."""
    return ShownQuestion(
        item=past.item,
        variant=past.variant,
        presentation=past.presentation,
        hints_shown=tuple(past.item.hints[: entry.hints]),
        draft=entry.answer,
    )


def _report(entry: Entry, past: LookBack) -> Iterator[Element]:
    """How the question went if the verdict does not say it, why it was asked, other grading."""
    sign, words, style = outcome(entry)
    if entry.score is None or entry.outcome == "passed-over":
        yield Paragraph(f"{sign} ", plain(f"{words[0].upper()}{words[1:]}", f"bold {style}"))
    if entry.because:
        lead = "Follow-up. " if entry.depth else ""
        yield Paragraph("↳ ", plain(lead, MUTED) + inline(entry.because))
    if past.then is not None:
        yield Paragraph("", plain(graded_otherwise(past.then)))
