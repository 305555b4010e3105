"""Progress: plots and numbers, all computed from the log when the screen opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from quizzer.tui.actions import bindings
from quizzer.tui.screens.paging import ReadingScreen

if TYPE_CHECKING:
    from textual.binding import BindingType

    from quizzer.reports.report import Report
    from quizzer.study.study import Study


class ProgressScreen(ReadingScreen):
    """One page at a time; left and right go to other pages."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("progress")]

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._report: Report | None = None

    def on_mount(self) -> None:
        """Count in the background: that takes a moment."""
        self.head("Progress", "counting …")
        self.begin_work(self._read)

    async def _read(self) -> None:
        study = self.quizzer.study
        assert study is not None
        with self.quizzer.explaining(then=self.action_leave):
            self._report = await self.quizzer.behind(_report, study)
            self._turn_to(0)

    def _turn_to(self, place: int) -> None:
        from quizzer.tui.documents.progress_pages import pages

        if self._report is None:
            return
        every = pages()
        self._at = place % len(every)
        name, elements = every[self._at]
        self.head(f"Progress · {name}", f"{self._at + 1} of {len(every)}")
        self.show_page(list(elements(self._report)))

    def action_next(self) -> None:
        """To the next page."""
        self._turn_to(self._at + 1)

    def action_previous(self) -> None:
        """To the page before."""
        self._turn_to(self._at - 1)

    def action_export(self) -> None:
        """Ask where the report goes."""
        self.quizzer.ask_for_report()


def _report(study: Study) -> Report:
    from quizzer.reports import build

    return build.build(study.history, study.library, study.clock)
