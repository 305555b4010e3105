"""The last line of a screen: the keys that work now, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.style import Style

from quizzer.actions.keys import character_of, key_name
from quizzer.actions.table import ACTIONS, BY_ID
from quizzer.tui.text import plain
from quizzer.tui.widgets.fitted import Fitted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.binding import Binding
    from textual.screen import Screen

GAP = "  "
MORE = "↓ more"
WAYS_OUT = tuple(a.id for a in ACTIONS if a.keys[0] == "escape" or a.method == "leave")
LAST = (*WAYS_OUT, "app.help")  # always shown, at the end
_IN_ORDER = (*(action.id for action in ACTIONS if action.id not in LAST), *LAST)
PLACES = {name: place for place, name in enumerate(_IN_ORDER)}
KEY = "key"  # the name, in an entry's style, of the key that a click on it presses


class KeyBar(Fitted):
    """Shows as many keys as fit, and always the one for help, which lists all the others."""

    def on_mount(self) -> None:
        """Redraw when the focus or the state of the screen changes."""
        self.screen.bindings_updated_signal.subscribe(self, self._renew)

    def on_click(self, event: events.Click) -> None:
        """Press the key of the entry that was clicked."""
        if key := event.style.meta.get(KEY):
            self.app.simulate_key(key)

    def _renew(self, _screen: Screen[object]) -> None:
        self.refresh()

    def more(self, *, below: bool) -> None:
        """Say in the line above the keys whether the page goes on below."""
        self.border_title = MORE if below else ""

    def fit(self, width: int) -> Content:
        """The keys in the order of the table; if space is short, the way out and help stay."""
        entries = [(self._entry(binding), str(binding.id) in LAST) for binding in self._useful()]
        room = width + len(GAP) - sum(_room_of(entry) for entry, stays in entries if stays)
        shown = []
        for entry, stays in entries:
            if stays:
                shown.append(entry)
            elif _room_of(entry) <= room:
                room -= _room_of(entry)
                shown.append(entry)
        return Content(GAP).join(shown).truncate(max(width, 1))

    def _useful(self) -> Iterator[Binding]:
        """One binding per action, with a key that the focused widget does not take for itself."""
        found: dict[str, list[Binding]] = {}
        focused = self.screen.focused
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if not binding.show or not active.enabled or binding.id not in BY_ID:
                continue
            if focused is not None and focused.check_consume_key(key, character_of(key)):
                continue
            if self._label(binding):
                found.setdefault(binding.id, []).append(binding)
        best = [min(some, key=_rank_of_key) for some in found.values()]
        if any(binding.key == "escape" for binding in best):  # one way out is enough
            best = [b for b in best if b.key == "escape" or b.id not in WAYS_OUT]
        return iter(sorted(best, key=lambda binding: PLACES[str(binding.id)]))

    def _entry(self, binding: Binding) -> Content:
        label = self._label(binding)
        name = Content.styled(key_name(binding.key), "bold $text-primary")
        return Content.assemble(name, " ", plain(label)).stylize(
            Style.from_meta({KEY: binding.key})
        )

    def _label(self, binding: Binding) -> str:
        """The label from the table, or the screen's own; empty if the key should not be shown."""
        wording = getattr(self.screen, "wording", None)
        special = wording(str(binding.id)) if callable(wording) else None
        return binding.description if special is None else special


def _room_of(entry: Content) -> int:
    return entry.cell_length + len(GAP)


def _rank_of_key(binding: Binding) -> int:
    """The place of a key among those of its action in the table; keys set by the learner first."""
    usual = BY_ID[str(binding.id)].keys
    return usual.index(binding.key) if binding.key in usual else -1
