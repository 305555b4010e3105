"""Writes to a terminal, to a pipe or as JSON: encoding, width, colour."""

import contextlib
import math
import os
import sys
from io import TextIOWrapper
from typing import Any, Final, Literal

from quizzer.exercises import shading
from quizzer.harmless import harmless, harmless_json

Style = Literal["bold", "dim", "red", "green", "yellow"]
_CODES: Final[dict[Style, int]] = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33}
_MORE, _LESS = 34, 33
_NARROWEST: Final = 20


def open_missing_streams() -> None:
    """Connect standard input, output and error to the null device if they were closed from outside.

    Otherwise, the next file to be opened would get their number, and with it all that is printed.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


def use_utf8() -> None:
    """Read and write UTF-8, whatever the locale says; what cannot be written is escaped.

    What comes through a pipe may have been written elsewhere: with a mark at its beginning, and
    with a carriage return before the end of each line.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict", newline=None)


def complain(words: str) -> None:
    """Say on standard error why the command could not do what it should."""
    with contextlib.suppress(OSError):  # its reader may be gone
        print(f"quizzer: {harmless(words)}", file=sys.stderr)


def tell(*lines: str) -> None:
    """Print lines that contain a name from outside, such as that of a file, made harmless."""
    print(harmless("\n".join(lines)))


def silence() -> None:
    """Drop what is not written yet, so that Python does not complain about it at exit."""
    with contextlib.suppress(OSError):  # a stand-in for standard output has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def width() -> int:
    """The number of columns to write in: the terminal's, or 80."""
    import shutil  # only here, because the app and most commands do not need it

    return max(shutil.get_terminal_size().columns, _NARROWEST)


def styled(text: str, style: Style) -> str:
    """The text, made harmless, and in a style if standard output is a terminal with colours."""
    text = harmless(text)
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if _shows_colours() else text


def shaded(text: str, level: int) -> str:
    """A cell of a heat map: blue for levels above 0, yellow below, bold if far from it.

    Without colours, it stays as it is. The background is the terminal's own, since nobody knows how
    light that is.
    """
    if not level or not _shows_colours():
        return text
    weight = ";1" if abs(level) > shading.LEVELS // 2 else ""
    return f"\x1b[{_MORE if level > 0 else _LESS}{weight}m{text}\x1b[0m"


def _shows_colours() -> bool:
    wanted = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def write_json(schema: str, content: dict[str, Any]) -> None:
    """Print one JSON document; `schema` names its form and version, such as `item/1`."""
    import json  # only here, for the same reason as above

    import msgspec.json  # it indents long lists five times as fast as `json`

    document = {"schema": f"quizzer-{schema}", **plain_data(content)}
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    indented = msgspec.json.format(text.encode(errors="surrogatepass"), indent=2)
    print(harmless_json(indented.decode(errors="surrogatepass")))


def plain_data(value: Any) -> Any:
    """The value in types that JSON has; numbers it lacks become "nan", "inf" and "-inf"."""
    if isinstance(value, dict):
        return {key: plain_data(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
