"""A log, and where it is."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.progress.log import Log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """In a folder that is not there yet."""
    return tmp_path / "new" / "folder" / "progress.sqlite3"


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with closing(Log.open(path)) as log:
        yield log
