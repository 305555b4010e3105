"""A field whose words narrow a list, and what fits them."""

from __future__ import annotations

from typing import Final

from quizzer.tui.widgets.line_field import LineField

LONG: Final = 6  # letters: a shorter word stands by chance where two others meet
NOTHING: Final = "Nothing matches. Delete a letter."


class Finder(LineField):
    """Enter and the arrows belong to the list."""

    def __init__(self) -> None:
        super().__init__(
            placeholder="type a word to search",
            compact=True,
            select_on_focus=False,  # a letter may come in together with the focus
        )

    @property
    def words(self) -> list[str]:
        """What is looked for."""
        return _parted(self.value).split()


def fits(text: str, words: list[str]) -> bool:
    """Whether every word stands somewhere in the text; `layernorm` does in `layer_norm`."""
    found = _parted(text)
    return all(
        word in found or (len(word) >= LONG and word in found.replace(" ", "")) for word in words
    )


def _parted(text: str) -> str:
    """A text or a name in small letters, with its words apart however they are joined there."""
    return text.casefold().replace("_", " ").replace("-", " ")
