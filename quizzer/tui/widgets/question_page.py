"""A question from its title to the solution, as one page that scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical

from quizzer.exercises.numpy_code import assignments
from quizzer.tui.documents.document import Band, Element, Gap, Paragraph, from_markdown
from quizzer.tui.documents.given import given_figures
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.solutions import solution_elements
from quizzer.tui.item_kinds import notes_for, prompt_for, verdict_for
from quizzer.tui.text import plain
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.fitted import Hanging
from quizzer.tui.widgets.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from quizzer.exercises.shown import StepShown
    from quizzer.grading.verdict import Verdict
    from quizzer.study.question import ShownQuestion
    from quizzer.tui.widgets.answer_panel import AnswerPanel


class QuestionPage(Page):
    """Title, prompt, given values, hints, answer; below them the verdict and the solution."""

    def __init__(self) -> None:
        super().__init__(id="page")
        self._question: ShownQuestion | None = None
        self.panel: AnswerPanel | None = None
        self._given_code = ""  # the given values as NumPy code

    async def ask(self, question: ShownQuestion, panel: AnswerPanel) -> None:
        """Replace the question and the panel that takes its answer."""
        self._question, self.panel = question, None  # no panel until it has the saved answer
        given = question.presentation.given
        self._given_code = assignments({s.name: s.value for s in given}) if given else ""
        async with self.batch():
            await self.remove_children()
            await self.mount(*self._parts(question, panel))
            panel.load(question.draft)
            self.panel = panel
            self.to_top()

    def _parts(self, question: ShownQuestion, panel: AnswerPanel) -> Iterable[Widget]:
        shown = question.presentation
        elements: list[Element] = [Paragraph("", plain(shown.title, "bold")), Gap()]
        elements += from_markdown(prompt_for(question))
        yield Document(elements)
        if shown.given:
            yield Document([Band(given_figures(shown.given))])
        hints = [self._hint(number, text) for number, text in enumerate(question.hints_shown, 1)]
        yield Vertical(*hints, id="hints")
        yield panel

    async def add_hint(self, text: str) -> None:
        """One more hint above the answer."""
        for hints in self.query("#hints").results(Vertical):  # unless it was left meanwhile
            hint = self._hint(len(hints.children) + 1, text)
            await hints.mount(hint)
            hint.scroll_visible(animate=False)

    @property
    def has_more_hints(self) -> bool:
        """Whether there are hints that have not been shown."""
        shown = sum(len(hints.children) for hints in self.query("#hints"))
        return self._question is not None and shown < len(self._question.item.hints)

    async def show_verdict(self, verdict: Verdict) -> None:
        """Show the verdict below the answer, which stays as it was given."""
        if not self.is_attached:
            return  # the app was left while the answer was graded
        question, panel = self._question, self.panel
        assert question is not None
        assert panel is not None
        elements = verdict_for(question, verdict, panel.answer, tells_parts=panel.tells_parts)
        view = Document(list(elements), classes="verdict")
        async with self.batch():
            panel.freeze()
            panel.show_verdict(verdict)
            await self.mount(view)
            self.reveal(view, above=1 / 3)  # of the answer

    @property
    def copyable(self) -> str:
        """The given values as NumPy code, or else what the panel has to copy, if anything."""
        return self._given_code or (self.panel.copyable if self.panel else "")

    @property
    def has_solution(self) -> bool:
        """Whether the solution is on the page."""
        return any(part.has_class("solution") for part in self.children)

    async def show_solution(self, steps: Sequence[StepShown], *, in_sight: bool = True) -> None:
        """Show every step of the solution below the verdict; scroll to it if `in_sight`."""
        assert self._question is not None
        elements = solution_elements(steps, notes_for(self._question))
        view = Document(list(elements), classes="solution")
        async with self.batch():
            await self.mount(view)
            if in_sight:
                self.reveal(view)

    def _hint(self, number: int, text: str) -> Hanging:
        """A hint with its number and how many there are, which helps to decide on one more."""
        assert self._question is not None
        last = len(self._question.item.hints)
        return Hanging(f"Hint {number} of {last}  ", inline(text), classes="hint")
