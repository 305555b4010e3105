"""The lesson of a topic: what to know before practising it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.documents.document import from_markdown
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.widgets.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget


class LessonScreen(Dialog[None]):
    """Shows a lesson over the check-list."""

    def __init__(self, heading: str, lesson: str) -> None:
        super().__init__(heading)
        self._lesson = lesson

    def body(self) -> Iterable[Widget]:
        """The text."""
        yield Document(from_markdown(self._lesson))
