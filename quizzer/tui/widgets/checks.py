"""A list in which any number of entries can be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from quizzer.tui.actions import bindings
from quizzer.tui.text import plain
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from textual import events
    from textual.content import Content


class CheckList(SteadyList, inherit_bindings=False):
    """Space marks; a letter goes to the next entry that begins with it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("checks")]

    def __init__(self, entries: Sequence[tuple[str, str]], marked: Collection[str]) -> None:
        super().__init__(markup=False)
        self._entries = entries
        self._marked = set(marked)

    def on_mount(self) -> None:
        """Write the entries, with the cursor on the first that is marked."""
        self.add_options([self._line(place) for place in range(len(self._entries))])
        keys = [key for key, _ in self._entries]
        first = next((place for place, key in enumerate(keys) if key in self._marked), 0)
        self.highlighted = first if keys else None
        self.focus()

    @property
    def marked(self) -> tuple[str, ...]:
        """What is marked, in the order of the list."""
        return tuple(key for key, _ in self._entries if key in self._marked)

    def _line(self, place: int) -> Content:
        key, words = self._entries[place]
        return plain(f"[{'x' if key in self._marked else ' '}] {words}")

    @staticmethod
    def _starts(words: str, letter: str) -> bool:
        return words.casefold().startswith(letter.casefold())

    def action_mark(self) -> None:
        """Mark the entry, or take the mark away."""
        place = self.highlighted
        if place is not None:
            self._marked ^= {self._entries[place][0]}
            self.replace_option_prompt_at_index(place, self._line(place))

    def on_option_list_option_selected(self, event: SteadyList.OptionSelected) -> None:
        """A click marks too."""
        event.stop()
        self.action_mark()

    def on_key(self, event: events.Key) -> None:
        """Go to the next entry with this first letter."""
        letter = event.character or ""
        if not letter.isalpha():
            return
        event.stop()
        at = self.highlighted or 0
        places = [*range(at + 1, len(self._entries)), *range(at + 1)]
        found = (place for place in places if self._starts(self._entries[place][1], letter))
        self.highlighted = next(found, at)
