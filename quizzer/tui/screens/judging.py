"""Judging open answers of an interview: yours and a strong one, key point by key point."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from quizzer.grading.rubric import kept_marks
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Gap, from_markdown
from quizzer.tui.documents.open_answers import strong, yours
from quizzer.tui.screens.paging import PagedScreen
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.page import Page
from quizzer.tui.widgets.rubric import Rubric
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.interview.interview import Interview
    from quizzer.study.interview.judging import Judging
    from quizzer.tui.documents.document import Element


class JudgingScreen(PagedScreen):
    """One answer after the other; those left for later can be judged from the debrief."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("judging")]

    def __init__(self, interview: Interview, numbers: Sequence[int], said: str = "") -> None:
        """`said` is shown above the keys until the first answer is judged."""
        super().__init__()
        self._interview = interview
        self._numbers = numbers
        self._said = said
        self._at = 0
        self._judging: Judging | None = None
        self._rubric: Rubric | None = None
        self._warned = False

    def page(self) -> Iterable[Widget]:
        """The answers and the key points scroll together."""
        yield Page(id="page")

    async def on_mount(self) -> None:
        """Show the first answer."""
        self.head("Judge your open answers", "…")
        await self.begin_with_first_frame(self._show)

    async def _show(self) -> None:
        number = self._numbers[self._at]
        with self.quizzer.explaining(then=self.action_later):
            judging = await self.quizzer.behind(self._interview.judging, number)
            self._judging, self._rubric = judging, Rubric(judging.item)
            page = self.paper
            async with self.batch():
                await page.remove_children()
                await page.mount(Document(_asked(judging)), self._rubric, _strong(judging))
            kept = kept_marks(judging.item, judging.points)
            self._rubric.judge(judging.suggestions, kept)
            self._rubric.focus(scroll_visible=False)
            page.to_top()
            count = f"{self._at + 1} of {len(self._numbers)}"
            self.head(f"Judge your open answers · {judging.item.title}", count)
            self._warned = False
            self.note(self._said, "$text-accent")

    @on(Rubric.Changed)
    def _changed(self) -> None:
        self._warned = False
        self.note()
        self.refresh_bindings()  # the key bar says what Enter does

    @on(Rubric.Accepted)
    async def action_done(self) -> None:
        """Take the marks, and go on to the next answer."""
        await self.alone(self._done)

    async def _done(self) -> None:
        judging, rubric = self._judging, self._rubric
        if judging is None or rubric is None:
            return
        if rubric.open_points and not rubric.guesses:
            self.note(f"{counted(rubric.open_points, 'key point')} still to mark.")
            return
        if rubric.open_points and not self._warned:
            self._warned = True
            done = self.key("judging.done")
            self.note(f"{rubric.still_guessed} {done} again accepts the suggestions.")
            return
        await self.quizzer.behind(judging.judge, rubric.marks)
        self._at += 1
        self._said = ""
        if self._at < len(self._numbers):
            await self._show()
        else:
            self.dismiss()

    def wording(self, action_id: str) -> str | None:
        """Enter is done, as the other key is, once every key point is marked."""
        if self._rubric is None or self._rubric.open_points:
            return None
        return {"rubric.accept": "done", "judging.done": ""}.get(action_id)

    def action_later(self) -> None:
        """Judge the rest another time."""
        self.dismiss()


def _asked(judging: Judging) -> list[Element]:
    """The question, then the answer, so that it is right above the key points."""
    asked = from_markdown(judging.item.prompt)
    return [*asked, Gap(), *yours(judging.answer)]


def _strong(judging: Judging) -> Document:
    return Document([Gap(), *strong(judging.item.model_answer)])
