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
    """The document itself: one widget, however many elements it has, for they cost most."""

    def __init__(self, elements: Sequence[Element] = ()) -> None:
        super().__init__()
        self._elements = elements
        self._least = max((element.least for element in elements), default=0)
        self._room = 0  # what can be seen at once: the width that paragraphs are wrapped to
        self._laid_out: tuple[int, Content] | None = None

    def show(self, elements: Sequence[Element]) -> None:
        """Show other elements in place of those before."""
        self._elements = elements
        self._least = max((element.least for element in elements), default=0)
        self._laid_out = None
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All there is, and more when an element is wider."""
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
    """A document in its frame."""

    def __init__(self, elements: Sequence[Element], *, classes: str = "") -> None:
        self._paper = Paper(elements)
        super().__init__(self._paper, classes=f"document {classes}")

    def show(self, elements: Sequence[Element]) -> None:
        """Show other elements, at once: nothing is mounted anew."""
        self._paper.show(elements)
        self.scroll_to(x=0, animate=False, immediate=True)
