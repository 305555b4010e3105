"""The one way in which a command fails, and the exit codes."""

from typing import Final

DONE: Final = 0
FOUND_WRONG: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells expect
READER_GONE: Final = 141  # 128 + SIGPIPE, likewise


class CommandError(Exception):
    """Something a person can put right; the message says what, where, and what to do."""


def in_words(error: OSError) -> str:
    """A failure of the system: which file, if any, and why."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
