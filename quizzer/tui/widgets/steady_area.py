"""Textual's text area, made steady: its undo brought the app down, and no area was ever let go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Selection

from quizzer.tui.text import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.dom import DOMNode


class SteadyArea(TextArea, inherit_bindings=False):
    """Holds only what can be typed; undo and redo begin at the start, a place that stays."""

    def watch(
        self, obj: DOMNode, attribute_name: str, callback: Callable[..., Any], init: bool = True
    ) -> None:
        """Follow the theme of the app by its signal, which can be left again.

        What watches a value of the app, as every area does, is held until that value changes.
        """
        if obj is self.app and attribute_name == "theme":
            self.app.theme_changed_signal.subscribe(self, lambda _theme: callback())
        else:
            super().watch(obj, attribute_name, callback, init=init)

    def on_unmount(self) -> None:
        """What goes on holds no area that has gone."""
        self.app.theme_changed_signal.unsubscribe(self)

    def render_line(self, y: int) -> Strip:
        """A line, where there is room for one."""
        return super().render_line(y) if self.content_size.width else Strip.blank(0)

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
