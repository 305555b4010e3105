"""Files as arguments of commands, and writing one that must not exist yet."""

import argparse
from contextlib import suppress
from pathlib import Path

from quizzer.commands.running.errors import CommandError
from quizzer.words import reason_of


def file(text: str) -> Path:
    """A reader of names of files; nothing at all, as from an empty variable of a shell, is none."""
    if not text:
        raise argparse.ArgumentTypeError("'' is not the name of a file")
    return Path(text)


def write_new(path: Path, text: str) -> None:
    """Write a file as a whole or not at all; FileExistsError if there is one of this name."""
    try:
        with path.open("x", encoding="utf-8") as opened:
            try:
                opened.write(text)
                opened.flush()
            except OSError:  # a part of it, or an empty file, would be in the way later
                with suppress(OSError):
                    path.unlink()
                raise
    except FileExistsError:
        raise
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason_of(error)}.") from error
