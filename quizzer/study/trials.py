"""Trials: the learner's own items are tried out before they are asked; the sound are remembered."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import msgpack

from quizzer.bank.schema import Item
from quizzer.cache import digest_of, digest_of_sources, recall, remember, sources_in

if TYPE_CHECKING:
    from quizzer.diagnostics import Finding

VARIANTS: Final = 5  # tried of each item before it is asked
_PARTS: Final = ("quizzer/bank", "quizzer/exercises", "quizzer/grading", "reference")


class Trials:
    """The items that were found sound before, by their content, remembered in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._before: set[bytes] | None = None  # not read yet
        self._now: set[bytes] = set()

    def problems_of(self, item: Item) -> "list[Finding]":
        """Why an item cannot be asked; if nothing was found, it is not tried again."""
        if self._before is None:
            self._before = recall(self._file, _rules(), set[bytes]) or set()
        content = digest_of(msgpack.encode(item))
        found: list[Finding] = []
        if content not in self._before:
            from quizzer.grading import inspection  # here, because it loads NumPy

            found = [f for f in inspection.problems_of(item, VARIANTS) if f.severity == "error"]
        if not found:
            self._now.add(content)
        return found

    def sources(self) -> list[Path]:
        """The source files of all that tries items out."""
        return sources_in(_folders())

    def keep(self) -> None:
        """Remember what was sound this time, and forget what is no longer there."""
        if self._before is not None and self._now != self._before:
            remember(self._file, _rules(), self._now)


@cache
def _rules() -> bytes:
    """What trials depend on: the number of variants, and the source of what tries items out."""
    return digest_of(str(VARIANTS).encode() + digest_of_sources(_folders()))


def _folders() -> list[Path]:
    installed = Path(__file__).parent.parent.parent
    return [installed / part for part in _PARTS]
