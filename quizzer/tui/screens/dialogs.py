"""Dialogs over a screen: what they have in common, a message, and a dialog that asks for a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual._context import visible_screen_stack
from textual.containers import Vertical
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Static

from quizzer.tui.actions import bindings, everywhere
from quizzer.tui.screens.leaving import LeftOnce
from quizzer.tui.screens.scrolling import Scrolling
from quizzer.tui.text import plain
from quizzer.tui.widgets.key_bar import KeyBar
from quizzer.tui.widgets.line_field import LineField
from quizzer.tui.widgets.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget


class Dialog(Scrolling, LeftOnce[ScreenResultType | None], ModalScreen[ScreenResultType | None]):
    """A heading, a body that scrolls, the keys. It returns None unless a subclass returns more."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog"), *everywhere()]

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading

    def compose(self) -> ComposeResult:
        """Heading, body, keys."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._heading, "bold"), classes="title")
            with Page(classes="dialog-body"):
                yield from self.body()
            yield KeyBar()

    def render(self) -> RenderableType:
        """Show the screen below through the background.

        Textual goes by the order in which screens are painted. That fails when a screen below
        others is painted again: it was then behind itself, in an endless recursion.
        """
        stack = self.app.screen_stack
        place = stack.index(self) if self in stack else 0
        visible_screen_stack.set(stack[max(place - 1, 0) : place])
        return super().render()

    def body(self) -> Iterable[Widget]:
        """The widgets between heading and keys."""
        raise NotImplementedError

    @property
    def paper(self) -> Page:
        """The body."""
        return self.query_one(Page)

    def action_close(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_accept(self) -> None:
        """Close too: unless a subclass does more, Enter does the same as Escape."""
        self.dismiss(None)

    def wording(self, action_id: str) -> str | None:
        """Leave Enter off the bar: unless a subclass does more, it does the same as Escape."""
        return "" if action_id in ("dialog.accept", "app.command-palette") else None


class MessageDialog(Dialog[None]):
    """Shows a message that must not be missed."""

    def __init__(self, heading: str, text: str) -> None:
        super().__init__(heading)
        self._text = text

    def body(self) -> Iterable[Widget]:
        """The text."""
        yield Static(plain(self._text))


class LineDialog(Dialog[str]):
    """Asks for one line, and returns it; None if it is empty. `enter` is the label of Enter."""

    AUTO_FOCUS = "LineField"
    REPLACES: ClassVar[bool] = False  # whether what is typed takes the place of the line

    def __init__(self, heading: str, text: str, line: str, *, enter: str) -> None:
        super().__init__(heading)
        self._text = text
        self._line = line
        self._enter = enter

    def body(self) -> Iterable[Widget]:
        """The text and the field."""
        yield Static(plain(self._text))
        yield LineField(self._line, compact=True, select_on_focus=self.REPLACES)

    @property
    def line(self) -> str:
        """What is written."""
        return self.query_one(LineField).value.strip()

    def action_accept(self) -> None:
        """Return the line."""
        self.dismiss(self.line or None)

    def wording(self, action_id: str) -> str | None:
        """What Enter does."""
        return self._enter if action_id == "dialog.accept" else super().wording(action_id)
