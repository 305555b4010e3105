"""Widgets whose text depends on the width they get, and a frame that scrolls sideways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widget import Widget

from quizzer.tui.actions import bindings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType
    from textual.geometry import Size

COLUMNS_PER_KEY = 8  # how far one key press scrolls sideways


class Fitted(Widget):
    """A widget that lays out its text again for every width."""

    def fit(self, width: int) -> Content:
        """The text for `width` cells."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the text takes."""
        return self.fit(width).plain.count("\n") + 1

    def render(self) -> Content:
        """The text for the present width."""
        return self.fit(self.content_size.width)


class Hanging(Fitted):
    """A paragraph behind a marker, as a widget of its own."""

    def __init__(self, marker: str, content: Content, *, classes: str) -> None:
        from quizzer.tui.documents.document import Paragraph  # not for the first frame

        super().__init__(classes=classes)
        self._paragraph = Paragraph(marker, content)

    def show(self, marker: str) -> None:
        """Change the marker for another one of the same width."""
        self._paragraph = replace(self._paragraph, marker=marker)
        self.refresh()

    def fit(self, width: int) -> Content:
        """The paragraph wrapped beside its marker."""
        return self._paragraph.fit(width)


class Line(Fitted):
    """One line with a left and a right part; if space is short, the left part is cut."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.left = Content("")
        self.right = Content("")

    def show(self, left: Content, right: Content | None = None) -> None:
        """Change both parts."""
        self.left, self.right = left, right or Content("")
        self.refresh()

    def fit(self, width: int) -> Content:
        """Both parts at the two ends; no right part if it takes more than half of the width."""
        right = self.right if self.right.cell_length <= width // 2 else Content("")
        room = max(0, width - right.cell_length - (1 if right else 0))
        left = self.left.truncate(room, ellipsis=True) if room else Content("")
        return left + Content(" " * (width - left.cell_length - right.cell_length)) + right


class Lines(Fitted):
    """Lines one below the other, each cut at the edge."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Content] = ()

    def show(self, lines: Sequence[Content]) -> None:
        """Show other lines."""
        self._lines = lines
        self.refresh(layout=True)

    def fit(self, width: int) -> Content:
        """All lines, each with an ellipsis where it is cut."""
        room = max(1, width)
        return Content("\n").join([line.truncate(room, ellipsis=True) for line in self._lines])


class Sideways(ScrollableContainer, inherit_bindings=False):
    """Shows something that must not be wrapped; can have the focus only if it can scroll.

    If nothing else has the focus, it takes it, so that the arrow keys show what is cut off.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("wide")]
    can_focus = False

    def action_scroll_left(self) -> None:
        """Scroll some columns to the left."""
        self._move(-COLUMNS_PER_KEY)

    def action_scroll_right(self) -> None:
        """Scroll some columns to the right."""
        self._move(COLUMNS_PER_KEY)

    def _move(self, columns: int) -> None:
        """Scroll at once, so that no key of a fast series is lost."""
        self.scroll_relative(x=columns, animate=False, immediate=True)

    def on_resize(self) -> None:
        """Let Tab stop here only if it is wider than the screen."""
        self.call_after_refresh(self._decide_focus)

    def _decide_focus(self) -> None:
        self.can_focus = self.max_scroll_x > 0
        if self.can_focus and self.is_attached and self.screen.focused is None:
            self.screen.set_focus(self, scroll_visible=False)
