"""Choosing any number of entries from a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from quizzer.tui.actions import bindings
from quizzer.tui.screens.leaving import LeftOnce
from quizzer.tui.text import plain
from quizzer.tui.widgets.checks import CheckList
from quizzer.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType


class ChoosingDialog(LeftOnce[tuple[str, ...] | None], ModalScreen[tuple[str, ...] | None]):
    """Hands back what is marked; nothing when it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]

    def __init__(
        self, heading: str, entries: Sequence[tuple[str, str]], marked: Sequence[str]
    ) -> None:
        super().__init__()
        self._heading = heading
        self._list = CheckList(entries, marked)

    def compose(self) -> ComposeResult:
        """The frame of a dialog around the list."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._heading, "bold"), classes="title")
            yield self._list
            yield KeyBar()

    def action_close(self) -> None:
        """Leave things as they were."""
        self.dismiss(None)

    def action_accept(self) -> None:
        """Take what is marked."""
        self.dismiss(self._list.marked)
