"""The list of all components, kept in a file, so that it can be searched without NumPy."""

from functools import cache
from pathlib import Path
from typing import Final

from quizzer.cache import digest_of_sources, recall, remember

Group = tuple[str, tuple[tuple[str, str], ...]]  # a family's title; full names and summaries
_PACKAGE: Final = Path(__file__).parent.parent
_SOURCES: Final = (  # of what is kept
    _PACKAGE / "handbook",
    _PACKAGE / "exercises",  # which reads the docstrings
    _PACKAGE.parent / "reference",
)
_FILE: Final = "components.msgpack"


@cache
def groups(cache_folder: Path) -> tuple[Group, ...]:
    """Families in reading order with their components.

    They come from a file in the folder, which is made again whenever the sources have changed.
    """
    file, key = cache_folder / _FILE, digest_of_sources(_SOURCES)
    found = recall(file, key, tuple[Group, ...])
    if found is None:
        from quizzer.handbook.pages import contents  # loads NumPy and the reference

        found = tuple((family.title, rows) for family, rows in contents())
        remember(file, key, found)
    return found
