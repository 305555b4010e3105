"""Checking banks that someone is writing: every problem of every file."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from quizzer.bank.files import CHECKLIST, bundled_folder, files_of, path_text, real
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.mistakes import words_for
from quizzer.bank.reading import Reading, read
from quizzer.diagnostics import Finding, Problem, did_you_mean


def read_paths(
    paths: Iterable[Path], additions: Path | None = None, known: KnownFiles | None = None
) -> Reading:
    """Read banks together with what they refer to; only problems in the paths are reported.

    A bank adds to the bundled ones and is read with them, and with the other banks in its folder
    if that is `additions` or has a check-list. Only another copy of the bundled banks, such as a
    translation, is read alone.
    """
    own = files_of(paths)
    mine = {real(file) for file in own}
    beside = dict.fromkeys(file.parent for file in own)
    folders = dict.fromkeys(one for each in beside for one in _context(each, additions, known))
    context = (file for file in files_of(folders) if real(file) not in mine)
    asked = frozenset(
        path_text(file) for file in (*own, *(folder / CHECKLIST for folder in folders))
    )
    reading = replace(read([*context, *own], known), asked=asked)
    everywhere = reading.problems or _named_in_vain(reading)  # an item left out may have it
    return replace(reading, problems=[one for one in everywhere if one.path in asked])


def _named_in_vain(reading: Reading) -> Iterator[Problem]:
    """A warning for each name of a mistake that no item has, for example after a typo in the id."""
    made = {mistake for item in reading.library.items.values() for mistake in words_for(item)}
    for file in reading.files.values():
        bank = file.contents.bank
        for mistake in bank.mistake_names if bank else ():
            if mistake not in made:
                message = f"no item has the mistake '{mistake}'"
                hint = did_you_mean(mistake, made) or "remove it"
                finding = Finding(("mistake_names", mistake), message, hint, severity="warning")
                yield file.source.finding(finding)


def _context(beside: Path, additions: Path | None, known: KnownFiles | None) -> tuple[Path, ...]:
    """The folders whose banks are read with those of this one."""
    if additions is not None and real(beside) == real(additions):
        return bundled_folder(), beside
    if not os.path.isfile(beside / CHECKLIST):
        return (bundled_folder(),)
    return (beside,) if _stands_alone(beside, known) else (bundled_folder(), beside)


def _stands_alone(folder: Path, known: KnownFiles | None) -> bool:
    """Does its check-list have topics of the bundled one, or none that can be read?"""
    mine, bundled = (
        {topic.id for topic in read([each / CHECKLIST], known).library.topics}
        for each in (folder, bundled_folder())
    )
    return not mine or bool(mine & bundled)
