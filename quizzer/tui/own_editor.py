"""Opens the learner's own editor in the terminal, which the app gives up meanwhile."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from quizzer import handed_over
from quizzer.words import reason_of

if TYPE_CHECKING:
    from textual.app import App

    from quizzer.tui.base_app import BaseApp

HOW = 'Choose an editor first: editor = "nano" in your settings, or set VISUAL or EDITOR.'


class EditorError(Exception):
    """The editor could not be used; the message says why."""


def edit(app: BaseApp, text: str, name: str) -> str:
    """Let the learner edit a text as a file of this name; returns the text as it was saved."""
    command = _command(app.settings.editor)
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="quizzer-"))
            file = Path(folder, name)
            # A paste may hold half a character (a lone surrogate).
            file.write_text(text, encoding="utf-8", errors="replace")
        except OSError as error:
            raise EditorError(
                f"The file for your editor cannot be written: {reason_of(error)}."
            ) from None
        _leave_to(app, [*command, str(file)])
        return _read(file)


def _leave_to(app: App[int], command: list[str]) -> None:
    """Leave the terminal to a command until it ends."""
    try:
        with app.suspend():
            failure = _run(command)
    except SuspendNotSupported:
        raise EditorError("Another program cannot take over this terminal.") from None
    if failure:
        raise EditorError(f"{failure}; nothing changed.")


def _run(command: list[str]) -> str:
    """Run it; returns what went wrong, if anything: the app must have its terminal back first."""
    try:
        code = subprocess.run(command).returncode
    except OSError as error:
        return f"{command[0]} cannot be started: {reason_of(error)}"
    return f"{command[0]} ended with code {code}" if code else ""


def _command(chosen: str) -> list[str]:
    try:
        command = [os.path.expanduser(word) for word in shlex.split(chosen)]  # as a shell does
    except ValueError as error:
        raise EditorError(f"{chosen!r} is not a command: {error}.") from None
    if not command:
        raise EditorError(HOW)
    return command


def _read(file: Path) -> str:
    try:
        return handed_over.file(file)
    except UnicodeDecodeError:
        raise EditorError("The file is no longer UTF-8; nothing changed.") from None
    except OSError as error:
        raise EditorError(
            f"The file cannot be read: {reason_of(error)}; nothing changed."
        ) from None
