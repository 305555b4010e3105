"""The day of the interview, what you will remember then, and a plan that fits your minutes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import on
from textual.widgets import Static

from quizzer.configuration.settings import LEAST_MINUTES, MOST_MINUTES
from quizzer.reports.plan import (
    DAYS_SHOWN,
    RECALLED,
    days_beyond,
    days_in_words,
    done_today,
    left_out,
    mock_interview,
    questions_in_words,
    recalled,
    to_go,
    when,
)
from quizzer.study.interview.blueprint import READY
from quizzer.study.typed_days import read_day
from quizzer.tui.actions import bindings
from quizzer.tui.documents.document import Gap, Paragraph, Table, heading
from quizzer.tui.screens.dialogs import LineDialog
from quizzer.tui.screens.paging import ReadingScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.line_field import LineField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.study.preparation import Plan, TopicForecast
    from quizzer.study.study import Study
    from quizzer.tui.documents.document import Element

STEP = 5  # minutes per day, for one key press
PAUSE = 0.1  # seconds after the last key press, before planning begins
_ASK = "Write the day as {day}, {day:%d %b}, “next friday”, or +14; leave it empty for no day."


class DayDialog(LineDialog):
    """Asks for a day and shows how it is read; an empty line is also an answer: no day."""

    REPLACES = True  # nobody goes on writing a day that is set

    def __init__(self, text: str, line: str, today: date) -> None:
        super().__init__("Your interview", text, line, enter="set it")
        self._today = today

    def body(self) -> Iterable[Widget]:
        """The text, the field, and below it the day as it was read."""
        yield from super().body()
        yield Static(id="reading")

    @on(LineField.Changed)
    def _read(self) -> None:
        with suppress(ValueError):  # not yet a day while it is being typed
            self._say("")
            day = read_day(self.line, self._today)
            self._say(f"= {day:%A, %d %B %Y}, {when(day, self._today)}" if day else "")

    def _say(self, text: str, style: str = MUTED) -> None:
        self.query_one("#reading", Static).update(plain(text, style))

    def action_accept(self) -> None:
        """Return the line, even an empty one; if it is not a day, let the learner correct it."""
        try:
            read_day(self.line, self._today)
        except ValueError:
            self._say(f"“{self.line}” was not understood as a day.", "$text-warning")
        else:
            self.dismiss(self.line)


class PlanScreen(ReadingScreen):
    """The plan; asks for the day first if none is set."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("plan")]

    def __init__(self) -> None:
        super().__init__()
        self._day: date | None = None  # None also if the day has passed
        self._plan: Plan | None = None
        self._answering = False

    @property
    def _minutes(self) -> int:
        return self.quizzer.settings.minutes_a_day

    def on_mount(self) -> None:
        """Plan in the background: that takes a moment."""
        self.head("Your interview", "…")
        self.renew(partial(self._read, ask=True))

    def on_screen_resume(self) -> None:
        """Plan again if questions were answered meanwhile."""
        if self._answering:
            self._answering = False
            self.renew(self._read)

    async def _read(self, *, ask: bool = False) -> None:
        study = self.quizzer.study
        assert study is not None
        with self.quizzer.explaining(then=self.action_leave):
            day = await self.quizzer.behind(lambda: study.interview_day)
            self._day = day if day is not None and day >= study.today() else None
            if self._day is None:
                self._show_none()
                if ask:
                    self.action_day()
                return
            self._tell(study, self._day)
            self.refresh_bindings()
            plan, now = await self.quizzer.behind(_planned, study, self._day, self._minutes)
            self._plan = plan
            today = list(_today(plan, self.key("plan.begin"), self.key("plan.interview")))
            self.show_elements([*today, *_until_then(plan, now, study.library.title_of)])
            self.refresh_bindings()

    def _show_none(self) -> None:
        self._plan = None
        self.head("Your interview", "no day set")
        text = (
            "Set the day of your interview: quizzer then predicts what you will remember on that "
        )
        text += "day and plans what to do until then."
        self.show_elements([Paragraph("", plain(text, MUTED))])
        self.refresh_bindings()

    def _tell(self, study: Study, day: date) -> None:
        self.head(
            f"Your interview: {day:%A, %d %B}, {when(day, study.today())}",
            f"{self._minutes} min per day",
        )

    def action_day(self) -> None:
        """Ask for the day, unless the settings set it."""
        study, fixed = self.quizzer.study, self.quizzer.in_use.fixed("interview_day")
        if fixed and study is not None and study.day_is_settled:
            self.note(f"Your settings set this day ({fixed}): change it there.")
            return
        line = self._day.isoformat() if self._day is not None else ""
        today = study.today() if study is not None else date.today()
        text = _ASK.format(day=today + timedelta(days=14))
        self.quizzer.push_screen(DayDialog(text, line, today), self._set)

    def _set(self, line: str | None) -> None:
        if line is None:
            return
        study = self.quizzer.study
        assert study is not None
        self.renew(partial(self._keep, study, read_day(line, study.today())))

    async def _keep(self, study: Study, day: date | None) -> None:
        await self.quizzer.behind(study.set_interview_day, day)
        self.note()
        await self._read()

    def action_begin(self) -> None:
        """Begin what the plan has for today."""
        study, minutes = self.quizzer.study, self._minutes
        if study is not None:
            self._answering = True
            self.quizzer.open_question(lambda: study.open_day(minutes))

    def action_interview(self) -> None:
        """Set up a mock interview like the last one, with the minutes that the plan has for it."""
        study, days = self.quizzer.study, self._plan.days if self._plan is not None else ()
        if study is None:
            return
        self._answering = True
        minutes = round(days[0].interview) if days else 0
        last = next(iter((study.interviews.used() or READY).values()))
        self.quizzer.open_interviews(replace(last, minutes=minutes) if minutes else None)

    def action_less(self) -> None:
        """Fewer minutes per day."""
        self._change(-STEP)

    def action_more(self) -> None:
        """More minutes per day."""
        self._change(STEP)

    def _change(self, by: int) -> None:
        minutes = max(LEAST_MINUTES, min(MOST_MINUTES, self._minutes + by))
        if minutes != self._minutes:
            self.quizzer.choose("minutes_a_day", minutes)
            if self._day is not None and self.quizzer.study is not None:
                self._tell(self.quizzer.study, self._day)
            self.renew(self._read_soon)

    async def _read_soon(self) -> None:
        """Plan after a pause: planning takes a moment, and more key presses may follow."""
        await asyncio.sleep(PAUSE)
        await self._read()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Today's part can begin once it is planned; minutes can change even while planning."""
        if action == "begin":
            return self._plan is not None and self._plan.asks_today
        return self._day is not None if action in ("less", "more") else True


def _planned(study: Study, day: date, minutes: float) -> tuple[Plan, Sequence[TopicForecast]]:
    return study.plan(minutes), study.forecast(day)


def _today(plan: Plan, begin: str, rehearse: str) -> Iterator[Element]:
    """What is to do now, and what was done."""
    to_do = list(_to_do(plan, begin, rehearse))
    done = done_today(plan)
    for text in to_do:
        yield Paragraph("▸ ", plain(text, "bold $text-accent"))
    if to_do and done:
        yield Paragraph("", plain(f"Already done: {done}.", MUTED))
    elif done:
        yield Paragraph("✓ ", plain(f"Today's part is done: {done}.", "bold"))
    elif not to_do:
        text = "There is nothing left to do today." if plan.days else "Today is the day. Good luck!"
        yield Paragraph("✓ ", plain(text, "bold"))
    yield Gap()


def _to_do(plan: Plan, begin: str, rehearse: str) -> Iterator[str]:
    if plan.rehearses_today:
        yield f"Today: {mock_interview(plan.days[0])} ({rehearse} sets it up)"
    if plan.to_go:
        yield f"Today: {to_go(plan)} ({begin} continues)"
    elif (part := plan.to_begin) is not None:
        opening = "Today" if plan.days[0].items else "Or, instead"
        yield f"{opening}: {questions_in_words(part)} ({begin} starts)"


def _until_then(
    plan: Plan, now: Sequence[TopicForecast], title_of: Callable[[str], str]
) -> Iterator[Element]:
    """What will be remembered, with and without the plan, and the days of the plan."""
    yield heading("What you will remember on that day")
    rows = [
        (title_of(topic.topic), recalled(topic), recalled(then))
        for topic, then in zip(now, plan.forecast, strict=True)
        if topic.items
    ]
    yield Paragraph("", plain(RECALLED, MUTED))
    yield Table(("topic", "if you stop now", "with the plan"), rows)
    if not plan.days:
        return
    if plan.left_out:
        yield Paragraph("", plain(left_out(len(plan.left_out)), "$text-warning"))
    yield Gap()
    yield heading("The days until then")
    for day, words in days_in_words(plan, DAYS_SHOWN):
        yield Paragraph(f"{day}  ", plain(words))
    if beyond := days_beyond(plan, DAYS_SHOWN):
        yield Paragraph("", plain(beyond, MUTED))
