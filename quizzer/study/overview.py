"""The check-list as the home screen shows it: how far each topic is, and what Enter does next."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.bank.schema import Topic
from quizzer.progress.days import study_day
from quizzer.progress.events import Mode, SessionStarted
from quizzer.progress.history import History
from quizzer.progress.record import Record
from quizzer.study.choosing import askable_heads
from quizzer.study.course import course
from quizzer.study.purposes import PLAN, called

Action: TypeAlias = Literal["resume", "review", "practice", "again", "done", "empty"]


class Resumable(Struct, frozen=True, kw_only=True):
    """A session that was left or interrupted."""

    session: str
    mode: Mode
    topic: str | None
    called: str  # what the learner would call it
    position: int  # questions answered
    total: int
    at: int  # when it was last used, UTC in milliseconds
    day: date  # the study day on which it was last used
    purpose: str = ""  # as in the log: "plan" for today's part

    @property
    def says(self) -> str:
        """Where it was left."""
        return f"You left {self.called} at question {self.position + 1} of {self.total}."


class TopicCard(Struct, frozen=True, kw_only=True):
    """One topic. Items that cannot be asked here are not counted."""

    topic: Topic
    items: int
    seen: int
    mastered: int
    due: int
    next_action: Action
    next_action_text: str
    resumable: Resumable | None = None


class Overview(Struct, frozen=True, kw_only=True):
    """All topics in order; `resumable` is the last used of all sessions that can be continued."""

    topics: tuple[TopicCard, ...]
    due: int
    resumable: Resumable | None


def overview(library: Library, history: History, today: date, most: int) -> Overview:
    """The overview of all topics; `most` is how many questions one practice asks."""
    open_sessions = resumables(library, history, today)
    latest = {entry.topic: entry for entry in open_sessions}
    records = history.records()
    cards = tuple(
        _card(topic, askable_heads(library, topic.id), latest.get(topic.id), records, today, most)
        for topic in library.topics
    )
    return Overview(
        topics=cards,
        due=sum(card.due for card in cards),
        resumable=open_sessions[-1] if open_sessions else None,
    )


def resumables(library: Library, history: History, today: date) -> list[Resumable]:
    """Sessions of practice and review that can be continued, the last used last.

    A day's part of the plan can be continued only on that day; the plan asks what is left again.
    """
    drafted = history.store.drafted()
    found = (
        _resumable(started, library, history, drafted.get(started.id))
        for started in history.open_sessions()
        if started.mode != "interview"
    )
    entries = [entry for entry in found if entry is not None]
    current = [entry for entry in entries if entry.purpose != PLAN or entry.day == today]
    return sorted(current, key=lambda entry: entry.at)


def _resumable(
    started: SessionStarted, library: Library, history: History, drafted: int | None
) -> Resumable | None:
    places = course(started, library, history)
    told = history.in_session(started.id)
    answered = {(attempt.item, attempt.number) for attempt in told.attempts}
    position = sum((place.item, place.variant) in answered for place in places)
    is_untouched = not (position or told.put_off) and drafted is None
    if position == len(places) or is_untouched:
        return None
    title = library.title_of(started.topic) if started.topic is not None else None
    ats = [attempt.at for attempt in told.attempts] + [moved.at for moved in told.put_off]
    at = max(started.at, drafted or 0, *ats)
    return Resumable(
        session=started.id,
        mode=started.mode,
        topic=started.topic,
        called=called(started.purpose, started.mode, title),
        position=position,
        total=len(places),
        at=at,
        day=study_day(at, started.offset, history.settings.rollover_hour),
        purpose=started.purpose,
    )


def _card(
    topic: Topic,
    items: Sequence[Head],
    resumable: Resumable | None,
    records: Mapping[str, Record],
    today: date,
    most: int,
) -> TopicCard:
    seen = [records[item.id] for item in items if item.id in records]
    due = sum(record.card.due(today) for record in seen)
    mastered = sum(record.mastery.mastered for record in seen)
    action, text = _next(resumable, len(items), len(seen), mastered, due, most)
    return TopicCard(
        topic=topic,
        items=len(items),
        seen=len(seen),
        mastered=mastered,
        due=due,
        next_action=action,
        next_action_text=text,
        resumable=resumable,
    )


def _next(
    resumable: Resumable | None, items: int, seen: int, mastered: int, due: int, most: int
) -> tuple[Action, str]:
    if items == 0:
        return "empty", "no questions yet"
    if resumable is not None:
        return "resume", f"resume at {resumable.position + 1} of {resumable.total}"
    if due:
        return "review", f"review {due} due"
    if seen < items:
        return "practice", f"practise {min(items - seen, most)} new"
    if mastered < items:
        return "again", f"practise {min(items - mastered, most)} weak"
    return "done", "all done, practise again"
