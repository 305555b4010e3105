"""Opens what the app needs from the places where quizzer keeps its files."""

from collections.abc import Sequence

from quizzer.bank.schema import Topic
from quizzer.progress.places import home
from quizzer.study.study import Study


def load_topics() -> Sequence[Topic]:
    """The check-list alone, for the first thing to read on the screen."""
    from quizzer.bank import loading

    return loading.load_topics(home().cache)


def open_study() -> Study:
    """The bundled banks and the log."""
    from quizzer.bank.loading import load_library
    from quizzer.progress.log import Log

    places = home()
    return Study(load_library(places.cache), Log.open(places.database))
