"""The check-list: what you can do now, topic by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical

from quizzer.actions.table import BY_ID
from quizzer.tui import preloading
from quizzer.tui.actions import bindings
from quizzer.tui.browser import what_is_off
from quizzer.tui.key_names import keys_of
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.text import plain
from quizzer.tui.widgets.document import Paper
from quizzer.tui.widgets.fitted import Lines
from quizzer.tui.widgets.page import Page
from quizzer.tui.widgets.topics import TopicList, TopicRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import BindingType
    from textual.events import Key, Resize
    from textual.widget import Widget

    from quizzer.bank.schema import Topic
    from quizzer.study.overview import Overview, TopicCard
    from quizzer.study.session import Session
    from quizzer.study.study import Study
    from quizzer.tui.agenda import Agenda


LEAST_LIST, LEAST_ABOUT = 4, 3  # lines
PRELOAD_AFTER = 0.3  # seconds after the first key
# What to say at the key of an action that has nothing to do at the moment.
NOTHING_TO = {
    "home.review": "Nothing is due today.",
    "home.resume": "There is no session to resume.",
    "home.drill": "You have made no mistake twice yet, so there is none to drill.",
    "home.undo": "There is no answer to take back.",
    "home.flaws": "There are no problems in your own banks.",
    "home.placement": (
        "The six questions that show where to start are offered only at the very start."
    ),
    "home.skip-placement": "There is nothing to skip.",
}
NEEDS_STUDY = ("export", "explorer", "interviews", "select", "progress", "plan")  # actions


class Body(Vertical):
    """The list of topics, and below it the text about the topic under the cursor."""

    def on_resize(self, event: Resize) -> None:
        """Limit the list's height, so that some lines are left for the text."""
        room = max(LEAST_LIST, event.size.height - LEAST_ABOUT)
        self.query_one(TopicList).styles.max_height = room


class HomeScreen(FullScreen):
    """The first screen; the way back from every other one leads here."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("home")]

    def __init__(self) -> None:
        super().__init__()
        self._topics: Sequence[Topic] = ()
        self._agenda: Agenda | None = None
        self._is_used = False  # a key was pressed
        self._has_said_why = False  # why the key pressed last does nothing
        self._is_placing = False  # the placement was begun here and is not finished

    @property
    def _overview(self) -> Overview | None:
        return self._agenda.overview if self._agenda is not None else None

    def page(self) -> Iterable[Widget]:
        """What to do now, the topics, and the text about the one under the cursor."""
        yield Lines(id="now")
        yield Body(TopicList(), Page(Paper(), id="about"), id="body")

    def on_mount(self) -> None:
        """Show the first text; everything that takes time comes later."""
        self.head("quizzer", "reading the banks …")
        self.query_one("#now").display = False
        self.query_one(TopicList).focus()

    def on_key(self, event: Key) -> None:
        """Say why a key does nothing now; at the first key, load what may be opened next."""
        if self._overview is not None:
            self._say_why_not(event.key)
        if not self._is_used:
            self._is_used = True
            self.set_timer(PRELOAD_AFTER, lambda: self.quizzer.preload(preloading.at_the_first_key))

    def _say_why_not(self, key: str) -> None:
        """Say it above the keys, where it covers nothing, until the next key."""
        why = next((why for action, why in NOTHING_TO.items() if self._is_idle(action, key)), "")
        if why or self._has_said_why:
            self.note(why)
        self._has_said_why = bool(why)

    def _is_idle(self, action: str, key: str) -> bool:
        """Whether this key is the action's, and there is nothing for it to do now."""
        method = BY_ID[action].method
        return key in keys_of(self.app, action) and not self.check_action(method, ())

    def on_screen_resume(self) -> None:
        """Read the overview again: what was done on other screens may have changed it."""
        if self.quizzer.study is not None:
            self.renew(self.refresh_overview)

    def show_topics(self, topics: Sequence[Topic]) -> None:
        """Show the titles, before anything is known about them."""
        self._topics = topics
        if self._overview is None:
            self.query_one(TopicList).show([TopicRow(topic.title) for topic in topics])

    async def refresh_overview(self) -> None:
        """Read how far the learner is."""
        study = self.quizzer.study
        if study is None:
            return
        self._show(await self.quizzer.behind(_look_around, study))
        self.quizzer.make_ready(study.history.keep)

    def _show(self, agenda: Agenda) -> None:
        is_first = self._agenda is None
        self._agenda, overview = agenda, agenda.overview
        self._topics = [card.topic for card in overview.topics]
        levels = {topic: own.level for topic, own in agenda.mastery.items() if not own.lacks}
        rows = [_row(card, levels.get(card.topic.id, "")) for card in overview.topics]
        self.query_one(TopicList).show(rows)
        if is_first:
            self._stand_at_what_was_left(overview)
        if self._is_placing and agenda.start is not None:
            self._is_placing = False
            self._stand_at(agenda.start)
        seen = sum(card.seen for card in overview.topics)
        items = sum(card.items for card in overview.topics)
        due = f"{overview.due} due · " if overview.due else ""
        self.head("quizzer", f"{due}{seen} of {items} items seen{self._code_is_off}")
        self._show_agenda(agenda)
        self._describe()
        self.refresh_bindings()

    def _stand_at_what_was_left(self, overview: Overview) -> None:
        """Go to the topic of an open session, unless the cursor was moved meanwhile."""
        left = overview.resumable
        if left is not None and not self.query_one(TopicList).highlighted:
            self._stand_at(left.topic)

    def _stand_at(self, topic: str | None) -> None:
        ids = [known.id for known in self._topics]
        self.query_one(TopicList).highlighted = ids.index(topic) if topic in ids else 0

    def _show_agenda(self, agenda: Agenda) -> None:
        lines = list(agenda.lines(self.key))
        now = self.query_one(Lines)
        now.display = bool(lines)
        now.show(
            [
                plain(text, "$text-accent" if text.startswith("▸") and not place else "")
                for place, text in enumerate(lines)
            ]
        )

    @on(TopicList.OptionHighlighted)
    def _at_another_topic(self) -> None:
        self._describe()

    def _describe(self) -> None:
        place = self.query_one(TopicList).highlighted
        if place is None or place >= len(self._topics):
            return
        from quizzer.tui.documents.topic import topic_elements  # not for the first frame

        about = topic_elements(self._topics[place], self._card(), self._agenda)
        self.query_one(Paper).show(list(about))
        self.query_one(Page).to_top()
        self.refresh_bindings()

    @on(TopicList.OptionSelected)
    @while_seen
    def action_open(self) -> None:
        """Do what the line of the topic proposes."""
        self._begin(lambda study, topic: study.open_session(topic))

    def action_practise(self) -> None:
        """Practise the topic, whatever is due; ask before that ends an open session of it."""
        from quizzer.tui.screens.still_open import unless_left

        left = card.resumable if (card := self._card()) is not None else None
        unless_left(
            self.quizzer,
            left,
            self.action_open,
            lambda: self._begin(lambda study, topic: study.start_practice(topic)),
        )

    def action_review(self) -> None:
        """Review everything that is due."""
        if (study := self.quizzer.study) is not None:
            self.quizzer.open_question(study.open_review)

    def action_resume(self) -> None:
        """Go on with the interview or the session that was left."""
        study, agenda = self.quizzer.study, self._agenda
        if study is None or agenda is None:
            return
        if (card := agenda.interview) is not None:
            self.quizzer.open_interview(lambda: study.interviews.resume(card.session))
        elif (left := agenda.overview.resumable) is not None:
            self.quizzer.open_question(lambda: study.resume(left.session))

    def action_drill(self) -> None:
        """Drill the mistake made most often."""
        study, drill = self.quizzer.study, self._agenda.drill if self._agenda else None
        if study is not None and drill is not None:
            self.quizzer.open_question(lambda: study.open_drill(drill.mistake))

    def action_placement(self) -> None:
        """Ask six short questions from all parts of the check-list."""
        if (study := self.quizzer.study) is not None:
            self._is_placing = True
            self.quizzer.open_question(study.open_placement)

    def action_skip_placement(self) -> None:
        """Do not offer the placement again."""
        self.begin_work(self._skip_placement)

    async def _skip_placement(self) -> None:
        if (study := self.quizzer.study) is not None:
            await self.quizzer.behind(study.skip_placement)
            await self.refresh_overview()

    def action_select(self) -> None:
        """Choose which questions to be asked."""
        from quizzer.tui.screens.selection import SelectionScreen

        if self.quizzer.study is not None:
            self.quizzer.push_screen(SelectionScreen())

    def action_progress(self) -> None:
        """Show progress as plots and numbers."""
        from quizzer.tui.screens.progress import ProgressScreen

        if self.quizzer.study is not None:
            self.quizzer.push_screen(ProgressScreen())

    def action_plan(self) -> None:
        """Show the day of the interview, and the plan until then."""
        from quizzer.tui.screens.plan import PlanScreen

        if self.quizzer.study is not None:
            self.quizzer.push_screen(PlanScreen())

    def action_flaws(self) -> None:
        """Show what is wrong in the learner's own banks, and where."""
        from quizzer.study.banks import flaws_one_by_one
        from quizzer.tui.screens.dialogs import MessageDialog

        if (study := self.quizzer.study) is not None:
            dialog = MessageDialog("Your own banks", flaws_one_by_one(study.library))
            self.quizzer.push_screen(dialog)

    def action_undo(self) -> None:
        """Take back the very last answer, in whichever session it was given."""
        if (study := self.quizzer.study) is not None:
            self.quizzer.open_question(lambda: _undone(study))

    def action_lesson(self) -> None:
        """Read the lesson of the topic."""
        if card := self._card():
            self.quizzer.open_lesson(card.topic.id)

    def action_interviews(self) -> None:
        """Rehearse an interview."""
        if self.quizzer.study is not None:
            self.quizzer.open_interviews()

    def action_reference(self) -> None:
        """Open the reference."""
        self.quizzer.open_reference()

    def action_explorer(self) -> None:
        """Walk a sentence through the model."""
        self.quizzer.open_explorer()

    def action_export(self) -> None:
        """Ask where the report goes."""
        self.quizzer.ask_for_report()

    def action_page_up(self) -> None:
        """Scroll up in the text about the topic."""
        self.query_one(Page).turn(-1)

    def action_page_down(self) -> None:
        """Scroll down in the text about the topic."""
        self.query_one(Page).turn(1)

    async def action_leave(self) -> None:
        """Leave the app."""
        await self.quizzer.action_quit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense now; most do not before the banks are read."""
        overview, agenda = self._overview, self._agenda
        if action == "review":
            return overview is not None and overview.due > 0
        if action == "resume":
            return agenda is not None and bool(agenda.interview or agenda.overview.resumable)
        if action == "flaws":
            return agenda is not None and agenda.flaws > 0
        if action == "drill":
            return agenda is not None and agenda.drill is not None
        if action in ("placement", "skip_placement"):
            return agenda is not None and agenda.placement_due
        if action in ("open", "practise"):
            card = self._card()
            return card is not None and card.items > 0
        if action == "lesson":
            return bool(self._lesson)
        if action == "undo":
            return overview is not None and any(card.seen for card in overview.topics)
        return overview is not None or action not in NEEDS_STUDY

    def wording(self, action_id: str) -> str | None:
        """Label Enter with what it will do; leave off the bar what would do the same."""
        card = self._card()
        if card is None:
            return None
        if action_id == "home.practise" and card.next_action not in ("resume", "review"):
            return ""
        return card.next_action_text if action_id == "home.open" else None

    def _card(self) -> TopicCard | None:
        place = self.query_one(TopicList).highlighted
        if self._overview is None or place is None or place >= len(self._overview.topics):
            return None
        return self._overview.topics[place]

    @property
    def _code_is_off(self) -> str:
        study = self.quizzer.study
        return " · code is off" if study is not None and what_is_off(study.library) else ""

    @property
    def _lesson(self) -> str:
        """The lesson of the topic under the cursor."""
        study, card = self.quizzer.study, self._card()
        return study.library.lesson_on(card.topic.id) if study is not None and card else ""

    def _begin(self, opening: Callable[[Study, str], Session]) -> None:
        study, card = self.quizzer.study, self._card()
        if study is not None and card is not None:
            self.quizzer.open_question(lambda: opening(study, card.topic.id))


def _undone(study: Study) -> Session:
    from quizzer.study.errors import StudyError

    session = study.undo_last()
    if session is None:
        raise StudyError("There is no answer to take back.")
    return session


def _look_around(study: Study) -> Agenda:
    from quizzer.tui.agenda import agenda  # statistics come after the first frame

    return agenda(study)


def _row(card: TopicCard, level: str) -> TopicRow:
    return TopicRow(
        title=card.topic.title,
        items=card.items,
        seen=card.seen,
        mastered=card.mastered,
        due=card.due,
        level=level,
        proposal=card.next_action_text if card.items else "no items yet",
    )
