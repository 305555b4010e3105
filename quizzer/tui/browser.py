"""What is different in a browser: what is said there, and how files are handed over."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from textual.app import App

    from quizzer.bank.library import Library

_OF_A_TERMINAL = ("code.editor",)  # another program takes it over


def what_is_off(library: Library) -> str:
    """That code is not asked, and what asks for it; nothing where it is asked."""
    if "code" not in library.set_aside:
        return ""
    return "Questions that ask for code are off: `quizzer serve --code` turns them on."


def offers(app: App[Any], action_id: str) -> bool:
    """Whether an action has a place here, in a terminal or in a browser."""
    return not (app.is_web and action_id in _OF_A_TERMINAL)


def hand_over(app: App[int], text: str, name: str) -> None:
    """Let the browser save a text as a file of this name."""
    app.deliver_binary(
        BytesIO(text.encode()), save_filename=name, mime_type="application/octet-stream"
    )
