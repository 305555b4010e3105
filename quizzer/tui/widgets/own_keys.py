"""Keys in the order in which they were pressed.

A key that a widget leaves to its bindings goes round by the app, and a letter typed right after it
would arrive first. So widgets that take letters run their own bindings themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget


async def ran_own_binding(widget: Widget, event: events.Key) -> bool:
    """Run what the key is bound to on this very widget, if it is; then the key goes no further."""
    active = widget.screen.active_bindings.get(event.key)
    if active is None or active.node is not widget or not active.enabled:
        return False
    event.stop()
    event.prevent_default()
    await widget.run_action(active.binding.action)
    return True
