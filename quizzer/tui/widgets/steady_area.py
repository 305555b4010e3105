"""Textual's text area without two bugs: undo crashed the app, and no area was ever freed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult, Selection

from quizzer.tui.text import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.dom import DOMNode


# Keys of TextArea that mean something else in this app.
_TAKEN = {"pageup", "pagedown", "f6", "f7"}


class SteadyArea(TextArea, inherit_bindings=False):
    """Holds only text that can be typed.

    Before undo and redo the cursor goes to the start of the text, a place that always exists.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(key for key in TextArea.BINDINGS if isinstance(key, Binding) and key.key not in _TAKEN),
        Binding("ctrl+home", "start"),
        Binding("ctrl+end", "end"),
        Binding("ctrl+shift+home", "start(True)"),
        Binding("ctrl+shift+end", "end(True)"),
    ]

    def watch(
        self, obj: DOMNode, attribute_name: str, callback: Callable[..., Any], init: bool = True
    ) -> None:
        """Follow the theme of the app by its signal, from which an area can unsubscribe.

        Every area of Textual watches the theme, and the app keeps each watcher until that changes.
        """
        if obj is self.app and attribute_name == "theme":
            self.app.theme_changed_signal.subscribe(self, lambda _theme: callback())
        else:
            super().watch(obj, attribute_name, callback, init=init)

    def freeze(self) -> None:
        """Make the text read-only."""
        self.read_only = True
        self.can_focus = False

    def on_unmount(self) -> None:
        """Unsubscribe, so that the app does not keep this area in memory."""
        self.app.theme_changed_signal.unsubscribe(self)

    def render_line(self, y: int) -> Strip:
        """Render a line; a blank one while there is no room."""
        return super().render_line(y) if self.content_size.width else Strip.blank(0)

    def load_text(self, text: str) -> None:
        """Replace the text, without codes that cannot be typed."""
        super().load_text(as_typed(text))

    def edit(self, edit: Edit) -> EditResult:
        """Change the text, without codes that cannot be typed."""
        edit.text = as_typed(edit.text)
        return super().edit(edit)

    def action_start(self, select: bool = False) -> None:
        """To the start of the text; Textual has no key for that."""
        self.move_cursor((0, 0), select=select)

    def action_end(self, select: bool = False) -> None:
        """To the end of the text."""
        self.move_cursor(self.document.end, select=select)

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
