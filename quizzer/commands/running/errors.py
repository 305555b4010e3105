"""The one way in which a command fails, and the exit codes."""

from typing import Final

DONE: Final = 0
FOUND_WRONG: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells expect
READER_GONE: Final = 141  # 128 + SIGPIPE, likewise

OF_VERDICTS: Final = {
    "right": DONE,
    "partly": FOUND_WRONG,
    "wrong": FOUND_WRONG,
    "invalid": UNUSABLE,
}


class CommandError(Exception):
    """Something that a person can put right; the message says what, where, and what to do."""
