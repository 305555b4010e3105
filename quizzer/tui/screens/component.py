"""One component of the reference: what it is, its code, a worked run, known mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll

from quizzer.tui.actions import bindings
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.widgets.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.tui.documents.document import Element


class ComponentScreen(FullScreen):
    """Shows one of several components; the others are a key away."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("component")]

    def __init__(self, names: Sequence[str], at: int) -> None:
        super().__init__()
        self._names = names
        self._at = at
        self._kinds: tuple[str, ...] = ()  # of steps of the forward pass that it does

    def page(self) -> Iterable[Widget]:
        """The text scrolls as a whole."""
        yield VerticalScroll(id="page", can_focus=False)

    def on_mount(self) -> None:
        """The head at once; the worked run comes after it."""
        self._turn_to(self._at)

    def _turn_to(self, place: int) -> None:
        self._at = place
        self.head(self._names[place], f"{place + 1} of {len(self._names)}")
        self.refresh_bindings()
        self.renew(self._show)

    async def _show(self) -> None:
        name = self._names[self._at]
        self._kinds = await self.quizzer.behind(_kinds_of, name)
        elements = await self.quizzer.behind(_elements, name)
        self.refresh_bindings()
        async with self.batch():
            await self._scroll.remove_children()
            await self._scroll.mount(Document(elements))
            self._scroll.scroll_home(animate=False)

    @property
    def _scroll(self) -> VerticalScroll:
        return self.query_one("#page", VerticalScroll)

    def action_next(self) -> None:
        """To the next component."""
        self._turn_to(self._at + 1)

    def action_previous(self) -> None:
        """To the component before."""
        self._turn_to(self._at - 1)

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

    def action_explorer(self) -> None:
        """See it in the whole forward pass."""
        self.quizzer.open_explorer(self._kinds)

    def action_leave(self) -> None:
        """Back to where the page was opened."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where there is another component, or a step that it does."""
        if action == "explorer":
            return bool(self._kinds)
        if action == "next":
            return self._at + 1 < len(self._names)
        return self._at > 0 if action == "previous" else True


def _elements(name: str) -> list[Element]:
    from quizzer.tui.documents.handbook import elements  # loads NumPy and the reference

    return elements(name)


def _kinds_of(name: str) -> tuple[str, ...]:
    from quizzer.explorer.links import kinds_of

    return kinds_of(name)
