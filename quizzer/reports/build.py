"""Makes a report: every number recomputed from the log, nothing taken from a cache."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

from quizzer import __version__
from quizzer.bank.library import Library
from quizzer.bank.schema import Topic
from quizzer.progress.attempt import Attempt
from quizzer.progress.days import study_day
from quizzer.progress.events import Attempted, SessionStarted
from quizzer.progress.history import History
from quizzer.progress.log import Store
from quizzer.progress.schedule import Review, Settings
from quizzer.progress.statistics import (
    MistakeCount,
    by_item,
    first_try,
    is_mastered,
    mistakes,
    retention,
    time_spent,
    topic_progress,
)
from quizzer.reports.advice import next_steps
from quizzer.reports.entered import entered
from quizzer.reports.report import (
    DataNote,
    Example,
    ItemRow,
    MistakeRow,
    PointRow,
    Report,
    SessionRow,
    TopicRow,
    Totals,
)
from quizzer.study.clock import Clock, SystemClock
from quizzer.study.mistakes import say
from quizzer.study.overview import askable_items


def build(
    log: Store,
    library: Library,
    clock: Clock | None = None,
    settings: Settings | None = None,
    topic: str | None = None,
) -> Report:
    """The report on everything in the log, or on one topic of it, as of now."""
    clock = clock or SystemClock()
    history = History(log, settings)
    rollover = history.settings.rollover_hour
    today = study_day(clock.now_ms(), clock.offset_minutes(), rollover)
    attempts = [a for a in history.attempts() if topic in (None, _topic_of(a, library))]
    topics = tuple(
        row for row in _topic_rows(library, history, attempts, today) if topic in (None, row.id)
    )
    items = tuple(_item_rows(library, history, attempts))
    mistake_rows = tuple(_mistake_row(found, log, library) for found in mistakes(attempts))
    return Report(
        version=__version__,
        at=clock.now_ms(),
        offset=clock.offset_minutes(),
        day=today,
        topic=topic,
        data=_data_note(history),
        totals=_totals(attempts, _reviews(attempts, history)),
        topics=topics,
        mistakes=mistake_rows,
        sessions=tuple(_session_rows(library, history, attempts, rollover)),
        items=items,
        next_steps=next_steps(
            topics, mistake_rows, [row for row in items if row.id in library.items]
        ),
    )


def _data_note(history: History) -> DataNote:
    return DataNote(
        device=history.store.device,
        events=history.events_seen,
        undone=history.attempts_undone,
        outside_sessions=sum(attempt.session is None for attempt in history.attempts()),
        log_sha256=history.store.fingerprint(),
    )


def _totals(attempts: Sequence[Attempt], reviews: Iterable[Review]) -> Totals:
    days = {attempt.day for attempt in attempts}
    return Totals(
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        study_days=len(days),
        attempts=len(attempts),
        first_try=first_try(attempts),
        retention=retention(reviews),
        time=time_spent(attempts),
    )


def _reviews(attempts: Iterable[Attempt], history: History) -> list[Review]:
    schedules = (history.schedule(item) for item in by_item(attempts))
    return [review for schedule in schedules if schedule for review in schedule.reviews]


def _topic_rows(
    library: Library, history: History, attempts: Sequence[Attempt], today: date
) -> Iterable[TopicRow]:
    by_topic: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        by_topic.setdefault(_topic_of(attempt, library), []).append(attempt)
    for topic in library.topics:
        yield _topic_row(topic, library, history, by_topic.pop(topic.id, []), today)
    for topic_id, own in by_topic.items():  # its topic is no longer in the check-list
        gone = Topic(id=topic_id, title=topic_id, about="No longer in the check-list.")
        yield _topic_row(gone, library, history, own, today)


def _topic_of(attempt: Attempt, library: Library) -> str:
    """Where the item is now; where it was then if it left the banks."""
    return library.topic_of(attempt.item) if attempt.item in library.items else attempt.topic


def _topic_row(
    topic: Topic, library: Library, history: History, attempts: Sequence[Attempt], today: date
) -> TopicRow:
    items = askable_items(library, topic.id)
    cards = {item.id: card for item in items if (card := history.card(item.id))}
    own = by_item(attempts)
    mastered = {item.id for item in items if is_mastered(own.get(item.id, []))}
    points = []
    for point in topic.points:
        covering = {item.id for item in items if point.id in item.covers}
        points.append(
            PointRow(
                id=point.id,
                text=point.text,
                items=len(covering),
                mastered=len(covering & mastered),
            )
        )
    return TopicRow(
        id=topic.id,
        title=topic.title,
        progress=topic_progress(
            [item.id for item in items], attempts, cards, _reviews(attempts, history), today
        ),
        points=tuple(points),
    )


def _mistake_row(found: MistakeCount, log: Store, library: Library) -> MistakeRow:
    item = found.last.item
    event = log.event(found.last.id)
    return MistakeRow(
        id=found.id,
        says=say(library, item, found.id),
        count=found.count,
        chances=found.chances,
        example=Example(
            item=item,
            title=_title(item, library),
            topic=_topic_of(found.last, library),
            day=found.last.day,
            entered=entered(event, library) if isinstance(event, Attempted) else {},
        ),
    )


def _title(item: str, library: Library) -> str:
    known = library.items.get(item)
    return known.title if known else f"{item} (no longer in the banks)"


def _session_rows(
    library: Library, history: History, attempts: Iterable[Attempt], rollover: int
) -> Iterable[SessionRow]:
    """The sessions in which something was answered, the latest first."""
    by_session: dict[str | None, list[Attempt]] = {}
    for attempt in attempts:
        by_session.setdefault(attempt.session, []).append(attempt)
    titles = {topic.id: topic.title for topic in library.topics}
    for started in reversed(history.sessions()):
        if started.id in by_session:
            end = history.end_of(started.id)
            yield _session_row(
                started,
                by_session[started.id],
                topic=titles.get(started.topic, started.topic) if started.topic else None,
                day=study_day(started.at, started.offset, rollover),
                finished=end is not None and end.finished,
            )


def _session_row(
    started: SessionStarted,
    attempts: Sequence[Attempt],
    *,
    topic: str | None,
    day: date,
    finished: bool,
) -> SessionRow:
    statuses = Counter(attempt.status for attempt in attempts)
    return SessionRow(
        id=started.id,
        day=day,
        mode=started.mode,
        topic=topic,
        total=len(started.plan),
        right=statuses["right"],
        partly=statuses["partly"],
        wrong=statuses["wrong"],
        score=sum((attempt.score for attempt in attempts), Fraction(0)),
        time=time_spent(attempts),
        finished=finished,
    )


def _item_rows(
    library: Library, history: History, attempts: Sequence[Attempt]
) -> Iterable[ItemRow]:
    """The items that were answered, in the order of the check-list, those gone from it last."""
    given = by_item(attempts)
    order = [item for item in library.items if item in given]
    for item in [*order, *(item for item in given if item not in library.items)]:
        own, card = given[item], history.card(item)
        yield ItemRow(
            id=item,
            title=_title(item, library),
            topic=_topic_of(own[-1], library),
            kind=own[-1].kind,
            attempts=len(own),
            first_try=first_try(own),
            mastered=is_mastered(own),
            last_day=own[-1].day,
            last_score=own[-1].score,
            due_day=card.due_day if card else None,
        )
