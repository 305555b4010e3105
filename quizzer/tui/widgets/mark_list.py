"""A list in which any number of entries can be marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import BindingType
from textual.message import Message
from textual.widgets.option_list import Option

from quizzer.tui.actions import bindings
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.finder import NOTHING, Finder, fits
from quizzer.tui.widgets.key_order import focus_now, handed_on
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from textual import events
    from textual.content import Content

MOST: Final = 1_000  # lines shown; 10,000 take a third of a second at every letter


@dataclass(frozen=True)
class Entry:
    """What can be marked."""

    value: str
    words: str
    remark: str = ""  # shown beside the words
    about: str = ""  # not shown, but searched


class MarkList(SteadyList, inherit_bindings=False):
    """Space marks; a letter goes to the finder, or else to the next entry that begins with it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("checks")]

    class Marked(Message):
        """An entry was marked or unmarked."""

    def __init__(
        self, entries: Sequence[Entry], marked: Collection[str], finder: Finder | None
    ) -> None:
        remarks = any(entry.remark for entry in entries)
        super().__init__(markup=False, classes="remarked" if remarks else None)
        self._entries = entries
        self._shown = entries
        self._marked = set(marked)
        self._finder = finder

    def on_mount(self) -> None:
        """Write the entries, and put the cursor on the first that is marked."""
        self._write()
        values = [entry.value for entry in self._entries]
        first = next((place for place, value in enumerate(values) if value in self._marked), 0)
        self.highlighted = first if values else None
        self.focus()

    @property
    def marked(self) -> tuple[str, ...]:
        """What is marked, in the order of the list."""
        return tuple(entry.value for entry in self._entries if entry.value in self._marked)

    @property
    def shown(self) -> int:
        """How many entries are on the list now."""
        return len(self._shown)

    @property
    def here(self) -> str | None:
        """The value of the entry under the cursor."""
        place = self.highlighted
        return self._shown[place].value if place is not None and self._shown else None

    def narrow(self, words: list[str]) -> None:
        """Show only entries that match all these words; first those whose own words do.

        What is marked stays marked.
        """
        found = [e for e in self._entries if fits(f"{e.words} {e.remark} {e.about}", words)]
        self._shown = sorted(found, key=lambda entry: not fits(entry.words, words))
        self._write()

    def _write(self) -> None:
        """Write as many entries as anyone would go through; a search finds the others."""
        self.clear_options()
        self.add_options([Option(self._line(entry)) for entry in self._shown[:MOST]])
        if not self._shown:
            self.add_option(Option(plain(NOTHING, MUTED), disabled=True))
        if more := len(self._shown[MOST:]):
            words = f"… and {more} more. Type a word to search them."
            self.add_option(Option(plain(words, MUTED), disabled=True))

    def _line(self, entry: Entry) -> Content:
        beside = plain(f" · {entry.remark}" if entry.remark else "", MUTED)
        return plain(f"[{'x' if entry.value in self._marked else ' '}] {entry.words}") + beside

    def action_mark(self) -> None:
        """Mark or unmark the entry under the cursor."""
        if self.here is not None and self.highlighted is not None:
            self._marked ^= {self.here}
            line = self._line(self._shown[self.highlighted])
            self.replace_option_prompt_at_index(self.highlighted, line)
            self.post_message(self.Marked())

    def on_option_list_option_selected(self, event: SteadyList.OptionSelected) -> None:
        """A click marks too."""
        event.stop()
        self.action_mark()

    def on_key(self, event: events.Key) -> None:
        """Type a letter into the finder, or go to the next entry that begins with it."""
        if handed_on(self, event):
            return
        letter = event.character if event.character and event.character.isalpha() else ""
        if self._finder is None and letter:
            event.stop()
            self._go_to_next(letter)
        elif self._finder is not None and (letter or event.key == "backspace"):
            event.stop()
            focus_now(self._finder)
            if letter:
                self._finder.insert_text_at_cursor(letter)
            else:
                self._finder.action_delete_left()

    def _go_to_next(self, letter: str) -> None:
        at = self.highlighted or 0
        places = [*range(at + 1, self.shown), *range(min(at + 1, self.shown))]
        starts = [entry.words.casefold().startswith(letter.casefold()) for entry in self._shown]
        self.highlighted = next((place for place in places if starts[place]), self.highlighted)
