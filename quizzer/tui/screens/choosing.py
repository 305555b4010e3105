"""Choosing any number of entries from a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.widgets.checks import CheckList

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget


class ChoosingDialog(Dialog[tuple[str, ...]]):
    """Hands back what is marked; nothing when it is closed."""

    def __init__(
        self, heading: str, entries: Sequence[tuple[str, str]], marked: Sequence[str]
    ) -> None:
        super().__init__(heading)
        self._list = CheckList(entries, marked)

    def body(self) -> Iterable[Widget]:
        """The list, which scrolls by itself."""
        yield self._list

    def action_accept(self) -> None:
        """Take what is marked."""
        self.dismiss(self._list.marked)

    def wording(self, action_id: str) -> str | None:
        """Enter takes the marks."""
        return "take them" if action_id == "dialog.accept" else super().wording(action_id)
