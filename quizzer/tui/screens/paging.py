"""A page of elements that scrolls by lines and by pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from quizzer.tui.screens.base import FullScreen
from quizzer.tui.widgets.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from quizzer.tui.documents.document import Element


class ReadingScreen(FullScreen):
    """Something to read; its heirs have the bindings."""

    def page(self) -> Iterable[Widget]:
        """The text scrolls as a whole."""
        yield VerticalScroll(id="page", can_focus=False)

    async def show_elements(self, elements: Sequence[Element]) -> None:
        """Show a text in place of the one before."""
        async with self.batch():
            await self._scroll.remove_children()
            await self._scroll.mount(Document(elements))
            self._scroll.scroll_home(animate=False)

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def action_up(self) -> None:
        """Scroll up by a line."""
        self._move(-1)

    def action_down(self) -> None:
        """Scroll down by a line."""
        self._move(1)

    def action_page_up(self) -> None:
        """Scroll up by a page."""
        self._move(2 - self._scroll.size.height)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self._move(self._scroll.size.height - 2)

    def _move(self, lines: int) -> None:
        self._scroll.scroll_relative(y=lines, animate=False, immediate=True)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
