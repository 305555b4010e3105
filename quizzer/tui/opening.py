"""Opens what the app needs from the places where quizzer keeps its files.

These functions are called after the first frame, and import only then what the first frame does
not need; only the settings are read before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from quizzer.bank.schema import Kind, Topic
    from quizzer.configuration.configuration import Configuration
    from quizzer.configuration.settings import Settings
    from quizzer.study.study import Study


def load_topics() -> Sequence[Topic]:
    """The topics of the check-list alone: the first thing to read on the screen."""
    from quizzer.progress.places import home
    from quizzer.study import banks

    return banks.load_topics(home())


def configuration() -> Configuration:
    """The settings: the one thing that is read before the first frame, which shows them."""
    from quizzer.configuration.configuration import Configuration, load
    from quizzer.progress.places import PlaceError, home

    try:
        return load(home().config)
    except PlaceError:  # reported when the log is opened, which has no place either
        return Configuration()


def open_study(settings: Settings | None = None, without: Collection[Kind] = ()) -> Study:
    """The Study: the banks, without some kinds of items if wanted, and the log."""
    from quizzer.progress.log import Log
    from quizzer.progress.places import home
    from quizzer.study import banks, groundwork
    from quizzer.study.study import Study

    places = home()
    elsewhere = groundwork.in_another_process
    library = banks.load(places, elsewhere).setting_aside(without)
    log = Log.open(places.database)
    return Study(library, log, settings=settings, kept=places.derived, derive_elsewhere=elsewhere)
