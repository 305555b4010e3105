"""Rows with a cursor: what the panels with lists have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from quizzer.tui.documents.document import Paragraph
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.fitted import Hanging

if TYPE_CHECKING:
    from textual.content import Content
    from textual.widget import Widget


class Row(Hanging):
    """One entry of a list: a marker that shows its state, and its text."""

    class Picked(Message):
        """The row was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, key: str, content: Content) -> None:
        super().__init__("", content, classes="option")
        self.key = key

    def write(self, marker: str, content: Content | None = None, *, here: bool = False) -> None:
        """Rewrite the row; scroll to it if the cursor is on it (`here`)."""
        before = self._paragraph
        self._paragraph = Paragraph(marker, content or before.content)
        self.set_class(here, "-cursor")
        self.refresh(layout=self._paragraph != before)  # the same text takes as many lines
        if here and self.is_attached:
            self.call_after_refresh(self.scroll_visible, animate=False)

    def on_click(self) -> None:
        """Tell the list which row was clicked."""
        self.post_message(self.Picked(self.key))


class RowsPanel(AnswerPanel, can_focus=True):
    """A panel whose rows have keys of their own: letters or numbers, which can be typed."""

    def __init__(self, *, classes: str) -> None:
        super().__init__(classes=classes)
        self.locked = False

    def on_mount(self) -> None:
        """Write the rows."""
        self.redraw()

    def redraw(self) -> None:
        """Write every row in its present state."""
        raise NotImplementedError

    def go_to(self, key: str) -> None:
        """Put the cursor on a row."""
        raise NotImplementedError

    @on(Row.Picked)
    def _picked(self, event: Row.Picked) -> None:
        event.stop()
        if not self.locked:
            self.focus(scroll_visible=False)
            self.go_to(event.key)

    @property
    def start(self) -> Widget:
        """The panel itself."""
        return self

    def freeze(self) -> None:
        """Freeze the rows."""
        self.locked = True
        self.can_focus = False
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Once the answer is given, nothing can be done here."""
        return not self.locked

    def changed(self) -> None:
        """Show what the learner did, and send the message about it."""
        self.redraw()
        self.post_message(self.Changed())
