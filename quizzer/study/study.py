"""Study: the one object that interfaces hold; it knows what to do next and starts sessions."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.bank.schema import Item
from quizzer.configuration.settings import Settings
from quizzer.exercises.variant import Variant
from quizzer.grading.verdict import Verdict
from quizzer.progress import schedule
from quizzer.progress.days import study_day
from quizzer.progress.events import Attempted, LogEvent, Mode
from quizzer.progress.history import History
from quizzer.progress.store import Store
from quizzer.study import choosing, drills, overview, placement, preparation, set_aside
from quizzer.study.clock import Clock, SystemClock
from quizzer.study.drills import LIMIT as DRILL_LIMIT
from quizzer.study.drills import Drill
from quizzer.study.errors import StudyError
from quizzer.study.event_maker import Asked, EventMaker
from quizzer.study.overview import Overview, Resumable
from quizzer.study.placement import Placement
from quizzer.study.preparation import Plan, TopicForecast
from quizzer.study.purposes import AGAIN, CHOSEN, DRILL, PLACEMENT, PLAN
from quizzer.study.selection import Selection, select
from quizzer.study.session import Session

if TYPE_CHECKING:
    from quizzer.study.interview.interviews import InterviewCard, Interviews


class Study:
    """Topics, memory and clock together. Methods may be called from any thread, one at a time.

    What is derived from the log can be `kept` in a file; `derive_elsewhere` is as in `History`.
    """

    def __init__(
        self,
        library: Library,
        log: Store,
        clock: Clock | None = None,
        settings: Settings | None = None,
        kept: Path | None = None,
        derive_elsewhere: Callable[[], None] | None = None,
    ) -> None:
        self.library = library
        self.log = log
        self.clock: Clock = clock or SystemClock()
        self.settings = settings or Settings()
        self.history = History(log, schedule.Settings.chosen(self.settings), kept, derive_elsewhere)
        self._make = EventMaker(log, self.clock)

    @cached_property
    def interviews(self) -> "Interviews":
        """The interviews of this learner; most commands have nothing to do with them."""
        from quizzer.study.interview.interviews import Interviews

        return Interviews(self.library, self.history, self.clock)

    @property
    def open_interview(self) -> "InterviewCard | None":
        """The interview that can be resumed here; while none is open, their code is not loaded."""
        self.history.refresh()
        is_open = any(started.mode == "interview" for started in self.history.open_sessions())
        return self.interviews.open if is_open else None

    def today(self) -> date:
        """The present study day."""
        return self._day_of(self.clock.now_ms())

    def overview(self) -> Overview:
        """How far each topic is, what is due, and what would be done next."""
        self.history.refresh()
        limit = self.settings.practice_questions
        return overview.overview(self.library, self.history, self.today(), limit)

    def open_session(self, topic_id: str) -> Session:
        """Do what the overview offers for a topic."""
        card = next((c for c in self.overview().topics if c.topic.id == topic_id), None)
        if card is None:
            raise StudyError(f"There is no topic {topic_id!r}.")
        if card.resumable is not None:
            return self.resume(card.resumable.session)
        if card.next_action == "review":
            return self.start_review(topic_id)
        return self.start_practice(topic_id)

    def open_practice(self, topic_id: str, limit: int | None = None) -> Session:
        """Go on with the practice of a topic that was left, or begin one."""
        return self._left("practice", topic_id) or self.start_practice(topic_id, limit)

    def start_practice(self, topic_id: str, limit: int | None = None) -> Session:
        """Practise a topic: what is due, then what is new, then what is weakest."""
        self.history.refresh()
        items = choosing.askable_items(self.library, topic_id)
        chosen = choosing.practice_order(items, self.history, self.today())
        chosen = chosen[: limit or self.settings.practice_questions]
        if not chosen:
            title = self.library.title_of(topic_id)
            raise StudyError(f"There is nothing to practise in “{title}” yet.")
        return self._start("practice", topic_id, chosen)

    def open_review(self, topic_id: str | None = None, limit: int | None = None) -> Session:
        """Go on with the review that was left, or begin one."""
        return self._left("review", topic_id) or self.start_review(topic_id, limit)

    def start_review(self, topic_id: str | None = None, limit: int | None = None) -> Session:
        """Review what is due, of one topic or of all topics in turn."""
        due = self.to_review(topic_id, limit)
        if not due:
            raise StudyError("Nothing is due now.")
        return self._start("review", topic_id, due)

    def to_review(self, topic_id: str | None = None, limit: int | None = None) -> list[Head]:
        """What a review that begins now would ask."""
        self.history.refresh()
        topics = [topic_id] if topic_id is not None else [entry.id for entry in self.library.topics]
        items = (choosing.askable_heads(self.library, entry) for entry in topics)
        due = choosing.review_order(items, self.history, self.today())
        return due[: limit or self.settings.review_questions]

    def select(self, selection: Selection) -> list[Item]:
        """The items of a selection, in the order in which they would be asked."""
        self.history.refresh()
        return select(selection, self.library, self.history, self.today())

    def start_selection(self, selection: Selection, limit: int | None = None) -> Session:
        """Practise the items of a selection; this is a review if they are selected as due."""
        items = self.select(selection)[: limit or self.settings.review_questions]
        if not items:
            raise StudyError("No question fits this selection. Remove a condition.")
        mode: Mode = "review" if selection.due else "practice"
        return self._start(mode, None, items, purpose=CHOSEN)

    def left_for(self, purpose: str) -> Resumable | None:
        """The session with this purpose that was left; beginning another one ends it."""
        return self._last_used(lambda entry: entry.purpose == purpose)

    def start_items(
        self, items: Sequence[str], purpose: str = CHOSEN, beside: str | None = None
    ) -> Session:
        """Practise these items in this order; the session `beside` which it is done stays open."""
        known = [self.library.items[item] for item in items if item in self.library.items]
        if not known:
            raise StudyError("None of these questions is in the banks.")
        asked = [item for item in known if self.library.asks(item)]
        if not asked:
            raise set_aside.refusal(self.library, "These questions cannot be asked here.")
        return self._start("practice", None, asked, purpose, beside)

    def start_again(self, items: Sequence[str]) -> Session:
        """Ask once more what was missed, in fresh variants."""
        return self.start_items(items, AGAIN)

    def drills(self) -> tuple[Drill, ...]:
        """The mistakes made that can be drilled, the most frequent first."""
        self.history.refresh()
        return drills.drills(self.library, self.history)

    def mistakes(self) -> tuple[Drill, ...]:
        """All mistakes that can be drilled: the learner's own first, the most frequent first."""
        self.history.refresh()
        return drills.all_drills(self.library, self.history)

    def open_drill(self, mistake: str, limit: int = DRILL_LIMIT) -> Session:
        """Go on with the drill of a mistake that was left, or begin one."""
        left = self._left("practice", None, f"{DRILL}{mistake}")
        return left or self.start_drill(mistake, limit)

    def start_drill(self, mistake: str, limit: int = DRILL_LIMIT) -> Session:
        """Answer items and variants in which exactly this mistake shows."""
        self.history.refresh()
        items = drills.drill_items(mistake, self.library, limit)
        if not items:
            raise StudyError(f"No question can show the mistake {mistake!r}.")
        return self._start("practice", None, items, purpose=f"{DRILL}{mistake}")

    @property
    def placement_due(self) -> bool:
        """Whether to offer the placement: nothing was answered, and it was not skipped."""
        self.history.refresh()
        return placement.is_due(self.history)

    def open_placement(self) -> Session:
        """Go on with the placement that was left, or begin one."""
        return self._left("practice", None, PLACEMENT) or self.start_placement()

    def start_placement(self) -> Session:
        """Begin two minutes of short questions from all along the check-list."""
        items = placement.placement_items(self.library)
        if not items:
            raise StudyError("There are no short questions for a placement.")
        return self._start("practice", None, items, purpose=PLACEMENT)

    def skip_placement(self) -> None:
        """Never offer the placement again."""
        started = self._make.started("practice", None, [], purpose=PLACEMENT)
        self.history.append(started, self._make.ended(started.id, finished=False))

    def placement(self) -> Placement | None:
        """What the last placement says; none when none of it was answered."""
        self.history.refresh()
        return placement.result(self.library, self.history)

    def bookmarks(self) -> set[str]:
        """The items that are marked."""
        self.history.refresh()
        return self.history.bookmarks()

    def bookmark(self, item_id: str, *, on: bool = True) -> None:
        """Mark an item to find it again, or remove its mark."""
        if item_id not in self.library.items:
            raise StudyError(f"There is no item {item_id!r}.")
        self.history.append(self._make.bookmarked(item_id, on=on))

    @property
    def interview_day(self) -> date | None:
        """The day of the learner's interview."""
        self.history.refresh()
        return self.history.interview_day

    @property
    def day_is_settled(self) -> bool:
        """Whether the settings name a day that is not over."""
        day = self.settings.interview_day
        return day is not None and day >= self.today()

    def set_interview_day(self, day: date | None) -> None:
        """Set the day to plan for; none: no longer plan for any day."""
        if self.day_is_settled:
            raise StudyError(
                f"Your settings say that your interview is on {self.interview_day}. "
                "Change or remove `interview_day` there."
            )
        if day is not None and day < self.today():
            raise StudyError(f"{day} is in the past. Give today or a later day.")
        self.history.append(self._make.dated(day))

    def forecast(self, day: date) -> tuple[TopicForecast, ...]:
        """What will be remembered on a day, topic by topic."""
        self.history.refresh()
        cards = preparation.cards_of(self.library, self.history)
        return preparation.forecast(self.library, cards, day)

    def plan(self, minutes_a_day: float, days: int = preparation.HORIZON) -> Plan:
        """The plan until the interview for so many minutes per day, or its first days."""
        target = self.interview_day
        if target is None:
            raise StudyError("First set the day of your interview.")
        if minutes_a_day <= 0:
            raise StudyError("A plan needs some minutes per day.")
        return preparation.make_plan(
            self.library, self.history, self.today(), target, minutes_a_day, days
        )

    def resume(self, session_id: str) -> Session:
        """Go on with a session where it was left; a finished one can still be undone."""
        self.history.refresh()
        started = self.history.in_session(session_id).started
        if started is None or started.mode == "interview":
            raise StudyError(f"There is no session {session_id!r} of practice or review.")
        return Session(started, self.library, self.history, self.clock)

    def open_day(self, minutes_a_day: float) -> Session:
        """Go on with the plan's part for today that was left, or begin it."""
        return self._left("review", None, PLAN) or self.start_day(minutes_a_day)

    def start_day(self, minutes_a_day: float) -> Session:
        """Begin what the plan has for today, as a review, so that all of it counts."""
        part = self.plan(minutes_a_day, days=1).to_begin
        if part is None:
            raise StudyError("The plan has nothing for today.")
        items = [self.library.items[item] for item in part.items]
        return self._start("review", None, items, purpose=PLAN)

    def resumable(self, mode: Mode, topic_id: str | None, purpose: str = "") -> Resumable | None:
        """The session of this mode, topic (none: all topics) and purpose that can be continued."""
        wanted = (mode, topic_id, purpose)
        return self._last_used(lambda entry: (entry.mode, entry.topic, entry.purpose) == wanted)

    def undo_last(self) -> Session | None:
        """Cancel the latest answer in any session; its question is the current one there again.

        Nothing is undone if it was given in an interview: those answers stand.
        """
        self.history.refresh()
        last = self.history.answered_last()
        if last is None or last in {started.id for started in self.history.interviews()}:
            return None
        session = self.resume(last)
        session.undo()
        return session

    def record(
        self,
        variant: Variant,
        answer: Mapping[str, str],
        verdict: Verdict,
        seconds: float = 0.0,
    ) -> Attempted:
        """Log an answer given outside a session; what was not understood is refused."""
        item = self.library.items[variant.item]
        topic = self.library.topic_of(item.id)
        asked = Asked(item=item, topic=topic, variant=variant, seconds=seconds)
        event = self._make.attempted(asked, answer, verdict)
        self.history.append(event)
        return event

    def _day_of(self, at_ms: int) -> date:
        rollover = self.history.settings.rollover_hour
        return study_day(at_ms, self.clock.offset_minutes(), rollover)

    def _last_used(self, is_wanted: Callable[[Resumable], bool]) -> Resumable | None:
        self.history.refresh()
        found = overview.resumables(self.library, self.history, self.today())
        return next(filter(is_wanted, reversed(found)), None)

    def _left(self, mode: Mode, topic: str | None, purpose: str = "") -> Session | None:
        """The session of this kind that was left, resumed; none if there is none."""
        left = self.resumable(mode, topic, purpose)
        return self.resume(left.session) if left is not None else None

    def _start(
        self,
        mode: Mode,
        topic: str | None,
        items: Sequence[Head | Item],
        purpose: str = "",
        beside: str | None = None,
    ) -> Session:
        """Begin a session. Open ones that go by the same name end, if they could go on here."""
        events: list[LogEvent] = [
            self._make.ended(other.id, finished=False)
            for other in self.history.open_sessions()
            if _goes_by(other.mode, other.topic, other.purpose) == _goes_by(mode, topic, purpose)
            and other.id != beside
            and not set_aside.still_asks(other, self.library, self.history)
        ]
        plan = choosing.plan(items, self.history)
        started = self._make.started(mode, topic, plan, purpose=purpose)
        self.history.append(*events, started)
        return Session(started, self.library, self.history, self.clock)


def _goes_by(mode: Mode, topic: str | None, purpose: str) -> tuple[str | None, str]:
    """What the learner knows an open session by: its topic, or else what it was begun for."""
    return topic, "" if topic is not None else purpose or mode
