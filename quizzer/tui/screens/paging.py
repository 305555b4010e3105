"""Full screens with a page that scrolls, and with one document to read."""

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
    """A screen whose page scrolls; subclasses have the bindings for it."""

    @property
    def paper(self) -> Page:
        """The page that scrolls."""
        return self.query_one(Page)


class ReadingScreen(PagedScreen):
    """A screen with something to read."""

    def page(self) -> Iterable[Widget]:
        """The text scrolls as a whole."""
        yield Page(Document([]), id="page")

    def show_elements(self, elements: Sequence[Element]) -> None:
        """Replace the text without scrolling."""
        self.query_one(Document).show(elements)

    def show_page(self, elements: Sequence[Element]) -> None:
        """Replace the text, and scroll to its beginning."""
        self.show_elements(elements)
        self.paper.to_top()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
