"""The pages on progress: each has a plot, and the numbers that it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.progress.statistics import EVIDENCE
from quizzer.reports.words import (
    CONFIDENCE,
    STANDINGS,
    calibrated,
    compared_with_forecast,
    level,
    passed,
)
from quizzer.tui.documents.document import Gap, Noted, Paragraph, Table, heading
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.plots import Bars, Calendar, Curve, Interval
from quizzer.tui.text import MUTED, plain
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from quizzer.progress.statistics import Share
    from quizzer.reports.report import MistakeRow, PointRow, Report
    from quizzer.tui.documents.document import Element

MISTAKES_PLOTTED = 3
_STYLES = {"strong": "$text-success", "weak": "$text-error"}


def pages() -> Sequence[tuple[str, Callable[[Report], Iterator[Element]]]]:
    """The name of each page, and the function that makes its elements from a report."""
    return (
        ("Calendar", _calendar),
        ("Retention", _retention),
        ("What comes back", _forecast),
        ("Topics", _topics),
        ("Check-list", _points),
        ("Confidence", _calibration),
        ("Time", _time),
        ("Mistakes", _mistakes),
    )


def _calendar(report: Report) -> Iterator[Element]:
    days = report.habits.calendar
    if not days:
        yield _nothing("Each day on which you answer a question is marked here.")
        return
    yield Calendar({day.day: day.answers for day in days}, report.day)
    yield Gap()
    streak, totals = report.habits.streak, report.totals
    yield Paragraph("", plain(f"{counted(streak.current, 'study day')} in a row", "bold"))
    longest = f"Longest streak: {streak.longest}. A day with nothing due does not break a streak."
    yield Paragraph("", plain(longest))
    answers = counted(totals.attempts, "answer")
    minutes = counted(round(totals.time.seconds / 60), "minute")
    said = f"{answers} on {counted(totals.study_days, 'day')}, {minutes}."
    yield Paragraph("", plain(said))
    yield Gap()
    rows = [
        (f"{day.day:%a %d %b}", str(day.answers), str(day.right), _minutes(day.time.seconds))
        for day in reversed(days[-7:])
    ]
    yield Table(("day", "answers", "right", "minutes"), rows)


def _retention(report: Report) -> Iterator[Element]:
    weeks = report.habits.retention
    if not weeks:
        yield _nothing(
            "Retention is measured when you answer a question again after a day or more."
        )
        return
    labels = [_day(week.monday) for week in weeks]
    yield Curve(labels, [100 * (week.retention.value or 0) for week in weeks], 100)
    yield Paragraph("", plain("% recalled after a day or more, by week", MUTED))
    yield Gap()
    whole = report.totals.retention
    compared = compared_with_forecast(report.totals.retention_expected, whole)
    yield Paragraph("", plain(f"Overall: {_share(whole)}.{compared}", "bold"))
    rows = [(_day(week.monday), *_numbers(week.retention)) for week in reversed(weeks)]
    yield Table(("week of", "recalled", "share", "95 % interval"), rows)


def _forecast(report: Report) -> Iterator[Element]:
    days = report.habits.forecast
    if not any(day.count for day in days):
        yield _nothing("What you have answered appears here on the day it comes back.")
        return
    top = max(day.count for day in days)
    yield Bars([_day(day.day) for day in days], [day.count for day in days], top)
    yield Paragraph("", plain("items due per day, if you start nothing new", MUTED))
    yield Gap()
    rows = [(f"{day.day:%a %d %b}", str(day.count)) for day in days if day.count]
    yield Table(("day", "due"), rows)


def _topics(report: Report) -> Iterator[Element]:
    said = f"How many of the latest {EVIDENCE} first answers passed: 0.6 or better, hints allowed."
    rest = "“First try” in the report is stricter: of all first answers, those right without help."
    yield Paragraph("", plain(f"{said} ─ is the 95 % interval. {rest}", MUTED))
    yield Gap()
    for row in report.topics:
        own = row.progress.mastery
        words = own.level if own.share.n else "nothing answered yet"
        yield Interval(row.title, own.share, words, _STYLES.get(own.level, ""))
    yield Gap()
    rows = [
        (
            row.title,
            f"{row.progress.seen}/{row.progress.items}",
            str(row.progress.due),
            _percent(row.recall.expected),
            row.progress.trend.direction,
        )
        for row in report.topics
        if row.progress.seen
    ]
    if rows:
        yield Table(("topic", "seen", "due", "recall now", "trend"), rows)


def _points(report: Report) -> Iterator[Element]:
    said = (
        "✓ can: you passed at least half of its items and all you saw, and its level is not weak."
    )
    how = "Your first answer on the latest day decides whether you passed."
    yield Paragraph("", plain(f"{said} ~ partly. ✗ cannot yet. · not yet seen. {how}", MUTED))
    yield Gap()
    for row in report.topics:
        can = sum(point.standing == "can" for point in row.points)
        yield heading(f"{row.title}: {can} of {counted(len(row.points), 'point')}")
        for point in row.points:
            text = plain(point.text, "" if point.seen else MUTED)
            about = passed(point) + _level_of(point)
            yield Noted(f"{STANDINGS[point.standing]} ", text, about)
        yield Gap()


def _level_of(point: PointRow) -> str:
    """The level of a point, if there is enough evidence to name one; otherwise empty."""
    return f" · {level(point.mastery)}" if not point.mastery.lacks else ""


def _calibration(report: Report) -> Iterator[Element]:
    own = report.confidence.calibration
    if not own.n:
        yield _nothing(
            "Say how sure you are before an answer is revealed; the setting “confidence” makes "
            "quizzer ask."
        )
        return
    bins = [entry for entry in own.bins if entry.right.n]
    yield Curve(
        [CONFIDENCE[entry.confidence] for entry in bins],
        [100 * (entry.right.value or 0) for entry in bins],
        100,
        beside=[100 * entry.predicted for entry in bins],
    )
    yield Paragraph("", plain("● % right  · % you expected", MUTED))
    yield Gap()
    yield Paragraph("", plain(calibrated(own), "bold"))
    rows = [
        (CONFIDENCE[entry.confidence], _percent(entry.predicted), *_numbers(entry.right))
        for entry in bins
    ]
    yield Table(("you said", "expected", "right", "share", "95 % interval"), rows)
    if report.confidence.sure_and_wrong:
        yield Gap()
        yield heading("Sure but wrong")
        for example in report.confidence.sure_and_wrong[:5]:
            yield Paragraph("✗ ", plain(example.title) + plain(f"  {_day(example.day)}", MUTED))


def _time(report: Report) -> Iterator[Element]:
    weeks = report.habits.time
    if not weeks:
        yield _nothing("The time you spend on answers adds up here.")
        return
    minutes = [week.time.seconds / 60 for week in weeks]
    yield Bars([_day(week.monday) for week in weeks], minutes, max(*minutes, 1))
    yield Paragraph("", plain("minutes per week; an answer counts for ten at most", MUTED))
    yield Gap()
    rows = [
        (_day(week.monday), _minutes(week.time.seconds), str(week.answers), str(week.time.capped))
        for week in reversed(weeks)
    ]
    yield Table(("week of", "minutes", "answers", "over 10 min"), rows)


def _mistakes(report: Report) -> Iterator[Element]:
    if not report.mistakes:
        yield _nothing("Named mistakes are counted here, so that you can watch them disappear.")
        return
    for row in report.mistakes[:MISTAKES_PLOTTED]:
        yield from _mistake(row)
    if rest := report.mistakes[MISTAKES_PLOTTED:]:
        yield heading("Other mistakes")
        for row in rest:
            yield Paragraph(f"{row.count} of {row.chances}  ", inline(row.name))


def _mistake(row: MistakeRow) -> Iterator[Element]:
    of_chances = f"{row.count} of {counted(row.chances, 'answer')}"
    yield Noted("▸ ", inline(row.name).stylize("bold"), of_chances)
    yield Paragraph("  ", inline(row.says).stylize_before(MUTED))
    weeks = row.weeks
    if len(weeks) > 1:
        shares = [100 * week.count / week.chances for week in weeks]
        yield Bars([_day(week.monday) for week in weeks], shares, 100)
        yield Paragraph(
            "", plain("% of the answers in which it could have been made, by week", MUTED)
        )
    rows = [(_day(week.monday), str(week.count), str(week.chances)) for week in reversed(weeks)]
    yield Table(("week of", "made", "chances"), rows)
    yield Gap()


def _nothing(text: str) -> Paragraph:
    return Paragraph("", plain(f"Nothing to show yet. {text}", MUTED))


def _share(share: Share) -> str:
    hits, value, interval = _numbers(share)
    return f"{hits}, {value} ({interval})" if share.n else "no data"


def _numbers(share: Share) -> tuple[str, str, str]:
    """Hits out of n, the share if there is enough evidence, and its 95 % interval."""
    low, high = share.interval
    value = _percent(share.value) if share.enough else "too few"
    return f"{share.hits}/{share.n}", value, f"{100 * low:.0f}–{100 * high:.0f} %"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f}"


def _day(day: date) -> str:
    return f"{day.day} {day:%b}"
