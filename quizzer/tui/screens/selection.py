"""Choosing what to be asked: by topic, kind, level, tag, mistake, and how well it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from textual import on

from quizzer import emphasis
from quizzer.bank.schema import KINDS, LEVELS, kind_of
from quizzer.study.purposes import CHOSEN
from quizzer.study.selection import Selection
from quizzer.tui.actions import bindings
from quizzer.tui.screens.forms import FormScreen
from quizzer.tui.screens.leaving import while_seen
from quizzer.tui.screens.still_open import unless_left
from quizzer.tui.widgets.form import AnyOf, Form, Number, OneOf
from quizzer.words import counted, in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.binding import BindingType

    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item
    from quizzer.study.drills import Drill
    from quizzer.study.overview import Resumable
    from quizzer.study.study import Study

STATES = (
    ("any", "any"),
    ("due", "due today"),
    ("unseen", "never answered"),
    ("bookmarked", "★ bookmarked"),
    ("leeches", "forgotten again and again"),
)
_NONE = {
    Selection(due=True): "Nothing is due today.",
    Selection(unseen=True): "You have answered every question already.",
    Selection(bookmarked=True): "No question is bookmarked yet: {mark} on a question bookmarks it.",
    Selection(leeches=True): "You have forgotten no question again and again.",
}
ORDERS = (("usual", "due, new, weakest"), ("hardest", "hardest first"))


class SelectionScreen(FormScreen):
    """A form of conditions. All must hold; of several values of one, any is enough."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("selection")]

    def __init__(self) -> None:
        super().__init__()
        self._found = 1  # the number of questions; not 0 until they are counted
        self._left: Resumable | None = None  # a session of questions chosen before
        self._topics = AnyOf("Topics", (), none="all")
        self._kinds = AnyOf("Kinds", (), none="all")
        self._levels = AnyOf("Levels", _same(LEVELS), none="all")
        self._tags = AnyOf("Tags", (), none="all")
        self._mistakes = AnyOf("Mistakes", (), none="any or none")
        self._items = AnyOf("Questions", (), none="all (or find some by word)")
        self._state = OneOf("State", STATES, "any")
        self._order = OneOf("Order", ORDERS, "usual")
        self._limit = Number("At most", 1, 99, step=5, value=20, unit=" questions")
        self._form = Form(
            [
                self._topics,
                self._kinds,
                self._levels,
                self._tags,
                self._mistakes,
                self._items,
                self._state,
                self._order,
                self._limit,
            ]
        )

    def on_mount(self) -> None:
        """Fill in the values from the banks, and what was chosen last."""
        study = self.quizzer.study
        assert study is not None
        library = study.library
        self._topics.options = [(topic.id, topic.title) for topic in library.topics]
        asked = [head for head in library.heads if head.kind not in library.set_aside]
        self._kinds.options = _same([k for k in KINDS if k not in library.set_aside])
        self._tags.options = _read(sorted({tag for item in asked for tag in item.tags}))
        self._items.options = [(item.id, emphasis.plain(item.title)) for item in asked]
        if self.quizzer.chosen_last is not None:
            self._fill(*self.quizzer.chosen_last)
        self.begin("Choose questions")
        self.after_frame(self._look_further)

    def _look_further(self) -> None:
        """Count and fill the lists only once the rows are painted, so as not to delay them."""
        self.renew(self.preview)
        self.begin_work(self._fill_lists, group="lists")

    async def _fill_lists(self) -> None:
        """Fill the list of mistakes, the learner's own first, and words to find questions by."""
        study = self.quizzer.study
        assert study is not None
        self._items.about = await self.quizzer.behind(_about, study.library)
        found = await self.quizzer.behind(study.mistakes)
        self._mistakes.options = [(d.mistake, emphasis.plain(d.name)) for d in found]
        self._mistakes.remarks = {drill.mistake: _remark(drill) for drill in found}

    @property
    def selection(self) -> Selection:
        """The selection that the rows describe."""
        state = self._state.value
        return Selection(
            topics=self._topics.chosen,
            kinds=tuple(kind for kind in KINDS if kind in self._kinds.chosen),
            levels=tuple(level for level in LEVELS if level in self._levels.chosen),
            tags=self._tags.chosen,
            mistakes=self._mistakes.chosen,
            items=self._items.chosen,
            due=state == "due",
            unseen=state == "unseen",
            bookmarked=state == "bookmarked",
            leeches=state == "leeches",
            hardest_first=self._order.value == "hardest",
        )

    def _fill(self, selection: Selection, limit: int) -> None:
        self._topics.chosen = selection.topics
        self._kinds.chosen = selection.kinds
        self._levels.chosen = selection.levels
        self._tags.chosen = selection.tags
        self._mistakes.chosen = selection.mistakes
        self._items.chosen = selection.items
        states = (state for state, _ in STATES if getattr(selection, state, False))
        self._state.value = next(states, "any")
        self._order.value = "hardest" if selection.hardest_first else "usual"
        self._limit.value = limit

    async def preview(self) -> None:
        """Show how many questions there are, and the first of them."""
        study = self.quizzer.study
        assert study is not None
        found, fitting, self._left = await self.quizzer.behind(_look_ahead, study, self.selection)
        self._found = len(found)
        self._items.options = [(item.id, emphasis.plain(item.title)) for item in fitting]
        self._tell_what_was_left()
        self.say(_first(found) if found else self._why_none())

    def _why_none(self) -> str:
        """Why nothing was found: there is nothing of the kind, or the conditions are too many."""
        wanted = msgspec.structs.replace(self.selection, hardest_first=False)
        why = _NONE.get(wanted, "No questions found. Remove a condition.")
        return why.format(mark=self.key("question.bookmark"))

    def _tell_what_was_left(self) -> None:
        self.note()
        if self._left is not None:
            self.note(
                f"{self._left.says} {self.key('selection.resume')} resumes them.",
                "$text-accent",
            )
        self.refresh_bindings()

    @on(Form.Accepted)
    @while_seen
    def _start(self) -> None:
        study, selection, limit = self.quizzer.study, self.selection, self._limit.value
        assert study is not None
        if not self._found:
            self.note(self._why_none())
            return
        self.quizzer.chosen_last = selection, limit
        unless_left(
            self.quizzer,
            self._left,
            self.action_resume,
            lambda: self.quizzer.replace_by_question(
                lambda: study.start_selection(selection, limit)
            ),
        )

    def action_resume(self) -> None:
        """Go on with the questions chosen before."""
        study, left = self.quizzer.study, self._left
        if study is not None and left is not None:
            self.quizzer.replace_by_question(lambda: study.resume(left.session))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a session to resume; everything else always makes sense."""
        return self._left is not None if action == "resume" else True


def _look_ahead(
    study: Study, selection: Selection
) -> tuple[list[Item], list[Item], Resumable | None]:
    """The questions found, those that the list of questions offers, and a session to resume."""
    found = study.select(selection)
    others = msgspec.structs.replace(selection, items=())
    fitting = {item.id for item in (study.select(others) if selection.items else found)}
    offered = [
        item
        for item in study.library.items.values()
        if item.id in fitting or item.id in selection.items  # so that marks can be removed
    ]
    return found, offered, study.left_for(CHOSEN)


def _about(library: Library) -> dict[str, str]:
    """Text by which a question is found besides its title: id, topic, points, tags, kind, level."""
    points = {point.id: point.text for topic in library.topics for point in topic.points}
    return {
        item.id: " ".join(
            [
                item.id,
                library.title_of(library.topic_of(item.id)),
                *(points.get(point, "") for point in item.covers),
                *item.tags,
                kind_of(item),
                item.level,
            ]
        )
        for item in library.items.values()
    }


def _first(found: Sequence[Item]) -> str:
    """How many questions were found, and the first titles."""
    titles = ", ".join(f"“{item.title}”" for item in found[:2])
    dots = " …" if len(found) > 2 else ""
    return f"{counted(len(found), 'question')} found. First up: {titles}{dots}"


def _same(values: Sequence[str]) -> list[tuple[str, str]]:
    """Values shown as they are."""
    return [(value, value) for value in values]


def _read(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Ids with their words."""
    return [(name, in_words(name)) for name in ids]


def _remark(drill: Drill) -> str:
    """How often the mistake was made, out of how many chances; empty for never."""
    return f"{drill.count} of {drill.chances}" if drill.count else ""
