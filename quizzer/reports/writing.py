"""Turns a report into a document: first the one page that a mentor reads, and then the details."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from quizzer.progress.days import moment
from quizzer.reports import details
from quizzer.reports.document import (
    Block,
    Cell,
    Document,
    Entries,
    Entry,
    Prose,
    Section,
    Table,
    Text,
)
from quizzer.reports.plan import days_beyond, days_in_words, left_out
from quizzer.reports.report import Example, InterviewRow, MistakeRow, Report, TopicRow
from quizzer.reports.scope import Scope
from quizzer.reports.words import (
    and_more,
    band,
    compared_with_forecast,
    duration,
    entry,
    left_out_here,
    level,
    percent,
    recall,
    share,
    trend,
)
from quizzer.study.next_steps import Step
from quizzer.study.preparation import Plan
from quizzer.words import counted

MISTAKES = 4
SURE = 2
INTERVIEWS = 3
ENTERED = 60  # characters of an answer
DAYS = 7  # of the plan


def write(report: Report) -> Document:
    """The document of a report."""
    first = [
        _standing(report),
        _interviews(report),
        _mistakes(report),
        _sure_and_wrong(report),
        _next_steps(report),
        _until_the_interview(report),
    ]
    sections = [section for section in [*first, *details.sections(report)] if section is not None]
    return Document(_title(report), tuple(_lead(report)), tuple(sections))


def _title(report: Report) -> str:
    if report.scope.session is not None:
        return "Interview report"
    titles = [f": {row.title}" for row in report.topics if report.scope.topic is not None]
    return f"Progress report{''.join(titles)}"


def _lead(report: Report) -> Iterator[Block]:
    totals, scope = report.totals, report.scope
    made = moment(report.at, report.offset)
    text = f"Made on {made:%Y-%m-%d %H:%M} by quizzer {report.version}."
    if scope.since or scope.until:
        text += f" Period: {_period(report)}."
    if not totals.attempts:
        yield Text(text)
        yield Text(_nothing(report))
        return
    until = f" to {totals.last_day}" if totals.last_day != totals.first_day else ""
    yield Text(
        f"{text} It covers {totals.first_day}{until}: {counted(totals.study_days, 'study day')}, "
        f"{counted(totals.attempts, 'answer')}, {duration(totals.time)}."
    )
    yield Entries(tuple(_in_short(report)))


def _in_short(report: Report) -> Iterator[Entry]:
    yield Entry("First-try accuracy:", share(report.totals.first_try))
    if report.scope.session is not None:
        return
    retained = report.totals.retention
    compared = compared_with_forecast(report.totals.retention_expected, retained)
    yield Entry(
        "Retention after a day or more:", share(retained) + (f".{compared}" if compared else "")
    )
    yield Entry("Streak:", details.streak_in_words(report.habits.streak))
    if report.interview_day is not None:
        yield Entry("Interview day:", _interview_day(report.interview_day, report.day))


def _period(report: Report) -> str:
    since, until = report.scope.since, report.scope.until
    if since is None:
        return f"up to {until}"
    return f"from {since} on" if until is None else f"{since} to {until}"


def _nothing(report: Report) -> str:
    if any(row.progress.last_day for row in report.topics):
        return "Nothing was answered in this period, so there is nothing to count."
    if report.scope != Scope():
        return "Nothing in this selection has been answered, so there is nothing to report."
    return "Nothing has been answered yet, so there is nothing to report."


def _interview_day(day: date, today: date) -> str:
    left = (day - today).days
    if left == 0:
        return f"{day}, today"
    return f"{day}, in {counted(left, 'day')}" if left > 0 else f"{day}, in the past"


def _standing(report: Report) -> Section | None:
    if report.scope.session is not None:
        return None
    blocks: list[Block] = []
    touched = [row for row in report.topics if row.progress.last_day is not None]
    if touched:
        then = any(row.recall_then is not None for row in touched)
        heads = ["Topic", "Passed", "Level", "Answers", "First try", "Recall now"]
        heads += [f"On {report.interview_day:%d %b}"] if then and report.interview_day else []
        heads += ["Trend", "Time"]
        blocks.append(Table(tuple(heads), tuple(_topic_cells(row, then) for row in touched)))
    if report.untouched:
        titles = "; ".join(row.title for row in report.untouched)  # some have commas
        blocks.append(Text(f"Not started yet: {titles}."))
    return Section("Where things stand", tuple(blocks), detail=False) if blocks else None


def _topic_cells(row: TopicRow, then: bool) -> tuple[Cell, ...]:
    progress = row.progress
    return (
        row.title,
        f"{progress.mastered} of {progress.items}",
        level(progress.mastery),
        str(progress.attempts),
        progress.first_try,
        recall(row.recall),
        *([recall(row.recall_then)] if then else []),
        trend(progress.trend),
        duration(progress.time),
    )


def _interviews(report: Report) -> Section | None:
    if not report.interviews:
        return None
    latest, is_own = report.interviews[0], report.scope.session is not None
    judged = [row for row in report.interviews if is_own or row.debrief.enough]
    rows = tuple(_interview_cells(row) for row in judged[:INTERVIEWS])
    names = [line.dimension.capitalize() for line in latest.card.dimensions]
    blocks: list[Block] = [Table(("No.", "Day", "Interview", *names, "Time"), rows)] if rows else []
    if is_own:
        blocks += [Text("What to do next:"), _steps(latest.card.next_steps)]
    if (more := len(judged) - INTERVIEWS) > 0:
        blocks.append(Text(left_out_here(more, "earlier interview")))
    if little := len(report.interviews) - len(judged):
        says = f"{counted(little, 'interview')} left out: too little was answered to judge."
        blocks.append(Text(says))
    return Section("Interviews", tuple(blocks), detail=False)


def _interview_cells(row: InterviewRow) -> tuple[Cell, ...]:
    blueprint, time = row.debrief.blueprint, row.card.time
    over = f", {duration(time.overtime)} over" if time.overtime else ""
    return (
        str(row.number),
        str(row.day),
        f"{blueprint.title}, {blueprint.level}",
        *(band(line) for line in row.card.dimensions),
        f"{duration(time.used)} of {duration(time.total)}{over}",
    )


def _mistakes(report: Report) -> Section | None:
    if not report.totals.attempts:
        return None
    if not report.mistakes:
        said = Text("No named mistake was found in any answer.")
        return Section("Mistakes you made", (said,), detail=False)
    entries = [_mistake(row) for row in report.mistakes[:MISTAKES]]
    more = len(report.mistakes) - MISTAKES
    if more > 0:
        entries.append(Entry("", and_more(more)))
    return Section("Mistakes you made", (Entries(tuple(entries)),), detail=False)


def _mistake(row: MistakeRow) -> Entry:
    rest = (
        f"{row.count} of {counted(row.chances, 'answer')}. "
        f"Last on {row.example.day} in “{row.example.title}”, where you entered: "
        f"{_entered(row.example)}"
    )
    return Entry(Prose(f"{row.name}:"), rest)


def _entered(example: Example) -> str:
    named = len(example.entered) > 1
    short = {part: entry(part, text, ENTERED) for part, text in example.entered.items()}
    said = [f"{part}: {text}" if named else text for part, text in short.items()]
    return "; ".join(said) or "nothing"


def _sure_and_wrong(report: Report) -> Section | None:
    """What is not right since comes first; the rest may be learned, yet such errors come back."""
    mended = {row.id for row in report.items if row.mastered}
    examples = sorted(report.confidence.sure_and_wrong, key=lambda one: one.item in mended)
    if not examples:
        return None
    entries = [
        Entry(
            example.title,
            f"on {example.day}, you entered: {_entered(example)}"
            + ("; right since then" if example.item in mended else ""),
        )
        for example in examples[:SURE]
    ]
    if len(examples) > SURE:
        entries.append(Entry("", and_more(len(examples) - SURE)))
    return Section("Sure but wrong", (Entries(tuple(entries)),), detail=False)


def _next_steps(report: Report) -> Section | None:
    if not report.next_steps or report.scope.session is not None:
        return None
    return Section("Next steps", (_steps(report.next_steps),), detail=False)


def _until_the_interview(report: Report) -> Section | None:
    """What the plan has for the next days, and how it changes recall on the day."""
    plan = report.plan
    if plan is None:
        return None
    blocks: list[Block] = [
        Text(
            f"The plan as it is now, with {counted(round(plan.minutes_a_day), 'minute')} per day:"
        ),
        Table(("Day", "To answer"), tuple(days_in_words(plan, DAYS))),
    ]
    if beyond := days_beyond(plan, DAYS):
        blocks.append(Text(beyond))
    blocks.append(Text(_with_the_plan(report, plan)))
    if plan.left_out:
        blocks.append(Text(left_out(len(plan.left_out))))
    return Section("Until the interview", tuple(blocks), detail=False)


def _with_the_plan(report: Report, plan: Plan) -> str:
    now = [row.recall_then for row in report.topics if row.recall_then is not None]
    stopped = _recalled((entry.expected, entry.n) for entry in now)
    followed = _recalled((topic.recall, topic.seen) for topic in plan.forecast)
    text = f"Expected recall on that day: {followed} items with the plan, if every answer is right"
    return f"{text}; {stopped} if you stop now."


def _recalled(topics: Iterable[tuple[float | None, int]]) -> str:
    """`82 % of 54`, over all topics in which something was seen."""
    seen = [(share, n) for share, n in topics if share is not None]
    of = sum(n for _, n in seen)
    return f"{percent(sum(share * n for share, n in seen) / of)} of {of}" if of else "nothing"


def _steps(steps: Sequence[Step]) -> Entries:
    """The steps, numbered; those of a drill name a mistake, in the words of a bank."""
    entries = (Entry("", Prose(s.says) if s.action == "drill" else s.says) for s in steps)
    return Entries(tuple(entries), numbered=True)
