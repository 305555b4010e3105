"""Textual's list of options, which no longer crashes if a page is turned before it has room."""

from __future__ import annotations

from contextlib import suppress

from textual.widgets import OptionList


class SteadyList(OptionList, inherit_bindings=False):
    """Ignores a page key while it has no room, and so no lines yet."""

    def action_page_up(self) -> None:
        """A page up."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's

    def action_page_down(self) -> None:
        """A page down."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual's
