"""A program that answers as fast as it can, and says of each answer when it was taken.

`python -m tests.soak.learner LOG SEED` says `ready`, and goes on when its standard input ends.
"""

import random
import sys
from pathlib import Path

from quizzer.progress.log import Log
from quizzer.study.errors import StudyError
from quizzer.study.session import Session
from quizzer.study.study import Study
from tests.study.builders import RIGHT, WRONG, TurnedClock, fill, library

ITEMS = library(attention=[fill(f"a-{number}") for number in range(40)])


def main(path: str, seed: str) -> None:
    """Answer until the end, which comes from outside."""
    rng = random.Random(seed)
    study = Study(ITEMS, Log.open(Path(path)), TurnedClock())
    _say("ready")
    sys.stdin.readline()
    while True:
        session = study.open_session("attention")
        try:
            while session.state != "finished":
                _step(session, rng)
        except StudyError:  # another program has answered this
            session.leave()


def _step(session: Session, rng: random.Random) -> None:
    if session.state == "answered":
        if rng.random() < 0.1 and session.undo():
            _say("undone")
        else:
            session.advance()
        return
    session.save_draft({"x": "rig"})
    if rng.random() < 0.3:
        session.hint()
    assert session.question is not None
    answer = rng.choice([RIGHT, RIGHT, WRONG])
    item = session.question.item.id
    _say("trying", item)
    session.submit(answer)
    _say("taken", item, answer["x"])


def _say(*words: str) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
