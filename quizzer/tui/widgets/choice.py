"""Options to choose from: letters, numbers or arrows move, Space marks when several are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from quizzer.tui.actions import bindings
from quizzer.tui.documents.markdown import inline
from quizzer.tui.key_names import key
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.fitted import Hanging
from quizzer.tui.widgets.key_order import ran_own_binding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget

    from quizzer.grading.verdict import Verdict


class Row(Hanging):
    """One option."""

    def __init__(self, letter: str, text: str) -> None:
        super().__init__("", inline(text), classes="option")
        self.letter = letter

    def on_click(self) -> None:
        """The mouse may do what the letter does."""
        panel = self.parent
        if isinstance(panel, ChoicePanel):
            panel.focus()
            panel.pick(self.letter)


class ChoicePanel(AnswerPanel, can_focus=True):
    """The options of a choice item. With one right option, where the cursor is, is the answer."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("choice")]

    def __init__(self, options: Sequence[tuple[str, str]], *, several: bool) -> None:
        super().__init__(classes="choice")
        self.several = several
        self._rows = [Row(letter, text) for letter, text in options]
        self._cursor: int | None = None
        self._marked: set[str] = set()
        self._locked = False

    def compose(self) -> ComposeResult:
        """One row an option."""
        yield from self._rows

    def on_mount(self) -> None:
        """Write the markers."""
        self._redraw()

    @property
    def answer(self) -> dict[str, str]:
        """The letters chosen, in alphabetical order."""
        chosen = sorted(self._marked)
        return {"choice": " ".join(chosen)} if chosen else {}

    @property
    def missing(self) -> str:
        """Nothing is chosen yet."""
        if self._marked:
            return ""
        if self.several:
            return f"Mark an option first, by its letter or with {key(self.app, 'choice.mark')}."
        return "Choose an option first, by its letter or with the arrow keys."

    def load(self, draft: Mapping[str, str]) -> None:
        """Mark the letters of a kept answer."""
        letters = draft.get("choice", "").split()
        self._marked = {row.letter for row in self._rows} & set(letters)
        at = [place for place, row in enumerate(self._rows) if row.letter in self._marked]
        self._cursor = at[0] if at else (0 if self.several else None)
        self._redraw()

    @property
    def start(self) -> Widget:
        """The panel itself."""
        return self

    def freeze(self) -> None:
        """Freeze the choice."""
        self._locked = True
        self.can_focus = False
        self._redraw()

    def show_verdict(self, verdict: Verdict) -> None:
        """✓ the right options, ✗ the wrong ones that were chosen."""
        right = str(verdict.parts[0].expected).split()
        for row in self._rows:
            wrong = row.letter in self._marked and row.letter not in right
            row.set_class(row.letter in right, "-right")
            row.set_class(wrong, "-wrong")
            sign = "✓" if row.letter in right else "✗" if wrong else " "
            row.show(f"{sign} {self._box(row)} {row.letter}  ")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Space marks only where several options can be right."""
        return not self._locked and (action != "mark" or self.several)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """The letters and numbers of the options belong to this widget."""
        return not self._locked and self._letter_of(character or key) is not None

    async def on_key(self, event: events.Key) -> None:
        """A letter or a number goes to its option."""
        if await ran_own_binding(self, event):
            return
        letter = self._letter_of(event.character or "")
        if letter is not None and not self._locked:
            event.stop()
            self.pick(letter)

    def pick(self, letter: str) -> None:
        """Go to an option; mark it, or take its mark away where several can be right."""
        if self._locked:
            return
        self._cursor = next(at for at, row in enumerate(self._rows) if row.letter == letter)
        self._mark_letter(letter)

    def action_mark(self) -> None:
        """Mark the option under the cursor, or take its mark away."""
        if self._cursor is not None:
            self._mark_letter(self._rows[self._cursor].letter)

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
            self._redraw()
        else:
            self._mark_letter(self._rows[self._cursor].letter)

    def _mark_letter(self, letter: str) -> None:
        self._marked = self._marked ^ {letter} if self.several else {letter}
        self._redraw()
        self.post_message(self.Changed())

    def _letter_of(self, typed: str) -> str | None:
        if typed.isdecimal() and 1 <= int(typed) <= len(self._rows):
            return self._rows[int(typed) - 1].letter
        return next((row.letter for row in self._rows if row.letter == typed.upper()), None)

    def _redraw(self) -> None:
        for place, row in enumerate(self._rows):
            here = place == self._cursor and not self._locked
            row.set_class(here, "-cursor")
            row.set_class(row.letter in self._marked, "-marked")
            row.show(f"{'›' if here else ' '} {self._box(row)} {row.letter}  ")
            if here and row.is_attached:
                row.scroll_visible(animate=False)

    def _box(self, row: Row) -> str:
        marked = row.letter in self._marked
        if self.several:
            return "[x]" if marked else "[ ]"
        return "(•)" if marked else "( )"
