"""Checking banks that someone is writing: every problem of every file."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from quizzer.bank.files import CHECKLIST, bundled_folder, files_of, real, text_of
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.mistakes import words_for
from quizzer.bank.reading import Reading, read
from quizzer.diagnostics import Finding, Problem, did_you_mean


def read_paths(
    paths: Iterable[Path], additions: Path | None = None, known: KnownFiles | None = None
) -> Reading:
    """Read banks together with what they refer to; only problems in the paths are told.

    A bank is read with the check-list and the banks beside it. Where there is no check-list,
    it is taken to be an addition to the bundled banks; so is all that stands in `additions`.
    """
    own = files_of(paths)
    mine = {real(file) for file in own}
    folders = dict.fromkeys(folder for file in own for folder in _context(file, additions))
    context = (file for file in files_of(folders) if real(file) not in mine)
    asked = frozenset(text_of(file) for file in (*own, *(folder / CHECKLIST for folder in folders)))
    reading = replace(read([*context, *own], known), asked=asked)
    everywhere = reading.problems or _named_in_vain(reading)  # what is left out can make mistakes
    return replace(reading, problems=[one for one in everywhere if one.path in asked])


def _named_in_vain(reading: Reading) -> Iterator[Problem]:
    """A warning for each mistake that a bank names and no item does, as after a slip in its id."""
    made = {mistake for item in reading.library.items.values() for mistake in words_for(item)}
    for file in reading.files.values():
        bank = file.contents.bank
        for mistake in bank.mistake_names if bank else ():
            if mistake not in made:
                message = f"no item has the mistake '{mistake}'"
                hint = did_you_mean(mistake, made) or "remove it"
                finding = Finding(("mistake_names", mistake), message, hint, severity="warning")
                yield file.source.finding(finding)


def _context(file: Path, additions: Path | None) -> tuple[Path, ...]:
    beside = file.parent
    if additions is not None and real(beside) == real(additions):
        return bundled_folder(), beside
    return (beside if os.path.isfile(beside / CHECKLIST) else bundled_folder(),)
