"""What to do next, read off the rows of a report: at most three steps, the most urgent first."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from quizzer.reports.report import Example, ItemRow, MistakeRow, NextStep, TopicRow
from quizzer.words import counted

STEPS = 3
TOPICS = 3  # named in one step
WEAK = 0.7  # below this first-try accuracy a topic deserves another round


def next_steps(
    topics: Sequence[TopicRow],
    mistakes: Sequence[MistakeRow],
    answered: Sequence[ItemRow],
    sure_and_wrong: Sequence[Example],
    interview: date | None = None,
) -> tuple[NextStep, ...]:
    """The first steps that apply; until an interview its plan says what is to be begun."""
    return tuple(islice(_steps(topics, mistakes, answered, sure_and_wrong, interview), STEPS))


def _steps(
    topics: Sequence[TopicRow],
    mistakes: Sequence[MistakeRow],
    answered: Sequence[ItemRow],
    sure_and_wrong: Sequence[Example],
    interview: date | None,
) -> Iterator[NextStep]:
    due = [row for row in topics if row.progress.due]
    if due:
        count = sum(row.progress.due for row in due)
        where = ", ".join(row.title for row in due[:TOPICS])
        if len(due) > TOPICS:
            where += f" and {len(due) - TOPICS} more"
        yield NextStep(
            kind="review", of=None, text=f"Review {counted(count, 'item')} now due: {where}."
        )
    open_items = {row.id for row in answered if not row.mastered}
    for example in [entry for entry in sure_and_wrong if entry.item in open_items][:1]:
        text = f"Look again at “{example.title}”: you were sure, and it was not right."
        yield NextStep(kind="sure", of=example.item, text=text)
    for mistake in mistakes[:1]:
        if mistake.count > 1:
            text = f"Work on the mistake made most often, {mistake.count} times: {mistake.says}"
            yield NextStep(kind="mistake", of=mistake.id, text=text)
    for row in sorted(filter(_weak, topics), key=_accuracy)[:1]:
        text = f"Practise “{row.title}” again: {100 * _accuracy(row):.0f} % right at first try."
        yield NextStep(kind="strengthen", of=row.id, text=text)
    if interview is None:
        yield from _what_is_new(topics)
    else:
        text = f"Follow your plan until the interview on {interview} (quizzer plan)."
        yield NextStep(kind="plan", of=None, text=text)
    days = [row.due_day for row in answered if row.due_day is not None]
    if days and not due:
        text = f"Come back on {min(days)}: {counted(days.count(min(days)), 'item')} to review."
        yield NextStep(kind="return", of=None, text=text)


def _what_is_new(topics: Sequence[TopicRow]) -> Iterator[NextStep]:
    """A topic that was begun, and the first one that was not."""
    for row in topics:
        if row.progress.attempts and row.progress.seen < row.progress.items:
            left = row.progress.items - row.progress.seen
            text = f"Go on with “{row.title}”: {counted(left, 'item')} not seen yet."
            yield NextStep(kind="continue", of=row.id, text=text)
            break
    for row in topics:
        if row.untouched:
            text = f"Begin “{row.title}”: {counted(row.progress.items, 'item')}."
            yield NextStep(kind="begin", of=row.id, text=text)
            break


def _weak(row: TopicRow) -> bool:
    return row.progress.first_try.enough and _accuracy(row) < WEAK


def _accuracy(row: TopicRow) -> float:
    return row.progress.first_try.value or 0.0
