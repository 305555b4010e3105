"""The banks that come with quizzer, read once for all tests of a process."""

from functools import cache

from quizzer.bank.loading import Library, bundled_folder, load_folder


@cache
def bundled() -> Library:
    """What is sound in them; that this is everything, tests/questions says."""
    return load_folder(bundled_folder())[0]
