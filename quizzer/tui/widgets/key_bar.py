"""The last line of a screen: the keys that work now, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.style import Style

from quizzer.actions.keys import key_name
from quizzer.actions.table import BY_ID
from quizzer.tui.text import plain
from quizzer.tui.widgets.fitted import Fitted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.binding import Binding
    from textual.screen import Screen

GAP = "  "
KEY = "key"  # what a click on an entry presses


class KeyBar(Fitted):
    """Shows as many keys as fit; help comes first in the queue, since it knows all others."""

    def on_mount(self) -> None:
        """Follow the focus and the state of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._renew)

    def on_click(self, event: events.Click) -> None:
        """The mouse may press the keys too."""
        if key := event.style.meta.get(KEY):
            self.app.simulate_key(key)

    def _renew(self, _screen: Screen[object]) -> None:
        self.refresh()

    def fit(self, width: int) -> Content:
        """The keys in the order of the table, the last ones left out when space is short."""
        entries = [self._entry(binding) for binding in self._useful()]
        help_entry = entries.pop() if entries else Content("")
        room = width - help_entry.cell_length
        shown = []
        for entry in entries:
            room -= entry.cell_length + len(GAP)
            if room < 0:
                break
            shown.append(entry)
        return Content(GAP).join([*shown, help_entry]).truncate(max(width, 1))

    def _useful(self) -> Iterator[Binding]:
        """One binding an action, with a key that the focused widget does not swallow."""
        found: dict[str, Binding] = {}
        focused = self.screen.focused
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if not binding.show or not active.enabled or binding.id not in BY_ID:
                continue
            character = binding.key if len(binding.key) == 1 else None
            if focused is not None and focused.check_consume_key(key, _character(key) or character):
                continue
            if self._label(binding):
                found.setdefault(binding.id, binding)
        order = list(BY_ID)
        help_id = "app.help"
        return iter(sorted(found.values(), key=lambda b: (b.id == help_id, order.index(str(b.id)))))

    def _entry(self, binding: Binding) -> Content:
        label = self._label(binding)
        name = Content.styled(key_name(binding.key), "bold $text-primary")
        return Content.assemble(name, " ", plain(label)).stylize(
            Style.from_meta({KEY: binding.key})
        )

    def _label(self, binding: Binding) -> str:
        """The label of the table, unless the screen knows better; empty when it is not worth it."""
        wording = getattr(self.screen, "wording", None)
        special = wording(str(binding.id)) if callable(wording) else None
        return binding.description if special is None else special


def _character(key: str) -> str | None:
    """The character that a key types, if it types one."""
    names = {"question_mark": "?", "colon": ":", "space": " "}
    return names.get(key, key if len(key) == 1 else None)
