"""Handles keys in the order in which they were pressed.

In Textual, a key that a widget does not take itself goes to the app, which runs its binding; a
letter typed right after it would arrive first. So widgets that take letters run their own bindings.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget


def focus_now(widget: Widget) -> None:
    """Move the focus at once, before the next key, unless the screen was left meanwhile."""
    if widget.is_attached:
        widget.screen.set_focus(widget)


def focus_neighbour(widget: Widget, by: int) -> bool:
    """Move the focus to the widget before (-1) or after (1) this one; False if there is none.

    Nothing happens either if this widget was removed while the key was on its way.
    """
    chain = widget.screen.focus_chain
    place = chain.index(widget) + by if widget in chain else -1
    if not 0 <= place < len(chain):
        return False
    focus_now(chain[place])
    return True


def handed_on(widget: Widget, event: events.Key) -> bool:
    """Pass a key on to the widget that has the focus now, if the focus moved before it came."""
    focused = widget.screen.focused
    if focused is None or focused is widget:
        return False
    focused.post_message(copy(event))
    event.stop()
    event.prevent_default()
    return True


async def ran_own_binding(widget: Widget, event: events.Key) -> bool:
    """Run the binding that this widget itself has for the key, if any, and stop the key there."""
    active = widget.screen.active_bindings.get(event.key)
    if active is None or active.node is not widget or not active.enabled:
        return False
    event.stop()
    event.prevent_default()
    await widget.run_action(active.binding.action)
    return True
