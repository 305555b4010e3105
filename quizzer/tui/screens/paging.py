"""Screens whose page scrolls by lines and by pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.scrolling import Scrolling
from quizzer.tui.widgets.document import Document
from quizzer.tui.widgets.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from quizzer.tui.documents.document import Element


class PagedScreen(Scrolling, FullScreen):
    """A page scrolls; its subclasses have the bindings."""

    @property
    def paper(self) -> Page:
        """What scrolls."""
        return self.query_one(Page)


class ReadingScreen(PagedScreen):
    """Something to read."""

    def page(self) -> Iterable[Widget]:
        """The text scrolls as a whole."""
        yield Page(Document([]), id="page")

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Show a text in place of the one before it; one stays at the same line."""
        self.query_one(Document).show(elements)

    def show_page(self, elements: Sequence[Element]) -> None:
        """Show another text, from its beginning."""
        self.show_elements(elements)
        self.paper.to_top()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
