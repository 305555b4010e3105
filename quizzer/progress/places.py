"""Where quizzer keeps its files: the folders of the system, or one folder of your choice."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from quizzer.words import reason_of

HOME_VARIABLE = "QUIZZER_HOME"


class Places(NamedTuple):
    """Paths only: nothing is created until something is written there."""

    config: Path
    data: Path
    cache: Path

    @property
    def database(self) -> Path:
        """The log of all answers."""
        return self.data / "progress.sqlite3"

    @property
    def backups(self) -> Path:
        """The backups of the log."""
        return self.database.with_name("backups")

    @property
    def derived(self) -> Path:
        """What was derived from the log; may be deleted at any time."""
        return self.cache / "derived.msgpack"

    @property
    def banks(self) -> Path:
        """The learner's own banks."""
        return self.data / "banks"


class PlaceError(OSError):
    """A folder cannot be used; the message says which, why and what to do."""


def home(environment: Mapping[str, str] = os.environ) -> Places:
    """The folders in use: those of the system, or all in QUIZZER_HOME when it is set."""
    chosen = environment.get(HOME_VARIABLE, "").strip()
    if chosen:
        folder = _expanded(chosen)
        return Places(config=folder, data=folder, cache=folder / "cache")
    try:
        return _of_the_system()
    except RuntimeError as error:
        raise PlaceError(
            f"There is no home folder. Set HOME, or {HOME_VARIABLE} to a folder."
        ) from error


def _of_the_system() -> Places:
    from platformdirs import PlatformDirs

    folders = PlatformDirs("quizzer", appauthor=False)
    if not folders.user_data_path.is_absolute():  # it begins with a ~ that could not be expanded
        raise RuntimeError(folders.user_data_path)
    return Places(
        config=folders.user_config_path,
        data=folders.user_data_path,
        cache=folders.user_cache_path,
    )


def _expanded(chosen: str) -> Path:
    try:
        return Path(chosen).expanduser().absolute()
    except (RuntimeError, OSError) as error:  # no such user; relative, and the folder is gone
        reason = reason_of(error).rstrip(".")
        raise PlaceError(
            f"{HOME_VARIABLE} is {chosen}, which cannot be resolved: {reason}. "
            "Give an absolute path."
        ) from error


def make(folder: Path) -> Path:
    """The folder, created with its parents when it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlaceError(
            f"The folder {folder} cannot be created: {reason_of(error)}. "
            f"Set {HOME_VARIABLE} to a folder that you may write to."
        ) from error
    return folder
