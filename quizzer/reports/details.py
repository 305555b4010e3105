"""The details of a report: days, memory, confidence, mistakes, points, sessions and items."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from quizzer.progress.statistics import Streak
from quizzer.reports.document import (
    Block,
    Cell,
    Entries,
    Entry,
    Figure,
    Prose,
    Section,
    Table,
    Text,
    prose,
)
from quizzer.reports.glossary import MEANINGS, OF_A_PERIOD
from quizzer.reports.report import InterviewRow, ItemRow, PointRow, Report, SessionRow, TopicRow
from quizzer.reports.words import (
    CONFIDENCE,
    calibrated,
    day,
    duration,
    left_out_here,
    level,
    share,
    standing,
)
from quizzer.study.interview.words import OUTCOMES, command, time_sentences
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.interview.debrief import Entry as Question

SESSIONS = 10
WEEKS = 12
MISTAKES = 6
MISSED = 400  # characters of what an answer missed
WEEKS_OF_MISTAKES = 6
LATER: Final = (
    "The first answer of the day decides “Passed”. Further answers on that day (“later”) came "
    "after the solution had been shown and do not change it, for better or worse."
)


def sections(report: Report) -> Iterator[Section]:
    """What comes after the first page."""
    if report.totals.attempts:
        if report.scope.session is not None:
            yield from map(_debrief, report.interviews)
        else:
            yield _days_and_weeks(report)
            yield from _forecast(report)
        yield from _confidence(report)
        yield from _mistakes_in_time(report)
        yield from _points(report)
        yield from _sessions(report)
        yield _items(report)
    if any(row.progress.last_day for row in report.topics):
        yield _reading(report)
    yield _data(report)


def streak_in_words(streak: Streak) -> str:
    """`3 study days in a row (the longest: 8)`"""
    longest = f" (the longest: {streak.longest})" if streak.longest > streak.current else ""
    return f"{counted(streak.current, 'study day')} in a row{longest}"


def _days_and_weeks(report: Report) -> Section:
    retention = {week.monday: week.retention for week in report.habits.retention}
    rows: list[tuple[Cell, ...]] = [
        (
            day(week.monday),
            str(week.answers),
            duration(week.time),
            share(retention[week.monday]) if week.monday in retention else "nothing was due",
        )
        for week in reversed(report.habits.time[-WEEKS:])
    ]
    heads = ("Week of", "Answers", "Time", "Retention after a day or more")
    blocks: list[Block] = [Figure("calendar"), Figure("time"), Figure("retention")]
    blocks.append(Table(heads, tuple(rows)))
    more = len(report.habits.time) - WEEKS
    if more > 0:
        blocks.append(Text(left_out_here(more, "earlier week")))
    return Section("Days and weeks", tuple(blocks))


def _forecast(report: Report) -> Iterator[Section]:
    coming = [entry for entry in report.habits.forecast if entry.count]
    if not coming:
        return
    total = sum(entry.count for entry in coming)
    days = ", ".join(
        f"{entry.count} {'today' if entry.day == report.day else f'on {entry.day}'}"
        for entry in coming
    )
    come = "comes" if total == 1 else "come"
    period = f"In the next {len(report.habits.forecast)} days"
    said = f"{period} {counted(total, 'item')} {come} back: {days}."
    yield Section("What comes back", (Figure("forecast"), Text(said)))


def _confidence(report: Report) -> Iterator[Section]:
    calibration = report.confidence.calibration
    if not calibration.n:
        return
    rows: list[tuple[Cell, ...]] = [
        (
            CONFIDENCE[entry.confidence],
            f"{100 * entry.predicted:.0f} %",
            str(entry.right.n),
            entry.right,
        )
        for entry in calibration.bins
        if entry.right.n
    ]
    table = Table(("You said", "Meaning", "Answers", "Right"), tuple(rows))
    said = Text(calibrated(calibration))
    yield Section("Confidence before the reveal", (Figure("calibration"), table, said))


def _mistakes_in_time(report: Report) -> Iterator[Section]:
    weeks = sorted({week.monday for row in report.mistakes[:MISTAKES] for week in row.weeks})
    if len(weeks) < 2:
        return
    shown = weeks[-WEEKS_OF_MISTAKES:]
    rows: list[tuple[Cell, ...]] = []
    for row in report.mistakes[:MISTAKES]:
        counts = {week.monday: f"{week.count} of {week.chances}" for week in row.weeks}
        rows.append((Prose(row.name), *(counts.get(week, "") for week in shown)))
    heads = ("Mistake", *(f"{week:%d %b}" for week in shown))
    said = Text(
        "How often each mistake was made, out of the answers in which it could have been made."
    )
    yield Section("Mistakes over time", (Figure("mistakes"), said, Table(heads, tuple(rows))))


def _debrief(row: InterviewRow) -> Section:
    heads = ("No.", "Question", "About", "Outcome", "Score", "Time", "Missed")
    table = Table(heads, tuple(_question_cells(entry) for entry in row.debrief.entries))
    times = " ".join(time_sentences(row.card.time, row.debrief.away))
    blocks: list[Block] = [table, Text(f"Time: {times}")]
    blocks += [Text(f"A question was left out: {why}") for why in row.debrief.left_out]
    blocks.append(Text(f"To take the same interview again: {command(row.debrief.blueprint)}"))
    return Section(f"Interview {row.number}, question by question", tuple(blocks))


def _question_cells(entry: "Question") -> tuple[Cell, ...]:
    missed = [*(mistake.says for mistake in entry.mistakes), *entry.missed]
    return (
        str(entry.number),
        f"{'↳ ' * bool(entry.depth)}{entry.title}",
        entry.dimension,
        OUTCOMES[entry.outcome][1] + (", overtime" if entry.overtime else ""),
        "" if entry.score is None else str(entry.score),
        f"{duration(entry.seconds)} of {duration(entry.budget)}",
        prose("; ".join(text.rstrip(".") for text in missed), MISSED),
    )


def _points(report: Report) -> Iterator[Section]:
    """What the learner can and cannot do yet, by topic; for one interview, only what it asked."""
    of_all = report.scope.session is None
    begun = (topic for topic in report.topics if topic.progress.last_day is not None)
    blocks = [block for topic in begun for block in _points_of(topic, of_all)]
    if not blocks:
        return
    untouched = [topic.title for topic in report.topics if topic.untouched]
    if untouched and of_all:
        blocks.append(Text(f"Not started: {'; '.join(untouched)}."))
    yield Section("Points of the check-list", tuple(blocks))


def _points_of(topic: TopicRow, of_all: bool) -> Iterator[Block]:
    points = [point for point in topic.points if point.seen or of_all]
    if points:
        can = sum(point.standing == "can" for point in points)
        yield Text(f"{topic.title}: you can do {can} of {counted(len(points), 'point')}.")
        yield Table(("Point", "Now", "Items seen", "Passed", "Level"), tuple(map(_point, points)))


def _point(point: PointRow) -> tuple[Cell, ...]:
    numbers = f"{point.seen} of {point.items}", f"{point.mastered} of {point.items}"
    return (Prose(point.text), standing(point), *numbers, level(point.mastery))


def _sessions(report: Report) -> Iterator[Section]:
    if not report.sessions:
        return
    heads = ("Day", "Session", "Topic", "Answered", "Right", "Partly", "Wrong", "Time")
    rows = tuple(_session_cells(row) for row in report.sessions[:SESSIONS])
    more = len(report.sessions) - SESSIONS
    rest = (Text(left_out_here(more, "earlier session")),) if more > 0 else ()
    yield Section("Latest sessions", (Table(heads, rows), *rest))


def _session_cells(row: SessionRow) -> tuple[Cell, ...]:
    return (
        day(row.day),
        row.called,
        row.topic or "mixed",
        f"{row.answered} of {row.total}",
        str(row.right),
        str(row.partly),
        str(row.wrong),
        duration(row.time),
    )


def _items(report: Report) -> Section:
    rows = tuple(
        (
            row.title,
            str(row.attempts),
            day(row.last_day),
            _scores(row),
            "yes" if row.mastered else "no",
            day(row.due_day),
        )
        for row in report.items
    )
    heads = ("Item", "Answers", "Last day", "Score that day", "Passed", "Next due")
    blocks: list[Block] = [Table(heads, rows)]
    if any(row.last_score != row.first_score for row in report.items):
        blocks.append(Text(LATER))
    return Section("Items", tuple(blocks))


def _scores(row: ItemRow) -> str:
    """The score of the first answer of the last day, and what came later that day: `1, later 0`"""
    said = [str(row.first_score)]
    said += ["solution seen"] if row.solution_seen else []
    said += [f"later {row.last_score}"] if row.last_score != row.first_score else []
    return ", ".join(said)


def _reading(report: Report) -> Section:
    in_period = (OF_A_PERIOD,) if report.scope.since or report.scope.until else ()
    return Section("How to read the numbers", (Entries((*MEANINGS, *in_period)),))


def _data(report: Report) -> Section:
    data, capped = report.data, report.totals.time.capped
    entries = (
        Entry(
            "",
            f"{counted(data.events, 'event')} in the log, "
            f"{counted(report.totals.attempts, 'answer')} counted here, {data.undone} undone, "
            f"{data.outside_sessions} given on the command line, {capped} with time capped",
        ),
        Entry("", f"quizzer {report.version}, device {data.device}"),
        Entry("", f"SHA-256 of the log: {data.log_sha256}"),
    )
    return Section("Data", (Entries(entries),))
