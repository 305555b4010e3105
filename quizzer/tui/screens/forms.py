"""Screens with a form: its rows, and below them a preview of what they would give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static

from quizzer.tui.browser import what_is_off
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.choosing import ChoosingDialog
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.form import Form
from quizzer.tui.widgets.mark_list import Entry
from quizzer.tui.widgets.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget


class FormScreen(FullScreen):
    """Computes the preview again whenever one of the rows changes."""

    _form: Form  # made by the subclass

    def page(self) -> Iterable[Widget]:
        """The rows and the preview."""
        with Page(id="page"):
            yield self._form
            yield Static(id="plan", classes="remark")

    def begin(self, title: str) -> None:
        """Show the rows as they are now, and go to the first."""
        self.head(title)
        self._form.redraw()
        self._form.focus(scroll_visible=False)

    async def preview(self) -> None:
        """Compute what the rows would give, and show it with `say`."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Show the preview, and what is turned off whatever the rows say."""
        study = self.quizzer.study
        off = what_is_off(study.library) if study is not None else ""
        self.query_one("#plan", Static).update(plain(f"{text} {off}", MUTED))

    @on(Form.Changed)
    def _rows_changed(self) -> None:
        self.renew(self.preview)

    @on(Form.Wanted)
    @while_seen
    def _choose(self, event: Form.Wanted) -> None:
        setting = event.setting

        def take(chosen: tuple[str, ...] | None) -> None:
            if chosen is not None:
                setting.chosen = chosen
                self._form.redraw()
                self.renew(self.preview)

        remarks, about = setting.remarks, setting.about
        entries = [
            Entry(value, words, remarks.get(value, ""), about.get(value, ""))
            for value, words in setting.options
        ]
        self.quizzer.push_screen(ChoosingDialog(setting.label, entries, setting.chosen), take)

    def wording(self, action_id: str) -> str | None:
        """Offer a list only where there is one."""
        return "" if action_id == "form.choose" and not self._form.has_list else None

    def action_leave(self) -> None:
        """Back to the check-list."""
        self.dismiss()
