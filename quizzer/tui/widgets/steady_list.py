"""Textual's list of options, made steady: a page turned before it had room brought the app down."""

from __future__ import annotations

from contextlib import suppress

from textual.widgets import OptionList


class SteadyList(OptionList, inherit_bindings=False):
    """Pages are turned once there are any: a list without room knows no lines."""

    def action_page_up(self) -> None:
        """A page up."""
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]  # Textual's

    def action_page_down(self) -> None:
        """A page down."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]  # Textual's
