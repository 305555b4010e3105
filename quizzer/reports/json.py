"""A report as JSON for other programs.

Schema `quizzer-report/1`. Fields are only ever added under this name; any other change gets a new
one. Days are study days (`2026-03-02`), moments are ISO 8601, scores are exact fractions ("2/3"),
times are seconds with each answer capped (`capped` says how many were). A share is
`{"hits", "n", "value", "low", "high", "enough"}`: value is null when n is 0, low and high are the
95 % interval of Wilson, and enough is false when n is too small to conclude anything.

    schema      "quizzer-report/1"
    made        {at, day, quizzer}: when, on which study day, by which version
    topic       the id of the only topic reported on, or null for all
    data        {device, events, undone, outside_sessions, log_sha256}
    totals      {first_day, last_day, study_days, attempts, first_try, retention, seconds, capped}
    topics      [{id, title, items, seen, mastered, due, attempts, first_try, retention, seconds,
                capped, last_day, untouched, points: [{id, text, items, mastered}]}]
    mistakes    [{id, says, count, chances, example: {item, title, topic, day, entered}}],
                most frequent first
    sessions    [{id, day, mode, topic, total, answered, right, partly, wrong, score, seconds,
                capped, finished}], latest first
    items       [{id, title, topic, kind, attempts, first_try, mastered, last_day, last_score,
                due_day}]
    next_steps  [{kind, of, text}]
"""

import json
from datetime import UTC, datetime
from typing import Any

import msgspec

from quizzer.progress.statistics import Mastery, Share, TimeSpent
from quizzer.reports.report import ItemRow, Report, SessionRow, TopicRow, Totals

SCHEMA = "quizzer-report/1"


def render(report: Report) -> str:
    """The report as JSON text."""
    moment = datetime.fromtimestamp(report.at / 1000, tz=UTC)
    content = {
        "schema": SCHEMA,
        "made": {
            "at": moment.isoformat(timespec="seconds"),
            "day": report.day.isoformat(),
            "quizzer": report.version,
        },
        "topic": report.topic,
        "data": msgspec.to_builtins(report.data),
        "totals": _totals(report.totals),
        "topics": [_topic(row) for row in report.topics],
        "mistakes": msgspec.to_builtins(report.mistakes),
        "sessions": [_session(row) for row in report.sessions],
        "items": [_item(row) for row in report.items],
        "next_steps": msgspec.to_builtins(report.next_steps),
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _totals(totals: Totals) -> dict[str, Any]:
    plain = _plain(totals)
    return plain | _time(totals.time)


def _topic(row: TopicRow) -> dict[str, Any]:
    progress = row.progress
    return {
        "id": row.id,
        "title": row.title,
        **_plain(progress),
        **_time(progress.time),
        "mastery": _mastery(progress.mastery),
        "trend": _plain(progress.trend) | {"direction": progress.trend.direction},
        "untouched": row.untouched,
        "points": msgspec.to_builtins(row.points),
    }


def _mastery(mastery: Mastery) -> dict[str, Any]:
    return {"level": mastery.level, "days": mastery.days, **_share(mastery.share)}


def _session(row: SessionRow) -> dict[str, Any]:
    return _plain(row) | {"answered": row.answered} | _time(row.time)


def _item(row: ItemRow) -> dict[str, Any]:
    return _plain(row)


def _plain(row: msgspec.Struct) -> dict[str, Any]:
    """The fields of a row, with shares written out and the time left to `_time`."""
    fields = msgspec.structs.asdict(row)
    return {
        name: _share(value) if isinstance(value, Share) else _builtin(value)
        for name, value in fields.items()
        if not isinstance(value, TimeSpent)
    }


def _builtin(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=str)  # fractions as text


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "hits": share.hits,
        "n": share.n,
        "value": share.value,
        "low": low,
        "high": high,
        "enough": share.enough,
    }


def _time(time: TimeSpent) -> dict[str, Any]:
    return {"seconds": time.seconds, "capped": time.capped}
