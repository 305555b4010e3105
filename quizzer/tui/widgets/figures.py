"""Arrays with captions, side by side as far as the width allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.matrices import Figure, side_by_side
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.fitted import Fitted, Sideways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.content import Content
    from textual.geometry import Size

    from quizzer.exercises.presentation import Shown


class _Band(Fitted):
    """The figures themselves, never narrower than the widest of them."""

    def __init__(self, figures: list[Figure]) -> None:
        super().__init__()
        self._figures = figures

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All there is, and more when a figure is wider: then the frame scrolls."""
        return max(container.width, *(figure.width for figure in self._figures))

    def fit(self, width: int) -> Content:
        """The figures laid out for a width."""
        return side_by_side(self._figures, width)


class Figures(Sideways):
    """Figures in a frame that scrolls sideways when one of them is too wide."""

    def __init__(self, figures: Sequence[Figure], *, classes: str = "") -> None:
        super().__init__(_Band(list(figures)), classes=f"figures {classes}")


def given_figures(given: Sequence[Shown]) -> list[Figure]:
    """What is given in a question; of a whole model, every weight is a figure of its own."""
    return [figure for shown in given for figure in _figures(shown)]


def _figures(shown: Shown) -> list[Figure]:
    parts = [part for part in (shown.shape, shown.caption) if part]
    caption = plain(shown.name, "bold") + plain("".join(f"  {part}" for part in parts), MUTED)
    figures = [Figure(caption, [])]
    for line in shown.text.splitlines():
        if isinstance(shown.value, dict) and not line.lstrip().startswith("["):
            figures.append(Figure(plain(line, MUTED), []))
        else:
            figures[-1].lines.append(plain(line))
    return figures
