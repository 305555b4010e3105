"""Compiling a source text without running it: in the child, and before one is started."""

from types import CodeType
from typing import Any, Final

FILE: Final = "<your code>"
_MOST_TEXT: Final = 500


def read(source: str) -> CodeType | dict[str, Any]:
    """The compiled code, or the message that says why it is not Python, and where."""
    try:
        return compile(source, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        return _unreadable(error.msg, error.lineno, error.offset)
    except ValueError as error:
        return _unreadable(error)
    except (RecursionError, MemoryError):
        return _unreadable("it is nested too deeply")


def short(text: object) -> str:
    """Text from the learner's code that can be sent: not too long, and without half characters."""
    words = str(text)[:_MOST_TEXT]
    return words.encode(errors="replace").decode()


def _unreadable(
    message: object, line: int | None = None, column: int | None = None
) -> dict[str, Any]:
    return {"says": "unreadable", "message": short(message), "line": line, "column": column}
