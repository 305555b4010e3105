"""The check-list: what you can do now, topic by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from quizzer.tui.actions import bindings
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.fitted import Hanging
from quizzer.tui.widgets.topics import TopicList, TopicRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import BindingType
    from textual.widget import Widget

    from quizzer.bank.schema import Topic
    from quizzer.study.overview import Overview, TopicCard
    from quizzer.study.session import Session
    from quizzer.study.study import Study


class HomeScreen(FullScreen):
    """Opens the app, and is always the way back."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("home")]

    def __init__(self) -> None:
        super().__init__()
        self._topics: Sequence[Topic] = ()
        self._overview: Overview | None = None

    def page(self) -> Iterable[Widget]:
        """The resumable session if there is one, the topics, and the one under the cursor."""
        yield Static(id="resume")
        yield Vertical(TopicList(), VerticalScroll(can_focus=False, id="about"), id="body")

    def on_mount(self) -> None:
        """Text first; all that takes time comes after it."""
        self.head("quizzer", "reading the banks …")
        self.query_one("#resume").display = False
        self.query_one(TopicList).focus()

    def on_screen_resume(self) -> None:
        """Whatever happened elsewhere may have changed the overview."""
        if self.quizzer.study is not None:
            self.run_worker(self.refresh_overview(), exclusive=True)

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
        with self.quizzer.explaining():
            self._show(await self.quizzer.behind(study.overview))

    def _show(self, overview: Overview) -> None:
        self._overview = overview
        self._topics = [card.topic for card in overview.topics]
        self.query_one(TopicList).show([_row(card) for card in overview.topics])
        seen = sum(card.seen for card in overview.topics)
        items = sum(card.items for card in overview.topics)
        due = f"{overview.due} due · " if overview.due else ""
        self.head("quizzer", f"{due}{seen} of {items} items seen")
        self._show_resumable(overview)
        self._describe()
        self.refresh_bindings()

    def _show_resumable(self, overview: Overview) -> None:
        line = self.query_one("#resume", Static)
        session = overview.resumable
        line.display = session is not None
        if session is not None:
            titles = {topic.id: topic.title for topic in self._topics}
            what = titles.get(session.topic or "", "all topics")
            where = f"question {session.position + 1} of {session.total}"
            text = f"▸ Resume {session.mode} of {what}: {where} (press c)"
            line.update(plain(text, "$text-accent"))

    @on(TopicList.OptionHighlighted)
    def _describe(self) -> None:
        place = self.query_one(TopicList).highlighted
        if place is None or place >= len(self._topics):
            return
        topic = self._topics[place]
        card = self._card()
        about = [Hanging("", plain(f"{topic.about}."))]
        if card is not None and card.seen:
            said = f"{card.seen} of {card.items} seen, {card.mastered} mastered, {card.due} due."
            about.append(Hanging("", plain(said)))
        about += [Hanging("• ", plain(point.text, MUTED)) for point in topic.points]
        frame = self.query_one("#about", VerticalScroll)
        frame.remove_children()
        frame.mount(*about)
        self.refresh_bindings()

    @on(TopicList.OptionSelected)
    def action_open(self) -> None:
        """Do what the topic proposes."""
        self._begin(lambda study, topic: study.open_session(topic))

    def action_practise(self) -> None:
        """Practise the topic, whatever is due."""
        self._begin(lambda study, topic: study.start_practice(topic))

    def action_review(self) -> None:
        """Review everything that is due."""
        if (study := self.quizzer.study) is not None:
            self.quizzer.open_question(study.start_review)

    def action_resume(self) -> None:
        """Go on with the session that was left."""
        study, overview = self.quizzer.study, self._overview
        if study is not None and overview is not None and overview.resumable is not None:
            session = overview.resumable.session
            self.quizzer.open_question(lambda: study.resume(session))

    def action_undo(self) -> None:
        """Take back the last answer of all, wherever it was given."""
        if (study := self.quizzer.study) is not None:
            self.quizzer.open_question(lambda: _undone(study))

    def action_lesson(self) -> None:
        """Read the lesson of the topic."""
        from quizzer.tui.screens.lesson import LessonScreen

        if card := self._card():
            self.quizzer.push_screen(LessonScreen(card.topic.title, self._lesson))

    def action_interviews(self) -> None:
        """Rehearse an interview."""
        if self.quizzer.study is not None:
            self.quizzer.open_interviews()

    def action_reference(self) -> None:
        """Look something up."""
        self.quizzer.open_reference()

    def action_export(self) -> None:
        """Ask where the report goes."""
        self.quizzer.ask_for_report()

    async def action_leave(self) -> None:
        """Leave the app."""
        await self.quizzer.action_quit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing can be opened before the banks are read."""
        overview = self._overview
        if action == "review":
            return overview is not None and overview.due > 0
        if action == "resume":
            return overview is not None and overview.resumable is not None
        if action in ("open", "practise"):
            card = self._card()
            return card is not None and card.items > 0
        if action == "lesson":
            return bool(self._lesson)
        if action == "undo":
            return overview is not None and any(card.seen for card in overview.topics)
        return overview is not None or action != "export"

    def wording(self, action_id: str) -> str | None:
        """Enter is called after what it will do; what would do the same is kept off the bar."""
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
    def _lesson(self) -> str:
        """The lesson of the topic under the cursor."""
        study, card = self.quizzer.study, self._card()
        bank = study.library.banks.get(card.topic.id) if study is not None and card else None
        return bank.lesson if bank is not None else ""

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


def _row(card: TopicCard) -> TopicRow:
    return TopicRow(
        title=card.topic.title,
        items=card.items,
        seen=card.seen,
        mastered=card.mastered,
        due=card.due,
        proposal=card.next_action_text if card.items else "no items yet",
    )
