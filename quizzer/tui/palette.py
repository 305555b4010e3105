"""The command palette, calm under keys that are typed faster than it opens and closes."""

from contextlib import suppress

from textual import on
from textual.command import CommandPalette
from textual.widgets import Input, OptionList


class Palette(CommandPalette):
    """Textual's palette, which a second Enter or an early Page Down would bring down."""

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _choose_once(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """Choices count as long as the palette is on the screen."""
        if not self.is_active:
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        """Pages are turned once there are any: a list without room knows no lines."""
        with suppress(KeyError):
            super()._action_command_list(action)
