"""Lines to put into order: grab and move them with the arrows, or type their letters in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from quizzer.grading.words import sign
from quizzer.tui.actions import bindings
from quizzer.tui.documents.markdown import inline
from quizzer.tui.key_names import key
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.rows import Row, RowsPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from quizzer.grading.verdict import Verdict


class OrderPanel(RowsPanel):
    """The lines of an order item. Their order on the screen is the answer, once one was moved."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("order")]

    def __init__(self, options: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="order")
        self._rows = {letter: Row(letter, inline(text)) for letter, text in options}
        self._order = list(self._rows)
        self._touched = False
        self._cursor = 0
        self._held = False  # whether the line under the cursor moves with it
        self._typed = 0  # how many lines were placed by typing their letters
        self._status = Static("", classes="remark")

    def compose(self) -> ComposeResult:
        """One row per line, and what to do."""
        yield from self._rows.values()
        yield self._status

    @property
    def answer(self) -> dict[str, str]:
        """The letters in their present order."""
        return {"order": " ".join(self._order)} if self._touched else {}

    @property
    def missing(self) -> str:
        """What to do while nothing has been moved."""
        return "" if self._touched else "Put the lines in order first."

    def load(self, draft: Mapping[str, str]) -> None:
        """Put the lines into the order that was saved."""
        kept = draft.get("order", "").split()
        if sorted(kept) == sorted(self._rows):
            self._touched = True
            self._put(kept)
            self.redraw()

    def freeze(self) -> None:
        """Freeze the order."""
        self._held = False
        super().freeze()

    def show_verdict(self, verdict: Verdict) -> None:
        """Mark the lines that can stay, and show the right place of each other line."""
        part = verdict.parts[0]
        right = str(part.expected).split()
        if part.cells is None:  # the solution was asked for
            self._put(right)
            self.redraw()
            return
        room = 0 if all(part.cells) else len(" → 1")
        for place, (letter, stays) in enumerate(zip(self._order, part.cells, strict=True), 1):
            row = self._rows[letter]
            row.set_class(stays, "-right")
            row.set_class(not stays, "-wrong")
            target = "" if stays else f" → {right.index(letter) + 1}"
            mark = sign("right" if stays else "wrong")
            row.write(f"{mark} {place}.{target.ljust(room)} {letter}  ")

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """The letters of the lines belong to this widget."""
        return not self.locked and (character or key).upper() in self._rows

    def on_key(self, event: events.Key) -> None:
        """A letter puts its line after those whose letters were typed before."""
        letter = (event.character or "").upper()
        if letter in self._rows and not self.locked:
            event.stop()
            self._type(letter)

    def go_to(self, key: str) -> None:
        """Put the cursor on a line; a line that is held is dropped."""
        self._cursor, self._held = self._order.index(key), False
        self.redraw()

    def action_take(self) -> None:
        """Grab the line under the cursor, or drop it."""
        self._held, self._typed = not self._held, 0
        self.refresh_bindings()
        self.redraw()

    def action_up(self) -> None:
        """Move the cursor up, and with it the line that is held."""
        self._step(-1)

    def action_down(self) -> None:
        """Move the cursor down, and with it the line that is held."""
        self._step(1)

    def action_erase(self) -> None:
        """Take back the last letter, so that another can be typed in its place."""
        self._typed = max(0, self._typed - 1)
        self._cursor = self._typed
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter drops the line that is held; if none is, the screen gets Enter."""
        if action == "put_down":
            return self._held and not self.locked
        return super().check_action(action, parameters)

    def action_put_down(self) -> None:
        """Drop the line that is held."""
        self.action_take()

    def _type(self, letter: str) -> None:
        self._held = False
        if letter in self._order[: self._typed]:
            self.go_to(letter)
            return
        rest = [other for other in self._order[self._typed :] if other != letter]
        order = [*self._order[: self._typed], letter, *rest]
        self._cursor = self._typed
        self._typed += 1
        self._arrange(order)

    def _step(self, step: int) -> None:
        target = self._cursor + step
        self._typed = 0
        if not self._held:
            self._cursor = target % len(self._order)
            self.redraw()
        elif 0 <= target < len(self._order):
            order = list(self._order)
            order[self._cursor], order[target] = order[target], order[self._cursor]
            self._cursor = target
            self._arrange(order)

    def _arrange(self, order: Sequence[str]) -> None:
        self._touched = True
        self._put(order)
        self.changed()

    def _put(self, order: Sequence[str]) -> None:
        self._order = list(order)
        for letter in order:
            self.move_child(self._rows[letter], before=self._status)

    def redraw(self) -> None:
        """Write place, letter and state of each line."""
        for place, letter in enumerate(self._order):
            here = place == self._cursor and not self.locked
            mark = "≡" if here and self._held else "›" if here else " "
            row = self._rows[letter]
            row.set_class(place < self._typed or (here and self._held), "-marked")
            row.write(f"{mark} {place + 1}. {letter}  ", here=here)
        self._status.display = not self.locked
        self._status.update(plain(self._says(), MUTED))

    def _says(self) -> str:
        up, down, take = (key(self.app, f"order.{name}") for name in ("up", "down", "take"))
        if self._held:
            return f"Holding {self._order[self._cursor]}: {up} {down} move it, {take} drops it."
        if self._typed:
            typed = " ".join(self._order[: self._typed])
            return f"Typed so far: {typed}. {key(self.app, 'order.erase')} erases the last letter."
        return f"{take} grabs a line, {up} {down} move it. Or type the letters in the right order."
