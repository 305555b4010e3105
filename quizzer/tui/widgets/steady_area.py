"""Textual's text area, made steady: its undo brought the app down when the cursor's lines went."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Selection

from quizzer.tui.text import as_typed


class SteadyArea(TextArea, inherit_bindings=False):
    """Holds only what can be typed; undo and redo begin at the start, a place that stays."""

    def load_text(self, text: str) -> None:
        """Show other text, as it might have been typed here."""
        super().load_text(as_typed(text))

    def edit(self, edit: Edit) -> EditResult:
        """Change the text, by what might have been typed."""
        edit.text = as_typed(edit.text)
        return super().edit(edit)

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
