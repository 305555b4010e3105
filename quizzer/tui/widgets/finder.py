"""A search field above a list, and the test of which entries match it."""

from __future__ import annotations

from typing import Final

from quizzer.tui.widgets.line_field import LineField

LONG: Final = 6  # letters; a shorter word can match by chance where two others meet
NOTHING: Final = "Nothing matches. Delete a letter."


class Finder(LineField):
    """The search field; Enter and the arrows are left to the list."""

    def __init__(self) -> None:
        super().__init__(
            placeholder="type a word to search",
            compact=True,
            select_on_focus=False,  # a letter may come in together with the focus
        )

    @property
    def words(self) -> list[str]:
        """The words to search for."""
        return _separated(self.value).split()


def fits(text: str, words: list[str]) -> bool:
    """Whether every word is somewhere in the text; `layernorm` is found in `layer_norm`."""
    found = _separated(text)
    return all(
        word in found or (len(word) >= LONG and word in found.replace(" ", "")) for word in words
    )


def _separated(text: str) -> str:
    """A text or a name in lower case, with spaces where `_` or `-` joined its words."""
    return text.casefold().replace("_", " ").replace("-", " ")
