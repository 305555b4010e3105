"""A report as JSON for other programs.

Schema `quizzer-report/1`, published in `docs/report.schema.json` and explained in `docs/json.md`.
Under this name, fields are only ever added; any other change of the form gets a new name.
"""

import json
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from quizzer.harmless import harmless_json
from quizzer.progress.days import moment
from quizzer.progress.statistics import Mastery, Share, TimeSpent, Trend
from quizzer.reports.plan import as_data
from quizzer.reports.report import (
    Confidence,
    InterviewRow,
    PointRow,
    Report,
    SessionRow,
    TopicRow,
)
from quizzer.study.interview.scorecard import DimensionScore

SCHEMA = "quizzer-report/1"


def render(report: Report) -> str:
    """The report as JSON text."""
    scope = report.scope
    content = {
        "schema": SCHEMA,
        "made": {
            "at": moment(report.at).isoformat(timespec="seconds") + "+00:00",
            "day": report.day.isoformat(),
            "quizzer": report.version,
        },
        "topic": scope.topic,
        "period": {"since": _plain(scope.since), "until": _plain(scope.until)},
        "interview": scope.session,
        "interview_day": _plain(report.interview_day),
        "data": _plain(report.data),
        "totals": _plain(report.totals),
        "topics": _plain(report.topics),
        "mistakes": _plain(report.mistakes),
        "interviews": _plain(report.interviews),
        "streak": _plain(report.habits.streak),
        "calendar": _plain(report.habits.calendar),
        "weeks": _plain(report.habits.time),
        "retention_by_week": _plain(report.habits.retention),
        "forecast": _plain(report.habits.forecast),
        "confidence": _plain(report.confidence),
        "sessions": _plain(report.sessions),
        "items": _plain(report.items),
        "next_steps": _plain(report.next_steps),
        "plan": as_data(report.plan) if report.plan else None,
    }
    return harmless_json(json.dumps(content, ensure_ascii=False, indent=2)) + "\n"


def _plain(value: Any) -> Any:
    """The value in types that JSON has; a row also gets what is derived from its fields."""
    match value:
        case date():
            return value.isoformat()
        case Fraction():
            return str(value)
        case tuple() | list():
            return [_plain(entry) for entry in value]
        case dict():
            return {key: _plain(entry) for key, entry in value.items()}
        case Share():
            low, high = value.interval
            extra = {"value": value.value, "low": low, "high": high, "enough": value.enough}
            return {"hits": value.hits, "n": value.n, **extra}
        case Mastery():
            shown = {"level": value.level, "days": value.days, "items": value.items}
            return shown | _plain(value.share)
        case Trend():
            return {"direction": value.direction, **_fields(value)}
        case DimensionScore():
            return _fields(value) | {"enough": value.enough}
        case SessionRow():
            return _fields(value) | {"answered": value.answered}
        case TopicRow():
            own = _fields(value)
            progress = own.pop("progress")
            return own | progress | {"untouched": value.untouched}
        case PointRow():
            return _fields(value) | {"standing": value.standing}
        case Confidence():
            own = _fields(value.calibration)
            return own | {"sure_and_wrong": _plain(value.sure_and_wrong)}
        case InterviewRow():
            return _interview(value)
        case msgspec.Struct():
            return _fields(value)
        case _:
            return value


def _fields(row: msgspec.Struct) -> dict[str, Any]:
    """The fields of a row; a time becomes two fields."""
    fields: dict[str, Any] = {}
    for name, value in msgspec.structs.asdict(row).items():
        if isinstance(value, TimeSpent):
            fields |= {"seconds": value.seconds, "capped": value.capped}
        else:
            fields[name] = _plain(value)
    return fields


def _interview(row: InterviewRow) -> dict[str, Any]:
    debrief = row.debrief
    return {
        "number": row.number,
        "day": row.day.isoformat(),
        "session": debrief.session,
        "blueprint": _plain(debrief.blueprint),
        "seconds": debrief.seconds,
        "away": debrief.away,
        "score_card": _plain(row.card),
        "questions": _plain(debrief.entries),
    }
