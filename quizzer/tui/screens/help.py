"""The keys that work on the screen below, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from quizzer.actions.keys import key_name
from quizzer.actions.table import ACTIONS, BY_ID, GROUPS
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import pad, plain
from quizzer.tui.widgets.fitted import Hanging

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.screen import Screen
    from textual.widget import Widget

    from quizzer.actions.table import Where

KEYS_WIDTH = 20
TYPING = "Single letters act only while no field for text has the focus; the F-keys always do."


class HelpScreen(Dialog):
    """All actions from what has the focus up to the screen below, each with keys and meaning."""

    def __init__(self, below: Screen[object]) -> None:
        super().__init__("Keys")
        chain = (below.focused or below).ancestors_with_self
        ids = {binding.id for node in chain for _, binding in node._bindings}
        self._wheres = {BY_ID[name].where for name in ids if name in BY_ID} | {"app"}
        self._keymap = below.app._keymap

    def body(self) -> Iterable[Widget]:
        """A heading a group, a line an action."""
        for where, title in GROUPS.items():
            if where in self._wheres:
                yield Static(title, classes="heading")
                yield from self._lines(where)
        yield Static(plain(TYPING), classes="remark")

    def _lines(self, where: Where) -> Iterator[Widget]:
        for action in ACTIONS:
            if action.where == where:
                keys = self._keymap.get(action.id, ",".join(action.keys)).split(",")
                marker = pad(" or ".join(key_name(key) for key in keys), KEYS_WIDTH)
                yield Hanging(marker, plain(action.says))
