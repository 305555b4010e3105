"""Opens what the app needs from the places where quizzer keeps its files.

Called after the first frame, and importing only then what the first frame can do without;
only the settings are read before it.
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
    """The check-list alone, for the first thing to read on the screen."""
    from quizzer.progress.places import home
    from quizzer.study import banks

    return banks.load_topics(home())


def configuration() -> Configuration:
    """The settings: the one thing that is read before the first frame, which shows them."""
    from quizzer.configuration.configuration import Configuration, load
    from quizzer.progress.places import PlaceError, home

    try:
        return load(home().config)
    except PlaceError:  # told as soon as the log is wanted, which has no place either
        return Configuration()


def open_study(settings: Settings | None = None, without: Collection[Kind] = ()) -> Study:
    """The banks, of which some kinds of items may be set aside, and the log."""
    from quizzer.progress.log import Log
    from quizzer.progress.places import home
    from quizzer.study import banks, groundwork
    from quizzer.study.study import Study

    places = home()
    elsewhere = groundwork.in_another_process
    library = banks.load(places, elsewhere).setting_aside(without)
    log = Log.open(places.database)
    return Study(library, log, settings=settings, kept=places.derived, derive_elsewhere=elsewhere)
