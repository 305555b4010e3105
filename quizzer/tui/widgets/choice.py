"""Options to choose from: letters, numbers or arrows choose; Space marks if several are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from quizzer.tui.actions import bindings
from quizzer.tui.documents.markdown import inline
from quizzer.tui.key_names import key
from quizzer.tui.widgets.key_order import ran_own_binding
from quizzer.tui.widgets.rows import Row, RowsPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult

    from quizzer.grading.verdict import Verdict


class ChoicePanel(RowsPanel):
    """The options of a choice item. If only one is right, the one under the cursor is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("choice")]

    def __init__(self, options: Sequence[tuple[str, str]], *, several: bool) -> None:
        super().__init__(classes="choice")
        self.several = several
        self._rows = [Row(letter, inline(text)) for letter, text in options]
        self._cursor: int | None = None
        self._marked: set[str] = set()

    def compose(self) -> ComposeResult:
        """One row per option."""
        yield from self._rows

    @property
    def answer(self) -> dict[str, str]:
        """The letters chosen, in alphabetical order."""
        chosen = sorted(self._marked)
        return {"choice": " ".join(chosen)} if chosen else {}

    @property
    def missing(self) -> str:
        """What to do while nothing is chosen."""
        if self._marked:
            return ""
        if self.several:
            return f"Mark an option first, by its letter or with {key(self.app, 'choice.mark')}."
        return "Choose an option first, by its letter or with the arrow keys."

    def load(self, draft: Mapping[str, str]) -> None:
        """Mark the letters of a saved answer."""
        letters = draft.get("choice", "").split()
        self._marked = {row.key for row in self._rows} & set(letters)
        at = [place for place, row in enumerate(self._rows) if row.key in self._marked]
        self._cursor = at[0] if at else (0 if self.several else None)
        self.redraw()

    def show_verdict(self, verdict: Verdict) -> None:
        """Mark the right options with ✓, and the wrong ones that were chosen with ✗."""
        right = str(verdict.parts[0].expected).split()
        for row in self._rows:
            wrong = row.key in self._marked and row.key not in right
            row.set_class(row.key in right, "-right")
            row.set_class(wrong, "-wrong")
            sign = "✓" if row.key in right else "✗" if wrong else " "
            row.show(f"{sign} {self._box(row)} {row.key}  ")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Space marks only where several options can be right."""
        return super().check_action(action, parameters) and (action != "mark" or self.several)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """The letters and numbers of the options belong to this widget."""
        return not self.locked and self._letter_of(character or key) is not None

    async def on_key(self, event: events.Key) -> None:
        """A letter or a number goes to its option."""
        if await ran_own_binding(self, event):
            return
        letter = self._letter_of(event.character or "")
        if letter is not None and not self.locked:
            event.stop()
            self.go_to(letter)

    def go_to(self, key: str) -> None:
        """Go to an option; mark it, or take its mark away where several can be right."""
        self._cursor = next(at for at, row in enumerate(self._rows) if row.key == key)
        self._mark_letter(key)

    def action_mark(self) -> None:
        """Mark the option under the cursor, or take its mark away."""
        if self._cursor is not None:
            self._mark_letter(self._rows[self._cursor].key)

    def action_up(self) -> None:
        """To the option above."""
        self._move(-1)

    def action_down(self) -> None:
        """To the option below."""
        self._move(1)

    def _move(self, step: int) -> None:
        if self._cursor is None:
            self._cursor = 0 if step > 0 else len(self._rows) - 1
        else:
            self._cursor = (self._cursor + step) % len(self._rows)
        if self.several:
            self.redraw()
        else:
            self._mark_letter(self._rows[self._cursor].key)

    def _mark_letter(self, letter: str) -> None:
        self._marked = self._marked ^ {letter} if self.several else {letter}
        self.changed()

    def _letter_of(self, typed: str) -> str | None:
        if typed.isdecimal() and 1 <= int(typed) <= len(self._rows):
            return self._rows[int(typed) - 1].key
        return next((row.key for row in self._rows if row.key == typed.upper()), None)

    def redraw(self) -> None:
        """Write state and letter of each option."""
        for place, row in enumerate(self._rows):
            here = place == self._cursor and not self.locked
            row.set_class(here, "-cursor")
            row.set_class(row.key in self._marked, "-marked")
            row.show(f"{'›' if here else ' '} {self._box(row)} {row.key}  ")
            if here and row.is_attached:
                row.scroll_visible(animate=False)

    def _box(self, row: Row) -> str:
        marked = row.key in self._marked
        if self.several:
            return "[x]" if marked else "[ ]"
        return "(•)" if marked else "( )"
