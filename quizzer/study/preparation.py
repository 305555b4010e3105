"""Preparing for a date: what will be remembered then, and a plan for so many minutes per day.

Each day, the plan asks what gains the most recall per minute for the day of the interview. It
assumes that every answer passes; the next plan, made tomorrow, knows better. What was missed comes
back first, in up to half of a day's minutes; otherwise, new items would keep it away until the
interview. Long items also get up to half of a day, and more only when nothing else is left to ask.
New items come in the order of the check-list if all of them fit. Otherwise, topics take turns, each
with items on new points first and, among these, with what interviews ask often. On some days a mock
interview comes first, and the questions get the minutes that it leaves; learners who would rather
not take it today get questions instead. On the eve of the interview, what was seen before comes
first, and what is new only if minutes are left.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from heapq import heappop, heappush, merge
from itertools import chain, islice
from typing import NamedTuple

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.progress.days import study_day
from quizzer.progress.history import History
from quizzer.progress.schedule import CardState, Settings, passed_on, recall, recall_if_passed
from quizzer.progress.statistics import predicted_recall
from quizzer.study import engine, rehearsals
from quizzer.study.choosing import askable_heads
from quizzer.study.interview.flavours import is_classic
from quizzer.study.overview import resumables
from quizzer.study.purposes import PLAN

HORIZON = 60  # days: what lies beyond is planned when it comes nearer
CANDIDATES = 250  # items seen that a day is chosen from: far more than fit into it
LONG = 15  # minutes: hardly any question of an interview takes longer
LEAST_GAIN = 0.02  # recall on the day; below, a review is not worth its minutes


class TopicForecast(Struct, frozen=True, kw_only=True):
    """What will be remembered of a topic on a day, if nothing is done until then."""

    topic: str
    items: int
    seen: int
    recall: float | None  # the mean over the items seen; none while none was


class DayPlan(Struct, frozen=True, kw_only=True):
    """What to answer on one day."""

    day: date
    items: tuple[str, ...]
    new: int  # of these, never answered before
    minutes: float  # of the questions
    interview: float = 0.0  # minutes of a mock interview beside them; 0 on most days


class Plan(Struct, frozen=True, kw_only=True):
    """The way to a day, and how much of each topic will be remembered then if it is followed.

    `done` is what was answered today and counts; the first of `days` holds the rest of today. If
    today's part was begun, `to_go` is how many of its questions are left, including those asked
    once more. `instead` is today without its mock interview. `left_out` are the items for which the
    minutes are not enough.
    """

    target: date
    minutes_a_day: float
    done: tuple[str, ...]
    minutes_done: float
    to_go: int
    days: tuple[DayPlan, ...]
    instead: DayPlan | None = None
    forecast: tuple[TopicForecast, ...]
    left_out: tuple[str, ...]

    @property
    def to_begin(self) -> DayPlan | None:
        """The questions of today that can be begun: beside its mock interview, or instead of it."""
        today = next((day for day in self.days[:1] if day.items), self.instead)
        return today if today is not None and today.items else None

    @property
    def asks_today(self) -> bool:
        """Whether today has questions that are not answered yet."""
        return bool(self.to_go) or self.to_begin is not None

    @property
    def rehearses_today(self) -> bool:
        """Whether today has a mock interview."""
        return any(day.interview for day in self.days[:1])


def forecast(
    library: Library, cards: Mapping[str, CardState], day: date
) -> tuple[TopicForecast, ...]:
    """The predicted recall on a day, topic by topic, as reports have it."""
    found = []
    for topic in library.topics:
        items = askable_heads(library, topic.id)
        known = [cards[item.id] for item in items if item.id in cards]
        found.append(
            TopicForecast(
                topic=topic.id,
                items=len(items),
                seen=len(known),
                recall=predicted_recall(known, day).expected,
            )
        )
    return tuple(found)


def cards_of(library: Library, history: History) -> dict[str, CardState]:
    """The cards of all items in the banks that were answered."""
    records = history.records()
    return {item: records[item].card for item in library.items if item in records}


def make_plan(
    library: Library,
    history: History,
    today: date,
    target: date,
    minutes_a_day: float,
    days: int = HORIZON,
) -> Plan:
    """The plan from today until the day before the target; without days if that is today or past.

    If only the first `days` are asked for, only they count for the forecast and what is left out.
    """
    cards = cards_of(library, history)
    answered = {item for item, card in cards.items() if card.last_day == today}
    answered.update(_written_today(history, today))
    done = [item for item in library.heads if item.id in answered]
    minutes_done = sum(item.minutes for item in done)
    ahead = [today + timedelta(days=n) for n in range(min(HORIZON, (target - today).days))]
    minutes = dict.fromkeys(ahead, minutes_a_day)
    if ahead:
        minutes[today] = max(0.0, minutes_a_day - minutes_done)
    room = dict.fromkeys(ahead, rehearsals.minutes_of_one(minutes_a_day))
    room[today] = rehearsals.minutes_of_one(minutes_a_day, minutes_done)
    interviews = _interviews(history, cards.values(), today, target, room)
    budgets = {day: max(0.0, left - interviews.get(day, 0.0)) for day, left in minutes.items()}
    # What was missed first and then answered right on the same day is not learnt by that.
    missed = {item for item, record in history.records().items() if not record.mastery.mastered}
    whole = sum(budgets.values())
    planner = partial(_Planner, library, cards, missed, target, history.settings, whole)
    followed = planner()
    first = islice(budgets.items(), days)
    planned = [followed.day(day, left, interviews.get(day, 0.0)) for day, left in first]
    instead = planner().day(today, minutes[today], 0.0) if today in interviews else None
    return Plan(
        target=target,
        minutes_a_day=minutes_a_day,
        done=tuple(item.id for item in done),
        minutes_done=minutes_done,
        to_go=_to_go(library, history, today),
        days=tuple(planned),
        instead=instead,
        forecast=forecast(library, followed.cards, target),
        left_out=tuple(item.id for item in followed.items if item.id not in followed.cards),
    )


def _interviews(
    history: History,
    cards: Iterable[CardState],
    today: date,
    target: date,
    room: Mapping[date, float],
) -> dict[date, float]:
    """The minutes of the mock interviews to come, by day; `room` is how many each day has for one.

    There is none today if the learner begins today and has nothing to show yet, nor if today's
    minutes went to questions. It can come tomorrow then.
    """
    has_learnt = any(card.last_day < today or card.reviews > 1 for card in cards)
    earliest = today if has_learnt and room[today] else today + timedelta(days=1)
    days = rehearsals.days_of(target, earliest, rehearsals.last_taken(history))
    return {day: room[day] for day in days if room.get(day)}


def _written_today(history: History, today: date) -> Iterator[str]:
    """The open questions of today's interviews: they took their minutes, judged or not."""
    for started in reversed(history.interviews()):
        if study_day(started.at, started.offset, history.settings.rollover_hour) < today:
            return
        yield from (written.item for written in history.in_session(started.id).written)


def _to_go(library: Library, history: History, today: date) -> int:
    """How many questions today's part still has; 0 if it was not begun."""
    parts = (e for e in resumables(library, history, today) if e.purpose == PLAN)
    return sum(part.total - part.position for part in parts)


_Rank = tuple[bool, float, int]


class _Worth(NamedTuple):
    """What orders items on a day, the least first."""

    is_late: bool
    negative: float  # of the gain per minute
    place: int  # decides between equal ones, and finds the item


class _Planner:
    """Goes from day to day with the cards as they would be then."""

    def __init__(
        self,
        library: Library,
        cards: Mapping[str, CardState],
        missed: Collection[str],
        target: date,
        settings: Settings,
        minutes: float,
    ) -> None:
        self.cards = dict(cards)
        self._missed = set(missed)
        self.items = [h for h in library.heads if engine.available_kind(h.kind, library)]
        self._target = target
        self._settings = settings
        self._shortest = min((item.minutes for item in self.items), default=0.0)
        self._left = {item: recall(card, target) for item, card in self.cards.items()}
        new = [item for item in self.items if item.id not in self.cards]
        fits = sum(item.minutes for item in new) <= minutes
        self._ordered = self.items if fits else _by_turns(self.items, library, self.cards)
        self._places = {item.id: n for n, item in enumerate(self._ordered)}
        self._new = [self._places[item.id] for item in self._ordered if item.id not in self.cards]
        self._numbers = {item.id: n for n, item in enumerate(self.items)}
        self._seen = sorted(self._rank(item) for item in self.items if item.id in self.cards)

    def day(self, day: date, minutes: float, interview: float) -> DayPlan:
        """Fill one day, assuming that its answers pass."""
        known = set(self.cards)
        order = self._order(day, minutes / 2)
        chosen, passed_over = self._fill(order, day, minutes, minutes / 2)
        left = minutes - sum(item.minutes for item in chosen)
        chosen += self._fill(chain(passed_over, order), day, left, left)[0]
        return DayPlan(
            day=day,
            items=tuple(item.id for item in chosen),
            new=sum(item.id not in known for item in chosen),
            minutes=sum(item.minutes for item in chosen),
            interview=interview,
        )

    def _fill(
        self, items: Iterator[Head], day: date, left: float, for_long: float
    ) -> tuple[list[Head], list[Head]]:
        """Those that fit, assumed to pass, and those passed over until the minutes were used up.

        Long ones get only `for_long` of the minutes.
        """
        chosen, passed_over = [], []
        while left >= self._shortest and (item := next(items, None)) is not None:
            room = min(left, for_long) if item.minutes > LONG else left
            if item.minutes <= room and self._may_come(item):
                left -= item.minutes
                for_long -= item.minutes if item.minutes > LONG else 0.0
                self._pass(item, day)
                chosen.append(item)
            else:
                passed_over.append(item)
        return chosen, passed_over

    def _pass(self, item: Head, day: date) -> None:
        card = self.cards.get(item.id)
        if card is not None:
            del self._seen[bisect_left(self._seen, self._rank(item))]
        else:
            del self._new[bisect_left(self._new, self._places[item.id])]
        self._missed.discard(item.id)
        self.cards[item.id] = card = passed_on(day, item.id, card, self._settings)
        self._left[item.id] = recall(card, self._target)
        insort(self._seen, self._rank(item))

    def _order(self, day: date, room: float) -> Iterator[Head]:
        """What is worth asking on a day, the greatest gain per minute first.

        Before all of it come items that were missed, as many as have room.
        """
        missed, passed = self._seen_by_gain(day)
        too_long = []
        while room >= self._shortest and (worth := next(missed, None)) is not None:
            item = self._ordered[worth.place]
            if item.minutes <= room:
                room -= item.minutes
                yield item
            else:
                too_long.append(worth)
        for worth in merge(chain(too_long, missed), passed, self._new_by_gain(day)):
            yield self._ordered[worth.place]

    def _may_come(self, item: Head) -> bool:
        """New items come after their prerequisites, at the earliest on the same day."""
        needed = [entry for entry in item.prerequisites if entry in self._places]
        return item.id in self.cards or all(entry in self.cards for entry in needed)

    def _seen_by_gain(self, day: date) -> tuple[Iterator[_Worth], Iterator[_Worth]]:
        """The items seen before a day that are worth asking: those missed, and the others.

        If they are many, these are the missed ones first, then those that lose most per minute.
        """
        ids = ((rank, self.items[rank[-1]].id) for rank in self._seen)
        before = (rank for rank, item in ids if self.cards[item].last_day < day)
        some = list(islice(before, CANDIDATES))
        first_passed = bisect_left(some, (True,))
        return self._by_gain(some[:first_passed], day), self._by_gain(some[first_passed:], day)

    def _by_gain(self, seen: Iterable[_Rank], day: date) -> Iterator[_Worth]:
        """The greatest gain per minute first, of items that come in the order of their ranks.

        What they lose is the most that they can gain. So the gain is computed of those only that
        may be next, which is soon more than fit into a day: the model of memory takes its time.
        """
        waiting: list[_Worth] = []
        for _, least, number in seen:  # least: no later item has a smaller `negative`
            while waiting and waiting[0].negative < least:
                yield heappop(waiting)
            item = self.items[number]
            gain = self._gain(item, day)
            if gain >= LEAST_GAIN:
                place = self._places[item.id]
                heappush(waiting, _Worth(False, -gain / item.minutes, place))
        while waiting:
            yield heappop(waiting)

    def _new_by_gain(self, day: date) -> Iterator[_Worth]:
        """The items not seen yet, in their order, if they are worth asking.

        The first answer gains the same for all of them. Yet short ones do not come first: by only
        ever picking an answer, one learns neither to explain nor to write code.
        """
        if not self._new or (gain := self._gain(self._ordered[self._new[0]], day)) < LEAST_GAIN:
            return iter(())
        usual = sum(self._ordered[place].minutes for place in self._new) / len(self._new)
        # On the eve, new items would gain most, but they unsettle, and what was learned goes stale.
        is_late = day >= self._target - rehearsals.EVE
        return (_Worth(is_late, -gain / usual, place) for place in list(self._new))

    def _rank(self, item: Head) -> _Rank:
        """What orders the items seen; the number decides between equal ones, and finds an item."""
        lost = 1 - self._left[item.id]
        return item.id not in self._missed, -lost / item.minutes, self._numbers[item.id]

    def _gain(self, item: Head, day: date) -> float:
        card = self.cards.get(item.id)
        after = recall_if_passed(card, day, self._target)
        return after - self._left.get(item.id, 0.0)


def _by_turns(
    items: Iterable[Head], library: Library, cards: Mapping[str, CardState]
) -> list[Head]:
    """One new item of each topic, then a second one of each; topics already begun join in later."""
    topics: dict[str, list[Head]] = {topic.id: [] for topic in library.topics}
    for item in items:
        topics[library.topic_of(item.id)].append(item)
    turns = []
    for own in topics.values():
        seen = [item for item in own if item.id in cards]
        new = [item for item in own if item.id not in cards]
        ordered = _new_points_first(sorted(new, key=lambda item: not is_classic(item)), seen)
        turns += [(0, item) for item in seen] + list(enumerate(ordered, start=len(seen)))
    return [item for _, item in sorted(turns, key=lambda turn: turn[0])]


def _new_points_first(new: Iterable[Head], seen: Iterable[Head]) -> list[Head]:
    """First one item for each point of the check-list, then a second one for each."""
    covered = Counter(point for item in seen for point in item.covers[:1])
    rounds = []
    for item in new:
        point = item.covers[0] if item.covers else ""
        rounds.append((covered[point], item))
        covered[point] += 1
    return [item for _, item in sorted(rounds, key=lambda entry: entry[0])]
