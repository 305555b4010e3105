"""What is different in a browser: what is said there, and how files are handed over."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

    from quizzer.bank.library import Library

NO_EDITOR = "Your own editor cannot open in a browser: write here, or use quizzer in a terminal."


def what_is_off(library: Library) -> str:
    """That code is not asked, and what asks for it; nothing where it is asked."""
    if "code" not in library.set_aside:
        return ""
    return "Questions that ask for code are off: `quizzer serve --code` turns them on."


def hand_over(app: App[int], text: str, name: str) -> None:
    """Let the browser save a text as a file of this name."""
    app.deliver_binary(
        BytesIO(text.encode()), save_filename=name, mime_type="application/octet-stream"
    )
