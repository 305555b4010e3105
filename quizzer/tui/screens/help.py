"""The keys of the screen below the help, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.actions.action import GROUPS
from quizzer.actions.keys import key_name
from quizzer.actions.table import ACTIONS, BY_ID
from quizzer.tui.browser import offers
from quizzer.tui.documents.document import Gap, Paragraph, heading
from quizzer.tui.key_names import actions_around, keys_of
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.dialogs import Dialog
from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.document import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.screen import Screen
    from textual.widget import Widget

    from quizzer.actions.action import Action, Where
    from quizzer.tui.documents.document import Element

MOST = 20  # cells for the column of keys
GAP = "  "
TYPING = "Single letters work only while no text field has the focus; F-keys always work."
LEVELS = "junior, mid, senior: the level of the interviews that ask such a question."
NOTES = dict.fromkeys(("question", "setup", "selection"), LEVELS)  # below these headings


class HelpScreen(Dialog[None]):
    """Lists the actions of what has the focus, of the screen and of every screen, with their keys.

    It also explains terms that a screen uses without an explanation.
    """

    def __init__(self, below: Screen[object]) -> None:
        super().__init__("Keys")
        wheres = [BY_ID[action].where for action in actions_around(below.focused or below)]
        own = dict.fromkeys(where for where in wheres if where != "app")
        self._wheres: list[Where] = [*own, "app"]
        self._active = below.active_bindings
        self._actions = [
            action
            for action in ACTIONS
            if action.where in self._wheres
            and offers(below.app, action.id)
            and (not isinstance(below, FullScreen) or below.applies(action.method))
            and self._keys(action)
        ]

    def body(self) -> Iterable[Widget]:
        """The whole help, as one text."""
        yield Document(list(self._elements()))

    def _elements(self) -> Iterator[Element]:
        """One heading per group, one line per action."""
        width = min(MOST, max(len(self._keys(action)) for action in self._actions))
        for where in self._wheres:
            yield heading(GROUPS[where])
            if where in NOTES:
                yield Paragraph("", plain(NOTES[where], MUTED))
            for action in self._actions:
                if action.where == where:
                    yield Paragraph(pad(self._keys(action), width) + GAP, plain(action.says))
            yield Gap()
        yield Paragraph("", plain(TYPING, MUTED))

    def _keys(self, action: Action) -> str:
        """Its keys, without those that something nearer to the focus uses for another action."""
        keys = keys_of(self.app, action.id)
        return " or ".join(key_name(key) for key in keys if not self._is_taken(key, action))

    def _is_taken(self, key: str, action: Action) -> bool:
        active = self._active.get(key)
        return action.where != "app" and active is not None and active.binding.id != action.id

    def wording(self, action_id: str) -> str | None:
        """Leave the help key off the bar, where it would only close the help."""
        return "" if action_id == "app.help" else super().wording(action_id)
