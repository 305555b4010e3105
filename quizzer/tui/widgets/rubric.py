"""The key points of an open answer: the learner gives each 0, ½ or 1; a `?` marks a suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from quizzer.grading.rubric import FULL, HALF, NONE, SIGNS, UNDECIDED, write_marks
from quizzer.grading.words import sign
from quizzer.tui.actions import bindings
from quizzer.tui.documents.markdown import inline
from quizzer.tui.key_names import key
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.rows import Row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content

    from quizzer.bank.schema import OpenItem
    from quizzer.grading.rubric import Suggestion

_STATUS = {NONE: "wrong", HALF: "partly", FULL: "right"}


class Rubric(Vertical, can_focus=True):
    """One row per key point."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("rubric")]

    class Changed(Message):
        """A mark was given."""

    class Accepted(Message):
        """Every point has the learner's mark, and Enter was pressed."""

    def __init__(self, item: OpenItem) -> None:
        super().__init__(classes="rubric")
        self._item = item
        self._points = [inline(point.text) for point in item.key_points]
        self._rows = [Row(str(number), text) for number, text in enumerate(self._points)]
        self._marks: list[Fraction | None] = [None] * len(self._rows)
        self._before: list[tuple[int, Fraction | None]] = []  # for undo: point and former mark
        self._suggestions: Sequence[Suggestion] | None = None  # None before judging begins
        self._cursor = 0
        self._locked = False

    @property
    def _how(self) -> str:
        if self._locked:
            return "Your marks.  ? means a guess." if self.open_points else "Your marks"
        names = ("full", "half", "none", "accept")
        yes, half, no, as_shown = (key(self.app, f"rubric.{name}") for name in names)
        marks = f"{yes} yes · {half} half · {no} no"
        if not self.guesses:
            return f"Did you say it?  {marks}.  There is no text to guess from."
        return f"Did you say it?  {marks} · {as_shown}: as shown.  ? means a guess."

    def compose(self) -> ComposeResult:
        """How to judge, and the points."""
        yield Static(plain(self._how, MUTED), classes="how")
        yield from self._rows

    @property
    def marks(self) -> str:
        """The learner's marks as text, with a sign for points that have none yet."""
        return write_marks(self._marks)

    @property
    def open_points(self) -> int:
        """How many points the learner has not marked."""
        return self._marks.count(None)

    @property
    def still_guessed(self) -> str:
        """How many marks are still suggestions, in words; empty if none is."""
        marks = self.open_points
        if not marks:
            return ""
        return "One mark is still a guess." if marks == 1 else f"{marks} marks are still guesses."

    @property
    def guesses(self) -> bool:
        """Whether points that the learner has not marked have a suggested mark."""
        return self._suggestions is None or bool(self._suggestions)

    def judge(self, suggestions: Sequence[Suggestion], marks: Sequence[Fraction | None]) -> None:
        """Show the points with the suggested marks, if any, and the marks given so far."""
        self._suggestions = suggestions
        self._marks = list(marks)
        self._before = []
        self._cursor = self._first_open() or 0
        self._write_how()
        self.redraw()

    def freeze(self) -> None:
        """Freeze the marks."""
        self._locked = True
        self.can_focus = False
        self._write_how()
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Frozen marks cannot be changed, and only a mark that is shown can be accepted."""
        if action == "accept" and self.open_points and self._shown(self._cursor) is None:
            return False
        if action == "undo" and not self._before:  # the key then takes back the answer before
            return False
        return not self._locked

    def go_to(self, key: str) -> None:
        """Put the cursor on a point."""
        self._cursor = int(key)
        self.redraw()

    def _write_how(self) -> None:
        for how in self.query(".how").results(Static):
            how.update(plain(self._how, MUTED))

    @on(Row.Picked)
    def _picked(self, event: Row.Picked) -> None:
        event.stop()
        if not self._locked:
            self.focus(scroll_visible=False)
            self.go_to(event.key)

    def action_up(self) -> None:
        """To the point above."""
        self.go_to(str((self._cursor - 1) % len(self._rows)))

    def action_down(self) -> None:
        """To the point below."""
        self.go_to(str((self._cursor + 1) % len(self._rows)))

    def action_none(self) -> None:
        """It was not said."""
        self._give(NONE)

    def action_half(self) -> None:
        """It was half said."""
        self._give(HALF)

    def action_full(self) -> None:
        """It was said."""
        self._give(FULL)

    def action_lower(self) -> None:
        """Half a mark less."""
        self._set(max(NONE, (self._shown(self._cursor) or NONE) - HALF))

    def action_higher(self) -> None:
        """Half a mark more."""
        self._set(min(FULL, (self._shown(self._cursor) or NONE) + HALF))

    def action_accept(self) -> None:
        """Take the mark that is shown, and go on; when every point is marked, submit."""
        if not self.open_points:
            self.post_message(self.Accepted())
        elif (shown := self._shown(self._cursor)) is not None:
            self._give(shown)

    def _give(self, mark: Fraction) -> None:
        """Set a mark and go to the next point that has none."""
        self._mark(mark)
        following = self._first_open()
        self._cursor = self._cursor if following is None else following
        self._tell()

    def _set(self, mark: Fraction) -> None:
        self._mark(mark)
        self._tell()

    def _mark(self, mark: Fraction) -> None:
        self._before.append((self._cursor, self._marks[self._cursor]))
        self._marks[self._cursor] = mark

    def action_undo(self) -> None:
        """Take back the last mark, and go to its point."""
        self._cursor, mark = self._before.pop()
        self._marks[self._cursor] = mark
        self._tell()

    def _tell(self) -> None:
        self.redraw()
        self.post_message(self.Changed())

    def _shown(self, place: int) -> Fraction | None:
        mark = self._marks[place]
        return self._suggestions[place].mark if mark is None and self._suggestions else mark

    def _first_open(self) -> int | None:
        """The next open point after the cursor, or else the first one."""
        places = [*range(self._cursor, len(self._rows)), *range(self._cursor)]
        return next((place for place in places if self._marks[place] is None), None)

    def redraw(self) -> None:
        """Write mark and text of each point."""
        for place, row in enumerate(() if self._suggestions is None else self._rows):
            here = place == self._cursor and not self._locked
            mark = self._shown(place)
            decided = self._marks[place] is not None
            row.set_class(self._locked and mark == FULL, "-right")
            row.set_class(self._locked and mark == NONE, "-wrong")
            lead = sign(_STATUS[mark]) if self._locked and mark is not None else " ›"[here]
            box = f"[{' ' if mark is None else SIGNS[mark]}{' ' if decided else UNDECIDED}]"
            row.write(f"{lead} {box} ", self._text(place), here=here)

    def _text(self, place: int) -> Content:
        weight = self._item.key_points[place].weight
        settled = self._locked and self._marks[place] is not None
        words = self._suggestions[place].words if self._suggestions and not settled else ()
        about = [f"counts {weight}×"] if weight > 1 else []
        about += [f"found: {', '.join(words)}"] if words else []
        return self._points[place] + plain(f"  ({'; '.join(about)})" if about else "", MUTED)
