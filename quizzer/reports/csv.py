"""The answers of a report as CSV, one per row, for a spreadsheet or a script."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from quizzer.bank.library import Library
from quizzer.garbage import collection_paused
from quizzer.harmless import harmless_json
from quizzer.progress.days import moment, study_day
from quizzer.progress.events import Mode
from quizzer.progress.history import History
from quizzer.progress.outline import Answer
from quizzer.reports.scope import Evidence, Scope, gather
from quizzer.study.clock import Clock

_END: Final = "\r\n"  # as RFC 4180 requires
_FORMULA: Final = tuple("=+-@＝＋－＠")  # a cell that begins with one is a formula to a spreadsheet
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
    """All answers that count, the oldest first, below a header row."""
    evidence = gather(history, banks, clock, scope or Scope())
    text = _Text()
    writer = csv.writer(text, lineterminator=_END)
    writer.writerow(HEADS)
    with collection_paused():
        writer.writerows(_rows(evidence))
    return text.getvalue()


class _Text(io.StringIO):
    """Takes the text row by row; escapes what would control a terminal, as JSON does."""

    def write(self, row: str) -> int:
        cells = row.removesuffix(_END)
        return super().write(row if cells.isprintable() else harmless_json(cells) + _END)


def _rows(evidence: Evidence) -> Iterator[tuple[Any, ...]]:
    points = {item: " ".join(head.covers) for item, head in evidence.heads.items()}
    everything, rollover_hour = evidence.scope == Scope(), evidence.rollover_hour
    for mode, answer in evidence.history.answers():
        day = study_day(answer.at, answer.offset, rollover_hour)
        if everything or evidence.counts(answer, day):
            topic, covered = evidence.topic_of(answer), points.get(answer.item, "")
            yield _row(answer, day, mode, topic, covered)


def _row(answer: Answer, day: date, mode: Mode | None, topic: str, points: str) -> tuple[Any, ...]:
    return (
        _inert(answer.id),
        _moment(answer.at),
        _text(day),
        _name(answer.device),
        _name(answer.session),
        mode,
        _name(topic),
        _name(answer.item),
        answer.item_version,
        _name(answer.kind),
        answer.variant.number,
        answer.status,
        answer.score,
        _decimal(answer.score),
        _name(" ".join(answer.mistakes)),
        answer.hints,
        "true" if answer.solution_seen else "false",
        answer.confidence,
        answer.seconds,
        _name(answer.app_version),
        msgspec.json.format(answer.answer, indent=0).decode(),  # begins with {: never a formula
        points,
    )


def _inert(text: str | None) -> str | None:
    """The text of a cell, with an apostrophe if a spreadsheet would take it for a formula.

    Only a log that was tampered with contains such texts.
    """
    return f"'{text}" if text and text.startswith(_FORMULA) else text


_name = lru_cache(maxsize=4096)(_inert)  # a long log has few different names


def _moment(at: int) -> str:
    """A time in UTC as ISO 8601, to the millisecond.

    The zone is appended as text, because `isoformat` takes twice as long with a zone.
    """
    return moment(at).isoformat(timespec="milliseconds") + "+00:00"


_text = lru_cache(maxsize=4096)(date.isoformat)  # a long log has few different days


@lru_cache(maxsize=1024)
def _decimal(score: str) -> str:
    return f"{float(Fraction(score)):.6g}"
