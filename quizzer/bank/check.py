"""Checking banks that someone is writing: every problem of every file."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from quizzer.bank.files import CHECKLIST, bundled_folder, files_of, real, text_of
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.reading import Reading, read


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
    reading = read([*context, *own], known)
    asked = frozenset(text_of(file) for file in (*own, *(folder / CHECKLIST for folder in folders)))
    problems = [problem for problem in reading.problems if problem.path in asked]
    return replace(reading, problems=problems, asked=asked)


def _context(file: Path, additions: Path | None) -> tuple[Path, ...]:
    beside = file.parent
    if additions is not None and real(beside) == real(additions):
        return bundled_folder(), beside
    return (beside if os.path.isfile(beside / CHECKLIST) else bundled_folder(),)
