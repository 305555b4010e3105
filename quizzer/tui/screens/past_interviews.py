"""The interviews so far, the latest first; Enter opens the debrief of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.widgets import Static

from quizzer.progress.days import moment
from quizzer.study.interview.flavours import ENOUGH
from quizzer.study.interview.words import minutes, result, unreadable_in_words
from quizzer.tui.actions import bindings
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.page import Page
from quizzer.tui.widgets.pick_list import PickList
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.binding import BindingType
    from textual.content import Content
    from textual.widget import Widget

    from quizzer.study.interview.interviews import InterviewCard
    from quizzer.study.study import Study

FEW = f"?: based on fewer than {ENOUGH} questions."


class PastInterviewsScreen(FullScreen):
    """The list of interviews; Enter opens a debrief, or resumes an interview that is open."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("past")]

    def __init__(self) -> None:
        super().__init__()
        self._cards: Sequence[InterviewCard] = ()
        self._was_left = False

    def page(self) -> Iterable[Widget]:
        """A list that scrolls."""
        yield Page(id="page")

    async def on_mount(self) -> None:
        """Read the interviews in the background."""
        self.head("Past interviews", "…")
        await self.begin_with_first_frame(self._read)

    def on_screen_suspend(self) -> None:
        """Another screen was opened above this one."""
        self._was_left = True

    def on_screen_resume(self) -> None:
        """Read again: an interview may have been judged or resumed meanwhile."""
        if self._was_left:
            self._was_left = False
            self.renew(self._read)

    async def _read(self) -> None:
        study = self.quizzer.study
        assert study is not None
        self._cards, results, unreadable = await self.quizzer.behind(_look_back, study)
        offset = study.clock.offset_minutes()
        self.head("Past interviews", counted(len(self._cards), "interview"))
        page = self.query_one(Page)
        rows = PickList([_row(card, results, offset) for card in self._cards])
        start = self.key("form.accept")
        none = f"No interviews yet. Go back and press {start} to start the one you have set up."
        nothing = Static(plain(none, MUTED))
        rests_on_few = any("?" in text for text in results.values())
        below = [f"\n {FEW}"] if rests_on_few else []
        below += [f"\n{unreadable}"] if unreadable else []
        async with self.batch():
            await page.remove_children()
            await page.mount(
                rows if self._cards else nothing, *(Static(plain(text, MUTED)) for text in below)
            )
        rows.focus()

    @on(PickList.Picked)
    @while_seen
    def _open(self, event: PickList.Picked) -> None:
        study = self.quizzer.study
        assert study is not None
        card = next(card for card in self._cards if card.session == event.key)
        if card.open:
            self.quizzer.open_interview(lambda: study.interviews.resume(card.session))
        else:
            self.quizzer.open_debrief(lambda: study.interviews.resume(card.session))

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()


def _look_back(study: Study) -> tuple[Sequence[InterviewCard], Mapping[str, str], str]:
    """All interviews, by session the results of those that are over, and what cannot be read."""
    from quizzer.study.interview.interviews import unreadable
    from quizzer.study.interview.scorecard import scores

    cards, results = study.interviews.cards(), {}
    for card in cards:
        if not card.open:
            debrief = study.interviews.debrief(card.session)
            results[card.session] = result(debrief, scores(debrief))
    return cards, results, unreadable_in_words(unreadable(study.history))


def _row(card: InterviewCard, results: Mapping[str, str], offset: int) -> tuple[str, str, Content]:
    own = card.blueprint
    kind = f"  {own.minutes} min · {own.level} · seed {own.seed}"
    parts = [f"{card.answered} answered"]
    parts += [f"{card.to_come} planned"] if card.to_come else []
    parts += [f"{card.not_reached} not reached"] if card.not_reached else []
    parts += [f"{minutes(card.remaining)} left"] if card.open else []
    parts += [f"{counted(card.to_judge, 'answer')} to judge"] if card.to_judge else []
    text = plain(own.title, "bold") + plain(f"{kind}\n{' · '.join(parts)}", MUTED)
    if came := results.get(card.session):
        text += plain(f"\n{came}")
    begun = f"{moment(card.at, offset):%Y-%m-%d %H:%M}"
    return card.session, f"{'▸' if card.open else ' '} {begun}  ", text
