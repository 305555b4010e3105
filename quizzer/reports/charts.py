"""The charts of a report, each drawn from the numbers that are printed beside it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from math import ceil

from quizzer.emphasis import plain
from quizzer.progress.statistics import Share
from quizzer.reports.document import FigureName
from quizzer.reports.report import Report
from quizzer.reports.svg import dot, label, line, picture, rectangle
from quizzer.reports.words import duration, percent, share
from quizzer.words import counted

WEEKS = 26
LEFT, RIGHT = 44, 12  # room for labels
PLOT_WIDTH, PLOT_HEIGHT = 480, 90
LEVELS = 4  # of darkness, besides none
MISTAKES = 6


def draw(name: FigureName, report: Report) -> str:
    """The figure with this name; empty if there is nothing to see in it."""
    return _CHARTS[name](report)


def strip(value: Share) -> str:
    """A share and its interval on a line from 0 to 100 %."""
    width, middle = 64, 6
    low, high = value.interval
    shapes = [line(0, middle, width, middle)]
    if value.enough and value.value is not None:
        shapes += [
            rectangle(low * width, middle - 3, (high - low) * width, 6, "range"),
            dot(value.value * width, middle, 3),
        ]
    return picture(width, 2 * middle, share(value), *shapes)


def calendar(report: Report) -> str:
    """A square for each day of the last half year; a darker one means more answers."""
    days = {entry.day: entry.answers for entry in report.habits.calendar}
    most = max(days.values(), default=0)
    cell, mondays = 13, _last_weeks(report.day)
    shapes = [label(0, 27 + cell * row, name) for row, name in ((0, "Mon"), (3, "Thu"), (6, "Sun"))]
    for column, monday in enumerate(mondays):
        x = LEFT + cell * column
        if monday.day <= 7:
            shapes.append(label(x, 12, f"{monday:%b}"))
        for row in range(7):
            day = monday + timedelta(days=row)
            if day <= report.day:
                answers = days.get(day, 0)
                style = f"level-{ceil(LEVELS * answers / most) if answers else 0}"
                says = f"{day}: {counted(answers, 'answer')}"
                shapes.append(rectangle(x, 18 + cell * row, cell - 2, cell - 2, style, says))
    width = LEFT + cell * len(mondays) + RIGHT
    says = f"Answers per day in the last {WEEKS} weeks, at most {most} on one day"
    return _figure(says, picture(width, 18 + 7 * cell, says, *shapes))


def time(report: Report) -> str:
    """A bar for the study time of each week."""
    seconds = {week.monday: week.time.seconds for week in report.habits.time}
    weeks = _last_weeks(report.day)
    if not any(seconds.get(week) for week in weeks):
        return ""
    says = f"Time per week in the last {WEEKS} weeks"
    return _figure(says, _bars(says, weeks, seconds, duration))


def retention(report: Report) -> str:
    """Retention week by week, with its interval and the retention that the schedule aims at."""
    shares = {week.monday: week.retention for week in report.habits.retention}
    weeks = _last_weeks(report.day)
    if not any(week in shares for week in weeks):
        return ""
    step, desired = PLOT_WIDTH / len(weeks), report.habits.desired_retention
    shapes = [*_percent_axis(), line(LEFT, _y(desired), LEFT + PLOT_WIDTH, _y(desired), "target")]
    for place, week in enumerate(weeks):
        if week in shares:
            shapes += _whisker(LEFT + step * (place + 0.5), shares[week], f"{week}: ")
    shapes += _week_labels(weeks, step)
    says = (
        f"Weekly retention with its 95 % interval; the dashed line is the {percent(desired)} that "
        "the schedule aims at"
    )
    return _figure(says, picture(_width(), PLOT_HEIGHT + 26, says, *shapes))


def forecast(report: Report) -> str:
    """A bar for the items that come back on each of the next days."""
    days = [entry.day for entry in report.habits.forecast]
    counts = {entry.day: float(entry.count) for entry in report.habits.forecast}
    says = f"Items that come back in the next {len(days)} days"
    return _figure(says, _bars(says, days, counts, lambda value: f"{value:.0f}", numbers=True))


def calibration(report: Report) -> str:
    """Stated confidence against the share that was right; on the diagonal, the two agree."""
    side, base = 150, 10 + 150
    shapes = [line(LEFT, base, LEFT + side, 10, "target")]
    for value in (0, 0.5, 1):
        y, x = base - side * value, LEFT + side * value
        shapes += [line(LEFT, y, LEFT + side, y), label(LEFT - 6, y + 4, percent(value), "end")]
        shapes.append(label(x, base + 16, percent(value), "middle"))
    for entry in report.confidence.calibration.bins:
        if entry.right.n and entry.right.value is not None:
            x = LEFT + side * entry.predicted
            low, high = entry.right.interval
            shapes.append(line(x, base - side * low, x, base - side * high, "whisker"))
            shapes.append(dot(x, base - side * entry.right.value, 4, says=share(entry.right)))
            shapes.append(label(x + 7, base - side * entry.right.value + 4, f"{entry.right.n}"))
    says = (
        "Stated confidence (across) against the share that was right (up), with the number of "
        "answers"
    )
    return _figure(says, picture(LEFT + side + 40, base + 24, says, *shapes))


def mistakes(report: Report) -> str:
    """A bar per week for each mistake: light where it could be made, dark where it was."""
    weeks = _last_weeks(report.day)
    step, height, above = PLOT_WIDTH / len(weeks), 30, 26  # the name is above the bars
    shapes = []
    for place, row in enumerate(report.mistakes[:MISTAKES]):
        base = (place + 1) * (height + above)
        most = max(week.chances for week in row.weeks)
        shapes += [label(0, base - height - 6, plain(row.name)), line(0, base, PLOT_WIDTH, base)]
        for week in row.weeks:
            if week.monday in weeks:
                x = step * weeks.index(week.monday) + 1
                says = f"{week.monday}: {week.count} of {week.chances}"
                for value, style in ((week.chances, "chance"), (week.count, "bad")):
                    tall = height * value / most
                    shapes.append(rectangle(x, base - tall, step - 2, tall, style, says))
    says = f"Mistakes per week in the last {WEEKS} weeks: made (dark) out of the chances (light)"
    tall = min(MISTAKES, len(report.mistakes)) * (height + above) + 4
    return _figure(says, picture(LEFT + PLOT_WIDTH + RIGHT, tall, says, *shapes))


_CHARTS: Mapping[FigureName, Callable[[Report], str]] = {
    "calendar": calendar,
    "time": time,
    "retention": retention,
    "forecast": forecast,
    "calibration": calibration,
    "mistakes": mistakes,
}


def _figure(says: str, drawn: str) -> str:
    return f"<figure>{drawn}<figcaption>{says}</figcaption></figure>"


def _bars(
    says: str,
    places: Sequence[date],
    values: Mapping[date, float],
    in_words: Callable[[float], str],
    *,
    numbers: bool = False,
) -> str:
    most = max((values.get(place, 0.0) for place in places), default=0.0)
    step, base = PLOT_WIDTH / len(places), 12 + PLOT_HEIGHT
    shapes = [line(LEFT, base, LEFT + PLOT_WIDTH, base)]
    if not numbers:
        shapes += [line(LEFT, 12, LEFT + PLOT_WIDTH, 12), label(0, 16, in_words(most))]
    for n, place in enumerate(places):
        value = values.get(place, 0.0)
        if value:
            tall = PLOT_HEIGHT * value / most
            x = LEFT + step * n + 1
            said = f"{place}: {in_words(value)}"
            shapes.append(rectangle(x, base - tall, step - 2, tall, "bar", said))
            if numbers:
                shapes.append(label(x + step / 2 - 1, base - tall - 3, in_words(value), "middle"))
    shapes += _week_labels(places, step, base)
    return picture(_width(), base + 20, says, *shapes)


def _week_labels(places: Sequence[date], step: float, base: float = PLOT_HEIGHT + 8) -> list[str]:
    """A date under every fourth place, or under every second one if there are few."""
    every = 4 if len(places) > 14 else 2
    return [
        label(LEFT + step * (n + 0.5), base + 14, f"{place.day} {place:%b}", "middle")
        for n, place in enumerate(places)
        if n % every == 0
    ]


def _whisker(x: float, value: Share, says: str) -> list[str]:
    low, high = value.interval
    at = 0.0 if value.value is None else value.value
    return [
        line(x, _y(low), x, _y(high), "whisker"),
        dot(x, _y(at), 3.5, says=says + share(value)),
    ]


def _percent_axis() -> list[str]:
    shapes = []
    for value in (0, 0.5, 1):
        shapes.append(line(LEFT, _y(value), LEFT + PLOT_WIDTH, _y(value)))
        shapes.append(label(LEFT - 6, _y(value) + 4, percent(value), "end"))
    return shapes


def _y(value: float) -> float:
    return 8 + PLOT_HEIGHT * (1 - value)


def _width() -> float:
    return LEFT + PLOT_WIDTH + RIGHT


def _last_weeks(end: date) -> list[date]:
    """The Mondays of the last `WEEKS` weeks, up to the week of `end`."""
    monday = end - timedelta(days=end.weekday())
    return [monday - timedelta(weeks=n) for n in range(WEEKS - 1, -1, -1)]
