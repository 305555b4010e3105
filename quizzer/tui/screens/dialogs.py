"""Small dialogs: a message, and a question for a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from quizzer.tui.actions import bindings
from quizzer.tui.text import plain
from quizzer.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class MessageDialog(ModalScreen[None]):
    """Says something that must not be missed."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._heading = title
        self._text = text

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        with VerticalScroll(classes="dialog"):
            yield Static(plain(self._heading, "bold"), classes="title")
            yield Static(plain(self._text))
            yield KeyBar()

    def action_close(self) -> None:
        """Close."""
        self.dismiss()

    def action_accept(self) -> None:
        """Close."""
        self.dismiss()


class LineDialog(ModalScreen[str | None]):
    """Asks for one line; nothing comes back when it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(self, title: str, text: str, line: str) -> None:
        super().__init__()
        self._heading = title
        self._text = text
        self._line = line

    def compose(self) -> ComposeResult:
        """Title, text, field, keys."""
        with VerticalScroll(classes="dialog"):
            yield Static(plain(self._heading, "bold"), classes="title")
            yield Static(plain(self._text))
            yield Input(self._line, compact=True, select_on_focus=False)
            yield KeyBar()

    def on_input_submitted(self) -> None:
        """Enter in the field."""
        self.action_accept()

    def action_accept(self) -> None:
        """Hand the line back."""
        self.dismiss(self.query_one(Input).value.strip() or None)

    def wording(self, action_id: str) -> str | None:
        """Enter writes."""
        return "write it" if action_id == "dialog.accept" else None

    def action_close(self) -> None:
        """Hand nothing back."""
        self.dismiss(None)
