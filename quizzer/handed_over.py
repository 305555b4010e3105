"""Answers that come as files or through pipes, which need not end: no more is read than fits."""

from pathlib import Path
from typing import IO, AnyStr, Final, TextIO

MOST: Final = 1_000_000  # bytes or characters


def whole(stream: IO[AnyStr]) -> AnyStr:
    """All that the stream holds. OSError when that is more than an answer can be."""
    return _fitting(stream.read(MOST + 1))


def file(path: Path) -> str:
    """The same of a file of text, which some editors begin with a mark that it is UTF-8."""
    with path.open(encoding="utf-8-sig") as stream:
        return whole(stream)


def line(stream: TextIO) -> str:
    """The next line, empty after the last. OSError when it is longer than an answer can be."""
    return _fitting(stream.readline(MOST + 1))


def _fitting(held: AnyStr) -> AnyStr:
    if len(held) > MOST:
        raise OSError(f"too much for an answer; {MOST:,} characters at most are read")
    return held
