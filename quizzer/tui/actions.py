"""The key bindings of a screen or widget in Textual's form, made from the table of actions."""

from dataclasses import replace

from textual.binding import Binding

from quizzer.actions.action import Action, Where
from quizzer.actions.table import ACTIONS


def bindings(where: Where) -> list[Binding]:
    """The bindings of a screen or widget; a keymap can change them by id."""
    return [_binding(action) for action in ACTIONS if action.where == where]


def everywhere() -> list[Binding]:
    """The bindings of the app, for a screen that passes no keys on to the app."""
    return [replace(found, action=f"app.{found.action}") for found in bindings("app")]


def _binding(action: Action) -> Binding:
    keys = ",".join(action.keys)
    return Binding(keys, action.method, action.label, show=action.bar, id=action.id)
