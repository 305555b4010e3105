"""What is different in a browser: which actions exist, what is said, how files are saved."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from textual.app import App

    from quizzer.bank.library import Library

_OF_A_TERMINAL = ("code.editor",)  # actions that hand the terminal to another program


def what_is_off(library: Library) -> str:
    """A note that questions for code are off, and how to turn them on; empty if they are on."""
    if "code" not in library.set_aside:
        return ""
    return "Questions that ask for code are off: `quizzer serve --code` turns them on."


def offers(app: App[Any], action_id: str) -> bool:
    """Whether an action can be offered here: some need a terminal."""
    return not (app.is_web and action_id in _OF_A_TERMINAL)


def hand_over(app: App[int], text: str, name: str) -> None:
    """Let the browser save a text as a file of this name."""
    app.deliver_binary(
        BytesIO(text.encode()), save_filename=name, mime_type="application/octet-stream"
    )
