"""Asks for the sentence that the explorer follows through the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from quizzer.explorer.settings import (
    Settings,
    SettingsError,
    in_words,
    sentences_of,
    with_sentence,
)
from quizzer.tui.screens.dialogs import LineDialog
from quizzer.tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

_WORDS = "Source words → target words so far, at most 12 on each side."
_LETTERS = (
    "3 to 8 of the letters a to j, which the model writes backwards; optionally → and the letters "
    "it has written so far."
)


class SentenceDialog(LineDialog):
    """Returns a line that can be followed; any other is kept, with what is wrong below it."""

    def __init__(self, settings: Settings) -> None:
        text, line = _WORDS, in_words(settings)
        if settings.weights == "trained":  # the decoder's input depends on the letters
            text, line = _LETTERS, " ".join(settings.source)
        super().__init__("Sentence", text, line, enter="follow it")
        self._settings = settings

    def body(self) -> Iterable[Widget]:
        """The text, the field, and below it what is wrong."""
        yield from super().body()
        yield Static(id="wrong")

    def action_accept(self) -> None:
        """Return the line if it can be followed; otherwise let the learner correct it."""
        try:
            with_sentence(self._settings, *sentences_of(self.line))
        except SettingsError as error:
            message = str(error)
            says = f"{message[0].upper()}{message[1:]}."
            self.query_one("#wrong", Static).update(plain(says, "$text-warning"))
        else:
            self.dismiss(self.line)
