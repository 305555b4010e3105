"""Writing to the terminal, to a pipe or as JSON: encoding, width, colour."""

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
    """Let standard input, output and error lead nowhere where they were closed from outside.

    Otherwise the next file that is opened takes their number, and what is printed would go there.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be written is escaped, never fatal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def complain(words: str) -> None:
    """Say on standard error why the command could not do what it should."""
    with contextlib.suppress(OSError):  # nobody may be left to hear it
        print(f"quizzer: {harmless(words)}", file=sys.stderr)


def tell(*lines: str) -> None:
    """Print lines in which a person has named something, such as a file: it steers no terminal."""
    print(harmless("\n".join(lines)))


def silence() -> None:
    """Drop what is left to write, so that Python does not complain about it at exit."""
    with contextlib.suppress(OSError):  # a stand-in for standard output has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def width() -> int:
    """Columns to write in: the terminal's, or 80."""
    import shutil  # here, because the app and most commands do without

    return max(shutil.get_terminal_size().columns, _NARROWEST)


def styled(text: str, style: Style) -> str:
    """Text in a style where it is written to a terminal that shows colours, else as it is."""
    text = harmless(text)
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if _shows_colours() else text


def shaded(text: str, level: int) -> str:
    """A cell of a heat map: blue for more, yellow for less, bold where it is most; else as it is.

    The background stays the terminal's own, since nobody knows how light that is.
    """
    if not level or not _shows_colours():
        return text
    weight = ";1" if abs(level) > shading.LEVELS // 2 else ""
    return f"\x1b[{_MORE if level > 0 else _LESS}{weight}m{text}\x1b[0m"


def _shows_colours() -> bool:
    wanted = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def write_json(schema: str, content: dict[str, Any]) -> None:
    """One JSON document that names the version of its schema."""
    import json  # likewise

    import msgspec.json  # which indents long lists five times as fast

    document = {"schema": f"quizzer-{schema}", **plain_data(content)}
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    indented = msgspec.json.format(text.encode(errors="surrogatepass"), indent=2)
    print(harmless_json(indented.decode(errors="surrogatepass")))


def plain_data(value: Any) -> Any:
    """The same in types that JSON has; numbers it lacks become "nan", "inf" and "-inf"."""
    if isinstance(value, dict):
        return {key: plain_data(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
