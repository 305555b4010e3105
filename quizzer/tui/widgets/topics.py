"""The check-list: one line per topic, with how far you are and what Enter will do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.content import Content

from quizzer.tui.actions import bindings
from quizzer.tui.text import MUTED, harmless, pad, plain
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

BAR, DONE, BEGUN, OPEN = 8, "█", "▒", "░"
LEVELS = {"strong": "$text-success", "weak": "$text-error"}
NUMBERS, DUE, GAP = 5, 6, 2  # cells


@dataclass(frozen=True)
class TopicRow:
    """What is known about a topic; only the title before the log has been read."""

    title: str
    items: int = 0
    seen: int = 0
    mastered: int = 0
    due: int = 0
    level: str = ""  # how well it is mastered, where there is enough evidence
    proposal: str = ""  # what Enter will do


class TopicList(SteadyList, inherit_bindings=False):
    """All topics in order."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("topics")]

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._rows: list[TopicRow] = []
        self._laid_out = 0  # the width that the lines were made for

    def show(self, rows: Sequence[TopicRow]) -> None:
        """Show these topics; the cursor stays where it is."""
        at = self.highlighted or 0
        self._rows = list(rows)
        self.clear_options()
        self._laid_out = self._room
        self.add_options([self._line(row) for row in self._rows])
        self.highlighted = min(at, len(rows) - 1) if rows else None
        self.call_after_refresh(self._fit)

    def on_resize(self, _event: events.Resize) -> None:
        """Lay the lines out for the new width."""
        self._fit()

    def _fit(self) -> None:
        """Lay the lines out again if the width changed, for example when a scroll bar appears."""
        if self._room == self._laid_out:
            return
        self._laid_out = self._room
        for place, row in enumerate(self._rows):
            self.replace_option_prompt_at_index(place, self._line(row))

    @property
    def _room(self) -> int:
        return max(1, self.scrollable_content_region.width or 80) - 2

    def _line(self, row: TopicRow) -> Content:
        width = self._room
        if not row.items and not row.proposal:
            return plain(pad(row.title, width))
        shown = self._columns(width)
        parts = [self._progress(row, bar="bar" in shown)]
        if "level" in shown:
            parts.append(plain(pad(row.level, shown["level"]), LEVELS.get(row.level, "")))
        if "due" in shown:
            parts.append(plain(pad(f"{row.due} due" if row.due else "", DUE), "$text-warning"))
        parts.append(plain(pad(row.proposal, self._longest("proposal")), MUTED))
        room = width - sum(part.cell_length + GAP for part in parts)
        return Content(" " * GAP).join([plain(pad(harmless(row.title), max(0, room))), *parts])

    def _columns(self, width: int) -> dict[str, int]:
        """The columns that fit beside the longest title, with their widths, in order of weight."""
        wanted = {
            "bar": BAR,
            "level": self._longest("level"),
            "due": DUE * any(row.due for row in self._rows),
        }
        left = width - self._longest("title") - NUMBERS - self._longest("proposal") - 2 * GAP
        shown = {}
        for name, cells in wanted.items():
            if cells and cells + GAP <= left:
                shown[name] = cells
                left -= cells + GAP
        return shown

    def _longest(self, name: str) -> int:
        return max(cell_len(getattr(row, name)) for row in self._rows)

    def _progress(self, row: TopicRow, *, bar: bool) -> Content:
        """A bar of what is mastered, seen and new; then the mastered items of all as numbers."""
        text = pad(f"{row.mastered}/{row.items}", NUMBERS)
        if not bar:
            return plain(text)
        if not row.items:
            return plain(" " * (BAR + 1) + text)
        done = BAR * row.mastered // row.items
        begun = max(-(-BAR * row.seen // row.items) - done, 0)
        return Content.assemble(
            (DONE * done, "$text-success"),
            (BEGUN * begun, "$text-success"),
            (OPEN * (BAR - done - begun), MUTED),
            " ",
            plain(text),
        )
