"""Opens what the app needs from the places where quizzer keeps its files.

Called after the first frame, and importing only then what the first frame can do without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizzer.bank.schema import Topic
    from quizzer.study.study import Study


def load_topics() -> Sequence[Topic]:
    """The check-list alone, for the first thing to read on the screen."""
    from quizzer.progress.places import home
    from quizzer.study import banks

    return banks.load_topics(home())


def open_study() -> Study:
    """The banks and the log."""
    from quizzer.progress.log import Log
    from quizzer.progress.places import home
    from quizzer.study import banks
    from quizzer.study.study import Study

    places = home()
    return Study(banks.load(places), Log.open(places.database))
