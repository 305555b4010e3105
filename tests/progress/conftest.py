"""A log in a folder of its own."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.progress.log import Log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.sqlite3"


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with closing(Log.open(path)) as log:
        yield log
