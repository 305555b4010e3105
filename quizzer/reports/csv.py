"""The attempts of a report as CSV, one a row, for a spreadsheet or a script."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec import Raw

from quizzer.bank.library import Library
from quizzer.garbage import collection_paused
from quizzer.harmless import harmless_json
from quizzer.progress.days import moment, study_day
from quizzer.progress.events import Mode
from quizzer.progress.history import History
from quizzer.progress.outline import Answer
from quizzer.reports.scope import Evidence, Scope, gather
from quizzer.study.clock import Clock

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


def render(history: History, banks: Library, clock: Clock, scope: Scope | None = None) -> str:
    """All attempts that count, oldest first, below a line of heads."""
    evidence = gather(history, banks, clock, scope or Scope())
    with collection_paused():
        lines = [_joined(HEADS), *_rows(evidence), ""]
    return "\r\n".join(lines)  # as RFC 4180 wants it


def _rows(evidence: Evidence) -> Iterator[str]:
    points = {item: " ".join(head.covers) for item, head in evidence.heads.items()}
    everything, rollover_hour = evidence.scope == Scope(), evidence.rollover_hour
    for mode, answer in evidence.history.answers():
        day = study_day(answer.at, answer.offset, rollover_hour)
        if everything or evidence.counts(answer, day):
            topic, covered = evidence.topic_of(answer), points.get(answer.item, "")
            yield _row(answer, day, mode, topic, covered)


def _row(answer: Answer, day: date, mode: Mode | None, topic: str, points: str) -> str:
    fields = (
        answer.id,
        _moment(answer.at),
        _text(day),
        answer.device,
        answer.session or "",
        mode or "",
        topic,
        answer.item,
        str(answer.item_version),
        answer.kind,
        str(answer.variant.number),
        answer.status,
        answer.score,
        _decimal(answer.score),
        " ".join(answer.mistakes),
        str(answer.hints),
        "true" if answer.solution_seen else "false",
        "" if answer.confidence is None else str(answer.confidence),
        str(answer.seconds),
        answer.app_version,
    )
    given = _as_json(answer.answer)  # begins with {, so it is never a formula
    return f"{_joined(fields)},{_quoted(given)},{_quoted(points)}"


def _joined(fields: Sequence[str]) -> str:
    """The fields as a line. One look at all of them tells that nothing is to be quoted.

    The module `csv` looks at every character of every field, in a third of the time of a long log.
    """
    line = ",".join(fields)
    if line.count(",") < len(fields) and not _breaks(line):
        return line
    return ",".join(map(_quoted, fields))


def _quoted(field: str) -> str:
    if "," in field or _breaks(field):
        return '"' + field.replace('"', '""') + '"'
    return field


def _breaks(text: str) -> bool:
    return '"' in text or "\n" in text or "\r" in text


def _moment(at: int) -> str:
    """UTC in milliseconds as ISO 8601 has it; `isoformat` takes twice as long with a zone."""
    return moment(at).isoformat(timespec="milliseconds") + "+00:00"


_text = lru_cache(maxsize=4096)(date.isoformat)  # a long log has few different days


@lru_cache(maxsize=1024)
def _decimal(score: str) -> str:
    return f"{float(Fraction(score)):.6g}"


def _as_json(answer: Raw) -> str:
    text = msgspec.json.format(answer, indent=0).decode()
    return text if text.isprintable() else harmless_json(text)
