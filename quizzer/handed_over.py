"""Reads answers from files and pipes, up to a limit: a pipe may never end."""

from pathlib import Path
from typing import IO, AnyStr, Final, TextIO

MOST: Final = 1_000_000  # bytes or characters


def whole(stream: IO[AnyStr]) -> AnyStr:
    """All that the stream holds. OSError if that is longer than an answer may be."""
    return _fitting(stream.read(MOST + 1))


def file(path: Path) -> str:
    """The same for a text file, without the mark that some editors put before UTF-8."""
    with path.open(encoding="utf-8-sig") as stream:
        return whole(stream)


def line(stream: TextIO) -> str:
    """The next line, empty after the last. OSError if it is longer than an answer may be."""
    return _fitting(stream.readline(MOST + 1))


def _fitting(held: AnyStr) -> AnyStr:
    if len(held) > MOST:
        raise OSError(f"too long for an answer; at most {MOST:,} characters are read")
    return held
