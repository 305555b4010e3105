"""The debrief of an interview: score card, time, what to do next, and every question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.content import Content

from quizzer.study.interview.words import (
    ending,
    entry_times,
    evidence,
    how_little,
    time_sentences,
)
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Gap, Paragraph, heading
from quizzer.tui.documents.markdown import inline
from quizzer.tui.interview_words import outcome
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.screens.next_steps import NextStepsScreen
from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.page import Page
from quizzer.tui.widgets.pick_list import PickList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.bank.library import Library
    from quizzer.study.interview.debrief import Debrief, Entry
    from quizzer.study.interview.interview import Interview
    from quizzer.study.interview.scorecard import DimensionScore, ScoreCard
    from quizzer.study.next_steps import Step
    from quizzer.study.session import Session
    from quizzer.tui.documents.document import Element

BAR = 10  # cells
_BAND_STYLES = {
    "strong": "$text-success",
    "solid": "$text-success",
    "shaky": "$text-warning",
    "weak": "$text-error",
}


class DebriefScreen(NextStepsScreen):
    """Opens the judging of open answers first, if some are still to be judged."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("debrief")]

    def __init__(self, begin: Callable[[], Interview], *, just_over: bool = False) -> None:
        super().__init__()
        self._begin = begin
        self._just_over = just_over
        self._interview: Interview | None = None
        self._debrief: Debrief | None = None
        self._rows: PickList | None = None

    def page(self) -> Iterable[Widget]:
        """Everything scrolls together."""
        yield Page(id="page")

    async def on_mount(self) -> None:
        """Read the interview in the background."""
        self.head("Debrief", "…")
        await self.begin_with_first_frame(self._start)

    async def _start(self) -> None:
        with self.quizzer.explaining(then=self.action_leave):
            self._interview = await self.quizzer.behind(self._begin)
            await self._read()
            self._judge(self._end)

    @property
    def _end(self) -> str:
        """That the interview is over and why, if it has only just ended; otherwise empty."""
        debrief = self._debrief
        if debrief is None or not self._just_over:
            return ""
        return f"The interview is over. {ending(debrief.ended, debrief.left)}"

    async def _read(self) -> None:
        interview, study = self._interview, self.quizzer.study
        assert interview is not None
        assert study is not None
        debrief, card = await self.quizzer.behind(_debrief, interview, study.library)
        self._debrief, self._steps = debrief, card.next_steps
        self.head(f"Debrief · {debrief.blueprint.title}", _what(debrief))
        before, self._rows = self._rows, PickList([_row(entry) for entry in debrief.entries])
        page = self.paper
        at = page.scroll_offset.y
        shown = list(page.children)
        async with self.batch():
            await page.mount(Document(list(_elements(debrief, card, self._end))), self._rows)
            if before is not None:  # keys pressed meanwhile moved the cursor of the old list
                self._rows.go_to(before.here)
            self._rows.focus(scroll_visible=False)
            await page.remove_children(shown)
            page.scroll_to(y=at, animate=False)
        self.refresh_bindings()

    @on(PickList.Picked)
    @while_seen
    def _open(self, event: PickList.Picked) -> None:
        from quizzer.tui.screens.look_back import LookBackScreen

        if self._interview is not None and self._debrief is not None:
            number = int(event.key)
            self.quizzer.push_screen(LookBackScreen(self._interview, self._debrief, number))

    def action_judge(self) -> None:
        """Judge the open answers that are still to be judged."""
        self._judge()

    def _judge(self, said: str = "") -> None:
        if self._interview is not None and self._debrief is not None and self._debrief.to_judge:
            from quizzer.tui.screens.judging import JudgingScreen

            judging = JudgingScreen(self._interview, self._debrief.to_judge, said)
            self.quizzer.push_screen(judging, lambda _: self.renew(self._read))

    def _ask(self, begin: Callable[[], Session]) -> None:
        """Ask on a screen above the debrief, so that the way back leads here."""
        self.quizzer.open_question(begin)

    def _take(self, step: Step) -> None:
        match step.action:
            case "judge":
                self.action_judge()
            case "interview":
                self.quizzer.open_interviews(step.blueprint)
            case _:
                super()._take(step)

    def action_again(self) -> None:
        """Set up the same interview again, with the same seed."""
        if self._debrief is not None:
            self.quizzer.open_interviews(self._debrief.blueprint)

    def action_export(self) -> None:
        """Ask where the report on this interview goes."""
        if self._debrief is not None:
            self.quizzer.ask_for_report(self._debrief.session)

    def action_leave(self) -> None:
        """Back to the check-list."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is something for the action, such as answers to judge."""
        if action == "judge":
            return self._debrief is not None and bool(self._debrief.to_judge)
        is_read = action == "leave" or self._debrief is not None
        return is_read and super().check_action(action, parameters)


def _debrief(interview: Interview, library: Library) -> tuple[Debrief, ScoreCard]:
    from quizzer.study.interview.scorecard import score_card

    debrief = interview.debrief()
    return debrief, score_card(debrief, library)


def _what(debrief: Debrief) -> str:
    own = debrief.blueprint
    return f"{own.minutes} min · {own.level} · seed {own.seed}"


def _elements(debrief: Debrief, card: ScoreCard, end: str) -> Iterator[Element]:
    if end:
        yield Paragraph("", plain(end, "$text-accent"))
        yield Gap()
    yield heading("Score card")
    if debrief.answered:
        yield from map(_ScoreLine, card.dimensions)
    if little := how_little(debrief):
        yield Paragraph("", plain(little, "$text-warning"))
    yield Gap()
    yield Paragraph("Time  ", plain(" ".join(time_sentences(card.time, debrief.away))))
    for why in debrief.left_out:
        yield Paragraph("Left out  ", plain(why))
    yield Gap()
    yield heading("Next steps")
    for number, step in enumerate(card.next_steps, 1):
        yield Paragraph(f"{number}  ", inline(step.says))
    yield Gap()
    yield heading("Questions")


@dataclass(frozen=True)
class _ScoreLine:
    """One line of the score card: name, bar, score, band, and what it rests on."""

    line: DimensionScore
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """Put the evidence beside the band, or below it if there is no room."""
        line = self.line
        name = pad(line.dimension, 13)
        if line.band is None or line.score is None:
            bar, style, verdict = "·" * BAR, MUTED, pad("no evidence", 15)
        else:
            done = round(line.score * BAR)
            bar, style = "█" * done + "░" * (BAR - done), _BAND_STYLES[line.band]
            percent = f"{round(100 * line.score)} %"
            verdict = f"{percent:>5}  {pad(line.band, 8)}"
        lead = plain(f"{name}{bar}  ") + plain(verdict, style)
        about = plain(" · ".join(evidence(line)), MUTED)
        if lead.cell_length + about.cell_length <= width:
            return lead + about
        return Content("\n").join([lead, Paragraph("  ", about).fit(width)])


def _row(entry: Entry) -> tuple[str, str, Content]:
    sign, words, style = outcome(entry)
    about = f"  {words} · {' · '.join(entry_times(entry))}"
    deep = "↳ " * entry.depth
    title = plain(f"{deep}{entry.title}", style) + plain(about, MUTED)
    return str(entry.number), f"{sign} {entry.number:>2}. ", title
