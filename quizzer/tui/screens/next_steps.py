"""Screens at the end of something: the next steps are a key away."""

from __future__ import annotations

from quizzer.tui.screens.paging import PagedScreen


class NextStepsScreen(PagedScreen):
    """Names up to three next steps; its subclasses know which."""

    def action_first(self) -> None:
        """The first of the next steps."""
        self._do(0)

    def action_second(self) -> None:
        """The second of them."""
        self._do(1)

    def action_third(self) -> None:
        """The third."""
        self._do(2)

    def _do(self, place: int) -> None:
        """Do what stands at this place, if something does."""
        raise NotImplementedError
