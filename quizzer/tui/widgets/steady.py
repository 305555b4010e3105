"""Textual's text area, whose undo brings the app down when lines go that the cursor stood on."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Selection


class SteadyArea(TextArea, inherit_bindings=False):
    """Undo and redo begin at the start, a place that stays; then they put the cursor themselves."""

    def undo(self) -> None:
        """Take the last change back."""
        if self.history.undo_stack:
            self.selection = Selection.cursor((0, 0))
        super().undo()

    def redo(self) -> None:
        """Make the change again."""
        if self.history.redo_stack:
            self.selection = Selection.cursor((0, 0))
        super().redo()
