"""Textual's parser of what a terminal sends, made steady: an odd code brought the app down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from textual.message import Message


class SteadyParser(XTermParser):
    """A code with numbers that make no sense, such as a key beyond all letters, is nothing."""

    def feed(self, data: str) -> Iterable[Message]:
        """What the terminal tells, letter by letter; no letters are its end."""
        for piece in data or ("",):
            try:
                yield from super().feed(piece)
            except (ArithmeticError, ValueError):
                self._begin_anew()

    def _begin_anew(self) -> None:
        """After an error, a generator is at its end."""
        self._gen = self.parse(self._tokens.append)
        self._awaiting = next(self._gen)


def put_into(driver: ModuleType) -> None:
    """Let a driver of Textual's parse with it: there is no other door to it than this name."""
    vars(driver)["XTermParser"] = SteadyParser
