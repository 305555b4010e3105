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
    """What is given in a question, each with its name, meaning and shape."""
    return [
        Figure(
            caption=plain(shown.name, "bold") + plain(_about(shown), MUTED),
            lines=[plain(line) for line in shown.text.splitlines()] or [plain("")],
        )
        for shown in given
    ]


def _about(shown: Shown) -> str:
    parts = [part for part in (shown.shape, shown.caption) if part]
    return "  " + "  ".join(parts) if parts else ""
