"""Names of keys for sentences on the screen, as the learner has set them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from quizzer.actions.keys import character_of, key_name
from quizzer.actions.table import BY_ID

if TYPE_CHECKING:
    from textual.app import App
    from textual.widget import Widget

    from quizzer.tui.base_app import BaseApp


def keys_of(app: App[Any], action: str) -> tuple[str, ...]:
    """The keys of an action, as set now."""
    given = cast("BaseApp", app).in_use.keymap.get(action)
    return tuple(given.split(",")) if given else BY_ID[action].keys


def key(app: App[Any], action: str, *, typing: bool = False) -> str:
    """The name of an action's first key; while typing, of the first that types nothing."""
    keys = keys_of(app, action)
    left = [name for name in keys if character_of(name) is None and name != "enter"]
    return key_name((left or keys)[0] if typing else keys[0])


def key_here(widget: Widget, what: str, *, typing: bool = False) -> str:
    """The key, on the screen around a widget, for what several screens do, such as `check`.

    If no such screen is around it (an answer is only looked at, or its screen was left), the first
    action of that name in the table gives the key.
    """
    known = (*actions_around(widget), *BY_ID)
    return key(widget.app, next(id for id in known if id.endswith(f".{what}")), typing=typing)


def actions_around(widget: Widget) -> list[str]:
    """The ids of the actions that keys do on a widget and all its parents, from the inside out."""
    chain = widget.ancestors_with_self
    return [binding.id for node in chain for _, binding in node._bindings if binding.id in BY_ID]
