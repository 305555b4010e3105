"""Textual's parser of what a terminal sends, which no longer crashes the app at odd codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from textual.message import Message


class SteadyParser(XTermParser):
    """Ignores codes whose numbers make no sense, such as a key beyond the last of Unicode."""

    def feed(self, data: str) -> Iterable[Message]:
        """The messages in what the terminal sends, parsed character by character.

        Empty `data` says that nothing more will come.
        """
        for piece in data or ("",):
            try:
                yield from super().feed(piece)
            except (ArithmeticError, ValueError):
                self._begin_anew()

    def _begin_anew(self) -> None:
        """Start a new generator: one that raised an error has ended."""
        self._gen = self.parse(self._tokens.append)
        self._awaiting = next(self._gen)


def put_into(driver: ModuleType) -> None:
    """Make the module of a Textual driver use this parser; only this name gives access to it."""
    vars(driver)["XTermParser"] = SteadyParser
