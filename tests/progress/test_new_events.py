"""The events of interviews, bookmarks and the date: kept whole, and undone with their cause."""

from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from quizzer.progress.events import (
    Bookmarked,
    InterviewDated,
    LogEvent,
    PlanGrew,
    PlanShrank,
    PutOff,
    SessionEnded,
    SessionResumed,
    SessionStarted,
    Undone,
    Written,
)
from quizzer.progress.history import History
from quizzer.progress.log import Log
from tests.progress.builders import DAY, NOON, attempt, attempted, reviews_in, session_started


def stamp(log: Log, at: int = NOON) -> dict[str, Any]:
    return {"id": log.new_id(), "device": log.device, "at": at}


def written(log: Log, session: str) -> Written:
    variant = {"item": "open", "version": 1, "number": 5, "seed": "ab", "drawn": {}}
    return Written(
        **stamp(log),
        session=session,
        item="open",
        item_version=1,
        topic="attention",
        variant=variant,
        answer={"answer": "because"},
        confidence=2,
    )


def an_interview(log: Log) -> list[LogEvent]:
    """Begun, answered, grown, left, gone on with, and judged; a bookmark and a date beside it."""
    started = session_started(
        log, mode="interview", topic=None, blueprint={"name": "own", "minutes": 30}
    )
    answer = written(log, started.id)
    return [
        started,
        answer,
        PlanGrew(
            **stamp(log),
            session=started.id,
            item="next",
            variant=7,
            after=answer.id,
            because="right",
            depth=1,
        ),
        PlanShrank(**stamp(log), session=started.id, item="long", variant=3, because="time"),
        PutOff(**stamp(log), session=started.id, item="later", variant=2),
        SessionResumed(**stamp(log, NOON + DAY), session=started.id, left=NOON),
        attempted(log, item="open", session=started.id, judges=answer.id),
        Bookmarked(**stamp(log), item="open", on=True),
        Bookmarked(**stamp(log), item="next", on=True),
        Bookmarked(**stamp(log), item="next", on=False),
        InterviewDated(**stamp(log), day=date(2026, 4, 1)),
        SessionEnded(**stamp(log), session=started.id, finished=True, because="time"),
    ]


def test_every_event_is_read_as_it_was_written(log: Log) -> None:
    events = an_interview(log)
    log.append(*events)
    assert log.events() == events


def test_history_knows_what_they_mean(log: Log) -> None:
    events = an_interview(log)
    log.append(*events)
    history = History(log)
    session, answer = events[0].id, events[1].id
    (outline,) = history.in_session(session).written
    assert (outline.id, outline.item, outline.variant.number) == (answer, "open", 5)
    (grown,) = history.in_session(session).growth
    assert (grown.item, grown.variant, grown.depth) == ("next", 7, 1)
    (gone,) = history.in_session(session).shrinking
    assert (gone.item, gone.variant, gone.because) == ("long", 3, "time")
    (later,) = history.in_session(session).put_off
    assert (later.item, later.variant) == ("later", 2)
    end = history.in_session(session).end
    assert end is not None
    assert end.because == "time"
    assert [(r.left, r.at) for r in history.in_session(session).resumptions] == [(NOON, NOON + DAY)]
    assert history.chronicle().attempts[0].judges == answer
    assert history.bookmarks() == {"open"}
    assert history.interview_day == date(2026, 4, 1)


def test_what_an_answer_added_is_undone_with_it(log: Log) -> None:
    events = an_interview(log)
    session, answer = events[0].id, events[1].id
    log.append(*events)
    history = History(log)
    history.append(Undone(**stamp(log), target=answer))
    assert history.in_session(session).growth == []
    assert history.in_session(session).written == []


def test_events_that_arrive_in_another_order_mean_the_same(tmp_path: Path, log: Log) -> None:
    events = an_interview(log)
    log.append(*events)
    with closing(Log.open(tmp_path / "other.sqlite3")) as other:
        late = History(other)
        for event in reversed(events):
            other.append(event)
            late.refresh()
        expected, session = History(log), events[0].id
        assert late.in_session(session).growth == expected.in_session(session).growth
        assert late.chronicle().attempts == expected.chronicle().attempts
        assert late.bookmarks() == expected.bookmarks()


def test_sessions_written_before_blueprints_existed_are_read() -> None:
    old = (
        '{"event":"session-started","id":"1","device":"d","at":5,"mode":"practice",'
        '"topic":"attention","plan":[{"item":"a","variant":0}]}'
    )
    started = msgspec.json.decode(old, type=SessionStarted)
    assert (started.blueprint, started.purpose) == (None, "")


def test_ends_written_before_they_said_why_are_read() -> None:
    old = '{"event":"session-ended","id":"2","device":"d","at":6,"session":"1","finished":true}'
    assert msgspec.json.decode(old, type=SessionEnded).because == ""


def test_an_interview_counts_like_a_review_before_the_item_is_due() -> None:
    learnt = attempt(0, mode="practice")
    for mode, counted in (("interview", 2), ("review", 2), ("practice", 1)):
        found = reviews_in([learnt, attempt(1, mode=mode, score="0")])
        assert len(found) == counted
