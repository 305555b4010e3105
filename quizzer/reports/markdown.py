"""A report as Markdown: one page that a mentor reads first, the details after it."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone

from quizzer.progress.statistics import CAP_SECONDS, ENOUGH, Share, TimeSpent
from quizzer.reports.report import MistakeRow, Report, SessionRow, TopicRow

MISTAKES = 5
SESSIONS = 10
ENTRY_LENGTH = 80


def render(report: Report) -> str:
    """The report as Markdown text."""
    sections = [_head(report), _standing(report), _mistakes(report), _next_steps(report)]
    if report.totals.attempts:
        sections += [_sessions(report), _points(report), _items(report)]
    sections += [_reading(), _data(report)]
    return "\n\n".join(section for section in sections if section) + "\n"


def escape(text: str) -> str:
    """Text that Markdown shows as it stands, on one line, also in a table."""
    return re.sub(r"([\\`*_\[\]<>|~$&#])", r"\\\1", " ".join(text.split()))


def _head(report: Report) -> str:
    totals = report.totals
    zone = timezone(timedelta(minutes=report.offset))
    made = datetime.fromtimestamp(report.at / 1000, tz=UTC).astimezone(zone)
    titles = [f": {escape(row.title)}" for row in report.topics if report.topic is not None]
    lines = [
        f"# Progress report{''.join(titles)}",
        "",
        f"Made on {made:%Y-%m-%d %H:%M} by quizzer {report.version}.",
    ]
    if totals.attempts:
        days = _count(totals.study_days, "study day")
        until = f" to {totals.last_day}" if totals.last_day != totals.first_day else ""
        lines[-1] += (
            f" It covers {totals.first_day}{until}: {days}, "
            f"{_count(totals.attempts, 'answer')}, {_duration(totals.time)}."
        )
        lines += [
            "",
            f"- First-try accuracy: {_share(totals.first_try)}",
            f"- Retention after a day or more: {_share(totals.retention)}",
        ]
    else:
        lines += ["", "Nothing has been answered yet, so there is nothing to report."]
    return "\n".join(lines)


def _standing(report: Report) -> str:
    touched = [row for row in report.topics if row.progress.attempts]
    lines = ["## Where things stand"]
    if touched:
        heads = ["Topic", "Seen", "Mastered", "Due", "Answers", "First try", "Time"]
        lines += ["", *_table(heads, map(_topic_cells, touched))]
    if report.untouched:
        titles = ", ".join(escape(row.title) for row in report.untouched)
        lines += ["", f"Not begun yet: {titles}."]
    return "\n".join(lines) if len(lines) > 1 else ""


def _topic_cells(row: TopicRow) -> list[str]:
    progress = row.progress
    return [
        escape(row.title),
        f"{progress.seen} of {progress.items}",
        str(progress.mastered),
        str(progress.due),
        str(progress.attempts),
        _share(progress.first_try),
        _duration(progress.time),
    ]


def _mistakes(report: Report) -> str:
    if not report.totals.attempts:
        return ""
    lines = ["## Mistakes that were made", ""]
    if not report.mistakes:
        return "\n".join([*lines, "No named mistake was found in any answer."])
    lines += [_mistake(row) for row in report.mistakes[:MISTAKES]]
    more = len(report.mistakes) - MISTAKES
    return "\n".join([*lines, f"- and {more} more"] if more > 0 else lines)


def _mistake(row: MistakeRow) -> str:
    example = row.example
    named = len(example.entered) > 1
    entries = "; ".join(
        f"{part}: {_short(text)}" if named else _short(text)
        for part, text in example.entered.items()
    )
    return (
        f"- **{escape(row.says)}** {row.count} of {_count(row.chances, 'answer')} "
        f"({escape(row.id)}). Last on {example.day} in “{escape(example.title)}”, entered: "
        f"{escape(entries) or 'nothing'}"
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= ENTRY_LENGTH else line[: ENTRY_LENGTH - 1] + "…"


def _next_steps(report: Report) -> str:
    steps = [f"{n}. {escape(step.text)}" for n, step in enumerate(report.next_steps, 1)]
    if not steps:
        return ""
    return "\n".join(["## Next steps", "", *steps])


def _sessions(report: Report) -> str:
    if not report.sessions:
        return ""
    heads = ["Day", "Session", "Topic", "Answered", "Right", "Partly", "Wrong", "Time"]
    lines = ["## Latest sessions", ""]
    lines += _table(heads, map(_session_cells, report.sessions[:SESSIONS]))
    more = len(report.sessions) - SESSIONS
    return "\n".join(
        [*lines, "", f"{_count(more, 'earlier session')} left out."] if more > 0 else lines
    )


def _session_cells(row: SessionRow) -> list[str]:
    return [
        str(row.day),
        row.mode,
        escape(row.topic or "all topics"),
        f"{row.answered} of {row.total}",
        str(row.right),
        str(row.partly),
        str(row.wrong),
        _duration(row.time),
    ]


def _points(report: Report) -> str:
    rows = [
        [escape(topic.title), escape(point.text), f"{point.mastered} of {point.items}"]
        for topic in report.topics
        if topic.progress.attempts
        for point in topic.points
        if point.items
    ]
    if not rows:
        return ""
    return "\n".join(
        ["## Points of the check-list", "", *_table(["Topic", "Point", "Items mastered"], rows)]
    )


def _items(report: Report) -> str:
    rows = [
        [
            escape(row.title),
            str(row.attempts),
            str(row.last_day),
            str(row.last_score),
            "yes" if row.mastered else "no",
            str(row.due_day or ""),
        ]
        for row in report.items
    ]
    heads = ["Item", "Answers", "Last", "Last score", "Mastered", "Next due"]
    return "\n".join(["## Items", "", *_table(heads, rows)])


def _reading() -> str:
    return "\n".join(
        [
            "## How to read the numbers",
            "",
            "- First try: of the first answers to each item on each study day (from 4 in the "
            "morning), those right without hint or solution. Each time the item has fresh numbers "
            "or a fresh order where its kind allows.",
            "- Mastered: the latest such first answer scored 0.6 or better without the solution.",
            "- Retention: the same for items that came back after a day or more. Practice before "
            "an item is due does not count.",
            "- Ranges are 95 % intervals (Wilson): the truth may well lie anywhere in them. Below "
            f"{ENOUGH} answers no percentage is given.",
            f"- Time counts at most {CAP_SECONDS / 60:.0f} minutes an answer.",
            "- Undone answers count nowhere.",
        ]
    )


def _data(report: Report) -> str:
    data, capped = report.data, report.totals.time.capped
    return "\n".join(
        [
            "## Data",
            "",
            f"- {_count(data.events, 'event')} in the log, "
            f"{_count(report.totals.attempts, 'answer')} counted, {data.undone} undone, "
            f"{data.outside_sessions} given from the command line, {capped} with time cut off",
            f"- Device {data.device}",
            f"- SHA-256 of the log: {data.log_sha256}",
        ]
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(row) + " |" for row in cells]


def _share(share: Share) -> str:
    if share.value is None or not share.enough:
        return f"not enough data ({share.hits} of {share.n})"
    low, high = share.interval
    numbers = f"{share.hits} of {share.n}; {100 * low:.0f} to {100 * high:.0f} %"
    return f"{100 * share.value:.0f} % ({numbers})"


def _duration(time: TimeSpent) -> str:
    seconds = round(time.seconds)
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
