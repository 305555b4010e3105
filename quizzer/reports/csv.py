"""The attempts of a report as CSV, one a row, for a spreadsheet or a script."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from quizzer.bank.harmless import harmless_json
from quizzer.bank.library import Library
from quizzer.progress.attempt import Attempt
from quizzer.progress.days import study_day
from quizzer.progress.events import Attempted
from quizzer.progress.history import History
from quizzer.progress.log import Store
from quizzer.progress.schedule import Settings
from quizzer.reports.scope import Evidence, Scope
from quizzer.study.clock import Clock, SystemClock

HEADS = (
    "id",
    "at",
    "day",
    "device",
    "session",
    "mode",
    "topic",
    "item",
    "item_version",
    "kind",
    "variant",
    "status",
    "score",
    "score_decimal",
    "mistakes",
    "hints",
    "solution_seen",
    "confidence",
    "seconds",
    "quizzer",
    "answer",
    "points",
)


def render(
    log: Store,
    library: Library,
    clock: Clock | None = None,
    scope: Scope | None = None,
    settings: Settings | None = None,
    history: History | None = None,
) -> str:
    """All attempts that count, oldest first, below a line of heads.

    Whoever holds the `history` of this log can lend it.
    """
    clock = clock or SystemClock()
    history = history or History(log, settings)
    history.refresh()
    today = study_day(clock.now_ms(), clock.offset_minutes(), history.settings.rollover_hour)
    evidence = Evidence(history, library, scope or Scope(), today)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # as RFC 4180 wants it
    writer.writerow(HEADS)
    writer.writerows(_rows(log, evidence))
    return text.getvalue()


def _rows(log: Store, evidence: Evidence) -> Iterator[tuple[Any, ...]]:
    events = {event.id: event for event in log.attempts()}
    for attempt in evidence.counted:
        item = evidence.library.items.get(attempt.item)
        points = " ".join(item.covers) if item else ""
        yield (*_row(attempt, events[attempt.id], evidence.topic_of(attempt)), points)


def _row(attempt: Attempt, event: Attempted, topic: str) -> tuple[Any, ...]:
    moment = datetime.fromtimestamp(attempt.at / 1000, tz=UTC)
    return (
        attempt.id,
        moment.isoformat(timespec="milliseconds"),
        attempt.day.isoformat(),
        event.device,
        attempt.session,
        attempt.mode,
        topic,
        attempt.item,
        event.item_version,
        attempt.kind,
        attempt.number,
        attempt.status,
        event.score,
        f"{float(attempt.score):.6g}",
        " ".join(attempt.mistakes),
        attempt.hints,
        str(attempt.solution_seen).lower(),
        attempt.confidence,
        attempt.seconds,
        event.app_version,
        _as_json(event.answer),  # begins with {, so it is never a formula
    )


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _as_json(answer: Any) -> str:
    text = _encode(answer)
    return text if text.isprintable() else harmless_json(text)
