"""The command palette: keys from the table; calm when they come faster than it opens and closes."""

from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.command import CommandPalette
from textual.widgets import Input, OptionList

from quizzer.tui.actions import bindings, everywhere


class Palette(CommandPalette, inherit_bindings=False):
    """Textual's palette, which a second Enter or an early Page Down would bring down."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("palette"), *everywhere()]

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _choose_once(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """Choices count as long as the palette is on the screen."""
        if not self.is_active:
            event.prevent_default()

    async def action_choose(self) -> None:
        """Do what is under the cursor."""
        await self.query_one(Input).action_submit()

    def action_up(self) -> None:
        """To the command above."""
        self._walk("cursor_up")

    def action_down(self) -> None:
        """To the command below."""
        self._action_cursor_down()

    def action_page_up(self) -> None:
        """A page up."""
        self._walk("page_up")

    def action_page_down(self) -> None:
        """A page down."""
        self._walk("page_down")

    def action_close(self) -> None:
        """Close."""
        self._action_escape()

    def _walk(self, action: str) -> None:
        """Pages are turned once there are any: a list without room knows no lines."""
        with suppress(KeyError):
            self._action_command_list(action)
