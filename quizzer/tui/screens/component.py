"""One component of the reference: what it is, its code, a worked run, known mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from quizzer.explorer.kinds import kinds_of
from quizzer.tui.actions import bindings
from quizzer.tui.screens.paging import ReadingScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

    from quizzer.tui.documents.document import Element


class ComponentScreen(ReadingScreen):
    """Shows one of several components; a key goes to the next or the previous one."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("component")]

    def __init__(self, names: Sequence[str], at: int) -> None:
        super().__init__()
        self._names = names
        self._at = at

    async def on_mount(self) -> None:
        """Show the head at once; the page follows when it is computed."""
        self._say_where()
        await self.begin_with_first_frame(self._show)

    def _turn_to(self, place: int) -> None:
        self._at = place
        self._say_where()
        self.renew(self._show)

    def _say_where(self) -> None:
        self.head(self._names[self._at], f"{self._at + 1} of {len(self._names)}")
        self.refresh_bindings()

    async def _show(self) -> None:
        name = self._names[self._at]
        self.show_page(await self.quizzer.behind(_elements, name))
        self.refresh_bindings()

    def action_next(self) -> None:
        """To the next component."""
        self._turn_to(self._at + 1)

    def action_previous(self) -> None:
        """To the component before."""
        self._turn_to(self._at - 1)

    def action_explorer(self) -> None:
        """Show it in the whole forward pass."""
        self.quizzer.open_explorer(kinds_of(self._names[self._at]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is another component, or a step of the forward pass that uses this one."""
        if action == "explorer":
            return bool(kinds_of(self._names[self._at]))
        if action == "next":
            return self._at + 1 < len(self._names)
        return self._at > 0 if action == "previous" else True


def _elements(name: str) -> list[Element]:
    from quizzer.tui.documents.handbook import elements  # loads NumPy and the reference

    return elements(name)
