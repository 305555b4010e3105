"""The actions that scroll a page, for full screens and for dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quizzer.tui.widgets.page import Page


class Scrolling:
    """Scrolls by lines and pages, and to either end; the screen has the bindings."""

    @property
    def paper(self) -> Page:
        """The page that scrolls."""
        raise NotImplementedError

    def action_up(self) -> None:
        """Scroll up by a line."""
        self.paper.move(-1)

    def action_down(self) -> None:
        """Scroll down by a line."""
        self.paper.move(1)

    def action_page_up(self) -> None:
        """Scroll up by a page."""
        self.paper.turn(-1)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self.paper.turn(1)

    def action_top(self) -> None:
        """Scroll to the beginning."""
        self.paper.to_top()

    def action_bottom(self) -> None:
        """Scroll to the end."""
        self.paper.to_bottom()
