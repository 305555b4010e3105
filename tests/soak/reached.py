"""Keeps count of the actions, screens and kinds that a walk through the app has reached."""

import functools
import pkgutil
from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from textual.screen import Screen

import quizzer.tui.screens
import quizzer.tui.widgets
from quizzer.actions.action import Action
from quizzer.actions.table import ACTIONS
from quizzer.tui.widgets.answer_panel import AnswerPanel
from tests.tui.owners import OWNERS


class Reached:
    """What was done and seen so far, and how often."""

    def __init__(self) -> None:
        self.actions = Counter[str]()
        self.seen = Counter[str]()  # screens, and panels that take answers

    @property
    def missing(self) -> list[str]:
        """The actions of the table, screens and panels that were never reached."""
        actions = {action.id for action in ACTIONS} - set(self.actions)
        return sorted(actions) + sorted(_places() - set(self.seen))

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Count from now on whatever is done, by key, by palette or by mouse."""
        for owner, groups in OWNERS.items():
            for action in ACTIONS:
                if action.where in groups:
                    self._count(patch, owner, action)

    def look_at(self, screen: Screen[Any]) -> None:
        """Count the screen, and the panels on it."""
        self.seen[type(screen).__name__] += 1
        self.seen.update(type(panel).__name__ for panel in screen.query(AnswerPanel))

    def _count(self, patch: pytest.MonkeyPatch, owner: Any, action: Action) -> None:
        name = f"action_{action.method}"
        plain = getattr(owner, name)

        @functools.wraps(plain)
        def counted(node: Any, *arguments: Any) -> Any:
            self.actions[action.id] += 1
            return plain(node, *arguments)

        patch.setattr(owner, name, counted)
        for handled in (getattr(base, "_decorated_handlers", {}) for base in owner.__mro__):
            for message, handlers in handled.items():
                patch.setitem(handled, message, _replaced(handlers, plain, counted))


def _replaced(handlers: list[Any], plain: Any, counted: Any) -> list[Any]:
    """An action may also be called by a message, as when Enter is pressed in a list."""
    return [
        (counted if handler is plain else handler, selectors) for handler, selectors in handlers
    ]


def _places() -> set[str]:
    """The names of all screens and panels."""
    for package in (quizzer.tui.screens, quizzer.tui.widgets):
        for module in pkgutil.iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
    leaves = [*_leaves(Screen), *_leaves(AnswerPanel)]
    return {leaf.__name__ for leaf in leaves if leaf.__module__.startswith("quizzer.")}


def _leaves(base: type) -> list[type]:
    below = base.__subclasses__()
    return [leaf for one in below for leaf in _leaves(one)] if below else [base]
