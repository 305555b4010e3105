"""What is derived from the log does not depend on how its events arrived."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.progress.events import LogEvent, SessionEnded, Undone
from quizzer.progress.history import History
from quizzer.progress.log import Log
from tests.progress.builders import DAY, NOON, attempted, session_started


def a_week_of_study(log: Log) -> list[LogEvent]:
    """A review in between, one answer undone; made with ids of this log, not written to it."""
    review = session_started(log, mode="review", topic=None, at=NOON + DAY)
    failed = attempted(log, at=NOON + DAY, session=review.id, status="wrong", score="0")
    return [
        attempted(log, at=NOON),
        review,
        failed,
        Undone(id=log.new_id(), device=log.device, at=NOON + DAY, target=failed.id),
        attempted(log, at=NOON + DAY, session=review.id, status="partly", score="2/3"),
        SessionEnded(
            id=log.new_id(), device=log.device, at=NOON + DAY, session=review.id, finished=True
        ),
        attempted(log, at=NOON + 5 * DAY),
    ]


def seen_by(history: History) -> tuple[object, ...]:
    told = history.chronicle()
    return (
        told.attempts,
        [(mode, answer.id, answer.answer) for mode, answer in history.answers()],
        history.card("why-scale"),
        told.sessions,
        [history.in_session(session.id).end for session in told.sessions],
        history.open_sessions(),
        (history.events_seen, told.attempts_undone),
    )


@pytest.mark.parametrize(
    "order", [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 0, 6, 2, 5, 1, 4]]
)
def test_any_order_of_arrival_gives_the_same_history(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: Sequence[int]
) -> None:
    monkeypatch.setattr("quizzer.progress.history.PAGE", 2)
    monkeypatch.setattr("quizzer.progress.log.PAGE", 2)
    events = a_week_of_study(log)
    log.append(*events)
    expected = seen_by(History(log))
    with closing(Log.open(tmp_path / "merged.sqlite3")) as merged:
        step_by_step = History(merged)
        for n in order:
            step_by_step.append(events[n])
        assert seen_by(step_by_step) == expected
        assert seen_by(History(merged)) == expected
        assert merged.fingerprint() == log.fingerprint()
        assert step_by_step.chronicle().fingerprint == log.fingerprint()


def test_undo_leaves_the_schedule_as_it_was_before(log: Log) -> None:
    history = History(log)
    history.append(attempted(log, at=NOON))
    before = history.card("why-scale")
    second = attempted(log, at=NOON + 9 * DAY, status="wrong", score="0")
    history.append(second)
    assert history.card("why-scale") != before
    history.append(Undone(id=log.new_id(), device=log.device, at=NOON, target=second.id))
    assert history.card("why-scale") == before
    assert history.numbers_used("why-scale") == [0, 0]


def test_an_item_whose_only_attempt_was_undone_is_new(log: Log) -> None:
    only = attempted(log)
    log.append(only, Undone(id=log.new_id(), device=log.device, at=NOON, target=only.id))
    assert History(log).card("why-scale") is None


def test_the_mode_of_the_session_decides_what_counts(log: Log) -> None:
    practice = session_started(log, mode="practice")
    history = History(log)
    history.append(practice, attempted(log, at=NOON, session=practice.id))
    history.append(attempted(log, at=NOON + DAY, session=practice.id))
    card = history.card("why-scale")
    assert card is not None
    assert card.reviews == 1
    review = session_started(log, mode="review")
    history.append(review, attempted(log, at=NOON + 2 * DAY, session=review.id))
    card = history.card("why-scale")
    assert card is not None
    assert card.reviews == 2
