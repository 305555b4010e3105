"""Shows a document; scrolls sideways when a part of it is wider than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from quizzer.tui.widgets.fitted import Fitted, Sideways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size

    from quizzer.tui.documents.document import Element


class Paper(Fitted):
    """The document itself: one widget for all its elements, because widgets are what costs time."""

    def __init__(self, elements: Sequence[Element] = ()) -> None:
        super().__init__()
        self._elements = elements
        self._least = max((element.least for element in elements), default=0)
        self._room = 0  # the width that is visible, to which paragraphs are wrapped
        self._laid_out: tuple[int, Content] | None = None

    @property
    def room(self) -> int:
        """The width that is visible, in cells; 0 before it is laid out."""
        return self._room

    def show(self, elements: Sequence[Element]) -> None:
        """Replace the elements."""
        self._elements = elements
        self._least = max((element.least for element in elements), default=0)
        self._laid_out = None
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All the width there is, or more if an element is wider."""
        self._room = container.width
        return max(container.width, self._least)

    def fit(self, width: int) -> Content:
        """All elements one under the other."""
        room = min(width, self._room or width)
        if self._laid_out is None or self._laid_out[0] != room:
            lines = [element.fit(room) for element in self._elements]
            self._laid_out = room, Content("\n").join(lines)
        return self._laid_out[1]


class Document(Sideways):
    """A document, in a frame that scrolls sideways."""

    def __init__(self, elements: Sequence[Element], *, classes: str = "") -> None:
        self._paper = Paper(elements)
        super().__init__(self._paper, classes=f"document {classes}")

    @property
    def room(self) -> int:
        """The width for which elements are laid out, in cells; 0 before the first time."""
        return self._paper.room

    def show(self, elements: Sequence[Element]) -> None:
        """Replace the elements at once: no widget is mounted for them."""
        self._paper.show(elements)
        self.scroll_to(x=0, animate=False, immediate=True)
