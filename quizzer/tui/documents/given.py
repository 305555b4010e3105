"""The given values of a question as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.tui.documents.matrices import Figure
from quizzer.tui.text import MUTED, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizzer.exercises.shown import GivenShown


def given_figures(given: Sequence[GivenShown]) -> list[Figure]:
    """What is given in a question; of a whole model, every weight becomes a figure."""
    return [figure for shown in given for figure in _figures(shown)]


def _figures(shown: GivenShown) -> list[Figure]:
    parts = [part for part in (shown.shape, shown.caption) if part]
    caption = plain(shown.name, "bold") + plain("".join(f"  {part}" for part in parts), MUTED)
    figures = [Figure(caption, [])]
    for line in shown.text.splitlines():
        if isinstance(shown.value, dict) and not line.lstrip().startswith("["):
            figures.append(Figure(plain(line, MUTED), []))
        else:
            figures[-1].lines.append(plain(line))
    return figures
