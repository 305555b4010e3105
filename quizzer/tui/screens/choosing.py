"""A dialog to choose any number of entries from a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import on
from textual.widgets import Static

from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import plain
from quizzer.tui.widgets.finder import Finder
from quizzer.tui.widgets.key_order import focus_now
from quizzer.tui.widgets.mark_list import MarkList

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from quizzer.tui.widgets.mark_list import Entry

AT_A_GLANCE: Final = 20  # entries; a longer list has a search field


class ChoosingDialog(Dialog[tuple[str, ...]]):
    """Returns the values that are marked; None if it is closed."""

    def __init__(self, heading: str, entries: Sequence[Entry], marked: Sequence[str]) -> None:
        super().__init__(heading)
        self._number = len(entries)
        self._finder = Finder() if self._number > AT_A_GLANCE else None
        if self._finder is not None:  # marked entries first: they could be far down
            entries = sorted(entries, key=lambda entry: entry.value not in marked)
        self._list = MarkList(entries, marked, self._finder)

    def body(self) -> Iterable[Widget]:
        """The list, which scrolls by itself; above a long one, a search field."""
        if self._finder is not None:
            yield self._finder
        yield self._list

    def on_mount(self) -> None:
        """Say in the heading how many entries there are, if the list is long."""
        self._tell()

    @on(Finder.Changed)
    def _narrow(self) -> None:
        if self._finder is not None:
            self._list.narrow(self._finder.words)
            self._tell()

    @on(MarkList.Marked)
    def _tell(self) -> None:
        if self._finder is not None:
            says = [f"{self._heading} · {self._list.shown} of {self._number}"]
            says += [f"{len(self._list.marked)} marked"] if self._list.marked else []
            self.query_one(".title", Static).update(plain(", ".join(says), "bold"))
            self.refresh_bindings()

    def action_accept(self) -> None:
        """Take what is marked, or what was searched for; from the field, go to the list first."""
        if self._finding:
            self.action_down()
        else:
            self.dismiss((self._found,) if self._found else self._list.marked)

    def action_down(self) -> None:
        """Go from the field to the list."""
        if self._finding and self._list.shown:
            focus_now(self._list)
            self._list.action_first()

    @property
    def _finding(self) -> bool:
        return self._finder is not None and self._finder.has_focus

    @property
    def _found(self) -> str | None:
        """The search result under the cursor, while nothing is marked."""
        finds = self._finder is not None and bool(self._finder.words)
        return self._list.here if finds and not self._list.marked else None

    def wording(self, action_id: str) -> str | None:
        """What Enter does: take the marks, take what was found, or go to the list."""
        if action_id == "dialog.accept":
            chooses = "choose this" if self._found else "choose these"
            return "to the list" if self._finding else chooses
        return super().wording(action_id)
