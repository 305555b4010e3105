"""What the learner set once and for all: kept in a small file beside the other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from quizzer.progress.places import home, make

if TYPE_CHECKING:
    from pathlib import Path


class Preferences(msgspec.Struct, kw_only=True):
    """All of them, with what holds until something is set."""

    ask_confidence: bool = True


def _path() -> Path:
    return home().config / "preferences.json"


def load() -> Preferences:
    """What was set; a file that is missing or spoilt leaves things as they come."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=Preferences)
    except (OSError, msgspec.DecodeError):
        return Preferences()


def save(preferences: Preferences) -> None:
    """Keep what is set now."""
    path = _path()
    make(path.parent)
    try:
        path.write_bytes(msgspec.json.encode(preferences) + b"\n")
    except OSError:  # where nothing can be written, it holds for this time
        return
