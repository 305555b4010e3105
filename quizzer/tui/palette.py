"""The command palette, calm under keys that are typed faster than it closes."""

from textual import on
from textual.command import CommandPalette
from textual.widgets import Input, OptionList


class Palette(CommandPalette):
    """Textual's palette, which a second Enter would close twice and bring the app down."""

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _choose_once(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """Choices count as long as the palette is on the screen."""
        if not self.is_current:
            event.prevent_default()
