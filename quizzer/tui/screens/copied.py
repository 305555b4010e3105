"""Shows what was copied, because some terminals do not let an app reach the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from quizzer.tui.documents.document import Listing
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import plain
from quizzer.tui.widgets.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

_REMARK = (
    "It was sent to the clipboard of your terminal. If nothing arrives there, hold Shift, "
    "select the code with the mouse, and copy it as you usually do."
)


class CopiedDialog(Dialog[None]):
    """Shows the code."""

    def __init__(self, code: str) -> None:
        super().__init__("Copied as NumPy code")
        self._code = code

    def body(self) -> Iterable[Widget]:
        """The code, and what to do if it did not arrive."""
        yield Document([Listing(plain(self._code), indent=0)])
        yield Static(plain(_REMARK), classes="remark")
